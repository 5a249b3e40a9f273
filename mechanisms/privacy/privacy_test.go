package privacy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// divergence returns the hockey-stick divergence of two finite laws, by definition.
func divergence(p, q []float64, epsilon float64) float64 {
	sum := 0.0
	for i := range p {
		sum += max(0, p[i]-math.Exp(epsilon)*q[i])
	}
	return sum
}

// budgets draws ε and δ of every size.
func budgets(rng *rand.Rand) (epsilon, delta float64) {
	return math.Exp(4*rng.Float64() - 3), math.Pow(10, -9*rng.Float64())
}

// A claim implies the profile of its worst mechanism: the truth with probability δ, else randomised response.
func TestStatedIsTheWorstCase(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		epsilon, delta := budgets(rng)
		if rng.IntN(2) == 0 {
			delta = 0
		}
		keep, flip := (1-delta)/(1+math.Exp(-epsilon)), (1-delta)/(1+math.Exp(epsilon))
		p, q := []float64{delta, keep, flip, 0}, []float64{0, flip, keep, delta}
		g := State(Claim{Epsilon: epsilon, Delta: delta, Notion: Approximate})
		for _, share := range []float64{0, 0.3, 0.999, 1, 1.5} {
			got, want := g.Delta(share*epsilon), divergence(p, q, share*epsilon)
			if math.Abs(got-want) > 1e-14*math.Exp(epsilon) {
				t.Errorf("(%g, %g) at %g of ε: %v, want %v", epsilon, delta, share, got, want)
			}
		}
	}
	pure := State(Claim{Epsilon: 2})
	if got, want := pure.Delta(1), (math.Exp(2)-math.E)/(1+math.Exp(2)); math.Abs(got-want) > 1e-15 {
		t.Errorf("ε = 2 at 1: %v, want %v", got, want)
	}
}

// A chance of a larger loss implies the same profile as (ε, δ): the worst
// mechanism for that keeps it, its loss exceeding ε with probability δ.
func TestProbabilistic(t *testing.T) {
	const epsilon, delta = 2.0, 0.01
	chance, approximate := State(Claim{Epsilon: epsilon, Delta: delta, Notion: Probabilistic}), State(Claim{Epsilon: epsilon, Delta: delta, Notion: Approximate})
	for _, e := range []float64{0, 1, 1.999, 2, 9} {
		if got, want := chance.Delta(e), approximate.Delta(e); got != want {
			t.Errorf("at %g: %g, want %g", e, got, want)
		}
	}
	keep, flip := (1-delta)/(1+math.Exp(-epsilon)), (1-delta)/(1+math.Exp(epsilon))
	beyond := 0.0
	for _, o := range [][2]float64{{delta, 0}, {keep, flip}, {flip, keep}, {0, delta}} {
		if o[0] > math.Exp(epsilon)*o[1]*(1+1e-12) {
			beyond += o[0]
		}
	}
	if beyond != delta {
		t.Errorf("the worst mechanism has a larger loss with probability %g, want %g", beyond, delta)
	}
}

// The attacker's share of right guesses under a claim: (e^ε + δ)/(1 + e^ε), which is e^ε/(1 + e^ε) where δ is 0.
func TestRightGuessUnderAClaim(t *testing.T) {
	for _, c := range []Claim{{Epsilon: 1e-3}, {Epsilon: 1}, {Epsilon: 20}, {Epsilon: 1e-3, Delta: 0.3, Notion: Approximate},
		{Epsilon: 1, Delta: 1e-6, Notion: Approximate}, {Epsilon: 3, Delta: 0.01, Notion: Probabilistic}} {
		odds := math.Exp(c.Epsilon)
		if got, want := RightGuess(State(c).Delta(0)), (odds+c.Delta)/(1+odds); math.Abs(got-want) > 1e-15 {
			t.Errorf("%v: %.17g, want %.17g", c, got, want)
		}
	}
	for variation, right := range map[float64]float64{0: 0.5, 0.5: 0.75, 1: 1} {
		if got, back := RightGuess(variation), TotalVariation(right); got != right || back != variation {
			t.Errorf("a total variation of %g: right %g of the time, want %g; back %g", variation, got, right, back)
		}
	}
}

// orders returns the orders that a conversion looks at.
func orders() []float64 {
	var list []float64
	for order := 1.001; order < 1e7; order = 1 + (order-1)*1.02 {
		list = append(list, order)
	}
	return list
}

// gaussian returns the Rényi curve of Gaussian noise, α/(2σ²) (Mironov 2017, Prop. 7).
func gaussian(sigma float64) Renyi {
	r := Renyi{Orders: orders()}
	for _, order := range r.Orders {
		r.Epsilons = append(r.Epsilons, order/(2*sigma*sigma))
	}
	return r
}

// The conversion of the Gaussian's curve is never below its exact profile, and
// not far above: unless ε is minute, that for the same δ is at most a third larger.
func TestRenyiOfGaussianNoise(t *testing.T) {
	for _, sigma := range []float64{0.1, 0.5, 1, 3, 20, 300} {
		r := gaussian(sigma)
		for epsilon := 1e-3; epsilon < 300; epsilon *= 1.3 {
			exact := GaussianProfile(epsilon, sigma)
			if got := r.Delta(epsilon); got < exact || got > 1 {
				t.Errorf("σ = %g, ε = %g: %g, the exact profile is %g", sigma, epsilon, got, exact)
			}
		}
		for _, delta := range []float64{1e-3, 1e-6, 1e-12} {
			r.At = delta
			exact := LeastEpsilon(func(e float64) float64 { return GaussianProfile(e, sigma) }, delta)
			if got := r.Claim().Epsilon; got < exact || exact > 0.01 && got > 1.35*exact {
				t.Errorf("σ = %g, δ = %g: ε = %g, exactly %g", sigma, delta, got, exact)
			}
		}
	}
}

// The conversion sharpens Mironov's, e^((α−1)(ρ−ε)), at every single order.
func TestRenyiIsSharperThanMironov(t *testing.T) {
	for _, order := range []float64{1.01, 2, 7, 500} {
		r := Renyi{Orders: []float64{order}, Epsilons: []float64{0.1 * order}}
		for _, epsilon := range []float64{0.1*order + 0.5/order, 0.1*order + 1, 0.1*order + 1.3} {
			if got, plain := r.Delta(epsilon), math.Exp((order-1)*(0.1*order-epsilon)); !(got < plain) {
				t.Errorf("order %g at %g: %g, Mironov's %g", order, epsilon, got, plain)
			}
		}
	}
}

// Randomised response has a closed form of its curve; the conversion of that is no less than the exact profile, and with the
// order +Inf equal to it.
func TestRenyiOfRandomisedResponse(t *testing.T) {
	const epsilon = 1.5
	p, q := 1/(1+math.Exp(-epsilon)), 1/(1+math.Exp(epsilon))
	r := Renyi{Orders: orders()}
	r.Orders = slices.DeleteFunc(r.Orders, func(order float64) bool { return order > 400 }) // the powers underflow
	for _, order := range r.Orders {
		r.Epsilons = append(r.Epsilons, math.Log(math.Pow(p, order)*math.Pow(q, 1-order)+math.Pow(q, order)*math.Pow(p, 1-order))/(order-1))
	}
	for _, e := range []float64{0, 0.4, 1, 1.4, 1.5, 2} {
		exact := divergence([]float64{p, q}, []float64{q, p}, e)
		if got := r.Delta(e); got < exact {
			t.Errorf("at %g: %g, below the exact %g", e, got, exact)
		}
		with := Renyi{Orders: append(r.Orders, math.Inf(1)), Epsilons: append(r.Epsilons, epsilon)}
		if got := with.Delta(e); math.Abs(got-exact) > 1e-15 {
			t.Errorf("with the order +Inf, at %g: %g, want %g", e, got, exact)
		}
	}
}

// Profiles lie in [0, 1] and never rise; without a δ of their own they fall to 0.
func TestProfilesFall(t *testing.T) {
	of := func(e float64) float64 { return GaussianProfile(e, 1.3) }
	step := 0.01 * float64(effort.Scale(7, 1, 1))
	for name, g := range map[string]Guarantee{
		"pure":          State(Claim{Epsilon: 1}),
		"approximate":   State(Claim{Epsilon: 1, Delta: 1e-5, Notion: Approximate}),
		"probabilistic": State(Claim{Epsilon: 1, Delta: 1e-5, Notion: Probabilistic}),
		"rényi":         gaussian(1.3),
		"profile":       Profile{Of: of},
	} {
		last := 1.0
		for epsilon := 0.0; epsilon < 100; epsilon += step {
			delta := g.Delta(epsilon)
			if !(0 <= delta && delta <= last*(1+1e-12)) {
				t.Errorf("%s: %g at %g after %g", name, delta, epsilon, last)
			}
			last = delta
		}
		stays := g.Claim().Delta
		if name == "rényi" || name == "profile" || name == "table" {
			stays = 0
		}
		if far := g.Delta(math.Inf(1)); far != stays {
			t.Errorf("%s: %g at the end, want %g", name, far, stays)
		}
	}
}

// LeastEpsilon inverts a profile on the safe side.
func TestLeastEpsilon(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		epsilon, delta := budgets(rng)
		sigma := AnalyticSigma(epsilon, delta)
		profile := func(e float64) float64 { return GaussianProfile(e, sigma) }
		got := LeastEpsilon(profile, delta)
		if profile(got) > delta || math.Abs(got-epsilon) > 1e-9*max(epsilon, 1) {
			t.Errorf("ε = %g, δ = %g: %v with δ %v", epsilon, delta, got, profile(got))
		}
	}
	stated := State(Claim{Epsilon: 2, Delta: 1e-6, Notion: Approximate})
	for _, c := range [][2]float64{{1e-6, 2}, {1, 0}, {1e-7, math.Inf(1)}} {
		if got := LeastEpsilon(stated.Delta, c[0]); math.Abs(got-c[1]) > 1e-12 {
			t.Errorf("of (2, 1e-6) at δ = %g: %v, want %v", c[0], got, c[1])
		}
	}
}

func TestClaimsInWords(t *testing.T) {
	for _, c := range []struct {
		claim Claim
		want  string
	}{
		{Claim{Epsilon: 2}, "ε-LDP with ε = 2.00, for any two values of [0, 1]"},
		{Claim{Epsilon: 2, Neighbours: OneLabel}, "ε-label-DP with ε = 2.00, for data sets that differ in one label; the features are public"},
		{Claim{Epsilon: 1, Delta: 1e-6, Notion: Approximate, Neighbours: OneReplaced}, "(ε, δ)-DP with ε = 1.00, δ = 10^-6, for data sets that differ in one record"},
		{Claim{Epsilon: 1, Delta: 0.01, Notion: Probabilistic, Condition: "so far"}, "the loss exceeds ε = 1.00 with probability at most δ = 0.0100, for any two values of [0, 1]; so far"},
	} {
		if got := c.claim.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
