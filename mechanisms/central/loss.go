// Package central holds noise for a numeric query on a whole table: the published answer is the true one plus
// noise, which scales with the query's sensitivity, the most that one record can move it. Everything here is
// for sensitivity 1; lengths scale with it.
package central

// Loss is the cost of an error of the answer: convex, 0 at 0 and nowhere negative. It is comparable.
type Loss interface {
	At(x float64) float64            // of an error x
	Mean(low, high float64) float64  // over low ≤ x ≤ high, low < high
	Least(low, high float64) float64 // on low ≤ x ≤ high
	Even() bool                      // an error costs the same on either side
	Degree() float64                 // the power p such that errors t times as large cost t^p as much

	// Symmetric returns the expected loss of noise that is symmetric about 0.
	Symmetric(Moments) float64
}

// Moments holds the moments of noise X, symmetric about 0, that losses need.
type Moments struct {
	Absolute, Square float64                 // E|X| and E X²
	Beyond           func(b float64) float64 // E (X − b)⁺ for b ≥ 0
}

// Slopes is the loss Below·|x| for x < 0 and Above·x for x > 0; both are positive.
type Slopes struct{ Below, Above float64 }

// Pinball returns the loss with the least mean at the quantile tau, in (0, 1), of the estimated quantity,
// here as if 0 were it: an answer too low costs tau per unit, one too high 1 − tau (Koenker & Bassett 1978).
func Pinball(tau float64) Slopes { return Slopes{Below: tau, Above: 1 - tau} }

func (s Slopes) At(x float64) float64 {
	if x < 0 {
		return -s.Below * x
	}
	return s.Above * x
}

func (s Slopes) Mean(low, high float64) float64 {
	if low < 0 && high > 0 {
		return (s.Below*low*low + s.Above*high*high) / (2 * (high - low))
	}
	return s.At(low + (high-low)/2)
}

func (s Slopes) Least(low, high float64) float64 { return s.At(nearest(low, high)) }
func (s Slopes) Even() bool                      { return s.Below == s.Above }
func (s Slopes) Degree() float64                 { return 1 }

func (s Slopes) Symmetric(m Moments) float64 { return (s.Below + s.Above) / 2 * m.Absolute }

// Square is the loss x².
type Square struct{}

func (Square) At(x float64) float64 { return x * x }

// Mean adds the width's part to the loss of the middle.
func (Square) Mean(low, high float64) float64 {
	middle, width := low+(high-low)/2, high-low
	return middle*middle + width*width/12
}

func (s Square) Least(low, high float64) float64 { return s.At(nearest(low, high)) }
func (Square) Even() bool                        { return true }
func (Square) Degree() float64                   { return 2 }
func (Square) Symmetric(m Moments) float64       { return m.Square }

// nearest returns the place nearest to 0, where any loss is least.
func nearest(low, high float64) float64 { return min(max(0, low), high) }
