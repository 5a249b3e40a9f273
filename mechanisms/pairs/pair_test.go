package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// normalPair returns a pair of laws one apart with closed forms for all answers.
func normalPair(side Side, atoms int, sigma float64) Pair {
	r := Rounding{Side: side, Atoms: atoms, Least: 1e-9, Lost: 1e-15}
	if side == Above {
		return r.Dominating(func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, sigma) })
	}
	var cells []Cell
	below := func(x float64) float64 { return math.Erfc(-x/sigma/math.Sqrt2) / 2 }
	for i := range atoms {
		from, to := -9*sigma+(18*sigma+1)*float64(i)/float64(atoms), -9*sigma+(18*sigma+1)*float64(i+1)/float64(atoms)
		cells = append(cells, Cell{below(to-1) - below(from-1), below(to) - below(from)})
	}
	return Of(cells)
}

// Sums of normal losses are normal: composed, they are enclosed, the nearer the more outcomes
// are kept.
func TestComposeEnclosesNormal(t *testing.T) {
	for _, sigma := range []float64{1, 10} {
		for _, times := range []float64{2, 10, 100}[:effort.Scale(2, 3, 3)] {
			last := math.Inf(1)
			for _, atoms := range []int{100, 400} {
				high, err := Rounding{Side: Above, Atoms: atoms, Least: 1e-9, Lost: 1e-15}.Power(t.Context(), normalPair(Above, atoms, sigma), times)
				if err != nil {
					t.Fatal(err)
				}
				low, err := Rounding{Side: Below, Atoms: atoms, Least: 1e-9, Lost: 1e-15}.Power(t.Context(), normalPair(Below, atoms, sigma), times)
				if err != nil {
					t.Fatal(err)
				}
				apart := 0.0
				for epsilon := 0.0; epsilon < 40; epsilon += 0.25 {
					want := privacy.GaussianProfile(epsilon, sigma/math.Sqrt(times))
					if want < 1e-9 {
						break
					}
					if l, h := low.Delta(epsilon), high.Delta(epsilon); l > want*(1+1e-9) || h < want*(1-1e-9) {
						t.Errorf("σ = %g, %g times, %d outcomes, ε = %g: %g is not in [%g, %g]", sigma, times, atoms, epsilon, want, l, h)
					}
					apart = max(apart, high.Delta(epsilon)-low.Delta(epsilon))
				}
				if apart > last/6 {
					t.Errorf("σ = %g, %g times: %d outcomes leave %g, a quarter of them left %g", sigma, times, atoms, apart, last)
				}
				last = apart
			}
		}
	}
}

// For a group normal noise has a closed form, and randomised response a law: two-sided noise that falls by e^ε each whole
// number, at a distance of the size of the group.
func TestGroup(t *testing.T) {
	for _, size := range []float64{1, 2, 3, 7, 20} {
		p := Rounding{Side: Above, Atoms: 2000, Least: 1e-9, Lost: 1e-16}.Group(normalPair(Above, 2000, 5), size)
		for epsilon := 0.0; epsilon < 6; epsilon += 0.5 {
			want := privacy.GaussianProfile(epsilon, 5/size)
			if got := p.Delta(epsilon); want > 1e-9 && !(got >= want*(1-1e-9) && got <= want*1.002+1e-12) {
				t.Errorf("%g records, normal noise, ε = %g: %g, want %g", size, epsilon, got, want)
			}
		}
		const each = 0.4
		keep := 1 / (1 + math.Exp(-each))
		p = Rounding{Side: Above, Atoms: 2000, Least: 1e-9, Lost: 1e-16}.Group(Of([]Cell{{keep, 1 - keep}, {1 - keep, keep}}), size)
		for epsilon := 0.05; epsilon < size*each; epsilon += 0.1 {
			want := 0.0
			for k := -400; k <= 400; k++ {
				mass := func(k float64) float64 { return math.Tanh(each/2) * math.Exp(-each*math.Abs(k)) }
				want += max(0, mass(float64(k))-math.Exp(epsilon)*mass(float64(k)-size))
			}
			if got := p.Delta(epsilon); math.Abs(got-want) > 1e-9 {
				t.Errorf("%g records, randomised response, ε = %g: %g, want %g", size, epsilon, got, want)
			}
		}
	}
}

// some returns a pair of a few outcomes.
func some(rng *rand.Rand) Pair {
	var cells []Cell
	p, q := 0.0, 0.0
	for range 2 + rng.IntN(5) {
		c := Cell{rng.Float64(), rng.Float64()}
		switch rng.IntN(6) {
		case 0:
			c.P = 0
		case 1:
			c.Q = 0
		}
		p, q = p+c.P, q+c.Q
		cells = append(cells, c)
	}
	if p == 0 || q == 0 {
		return some(rng)
	}
	for i := range cells {
		cells[i].P /= p
		cells[i].Q /= q
	}
	return Of(cells)
}

// The worse of two has the greater of both profiles, at every ε.
func TestWorse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	r := Rounding{Side: Above, Atoms: 100, Least: 1e-9, Lost: 1e-15}
	for range 2000 {
		a, b := some(rng), some(rng)
		w := r.Worse(a, b)
		for epsilon := -4.0; epsilon < 4; epsilon += 0.1 {
			if got, want := w.Delta(epsilon), max(a.Delta(epsilon), b.Delta(epsilon)); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%+v and %+v at ε = %g: %g, want %g", a, b, epsilon, got, want)
			}
		}
	}
}

// Merging outcomes loses nothing above and gains nothing below, in any order: profiles say so at every ε, even below 0, and
// masses keep their sum.
func TestFewerKeepsItsSide(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range effort.Scale(100, 500, 3000) {
		p := some(rng)
		for range 2 {
			p = Rounding{Side: Below, Atoms: 1 << 20, Least: 1e-9, Lost: 0}.Compose(p, some(rng))
		}
		high := Rounding{Side: Above, Atoms: 16, Least: 1e-3, Lost: 1e-4}.Fewer(p)
		low := Rounding{Side: Below, Atoms: 16, Least: 1e-3, Lost: 1e-4}.Fewer(p)
		for epsilon := -6.0; epsilon < 6; epsilon += 0.2 {
			if l, d, h := low.Delta(epsilon), p.Delta(epsilon), high.Delta(epsilon); l > d*(1+1e-9)+1e-15 || h < d*(1-1e-9)-1e-15 {
				t.Fatalf("%+v at ε = %g: %g is not in [%g, %g]", p, epsilon, d, l, h)
			}
		}
		for _, q := range []Pair{high, low, high.Reversed()} {
			if one := q.Delta(math.Inf(-1)); math.Abs(one-1) > 1e-9 {
				t.Fatalf("%+v has a mass of %g", q, one)
			}
			if !slices.IsSortedFunc(q.atoms, func(a, b atom) int { return int(math.Copysign(1, a.loss-b.loss)) }) {
				t.Fatalf("%+v is in no order", q)
			}
		}
	}
}

// A group's laws are told apart in both orders, also where a mass of next to nothing stands for much of the other law:
// size records of randomised response are laws of size + 1 answers, told apart as well the other way round.
func TestGroupBothOrders(t *testing.T) {
	for _, each := range []float64{0.4, 3, 18, 25, 36, 100, 299, 740} {
		keep, flip := 1/(1+math.Exp(-each)), 1/(1+math.Exp(each))
		for _, certain := range []float64{0, 1e-6} {
			one := Of([]Cell{{certain, 0}, {(1 - certain) * keep, (1 - certain) * flip}, {(1 - certain) * flip, (1 - certain) * keep}, {0, certain}})
			for _, size := range []float64{2, 3, 7} {
				group := Rounding{Side: Above, Atoms: 100, Least: 1e-9, Lost: 1e-16}.Group(one, size)
				for _, epsilon := range []float64{0, each / 2, each, (size - 1) * each} {
					in, out := group.Delta(epsilon), group.Reversed().Delta(epsilon)
					if math.Abs(in-out) > 1e-12 {
						t.Errorf("%g records at ε = %g, δ = %g: %g at %g, and %g the other way round", size, each, certain, in, epsilon, out)
					}
				}
			}
		}
	}
}

// Where all losses are beyond those that are told apart the laws are so outright, in either order.
func TestAllLossesBeyond(t *testing.T) {
	for _, each := range []float64{43.4, 310, 700} {
		keep, flip := 1/(1+math.Exp(-each)), 1/(1+math.Exp(each))
		one := Of([]Cell{{keep, flip}, {flip, keep}})
		for _, times := range []float64{2, 14, 19, 1000} {
			p, err := Rounding{Side: Above, Atoms: 100, Least: 1e-9, Lost: 1e-16}.Power(t.Context(), one, times)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []Pair{p, p.Reversed()} {
				if told, found := p.Delta(0), p.TPR(0.5); !(told > 1-1e-12 && found > 1-1e-12) {
					t.Errorf("%g answers at ε = %g: δ(0) = %g, and %g is found", times, each, told, found)
				}
			}
		}
	}
}
