package training

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/param"
	"dpscope/learners/loss"
	"dpscope/mechanisms"
)

func named(t *testing.T, name string) loss.Loss {
	t.Helper()
	kind, err := loss.All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	l, err := kind.New(param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// flips returns the exponential mechanism on labels at a nominal ε.
func flips(t testing.TB, nominal float64) mechanisms.LabelFlip {
	t.Helper()
	m, err := mechanisms.NewLabelFlip(nominal / 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// few returns scorers of some records, three to one.
func few(l loss.Loss, r Risk) Scorers {
	return Scorers{Loss: l, Risk: r, Positives: 30, Negatives: 10, Count: 40, Scale: 2, Seed: 5}
}

// compared returns the risks of scorers under flips of their own records.
func compared(t *testing.T, s Scorers, epsilon float64) Compared {
	t.Helper()
	parts, err := s.Parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var c Compared
	mean := FlipAll(flips(t, epsilon), s.Positives, s.Negatives)
	for _, p := range parts {
		c.Clean, c.Noisy, c.Sizes = append(c.Clean, p.Clean()), append(c.Noisy, mean.Noisy(p)), append(c.Sizes, p.Size())
	}
	return c
}

func TestMixture(t *testing.T) {
	for _, epsilon := range []float64{0, 1e-9, 0.5, 1, 7, 1500} {
		m := flips(t, epsilon)
		for _, share := range []float64{0.01, 0.5, 0.75, 0.99} {
			mix := Mix(m, share)
			if got := mix.Positive - mix.Negative; math.Abs(got-mix.Slope) > 1e-15 {
				t.Errorf("ε = %g, share %g: π - π′ is %g, the slope %g", epsilon, share, got, mix.Slope)
			}
			if share == 0.5 && math.Abs(mix.Slope-math.Tanh(epsilon/4)) > 1e-15*mix.Slope {
				t.Errorf("ε = %g: the slope of balanced classes is %g, want %g", epsilon, mix.Slope, math.Tanh(epsilon/4))
			}
		}
	}
}

// The noisy risk is the mean over the flips that leave both labels, one by one.
func TestNoisyIsAMeanOverFlips(t *testing.T) {
	for _, truth := range []string{"+-", "++-", "+--", "+-+-+", "--+--+--"} {
		rng := rand.New(rand.NewPCG(3, uint64(len(truth))))
		var scores, positive, negative []float64
		for _, class := range truth {
			f := 3 * rng.NormFloat64()
			if scores = append(scores, f); class == '+' {
				positive = append(positive, f)
			} else {
				negative = append(negative, f)
			}
		}
		for _, name := range []string{"squared", "hinge", "sigmoid"} {
			l := named(t, name)
			for _, r := range []Risk{AUC, Balanced} {
				for _, epsilon := range []float64{0, 1e-5, 1, 3, 1500} {
					m := flips(t, epsilon)
					want, left := oneByOne(truth, scores, l, r, m.Flip)
					mean := FlipAll(m, len(positive), len(negative))
					if got := mean.Noisy(r.parts(l, positive, negative)); math.Abs(got-want) > 1e-13*max(1, want) || math.Abs(mean.Left-left) > 1e-14 {
						t.Errorf("%s of %s, risk %d, ε = %g: %.15g of %.15g of the flips, one by one %.15g of %.15g", name, truth, r, epsilon, got, mean.Left, want, left)
					}
				}
			}
		}
	}
}

// oneByOne returns the mean risk over all flips that leave both labels, and their probability, by enumerating all flips.
func oneByOne(truth string, scores []float64, l loss.Loss, r Risk, flip float64) (mean, left float64) {
	for mask := range 1 << len(truth) {
		chance := 1.0
		var up, down []float64
		for i, class := range truth {
			turned := mask>>i&1 == 1
			if turned {
				chance *= flip
			} else {
				chance *= 1 - flip
			}
			if (class == '+') != turned {
				up = append(up, scores[i])
			} else {
				down = append(down, scores[i])
			}
		}
		if len(up) == 0 || len(down) == 0 {
			continue
		}
		sum := 0.0
		for _, f := range up {
			for _, g := range down {
				if r == AUC {
					sum += l.Value(f - g)
				} else {
					sum += (l.Value(f) + l.Value(-g)) / 2
				}
			}
		}
		mean, left = mean+chance*sum/float64(len(up)*len(down)), left+chance
	}
	return mean / left, left
}

// Two records, one of each label, keep both labels if both or neither flip, which has a known chance in tanh(ε/2); many records
// come near their limit. A slope of 10⁻⁷ keeps its digits.
func TestSlopes(t *testing.T) {
	for _, epsilon := range []float64{1e-6, 0.1, 1, 6} {
		m := flips(t, epsilon)
		if got, want := FlipAll(m, 1, 1).Slope, math.Tanh(epsilon/2); math.Abs(got-want) > 1e-14*want {
			t.Errorf("ε = %g: two records have the slope %g, want %g", epsilon, got, want)
		}
		last := 1.0
		for _, n := range []int{1, 3, 10, 100, 1000} {
			off := FlipAll(m, n, n).Slope/Mix(m, 0.5).Slope - 1
			if off < 0 || off > last || off > 1.5/float64(n) {
				t.Errorf("ε = %g: the slope of %d records is off its limit by a part of %g", epsilon, 2*n, off)
			}
			last = off
		}
	}
	for _, c := range []struct {
		positives, negatives int
		want                 float64
	}{{5, 5, 0.26991}, {2, 1, 0.3202}, {1, 1, 0.4621}} { // ε = 1, by enumeration
		if got := FlipAll(flips(t, 1), c.positives, c.negatives).Slope; math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%+v: the slope is %g", c, got)
		}
	}
}

// For a loss whose sum is flat at the scores, noisy risks lie on a line: exactly, for both risks, any budget and any share of
// positives.
func TestSymmetricLossesKeepTheOrder(t *testing.T) {
	for _, name := range []string{"barrier", "sigmoid", "unhinged"} {
		l := named(t, name)
		for _, r := range []Risk{AUC, Balanced} {
			s := few(l, r)
			for _, epsilon := range []float64{0.1, 1, 5} {
				mean := FlipAll(flips(t, epsilon), s.Positives, s.Negatives)
				c := compared(t, s, epsilon)
				for i := range c.Clean {
					if want := mean.Line(c.Clean[i], l.SymmetricSum(0)); math.Abs(c.Noisy[i]-want) > 1e-14*c.Sizes[i] {
						t.Errorf("%s, risk %d, ε = %g: %g is off the line, %g", name, r, epsilon, c.Noisy[i], want)
					}
				}
				if a := c.agree(); a.Kept != 1 || a.Regret != 0 || a.Spread > 1e-9 || math.Abs(a.Slope-mean.Slope) > 1e-12 {
					t.Errorf("%s, risk %d, ε = %g: %+v", name, r, epsilon, a)
				}
			}
		}
	}
}

// Of others they do not, and without flips everything is clean.
func TestOthersDoNot(t *testing.T) {
	for _, name := range []string{"logistic", "squared", "savage", "hinge"} {
		s := few(named(t, name), AUC)
		if a := compared(t, s, 0.5).agree(); a.Kept > 0.97 || a.Spread < 0.05 {
			t.Errorf("%s keeps the order: %+v", name, a)
		}
		if a := compared(t, s, 1500).agree(); a.Kept != 1 || a.Spread > 1e-12 || a.Slope != 1 {
			t.Errorf("%s without flips: %+v", name, a)
		}
	}
}

// Coins say nothing of the order.
func TestCoins(t *testing.T) {
	s := few(named(t, "sigmoid"), AUC)
	c := compared(t, s, 0)
	clean := stat.Mean(c.Clean, nil) - slices.Min(c.Clean)
	if a := c.agree(); a.Kept != 0.5 || a.Spread != 0 || math.Abs(a.Slope) > 1e-12 || len(a.Chosen) != s.Count || math.Abs(a.Regret-clean) > 1e-12 {
		t.Errorf("coins: %+v", a)
	}
}

func TestDrawn(t *testing.T) {
	s := few(named(t, "sigmoid"), Balanced)
	clean := compared(t, s, 1).Clean
	drawn, err := s.Drawn(t.Context(), flips(t, 1500))
	if err != nil {
		t.Fatal(err)
	}
	for i := range clean {
		if drawn[i] != clean[i] {
			t.Errorf("scorer %d: without flips %g, clean %g", i, drawn[i], clean[i])
		}
	}
	// Many records are near the mean over flips: each risk is a mean of 3,000 terms
	// in [0, 1], so that 0.05 is more than five deviations.
	s.Positives, s.Negatives = 3000, 3000
	noisy := compared(t, s, 1).Noisy
	if drawn, err = s.Drawn(t.Context(), flips(t, 1)); err != nil {
		t.Fatal(err)
	}
	for i := range noisy {
		if math.Abs(drawn[i]-noisy[i]) > 0.05 {
			t.Errorf("scorer %d: drawn %g, in the mean %g", i, drawn[i], noisy[i])
		}
	}
}

// Two records may both be flipped to one class; that is said.
func TestOneClassIsSaid(t *testing.T) {
	said := 0
	for seed := range uint64(20) {
		s := few(named(t, "hinge"), AUC)
		s.Positives, s.Negatives, s.Seed = 1, 1, seed
		if _, err := s.Drawn(t.Context(), flips(t, 0)); errors.Is(err, ErrOneClass) {
			said++
		} else if err != nil {
			t.Error(err)
		}
	}
	if said == 0 || said == 20 {
		t.Errorf("%d of 20 draws of two labels are of one class", said)
	}
}

func TestAgree(t *testing.T) {
	ones := []float64{1, 1, 1, 1}
	for _, c := range []struct {
		name         string
		clean, noisy []float64
		want         Agreement
	}{
		{"two turned round", []float64{1, 2, 3}, []float64{2, 1, 3}, Agreement{Kept: 2.0 / 3, Ordered: 3, Chosen: []int{1}, Regret: 1}},
		{"the same, two of them equal", []float64{0, 1, 1, 0.5}, []float64{0, 1, 1, 0.5}, Agreement{Kept: 1, Ordered: 5, Chosen: []int{0}}},
		{"noise tells apart what is equal", []float64{0, 1, 1}, []float64{0, 1, 2}, Agreement{Kept: 1, Ordered: 2, Chosen: []int{0}}},
		{"noise makes equal", []float64{0, 1, 2}, []float64{5, 5, 6}, Agreement{Kept: 2.5 / 3, Ordered: 3, Chosen: []int{0, 1}, Regret: 0.5}},
		{"equal but for rounding", []float64{1e-200, 1e-300, 1}, []float64{0.25, 0.25, 0.75}, Agreement{Kept: 1, Ordered: 2, Chosen: []int{0, 1}}},
		{"all equal", []float64{1, 1}, []float64{1, 1}, Agreement{Kept: math.NaN(), Chosen: []int{0, 1}}},
	} {
		a := Compared{c.clean, c.noisy, ones[:len(c.clean)]}.agree()
		if kept := math.Abs(a.Kept-c.want.Kept) < 1e-15 || math.IsNaN(a.Kept) && math.IsNaN(c.want.Kept); !kept || a.Ordered != c.want.Ordered || !slices.Equal(a.Chosen, c.want.Chosen) || a.Regret != c.want.Regret {
			t.Errorf("%s: %+v, want %+v", c.name, a, c.want)
		}
	}
	if a := (Compared{[]float64{1, 2, 3}, []float64{2, 1, 3}, ones[:3]}).agree(); math.Abs(a.Slope-0.5) > 1e-15 || math.Abs(a.Spread-math.Sqrt(0.75)) > 1e-15 {
		t.Errorf("%+v", a)
	}
}
