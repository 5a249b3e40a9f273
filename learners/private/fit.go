package private

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"dpscope/engine/work"
)

// Fit is weighted logistic regression by objective perturbation: β minimises
//
//	(Σ wᵢ·ℓᵢ + ⟨b, β⟩)/n + (λ + Δ)/2·‖β‖²
//
// with noise b of density proportional to exp(-ε′‖b‖/(2w)). It is ε-differentially
// private where one record may be replaced by any other, for the exact minimiser
// and real arithmetic. Sources: Chaudhuri, Monteleoni & Sarwate 2011, Algorithm 2;
// the ridge λ/2 is theirs, and lost in "Differential Privacy Under Class
// Imbalance", Algorithm 3, which is not private without it.
//
// No worst neighbours are looked for. One noise alone leads to any β, and for any two neighbours it differs by at most
// 2w in norm, which is a factor of e^ε′, and the change of variables by at most the factor that Perturbation bounds.
type Fit struct {
	Epsilon, Lambda float64
	Weights         Weights // public, or the data's own by the rule OfData
	Rule            Rule
}

// Split returns the division of the budget with that many records.
func (f Fit) Split(records int) (Split, error) {
	p := Perturbation{Epsilon: f.Epsilon, Records: float64(records), Lambda: f.Lambda, Most: f.Weights.most(), Rule: f.Rule}
	if f.Rule == OfData {
		p.Most = 1 // effect of one label: its own weight, and 1/n of all others
	}
	return p.Split()
}

// Beta returns the private weights. begin, which may be nil, is the search's start; it affects the result
// only by rounding.
func (f Fit) Beta(ctx context.Context, rows Rows, noise Draw, begin []float64) ([]float64, error) {
	if err := f.Weights.check(); err != nil {
		return nil, err
	}
	if err := rows.check(); err != nil {
		return nil, err
	}
	split, err := f.Split(rows.Len())
	if err != nil {
		return nil, err
	}
	b := make([]float64, rows.Dims)
	for j, v := range noise {
		b[j] = split.Scale * v
	}
	return minimum(ctx, rows, f.Weights, b, f.Lambda+split.Ridge, begin)
}

// minimum returns the weighted fit with a linear term. Without a start it begins at the fit of every sixth
// record, recursively while there are many: most steps then run on few records.
func minimum(ctx context.Context, rows Rows, w Weights, linear []float64, lambda float64, begin []float64) ([]float64, error) {
	const many, apart = 1000, 6
	const few = 0.3 // share of the work, roughly, that runs on a part
	ridge := make([]float64, rows.Dims)
	for j := range ridge {
		ridge[j] = lambda
	}
	switch {
	case begin != nil:
	case rows.Len() < many:
		begin = make([]float64, rows.Dims)
	default:
		part := rows.every(apart)
		share := make([]float64, len(linear))
		for j, v := range linear {
			share[j] = v * float64(part.Len()) / float64(rows.Len())
		}
		var err error
		if begin, err = minimum(work.Within(ctx, 0, few), part, w, share, lambda, nil); err != nil {
			return nil, err
		}
		ctx = work.Within(ctx, few, 1)
	}
	return newObjective(rows, w, linear, ridge).minimise(ctx, begin)
}

// Plain returns the same fit without noise, without any privacy.
func Plain(ctx context.Context, rows Rows, w Weights, lambda float64) ([]float64, error) {
	return minimum(ctx, rows, w, nil, lambda, nil)
}

// Logistic is usual logistic regression: it minimises ‖β‖²/2 + C·Σ wᵢ·ℓᵢ for weights of any size, with a free
// offset, the last of the rows' features.
func Logistic(ctx context.Context, rows Rows, w Weights, c float64) ([]float64, error) {
	ridge := make([]float64, rows.Dims)
	for j := range ridge[:rows.Dims-1] {
		ridge[j] = 1 / (c * float64(rows.Len()))
	}
	return newObjective(rows, w, nil, ridge).minimise(ctx, make([]float64, rows.Dims))
}

// Balanced returns the weights n/(2·n₁) and n/(2·n₀) of plain learners.
func Balanced(positives, records int) Weights {
	n := float64(records)
	return Weights{Positive: n / (2 * float64(positives)), Negative: n / (2 * float64(records-positives))}
}

// Scores returns the log-odds of the rows by β.
func Scores(rows Rows, beta []float64) []float64 {
	scores := make([]float64, rows.Len())
	for i := range scores {
		scores[i] = dot(rows.Row(i), beta)
	}
	return scores
}

// PublicThreshold returns the log-odds at which an unweighted model calls about as many positive as a public
// ratio says: the threshold π₁ in place of a half, which costs no privacy.
func PublicThreshold(ratio float64) float64 { return -math.Log(ratio) }

// Draw is noise of scale 1, of density proportional to exp(-‖b‖): its norm follows the Gamma law with the
// dimension as its shape, and its direction is uniform. The same draw serves every budget, so that only the
// scale moves with it.
type Draw []float64

// NewDraw draws noise of that many dimensions.
func NewDraw(dims int, rng *rand.Rand) Draw {
	b := make(Draw, dims)
	for size := 0.0; size == 0; size = norm(b) {
		for j := range b {
			b[j] = rng.NormFloat64()
		}
	}
	size := distuv.Gamma{Alpha: float64(dims), Beta: 1, Src: rng}.Rand() / norm(b)
	for j := range b {
		b[j] *= size
	}
	return b
}
