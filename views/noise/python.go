package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// python is what Laplace noise costs, the closed form that all others are compared with. The noise of least loss is
// found by a linear program over thousands of events, which a few lines do not repeat.
func (q asked) python(_ context.Context, v param.Values) view.Python {
	p := view.Python{Answer: engine.Key{Name: "loss", Member: "laplace"}}
	scale := q.given / q.Epsilon
	lines := "scale = " + view.Digits(q.given) + " / " + view.Digits(q.Epsilon) + "  # of Laplace noise: sensitivity over epsilon\n"
	switch {
	case v.Picked(queries).Name != "real":
		p.None = "counts have discrete noise, whose best is found by a linear program; dpscope export writes it"
	case q.loss == "l1":
		p.Numpy = lines + "print(scale)  # E|Z|\n"
	case q.loss == "l2":
		p.Numpy = lines + "print(2 * scale**2)  # E Z²\n"
	default:
		p.None = "only |x| and x² have lines; dpscope read gives the others to a program"
	}
	p.Libraries = mechanisms.LaplaceOf(scale)
	return p
}
