package metric

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/work"
)

// AUC returns the area under the ROC curve: how often a positive record scores higher than a negative one, a
// tie counting half, over all pairs. It takes time n log n at most; scores and positive are parallel. It has
// no value with one class only, or with NaN as a score.
func AUC(scores []float64, positive []bool) known.Value {
	c, none := split(scores, positive)
	if none != "" {
		return known.Nothing(none)
	}
	return known.Exactly(c.area())
}

// AUCEstimate returns AUC as an estimate for all records of the kind, with a bootstrap interval: each draw
// resamples the records of either class with replacement. If no pair is ordered wrongly, the interval is a
// single point, which claims too much. It reports its progress to ctx, and fails only when ctx ends.
func AUCEstimate(ctx context.Context, scores []float64, positive []bool, confidence float64,
	draws int, rng *rand.Rand) (known.Value, error) {
	c, none := split(scores, positive)
	if none != "" {
		return known.Nothing(none), nil
	}
	areas, counts := make([]float64, draws), make([]int32, max(len(c.positive), len(c.negative)))
	again := classes{positive: make([]uint64, len(c.positive)), negative: make([]uint64, len(c.negative))}
	for i := range areas {
		if err := ctx.Err(); err != nil {
			return known.Value{}, err
		}
		work.Report(ctx, work.Progress{Done: float64(i), Of: float64(draws), What: "draws"})
		resample(again.positive, c.positive, counts, rng)
		resample(again.negative, c.negative, counts, rng)
		areas[i] = again.area()
	}
	slices.Sort(areas)
	beyond := int(float64(draws) * (1 - confidence) / 2)
	area := c.area()
	return known.Sampled(area, min(area, areas[beyond]), max(area, areas[draws-1-beyond]), confidence), nil
}

// resample draws as many as there are, with replacement, in increasing order; counts is memory for as many.
func resample(into, from []uint64, counts []int32, rng *rand.Rand) {
	counts = counts[:len(from)]
	clear(counts)
	for range from {
		counts[rng.IntN(len(from))]++
	}
	at := 0
	for i, count := range counts {
		for range count {
			into[at] = from[i]
			at++
		}
	}
}

// classes holds the scores of the two classes, each in increasing order, as keys.
type classes struct{ positive, negative []uint64 }

// split sorts the classes apart: half the work of sorting them together, and no
// label has to travel along.
func split(scores []float64, positive []bool) (c classes, none string) {
	count := 0
	for i, score := range scores {
		if math.IsNaN(score) {
			return c, "a score is no number"
		}
		if positive[i] {
			count++
		}
	}
	switch count {
	case 0:
		return c, "no positive records"
	case len(scores):
		return c, "no negative records"
	}
	c.positive, c.negative = make([]uint64, 0, count), make([]uint64, 0, len(scores)-count)
	for i, score := range scores {
		if positive[i] {
			c.positive = append(c.positive, key(score))
		} else {
			c.negative = append(c.negative, key(score))
		}
	}
	sortKeys(c.positive)
	sortKeys(c.negative)
	return c, ""
}

// area counts, for each positive, the negatives below it and half of those that
// tie. Counts of pairs are whole numbers of halves, exact below 2⁵³.
func (c classes) area() float64 {
	below, upTo, pairs := 0, 0, 0.0
	for _, k := range c.positive {
		for below < len(c.negative) && c.negative[below] < k {
			below++
		}
		upTo = max(upTo, below)
		for upTo < len(c.negative) && c.negative[upTo] == k {
			upTo++
		}
		pairs += float64(below+upTo) / 2
	}
	return pairs / (float64(len(c.positive)) * float64(len(c.negative)))
}
