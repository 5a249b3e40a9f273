package binomial

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// exactTails returns the law of n trials of chance p, as that float64: the chances of each count, of at most it, and of more. p
// is a whole number over a power of two, and so are all results, over the same one.
func exactTails(n int, p float64) (point, below, above []*big.Float) {
	success, shift := fraction(p)
	failure := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), shift), success)
	sums := []*big.Int{new(big.Int)}
	value := func(numerator *big.Int) *big.Float {
		exact := new(big.Float).SetInt(numerator)
		return exact.SetMantExp(exact, -n*int(shift))
	}
	for x := range n + 1 {
		term := new(big.Int).Binomial(int64(n), int64(x))
		term.Mul(term, new(big.Int).Exp(success, big.NewInt(int64(x)), nil))
		term.Mul(term, new(big.Int).Exp(failure, big.NewInt(int64(n-x)), nil))
		point = append(point, value(term))
		sums = append(sums, new(big.Int).Add(sums[x], term))
	}
	for _, sum := range sums[1:] {
		below = append(below, value(sum))
		above = append(above, value(new(big.Int).Sub(sums[n+1], sum)))
	}
	return point, below, above
}

// fraction returns p as a whole number over a power of two.
func fraction(p float64) (numerator *big.Int, shift uint) {
	exact := new(big.Rat).SetFloat64(p)
	return exact.Num(), uint(exact.Denom().BitLen() - 1)
}

func relative(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if w == 0 {
		return math.Abs(got)
	}
	return math.Abs(got/w - 1)
}

func TestExactRationals(t *testing.T) {
	worst := 0.0
	for _, n := range []int{1, 2, 3, 7, 16, 17, 33} {
		for _, p := range []float64{0, 1e-300, 1e-9, 0.03, 0.3, 0.5, 0.62, 0.999, 1} {
			l := New(float64(n), p)
			point, below, above := exactTails(n, p)
			for j := range n + 1 {
				if n == 33 && j%8 != 0 {
					continue
				}
				tails := l.Tails(float64(j))
				for _, e := range []float64{
					relative(l.Prob(float64(j)), point[j]), relative(tails.Below, below[j]), relative(tails.Above, above[j]),
				} {
					worst = max(worst, e)
					if !(e < 2e-13) { // e^x loses |x| units in the last place: 700 at most
						t.Errorf("n=%d p=%g j=%d: relative error %.3g (%v, %v)", n, p, j, e, l.Prob(float64(j)), tails)
					}
				}
			}
		}
	}
	t.Logf("largest relative error %.2g", worst)
}

// bigTails sums ratios of successive terms from the mode outwards, to 45
// digits, and divides by their total: no logarithm and no gamma function.
func bigTails(n, p, j float64) (below, above *big.Float) {
	const precision = 180
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	success := number(p)
	failure := number(1)
	failure.Sub(failure, success)
	odds := number(0)
	odds.Quo(success, failure)
	mode := New(n, p).Mode()
	below, above = number(0), number(0)
	walk := func(step float64) {
		term := number(1)
		for x := mode; ; {
			if step < 0 || x != mode { // the mode itself once
				if x <= j {
					below.Add(below, term)
				} else {
					above.Add(above, term)
				}
			}
			if step > 0 {
				if x == n {
					return
				}
				term.Mul(term, odds)
				term.Mul(term, number(n-x))
				term.Quo(term, number(x+1))
			} else {
				if x == 0 {
					return
				}
				term.Quo(term, odds)
				term.Mul(term, number(x))
				term.Quo(term, number(n-x+1))
			}
			x += step
			if term.MantExp(nil) < -150 {
				return
			}
		}
	}
	walk(+1)
	walk(-1)
	total := number(0)
	total.Add(below, above)
	return below.Quo(below, total), above.Quo(above, total)
}

// TestRatioSums compares with sums of up to a million terms in 180-bit
// arithmetic, at chances near and far from one half and cuts up to eight
// standard deviations from the mean.
func TestRatioSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	for _, c := range []struct {
		n     float64
		draws int
	}{{500, 60}, {20000, 60}, {1e6, 20}, {1e8, 2}}[:effort.Scale(3, 4, 4)] {
		worst := 0.0
		for range max(2, c.draws/effort.Scale(3, 1, 1)) {
			p := rng.Float64()
			if rng.IntN(2) == 0 {
				p = 0.5 - 0.01*rng.Float64()
			}
			l := New(c.n, p)
			j := min(max(math.Floor(l.Mean()+(16*rng.Float64()-8)*l.Deviation()), 0), c.n-1)
			below, above := bigTails(c.n, p, j)
			tails := l.Tails(j)
			for _, pair := range []struct {
				got  float64
				want *big.Float
			}{{tails.Below, below}, {tails.Above, above}} {
				want, _ := pair.want.Float64()
				e := math.Abs(pair.got/want - 1)
				worst = max(worst, e)
				if !(e < 1e-12*max(1, math.Sqrt(c.n/1e6))) {
					t.Errorf("n=%g p=%v j=%g: %v, want %v (relative error %.2g)", c.n, p, j, pair.got, want, e)
				}
			}
		}
		t.Logf("n = %g: largest relative error %.2g", c.n, worst)
	}
}

func FuzzTails(f *testing.F) {
	f.Add(100.0, 0.5, 37.0)
	f.Add(1.0, -30.0, 0.0)
	f.Add(3000.0, 1e-9, 1500.0)
	f.Add(2.0, 800.0, 1.0)
	f.Fuzz(func(t *testing.T, n, a, j float64) {
		if !(1 <= n && n <= 5000 && math.Abs(a) <= 2000) {
			return
		}
		n = math.Floor(n)
		j = math.Floor(math.Mod(math.Abs(j), n+1))
		if math.IsNaN(j) {
			return
		}
		l := FromLogOdds(n, a)
		below, above := math.Inf(-1), math.Inf(-1)
		for x := 0.0; x <= n; x++ {
			if x <= j {
				below = logAdd(below, l.LogProb(x))
			} else {
				above = logAdd(above, l.LogProb(x))
			}
		}
		tails := l.Tails(j)
		for _, pair := range [][2]float64{{tails.LogBelow, below}, {tails.LogAbove, above}} {
			if pair[0] == pair[1] {
				continue
			}
			if d := math.Abs(pair[0] - pair[1]); !(d < 1e-10 || d < 1e-12*math.Abs(pair[1])) {
				t.Fatalf("n=%g a=%g j=%g: ln = %v, term by term %v", n, a, j, pair[0], pair[1])
			}
		}
	})
}

func logAdd(a, b float64) float64 {
	if math.IsInf(a, -1) {
		return b
	}
	return math.Max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
}
