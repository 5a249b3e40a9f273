package querynoise

import (
	"context"
	"slices"
	"time"

	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// Stage is the law of one round of cutting planes. It is not private before the
// last, and is no answer.
type Stage struct {
	optimal.Round
	Masses []float64 // of the cells
	Zero   float64   // of 0 itself
}

// stagesKey names the rounds of a question in a session's store.
type stagesKey struct{ of Question }

// Stages goes through rounds that begin with the tails alone, and keeps the law of
// each; none where there is no program to solve. show is handed those so far, and how far
// they are.
func (q Question) Stages(ctx context.Context, show func([]Stage, work.Progress)) ([]Stage, error) {
	if q.Delta == 0 && !q.Below.Any() || q.Refused() != nil {
		return nil, nil
	}
	bytes := func(s []Stage) int64 {
		sum := int64(100)
		for _, stage := range s {
			sum += 80 + 8*int64(len(stage.Masses))
		}
		return sum
	}
	return work.Do(ctx, work.Job[[]Stage]{Key: stagesKey{q}, Bytes: bytes, Run: q.stages}, show)
}

// moment is for how long rounds are sought while a slider moves: part of a frame.
const moment = 5 * time.Millisecond

// Begun returns the rounds that finish within a moment, if ctx belongs to a moving slider; all reports
// whether these are all. Later rounds should wait until the slider rests.
func (q Question) Begun(ctx context.Context) (stages []Stage, all bool, err error) {
	if !work.Moving(ctx) {
		return nil, false, nil
	}
	soon, stop := context.WithTimeout(ctx, moment)
	defer stop()
	whole, err := q.Stages(soon, func(s []Stage, _ work.Progress) { stages = s })
	if err == nil {
		return whole, true, nil
	}
	if soon.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return stages, false, err
}

// stages runs the program.
func (q Question) stages(ctx context.Context, show func([]Stage, work.Progress)) ([]Stage, error) {
	var list []Stage
	telling := work.Reporting(ctx, func(p work.Progress) { show(list[:len(list):len(list)], p) })
	_, err := optimal.Cut(telling, q.problem(), func(r optimal.Round, cells []float64, zero float64) {
		list = append(list, Stage{r, slices.Clone(cells), zero})
	})
	if impossible(err) {
		return list, nil
	}
	return list, err
}

// Cell returns where a cell of the grid begins, in the answer's unit; for whole numbers, where it lies.
func (q Question) Cell(i int) float64 {
	p := q.problem()
	return float64(i-p.Cells()/2) * q.CellWidth()
}
