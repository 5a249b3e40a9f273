package train

import "testing"

// The first of equal values is the best; worse ones are waited through for a number of epochs, and no longer.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		epochs     int
		values     []float64
		best, last int // epochs: the best one, and the one that ends it; 0: none does
	}{
		{1, []float64{0.5, 0.6, 0.6, 0.9}, 2, 3},
		{2, []float64{0.5, 0.4, 0.6, 0.6, 0.5, 0.9}, 3, 5},
		{3, []float64{0.5, 0.4, 0.3, 0.6, 0.2}, 4, 0},
		{2, []float64{0, 0, 0}, 1, 3},
	} {
		p, best, ended := Patience{Epochs: c.epochs}, 0, 0
		for i, v := range c.values {
			isBest, goOn := p.Look(v)
			if isBest {
				best = i + 1
			}
			if !goOn {
				ended = i + 1
				break
			}
		}
		if best != c.best || ended != c.last {
			t.Errorf("patience %d over %v: best after %d, ended by %d; want %d, %d", c.epochs, c.values, best, ended, c.best, c.last)
		}
	}
}
