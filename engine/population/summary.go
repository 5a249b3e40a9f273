package population

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
)

// Summary describes how agreement, or a bound on it, is spread over the records
// of a table. Its intervals are about the population of which the records are
// a random sample; for the table itself the values are exact.
type Summary struct {
	Count int // records with a value

	Mean  known.Value // interval by the bootstrap: percentiles of resampled means
	Fifth known.Value // 5th percentile; interval by order statistics, exact binomial

	Worst      float64
	WorstAt    int     // the record
	BelowWorst float64 // upper confidence limit on the share of people who fare worse than the worst: 1 − α^(1/n)

	Sorted []float64 // the values, increasing
}

// noAnswer is said of a table none of whose records has a value.
const noAnswer = "no record has an answer yet"

// Describe is a summary of values, of which NaNs are left out, without
// intervals; BelowWorst is NaN, as is every number when there is no value at all.
func Describe(values []float64) Summary {
	s := Summary{Mean: known.Nothing(noAnswer), Fifth: known.Nothing(noAnswer), Worst: math.NaN(), WorstAt: -1, BelowWorst: math.NaN()}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if s.WorstAt < 0 || v < values[s.WorstAt] {
			s.WorstAt = i
		}
		s.Sorted = append(s.Sorted, v)
	}
	if s.Count = len(s.Sorted); s.Count == 0 {
		return s
	}
	slices.Sort(s.Sorted)
	s.Mean = known.Approximated(mean(s.Sorted))
	s.Fifth = known.Approximated(s.Sorted[rank(s.Count, 0.05)-1])
	s.Worst = s.Sorted[0]
	return s
}

// Least is the worst value, known in the way of all.
func (s Summary) Least(b known.Basis) known.Value {
	if s.Count == 0 {
		return known.Nothing(noAnswer)
	}
	return known.Exactly(s.Worst).As(b)
}

// Reach is the share of the values that are at least target.
func (s Summary) Reach(target float64, b known.Basis) known.Value {
	if s.Count == 0 {
		return known.Nothing(noAnswer)
	}
	below, _ := slices.BinarySearch(s.Sorted, target)
	return known.Exactly(float64(s.Count-below) / float64(s.Count)).As(b)
}

// Summarise describes values with intervals of the given confidence. The only
// error is that of the context.
func Summarise(ctx context.Context, values []float64, confidence float64, rng *rand.Rand) (Summary, error) {
	s := Describe(values)
	if s.Count == 0 {
		return s, ctx.Err()
	}
	alpha := 1 - confidence
	low, high, err := bootstrap(ctx, s.Sorted, alpha, rng)
	if err != nil {
		return s, err
	}
	s.Mean = known.Sampled(s.Mean.Value, low, high, confidence)
	low, high = quantileInterval(s.Sorted, 0.05, alpha)
	s.Fifth = known.Sampled(s.Fifth.Value, low, high, confidence)
	s.BelowWorst = -math.Expm1(math.Log(alpha) / float64(s.Count))
	return s, nil
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// bootstrap returns the percentile interval of the mean (Efron & Tibshirani
// 1993, ch. 13). It is about 1/√n relative too narrow for n records.
func bootstrap(ctx context.Context, values []float64, alpha float64, rng *rand.Rand) (low, high float64, err error) {
	const (
		most = 2000
		work = 20_000_000 // draws in all, for very long tables
	)
	n := len(values)
	resamples := max(200, min(most, work/n))
	means := make([]float64, resamples)
	for b := range means {
		sum := 0.0
		for i := range n {
			if i%100_000 == 0 {
				if err := ctx.Err(); err != nil {
					return 0, 0, err
				}
			}
			sum += values[rng.IntN(n)]
		}
		means[b] = sum / float64(n)
	}
	slices.Sort(means)
	tail := int(alpha / 2 * float64(resamples))
	return means[tail], means[resamples-1-tail], nil
}

// rank returns the place, from 1, of the sample quantile of order p among n
// values: of the least one with a share p of the sample at or below it.
func rank(n int, p float64) int { return max(int(math.Ceil(p*float64(n)-1e-9)), 1) }

// quantileInterval returns an interval for the quantile of order p of the
// population: from the last order statistic that exceeds it with probability at
// most alpha/2 to the first that is below it with at most that (David & Nagaraja
// 2003, sec. 7.1). Where no order statistic will do, the end is 0 or 1.
func quantileInterval(sorted []float64, p, alpha float64) (low, high float64) {
	n := len(sorted)
	law := binomial.New(float64(n), p)
	low, high = 0, 1
	// X₍ₖ₎ exceeds the quantile if fewer than k values are at or below it
	if k := sort.Search(n, func(k int) bool { return law.Between(0, float64(k)) > alpha/2 }); k > 0 {
		low = sorted[k-1]
	}
	// X₍ₖ₎ is below it only if k values or more are
	if k := 1 + sort.Search(n, func(k int) bool { return law.Between(float64(k+1), float64(n)) <= alpha/2 }); k <= n {
		high = sorted[k-1]
	}
	return low, high
}
