package binomial

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

func TestLeastLogOdds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for range effort.Scale(5_000, 20_000, 20_000) {
		n := math.Floor(math.Pow(10, 12*rng.Float64()))
		j := math.Floor(rng.Float64() * n)
		if rng.IntN(4) == 0 {
			j = math.Floor(math.Pow(n, rng.Float64())) - 1
		}
		j = min(max(j, 0), n-1)
		small := math.Pow(10, -0.31-15*rng.Float64())
		level := Level{Below: 1 - small, Above: small}
		if rng.IntN(3) == 0 {
			level = Level{Below: small, Above: 1 - small}
		}
		a := LeastLogOdds(n, j, level)
		at := FromLogOdds(n, a).Tails(j)
		if at.Above > level.Above || at.Below < level.Below {
			t.Fatalf("n=%g j=%g %v: a = %v is unsafe: %+v", n, j, level, a, at)
		}
		// A little less and the promise is broken.
		less := a - 1e-9*max(1e-3, math.Abs(a))
		before := FromLogOdds(n, less).Tails(j)
		if before.LogAbove <= math.Log(level.Above) && before.LogBelow >= math.Log(level.Below) {
			t.Fatalf("n=%g j=%g %v: a = %v is not the least: %v does too: %+v", n, j, level, a, less, before)
		}
	}
}

func TestChernoffIsSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	for range 20000 {
		n := math.Floor(math.Pow(10, 12*rng.Float64()))
		j := math.Floor(rng.Float64() * n)
		exponent := math.Pow(10, 4*rng.Float64()-2)
		a := Chernoff(n, j+1, exponent)
		if tail := FromLogOdds(n, a).Tails(j).LogAbove; !(tail <= -exponent*(1-1e-15)) {
			t.Fatalf("n=%g j=%g: at a = %v ln Pr(X > j) = %v, above −%v", n, j, a, tail, exponent)
		}
		if j == 0 {
			continue
		}
		if looser := Chernoff(n, j, exponent); looser < a {
			t.Fatalf("n=%g j=%g: the bound at j gives %v, below %v at j+1", n, j, looser, a)
		}
	}
}

// The divergence itself, against ln of a rational computed by hand: n = 2,
// x = 1, p = 1/4: 2·[½ ln 2 + ½ ln(2/3)] = ln(4/3).
func TestChernoffClosedForms(t *testing.T) {
	for _, c := range []struct{ n, x, exponent, want float64 }{
		{2, 1, math.Log(4. / 3), math.Log(3)},
		{1, 1, math.Log(4), math.Log(3)},  // p = e^−exponent
		{5, 5, 5 * math.Log(2), 0},        // p = 1/2
		{10, 10, 10 * math.Log(1e6), 0.0}, // p = 1e-6, below
	} {
		want := c.want
		if c.n == 10 {
			want = math.Log(999999)
		}
		if got := Chernoff(c.n, c.x, c.exponent); math.Abs(got-want) > 1e-14*max(1, want) {
			t.Errorf("Chernoff(%v, %v, %v) = %v, want %v", c.n, c.x, c.exponent, got, want)
		}
	}
}
