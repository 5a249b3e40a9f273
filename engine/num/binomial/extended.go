package binomial

import "math"

// extended is the unevaluated sum of two float64, about 31 significant digits (Dekker 1971), with the
// operations that the chance of success needs.
type extended struct{ high, low float64 }

// sum returns a + b exactly (Knuth's two-sum).
func sum(a, b float64) extended {
	s := a + b
	t := s - a
	return extended{s, (a - (s - t)) + (b - t)}
}

// product returns a·b exactly.
func product(a, b float64) extended {
	p := a * b
	return extended{p, math.FMA(a, b, -p)}
}

func (x extended) plus(y extended) extended {
	s := sum(x.high, y.high)
	return sum(s.high, s.low+x.low+y.low)
}

func (x extended) times(y extended) extended {
	p := product(x.high, y.high)
	return sum(p.high, p.low+(x.high*y.low+x.low*y.high))
}

// over returns x/y for y that is neither zero nor extreme.
func (x extended) over(y extended) extended {
	first := x.high / y.high
	p := product(first, y.high)
	rest := ((x.high - p.high) - p.low) + x.low - first*y.low
	return sum(first, rest/y.high)
}

// ln 2 in three parts; the first has 33 bits, so that its product with a whole number below 2²⁰ is exact
// (math.Log and math.Exp use the first two).
const (
	ln2High   = 6.93147180369123816490e-01
	ln2Middle = 1.9082149292705877e-10
	ln2Low    = 1.1612227229362532e-26
)

// inverseFactorials holds 1/k! for k = 1 to 9.
var inverseFactorials = func() (list [10]extended) {
	list[0] = extended{high: 1}
	for k := 1; k < len(list); k++ {
		list[k] = list[k-1].over(extended{high: float64(k)})
	}
	return list
}()

// exponential returns eˣ for x ≤ 0 to about 25 digits, zero where it
// underflows.
func exponential(x float64) extended {
	const halvings = 6
	if x < -800 {
		return extended{}
	}
	k := math.Round(x / math.Ln2)
	r := sum(x-k*ln2High, 0).plus(product(-k, ln2Middle)).plus(extended{high: -k * ln2Low})
	r = extended{r.high / (1 << halvings), r.low / (1 << halvings)}

	// e^r − 1 by its Taylor series, |r| < 0.0055: the first term left out is
	// below 1e-28 of the sum. Doubling r turns m into 2m + m².
	var m extended
	for i := len(inverseFactorials) - 1; i >= 1; i-- {
		m = m.plus(inverseFactorials[i]).times(r)
	}
	for range halvings {
		m = m.times(m).plus(extended{2 * m.high, 2 * m.low})
	}
	e := m.plus(extended{high: 1})
	return extended{math.Ldexp(e.high, int(k)), math.Ldexp(e.low, int(k))}
}
