package training

import (
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/mechanisms"
)

// Repeats holds the histories of one trial for the seeds that have begun.
type Repeats []TrainingHistory

// Quantity is one number of an epoch.
type Quantity func(Epoch) float64

// after summarises a quantity after an epoch; a training that patience had ended by then counts with the
// score it kept.
func (r Repeats) after(epoch int, of Quantity) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) {
		if c.EarlyStopped && epoch > c.Run {
			return c.after(c.Kept, of)
		}
		return c.after(epoch, of)
	})
}

// Kept summarises a quantity of the final scores, each after its own epoch. Diverged trainings have none.
func (r Repeats) Kept(of Quantity) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) { return c.after(c.Kept, of) })
}

// Explained summarises the AUC on flipped labels that the final scores' AUC on true labels explains.
func (r Repeats) Explained(m mechanisms.LabelFlip) known.Summary {
	return trial.Summary(r, func(c TrainingHistory) (float64, bool) { return c.explained(m) })
}

// Memorised summarises the AUC on the flipped labels trained on, minus the explained AUC.
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

// after returns a quantity after an epoch, if that epoch was judged.
func (c TrainingHistory) after(epoch int, of Quantity) (v float64, found bool) {
	i, found := slices.BinarySearchFunc(c.Epochs, epoch, func(e Epoch, number int) int { return e.Number - number })
	if found {
		v = of(c.Epochs[i])
	}
	return v, found
}

// Last returns the greatest epoch that a seed has run.
func (r Repeats) Last() int {
	last := 0
	for _, c := range r {
		if len(c.Epochs) > 0 {
			last = max(last, c.Epochs[len(c.Epochs)-1].Number)
		}
	}
	return last
}

// Diverged returns the first epoch in which a seed diverged, and the number of diverged seeds.
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

// OneClass returns the number of seeds whose labels were of one class only.
func (r Repeats) OneClass() int { return r.count(func(c TrainingHistory) bool { return c.OneClass }) }

// EarlyStopped returns the number of seeds that patience ended early.
func (r Repeats) EarlyStopped() int {
	return r.count(func(c TrainingHistory) bool { return c.EarlyStopped })
}

// OneClassValidation returns the number of seeds whose labels kept apart were of one class.
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

// Curve returns the mean over seeds of a quantity after every epoch that any seed has run.
func (r Repeats) Curve(of Quantity) (epochs, mean []float64) {
	for e := 1; e <= r.Last(); e++ {
		if s := r.after(e, of); s.Seeds > 0 {
			epochs, mean = append(epochs, float64(e)), append(mean, s.Mean)
		}
	}
	return epochs, mean
}

// Best returns the first epoch with the greatest mean of a quantity above 0, and that mean.
func (r Repeats) Best(of Quantity) (epoch, mean float64) {
	epochs, means := r.Curve(of)
	for i, v := range means {
		if v > mean {
			epoch, mean = epochs[i], v
		}
	}
	return epoch, mean
}
