package training

import (
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/mechanisms"
)

// Repeats are the courses of one trial over several seeds, those that have begun.
type Repeats []TrainingHistory

// Quantity is one number of an epoch.
type Quantity func(Epoch) float64

// after is a quantity after an epoch; where patience had ended a training by then,
// it is that of the score which was kept.
func (r Repeats) after(epoch int, of Quantity) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) {
		if c.EarlyStopped && epoch > c.Run {
			return c.after(c.Kept, of)
		}
		return c.after(epoch, of)
	})
}

// Kept is a quantity of the scores that stand, each after the epoch in which it
// does. Those that ran away have none.
func (r Repeats) Kept(of Quantity) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) { return c.after(c.Kept, of) })
}

// Explained is the AUC on flipped labels that the score's AUC on true ones explains, of the scores that
// stand.
func (r Repeats) Explained(m mechanisms.LabelFlip) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) { return c.explained(m) })
}

// Memorised is by how much the AUC on the flipped labels that were trained on exceeds that.
func (r Repeats) Memorised(m mechanisms.LabelFlip) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) {
		noisy, _ := c.after(c.Kept, func(e Epoch) float64 { return e.NoisyAUC })
		explained, found := c.explained(m)
		return noisy - explained, found
	})
}

func (c TrainingHistory) explained(m mechanisms.LabelFlip) (float64, bool) {
	auc, found := c.after(c.Kept, func(e Epoch) float64 { return e.TestAUC })
	return Explained(auc, m, c.Positive), found
}

// after is a quantity after an epoch, if that was judged.
func (c TrainingHistory) after(epoch int, of Quantity) (v float64, found bool) {
	i, found := slices.BinarySearchFunc(c.Epochs, epoch, func(e Epoch, number int) int { return e.Number - number })
	if found {
		v = of(c.Epochs[i])
	}
	return v, found
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
func (r Repeats) OneClass() int { return r.count(func(c TrainingHistory) bool { return c.OneClass }) }

// EarlyStopped is how many seeds patience ended before their time.
func (r Repeats) EarlyStopped() int {
	return r.count(func(c TrainingHistory) bool { return c.EarlyStopped })
}

// OneClassValidation is in how many seeds the labels kept apart were of one class.
func (r Repeats) OneClassValidation() int {
	return r.count(func(c TrainingHistory) bool { return c.OneClassValidation })
}

func (r Repeats) count(is func(TrainingHistory) bool) int {
	count := 0
	for _, c := range r {
		if is(c) {
			count++
		}
	}
	return count
}

// Curve is a quantity after every epoch that any seed has run, its mean over
// seeds.
func (r Repeats) Curve(of Quantity) (epochs, mean []float64) {
	for e := 1; e <= r.Last(); e++ {
		if s := r.after(e, of); s.Seeds > 0 {
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
