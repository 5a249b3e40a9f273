package population

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/mechanisms"
)

// drawn returns the agreement of record i as a share of draws. The random numbers are the same at every
// budget, so that levels do not jump from one to the next.
func (p Population) drawn(ctx context.Context, r *agreement.Region, i int, laws []mechanisms.Law) (float64, error) {
	const confidence = 0.95 // of an unused interval for this record alone
	e, err := r.Estimate(ctx, laws, p.Draws, confidence, rand.New(rand.NewPCG(p.Seed, uint64(p.place(i)))))
	if err != nil {
		return math.NaN(), err
	}
	return e.Value, nil
}

// shares holds agreements estimated by draws, with ends that hold jointly with the requested confidence: each
// is Clopper and Pearson's at its share of the error (Bonferroni). Anything that rises with every agreement
// lies between its values at the ends.
type shares struct{ low, high []float64 } // in the order of the values; NaN where there is none

func endsOf(values []float64, draws int, alpha float64) shares {
	count := 0
	for _, v := range values {
		if !math.IsNaN(v) {
			count++
		}
	}
	met := map[int][2]float64{} // few shares are different
	s := shares{slices.Clone(values), slices.Clone(values)}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		kept := int(math.Round(v * float64(draws)))
		ends, known := met[kept]
		if !known {
			ends[0], ends[1] = binomial.Interval(float64(kept), float64(draws), alpha/float64(count))
			met[kept] = ends
		}
		s.low[i], s.high[i] = ends[0], ends[1]
	}
	return s
}

// estimate adds intervals to a summary of shares of draws. Statements about single records (the worst, the
// 5th percentile, who reaches a target) have two sources of error if the records are drawn too: each may miss
// with half.
func (s *Summary) estimate(values []float64, from From) {
	alpha, drawing := s.alpha, s.alpha
	if !from.Whole {
		alpha, drawing = s.alpha/2, s.alpha/2
	}
	ends := endsOf(values, from.Draws, alpha)
	low, high := describe(ends.low, from.Added), describe(ends.high, from.Added)
	s.ends = &[2]Summary{low, high}
	s.drawing = drawing
	s.BelowWorst = math.NaN() // unknown for shares of draws
	fifth := [2]float64{low.Fifth.Value, high.Fifth.Value}
	if !from.Whole {
		drawn := urn{from.Of, s.Count}
		fifth[0], _ = drawn.quantile(low.Sorted, 0.05, drawing)
		_, fifth[1] = drawn.quantile(high.Sorted, 0.05, drawing)
	}
	s.Fifth = known.Sampled(s.Fifth.Value, fifth[0], fifth[1], 1-s.alpha)
	if from.Whole {
		// A sum of draws with different chances is no more spread than a binomial with their mean (Hoeffding
		// 1956).
		draws := float64(s.Count * from.Draws)
		least, most := binomial.Interval(math.Round(s.Mean.Value*draws), draws, s.alpha)
		s.Mean = known.Sampled(s.Mean.Value, least, most, 1-s.alpha)
	}
}

// reach implements Summary.Reach for shares of draws.
func (s Summary) reach(target float64) (low, high float64) {
	hits := func(of Summary) int {
		below, _ := slices.BinarySearch(of.Sorted, target)
		return of.Count - below
	}
	least, most := hits(s.ends[0]), hits(s.ends[1])
	if s.whole {
		return float64(least) / float64(s.Count), float64(most) / float64(s.Count)
	}
	drawn := urn{s.Of, s.Count}
	low, _ = drawn.share(least, s.drawing)
	_, high = drawn.share(most, s.drawing)
	return low, high
}
