package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/views/view"
)

// python is what the best noise of a fixed shape costs, with which the noise of least loss is compared. That one is found by a
// linear program over thousands of events, which a few lines do not repeat.
func (q asked) python(_ context.Context, v param.Values) view.Python {
	ranked := q.Ranked()
	p := view.Python{Within: summed}
	power := map[string]string{"l1": "1", "l2": "2"}[q.loss]
	switch {
	case v.Picked(queries).Name != "real":
		p.None = "counts have discrete noise, whose best is found by a linear program; dpscope export writes it"
	case v.Word(also) != "" || v.Word(below) != "":
		p.None = "several points at once size every noise by a search; dpscope read gives its answers to a program"
	case power == "":
		p.None = "only |x| and x² have lines; dpscope read gives the others to a program"
	case len(ranked) == 0:
		p.None = "no noise of a fixed shape is private here"
	default:
		if p.Answer = (engine.Key{Name: "loss"}); q.Delta > 0 { // at δ = 0 the best noise is a staircase
			p.Answer.Member = ranked[0].Name
		}
		p.Numpy = "epsilon, delta, sensitivity, power = " + view.Digits(q.Epsilon) + ", " + view.Digits(q.Delta) + ", " + view.Digits(q.given) + ", " +
			power + "\n" + fixedShapes
	}
	if v.Picked(queries).Name == "real" {
		p.Libraries = q.libraries()
	}
	return p
}

// summed is how far the lines may be from the answer: series of thousands of terms, and a root.
const summed = 1e-8

// fixedShapes is E|Z|^power of every noise of a fixed shape at a sensitivity of 1; it prints the least, at the sensitivity that is given.
const fixedShapes = `
losses = {"laplace": math.factorial(power) / epsilon**power}

b = math.exp(-epsilon)  # a staircase falls by this at every gamma + k
gamma = 1 / (1 + math.exp(epsilon / 2)) if power == 1 else (np.cbrt(b * (1 + b) / 2) - b) / (1 - b)
height = (1 - b) / (2 * (gamma + (1 - gamma) * b))
k = np.arange(int(800 / epsilon) + 2)
up = lambda low, high: (high ** (power + 1) - low ** (power + 1)) / (power + 1)
losses["staircase"] = float((2 * height * np.exp(-epsilon * k) * (up(k, k + gamma) + b * up(k + gamma, k + 1.0))).sum())

if 0 < delta < 0.5:
    r = math.expm1(epsilon) / (2 * delta)
    cut = math.log1p(r)  # of Laplace noise that is truncated at cut / epsilon
    losses["truncated-laplace"] = (1 - cut / r) / epsilon if power == 1 else 2 * (1 - (cut + cut**2 / 2) / r) / epsilon**2

if delta > 0:
    Phi = lambda z: math.erfc(-z / math.sqrt(2)) / 2
    exposed = lambda s: Phi(1 / (2 * s) - epsilon * s) - math.exp(epsilon) * Phi(-1 / (2 * s) - epsilon * s)
    low, high = 1e-3, 1e6  # of the standard deviation of normal noise (Balle and Wang, 2018)
    for _ in range(200):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if exposed(middle) <= delta else (middle, high)
    losses["analytic-gaussian"] = high * math.sqrt(2 / math.pi) if power == 1 else high**2

print(min(losses.values()) * sensitivity**power)
`

// libraries are lines for the noises of a fixed shape on a number x that OpenDP or diffprivlib make. Neither makes Laplace noise that is
// truncated: what diffprivlib calls so clamps answers.
func (q asked) libraries() []mechanisms.Library {
	list := mechanisms.LaplaceOf(q.given / q.Epsilon)
	if power := q.loss == "l1" || q.loss == "l2"; power {
		list = append(list, mechanisms.StaircaseOf(q.Epsilon, q.given, central.NewStaircase(q.Epsilon, q.Loss).Gamma))
	}
	if gaussian, err := mechanisms.AnalyticGaussian(q.Epsilon, q.Delta); q.Delta > 0 && err == nil {
		list = append(list, mechanisms.GaussianOf(q.Epsilon, q.Delta, q.given, q.given*gaussian.Sigma())...)
	}
	return list
}
