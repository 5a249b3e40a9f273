package classroom

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
)

// Whatever a class of 40 has in truth, the interval holds it with at least the confidence: over all that may be sent.
func TestIntervalsHoldExactly(t *testing.T) {
	const n, confidence = 40, 0.95
	for _, options := range []int{2, 4, Bins} {
		for _, epsilon := range []float64{0.5, 1, 2, 3, 8} {
			p := Protection{epsilon, options}
			intervals := p.intervals(n, confidence)
			for m := 0; m <= n; m++ {
				held := 0.0
				for sent, v := range intervals {
					if v.Low*n <= float64(m)+1e-9 && float64(m) <= v.High*n+1e-9 {
						held += p.atLeast(m, n, sent) - p.atLeast(m, n, sent+1)
					}
				}
				if held < confidence-1e-9 {
					t.Errorf("ε %g, %d options, %d of %d: held with probability %v", epsilon, options, m, n, held)
				}
			}
		}
	}
}

// intervals returns the intervals for all possible counts of sent answers.
func (p Protection) intervals(n int, confidence float64) (list []known.Value) {
	for sent := range n + 1 {
		list = append(list, p.Share(sent, n, confidence))
	}
	return list
}

// In ten thousand classes of 40 with randomly flipped answers, at least 95 % of the intervals hold the truth. With two options
// they are about ±30, 14 and 8 points at ε 1, 2 and 3.
func TestClassesOfForty(t *testing.T) {
	const n = 40
	rng := rand.New(rand.NewPCG(40, 1))
	for i, epsilon := range []float64{1, 2, 3} {
		p := Protection{epsilon, 2}
		held, classes, intervals := 0, effort.Scale(10_000, 10_000, 1_000_000), p.intervals(n, 0.95)
		for range classes {
			m, sent := rng.IntN(n+1), 0
			for k := range n {
				option := 1
				if k < m {
					option = 0
				}
				if p.Flip(option, rng.Uint64) == 0 {
					sent++
				}
			}
			if v := intervals[sent]; v.Low <= float64(m)/n+1e-9 && float64(m)/n <= v.High+1e-9 {
				held++
			}
		}
		if share := float64(held) / float64(classes); share < 0.95-3*math.Sqrt(0.05*0.95/float64(classes)) {
			t.Errorf("ε %g: %v of the intervals hold", epsilon, share)
		}
		wide := (intervals[n/2].High - intervals[n/2].Low) / 2
		if want := []float64{0.30, 0.15, 0.09}[i]; math.Abs(wide-want) > 0.03 {
			t.Errorf("ε %g: ± %v, want about %v", epsilon, wide, want)
		}
	}
}

// Flips keep ε: each option is kept and turned as often as it should be, from the coins of a class and of the system.
func TestFlips(t *testing.T) {
	const draws = 40_000
	for _, coin := range []Coin{rand.New(rand.NewPCG(1, 2)).Uint64, Crypto} {
		p := Protection{1.5, 4}
		count := [4]int{}
		for range draws {
			count[p.Flip(2, coin)]++
		}
		for option, n := range count {
			want := p.Turned()
			if option == 2 {
				want = p.Kept()
			}
			if off := math.Abs(float64(n)/draws - want); off > 5*math.Sqrt(want*(1-want)/draws) {
				t.Errorf("option %d was sent %d times of %d, want %v", option, n, draws, want)
			}
		}
		if ratio := p.Kept() / p.Turned(); math.Abs(math.Log(ratio)-1.5) > 1e-12 {
			t.Errorf("ε is %v", math.Log(ratio))
		}
	}
}

// A large class takes no longer, and its interval is narrow.
func TestLargeClass(t *testing.T) {
	p := Protection{1, 2}
	if v := p.Share(60_000, 100_000, 0.95); v.High-v.Low > 0.02 || v.Low > v.Value || v.High < v.Value {
		t.Errorf("%+v", v)
	}
	if v := p.Share(0, 0, 0.95); !v.Missing() {
		t.Errorf("nobody: %+v", v)
	}
}

func TestSentIsReadBack(t *testing.T) {
	p := Protection{2.5, 8}
	if option, options, ok := sentOf(p.Sent(3)); option != 3 || options != 8 || !ok {
		t.Errorf("%d of %d, %t", option, options, ok)
	}
	if epsilon, ok := protectionOf(p.Kind("choice")); epsilon != 2.5 || !ok {
		t.Errorf("ε %g, %t", epsilon, ok)
	}
	for _, text := range []string{"", "0 of 3", "4 of 3", "1 of 1", "one of two", "0.3"} {
		if _, _, ok := sentOf(text); ok {
			t.Errorf("%q is an answer that was sent", text)
		}
	}
	if _, ok := protectionOf("choice, private no"); ok {
		t.Error("no ε is one")
	}
}
