package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var krr = param.Kind[Mechanism]{
	Name: "krr", Title: "Randomised resp. (RR)", Tag: "ε-LDP",
	Help: "Tells the bin nearest to x, or with a fixed chance any other of the k bins, all alike. " +
		"With k = 2 it is Warner's coin.",
	Source: "Warner 1965; Kairouz, Oh & Viswanath 2016 (JMLR), k-ary randomised response",
	Params: []param.Param{Epsilon, Bins},
	New: func(v param.Values) (Mechanism, error) {
		if err := Bins.Check(v.Get(Bins)); err != nil {
			return nil, err
		}
		return RandomisedResponse{Bins: int(v.Get(Bins))}.WithEpsilon(v.Get(Epsilon))
	},
}

// RandomisedResponse keeps the bin nearest to x with probability
// e^ε/(k − 1 + e^ε), and otherwise answers any of the k − 1 others.
type RandomisedResponse struct {
	Epsilon float64
	Bins    int // k, at least 2
}

// WithEpsilon returns the same mechanism at another budget.
func (m RandomisedResponse) WithEpsilon(epsilon float64) (Mechanism, error) {
	m.Epsilon = epsilon
	return within(m, epsilon)
}

func (m RandomisedResponse) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon, Condition: "x is moved to the nearest bin first, never told exactly"})
}

// Loss returns ε, attained by any two inputs of different bins.
func (m RandomisedResponse) Loss() float64 { return m.Epsilon }

// DeltaAt gathers on the one bin that is likelier under x than under x′.
func (m RandomisedResponse) DeltaAt(epsilon float64) float64 {
	return m.keep() * -math.Expm1(-max(m.Epsilon-epsilon, 0))
}

// TotalVariation gathers on the two bins that are kept, if they are two.
func (m RandomisedResponse) TotalVariation(x, other float64) float64 {
	if g := (grid{m.Bins - 1}); g.nearest(x) == g.nearest(other) {
		return 0
	}
	return m.DeltaAt(0)
}

func (m RandomisedResponse) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	if m.TotalVariation(x, other) == 0 || m.Epsilon < withRoundoff(loss) {
		return emptyInterval()
	}
	kept := m.At(x).(Discretised).Snapped()
	return kept, kept
}

// keep and other are the probabilities of the true bin and of each other one.
func (m RandomisedResponse) keep() float64 {
	return 1 / (1 + float64(m.Bins-1)*math.Exp(-m.Epsilon))
}

func (m RandomisedResponse) other() float64 { return math.Exp(-m.Epsilon) * m.keep() }

func (m RandomisedResponse) At(x float64) Law {
	g := grid{m.Bins - 1}
	return responseLaw{g, g.nearest(x), m.keep(), m.other(), -math.Expm1(-m.Epsilon) * m.keep()}
}

// CriticalEpsilons returns none: a window with the true bin only gains, any other only loses.
func (m RandomisedResponse) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	return nil, true
}

func (m RandomisedResponse) Formula(x float64) string {
	return fmt.Sprintf("The bin nearest to x with probability e^ε/(k − 1 + e^ε) = %s, each of the other %d with %s.",
		numeral.Chance(m.keep()), m.Bins-1, numeral.Chance(m.other()))
}

func (m RandomisedResponse) Caption(x float64) string {
	return fmt.Sprintf("The truth has %s; every other of the %d bins is alike, near or far. Fewer bins tell the truth more often.",
		numeral.Chance(m.keep()), m.Bins)
}

// responseLaw gives bin kept the probability keep and every bin else other;
// more is keep − other.
type responseLaw struct {
	grid
	kept              int
	keep, other, more float64
}

// between returns the probability of the bins first to last.
func (l responseLaw) between(first, last int) float64 {
	count := float64(max(last-first+1, 0))
	if first <= l.kept && l.kept <= last {
		return l.keep + (count-1)*l.other
	}
	return count * l.other
}

func (l responseLaw) Mass(from, to float64) float64 {
	first, last := l.window(from, to)
	return binsMass(l, first, last)
}

func (l responseLaw) Outside(from, to float64) float64 {
	first, last := l.window(from, to)
	return binsOutside(l, first, last)
}

func (l responseLaw) Bins() int                        { return l.steps + 1 }
func (l responseLaw) BinsMass(first, last int) float64 { return l.between(first, last) }
func (l responseLaw) Snapped() float64                 { return l.at(l.kept) }

func (l responseLaw) Density(float64) float64      { return 0 }
func (l responseLaw) Atoms() []Atom                { return atoms(l) }
func (l responseLaw) Support() (low, high float64) { return 0, 1 }

// Mean and Variance take the law as a mixture of the kept bin, with weight
// more, and of all bins alike.
func (l responseLaw) Mean() float64 {
	return l.more*l.at(l.kept) + l.even()/2
}

func (l responseLaw) Variance() float64 {
	n := float64(l.steps)
	away := l.at(l.kept) - 0.5
	return l.even() * ((n+2)/(12*n) + l.more*away*away)
}

func (l responseLaw) even() float64 { return float64(l.Bins()) * l.other }

func (l responseLaw) Sample(rng *rand.Rand) float64 {
	if rng.Float64() < l.keep {
		return l.at(l.kept)
	}
	i := rng.IntN(l.steps)
	if i >= l.kept {
		i++
	}
	return l.at(i)
}
