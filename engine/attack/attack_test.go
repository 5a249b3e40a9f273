package attack

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/querynoise"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// usual returns a question at the usual rates.
func usual(of Subject) Question {
	return Question{Of: of, FPR: 0.01, Prior: 0.5, Baseline: 0.1, Floor: 1e-10, Delta: 1e-5}
}

// The law of least size at ε = 1 and δ = 0.05 is nearly the most exposed elsewhere, and normal noise is not: the
// figures of the specification, at its digits.
func TestLeastLossIsExposed(t *testing.T) {
	size := central.Slopes{Below: 1, Above: 1}
	for _, c := range []struct {
		of             Subject
		advantage, tpr float64
	}{
		{Best{Question: querynoise.Asked(querynoise.Question{Epsilon: 1, Delta: 0.05, Sensitivity: 1, Loss: size})}, 0.467, 0.077},
		{Noise{"truncated-laplace", central.Setting{Epsilon: 1, Delta: 0.05, Loss: size}, 1}, 0.416, 0.077},
		{Noise{"analytic-gaussian", central.Setting{Epsilon: 1, Delta: 0.05, Loss: size}, 1}, 0.2925, 0.0575},
		{byCoins(0.01, 1.1, 10_000), 0.4242, 0.1165},
	} {
		q := usual(c.of)
		advantage, err := q.Advantage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tpr, err := q.TPR(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(advantage.Value-c.advantage) > 6e-4 || math.Abs(tpr.Value-c.tpr) > 6e-4 {
			t.Errorf("%+v: advantage %v and TPR %v, want %g and %g", c.of, advantage.Value, tpr.Value, c.advantage, c.tpr)
		}
	}
}

// A coarse question is answered by bounds that hold the fine one in each order of the neighbours, and not by far.
func TestCoarseHoldsFine(t *testing.T) {
	for _, of := range []Subject{byCoins(0.01, 1.1, 3000), byCoins(0.002, 0.5, 10_000),
		byCoins(0.328, 9.4, 2000), Concentrated{Rho: 0.5}, Concentrated{Rho: 3}, Concentrated{Rho: 0.01}, Value{mechanisms.Setting{Kind: "pm", Given: [4]float64{0.4}}, 30},
		Noise{"laplace", central.Setting{Epsilon: 0.2, Loss: central.Slopes{Below: 1, Above: 1}}, 10}} {
		fine, coarse := usual(of), usual(of)
		coarse.Coarse = true
		a, err := fine.Attack(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		b, err := coarse.Attack(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, fpr := range []float64{1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9} {
			for order, both := range map[string][2]privacy.Tests{"in": {a.In, b.In}, "out": {otherOrder(a), otherOrder(b)}} {
				low, high := both[0].TPR(fpr)
				from, to := both[1].TPR(fpr)
				_, bounded := of.(Concentrated) // nothing is known of it from below
				if from > high || to < low || high > 1.01*low && !bounded || to < high && bounded {
					t.Errorf("%+v at %g, %s: %g to %g, and coarsely %g to %g", of, fpr, order, low, high, from, to)
				}
				if fpr >= 1e-4 && to > 1.25*high {
					t.Errorf("%+v at %g, %s: at most %g, and coarsely %g", of, fpr, order, high, to)
				}
			}
		}
	}
}

// otherOrder returns the tests of absent people against present ones.
func otherOrder(a privacy.Attack) privacy.Tests {
	if a.Out == nil {
		return a.In
	}
	return a.Out
}

// A curve of orders bounds the normal noise with these divergences: no tighter than all orders, and no looser than any one of
// them; more orders come closer to all.
func TestOrders(t *testing.T) {
	tpr := func(of Subject, fpr float64) float64 {
		q := usual(of)
		q.FPR = fpr
		v, err := q.TPR(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return v.High
	}
	for _, rho := range []float64{0.02, 0.5, 3} {
		listed := func(orders ...float64) Orders {
			var words []string
			for _, order := range orders {
				words = append(words, fmt.Sprintf("%g:%g", order, rho*order))
			}
			return Orders{strings.Join(words, ",")}
		}
		var dense []float64
		for order := 1.01; order < 500; order *= 1.05 {
			dense = append(dense, order)
		}
		some := []float64{1.5, 2, 4, 8, 16, 64}
		for _, fpr := range []float64{1e-4, 0.01, 0.3} {
			least, bound := tpr(Normal{Mu: math.Sqrt(2 * rho)}, fpr), tpr(Concentrated{Rho: rho}, fpr)
			curve, near := tpr(listed(some...), fpr), tpr(listed(dense...), fpr)
			if !(least <= bound && bound <= near*(1+1e-9) && near <= 1.01*bound && near <= curve*(1+1e-9)) {
				t.Errorf("ρ = %g at %g: the noise %g, all orders %g, many %g, some %g", rho, fpr, least, bound, near, curve)
			}
			for _, order := range some {
				if one := tpr(Renyi{order, rho * order}, fpr); curve > one*(1+1e-9) {
					t.Errorf("ρ = %g at %g: %g by all of some orders, and %g by %g alone", rho, fpr, curve, one, order)
				}
			}
		}
	}
	if risen, level := tpr(Orders{"2:0.5,4:0.3"}, 0.01), tpr(Orders{"2:0.3,4:0.3,8:inf"}, 0.01); risen != level {
		t.Errorf("a divergence that falls: %g, and as low below it %g", risen, level)
	}
	if pure, response := tpr(Orders{"inf:1"}, 0.01), tpr(Stated{Epsilon: 1}, 0.01); math.Abs(pure-response) > 1e-9 {
		t.Errorf("the order ∞ is pure privacy: %g and %g", pure, response)
	}
	for text, says := range map[string]string{
		"": "has no point", "2:inf,4:inf": "bounds nothing", "2": "order:divergence", "a:1": `"a" in "a:1" is no number`, "2:NaN": "no number",
		"1:1": "not above 1", "0.5:1": "not above 1", "2:-1": "below 0", "2:1,2:3": "given twice",
	} {
		if _, err := ReadOrders(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A question with one curve has its answers: the claim's own, a guess at a rate of nothing.
func TestBadQuestions(t *testing.T) {
	good := usual(Stated{Epsilon: 1})
	for _, change := range []func(*Question){
		func(q *Question) { q.FPR = 0 }, func(q *Question) { q.FPR = 1 }, func(q *Question) { q.FPR = math.NaN() },
		func(q *Question) { q.Prior = 0 }, func(q *Question) { q.Prior = 1 }, func(q *Question) { q.Baseline = -0.1 },
		func(q *Question) { q.Floor = 0.5 }, func(q *Question) { q.Floor = 0 }, func(q *Question) { q.Delta = 1 },
	} {
		q := good
		if change(&q); q.Check() == nil {
			t.Errorf("%+v is accepted", q)
		}
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}

// Any question is refused in a sentence, or answered by possible numbers.
func FuzzQuestion(f *testing.F) {
	f.Add(0, 1.1, 0.01, 1000.0, 0.01, 0.5, 1e-10, 1e-5)
	f.Add(1, 1e-6, 0.0, 1.0, 1e-300, 1e-300, 1e-14, 0.0)
	f.Add(2, 1500.0, 0.499, 3.0, 0.999999, 0.999, 0.49, 0.999)
	f.Add(3, 20.0, 1e-300, 1.0, 1e-9, 0.1, 1e-3, 1e-300)
	f.Add(4, 100.0, 0.3, 2.0, 0.5, 0.5, 0.1, 0.1)
	f.Add(5, 0.0, 1.0, 1e9, 0.5, 0.5, 0.1, 0.1)
	f.Fuzz(func(t *testing.T, which int, a, b, c, fpr, prior, floor, delta float64) {
		within := func(v, low, high float64) float64 {
			if math.IsNaN(v) { // controls refuse it before there is a subject
				return low
			}
			return min(max(v, low), high)
		}
		var of Subject
		times := math.Round(within(c, 1, 100))
		switch epsilon, slack := within(a, 1e-6, 1500), within(b, 1e-300, 0.499); uint(which) % 9 {
		case 0:
			of = byCoins(within(b, 0, 1), within(a, 0.05, 1e4), math.Round(within(c, 1, 1e4)))
		case 1:
			of = Stated{epsilon, slack, times}
		case 2:
			of = Laplace{epsilon, times}
		case 3:
			of = Normal{within(a, 1e-3, 20), times}
		case 4:
			of = Concentrated{within(a, 1e-6, 100), times}
		case 5:
			of = Renyi{1 + within(a, 1e-9, 1e6), within(b, 1e-9, 100)}
		case 6:
			of = Orders{fmt.Sprintf("%g:%g,%g:%g", 1+within(a, 1e-9, 1e6), within(b, 0, 100), 3e6, within(c, 0, 1e9))}
		case 7:
			of = Pair{mechanisms.Setting{Kind: "sw", Given: [4]float64{epsilon}}, within(b, 0, 1), within(c, 0, 1)}
		default:
			of = Noise{"truncated-laplace", central.Setting{Epsilon: epsilon, Delta: slack, Loss: central.Slopes{Below: 1, Above: 1}}, 1}
		}
		q := Question{Of: of, FPR: fpr, Prior: prior, Baseline: fpr, Floor: floor, Delta: delta, Coarse: true}
		if q.Check() != nil {
			return
		}
		ctx := worktest.Session(t.Context(), 64<<20)
		for name, answer := range map[string]func(context.Context) (known.Value, error){"tpr": q.TPR, "finds": q.Finds,
			"advantage": q.Advantage,
			"right":     q.Right, "prior": q.RightAtPrior, "precision": q.Precision, "reconstruction": q.Reconstruction, "claim": q.OfClaim} {
			v, err := answer(ctx)
			switch {
			case err != nil:
				t.Errorf("%+v: %s: %v", q, name, err)
			case !v.Missing() && !(v.Low >= 0 && v.Low <= v.Value*(1+1e-12) && v.Value <= v.High*(1+1e-12) && v.High <= 1):
				t.Errorf("%+v: %s is %+v", q, name, v)
			}
		}
		if v, err := q.Mu(ctx); err != nil || !v.Missing() && !(v.Low >= 0 && v.Low <= v.High && v.High < 1e8) {
			t.Errorf("%+v: μ is %+v, %v", q, v, err)
		}
	})
}

func ExampleQuestion() {
	q := Question{Of: Laplace{Epsilon: 1}, FPR: 0.01, Prior: 0.5, Baseline: 0.1, Floor: 1e-10}
	tpr, _ := q.TPR(context.Background())
	right, _ := q.Right(context.Background())
	fmt.Printf("finds %.4f, right %.4f\n", tpr.Value, right.Value)
	// Output: finds 0.0272, right 0.6967
}

// The best test agrees with closed forms: for normal noise the answer is above a place, and the ratio is known there; for
// Laplace noise it is below one.
func TestEvent(t *testing.T) {
	q := usual(Normal{Mu: 1.5})
	z := math.Sqrt2 * math.Erfinv(1-2*q.FPR)
	e, found, err := q.Event(t.Context())
	if want := math.Exp(1.5*z - 1.5*1.5/2); err != nil || !found || math.Abs(e.Ratio-want) > 1e-3*want || e.From <= e.To {
		t.Errorf("normal noise: %+v, %v, want a ratio of %g", e, found, want)
	}
	q = usual(Pair{mechanisms.Setting{Kind: "laplace", Given: [4]float64{2}}, 0.3, 0.7})
	q.FPR = 0.3 // the answers y with Pr[0.7 + Z ≤ y] = 0.3: between both values
	e, found, err = q.Event(t.Context())
	if want := 0.7 + math.Log(2*0.3)/2; err != nil || !found || !math.IsInf(e.From, -1) || math.Abs(e.To-want) > 1e-3 {
		t.Errorf("Laplace noise: %+v, %v, want answers up to %g", e, found, want)
	}
	if _, found, err := usual(Concentrated{Rho: 0.5}).Event(t.Context()); err != nil || found {
		t.Errorf("of a bound there is an event: %v, %v", found, err)
	}
}
