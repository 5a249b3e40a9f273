package run

import (
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"dpscope/engine/effort"
	"dpscope/engine/num/rootfind"
	"dpscope/views/viewtest"
)

// told returns ln of the δ of one step at ε, by Simpson's rule over the answers with a greater loss: for a record that takes
// part with probability rate and moves the answer by a shift, in standard deviations of the noise.
func told(rate, shift, epsilon float64) float64 {
	ratio := func(x float64) float64 { // ln(P/Q)
		t := shift*x - shift*shift/2
		if t > 600 {
			return t + math.Log(rate)
		}
		return math.Log1p(rate * math.Expm1(t))
	}
	_, from := rootfind.Border(func(x float64) bool { return ratio(x) <= epsilon }, -1e3, 1e3+shift+math.Min(epsilon/shift, 1e6), rootfind.Halving{Middle: rootfind.Mean})
	// e^(−x²/2 + ratio) falls from the greater of here and the shift on; the excess of the loss over ε grows within 1/shift.
	const steps = 3000
	far := math.Max(shift-from, 0) + math.Min(12, 60/math.Max(from-shift, 1))
	near := math.Min(far, 40/shift)
	most, sum := math.Inf(-1), 0.0
	for _, piece := range [][2]float64{{from, from + near}, {from + near, from + far}} {
		h := (piece[1] - piece[0]) / steps
		for i := range steps + 1 {
			w := 2.0 + 2*float64(i%2)
			if i == 0 || i == steps {
				w = 1
			}
			x := piece[0] + float64(i)*h
			loss := ratio(x)
			if loss <= epsilon {
				continue
			}
			log := -x*x/2 + loss + math.Log(-math.Expm1(epsilon-loss))
			if log > most {
				sum, most = sum*math.Exp(most-log), log
			}
			sum += w * h / 3 * math.Exp(log-most)
		}
	}
	return most + math.Log(sum/math.Sqrt(2*math.Pi))
}

// alone returns the least ε of one step at a slack. False position follows δ as a function of ε, with the end that stays
// counted half the next time (Illinois): each evaluation is a quadrature, and some ten suffice where halving took forty.
func alone(rate, shift, delta float64) float64 {
	over := func(epsilon float64) float64 { return told(rate, shift, epsilon) - math.Log(delta) }
	low, atLow := 0.0, over(0)
	if atLow <= 0 {
		return 0
	}
	high := 1.0
	atHigh := over(high)
	for ; atHigh > 0; atHigh = over(high) {
		low, atLow, high = high, atHigh, 2*high
	}
	const near = 1e-12
	for last := 0.0; high-low > near*high; {
		middle := high - atHigh*(high-low)/(atHigh-atLow)
		if math.IsNaN(middle) { // nothing at all is revealed at the greater end
			middle = (low + high) / 2
		}
		middle = max(low+near/2*high, min(middle, high-near/2*high)) // so that an end at the solution is passed
		at := over(middle)
		if at > 0 {
			low, atLow = middle, at
			if last > 0 {
				atHigh /= 2
			}
		} else {
			high, atHigh = middle, at
			if last < 0 {
				atLow /= 2
			}
		}
		last = at
	}
	return high
}

// convolved encloses the least ε of a run by laws of its loss rounded down and up to a grid, with masses that are differences
// of distribution functions, added up by powers of a plain transform.
type convolved struct{ rate, sigma, steps, delta float64 }

func (c convolved) budget(added bool, up float64) float64 {
	sums, width, lost := c.sums(added, up)
	const rounding = 1e-12
	total, discounted := lost, 0.0
	for i := len(sums)/2 - 1; i >= 0; i-- {
		m := math.Max(sums[i], 0)
		total, discounted = total+m, discounted*math.Exp(-width)+m
		// discounted is Σ mass·e^(here − loss): δ here is the difference.
		if delta := total - discounted; delta > c.delta*(1+1e-9)+(1-up)*rounding {
			return float64(i+int(up)) * width
		}
	}
	return 0
}

// advantage returns the total variation, by the same sums: how much likelier a loss above 0 is one way than the other.
func (c convolved) advantage(up float64) (sum float64) {
	sums, width, lost := c.sums(false, up)
	for i := range len(sums) / 2 {
		sum += math.Max(sums[i], 0) * -math.Expm1(-float64(i)*width)
	}
	return sum + lost - (1-up)*1e-9
}

// sums returns the masses of all losses on a grid, and the mass that may be missing.
func (c convolved) sums(added bool, up float64) (masses []float64, width, lost float64) {
	size := effort.Scale(1<<14, 1<<16, 1<<18)
	widest := 3 + c.spread()*c.spread() + 8*c.spread() + 2*c.deepest()
	width = 2 * widest / float64(size)
	below := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	mass := func(loss float64) float64 { // of losses up to one
		if added {
			loss = -loss
		}
		x := math.Inf(-1)
		if ratio := 1 + math.Expm1(loss)/c.rate; ratio > 0 {
			x = 0.5/c.sigma + c.sigma*math.Log(ratio)
		}
		if added {
			return below(-x)
		}
		return (1-c.rate)*below(x) + c.rate*below(x-1/c.sigma)
	}
	law := make([]float64, size)
	outside := 1 - mass(float64(size/2-1)*width) + mass(-float64(size/2)*width)
	for i := range law {
		at := float64(i-size/2) * width
		law[(i+size/2)%size] = mass(at+(1-up)*width) - mass(at-up*width)
	}
	transform := fourier.NewFFT(size)
	coefficients := transform.Coefficients(nil, law)
	for i, z := range coefficients {
		power := complex(1, 0)
		for b := bits.Len(uint(c.steps)) - 1; b >= 0; b-- {
			power *= power
			if uint(c.steps)>>b&1 == 1 {
				power *= z
			}
		}
		coefficients[i] = power
	}
	masses = transform.Sequence(nil, coefficients)
	for i := range masses {
		masses[i] /= float64(size)
	}
	const rounding = 1e-12
	return masses, width, up * (c.steps*outside + rounding)
}

// spread returns about the standard deviation of all losses.
func (c convolved) spread() float64 {
	return math.Sqrt(c.steps*math.Expm1(1/(c.sigma*c.sigma))) * c.rate
}

// deepest returns about the greatest loss that matters.
func (c convolved) deepest() float64 {
	return math.Log1p(c.rate * math.Expm1(math.Min((1/c.sigma+9)/c.sigma, 600)))
}

// applies reports whether the grid is fine enough for an answer.
func (c convolved) applies() bool {
	return c.steps <= 3000 && c.deepest() < 10 && c.delta > 1e-9 && c.rate < 0.9 && c.spread() < 4
}

// tested returns an ε that every run exceeds, by the plainest of tests: is the sum of all answers above a threshold t? Without
// the record its distribution is N(0, Tσ²), with it N(K, Tσ²), where K is the binomial number of steps that the record takes
// part in.
func (c convolved) tested() (most float64) {
	deviation, mean := math.Sqrt(c.steps)*c.sigma, c.steps*c.rate
	room := 12*math.Sqrt(mean*(1-c.rate)) + 30
	least, greatest := math.Floor(math.Max(mean-room, 0)), math.Min(math.Ceil(mean+room), c.steps)
	lgamma := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v }
	stride := math.Max(1, math.Floor((greatest-least)/4000)) // counts between are left out: less is told
	type count struct{ k, chance float64 }
	var counts []count
	for k := least; k <= greatest; k += stride {
		log := lgamma(c.steps) - lgamma(k) - lgamma(c.steps-k) + k*math.Log(c.rate) + (c.steps-k)*math.Log1p(-c.rate)
		counts = append(counts, count{k, math.Exp(log - 1e-8 - 1e-13*lgamma(c.steps))})
	}
	tail := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
	for z := 0.0; z < 36; z += 0.25 {
		with := 0.0
		for _, n := range counts {
			with += n.chance * tail(z-n.k/deviation)
		}
		if without := tail(z); with > c.delta {
			most = math.Max(most, math.Log((with-c.delta)/without))
		}
	}
	return most * (1 - 1e-9)
}

// spent returns a sufficient ε, by the moments of the likelihood at a few orders, added up by Simpson's rule.
func (c convolved) spent() (least float64) {
	least = math.Inf(1)
	for order := 1.05; order < 4000; order *= 1.3 {
		divergence := moments(c.rate, 1/c.sigma, order) / (order - 1)
		least = math.Min(least, c.steps*divergence+math.Log1p(-1/order)-(math.Log(c.delta)+math.Log(order))/(order-1))
	}
	return math.Max(least*(1+1e-8), 0) + 1e-9*c.steps*1e-3
}

// moments returns ln E_Q[(P/Q)^order].
func moments(rate, shift, order float64) float64 {
	const steps = 3000
	low, high := -14.0-order*rate*shift, 14+order*shift
	h := (high - low) / steps
	most, sum := math.Inf(-1), 0.0
	for i := range steps + 1 {
		w := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			w = 1
		}
		x := low + float64(i)*h
		t := shift*x - shift*shift/2
		loss := 0.0
		if t > 500 {
			loss = t + math.Log(rate)
		} else {
			loss = math.Log1p(rate * math.Expm1(t))
		}
		log := order*loss - x*x/2
		if log > most {
			sum, most = sum*math.Exp(most-log), log
		}
		sum += w * math.Exp(log-most)
	}
	return most + math.Log(sum*h/3/math.Sqrt(2*math.Pi))
}

func TestBudgetSumOracles(t *testing.T) {
	type formula struct {
		truth viewtest.Truth
		found bool
	}
	closed := viewtest.Shared(func(s viewtest.Setting) formula {
		rate, sigma, steps, delta := rateAt(s), s.Number("sigma"), stepsAt(s), s.Number("delta")
		switch {
		case rate == 0:
			return formula{viewtest.Number(0), true}
		case delta == 0:
			return formula{viewtest.None(), true}
		case rate == 1 || steps == 1:
			return formula{viewtest.Number(alone(rate, math.Sqrt(steps)/sigma, delta)), true}
		}
		return formula{}
	})
	either := viewtest.Shared(func(s viewtest.Setting) [2]float64 {
		c := convolved{rateAt(s), s.Number("sigma"), stepsAt(s), s.Number("delta")}
		low, high := c.tested(), c.spent()
		if c.applies() {
			low = math.Max(low, math.Max(c.budget(false, 0), c.budget(true, 0)))
			high = math.Min(high, math.Max(c.budget(false, 1), c.budget(true, 1)))
		}
		return [2]float64{low, high}
	})
	held := func(of func(low, high float64) viewtest.Truth) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			if c := closed(s); c.found {
				return c.truth
			}
			both := either(s)
			return of(both[0], both[1])
		}
	}
	oracles := map[string]viewtest.Oracle{
		"epsilon-at-most":  held(viewtest.Between),
		"epsilon-at-least": held(viewtest.Between),
		"epsilon-step": func(s viewtest.Setting) viewtest.Truth {
			rate, delta := rateAt(s), s.Number("delta")
			switch {
			case rate == 0:
				return viewtest.Number(0)
			case delta == 0:
				return viewtest.None()
			}
			step := alone(rate, 1/s.Number("sigma"), delta/stepsAt(s))
			return viewtest.Within(step, 1e-8*step) // of a δ down to 1e-15
		},
		"order": bestOfOrders,
	}
	for _, name := range []string{"rdp", "rdp-integer", "rdp-classic", "optimal", "advanced-tight", "advanced", "basic"} {
		oracles["epsilon-"+name] = held(func(low, _ float64) viewtest.Truth { return viewtest.Between(low, math.Inf(1)) })
	}
	// δ(0) by Simpson's rule where there is a closed form, by sums on a grid, or by a bound for any attacker.
	right := viewtest.Shared(func(s viewtest.Setting) [2]float64 {
		rate, sigma, steps := rateAt(s), s.Number("sigma"), stepsAt(s)
		c := convolved{rate, sigma, steps, 1e-5}
		switch {
		case rate == 0:
			return [2]float64{0.5, 0.5}
		case rate == 1 || steps == 1:
			wrong := (1-rate)/2 + rate*viewtest.NormalAbove(math.Sqrt(steps)/sigma/2)
			return [2]float64{1 - wrong, wrong}
		case c.applies():
			return [2]float64{(1 + c.advantage(0)) / 2, (1 + c.advantage(1)) / 2}
		}
		return [2]float64{0.5, 1}
	})
	oracles["attacker-right"] = func(s viewtest.Setting) viewtest.Truth {
		if r := right(s); r[0]+r[1] == 1 {
			return viewtest.Number(r[0])
		}
		return viewtest.Between(right(s)[0], right(s)[1])
	}
	oracles["wrong-once-in"] = func(s viewtest.Setting) viewtest.Truth {
		r := right(s)
		switch {
		case r[0]+r[1] != 1:
			return viewtest.Between(1/(1-r[0]), math.Inf(1))
		case r[1] < 1e-300:
			return viewtest.Between(1e300, math.Inf(1))
		}
		return viewtest.Number(1 / r[1])
	}
	oracles["attacker-right-allowed"] = func(s viewtest.Setting) viewtest.Truth {
		c := closed(s)
		if !c.found {
			return viewtest.Between(0.5, 1)
		}
		epsilon, delta := 0.0, s.Number("delta")
		switch rate, sigma, steps := rateAt(s), s.Number("sigma"), stepsAt(s); {
		case rate == 0:
		case delta == 0:
			return viewtest.None()
		default:
			epsilon = alone(rate, math.Sqrt(steps)/sigma, delta)
		}
		if epsilon > 700 {
			return viewtest.Number(1)
		}
		return viewtest.Number((math.Exp(epsilon) + delta) / (1 + math.Exp(epsilon)))
	}
	viewtest.Agree(t, byCoins, viewtest.Suite{Oracles: oracles, Seldom: []string{"sigma-needed", "steps-allowed"}})
}

// bestOfOrders finds the order with the least budget, by golden sections; it is flat there.
func bestOfOrders(s viewtest.Setting) viewtest.Truth {
	rate, shift, steps, delta := rateAt(s), 1/s.Number("sigma"), stepsAt(s), s.Number("delta")
	if rate == 0 || delta == 0 {
		return viewtest.None()
	}
	budget := func(log float64) float64 {
		order := 1 + math.Exp(log)
		return steps*moments(rate, shift, order)/(order-1) + math.Log1p(-1/order) - (math.Log(delta)+math.Log(order))/(order-1)
	}
	const golden = 0.6180339887498949 // of an interval is kept
	a, b := math.Log(1e-3), math.Log(2e3)
	for b-a > 1e-4 {
		if c, d := b-golden*(b-a), a+golden*(b-a); budget(c) < budget(d) {
			b = d
		} else {
			a = c
		}
	}
	if a < math.Log(2e-3) || b > math.Log(1e3) {
		return viewtest.Cannot("the best order is too far out for its sum")
	}
	return viewtest.Within(1+math.Exp(a), 1e-3*(1+math.Exp(a)))
}
