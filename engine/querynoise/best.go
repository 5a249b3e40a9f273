package querynoise

import (
	"context"
	"errors"

	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Best is the noise of least loss found. Better noise may exist, unless a closed form proves otherwise.
type Best struct {
	Law     mechanisms.Law // in sensitivities; nil if there is none
	Loss    float64        // expected of this law, in the answer's unit
	Delta   float64        // at which it is private: never more than requested
	None    string         // why there is none
	Refused bool           // None says why none is sought, although there may be one

	Certified *Certified        // the law with its proof; nil for a closed form
	Solved    *optimal.Solution // the program's result; nil for a closed form
	Stairs    bool              // the law is a cut-off staircase, which costs less than the program's
}

// Certified is a law of pieces and points with its certificate.
type Certified struct {
	optimal.Law
	optimal.Certificate
}

// bestKey names the answer to a question in a session's store.
type bestKey struct{ of Question }

// Best finds the noise, from scratch and once in a session. How far it is, it
// reports to ctx.
func (q Question) Best(ctx context.Context) (Best, error) {
	if err := q.Refused(); err != nil {
		return Best{None: err.Error(), Refused: true}, nil
	}
	if q.Delta == 0 && !q.Below.Any() {
		return q.closed(), nil
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
	cells := int64(len(b.Solved.Law.Masses) + len(b.Solved.Law.Points) + len(b.Certified.Masses))
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

// bestOf returns the program's result or, if no cell width was requested, a cheaper staircase.
func (q Question) bestOf(s optimal.Solution) Best {
	b := Best{Law: s.Law, Loss: s.Loss * q.Scale(), Delta: s.Certificate.Delta, Certified: &Certified{s.Law, s.Certificate}, Solved: &s}
	if q.Width > 0 || q.Also.Any() || q.Below.Any() { // a staircase ignores these
		return b
	}
	const tie = 1e-7
	if law, c, loss, found := q.problem().Staircase(s.Loss * (1 - tie)); found {
		b.Law, b.Loss, b.Delta, b.Certified, b.Stairs = law, loss*q.Scale(), c.Delta, &Certified{law, c}, true
	}
	return b
}

// closed returns the best noise at δ = 0: the staircase, discrete if answers are whole.
func (q Question) closed() Best {
	var n central.Noise = central.NewStaircase(q.Epsilon, q.Loss)
	if q.Query == optimal.Count {
		n = central.NewDiscreteStaircase(q.Epsilon, int(q.Sensitivity), q.Loss)
	}
	return Best{Law: n.Law(), Loss: n.Expected(q.Loss) * q.Scale()}
}

// impossible reports whether an error says that there is no such law, or none that a linear program can hold,
// which is an answer.
func impossible(err error) bool {
	var none *optimal.InfeasibleError
	var blurred *optimal.BlurredError
	return errors.As(err, &none) || errors.As(err, &blurred)
}
