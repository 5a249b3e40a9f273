package mechanisms

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// The published names are all there, in their order, and every kind describes itself.
func TestMenu(t *testing.T) {
	published := strings.Fields("laplace laplace-clamped laplace-truncated laplace-bounded gaussian gaussian-clamped " +
		"gaussian-pac gaussian-pac-clamped gaussian-pac-tight gaussian-classic pm sw exponential exponential-sharp krr")
	var names []string
	titles := map[string]bool{}
	for _, kind := range All.Kinds {
		names = append(names, kind.Name)
		titles[kind.Title] = true
		if n := utf8.RuneCountInString(kind.Title); n == 0 || n > 22 {
			t.Errorf("%s: title %q has %d characters", kind.Name, kind.Title, n)
		}
		if !strings.HasSuffix(kind.Help, ".") || strings.Count(kind.Help, ".") > 3 || kind.Source == "" {
			t.Errorf("%s: help %q, source %q", kind.Name, kind.Help, kind.Source)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(published, name) })
	if !slices.Equal(names, published) {
		t.Errorf("of the published names the menu has %v, want %v", names, published)
	}
	if len(titles) != len(All.Kinds) {
		t.Errorf("two kinds share a title")
	}
}

// A value out of range is refused by name, with what would work.
func TestRefusals(t *testing.T) {
	for _, kind := range All.Kinds {
		for _, p := range kind.Params {
			bad := []float64{p.Min / 2, p.Max * 1.01, -1, math.NaN(), math.Inf(1)}
			if p.Name == "bins" {
				bad = append(bad, 2.5)
			}
			for _, v := range bad {
				m, err := kind.New(param.Values{}.With(Epsilon, 0.5).With(p, v))
				if err == nil || m != nil || !strings.HasPrefix(err.Error(), p.Name+" = ") {
					t.Errorf("%s with %s = %g: %v, %v", kind.Name, p.Name, v, m, err)
				}
			}
		}
	}
	classic, _ := All.Find("gaussian-classic")
	if _, err := classic.New(param.Values{}.With(Epsilon, 1)); err != nil {
		t.Errorf("ε = 1: %v", err)
	}
	_, err := classic.New(param.Values{}.With(Epsilon, 1.0000001))
	if err == nil || !strings.Contains(err.Error(), "epsilon <= 1") || !strings.Contains(err.Error(), "mechanism=gaussian ") {
		t.Errorf("ε above 1: %v", err)
	}
}

// extremes calls do with every kind at the ends of its parameters, and between.
func extremes(t *testing.T, do func(kind param.Kind[Mechanism], m Mechanism, where string)) {
	t.Helper()
	for _, kind := range All.Kinds {
		seconds := []float64{1}
		second := Epsilon
		if len(kind.Params) > 1 {
			second = kind.Params[1]
			seconds = map[string][]float64{"delta": {1e-300, 1e-20, 1e-6, 0.1, 0.499}, "bins": {2, 3, 101, 1000001}}[second.Name]
		}
		for _, epsilon := range []float64{1e-6, 1e-3, 0.3, 1, 7, 30, 80, 700, 720, 1430, 1500} {
			if kind.Name == "gaussian-classic" && epsilon > 1 {
				continue
			}
			for _, v := range seconds {
				values := param.Values{}.With(second, v).With(Epsilon, epsilon)
				m, err := kind.New(values)
				if err != nil {
					t.Fatal(err)
				}
				do(kind, m, kind.Name+" "+param.Form{Params: kind.Params}.Encode(values))
			}
		}
	}
}

var extremePlaces = []float64{0, 5e-324, 1e-300, 1e-17, 1e-3, 0.3, 0.5, 0.79, 1 - 0x1p-53, 1}

// At every extreme, masses are probabilities, grow with the window, and add up with the mass outside; moments are finite and
// possible; draws lie in the support.
func TestExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	windows := [][2]float64{{-5, 6}, {0, 1}, {0, 0.5}, {0.3, 0.3}, {0.2, 0.8}, {0.29, 0.31}, {-5, -4}, {1, 1}, {0, 0}, {5.5, 6}, {-0.3, 0.1}, {0.999, 1.7}, {1e-300, 1e-12}}
	extremes(t, func(kind param.Kind[Mechanism], m Mechanism, where string) {
		for _, x := range extremePlaces {
			l := m.At(x)
			low, high := l.Support()
			for _, w := range windows {
				mass, outside := l.Mass(w[0], w[1]), l.Outside(w[0], w[1])
				if !(mass >= 0 && mass <= 1 && outside >= 0 && outside <= 1) || math.Abs(mass+outside-1) > 3e-15 {
					t.Errorf("%s x=%g %v: mass %v, outside %v", where, x, w, mass, outside)
				}
				if wider := l.Mass(w[0]-0.1, w[1]+0.1); wider < mass*(1-1e-12) {
					t.Errorf("%s x=%g %v: mass %v, of a wider window %v", where, x, w, mass, wider)
				}
				if w[0] <= low && high <= w[1] && (mass != 1 || outside != 0) {
					t.Errorf("%s x=%g: mass of the support %v, outside %v", where, x, mass, outside)
				}
			}
			if mean := l.Mean(); !(low-1e-12 <= mean && mean <= high+1e-12) {
				t.Errorf("%s x=%g: mean %v", where, x, mean)
			}
			if v := l.Variance(); !(v >= 0) || math.IsInf(v, 1) || low == 0 && high == 1 && v > 0.25*(1+1e-12) {
				t.Errorf("%s x=%g: variance %v", where, x, v)
			}
			for range 5 {
				if y := l.Sample(rng); !(low <= y && y <= high) {
					t.Errorf("%s x=%g: drew %v", where, x, y)
				}
			}
			if d := l.Density(x); math.IsNaN(d) || d < 0 {
				t.Errorf("%s x=%g: density %v", where, x, d)
			}
			for _, w := range [][2]float64{{0.6, 0.4}, {math.NaN(), 1}, {0, math.NaN()}} {
				if l.Mass(w[0], w[1]) != 0 || l.Outside(w[0], w[1]) != 1 {
					t.Errorf("%s x=%g %v: mass %v of no window", where, x, w, l.Mass(w[0], w[1]))
				}
			}
		}
	})
}

// Claims hold at every extreme, and the privacy profile falls in ε from the total
// variation to nothing.
func TestClaimsAtExtremes(t *testing.T) {
	extremes(t, func(kind param.Kind[Mechanism], m Mechanism, where string) {
		if err := checkClaim(subject{kind.Name, m, !looseClaims[kind.Name]}); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		p := m.Guarantee().Claim()
		last := 1.0
		for _, share := range []float64{0, 1e-3, 0.2, 0.5, 0.9, 0.999, 1, 1.01, 2} {
			delta := m.DeltaAt(share * p.Epsilon)
			if !(delta >= 0 && delta <= last*(1+1e-11)) {
				t.Errorf("%s: delta %v at %g of ε, after %v", where, delta, share, last)
			}
			last = delta
			if share*p.Epsilon >= m.Loss() && delta != 0 {
				t.Errorf("%s: delta %v at ε = %g, beyond the loss %g", where, delta, share*p.Epsilon, m.Loss())
			}
			if tailed, ok := m.(LossTail); ok {
				if tail := tailed.LossTail(share * p.Epsilon); tail < delta*(1-1e-11) {
					t.Errorf("%s: delta %v at %g of ε exceeds the tail %v", where, delta, share, tail)
				}
			}
		}
	})
}

// Clamping keeps the probabilistic guarantee of Theorem 4, indeed gives a pure one:
// the loss of the atoms is at most ln(R(0)/R(1/σ)) + 1/(2σ²) with R Mills' ratio,
// and −(ln R)′ ≤ √(2/π), less than the √(2 ln(2/δ)) that Theorem 4 pays for.
func TestClampedPACIsPure(t *testing.T) {
	for _, delta := range []float64{1e-300, 1e-9, 0.01, 0.3, 0.499} {
		for epsilon := 1e-6; epsilon < 1500; epsilon *= 1.7 {
			m := newMechanism(t, "gaussian-pac-clamped", epsilon, delta, 2)
			if loss := m.Loss(); loss > epsilon {
				t.Errorf("ε=%g δ=%g: loss %g", epsilon, delta, loss)
			}
			if tail := m.(LossTail).LossTail(epsilon); tail != 0 {
				t.Errorf("ε=%g δ=%g: losses above ε have probability %g", epsilon, delta, tail)
			}
		}
	}
}

// Bins that decimals mean are in the window, whatever float64 makes of them.
func TestDecimalWindows(t *testing.T) {
	third := 1.0 / 3
	for _, test := range []struct {
		bins        int
		from, to    float64
		first, last int
	}{
		{101, 0.5 - 0.3, 0.5 + 0.3, 20, 80},
		{101, 0.3 - 0.1, 0.3 + 0.1, 20, 40},      // 0.3 − 0.1 is 0.19999999999999998
		{101, 0.8 - 0.7, 0.1 + 0.7, 10, 80},      // 0.8 − 0.7 is 0.10000000000000009
		{101, 0.1 + 0.2, 0.7 + 0.1, 30, 80},      // 0.30000000000000004, 0.7999999999999999
		{101, 0.29, 0.57, 29, 57},                // 0.29·100 is 28.999999999999996
		{101, 0.2000001, 0.7999999, 21, 79},      //
		{1000001, 0.000001, 0.999999, 1, 999999}, //
		{1000001, 0.1 + 0.2, 0.9, 300000, 900000},
		{4, third, 1 - third, 1, 2},
		{4, 0.3334, 0.6666, 2, 1},
		{2, 0.1, 0.9, 1, 0},
		{2, -5, 6, 0, 1},
		{2, 1 - 0.9 - 0.1, 0.5, 0, 0}, // −2.8e-17
		{2, 1e-17, 0.5, 1, 0},
		{2, 0, 1e-17, 0, 0},
		{11, 1.2 - 0.2, 3, 10, 10},
		{11, 1.0000001, 3, 0, -1},
		{11, -1, -1e-9, 0, -1},
	} {
		first, last := grid{test.bins - 1}.window(test.from, test.to)
		if first != test.first || last != test.last {
			t.Errorf("%d bins, [%.17g, %.17g]: bins %d to %d, want %d to %d", test.bins, test.from, test.to, first, last, test.first, test.last)
		}
	}
	for x, want := range map[float64]int{0: 0, 1: 100, 0.284: 28, 0.285: 29, 0.2849: 28, 0.995: 100, 0.005: 1, 0.115: 12, 0.565: 57} {
		if got := (grid{100}).nearest(x); got != want {
			t.Errorf("the bin nearest to %g is %d, want %d", x, got, want)
		}
	}
}

// Where x + θ = 1 in decimals, the window holds the atom at 1: rounding to even
// makes the sum exactly 1.
func TestDecimalWindowsOnAtoms(t *testing.T) {
	for _, name := range []string{"laplace-clamped", "gaussian-clamped", "gaussian-pac-clamped"} {
		m := newMechanism(t, name, 1, 0.1, 2)
		for i := range 10001 {
			x, theta := float64(i)/10000, float64(10000-i)/10000
			l := m.At(x)
			if got, want := l.Mass(x-theta, x+theta), l.Mass(x-theta, 1); got != want {
				t.Fatalf("%s: [%g − %g, %g + %g] has mass %g, up to 1 it is %g", name, x, theta, x, theta, got, want)
			}
		}
		if l := m.At(0.5); l.Mass(1.0001, 2) != 0 || l.Mass(1e-17, 0.5) >= l.Mass(0, 0.5)-0.1 {
			t.Errorf("%s: masses of [1.0001, 2] and [1e-17, 0.5] are %g, %g", name, l.Mass(1.0001, 2), l.Mass(1e-17, 0.5))
		}
	}
}

// Every window of hundredths x ± θ holds the bins that integers say.
func TestDecimalWindowsAgainstIntegers(t *testing.T) {
	for _, steps := range []int{1, 4, 10, 20, 100, 1000, 1000000} {
		g := grid{steps}
		for x := range 1001 {
			for theta := 0; theta <= 1000; theta += 7 {
				from, to := max(x-theta, 0), min(x+theta, 1000) // thousandths
				first, last := g.window(max(0, float64(x)/1000-float64(theta)/1000), min(1, float64(x)/1000+float64(theta)/1000))
				if wantFirst, wantLast := (from*steps+999)/1000, to*steps/1000; first != wantFirst || last != wantLast {
					if first > last && wantFirst > wantLast {
						continue
					}
					t.Fatalf("%d steps, %d ± %d thousandths: bins %d to %d, want %d to %d", steps, x, theta, first, last, wantFirst, wantLast)
				}
			}
		}
	}
}

// A million bins have the moments of fewer, and cost no more.
func TestManyBins(t *testing.T) {
	for _, name := range []string{"exponential", "exponential-sharp", "krr"} {
		l := newMechanism(t, name, 0.5, 0.1, 1000001).At(0.25)
		few := newMechanism(t, name, 0.5, 0.1, 2001).At(0.25)
		if math.Abs(l.Mean()-few.Mean()) > 2e-3 || math.Abs(l.Variance()-few.Variance()) > 2e-3 {
			t.Errorf("%s: mean %g and variance %g, with 2001 bins %g and %g", name, l.Mean(), l.Variance(), few.Mean(), few.Variance())
		}
		if n := testing.AllocsPerRun(10, func() { l.Mass(0.2, 0.6); l.Mean(); l.Variance() }); n > 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}

// Mass agrees with sums of bin masses for random windows, bins and places.
func FuzzBins(f *testing.F) {
	f.Add(0.3, 0.2, 0.4, 1.0, 11)
	f.Add(0.9995, -1.0, 0.5, 40.0, 1001)
	f.Fuzz(func(t *testing.T, x, from, to, epsilon float64, bins int) {
		if !(x >= 0 && x <= 1) || Epsilon.Check(epsilon) != nil || bins < 2 || bins > 2000 || math.IsNaN(from) || math.IsNaN(to) {
			t.Skip("outside what a law on bins takes")
		}
		for _, name := range []string{"exponential", "exponential-sharp", "krr"} {
			l := newMechanism(t, name, epsilon, 0.1, bins).At(x)
			first, last := grid{bins - 1}.window(from, to)
			inside, outside := 0.0, 0.0
			for i, a := range l.Atoms() {
				if first <= i && i <= last {
					inside += a.Mass
				} else {
					outside += a.Mass
				}
			}
			if got := l.Mass(from, to); math.Abs(got-inside) > 1e-11*inside+1e-300 {
				t.Errorf("%s: mass %v, bins %v", name, got, inside)
			}
			if got := l.Outside(from, to); math.Abs(got-outside) > 1e-9*outside+1e-300 {
				t.Errorf("%s: outside %v, bins %v", name, got, outside)
			}
		}
	})
}

// The calibrations meet their conditions with equality, from 1e-6 to 1500 and
// down to a delta of 1e-300.
func TestCalibrations(t *testing.T) {
	for epsilon := 1e-6; epsilon <= 1500; epsilon *= 1.31 {
		for exponent := 0.31; exponent <= 300; exponent *= 1.4 {
			delta := math.Pow(10, -exponent)
			if got := privacy.GaussianProfile(epsilon, privacy.AnalyticSigma(epsilon, delta)); relativeError(got, delta) > 2e-12 {
				t.Errorf("ε=%g δ=%g: profile %g", epsilon, delta, got)
			}
			if got := (Gaussian{sigma: privacy.TightSigma(epsilon, delta)}).LossTail(epsilon); relativeError(got, delta) > 2e-12 {
				t.Errorf("ε=%g δ=%g: tail %g", epsilon, delta, got)
			}
			if analytic, tight, pac := privacy.AnalyticSigma(epsilon, delta), privacy.TightSigma(epsilon, delta), pacSigma(epsilon, delta); !(analytic <= tight && tight <= pac) {
				t.Errorf("ε=%g δ=%g: σ %g, %g, %g", epsilon, delta, analytic, tight, pac)
			}
		}
	}
}
