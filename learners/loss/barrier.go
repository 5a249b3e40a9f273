package loss

import (
	"fmt"
	"math"

	"dpscope/engine/param"
)

// Parameters of the barrier hinge.
var (
	barrierSlope = param.Param{Name: "b", Symbol: "b", Label: "wall slope",
		Help: "Slope of the barrier hinge outside its symmetric range.",
		Min:  1, Max: 1e6, OpenLow: true, Low: 1.1, High: 1000, Default: 200, Scale: param.Log}
	barrierWidth = param.Param{Name: "r", Symbol: "half-width",
		Help: "The barrier hinge is symmetric where |z| is at most this, the r of its formula.",
		Min:  0, Max: 1e6, OpenLow: true, Low: 0.1, High: 1000, Default: 50, Scale: param.Log}
)

var barrierHinge = param.Kind[Loss]{
	Name: "barrier", Title: "Barrier hinge",
	Help: "A straight line of slope -1 between two steep walls: symmetric between the walls, convex, and bounded from below. " +
		"Inside the walls its gradient is that of the unhinged loss.",
	Source: "Charoenphakdee, Lee & Sugiyama 2019 (ICML), eq. 13; b = 200 and r = 50 as in its experiments",
	Params: []param.Param{barrierSlope, barrierWidth},
	New: func(v param.Values) (Loss, error) {
		l := barrier{slope: v.Get(barrierSlope), width: v.Get(barrierWidth)}
		if err := barrierSlope.Check(l.slope); err != nil {
			return nil, err
		}
		return l, barrierWidth.Check(l.width)
	},
}

// barrier is ℓ(z) = max(-b(r + z) + r, b(z - r), r - z) with slope b > 1 and
// width r > 0.
type barrier struct{ slope, width float64 }

func (l barrier) Value(z float64) float64 {
	return max(l.width-l.slope*(l.width+z), l.slope*(z-l.width), l.width-z)
}

// Derivative takes the middle piece's slope at both kinks.
func (l barrier) Derivative(z float64) float64 {
	switch {
	case z > l.width:
		return l.slope
	case z < l.left():
		return -l.slope
	}
	return -1
}

func (l barrier) SymmetricSum(z float64) float64 {
	if math.Abs(z) <= l.width {
		return 2 * l.width
	}
	return l.Value(z) + l.Value(-z)
}

// left returns where the left wall begins, a little beyond -r.
func (l barrier) left() float64 { return -l.slope * l.width / (l.slope - 1) }

func (l barrier) Traits() Traits {
	return Traits{Flat: l.width, Convex: true, Calibrated: true, Bounded: true,
		Reach: max(1.2*l.width, min(1.2*-l.left(), 3*l.width)), Kinks: []float64{l.left(), l.width}}
}

func (l barrier) Formula() string {
	return fmt.Sprintf("loss(z) = max(-b(r + z) + r, b(z - r), r - z) with b = %g and r = %g", l.slope, l.width)
}
