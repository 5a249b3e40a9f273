package survey

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// Limits on the counts that Python adds up, of one distribution, and of each where two are folded.
const (
	longestSum  = 2e6
	longestFold = 2e4
)

// python returns the margin of error in Python: for counts by their whole distribution, for a mean by the normal one.
func (q survey) python(ctx context.Context, _ param.Values) (view.Python, error) {
	s, err := q.named(ctx)
	if err != nil {
		return view.Python{}, err
	}
	p := view.Python{Answer: engine.Key{Name: "margin-of-error"}, Within: 1e-7}
	head := fmt.Sprintf("n, c = %s, %s\n", view.Digits(q.People), view.Digits(q.Confidence))
	switch {
	case q.Epsilon == 0:
		p.None = "answers are pure chance at ε = 0"
	case q.Asks == polling.Number:
		return q.meanPython(s, p, head)
	case q.Office && q.Noise != polling.Geometric:
		p.None = "a sum over counts has to be solved for the margin of noise with a density"
	case q.Office && (q.People > longestFold || q.Epsilon < 0.01), q.Everyone && q.People > longestFold, q.People > longestSum, s.Protocol == "olh" && q.Epsilon > 36:
		p.None = "a sum over this many counts takes Python too long"
	default:
		p.Numpy = head + fmt.Sprintf("epsilon, k, share = %s, %s, %s\n", view.Digits(q.Epsilon), view.Digits(q.Options), view.Digits(q.Share)) + counting + q.lawPython(s.Protocol) + margining
		p.Libraries = q.libraries(s.Protocol)
	}
	return p, nil
}

// counting computes the distribution of a count, by logarithms.
const counting = `
def counts(n, p):
    k = np.arange(n + 1)
    if p <= 0 or p >= 1:
        return (k == round(n * p)).astype(float)
    ways = np.concatenate([[0.0], np.cumsum(np.log(n - k[:-1]) - np.log(k[1:]))])  # ln of n over k
    return np.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))

u = math.exp(-epsilon)
`

// supports holds the chances that an answer supports its owner's option, p, and any other, q.
var supports = map[string]string{
	"response": "p = 1 / (1 + (k - 1) * u)\nq = u * p\n",
	"oue":      "p, q = 1 / 2, u / (1 + u)\n",
	"olh":      "g = math.floor(1 / u + 0.5) + 1  # hash values\np, q = 1 / (1 + (g - 1) * u), 1 / g\n",
	"subset":   "w = max(1, math.floor(k * u / (1 + u) + 0.5))  # options in an answer\np = w / (w + (k - w) * u)\nq = (p * (w - 1) + (1 - p) * w) / (k - 1)\n",
}

// lawPython returns the distribution of the count, from its least number on, and its mean.
func (q survey) lawPython(protocol string) string {
	switch {
	case q.Office:
		rate, law := "epsilon", "np.convolve(counts(n, share), noise), -most, n * share, 1 / n\n"
		if q.Options > 2 {
			rate = "epsilon / 2  # one person moves two counts"
		}
		if q.Everyone {
			law = "noise, -most, 0, 1 / n\n"
		}
		return "rate = " + rate + "\nmost = math.ceil(40 / rate)\nz = np.arange(-most, most + 1)\nnoise = np.tanh(rate / 2) * np.exp(-rate * np.abs(z))\n" +
			"pmf, first, mean, unit = " + law
	case q.Everyone:
		return supports[protocol] + "have = math.floor(share * n + 0.5)\n" +
			"pmf, first, mean = np.convolve(counts(have, p), counts(n - have, q)), 0, have * p + (n - have) * q\nunit = 1 / (n * (p - q))\n"
	}
	return supports[protocol] + "chance = q + share * (p - q)\npmf, first, mean, unit = counts(n, chance), 0, n * chance, 1 / (n * (p - q))\n"
}

// margining finds the least distance from the mean that holds enough.
const margining = `
distance = np.abs(first + np.arange(len(pmf)) - mean)
order = np.argsort(distance)
held = np.cumsum(pmf[order])
print(float(distance[order][np.searchsorted(held, c - 1e-11)] * unit))
`

// meanPython returns the margin of a mean under the normal distribution.
func (q survey) meanPython(s polling.Survey, p view.Python, head string) (view.Python, error) {
	r, err := s.Result()
	if err != nil {
		return p, err
	}
	if margin := r.Margin(q.Confidence); q.Office || margin.Basis != known.Estimate {
		p.None = "this mean has no normal distribution: its margin is that of a count, or of noise"
		return p, nil
	}
	p.Numpy = "import statistics\n\n" + head + "deviation = " + view.Digits(r.Deviation().Value) +
		"  # of the mean: the root of (variance of an answer + variance of people's numbers)/n\nprint(statistics.NormalDist().inv_cdf((1 + c) / 2) * deviation)\n"
	return p, nil
}

// libraries returns lines that make the coin, or the office's noise.
func (q survey) libraries(protocol string) []mechanisms.Library {
	const opendp = "import opendp.prelude as dp\n\ndp.enable_features(\"contrib\")\n"
	switch {
	case q.Office:
		scale := 1 / q.Epsilon
		if q.Options > 2 {
			scale *= 2
		}
		return []mechanisms.Library{{Name: "opendp", Version: "0.12.1", Lines: opendp +
			"mechanism = dp.m.make_geometric(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=" + view.Digits(scale) + ")\nprint(mechanism(" +
			view.Digits(math.Floor(q.Truth()*q.People+0.5)) + "))\n", Differs: "It draws integers from a sampler that is hardened for release."}}
	case protocol == "response" && q.Options == 2:
		return []mechanisms.Library{{Name: "opendp", Version: "0.12.1", Lines: opendp + "mechanism = dp.m.make_randomized_response_bool(prob=" +
			view.Digits(1/(1+math.Exp(-q.Epsilon))) + ")\nprint(mechanism(True))\n", Differs: "It flips a discrete coin that is hardened for release."}}
	}
	return nil
}
