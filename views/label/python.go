package label

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/labelling"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// longestSum bounds the terms that lines of Python may add up.
const longestSum = 2e6

// tooMany says why there are no lines for more records.
const tooMany = "a sum over this many records takes Python too long; dpscope read gives the answer to a program"

// flipPython returns lines that compute the probability with which each label flips.
func (q published) flipPython() string {
	return "epsilon = " + view.Digits(q.m.Epsilon) + "\nflip = 1 / (1 + math.exp(epsilon))\n"
}

// libraries returns lines that make the mechanism of one label.
func (q published) libraries() []mechanisms.Library {
	actual := "its ε is the actual one, " + view.Digits(q.m.Epsilon) + ", half of the ε = " + view.Digits(q.m.Epsilon) + " that the exponential mechanism states here."
	list := []mechanisms.Library{
		{Name: "opendp", Version: "0.12.1", Lines: "import opendp.prelude as dp\n\ndp.enable_features(\"contrib\")\nmechanism = dp.m.make_randomized_response_bool(prob=" + view.Digits(q.m.Keep) + ")\nprint(mechanism(True))\n",
			Differs: actual + " It flips a discrete coin that is hardened for release."},
	}
	if q.m.Epsilon > 0 { // which diffprivlib needs
		list = append(list, mechanisms.Library{Name: "diffprivlib", Version: "0.6.6", Lines: "from diffprivlib.mechanisms import Binary\n\nprint(Binary(epsilon=" +
			view.Digits(q.m.Epsilon) + ", value0=\"no\", value1=\"yes\").randomise(\"yes\"))\n",
			Differs: actual})
	}
	return list
}

// binomialPython computes Pr[F ≤ most] for a binomial F, summed by logarithms.
const binomialPython = `
def at_most(most, n, p):
    if p <= 0:
        return 1.0
    f = np.arange(int(most) + 1)
    up = np.concatenate([[0.0], np.cumsum(np.log(n - f[:-1]) - np.log(f[1:]))])  # ln of n over f
    return float(np.exp(up + f * math.log(p) + (n - f) * math.log1p(-p)).sum())
`

// summed is how far such a sum may differ from the answer, relative to it, by the rounding of its terms.
const summed = 1e-8

func (q identity) python(context.Context, param.Values) view.Python {
	return view.Python{Answer: engine.Key{Name: "difference"}, Within: summed, Libraries: q.libraries(), Numpy: q.flipPython() + "n = " +
		view.Digits(float64(q.n)) + `
flipped = np.array([bin(labelling).count("1") for labelling in range(2**n)])  # labels that differ from the true ones
weights = np.exp(epsilon * (n - flipped))
exponential = weights / weights.sum()
coins = flip**flipped * (1 - flip) ** (n - flipped)
print(abs(exponential / coins - 1).max())  # rounding: the two are one
`}
}

func (q flips) python(context.Context, param.Values) view.Python {
	return view.Python{Answer: engine.Key{Name: "expected"}, Numpy: q.flipPython() + "n = " + view.Digits(float64(q.n)) +
		"\nprint(n * flip)\n", Libraries: q.libraries(), Within: summed}
}

func majorityPython(_ context.Context, _ param.Values, q majority) (view.Python, error) {
	p := view.Python{Answer: engine.Key{Name: "success"}, Within: summed, Libraries: q.libraries(),
		Numpy: q.flipPython() + "n, most = " + view.Digits(q.n) + ", " + view.Digits(labelling.MostFlips(q.n, true)) + "\n" + binomialPython +
			"\nprint(at_most(most, n, flip))\n"}
	if q.n > longestSum {
		p.Numpy, p.None = "", tooMany
	}
	return p, nil
}

func (q budget) python(context.Context, param.Values) view.Python {
	if q.Records > longestSum/100 {
		return view.Python{None: tooMany}
	}
	return view.Python{Answer: engine.Key{Name: "epsilon-least"}, Within: summed, Numpy: "n, most, sure = " + view.Digits(q.Records) + ", " +
		view.Digits(q.Allowed()) + ", " + view.Digits(q.Confidence) + "\n" + binomialPython + `
def enough(epsilon):
    return most >= n or at_most(most, n, 1 / (1 + math.exp(epsilon))) >= sure

low, high = 0.0, 700.0
for _ in range(200):
    middle = (low + high) / 2
    low, high = (low, middle) if enough(middle) else (middle, high)
print(0.0 if enough(0.0) else high)
`}
}
