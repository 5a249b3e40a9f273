package discriminant

import "testing"

// A covariance's inverse is taken whatever its size, also where it is nearly
// singular.
func TestPositiveDefinite(t *testing.T) {
	for _, size := range []float64{1e-300, 1, 1e300} {
		if i := failingPivot([]float64{1 * size, 0.999999999 * size, 0.999999999 * size, 1 * size}, 2); i >= 0 {
			t.Errorf("a positive definite matrix of size %g fails in row %d", size, i)
		}
	}
}
