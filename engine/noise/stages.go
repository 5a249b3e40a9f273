package noise

import (
	"context"
	"slices"

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
// each; none where there is no program to solve. How far they are, it reports to ctx.
func (q Question) Stages(ctx context.Context) ([]Stage, error) {
	if q.Delta == 0 || q.refused() != nil {
		return nil, nil
	}
	bytes := func(s []Stage) int64 {
		sum := int64(100)
		for _, stage := range s {
			sum += 80 + 8*int64(len(stage.Masses))
		}
		return sum
	}
	return work.Do(ctx, work.Job[[]Stage]{Key: stagesKey{q}, Bytes: bytes, Run: q.stages},
		func(_ []Stage, p work.Progress) { work.Report(ctx, p) })
}

// stages runs the program.
func (q Question) stages(ctx context.Context, show func([]Stage, work.Progress)) ([]Stage, error) {
	var list []Stage
	telling := work.Reporting(ctx, func(p work.Progress) { show(nil, p) })
	_, err := optimal.Cut(telling, q.problem(), func(r optimal.Round, cells []float64, zero float64) {
		list = append(list, Stage{r, slices.Clone(cells), zero})
	})
	if impossible(err) {
		return list, nil
	}
	return list, err
}

// Cell is where a cell of the grid begins, in the answer's unit; of whole numbers,
// where it is.
func (q Question) Cell(i int) float64 {
	p := q.problem()
	return float64(i-p.Cells()/2) * q.CellWidth()
}
