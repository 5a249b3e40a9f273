package training

import (
	"slices"

	"dpscope/engine/known"
)

// Repeats are the courses of one trial over several seeds, those that have begun.
type Repeats []Course

// Quantity is one number of an epoch.
type Quantity func(Epoch) float64

// After is a quantity after an epoch.
func (r Repeats) After(epoch int, of Quantity) known.Summary {
	var values []float64
	for _, c := range r {
		if i, found := slices.BinarySearchFunc(c.Epochs, epoch, func(e Epoch, number int) int { return e.Number - number }); found {
			values = append(values, of(c.Epochs[i]))
		}
	}
	return known.Summarise(values)
}

// Last is the greatest epoch that a seed has run.
func (r Repeats) Last() int {
	last := 0
	for _, c := range r {
		if len(c.Epochs) > 0 {
			last = max(last, c.Epochs[len(c.Epochs)-1].Number)
		}
	}
	return last
}

// Diverged is the first epoch in which a seed ran away, and how many did.
func (r Repeats) Diverged() (epoch, seeds int) {
	for _, c := range r {
		if c.Diverged > 0 {
			if seeds++; epoch == 0 || c.Diverged < epoch {
				epoch = c.Diverged
			}
		}
	}
	return epoch, seeds
}

// OneClass is how many seeds had labels of one class only.
func (r Repeats) OneClass() int {
	count := 0
	for _, c := range r {
		if c.OneClass {
			count++
		}
	}
	return count
}

// Curve is a quantity after every epoch that any seed has run, its mean over
// seeds.
func (r Repeats) Curve(of Quantity) (epochs, mean []float64) {
	for e := 1; e <= r.Last(); e++ {
		if s := r.After(e, of); s.Seeds > 0 {
			epochs, mean = append(epochs, float64(e)), append(mean, s.Mean)
		}
	}
	return epochs, mean
}

// Best is the epoch after which the mean of a quantity above 0 is greatest, the
// first of several, and that mean.
func (r Repeats) Best(of Quantity) (epoch, mean float64) {
	epochs, means := r.Curve(of)
	for i, v := range means {
		if v > mean {
			epoch, mean = epochs[i], v
		}
	}
	return epoch, mean
}
