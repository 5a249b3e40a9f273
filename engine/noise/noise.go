// Package noise asks which noise is best for one query of a whole table, what it
// gains over noise of a fixed shape, and what no noise can do.
package noise

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Question asks for the noise of least loss. It is comparable. Make one with Asked.
type Question struct {
	Epsilon     float64
	Delta       float64 // 0: the closed forms
	Sensitivity float64 // the most that one record moves the answer
	Loss        central.Loss
	Shape       optimal.Shape
	Query       optimal.Query
	Atom        bool    // the true answer may be given with a positive probability
	Width       float64 // of a cell, in the answer's unit; 0: about a hundred cells in all
	Support     float64 // how far the noise may reach, in sensitivities; 0: what truncated Laplace noise needs, rounded up, and one more
}

// Asked is the question with what cannot be set right: counts move by whole
// numbers.
func Asked(q Question) Question {
	if q.Query == optimal.Count {
		q.Sensitivity = math.Ceil(q.Sensitivity)
	}
	return q
}

// why there can be no law; nil where there may be.
func (q Question) refused() error {
	switch {
	case q.Delta > 0:
		return q.problem().Check()
	case !q.Loss.Even():
		return fmt.Errorf("delta = 0 has no closed form for a loss that tells the two sides apart; delta = %g, or the loss l1, would do", optimal.MinDelta)
	}
	return nil
}

// impossible reports whether an error says that there is no such law, which is an
// answer.
func impossible(err error) bool {
	var none *optimal.InfeasibleError
	return errors.As(err, &none)
}

// cellsByRule is how many cells there are about where nobody says.
const cellsByRule = 100

// problem is the question in sensitivities, on a grid that they are a multiple of.
func (q Question) problem() optimal.Problem {
	p := optimal.Problem{Epsilon: q.Epsilon, Delta: q.Delta, Loss: q.Loss, Shape: q.Shape, Query: q.Query, Atom: q.Atom}
	support := q.Support
	if support == 0 {
		support = optimal.Support(q.Epsilon, q.Delta) + 1
	}
	switch {
	case q.Query == optimal.Count:
		p.Steps = int(q.Sensitivity)
	case q.Width == 0:
		p.Steps = int(max(2, math.Floor(cellsByRule/2/support)))
	default:
		p.Steps = int(max(2, math.Round(min(q.Sensitivity/q.Width, 1e6))))
	}
	const hair = 1e-9 // 1.1·50 is not 55
	p.Reach = int(math.Ceil(min(support*float64(p.Steps), 1e6) - hair))
	return p
}

// CellWidth is how wide a cell is, in the answer's unit: the sensitivity is a
// multiple of it.
func (q Question) CellWidth() float64 { return q.Sensitivity / float64(q.problem().Steps) }

// Reach is how far the noise may reach, in the answer's unit.
func (q Question) Reach() float64 { return float64(q.problem().Reach) * q.CellWidth() }

// Moved is the shift of the true answer nearest to one, both in sensitivities, that
// a record can cause: of counts by a whole number, and not by 0.
func (q Question) Moved(shift float64) float64 {
	if q.Query != optimal.Count {
		return shift
	}
	whole := math.Round(shift * q.Sensitivity)
	if whole == 0 {
		whole = 1
	}
	return whole / q.Sensitivity
}

// Scale is by how much losses in sensitivities are to be multiplied.
func (q Question) Scale() float64 { return math.Pow(q.Sensitivity, q.Loss.Degree()) }

// setting is the question as noise of a fixed shape understands it.
func (q Question) setting() central.Setting {
	s := central.Setting{Epsilon: q.Epsilon, Delta: q.Delta, Loss: q.Loss}
	if q.Query == optimal.Count {
		s.Steps = int(q.Sensitivity)
	}
	return s
}

// Best is the noise of least loss, certified.
type Best struct {
	Law   mechanisms.Law // in sensitivities; nil where there is none
	Loss  float64        // expected, in the answer's unit
	Delta float64        // at which it is private: never more than was asked for
	None  string         // why there is none

	Solved *optimal.Solution // what the program says; nil for a closed form
}

// bestKey names the answer to a question in a session's store.
type bestKey struct{ of Question }

// Best finds the noise, from scratch and once in a session. How far it is, it
// reports to ctx.
func (q Question) Best(ctx context.Context) (Best, error) {
	if err := q.refused(); err != nil {
		return Best{None: err.Error()}, nil
	}
	if q.Delta == 0 {
		return q.closed()
	}
	return work.Do(ctx, work.Job[Best]{Key: bestKey{q}, Bytes: Best.bytes, Run: q.solve},
		func(_ Best, p work.Progress) { work.Report(ctx, p) })
}

func (b Best) bytes() int64 {
	if b.Solved == nil {
		return 200
	}
	cells := int64(len(b.Solved.Law.Masses) + len(b.Solved.Law.Points))
	return 500 + 40*cells + int64(len(b.Solved.Events))*(40+cells/8) + 32*int64(len(b.Solved.Rounds))
}

// solve runs the program. That there is no such noise is an answer.
func (q Question) solve(ctx context.Context, show func(Best, work.Progress)) (Best, error) {
	first, before := 0.0, work.Progress{}
	begun := work.Reporting(ctx, func(p work.Progress) {
		before = p
		show(Best{}, work.Progress{Done: p.Done, Of: p.Of + places, What: p.What})
	})
	s, err := optimal.Solve(begun, q.problem(), nil, func(r optimal.Round, _ []float64, _ float64) {
		over := r.Violation - q.Delta
		first = max(first, over)
		p := progress(over, first)
		show(Best{}, work.Progress{Done: before.Of + p.Done, Of: before.Of + p.Of, What: p.What})
	})
	if impossible(err) {
		return Best{None: err.Error()}, nil
	}
	if err != nil {
		return Best{}, err
	}
	return Best{Law: s.Law, Loss: s.Loss * q.Scale(), Delta: s.Certificate.Delta, Solved: &s}, nil
}

// places are the decimal places that separate the first round from the last.
const places = 9

// progress is told in decimal places: by how much the law of a round is not private
// enough, from the first to what may be left.
func progress(over, first float64) work.Progress {
	return work.Progress{Done: min(max(0, math.Log10(first/max(over, 1e-300))), places), Of: places, What: "decimal places"}
}

// closed is the noise that is best at δ = 0: the staircase, and for whole answers
// the geometric law.
func (q Question) closed() (Best, error) {
	name := "staircase"
	if q.Query == optimal.Count {
		name = "discrete-laplace"
	}
	kind, err := central.Find(name)
	if err != nil {
		return Best{}, err
	}
	n, err := kind.New(q.setting())
	if err != nil {
		return Best{}, err
	}
	return Best{Law: n.Law(), Loss: n.Expected(q.Loss) * q.Scale()}, nil
}

// floorKey names the bound of a question in a session's store.
type floorKey struct{ of Question }

// Floor is what no noise is better than, of any support: those of one shape, if
// one is asked for.
func (q Question) Floor(ctx context.Context) (known.Value, error) {
	if err := q.refused(); err != nil {
		return known.Nothing(err.Error()), nil
	}
	if q.Delta == 0 {
		best, err := q.Best(ctx)
		return known.OrMore(best.Loss), err
	}
	return work.Do(ctx, work.Simple(floorKey{q}, func(known.Value) int64 { return 100 }, func(ctx context.Context) (known.Value, error) {
		f, err := optimal.Bound(ctx, q.problem(), nil)
		if impossible(err) {
			return known.Nothing(err.Error()), nil
		}
		return known.OrMore(max(0, f.Loss) * q.Scale()), err
	}), nil)
}
