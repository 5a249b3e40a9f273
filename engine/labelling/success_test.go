package labelling

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
)

// Properties 1 to 4 of the paper, as recurrences of S(n, j) = Pr(F ≤ j).
func TestTruncatedBinomialProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	S := func(n, j, p float64) float64 { return binomial.New(n, p).Tails(j).Below }
	pm := func(n, j, p float64) float64 { return binomial.New(n, p).Prob(j) }
	for range 3000 {
		n := math.Floor(math.Pow(10, 0.5+5*rng.Float64()))
		p := rng.Float64()
		j := min(max(math.Floor(n*p+(6*rng.Float64()-3)*math.Sqrt(n*p*(1-p))), 0), n-1)
		for i, difference := range []float64{
			S(n+1, j, p) - (S(n, j, p) - p*pm(n, j, p)),
			S(n+1, j+1, p) - (S(n, j, p) + (1-p)*pm(n, j+1, p)),
			S(n+2, j+1, p) - S(n, j, p) - p*pm(n, j, p)*((n-j)-(n+1)*p)/(j+1),
		} {
			if math.Abs(difference) > 1e-13 {
				t.Errorf("property %d: n=%g j=%g p=%g: off by %g", i+1, n, j, p, difference)
			}
		}
		if q := p + (1-p)*rng.Float64()*0.1; S(n, j, q) > S(n, j, p)+1e-15 {
			t.Errorf("property 4: S rises from p=%g to %g at n=%g j=%g", p, q, n, j)
		}
	}
}

func TestEvenRecordsFall(t *testing.T) {
	for _, epsilon := range []float64{0.01, 0.1, 0.5, 1, 3} {
		m := labels(t, epsilon)
		end := EvenFallEnds(m, true).Value
		if want := 2 * math.Log1p(2/end); math.Abs(want-epsilon) > 1e-12 {
			t.Errorf("ε = %g: the fall ends at %g, where 2 ln(1+2/n) = %g", epsilon, end, want)
		}
		for n := 2.0; n < min(3*end, 1000)+8; n += 2 {
			now, next := Success(m, n, true), Success(m, n+2, true)
			if falls := next < now; falls != (n < end) && math.Abs(n-end) > 1e-6 && math.Abs(next-now) > 1e-15 {
				t.Errorf("ε = %g, n = %g: %v then %v, the fall ends at %g", epsilon, n, now, next, end)
			}
			if Success(m, n+1, true) < Success(m, n-1, true)-1e-15 {
				t.Errorf("ε = %g: success falls at odd n = %g", epsilon, n+1)
			}
			if Success(m, n+2, false) < Success(m, n, false)-1e-15 {
				t.Errorf("ε = %g: strict success falls at n = %g", epsilon, n+2)
			}
		}
	}
	// The paper's counter-example (mpmath): ε = 0.5 at n = 2, 4, 6, 8, 10.
	for i, want := range []float64{0.8083, 0.7745, 0.7645, 0.7624, 0.7637} {
		if got := Success(labels(t, 0.5), float64(2*i+2), true); math.Abs(got-want) > 5e-5 {
			t.Errorf("n = %d: success %.5f, want %.4f", 2*i+2, got, want)
		}
	}
}

// A fall that has no end, or none at all, says so in the place of a number.
func TestFallsWithoutANumber(t *testing.T) {
	for _, c := range []struct {
		name string
		got  known.Value
		want string
	}{
		{"fair coins", EvenFallEnds(labels(t, 0), true), "it falls at every n"},
		{"fair coins with a sign", EvenFallEnds(labels(t, math.Copysign(0, -1)), true), "it falls at every n"},
		{"no ties", EvenFallEnds(labels(t, 1), false), "it never falls"},
		{"odd n", FallBudget(7, true), "it never falls"},
		{"even n, no ties", FallBudget(8, false), "it never falls"},
	} {
		if !c.got.Missing() || c.got.None != c.want {
			t.Errorf("%s: %+v, want none because %q", c.name, c.got, c.want)
		}
	}
	for end, want := range map[float64]float64{2: 2, 2.1: 4, 7.04: 8, 8: 8, 8.5: 10} {
		if got := RisesFrom(end); got != want {
			t.Errorf("the fall that ends at %g is followed by n = %g, want %g", end, got, want)
		}
	}
	for _, n := range []float64{2, 8, 400, 1e12} {
		m := labels(t, 2*FallBudget(n, true).Value)
		if end := EvenFallEnds(m, true).Value; math.Abs(end-n) > 1e-9*n {
			t.Errorf("at the ε from which n = %g rises, even n fall below %g", n, end)
		}
	}
}

func TestSuccessAgainstRecords(t *testing.T) {
	for _, most := range []float64{1, 2, 3, 50, 51, 1e4, 1e12} {
		for _, parity := range []Parity{Odd, Even} {
			n, success := SuccessAgainstRecords(labels(t, 0.5), parity, true, most, 120)
			if len(n) > 120 || len(n) != len(success) || most >= 2 && len(n) == 0 {
				t.Fatalf("up to %g: %d numbers", most, len(n))
			}
			for i, x := range n {
				if x < 1 || x > most || int(math.Mod(x, 2)) == int(parity) || i > 0 && x <= n[i-1] {
					t.Fatalf("parity %d up to %g: %v", parity, most, n)
				}
			}
			if len(n) > 0 && n[len(n)-1] < most-1 {
				t.Errorf("parity %d up to %g ends at %g", parity, most, n[len(n)-1])
			}
		}
	}
}

// The greatest number of flips that is a success, by counting.
func TestMostFlips(t *testing.T) {
	for n := range 12 {
		for _, ties := range []bool{true, false} {
			most := -1.0
			for flips := 0; flips <= n; flips++ {
				if kept := n - flips; 2*kept > n || ties && 2*kept == n {
					most = float64(flips)
				}
			}
			if got := MostFlips(float64(n), ties); got != most {
				t.Errorf("n = %d, ties %v: %g flips, want %g", n, ties, got, most)
			}
		}
	}
}

func TestSuccessAgainstBudget(t *testing.T) {
	epsilons, success := SuccessAgainstBudget(100, true, 0.001, 20, 250)
	if len(epsilons) != 250 || epsilons[0] != 0.001 || epsilons[249] != 20 {
		t.Fatalf("%d budgets from %v", len(epsilons), epsilons)
	}
	for i, epsilon := range epsilons {
		if want := Success(labels(t, 2*epsilon), 100, true); success[i] != want || i > 0 && success[i] < success[i-1] {
			t.Errorf("ε = %g: %v, want %v", epsilon, success[i], want)
		}
	}
}

// The lines of Fig. 1 are at the chances that it names.
func TestFigure1(t *testing.T) {
	for _, ties := range []bool{true, false} {
		lines := Figure1(ties)
		if len(lines) != 3 {
			t.Fatalf("%d lines", len(lines))
		}
		for _, line := range lines {
			if len(line.Records) != 96 || line.Records[0] != 5 || line.Records[95] != 100 {
				t.Fatalf("p = %g: %d numbers of records", line.Flip, len(line.Records))
			}
			for i, n := range line.Records {
				if want := binomial.New(n, line.Flip).Tails(MostFlips(n, ties)).Below; math.Abs(line.Success[i]-want) > 1e-12 {
					t.Errorf("p = %g, n = %g: %v, want %v", line.Flip, n, line.Success[i], want)
				}
			}
		}
	}
}

func TestRecordsShown(t *testing.T) {
	for n, want := range map[float64]float64{1: 10, 10: 10, 11: 20, 100: 100, 101: 200, 1e12: 1e12} {
		if got := RecordsShown(n); got != want {
			t.Errorf("n = %g is shown up to %g, want %g", n, got, want)
		}
	}
}

// The numbers of records near n include the one compared with, none before the first, and move in steps.
func TestRecordsNear(t *testing.T) {
	for n := 1.0; n <= 200; n++ {
		first, last, some := RecordsNear(n)
		if !some || first < 0 || first > n-1 || n > 5 && first > n-5 || last < n+2+5 || last-first != 20 || math.Mod(first, 5) != 0 {
			t.Errorf("n = %g is shown from %g to %g", n, first, last)
		}
	}
	if _, _, some := RecordsNear(1e9); some {
		t.Error("one record more of 1e9 is no step")
	}
}
