package mechanisms

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// threshold returns the power of the best test among those that look at windows only, by sorting them: it uses only the masses
// of answers, and no formula of a mechanism.
func threshold(m Mechanism, x, other float64, rate float64) (power float64) {
	type window struct{ p, q float64 }
	here, there := m.At(x), m.At(other)
	var list []window
	if b, is := here.(Binned); is {
		for i := range b.Bins() {
			list = append(list, window{b.BinsMass(i, i), there.(Binned).BinsMass(i, i)})
		}
	} else {
		const count = 20_000
		reach := 1.0
		for here.Outside(-reach, 1+reach) > 1e-13 || there.Outside(-reach, 1+reach) > 1e-13 {
			reach *= 1.5
		}
		from := -reach
		for i := range count {
			to := -reach + (1+2*reach)*(float64(i)+0.50123)/count
			if i == count-1 {
				to = 1 + reach
			}
			list = append(list, window{here.Mass(from, to), there.Mass(from, to)})
			from = math.Nextafter(to, math.Inf(1))
		}
	}
	list = slices.DeleteFunc(list, func(w window) bool { return w.p == 0 && w.q == 0 })
	slices.SortFunc(list, func(a, b window) int { return cmp.Compare(b.p*a.q, a.p*b.q) })
	for _, w := range list {
		if w.q >= rate {
			return power + w.p*rate/max(w.q, 1e-300)
		}
		power, rate = power+w.p, rate-w.q
	}
	return power
}

// For any two values the curve belongs to the best test between them, and no pair exceeds the worst pair.
func TestAttackOfAnyPair(t *testing.T) {
	effort.ForNumbers(t)
	for k, kind := range All.Kinds {
		for i, epsilon := range []float64{0.3, 1, 4} {
			if !effort.Sample(i+k, 3, 1) || kind.Name == "gaussian-classic" && epsilon > 1 {
				continue
			}
			m := newMechanism(t, kind.Name, epsilon, 1e-3, 101)
			worst := AttackAny(m)
			for _, two := range [][2]float64{{0, 1}, {1, 0}, {0.3, 0.7}, {0.9, 0.6}, {0.2, 0.25}} {
				a := Attack(m, two[0], two[1])
				for _, rate := range []float64{1e-4, 1e-2, 0.1, 0.37, 0.8} {
					want := threshold(m, two[0], two[1], rate)
					_, got := a.In.TPR(rate)
					if got < want*(1-1e-9)-1e-11 || got > want*1.01+1e-9 {
						t.Errorf("%s at %g, %v, FPR %g: %g, by windows %g", kind.Name, epsilon, two, rate, got, want)
					}
					if most := worst.TPR(rate).High; got > most*(1+1e-7) {
						t.Errorf("%s at %g, %v, FPR %g: %g, of the worst pair %g", kind.Name, epsilon, two, rate, got, most)
					}
				}
				if v, w := a.Advantage().High, m.TotalVariation(two[0], two[1]); math.Abs(v-w) > 1e-12 {
					t.Errorf("%s at %g, %v: advantage %g and total variation %g", kind.Name, epsilon, two, v, w)
				}
				for _, c := range a.In.(privacy.Cornered).Corners() {
					if _, tpr := a.In.TPR(c.FPR); math.Abs(tpr-c.TPR) > 1e-8 {
						t.Errorf("%s at %g, %v: the corner %+v, where the curve has %g", kind.Name, epsilon, two, c, tpr)
					}
				}
			}
			ends := Attack(m, 0, 1)
			for _, rate := range []float64{0, 1e-3, 0.05, 0.5} {
				if v, w := ends.TPR(rate).High, worst.TPR(rate).High; math.Abs(v-w) > 1e-7*w+1e-12 {
					t.Errorf("%s at %g, FPR %g: 0 and 1 have %g, the worst pair %g", kind.Name, epsilon, rate, v, w)
				}
			}
			if v, w := ends.Mu(1e-6),
				worst.Mu(1e-6); v.Missing() != w.Missing() || !v.Missing() && (v.Low > w.High*(1+1e-6) || w.Low > v.High*(1+1e-6)) {
				t.Errorf("%s at %g: μ of 0 and 1 is %v, of the worst pair %v", kind.Name, epsilon, v, w)
			}
		}
	}
}

// A simulated attacker, who names the value likelier by more than a threshold, finds what the curve says: never more, up to
// chance (Clopper-Pearson at 10⁻⁶).
func TestAttackerWhoDraws(t *testing.T) {
	effort.ForNumbers(t)
	draws := effort.Scale(20_000, 1_000_000, 1_000_000)
	thresholds := []float64{0.5, 0.9, 1.1, 1.6, 2.2}
	for k, kind := range All.Kinds {
		if !effort.Sample(k, 4, 1) {
			continue
		}
		const epsilon = 0.9
		m := newMechanism(t, kind.Name, epsilon, 1e-2, 11)
		rng := rand.New(rand.NewPCG(uint64(k), 77))
		here, there := likelihood(m.At(0)), likelihood(m.At(1))
		ratio := func(y float64) float64 { return here(y) / there(y) }
		named := func(x float64) (hits [5]int) { // by each threshold
			law := m.At(x)
			for range draws {
				r := ratio(law.Sample(rng))
				for i, from := range thresholds {
					if r >= from {
						hits[i]++
					}
				}
			}
			return hits
		}
		found, accepted := named(0), named(1)
		worst := AttackAny(m)
		for i := range thresholds {
			tprLow, tprHigh := clopper(found[i], draws)
			fprLow, fprHigh := clopper(accepted[i], draws)
			if most := worst.TPR(fprHigh).High; tprLow > most {
				t.Errorf("%s: finds %g at %g at most, and the curve has %g", kind.Name, tprLow, fprHigh, most)
			}
			if least := worst.TPR(fprLow).Low; tprHigh < least*(1-1e-9) {
				t.Errorf("%s: finds %g at %g at least, and the curve has %g", kind.Name, tprHigh, fprLow, least)
			}
		}
	}
}

// likelihood returns the density at an answer, or its probability where it has one.
func likelihood(l Law) func(y float64) float64 {
	atoms := l.Atoms()
	return func(y float64) float64 {
		for _, a := range atoms {
			if math.Abs(a.At-y) < 1e-9 {
				return a.Mass
			}
		}
		return l.Density(y)
	}
}

// At every extreme the curve is one: a guess at least, never more than all, rising.
func TestAttackAtExtremes(t *testing.T) {
	extremes(t, func(kind param.Kind[Mechanism], m Mechanism, where string) {
		for name, a := range map[string]privacy.Attack{"worst": AttackAny(m), "pair": Attack(m, 0.2, 0.7)} {
			last := 0.0
			for _, rate := range []float64{0, 1e-300, 1e-12, 1e-4, 0.1, 0.5, 0.9, 1} {
				v := a.TPR(rate)
				if !(v.Low >= rate && v.Low <= v.High && v.High <= 1) || v.High < last*(1-1e-9) {
					t.Errorf("%s, %s, FPR %g: %v after %g", where, name, rate, v, last)
				}
				last = v.High
			}
		}
	})
}

// clopper returns an interval of a chance from hits among draws, false once in a million (Clopper & Pearson 1934).
func clopper(hits, draws int) (low, high float64) {
	const wrong = 1e-6
	bisect := func(holds func(p float64) bool) float64 {
		low, high := 0.0, 1.0
		for range 50 {
			if middle := (low + high) / 2; holds(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		return low
	}
	low = bisect(func(p float64) bool { return binomialUpper(hits, draws, p) < wrong/2 })
	high = bisect(func(p float64) bool { return 1-binomialUpper(hits+1, draws, p) > wrong/2 })
	return low, min(high+1e-9, 1)
}
