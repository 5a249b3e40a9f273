package known

import (
	"math"
	"testing"
)

// Splits that overlap widen an interval: of ten that hold out a fifth by √(1/10 + 1/4) over √(1/10), with Student's 2.262 of nine degrees of freedom.
func TestSplitsThatOverlap(t *testing.T) {
	apart := Summarise([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	for _, c := range []struct {
		of   Summary
		half float64
	}{{apart, 2.262157 * apart.Deviation * math.Sqrt(0.1)}, {apart.Splits(0.25), 2.262157 * apart.Deviation * math.Sqrt(0.35)}} {
		v := c.of.Value()
		if math.Abs(v.Low-(5.5-c.half)) > 1e-5 || math.Abs(v.High-(5.5+c.half)) > 1e-5 {
			t.Errorf("%+v: from %v to %v, want 5.5 ± %v", c.of, v.Low, v.High, c.half)
		}
	}
}
