package training

import (
	"errors"
	"math"
	"testing"

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

func flips(t testing.TB, epsilon float64) mechanisms.LabelFlip {
	t.Helper()
	m, err := mechanisms.NewLabelExponential(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// few are scorers of some records, three to one.
func few(l loss.Loss, r Risk) Scorers {
	return Scorers{Loss: l, Risk: r, Positives: 30, Negatives: 10, Count: 40, Scale: 2, Seed: 5}
}

// risks are the clean and the noisy risks of scorers.
func risks(t *testing.T, s Scorers, m Mixture) (clean, noisy []float64) {
	t.Helper()
	parts, err := s.Parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		clean, noisy = append(clean, p.Clean()), append(noisy, m.Noisy(p))
	}
	return clean, noisy
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

// The noisy risk is the mean over all flips, which few records allow to list:
// the mean of a risk is linear in what each class is made of, so that the counts
// of the four kinds of pairs are enough.
func TestNoisyIsAMeanOverFlips(t *testing.T) {
	m := flips(t, 1.3)
	positive, negative := []float64{0.3, -1.2, 2.5}, []float64{0.1, -0.7}
	l := named(t, "squared")
	for _, r := range []Risk{AUC, Balanced} {
		// One record of each class of the truth, weighted: the same classes, told as
		// mixtures record by record.
		share := 0.6
		mix := Mix(m, share)
		labelled := func(asPositive float64) (scores, weights []float64) {
			for _, f := range positive {
				scores, weights = append(scores, f), append(weights, asPositive/3)
			}
			for _, f := range negative {
				scores, weights = append(scores, f), append(weights, (1-asPositive)/2)
			}
			return scores, weights
		}
		a, wa := labelled(mix.Positive)
		b, wb := labelled(mix.Negative)
		want := 0.0
		for i := range a {
			for j := range b {
				one := l.Value(a[i] - b[j])
				if r == Balanced {
					one = (l.Value(a[i]) + l.Value(-b[j])) / 2
				}
				want += wa[i] * wb[j] * one
			}
		}
		if got := mix.Noisy(r.parts(l, positive, negative)); math.Abs(got-want) > 1e-13 {
			t.Errorf("risk %d: %g, and pair by pair %g", r, got, want)
		}
	}
}

// Of a loss whose sum is flat where the scores are, noisy risks lie on a line:
// exactly, for both risks, any budget and any share of positives.
func TestSymmetricLossesKeepTheOrder(t *testing.T) {
	for _, name := range []string{"barrier", "sigmoid", "unhinged"} {
		l := named(t, name)
		for _, r := range []Risk{AUC, Balanced} {
			s := few(l, r)
			for _, epsilon := range []float64{0.1, 1, 5} {
				mix := Mix(flips(t, epsilon), 0.75)
				clean, noisy := risks(t, s, mix)
				for i := range clean {
					if want := mix.Line(clean[i], l.SymmetricSum(0)); math.Abs(noisy[i]-want) > 1e-13*math.Abs(want) {
						t.Errorf("%s, risk %d, ε = %g: %g is off the line, %g", name, r, epsilon, noisy[i], want)
					}
				}
				if a := Agree(clean, noisy); a.Kept != 1 || a.Regret != 0 || a.Spread > 1e-9 || math.Abs(a.Slope-mix.Slope) > 1e-12 {
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
		clean, noisy := risks(t, s, Mix(flips(t, 0.5), 0.75))
		if a := Agree(clean, noisy); a.Kept > 0.97 || a.Spread < 0.05 {
			t.Errorf("%s keeps the order: %+v", name, a)
		}
		clean, noisy = risks(t, s, Mix(flips(t, 1500), 0.75))
		if a := Agree(clean, noisy); a.Kept != 1 || a.Spread > 1e-12 || a.Slope != 1 {
			t.Errorf("%s without flips: %+v", name, a)
		}
	}
}

// Coins say nothing of the order.
func TestCoins(t *testing.T) {
	clean, noisy := risks(t, few(named(t, "sigmoid"), AUC), Mix(flips(t, 0), 0.75))
	if a := Agree(clean, noisy); a.Kept != 0.5 || a.Spread != 0 || math.Abs(a.Slope) > 1e-12 {
		t.Errorf("coins: %+v", a)
	}
}

func TestDrawn(t *testing.T) {
	s := few(named(t, "sigmoid"), Balanced)
	clean, _ := risks(t, s, Mix(flips(t, 1), 0.75))
	drawn, err := s.Drawn(t.Context(), flips(t, 1500))
	if err != nil {
		t.Fatal(err)
	}
	for i := range clean {
		if drawn[i] != clean[i] {
			t.Errorf("scorer %d: without flips %g, clean %g", i, drawn[i], clean[i])
		}
	}
	// Many records are near the mean over flips: each risk is a mean of 5,000 terms
	// in [0, 1], so that 0.05 is more than seven deviations.
	s.Positives, s.Negatives = 5000, 5000
	mix := Mix(flips(t, 1), 0.5)
	_, noisy := risks(t, s, mix)
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
	a := Agree([]float64{1, 2, 3}, []float64{2, 1, 3})
	if a.Kept != 2.0/3 || a.Chosen != 1 || a.Best != 0 || a.Regret != 1 || math.Abs(a.Slope-0.5) > 1e-15 || math.Abs(a.Spread-math.Sqrt(0.75)) > 1e-15 {
		t.Errorf("%+v", a)
	}
}
