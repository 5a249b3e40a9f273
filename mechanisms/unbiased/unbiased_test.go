package unbiased

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
)

var budgets = []float64{0.01, 0.3, 0.61, 0.8, 1, 2.5, 6}

func mechanism(t testing.TB, name string, epsilon float64) Mechanism {
	t.Helper()
	kind, err := All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(param.Values{}.With(Epsilon, epsilon))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// piece is a stretch of the line on which an answer has one density, or a point with a mass, where from equals to.
type piece struct{ from, to, height float64 }

// pieces returns the law of an answer about x, from the papers, independent of the package, on the scale of its answers.
func pieces(name string, epsilon, x float64) []piece {
	return slices.DeleteFunc(law(name, epsilon, x), func(p piece) bool { return p.from != p.to && p.to-p.from < 1e-12 || p.height == 0 })
}

func law(name string, epsilon, x float64) []piece {
	e, z, t := math.Exp(epsilon), math.Exp(epsilon/2), 2*x-1
	back := func(y float64) float64 { return (1 + y) / 2 }
	switch name {
	case "duchi":
		b := (e + 1) / (e - 1)
		up := 0.5 + t*(e-1)/(2*(e+1))
		return []piece{{back(-b), back(-b), 1 - up}, {back(b), back(b), up}}
	case "piecewise":
		c := (z + 1) / (z - 1)
		left := (c+1)/2*t - (c-1)/2
		right := left + c - 1
		high := (e - z) / (2*z + 2)
		return []piece{{back(-c), back(left), 2 * high / e * wide(x)}, {back(left), back(right), 2 * high}, {back(right), back(c), 2 * high / e * wide(1-x)}}
	case "hybrid":
		if epsilon <= 0.61 {
			return pieces("duchi", epsilon, x)
		}
		var all []piece
		for _, p := range pieces("piecewise", epsilon, x) {
			all = append(all, piece{p.from, p.to, p.height * (1 - 1/z)})
		}
		for _, p := range pieces("duchi", epsilon, x) {
			all = append(all, piece{p.from, p.to, p.height / z})
		}
		return all
	case "square-wave":
		b := (epsilon*e - e + 1) / (2 * e * (e - 1 - epsilon))
		low := 1 / (2*b*e + 1)
		s := 2 * b * (e - 1) * low
		back = func(y float64) float64 { return (y - (1-s)/2) / s }
		return []piece{{back(-b), back(x - b), low * s * wide(x)}, {back(x - b), back(x + b), e * low * s}, {back(x + b), back(1 + b), low * s * wide(1-x)}}
	}
	return nil
}

// wide returns 0 for a stretch without width, which would pass for a point.
func wide(x float64) float64 {
	if x == 0 {
		return 0
	}
	return 1
}

// moment returns a moment about a centre.
func moment(law []piece, power int, about float64) (sum float64) {
	for _, p := range law {
		if p.from == p.to {
			sum += p.height * math.Pow(p.from-about, float64(power))
			continue
		}
		n := float64(power + 1)
		sum += p.height * (math.Pow(p.to-about, n) - math.Pow(p.from-about, n)) / n
	}
	return sum
}

func TestLawsOfThePapers(t *testing.T) {
	for _, name := range []string{"duchi", "piecewise", "hybrid", "square-wave"} {
		for _, epsilon := range budgets {
			m := mechanism(t, name, epsilon)
			for _, x := range []float64{0, 0.1, 0.5, 0.83, 1} {
				law := pieces(name, epsilon, x)
				scale := math.Sqrt(m.Variance(x))
				if sum, mean := moment(law, 0, 0), moment(law, 1, 0); math.Abs(sum-1) > 1e-9 || math.Abs(mean-x) > 1e-9*scale {
					t.Errorf("%s at ε %g: mass %g, mean %g about %g", name, epsilon, sum, mean, x)
				}
				if got, want := m.Variance(x), moment(law, 2, x); math.Abs(got-want) > 1e-8*want {
					t.Errorf("%s at ε %g: variance %g about %g, for %g", name, epsilon, got, x, want)
				}
			}
		}
	}
}

// No two numbers are told apart better than the profile says, and 0 and 1 as well; no density is more than e^ε times another.
func TestProfilesOfThePapers(t *testing.T) {
	for _, name := range []string{"duchi", "piecewise", "hybrid", "square-wave"} {
		for _, epsilon := range budgets {
			m := mechanism(t, name, epsilon)
			if claim := m.Guarantee().Claim(); claim.Epsilon != epsilon || claim.Delta != 0 {
				t.Errorf("%s claims %+v at ε %g", name, claim, epsilon)
			}
			for _, pair := range [][2]float64{{0, 1}, {1, 0}, {0, 0.5}, {0.2, 0.3}, {0.9, 0.1}} {
				for _, share := range []float64{0, 0.3, 0.9, 1, 1.5} {
					delta, limit := beyond(pieces(name, epsilon, pair[0]), pieces(name, epsilon, pair[1]), math.Exp(share*epsilon)), m.Delta(share*epsilon)
					if delta > limit+1e-9 || math.Abs(pair[0]-pair[1]) == 1 && delta < limit-1e-9 {
						t.Errorf("%s at ε %g: δ(%g) of %v is %g, said to be %g", name, epsilon, share*epsilon, pair, delta, limit)
					}
				}
			}
		}
	}
}

// beyond returns the mass of P − factor·Q where it is positive.
func beyond(p, q []piece, factor float64) (sum float64) {
	var cuts []float64
	for _, law := range [][]piece{p, q} {
		for _, c := range law {
			cuts = append(cuts, c.from, c.to)
		}
	}
	at := func(law []piece, from, to float64, atom bool) (mass float64) {
		for _, c := range law {
			switch {
			case atom && c.from == c.to && c.from == from:
				mass += c.height
			case !atom && c.from <= from && to <= c.to:
				mass += c.height * (to - from)
			}
		}
		return mass
	}
	seen := map[float64]bool{}
	for _, from := range cuts {
		if seen[from] {
			continue
		}
		seen[from] = true
		sum += max(at(p, from, from, true)-factor*at(q, from, from, true), 0)
		next := math.Inf(1)
		for _, c := range cuts {
			if c > from {
				next = min(next, c)
			}
		}
		if !math.IsInf(next, 1) {
			sum += max(at(p, from, next, false)-factor*at(q, from, next, false), 0)
		}
	}
	return sum
}

func TestLaplaceProfile(t *testing.T) {
	m := mechanism(t, "laplace", 0.8)
	for _, loss := range []float64{0, 0.3, 0.8, 1} {
		// Of noise of scale 1/ε moved by 1: Pr[y < t] − e^loss·Pr[y < t − 1] at its best t.
		best := 0.0
		cdf := func(y float64) float64 {
			if y < 0 {
				return math.Exp(0.8*y) / 2
			}
			return 1 - math.Exp(-0.8*y)/2
		}
		for y := -3.0; y < 4; y += 1e-4 {
			best = max(best, cdf(y)-math.Exp(loss)*cdf(y-1))
		}
		if got := m.Delta(loss); math.Abs(got-best) > 1e-7 {
			t.Errorf("δ(%g) is %g for %g", loss, got, best)
		}
	}
}

// Draws have the stated mean and variance, and are told apart no better than ε allows.
func TestDrawnAnswersAreAudited(t *testing.T) {
	draws, alpha := effort.Scale(20_000, 100_000, 1_000_000), 1e-7
	for i, kind := range All.Kinds {
		for _, epsilon := range []float64{0.5, 1.2, 4} {
			m, rng := mechanism(t, kind.Name, epsilon), rand.New(rand.NewPCG(3, uint64(i)))
			high := [2]float64{}
			for own := range 2 {
				sum, squares, n := 0.0, 0.0, float64(draws)
				for range draws {
					y := m.Draw(rng, float64(own))
					sum, squares = sum+y, squares+(y-float64(own))*(y-float64(own))
					if y > 0.5 {
						high[own]++
					}
				}
				want := m.Variance(float64(own))
				if mean := sum / n; math.Abs(mean-float64(own)) > 6*math.Sqrt(want/n) {
					t.Errorf("%s at ε %g: mean %g about %d", kind.Name, epsilon, mean, own)
				}
				if got := squares / n; math.Abs(got-want) > 0.1*want {
					t.Errorf("%s at ε %g: variance %g, said to be %g", kind.Name, epsilon, got, want)
				}
			}
			n := float64(draws)
			if low := math.Log(binomial.LowerLimit(high[1], n, alpha) / binomial.UpperLimit(high[0], n, alpha)); low > epsilon {
				t.Errorf("%s loses at least %g, more than ε = %g", kind.Name, low, epsilon)
			}
		}
	}
}

// From the least ε to the greatest all numbers are numbers.
func TestExtremes(t *testing.T) {
	for _, kind := range All.Kinds {
		for _, epsilon := range []float64{1e-6, 1e-3, 0.49999, 0.5, 37, 700, 1500} {
			m := mechanism(t, kind.Name, epsilon)
			if v, a := m.Variance(0.3), Advantage(m); !(v >= 0) || math.IsInf(v, 0) || !(a >= 0 && a <= 1) {
				t.Errorf("%s at ε %g: variance %g, advantage %g", kind.Name, epsilon, v, a)
			}
		}
	}
	if a, b := mechanism(t, "square-wave", 0.4999999).Variance(0.2), mechanism(t, "square-wave", 0.5000001).Variance(0.2); math.Abs(a/b-1) > 1e-5 {
		t.Errorf("the square wave's variance leaps at ε = 0.5: %g, %g", a, b)
	}
}
