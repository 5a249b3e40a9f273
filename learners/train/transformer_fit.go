package train

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/work"
)

// TransformerFit trains a transformer without any privacy: it minimises the weighted logistic loss of
// shuffled batches by Adam with decoupled weight decay (Loshchilov & Hutter 2019, AdamW), until the loss on
// records kept apart has not fallen for Patience epochs.
type TransformerFit struct {
	Shape    Transformer
	Rate     float64 // of a step
	Decay    float64 // share of a weight, per unit of rate, that a step removes
	Batch    int     // records of a step
	Epochs   int     // greatest number of passes
	Patience int     // epochs without a lower loss
	Weight   func(positive bool) float32
}

// PaperFit is with the paper's hundred epochs, and the optimiser of Gorishniy & others 2021.
var PaperFit = TransformerFit{Shape: PaperTransformer, Rate: 1e-3, Decay: 1e-5, Batch: 256, Epochs: 100, Patience: 16}

// Fit returns the score that has the lowest loss on the records kept apart.
func (t TransformerFit) Fit(ctx context.Context, r, apart Records, rng *rand.Rand) (*Former, error) {
	f := t.Shape.New(r.Dims, rng)
	best, patience, move := append([]float32(nil), f.Weights()...), Patience{Epochs: t.Patience}, Adam[float32](t.Rate)
	order := rng.Perm(len(r.Positive))
	steps := (len(order) + t.Batch - 1) / t.Batch
	for epoch := range t.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for step := range steps {
			work.Report(ctx, work.Progress{Done: float64(epoch) + float64(step)/float64(steps), Of: float64(t.Epochs), What: "epochs"})
			some := order[step*t.Batch : min((step+1)*t.Batch, len(order))]
			if err := f.Sum(ctx, r, some, Charge{Slope: Logistic, Weight: t.Weight, Clip: math.Inf(1), Seed: rng.Uint64()}); err != nil {
				return nil, err
			}
			weights, gradient := f.Weights(), f.Gradient()
			for j := range gradient {
				gradient[j] /= float32(len(some))
				weights[j] *= float32(1 - t.Rate*t.Decay)
			}
			move(ctx, weights, gradient)
		}
		loss, err := t.loss(ctx, f, apart)
		switch {
		case err != nil:
			return nil, err
		case !(loss <= math.MaxFloat32):
			return nil, ErrDiverged
		}
		better, goOn := patience.Look(-loss)
		if better {
			copy(best, f.Weights())
		}
		if !goOn {
			break
		}
	}
	copy(f.Weights(), best)
	return f, nil
}

// loss returns the weighted mean logistic loss.
func (t TransformerFit) loss(ctx context.Context, f *Former, r Records) (float64, error) {
	odds, err := f.Odds(ctx, r)
	sum, all := 0.0, 0.0
	for i, v := range odds {
		weight := float64(t.Weight(r.Positive[i]))
		if r.Positive[i] {
			v = -v
		}
		sum, all = sum+weight*(max(v, 0)+math.Log1p(math.Exp(-math.Abs(v)))), all+weight
	}
	return sum / all, err
}
