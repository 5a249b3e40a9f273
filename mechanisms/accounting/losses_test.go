package accounting

import (
	"context"
	"errors"
	"math"
	"testing"

	"dpscope/engine/effort"
)

// bounds returns the bounds of a run, on few cells where that is enough.
func bounds(t *testing.T, r Run, delta, accuracy float64) Bounds {
	t.Helper()
	b, err := r.Losses(context.Background(), delta, accuracy)
	if err != nil {
		t.Fatal(err)
	}
	if !(0 <= b.Low && b.Low <= b.High) {
		t.Fatalf("%v at δ = %g: %v encloses nothing", r, delta, b)
	}
	return b
}

// The true value, by transforms of 2²² cells to about 1e-6, lies between the bounds, and near the upper one.
func TestLossesEncloseReference(t *testing.T) {
	for quantity, from := range map[string]side{"eps_pld_remove": removed, "eps_pld_add": added} {
		for i, r := range rows(t, quantity) {
			if r.params["q"] == 1 || !effort.Sample(i, 2, 1) {
				continue // q = 1 is a closed form
			}
			s := r.run().begin(from, r.params["delta"])
			s.narrow(context.Background(), Losses{Accuracy: Fine})
			b, err := s.Bounds, error(nil)
			if err != nil {
				t.Fatal(err)
			}
			const doubt = 1e-6 // of the reference
			if !(b.Low <= r.value+doubt && r.value-doubt <= b.High && b.High <= 1.005*r.value && b.Low >= 0.98*r.value) {
				t.Errorf("%s at %v: %v, and the truth is %.9g", quantity, r.params, b, r.value)
			}
		}
	}
	for _, r := range rows(t, "eps_pld") {
		b := bounds(t, r.run(), r.params["delta"], Coarse)
		if !(b.Low <= r.value+1e-6 && r.value-1e-6 <= b.High && b.High <= 1.01*r.value) {
			t.Errorf("at %v: %v on few cells, and the truth is %.9g", r.params, b, r.value)
		}
	}
}

// One step has a closed form, and so have steps that see all records: the same
// program encloses both.
func TestLossesEncloseClosedForms(t *testing.T) {
	for _, c := range []struct {
		name            string
		run             Run
		delta, accuracy float64
	}{
		{"one step", Run{Step{0.01, 1.1}, 1}, 1e-5, 1e-4},
		{"one step, hardly any slack", Run{Step{0.1, 2}, 1}, 1e-30, 1e-3},
		{"one likely step", Run{Step{0.5, 1}, 1}, 1e-5, 1e-4},
		{"one step of little noise", Run{Step{0.2, 0.2}, 1}, 1e-3, 1e-3},
	}[:effort.Scale(2, 4, 4)] {
		b, want := bounds(t, c.run, c.delta, Fine), c.run.Epsilon(c.delta)
		if !(b.Low <= want && want <= b.High && b.High <= (1+c.accuracy)*want && b.Low >= (1-c.accuracy)*want) {
			t.Errorf("%s: %v, and it is %.9g", c.name, b, want)
		}
	}
	for _, steps := range []float64{400, 1, 20, 50_000}[:effort.Scale(1, 4, 4)] { // the last in blocks
		run := Run{Step{1 - 1e-12, 3 * math.Sqrt(steps)}, steps}
		b, want := bounds(t, run, 1e-5, Fine), run.unsampled(1e-5)
		if !(b.Low <= want*(1+1e-9) && want*(1-1e-9) <= b.High && b.High-b.Low <= 1e-3*want) {
			t.Errorf("%g steps of all records: %v, and it is %.9g", steps, b, want)
		}
	}
}

// Closed forms where every step sees all records.
func TestUnsampled(t *testing.T) {
	const want = 1.7600571495139 // q = 1, σ = 10, 20 steps, δ = 1e-5; specification, section 4
	if b := bounds(t, Run{Step{1, 10}, 20}, 1e-5, Coarse); math.Abs(b.High-want) > 1e-12 || b.Low != b.High {
		t.Errorf("%v, want %.14g", b, want)
	}
}

// The better a theorem, the smaller its budget, and more noise, fewer steps, a smaller part and more slack never cost privacy:
// at settings far apart, which must be answered at once. An ordinary run tests every setting and every slack, but not each with
// each.
func TestOrderOfTheorems(t *testing.T) {
	for i, r := range []Run{
		{Step{0.01, 1.1}, 10_000}, {Step{0.1, 3}, 300}, {Step{0.5, 20}, 1000}, {Step{1e-4, 0.8}, 1e6}, {Step{1e-6, 1}, 1e4}, {Step{0.02, 0.3}, 40},
		{Step{1e-5, 1.1}, 1e9}, {Step{0.01, 0.02}, 10}, {Step{1e-9, 5}, 1}, {Step{0.999, 1e4}, 1e5},
	} {
		for k, delta := range []float64{0.1, 1e-5, 1e-40} {
			if !effort.Sample(i+k, 11, 3) {
				continue
			}
			b := bounds(t, r, delta, Coarse)
			improved, classic := r.Whole().Renyi(r.Steps, delta)
			order := r.Renyi(delta)
			chain := []float64{b.High, order.Epsilon * (1 + 1e-9), improved.Epsilon * (1 + 1e-9), classic.Epsilon * (1 + 1e-9)}
			for i := 1; i < len(chain); i++ {
				if !(chain[i-1] <= chain[i]+1e-12) {
					t.Errorf("%v at δ = %g: law, orders, whole orders, classic conversion are %v", r, delta, chain)
				}
			}
			by := map[Theorem]float64{}
			for _, theorem := range []Theorem{Basic, Advanced, AdvancedTight, Optimal} {
				v, err := Claims{theorem}.Price(t.Context(), NormalSteps(r.Rate, r.Deviation, r.Steps), delta)
				if err != nil {
					t.Fatal(err)
				}
				if by[theorem] = v.High; v.Missing() { // it says nothing: a bound beyond float64
					by[theorem] = math.Inf(1)
				}
			}
			if !(by[AdvancedTight] <= by[Advanced]*(1+1e-12)) || !(b.Low <= by[Optimal]) || !(b.Low <= by[Basic]) {
				t.Errorf("%v at δ = %g: at least %g, and the theorems say %v", r, delta, b.Low, by)
			}
			for name, less := range map[string]Bounds{
				"more noise":     bounds(t, Run{Step{r.Rate, 1.3 * r.Deviation}, r.Steps}, delta, Coarse),
				"a smaller part": bounds(t, Run{Step{r.Rate / 2, r.Deviation}, r.Steps}, delta, Coarse),
				"more slack":     bounds(t, r, min(30*delta, 0.9), Coarse),
			} {
				if less.Low > b.High*(1+1e-9) {
					t.Errorf("%v at δ = %g: %s costs at least %g, and it is at most %g", r, delta, name, less.Low, b.High)
				}
			}
		}
	}
}

// The integral over answers is the finite sum, also where the divergence is tiny or
// its moment beyond all numbers.
func TestDivergence(t *testing.T) {
	for _, s := range []Step{{0.01, 1}, {1e-9, 1}, {1e-6, 0.3}, {0.5, 30}, {0.9, 0.1}, {1e-3, 500}, {0.01, 0.02}, {1e-5, 0.05}} {
		for _, order := range []int{2, 3, 17, 64, 1024} {
			if got, want := s.Divergence(float64(order)), s.wholeDivergence(order); math.Abs(got-want) > 1e-10*want {
				t.Errorf("%v at order %d: %.15g, want %.15g", s, order, got, want)
			}
		}
		if d := s.Divergence(1 + 1e-4); !(d > 0 && d <= s.Divergence(1.5)) {
			t.Errorf("%v near order 1: %g, which is not below %g", s, d, s.Divergence(1.5))
		}
	}
	if d := (Step{0, 1}).Divergence(5); d != 0 {
		t.Errorf("a record that takes no part costs %g", d)
	}
}

// Sampling and its inverse meet, also far out.
func TestAmplified(t *testing.T) {
	for _, epsilon := range []float64{1e-9, 0.1, 1, 2, 40, 900} {
		for _, rate := range []float64{1e-6, 0.3, 1} {
			a := Amplified(epsilon, rate)
			if back := BeforeSampling(a, rate); !(a <= epsilon*(1+1e-15)) || math.Abs(back-epsilon) > 1e-6*epsilon {
				t.Errorf("ε = %g at rate %g is %g, and back %g", epsilon, rate, a, back)
			}
		}
	}
}

// A part that is hardly ever seen costs its rate times e^ε − 1, to rounding, whatever ε is:
// the logarithm's series is ended after three terms.
func TestAmplifiedOfRareParts(t *testing.T) {
	for epsilon := 1e-6; epsilon < 600; epsilon *= 1.07 {
		for _, rate := range []float64{1e-300, 1e-12, 1e-7} {
			x := rate * (math.Exp(epsilon) - 1)
			if epsilon < 0.1 {
				series := 0.0
				for k := 12.0; k >= 1; k-- {
					series = epsilon / k * (1 + series)
				}
				x = rate * series
			}
			if x > 1e-5 {
				continue
			}
			if got, want := Amplified(epsilon, rate), x*(1-x/2*(1-x*2/3)); math.Abs(got/want-1) > 1e-14 {
				t.Errorf("ε = %g at rate %g is %.17g, want %.17g", epsilon, rate, got, want)
			}
		}
	}
	if got := Amplified(1.030922118675751, 1e-12); math.Abs(got/1.8036499410588984e-12-1) > 1e-15 { // bc, 20 digits
		t.Errorf("%.17g", got)
	}
	if got, want := Amplified(1500, 1e-300), 1500+math.Log(1e-300); math.Abs(got/want-1) > 1e-15 {
		t.Errorf("%.17g, want %.17g", got, want)
	}
}

// Claims so small that tails of the binomial law are nearly equal compose to their sum, taken term by term in the plainest
// form.
func TestTinyClaimsCompose(t *testing.T) {
	for _, r := range []Repeated{{4.2e-9, 203}, {6e-12, 919}, {1e-10, 2}, {3e-7, 40}, {0.01, 100}, {0.3, 9}} {
		for _, share := range []float64{0, 0.01, 0.2, 0.7} {
			budget, want := share*r.Basic(), 0.0
			for l := 0.0; l <= r.Times; l++ {
				a, _ := math.Lgamma(r.Times + 1)
				b, _ := math.Lgamma(l + 1)
				c, _ := math.Lgamma(r.Times - l + 1)
				if loss := (r.Times - 2*l) * r.Epsilon; loss > budget {
					want += math.Exp(a-b-c-l*r.Epsilon-r.Times*math.Log1p(math.Exp(-r.Epsilon))) * -math.Expm1(budget-loss)
				}
			}
			if got := r.Delta(budget); math.Abs(got-want) > 1e-11*want {
				t.Errorf("%+v at %g: %.15g, want %.15g", r, budget, got, want)
			}
		}
	}
}

// A plan ends when no caller waits for it.
func TestLossesAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Run{Step{0.01, 1.1}, 1e9}).Losses(ctx, 1e-5, Fine); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func BenchmarkLosses(b *testing.B) {
	for b.Loop() {
		if _, err := (Run{Step{0.01, 1.1}, 10_000}).Losses(context.Background(), 1e-5, Fine); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenyi(b *testing.B) {
	for b.Loop() {
		(Run{Step{0.01, 1.1}, 10_000}).Renyi(1e-5)
	}
}

func BenchmarkRenyiWhole(b *testing.B) {
	for b.Loop() {
		Step{0.01, 1.1}.Whole().Renyi(10_000, 1e-5)
	}
}

func BenchmarkLossesCoarse(b *testing.B) {
	for b.Loop() {
		if _, err := (Run{Step{0.01, 1.1}, 10_000}).Losses(context.Background(), 1e-5, Coarse); err != nil {
			b.Fatal(err)
		}
	}
}
