package privacy

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
)

// RenyiTests holds the tests that Rényi divergences allow. A decision turns an output into one bit, and no
// divergence of a bit exceeds that of the output: at a false positive rate f a true one p is possible only if
//
//	p^α·f^(1−α) + (1−p)^α·(1−f)^(1−α) ≤ e^((α−1)·D)
//
// and the same with p and f exchanged hold at every order α with a divergence D. Conversely a mechanism that
// publishes this very bit keeps all of them. So each test is attained, by a mechanism of its own, and the
// curve is an envelope.
//
// The allowed region is convex, and symmetric under exchanging p with f and under exchanging both errors: the
// curve is concave, alike in both orders, and furthest from guessing where both errors are equally likely.
type RenyiTests struct{ Of Divergences }

// Divergences is a curve of Rényi divergences of any two neighbours.
type Divergences interface {
	// pure returns the greatest loss allowed.
	pure() float64

	// exceeded looks for an order at which the divergence of two laws exceeds the allowed one.
	exceeded(of func(order float64) float64) (order, allowed float64, found bool)
}

// hair bounds the relative excess of a divergence over another by rounding alone.
const hair = 1e-13

// pure returns the divergence of order ∞.
func (r Renyi) pure() float64 {
	least := math.Inf(1)
	for i, order := range r.Orders {
		if math.IsInf(order, 1) {
			least = min(least, r.Epsilons[i])
		}
	}
	return least
}

func (Concentrated) pure() float64 { return math.Inf(1) }

func (r Renyi) exceeded(of func(order float64) float64) (order, allowed float64, found bool) {
	worst := 1 + hair
	for i, at := range r.Orders {
		if ratio := of(at) / r.Epsilons[i]; ratio > worst {
			worst, order, allowed, found = ratio, at, r.Epsilons[i], true
		}
	}
	return order, allowed, found
}

// exceeded looks where the divergence an order is greatest: from order 1, the limit of orders above it, up to
// where no divergence of these laws is more than is allowed.
func (c Concentrated) exceeded(of func(order float64) float64) (order, allowed float64, found bool) {
	const nearest, part = 1e-5, 1e-8
	order, most := 1.0, of(1)
	if last := of(math.Inf(1)) / c.Rho; last > 1+nearest {
		at, value := optimize1d.Near(func(log float64) float64 {
			order := 1 + math.Exp(log)
			return of(order) / order
		}, math.Log(nearest), math.Log(last-1), part)
		if value > most {
			order, most = 1+math.Exp(at), value
		}
	}
	return order, c.Rho * order, most > c.Rho*(1+hair)
}

// bit is the law of a bit, by the logarithms of both probabilities and of their ratio.
type bit struct{ logit, one, zero float64 }

func bitOf(logit float64) bit {
	if logit > 0 {
		zero := -logit - math.Log1p(math.Exp(-logit))
		return bit{logit, zero + logit, zero}
	}
	one := logit - math.Log1p(math.Exp(logit))
	return bit{logit, one, one - logit}
}

// given returns the bit with a probability in (0, 1).
func given(probability float64) bit {
	return bit{math.Log(probability) - math.Log1p(-probability), math.Log(probability), math.Log1p(-probability)}
}

// divergence returns the Rényi divergence of a bit from another at an order from 1 on.
func (b bit) divergence(from bit, order float64) float64 {
	one, zero := b.one-from.one, b.zero-from.zero
	switch above := order - 1; {
	case math.IsInf(order, 1):
		return max(one, zero)
	case above == 0:
		return math.Exp(b.one)*one + math.Exp(b.zero)*zero
	case above*max(one, zero) < 1:
		return math.Log1p(math.Exp(b.one)*math.Expm1(above*one)+math.Exp(b.zero)*math.Expm1(above*zero)) / above
	default:
		x, y := b.one+above*one, b.zero+above*zero
		return (max(x, y) + math.Log1p(math.Exp(-math.Abs(x-y)))) / above
	}
}

// way leads from two bits of one law, at its beginning, to two that differ more and more.
type way func(logit float64) (in, out bit)

// atRate keeps a false positive rate.
func atRate(out bit) way { return func(logit float64) (bit, bit) { return bitOf(logit), out } }

// evenly keeps both errors as likely.
func evenly(logit float64) (in, out bit) { return bitOf(logit), bitOf(-logit) }

// certain limits the growth of a logit: beyond, the other probability is negligible.
const certain = 800

// farthest returns the last allowed place along a way. Orders that are exceeded bound it one after another.
func (t RenyiTests) farthest(along way, start float64) float64 {
	told := func(logit float64, turned bool) func(order float64) float64 {
		in, out := along(logit)
		if turned {
			in, out = out, in
		}
		return func(order float64) float64 { return in.divergence(out, order) }
	}
	end := start + certain
	for moved := true; moved; {
		moved = false
		for _, turned := range []bool{false, true} {
			order, allowed, found := t.Of.exceeded(told(end, turned))
			switch {
			case !found:
				continue
			case allowed == 0:
				return start
			}
			spare := func(logit float64) float64 { return told(logit, turned)(order) - allowed }
			const width = 1e-15
			last, _ := rootfind.Bracket(spare, start, end, -allowed, spare(end), width)
			moved = last < end
			end = last
		}
	}
	return end
}

// most returns the most revealing bit at a false positive rate.
func (t RenyiTests) most(out bit) bit { return bitOf(t.farthest(atRate(out), out.logit)) }

// middle returns the place of equally likely errors: the logit of either success.
func (t RenyiTests) middle() float64 { return t.farthest(evenly, 0) }

// TPR is exact at each rate.
func (t RenyiTests) TPR(fpr float64) (low, high float64) {
	tpr := fpr
	if fpr > 0 && fpr < 1 {
		tpr = max(fpr, math.Exp(t.most(given(fpr)).one))
	}
	return tpr, tpr
}

// Delta returns the greatest p − e^ε·f.
func (t RenyiTests) Delta(epsilon float64) (low, high float64) {
	return symmetric(epsilon, func(epsilon float64) float64 {
		switch middle := t.middle(); {
		case epsilon == 0:
			return math.Tanh(middle / 2)
		case epsilon >= t.Of.pure():
			return 0
		default:
			return max(0, rarest(middle, func(out bit) float64 { return math.Exp(t.most(out).one) - math.Exp(epsilon+out.one) }))
		}
	})
}

// LeastEpsilon returns the least ε with δ(ε) ≤ delta: the greatest ln((p − delta)/f).
func (t RenyiTests) LeastEpsilon(delta float64) float64 {
	middle := t.middle()
	switch {
	case math.Tanh(middle/2) <= delta:
		return 0
	case delta == 0:
		return t.Of.pure()
	}
	return max(0, rarest(middle, func(out bit) float64 { return math.Log(max(0, math.Exp(t.most(out).one)-delta)) - out.one }))
}

// rarest returns the greatest value of a function with one peak over false positive rates up to equally
// likely errors.
func rarest(middle float64, of func(out bit) float64) float64 {
	by := func(less float64) float64 { return of(bitOf(-middle - less)) }
	end := 1.0
	for before := by(0); by(end) > before; end *= 2 {
		before = by(end)
	}
	return greatest(by, end)
}

// Mu looks at rates from the floor to equally likely errors, evenly in deviations, and more closely near the
// greatest.
func (t RenyiTests) Mu(floor float64) (low, high float64) {
	least := math.Exp(bitOf(t.middle()).zero)
	if least < floor {
		return math.Inf(1), math.Inf(1)
	}
	told := func(threshold float64) float64 {
		in := t.most(given(normal.UpperTail(threshold)))
		if in.logit > 0 {
			return threshold + normal.UpperQuantile(math.Exp(in.zero))
		}
		return threshold - normal.UpperQuantile(math.Exp(in.one))
	}
	const count = 48
	from, to := above(least), above(floor)
	place := func(i int) float64 { return from + (to-from)*float64(i)/count }
	most, worst := 2*from, 0
	for i := 1; i <= count; i++ {
		if mu := told(place(i)); mu > most {
			most, worst = mu, i
		}
	}
	_, closer := optimize1d.Golden(told, place(max(worst-1, 0)), place(min(worst+1, count)), optimize1d.Stop{Width: 1e-9, Enough: math.Inf(1)})
	most = max(most, closer, 0)
	return most, most
}

func (RenyiTests) envelope() bool { return true }
