package accounting

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// attackOf returns the attack of a row of the reference, and the relative error allowed for its answers.
func attackOf(t *testing.T, row map[string]string) (a privacy.Attack, part float64) {
	t.Helper()
	number := func(key string) float64 {
		v, err := strconv.ParseFloat(row[key], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	switch row["what"] {
	case "normal":
		return privacy.Alike(privacy.NormalTests{Shift: number("a")}), 1e-9
	case "laplace":
		return privacy.Alike(privacy.LaplaceTests{Epsilon: number("a")}), 1e-9
	case "response":
		return privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Epsilon: number("a")}}), 1e-9
	case "pair":
		return privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Epsilon: number("a"), Delta: number("b")}}), 1e-9
	}
	c, err := Losses{}.Curve(t.Context(), NormalSteps(number("b"), number("a"), number("c")), 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	return c.Attack(), 0.01
}

// Every row of the reference lies within the enclosure, which is exact or one part in a hundred wide.
func TestAttackReference(t *testing.T) {
	effort.ForNumbers(t)
	if !oracle.Present() {
		t.Skip("the reference is not here")
	}
	kept := map[string]privacy.Attack{}
	runs := 0
	for _, row := range oracle.Table(t, "reference", "attack.csv") {
		name := strings.Join([]string{row["what"], row["a"], row["b"], row["c"]}, ",")
		a, found := kept[name]
		part := 1e-9
		if row["what"] == "sampled-normal" {
			part = 0.01
		}
		if !found {
			if row["what"] == "sampled-normal" {
				if runs++; !effort.Sample(runs, 5, 1) {
					continue
				}
			}
			a, part = attackOf(t, row)
			kept[name] = a
		}
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		off, err := strconv.ParseFloat(row["error"], 64)
		if err != nil {
			t.Fatal(err)
		}
		v := a.Advantage()
		if fpr, is := strings.CutPrefix(row["quantity"], "tpr-at-"); is {
			rate, err := strconv.ParseFloat(fpr, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = a.TPR(rate)
		}
		off += 1e-9
		if v.Low > want*(1+off) || v.High < want*(1-off) || v.High-v.Low > part*want {
			t.Errorf("%s, %s: %.8g to %.8g, want %.8g", name, row["quantity"], v.Low, v.High, want)
		}
	}
}

// The curve is concave, at least a guess, and agrees with its profile; right guesses at any prior are the best over all rates.
func TestAttackIsOne(t *testing.T) {
	c, err := Losses{}.Curve(t.Context(), Both{NormalSteps(0.1, 0.9, 20), claimOf(0.3, privacy.OneAdded)}, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	curve := c.Attack()
	for name, a := range map[string]privacy.Attack{
		"tree": curve, "normal": privacy.Alike(privacy.NormalTests{Shift: 1.3}), "laplace": privacy.Alike(privacy.LaplaceTests{Epsilon: 1.2}),
		"claim":   privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Epsilon: 1, Delta: 0.05}}),
		"profile": privacy.Alike(privacy.ProfileTests{Here: privacy.Profile{Of: privacy.LaplaceTests{Epsilon: 1.2}.Profile}, Back: privacy.Profile{Of: privacy.LaplaceTests{Epsilon: 1.2}.Profile}}),
	} {
		for _, prior := range []float64{0.001, 0.3, 0.5, 0.9} {
			best := max(prior, 1-prior, prior*a.Finds(0).High+1-prior)
			for log := -12.0; log <= 0; log += 0.004 {
				fpr := math.Exp(log)
				best = max(best, prior*a.Finds(fpr).High+(1-prior)*(1-fpr))
			}
			if v := a.Right(prior); math.Abs(v.High-best) > 2e-3*prior+1e-9 {
				t.Errorf("%s, prior %g: %v, and by rates %g", name, prior, v, best)
			}
		}
		if v, w := a.Advantage(), a.Right(0.5); math.Abs((1+v.High)/2-w.High) > 0.01*v.High {
			t.Errorf("%s: an advantage of %v, right %v", name, v, w)
		}
		last, slope := 0.0, math.Inf(1)
		for fpr := 0.0; fpr < 1; fpr += 0.01 {
			v := a.Finds(fpr)
			if rise := v.High - last; fpr > 0 && (rise > slope+1e-9 || v.High < fpr) {
				t.Errorf("%s at %g: %v after %g", name, fpr, v, last)
			} else if fpr > 0 {
				slope = rise
			}
			last = v.High
		}
	}
}

// The Gaussian number of runs and of Laplace noise, specification of the attacker; of a run every floor
// has its own. At 1e-14 the specification prints 1.5727; contours have ε = 10.78 at δ = 1.07e-10, where the
// normal laws of 1.5701 touch the profile, at a false positive rate of 1e-14.
func TestMu(t *testing.T) {
	effort.ForNumbers(t)
	for epsilon, want := range map[float64]float64{0.1: 0.122326, 0.35: 0.405176, 1: 1.030064, 2.2: 1.936694, 4: 2.986779} {
		if v := privacy.Alike(privacy.LaplaceTests{Epsilon: epsilon}).Mu(1e-10); math.Abs(v.High-want) > 1e-6 {
			t.Errorf("Laplace noise at %g: %v, want %g", epsilon, v, want)
		}
		claim := privacy.Claim{Epsilon: epsilon}
		listed, err := Losses{}.Curve(t.Context(), Claim{claim}, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		want, got := privacy.Alike(privacy.ClaimTests{Claim: claim}).Mu(1e-6), listed.Attack().Mu(1e-6)
		if math.Abs(want.High-got.High) > 1e-8 || math.Abs(want.High-got.Low) > 1e-8 {
			t.Errorf("a claim of %g: %v, by a pair %v", epsilon, want, got)
		}
	}
	for i, c := range []struct{ rate, deviation, steps, floor, want float64 }{
		{0.328, 9.4, 2000, 1e-3, 1.5644}, {0.328, 9.4, 2000, 1e-10, 1.56847}, {0.328, 9.4, 2000, 1e-14, 1.5701}, {0.01, 1.1, 10_000, 1e-3, 1.1404}, {0.01, 1.1, 10_000, 1e-6, 1.1552},
	} {
		if !effort.Sample(i, 2, 1) {
			continue
		}
		curve, err := Losses{}.Curve(t.Context(), NormalSteps(c.rate, c.deviation, c.steps), c.floor)
		if err != nil {
			t.Fatal(err)
		}
		if v := curve.Attack().Mu(c.floor); v.Low > c.want*1.0001 || v.High < c.want*0.9999 || v.High > 1.005*v.Low {
			t.Errorf("%+v: %v", c, v)
		}
	}
	curve, err := Losses{}.Curve(t.Context(), NormalSteps(0.328, 9.4, 2000), 1e-11)
	if err != nil {
		t.Fatal(err)
	}
	// Where both errors are equal the curve differs from the normal one by half of the difference of the advantages: 0.5650517
	// by the reference, and 2Φ(μ/2) − 1. gdpnum's 0.00090 is less than that.
	const least = (0.5670978 - 0.5650517) / 2
	if v := curve.Attack().Regret(1e-10); v.High < least || v.Low > 1.05*least || v.Low < 0.9*least || v.High > 1.1*least {
		t.Errorf("the regret is %v to %v, and at the middle %v", v.Low, v.High, least)
	}
}

// Runs that reveal everything have a curve that says so.
func TestAttackThatIsCertain(t *testing.T) {
	for _, steps := range []float64{100, 1000, 1e6} {
		curve, err := Losses{Accuracy: Coarse}.Curve(t.Context(), NormalSteps(0.5, 0.3, steps), 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		a := curve.Attack()
		for _, v := range []known.Value{a.TPR(0.01), a.Advantage(), a.Right(0.3), a.Precision(0.01, 0.1)} {
			if !(v.Low >= 0 && v.Low <= v.High && v.High > 0.8 && v.High <= 1) {
				t.Errorf("%g steps: %v", steps, v)
			}
		}
		if v := a.Mu(1e-10); !v.Missing() {
			t.Errorf("%g steps: μ is %v", steps, v)
		}
	}
}

// For runs of any kind the two ends of the curve are within a hundredth of each other from 10⁻⁴ on, with the one from below
// lower: a curve read as an interval would hide the contrary.
func TestCurvesAreNarrow(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(25, 1))
	for range effort.Scale(3, 12, 1000) {
		rate, deviation, steps := math.Exp(-7*rng.Float64()), math.Exp(3*rng.Float64()-0.9), math.Round(math.Exp(12*rng.Float64()))
		c, err := Losses{}.Curve(t.Context(), NormalSteps(rate, deviation, steps), 1e-11)
		if err != nil {
			t.Fatal(err)
		}
		a := c.Attack()
		for fpr := 1e-4; fpr < 1; fpr *= 1.5 {
			if v := a.TPR(fpr); v.High > 1.01*v.Low {
				t.Errorf("%g steps of σ = %g on %g, FPR %g: %v to %v", steps, deviation, rate, fpr, v.Low, v.High)
			}
			for _, of := range []privacy.Tests{a.In, a.Out} {
				order, is := of.(*tests)
				if !is { // both are the same
					continue
				}
				if low, high := order.ends(1, func(p pairs.Pair) float64 { return p.TPR(fpr) }); !(low <= high) {
					t.Errorf("%g steps of σ = %g on %g, FPR %g: at least %v and at most %v", steps, deviation, rate, fpr, low, high)
				}
			}
		}
	}
}
