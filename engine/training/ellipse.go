package training

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/num/grid"
)

// Ellipse is the lower and the upper half of an outline over increasing x.
type Ellipse struct{ X, Low, High []float64 }

// ellipse returns where records of a class would lie at that many standard deviations from their mean if they
// were normal. A class of fewer than three records gets no points.
func (p *Plane) ellipse(class int, deviations float64) (e Ellipse) {
	var across, up []float64
	for i, y := range p.Learnt.Y {
		if y == class {
			across, up = append(across, p.Raw(p.Learnt, i, 0)), append(up, p.Raw(p.Learnt, i, 1))
		}
	}
	if len(across) < 3 {
		return e
	}
	meanX, meanY := stat.Mean(across, nil), stat.Mean(up, nil)
	varX, varY, both := stat.Variance(across, nil), stat.Variance(up, nil), stat.Covariance(across, up, nil)
	if !(varX > 0) {
		return e
	}
	const count = 65
	slope, rest := both/varX, math.Sqrt(max(0, varY-both*both/varX))
	for _, t := range grid.Even(-1, 1, count) {
		from := deviations * math.Sqrt(varX) * math.Sin(t*math.Pi/2)
		half := deviations * rest * math.Cos(t*math.Pi/2)
		e.X = append(e.X, meanX+from)
		e.Low, e.High = append(e.Low, meanY+slope*from-half), append(e.High, meanY+slope*from+half)
	}
	return e
}
