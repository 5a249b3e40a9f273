package noise

import (
	"context"
	"errors"

	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

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
	best, err := work.Do(ctx, work.Job[Best]{Key: bestKey{q}, Bytes: Best.bytes, Run: q.solve},
		func(_ Best, p work.Progress) { work.Report(ctx, p) })
	q.leave(ctx, best)
	return best, err
}

func (b Best) bytes() int64 {
	if b.Solved == nil {
		return 200
	}
	cells := int64(len(b.Solved.Law.Masses) + len(b.Solved.Law.Points))
	return 500 + 40*cells + int64(len(b.Solved.Events))*(40+cells/8)
}

// solve runs the program. That there is no such noise is an answer.
func (q Question) solve(ctx context.Context, show func(Best, work.Progress)) (Best, error) {
	telling := work.Reporting(ctx, func(p work.Progress) { show(Best{}, p) })
	s, err := optimal.Solve(telling, q.problem(), nil)
	if impossible(err) {
		return Best{None: err.Error()}, nil
	}
	if err != nil {
		return Best{}, err
	}
	return q.bestOf(s), nil
}

// bestOf is what the program found, in the answer's unit.
func (q Question) bestOf(s optimal.Solution) Best {
	return Best{Law: s.Law, Loss: s.Loss * q.Scale(), Delta: s.Certificate.Delta, Solved: &s}
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

// impossible reports whether an error says that there is no such law, which is an
// answer.
func impossible(err error) bool {
	var none *optimal.InfeasibleError
	return errors.As(err, &none)
}
