package concentration

import (
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
)

func mechanism(t *testing.T, name string, epsilon float64, bins float64) mechanisms.Mechanism {
	t.Helper()
	m, err := makerOf(t, name, param.Values{}.With(mechanisms.Bins, bins))(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSquareError(t *testing.T) {
	// Clamped at x = 0, Laplace noise is 0 half of the time, and otherwise min(E, 1) with E exponential: mean (1 − e^−ε)/(2ε).
	const epsilon = 3.0
	law := mechanism(t, "laplace-clamped", epsilon, 2).At(0)
	mean := (1 - math.Exp(-epsilon)) / (2 * epsilon)
	square := (1 - (1+epsilon)*math.Exp(-epsilon)) / (epsilon * epsilon)
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"mass", law.Mass(0, 0.25), 1 - math.Exp(-epsilon/4)/2},
		{"outside", law.Outside(0, 0.25), math.Exp(-epsilon/4) / 2},
		{"mean", law.Mean(), mean},
		{"variance", law.Variance(), square - mean*mean},
		{"square error", SquareError(law, 0), square},
	} {
		if math.Abs(test.got-test.want) > 1e-14 {
			t.Errorf("%s %.16g, want %.16g", test.name, test.got, test.want)
		}
	}
}

func TestAround(t *testing.T) {
	for _, test := range []struct {
		x, theta float64
		want     Window
	}{{0.5, 0.25, Window{0.25, 0.75}}, {0.1, 0.3, Window{0, 0.4}}, {1, 2, Window{0, 1}}, {0.25, 0, Window{0.25, 0.25}}} {
		if got := Around(test.x, test.theta); got != test.want {
			t.Errorf("%g ± %g: %v, want %v", test.x, test.theta, got, test.want)
		}
	}
}

// An outline goes through both sides of each jump and never backwards.
func TestOutline(t *testing.T) {
	law := mechanism(t, "pm", 2, 2).At(0.3)
	plateau := law.(mechanisms.Plateaued).Plateau()
	at, density := Outline(law, 0.3, -0.2, 1.2, 50)
	if len(at) != len(density) || !slices.IsSorted(at) || at[0] != -0.2 || at[len(at)-1] != 1.2 {
		t.Fatalf("%d abscissae from %g to %g, %d densities", len(at), at[0], at[len(at)-1], len(density))
	}
	for _, jump := range []float64{0, 1, plateau.Low, plateau.High} {
		i, found := slices.BinarySearch(at, jump)
		below, above := jump-at[i-1] < 1e-15, at[i+1]-jump < 1e-15
		if !found || below == above || below && density[i-1] == density[i] || above && density[i+1] == density[i] {
			t.Errorf("no point of another density beside the jump at %g", jump)
		}
	}
	if at, _ := Outline(law, 0.3, 0, 1, 50); at[0] != 0 || at[len(at)-1] != 1 {
		t.Errorf("asked for [0, 1], abscissae from %g to %g", at[0], at[len(at)-1])
	}
	if peak := slices.Max(density); peak != plateau.Density {
		t.Errorf("highest point %g, plateau %g", peak, plateau.Density)
	}
}

// Columns keep the mass and the ends, at any number of bins.
func TestColumns(t *testing.T) {
	for _, bins := range []float64{2, 7, 101, 1000001} {
		for _, count := range []int{1, 5, 100, 3000} {
			for _, name := range []string{"exponential", "krr"} {
				law := mechanism(t, name, 4, bins).At(0.3).(mechanisms.Binned)
				columns := Columns(law, count)
				total := 0.0
				for i, c := range columns {
					total += c.Mass
					if i > 0 && !(c.From > columns[i-1].To) || c.From > c.To {
						t.Errorf("%s, %g bins in %d: column %d is %v", name, bins, count, i, c)
					}
				}
				if len(columns) > count || math.Abs(total-1) > 1e-11 || columns[0].From != 0 || columns[len(columns)-1].To != 1 {
					t.Errorf("%s, %g bins: %d of %d columns, from %v to %v, mass %.15g", name, bins, len(columns), count, columns[0], columns[len(columns)-1], total)
				}
			}
		}
	}
}
