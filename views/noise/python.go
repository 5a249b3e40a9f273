package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/views/view"
)

// python returns lines for the least loss at δ = 0, where the best noise is a staircase. With δ > 0 a linear program over
// thousands of events finds the loss, which a few lines cannot repeat.
func (q asked) python(_ context.Context, v param.Values) view.Python {
	p := view.Python{Within: summed}
	power := map[string]string{"l1": "1", "l2": "2"}[q.loss]
	switch {
	case v.Picked(queries).Name != "real":
		p.None = "counts have discrete noise, whose best is found by a linear program; dpscope export writes it"
	case v.Word(also) != "" || v.Word(below) != "":
		p.None = "several points at once size every noise by a search; dpscope read gives its answers to a program"
	case power == "":
		p.None = "only |x| and x² have lines; dpscope read gives the others to a program"
	case q.Delta > 0:
		p.None = "with δ > 0 a linear program finds the least loss; dpscope read gives it to a program, and dpscope export writes the noise"
	default:
		p.Answer = engine.Key{Name: "loss"}
		p.Numpy = "epsilon, sensitivity, power = " + view.Digits(q.Epsilon) + ", " + view.Digits(q.given) + ", " + power + "\n" + staircasePython
	}
	if v.Picked(queries).Name == "real" {
		p.Libraries = q.libraries()
	}
	return p
}

// summed is how far the lines may differ from the answer, as they sum series of thousands of terms.
const summed = 1e-8

// staircasePython prints E|Z|^power of staircase noise at the sensitivity that is given.
const staircasePython = `
b = math.exp(-epsilon)  # a staircase falls by this at every gamma + k
gamma = 1 / (1 + math.exp(epsilon / 2)) if power == 1 else (np.cbrt(b * (1 + b) / 2) - b) / (1 - b)
height = (1 - b) / (2 * (gamma + (1 - gamma) * b))
k = np.arange(int(800 / epsilon) + 2)
up = lambda low, high: (high ** (power + 1) - low ** (power + 1)) / (power + 1)
loss = float((2 * height * np.exp(-epsilon * k) * (up(k, k + gamma) + b * up(k + gamma, k + 1.0))).sum())
print(loss * sensitivity**power)
`

// libraries returns lines for the noises of a fixed shape on a number x that OpenDP or diffprivlib make. Neither makes
// truncated Laplace noise: what diffprivlib calls truncated clamps answers.
func (q asked) libraries() []mechanisms.Library {
	list := mechanisms.LaplaceOf(q.Epsilon, q.given)
	if power := q.loss == "l1" || q.loss == "l2"; power {
		list = append(list, mechanisms.StaircaseOf(q.Epsilon, q.given, central.NewStaircase(q.Epsilon, q.Loss).Gamma))
	}
	if gaussian, err := mechanisms.AnalyticGaussian(q.Epsilon, q.Delta); q.Delta > 0 && err == nil {
		list = append(list, mechanisms.GaussianOf(q.Epsilon, q.Delta, q.given, q.given*gaussian.Sigma())...)
	}
	return list
}
