package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var exponential = exponentialKind(param.Kind[Mechanism]{
	Name: "exponential", Title: "Exponential", Tag: "ε-LDP",
	Help: "Answers one of k bins, nearer ones more often: weight exp(−ε·distance/2). " +
		"The ½ is needed for scores in general, and wastes half of the budget here.",
	Source: "McSherry & Talwar 2007, Thm 6; Zheng & Hu, Quantifying Classifier Utility under LDP, Def. 13, with its sign corrected",
}, false)

var exponentialSharp = exponentialKind(param.Kind[Mechanism]{
	Name: "exponential-sharp", Title: "Exponential, exact", Tag: "ε-LDP",
	Help:   "The exponential mechanism without its ½: weight exp(−ε·distance). On [0, 1] it still keeps ε.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, as their code has it; that the loss is exactly ε is our proof",
}, true)

func exponentialKind(k param.Kind[Mechanism], sharp bool) param.Kind[Mechanism] {
	k.Params = []param.Param{Epsilon, Bins}
	k.New = func(v param.Values) (Mechanism, error) {
		if err := Bins.Check(v.Get(Bins)); err != nil {
			return nil, err
		}
		return Exponential{Bins: int(v.Get(Bins)), Sharp: sharp}.WithEpsilon(v.Get(Epsilon))
	}
	return k
}

// Exponential answers bin y with weight exp(−b|x−y|), where b is ε/2, or ε if
// Sharp. x need not be on a bin.
//
// Its loss is exactly b on this domain: the sum of the weights changes with x
// by less than a factor e^(b|x−x′|), and is the same at 0 and at 1, so the
// argument of TruncatedLaplace holds with a sum for the integral.
type Exponential struct {
	Epsilon float64
	Bins    int // at least 2
	Sharp   bool
}

// WithEpsilon returns the same mechanism at another budget.
func (m Exponential) WithEpsilon(epsilon float64) (Mechanism, error) {
	m.Epsilon = epsilon
	return within(m, epsilon)
}

func (m Exponential) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon})
}

// rate returns b.
func (m Exponential) rate() float64 {
	if m.Sharp {
		return m.Epsilon
	}
	return m.Epsilon / 2
}

// Honest names the mechanism that has the same law at its own loss, and states that.
func (m Exponential) Honest() string {
	if m.Sharp {
		return ""
	}
	return exponentialSharp.Title
}

// Loss returns b, attained at x = y = 1 and x′ = 0.
func (m Exponential) Loss() float64 { return m.rate() }

// DeltaAt is attained by the inputs 0 and 1 and the bins below (1 − ε′/b)/2, by
// monotone likelihood ratio; their weights are geometric under either input.
func (m Exponential) DeltaAt(epsilon float64) float64 {
	b, n := m.rate(), float64(m.Bins-1)
	if epsilon >= b {
		return 0
	}
	ratio := b / n                             // −ln of the ratio of neighbouring weights at x = 0
	bins := math.Ceil((1 - epsilon/b) / 2 * n) // i/n < (1 − ε′/b)/2; at equality a bin adds 0
	share := math.Expm1(-ratio*bins) / math.Expm1(-ratio*(n+1))
	return share * -math.Expm1(epsilon-b+ratio*(bins-1))
}

// TotalVariation sums 1 − 1/ratio over the bins up to the lower input, where
// the log-ratio is largest and constant, and over those after it, where it falls
// by 2b a unit until it is 0. Both are geometric sums, without a negative term.
func (m Exponential) TotalVariation(x, other float64) float64 {
	x, other = min(x, other), max(x, other)
	switch {
	case x == other:
		return 0
	case x+other > 1:
		x, other = 1-other, 1-x
	}
	b, l, lean := m.rate(), m.at(x), m.lean(x, other)
	sum := l.leftTotal * -math.Expm1(-max(b*(other-x)+lean, 0))
	first := b*(x+other-2*l.grid.at(l.below+1)) + lean // the log-ratio at the bin after x
	if first > 0 {
		bins := min(math.Ceil(first/(2*l.ratio)), float64(l.steps-l.below))
		sum += math.Exp(-l.right) * math.Expm1(-l.ratio*bins) * math.Expm1(-(first - l.ratio*(bins-1)))
	}
	return sum / l.total
}

func (m Exponential) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		return tiltedEvent(m.rate(), m.lean(x, other), x, other, loss)
	})
}

// lean returns the logarithm of the ratio of the sums of weights at x′ and at x. With p the distance of x
// past a bin, in bins, those sums are proportional to
//
//	e^(−rp) + e^(−r(1−p)) − e^−r·(e^(−bx) + e^(−b(1−x))),  r = b/(k − 1)
//
// which changes little if r is small; then it is not computed as a difference.
func (m Exponential) lean(x, other float64) float64 {
	p, q := m.at(x), m.at(other)
	r := p.ratio
	if r > 1 {
		return math.Log(q.total/p.total) + r*(p.nearest()-q.nearest())
	}
	change := endsChange(r, p.past, q.past) - math.Exp(-r)*endsChange(m.rate(), x, other)
	return math.Log1p(change * math.Exp(r*p.nearest()) / p.total)
}

func (m Exponential) At(x float64) Law { return m.at(x) }

// at returns the law at x as two geometric sequences of weights: one from the
// last bin not above x leftwards, one from the next bin rightwards.
func (m Exponential) at(x float64) exponentialLaw {
	n := float64(m.Bins - 1)
	below := min(math.Floor(x*n), n-1)
	past := math.FMA(x, n, -below) // in [0, 1]: how far x is past the bin below, in bins
	l := exponentialLaw{grid: grid{m.Bins - 1}, below: int(below), past: past, ratio: m.rate() / n}
	l.left = l.ratio * max(2*past-1, 0) // the nearer of the two has weight 1
	l.right = l.ratio * max(1-2*past, 0)
	l.leftTotal = l.leftSum(0, l.below)
	l.total = l.leftTotal + l.rightSum(l.below+1, l.grid.steps)
	return l
}

func (m Exponential) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	l := m.At(x).(exponentialLaw)
	n := float64(l.steps)
	past := math.FMA(x, n, -float64(l.below))
	t := exponentialTilt{moments: func(rate, length float64) (weight, mean float64) {
		return -math.Expm1(-rate * length), newGeometric(rate, int(length)).mean
	}}
	run := func(list []stretch, first, last int) []stretch { // distances in bins
		if end := min(last, l.below); first <= end {
			list = append(list, stretch{past + float64(l.below-end), float64(end - first + 1)})
		}
		if start := max(first, l.below+1); start <= last {
			list = append(list, stretch{1 - past + float64(start-l.below-1), float64(last - start + 1)})
		}
		return list
	}
	first, last := l.window(from, to)
	if first > last {
		return nil, true
	}
	t.inside = run(t.inside, first, last)
	t.outside = run(t.outside, 0, first-1)
	t.outside = run(t.outside, last+1, l.steps)
	perRate := m.Epsilon / l.ratio // ε at a rate of 1 per bin
	epsilons = t.turns(Epsilon.Min/perRate, Epsilon.Max/perRate)
	for i := range epsilons {
		epsilons[i] *= perRate
	}
	return epsilons, true
}

func (m Exponential) Formula(x float64) string {
	rate := "ε/2"
	if m.Sharp {
		rate = "ε"
	}
	return fmt.Sprintf("Bin y of %d has weight exp(−b|x − y|), b = %s = %s, divided by the sum of all weights.", m.Bins, rate,
		numeral.Short(m.rate()))
}

func (m Exponential) Caption(x float64) string {
	if m.Sharp {
		return fmt.Sprintf("Each step of 1/ε = %s away from x makes a bin e times rarer; the loss is ε, all of the budget.",
			numeral.Short(1/m.Epsilon))
	}
	return fmt.Sprintf("The ½ in the exponent is not needed here: the loss is %s, half the stated ε. Exponential, exact uses all of it.",
		numeral.Short(m.rate()))
}

// exponentialLaw gives bin i ≤ below the weight exp(−left − ratio·(below−i)),
// and bin i > below exp(−right − ratio·(i−below−1)). Sums of weights are kept
// times 1 − e^−ratio.
type exponentialLaw struct {
	grid
	below            int
	past             float64 // how far x is past that bin, in bins
	ratio            float64
	left, right      float64
	leftTotal, total float64
}

// nearest returns the distance of x from the nearest bin, in bins.
func (l exponentialLaw) nearest() float64 { return min(l.past, 1-l.past) }

func (l exponentialLaw) leftSum(first, last int) float64 {
	return math.Exp(-l.left-l.ratio*float64(l.below-last)) * -math.Expm1(-l.ratio*float64(last-first+1))
}

func (l exponentialLaw) rightSum(first, last int) float64 {
	return math.Exp(-l.right-l.ratio*float64(first-l.below-1)) * -math.Expm1(-l.ratio*float64(last-first+1))
}

// between returns the probability of the bins first to last.
func (l exponentialLaw) between(first, last int) float64 {
	sum := 0.0
	if end := min(last, l.below); first <= end {
		sum = l.leftSum(first, end)
	}
	if start := max(first, l.below+1); start <= last {
		sum += l.rightSum(start, last)
	}
	return sum / l.total
}

func (l exponentialLaw) Mass(from, to float64) float64 {
	first, last := l.window(from, to)
	return binsMass(l, first, last)
}

func (l exponentialLaw) Outside(from, to float64) float64 {
	first, last := l.window(from, to)
	return binsOutside(l, first, last)
}

func (l exponentialLaw) Bins() int                        { return l.steps + 1 }
func (l exponentialLaw) BinsMass(first, last int) float64 { return l.between(first, last) }

func (l exponentialLaw) Density(float64) float64      { return 0 }
func (l exponentialLaw) Atoms() []Atom                { return atoms(l) }
func (l exponentialLaw) Support() (low, high float64) { return 0, 1 }

// Mean weighs the means of the two sequences.
func (l exponentialLaw) Mean() float64 {
	left, right := l.sequences()
	leftShare, rightShare := l.shares()
	return (leftShare*(float64(l.below)-left.mean) + rightShare*(float64(l.below)+1+right.mean)) / float64(l.steps)
}

// Variance adds the variance within the sequences and that between their
// means; every term is positive.
func (l exponentialLaw) Variance() float64 {
	left, right := l.sequences()
	leftShare, rightShare := l.shares()
	apart := 1 + left.mean + right.mean
	n := float64(l.steps)
	return (leftShare*left.variance + rightShare*right.variance + leftShare*rightShare*apart*apart) / n / n
}

func (l exponentialLaw) sequences() (left, right geometric) {
	return newGeometric(l.ratio, l.below+1), newGeometric(l.ratio, l.steps-l.below)
}

func (l exponentialLaw) shares() (left, right float64) {
	return l.leftTotal / l.total, l.rightSum(l.below+1, l.steps) / l.total
}

// Sample picks a side, then a bin by inverting the truncated geometric
// distribution.
func (l exponentialLaw) Sample(rng *rand.Rand) float64 {
	if rng.Float64()*l.total < l.leftTotal {
		return l.at(l.below - l.step(l.below+1, rng))
	}
	return l.at(l.below + 1 + l.step(l.steps-l.below, rng))
}

// step draws m in [0, count) with weight e^(−ratio·m).
func (l exponentialLaw) step(count int, rng *rand.Rand) int {
	m := -math.Log1p(rng.Float64()*math.Expm1(-l.ratio*float64(count))) / l.ratio
	return min(int(m), count-1)
}

// atoms lists every bin of a law.
func atoms(l Binned) []Atom {
	g := grid{l.Bins() - 1}
	list := make([]Atom, l.Bins())
	for i := range list {
		list[i] = Atom{g.at(i), l.BinsMass(i, i)}
	}
	return list
}
