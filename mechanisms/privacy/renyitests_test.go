package privacy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/num/normal"
)

func oneOrder(order, divergence float64) RenyiTests {
	return RenyiTests{Renyi{Orders: []float64{order}, Epsilons: []float64{divergence}}}
}

var (
	sixOrders = RenyiTests{Renyi{Orders: []float64{2, 4, 8, 16, 32, 64}, Epsilons: []float64{0.1, 0.2, 0.4, 0.8, 1.6, 3.2}}}
	half      = RenyiTests{Concentrated{Rho: 0.5}}
	four      = RenyiTests{Concentrated{Rho: 4}}
)

// The figures of orders by bisection of the formula; those of concentrated privacy by the divergence of Kullback and Leibler,
// the limit of orders that binds where both errors are equal.
func TestRenyiFigures(t *testing.T) {
	for _, c := range []struct {
		of       RenyiTests
		fpr, tpr float64 // 0: right guesses
	}{
		{oneOrder(8, 1), 0, 0.739452},
		{oneOrder(8, 1), 0.01, 0.042655},
		{oneOrder(256, 0.5), 0, 0.622895},
		{sixOrders, 0, 0.580030},
		{oneOrder(63.466, 3.4626), 0.013867, 0.448076},
		{half, 0, 0.7395492},
		{four, 0, 0.9841822},
	} {
		got, _ := c.of.Delta(0)
		got = RightGuess(got)
		if c.fpr > 0 {
			got, _ = c.of.TPR(c.fpr)
		}
		if math.Abs(got-c.tpr) > 6e-7 {
			t.Errorf("%+v at %g: %.7f, want %g", c.of, c.fpr, got, c.tpr)
		}
	}
}

// possible returns the condition as it is written, with some spare.
func possible(orders, divergences []float64, p, f, spare float64) bool {
	for i, order := range orders {
		for _, b := range [][2]float64{{p, f}, {f, p}} {
			x := order*math.Log(b[0]) + (1-order)*math.Log(b[1])
			y := order*math.Log1p(-b[0]) + (1-order)*math.Log1p(-b[1])
			if top := max(x, y); top+math.Log(math.Exp(x-top)+math.Exp(y-top)) > (order-1)*divergences[i]*(1+spare) {
				return false
			}
		}
	}
	return true
}

// The solution is possible at every order, and a little more is not, for random curves and for all orders of concentrated
// privacy.
func TestRenyiIsTheBorder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	log := func(from, to float64) float64 { return from * math.Exp(random.Float64()*math.Log(to/from)) }
	var fine []float64
	for above := 1e-5; above < 1e6; above *= 1.01 {
		fine = append(fine, 1+above)
	}
	for i := range 400 {
		var of RenyiTests
		var orders, divergences []float64
		if i%2 == 0 {
			rho := log(1e-4, 30)
			of, orders = RenyiTests{Concentrated{Rho: rho}}, fine
			for _, order := range fine {
				divergences = append(divergences, rho*order)
			}
		} else {
			for range 1 + random.IntN(5) {
				orders, divergences = append(orders, 1+log(1e-2, 500)), append(divergences, log(1e-3, 10))
			}
			of = RenyiTests{Renyi{Orders: orders, Epsilons: divergences}}
		}
		fpr := log(1e-8, 0.99)
		tpr, _ := of.TPR(fpr)
		if 1-tpr < 1e-9 { // the formula as it is written has no digits there
			continue
		}
		if tpr < fpr || !possible(orders, divergences, tpr, fpr, 1e-6) {
			t.Errorf("%+v: %g at %g is not possible", of, tpr, fpr)
			continue
		}
		const more = 1e-3
		if odds := tpr / (1 - tpr) * (1 + more); possible(orders, divergences, odds/(1+odds), fpr, 0) {
			t.Errorf("%+v: more than %g at %g is possible", of, tpr, fpr)
		}
		back, _ := of.TPR(1 - tpr)
		if tpr < 0.999 && math.Abs(1-back-fpr) > 1e-7*fpr+1e-12 {
			t.Errorf("%+v: %g at %g, and %g are missed at %g", of, tpr, fpr, 1-back, 1-tpr)
		}
	}
}

// The profile, the least ε and the Gaussian number agree with the curve at a grid of rates, and are no less.
func TestRenyiIsOneCurve(t *testing.T) {
	for _, of := range []RenyiTests{oneOrder(8, 1), oneOrder(1.5, 0.2), oneOrder(256, 0.5), sixOrders, half, four, {Concentrated{Rho: 1e-3}},
		{Renyi{Orders: []float64{math.Inf(1), 3}, Epsilons: []float64{1, 0.2}}}} {
		const floor = 1e-6
		epsilons := []float64{-2, -0.3, 0, 0.1, 0.8, 2}
		deltas, mu := make([]float64, len(epsilons)), 0.0
		const slack = 1e-3
		least := 0.0
		for threshold := -8.0; threshold < 8; threshold += 0.002 {
			fpr := normal.UpperTail(threshold)
			tpr, _ := of.TPR(fpr)
			for i, epsilon := range epsilons {
				deltas[i] = max(deltas[i], tpr-math.Exp(epsilon)*fpr)
			}
			if tpr > slack {
				least = max(least, math.Log((tpr-slack)/fpr))
			}
			if fpr >= floor && 1-tpr >= floor {
				mu = max(mu, threshold-above(tpr))
			}
		}
		for i, epsilon := range epsilons {
			if got, _ := of.Delta(epsilon); got < deltas[i]-1e-14 || got > deltas[i]+4e-4 {
				t.Errorf("%+v: δ(%g) = %g, by rates %g", of, epsilon, got, deltas[i])
			}
		}
		if got := of.LeastEpsilon(slack); got < least*(1-1e-12) || got > least+2e-3 {
			t.Errorf("%+v: ε at %g is %g, by rates %g", of, slack, got, least)
		}
		if got, _ := of.Mu(floor); got < mu*(1-1e-9) || got > mu*(1+1e-3) {
			t.Errorf("%+v: μ = %g, by rates %g", of, got, mu)
		}
	}
}

// Normal noise keeps the divergences of its own ρ and finds no more than they allow, nor do these allow more than the bound of Canonne,
// Kamath & Steinke.
func TestRenyiBetweenBounds(t *testing.T) {
	for _, rho := range []float64{0.01, 0.5, 4} {
		c := Concentrated{Rho: rho}
		of, noise := RenyiTests{c}, NormalTests{Shift: math.Sqrt(2 * rho)}
		for _, epsilon := range []float64{0, 0.1, 1, 3, 10} {
			least, _ := noise.Delta(epsilon)
			got, _ := of.Delta(epsilon)
			if got < least*(1-1e-9) || got > c.Delta(epsilon)*(1+1e-9) {
				t.Errorf("ρ = %g at ε = %g: %g, by noise %g, by the bound %g", rho, epsilon, got, least, c.Delta(epsilon))
			}
		}
	}
	pure := RenyiTests{Renyi{Orders: []float64{math.Inf(1)}, Epsilons: []float64{1}}}
	for _, fpr := range []float64{1e-9, 0.01, 0.3, 0.9} {
		got, _ := pure.TPR(fpr)
		if want, _ := (ClaimTests{Claim{Epsilon: 1}}).TPR(fpr); math.Abs(got-want) > 1e-12 {
			t.Errorf("order ∞ at %g: %g, want %g", fpr, got, want)
		}
	}
	if v := pure.LeastEpsilon(0); v != 1 {
		t.Errorf("order ∞ has an ε of %g", v)
	}
	if v := half.LeastEpsilon(0); !math.IsInf(v, 1) {
		t.Errorf("concentrated privacy has an ε of %g without a δ", v)
	}
}

// Orders and divergences from one end to the other give numbers, in order.
func TestRenyiExtremes(t *testing.T) {
	for _, order := range []float64{1 + 1e-9, 1.1, 8, 1e6} {
		for _, divergence := range []float64{1e-12, 1e-3, 1, 100, 1e300} {
			of := oneOrder(order, divergence)
			last := 0.0
			for _, fpr := range []float64{0, 1e-300, 1e-12, 1e-4, 0.5, 1 - 1e-9, 1} {
				tpr, _ := of.TPR(fpr)
				if !(tpr >= last && tpr >= fpr && tpr <= 1) {
					t.Errorf("order %g, divergence %g: %g at %g after %g", order, divergence, tpr, fpr, last)
				}
				last = tpr
			}
			delta, _ := of.Delta(0.5)
			mu, _ := of.Mu(1e-10)
			numbers := []float64{delta, mu, of.LeastEpsilon(1e-5), of.LeastEpsilon(1e-300)}
			if slices.ContainsFunc(numbers, math.IsNaN) || delta < 0 || delta > 1 || mu < 0 || numbers[2] > numbers[3] {
				t.Errorf("order %g, divergence %g: %v", order, divergence, numbers)
			}
		}
	}
	if tpr, _ := oneOrder(2, 0).TPR(0.3); tpr != 0.3 {
		t.Errorf("no divergence finds %g", tpr)
	}
}

func BenchmarkRenyi(b *testing.B) {
	for _, of := range []RenyiTests{oneOrder(8, 1), sixOrders, half} {
		for name, ask := range map[string]func(){
			"tpr": func() { of.TPR(0.01) }, "delta": func() { of.Delta(1) }, "epsilon": func() { of.LeastEpsilon(1e-5) }, "mu": func() { of.Mu(1e-10) },
		} {
			b.Run(fmt.Sprintf("%T/%s", of.Of, name), func(b *testing.B) {
				for b.Loop() {
					ask()
				}
			})
		}
	}
}
