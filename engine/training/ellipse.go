package training

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/num/grid"
)

// Ellipse is where records of a class of the plane would lie at so many standard
// deviations from their mean, if they were normal: the lower and the upper half of
// the outline over increasing x. It has no points of a class of fewer than three
// records.
func (p *Plane) Ellipse(class int, deviations float64) (x, low, high []float64) {
	var across, up []float64
	for i, y := range p.Learnt.Y {
		if y == class {
			across, up = append(across, p.Raw(p.Learnt, i, 0)), append(up, p.Raw(p.Learnt, i, 1))
		}
	}
	if len(across) < 3 {
		return nil, nil, nil
	}
	meanX, meanY := stat.Mean(across, nil), stat.Mean(up, nil)
	varX, varY, both := stat.Variance(across, nil), stat.Variance(up, nil), stat.Covariance(across, up, nil)
	if !(varX > 0) {
		return nil, nil, nil
	}
	const count = 65
	slope, rest := both/varX, math.Sqrt(max(0, varY-both*both/varX))
	for _, t := range grid.Even(-1, 1, count) {
		from := deviations * math.Sqrt(varX) * math.Sin(t*math.Pi/2)
		half := deviations * rest * math.Cos(t*math.Pi/2)
		x = append(x, meanX+from)
		low, high = append(low, meanY+slope*from-half), append(high, meanY+slope*from+half)
	}
	return x, low, high
}
