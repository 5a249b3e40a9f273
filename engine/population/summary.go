package population

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/sum"
)

// Summary describes how agreement, or a bound on it, is spread over records. Its intervals are about the
// population behind a random sample of records; if these are all records, it has none, see Settled.
type Summary struct {
	Count int // records with a value, without those that stand for their groups alone
	Added int // of the latter, the records with a value
	Of    int // records of the population; 0: infinite or unknown

	Mean  known.Value // interval by the bootstrap, widened for records not drawn, and no wider than that of any shares (boundedMean)
	Fifth known.Value // 5th percentile; interval by order statistics, exact binomial

	Worst      float64 // of all values
	WorstAt    int     // the record
	BelowWorst float64 // upper confidence limit on the share of people below the worst value: 1 − α^(1/n)

	Sorted []float64 // the values, increasing
	alpha  float64   // error of the intervals; 0: there are none

	whole   bool        // the values cover all records of the population
	ends    *[2]Summary // for shares of draws, the summaries of their lower and upper ends; nil: values are computed
	drawing float64     // error of the intervals for drawing records, if there are ends
}

// From describes the population behind a summary's values.
type From struct {
	Of    int  // records of the population; 0: infinite
	Whole bool // the values cover all of them
	Draws int  // draws per value; 0: values are computed

	Added []bool // per record, whether it stands for its group alone, an overrepresented one; nil: none does
}

// Estimates reports whether there is anything to estimate.
func (f From) Estimates() bool { return !f.Whole || f.Draws > 0 }

// noAnswer is said of a table without any value.
const noAnswer = "no record has an answer yet"

// Describe summarises values without NaNs, and without intervals; BelowWorst is NaN, as is every number if
// there is no value at all.
func Describe(values []float64) Summary { return describe(values, nil) }

// describe summarises values. Those added speak for their groups alone: they count only towards the worst
// met.
func describe(values []float64, added []bool) Summary {
	s := Summary{Mean: known.Nothing(noAnswer), Fifth: known.Nothing(noAnswer), Worst: math.NaN(), WorstAt: -1, BelowWorst: math.NaN()}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if s.WorstAt < 0 || v < values[s.WorstAt] {
			s.WorstAt, s.Worst = i, v
		}
		if added != nil && added[i] {
			s.Added++
			continue
		}
		s.Sorted = append(s.Sorted, v)
	}
	if s.Count = len(s.Sorted); s.Count == 0 {
		return s
	}
	slices.Sort(s.Sorted)
	s.Mean = known.Approximated(mean(s.Sorted))
	s.Fifth = known.Approximated(s.Sorted[rank(s.Count, 0.05)-1])
	return s
}

// Least returns the statement about the worst of everyone that the worst value allows, given the values'
// basis. If the values cover all records, it is that value on its basis. Otherwise another may fare worse:
// the worst of exact values is an upper bound, and bounds or shares of draws give none.
func (s Summary) Least(b known.Basis, all bool) known.Value {
	switch {
	case s.WorstAt < 0:
		return known.Nothing(noAnswer)
	case s.ends != nil && all:
		return known.Sampled(s.Worst, s.ends[0].Worst, s.ends[1].Worst, 1-s.alpha)
	case s.ends != nil:
		return known.Sampled(s.Worst, 0, s.ends[1].Worst, 1-s.alpha)
	case all:
		return known.Exactly(s.Worst).As(b)
	case b == known.Exact:
		return known.OrLess(s.Worst)
	}
	return known.Approximated(s.Worst)
}

// Reach returns the share of the values that are at least target, with an interval if the summary has them.
func (s Summary) Reach(target float64) known.Value {
	if s.Count == 0 {
		return known.Nothing(noAnswer)
	}
	below, _ := slices.BinarySearch(s.Sorted, target)
	hits := s.Count - below
	share := float64(hits) / float64(s.Count)
	if s.alpha == 0 {
		return known.Approximated(share)
	}
	if s.ends != nil {
		low, high := s.reach(target)
		return known.Sampled(share, low, high, 1-s.alpha)
	}
	low, high := urn{s.Of, s.Count}.share(hits, s.alpha)
	return known.Sampled(share, low, high, 1-s.alpha)
}

// Settled turns an estimate from all records into a number on the values' basis.
func Settled(v known.Value, b known.Basis) known.Value {
	if v.Missing() {
		return v
	}
	return known.Exactly(v.Value).As(b)
}

// Summarise describes values with intervals of the given confidence: for records not drawn, without
// replacement if the population is finite, and for the uncertainty of draws. Without either it adds none. It
// fails only when ctx ends.
func Summarise(ctx context.Context, values []float64, from From, confidence float64, source *rand.PCG) (Summary, error) {
	s := describe(values, from.Added)
	if s.Of = from.Of; s.Count == 0 || !from.Estimates() {
		return s, ctx.Err()
	}
	s.alpha, s.whole = 1-confidence, from.Whole
	if !from.Whole {
		if err := s.sampled(ctx, from, source); err != nil {
			return s, err
		}
	}
	if from.Draws > 0 {
		s.estimate(values, from)
	}
	return s, nil
}

// sampled adds intervals for records not drawn. Shares of draws vary more than the quantities they estimate,
// and the more so the fewer draws: their mean gets the interval of an infinite population, which covers both.
func (s *Summary) sampled(ctx context.Context, from From, source *rand.PCG) error {
	drawn, confidence := urn{from.Of, s.Count}, 1-s.alpha
	low, high, err := bootstrap(ctx, s.Sorted, s.alpha, source)
	if err != nil {
		return err
	}
	about := drawn
	if from.Draws > 0 {
		about = urn{0, s.Count}
	}
	low, high = about.about(s.Mean.Value, low, high)
	low, high = about.unseen(s.Mean.Value, low, high, s.alpha)
	// If nearly all values are equal the bootstrap's deviations tell nothing.
	least, most := boundedMean(s.Mean.Value, s.Count, s.alpha)
	low, high = max(low, least), min(high, most)
	s.Mean = known.Sampled(s.Mean.Value, low, high, confidence)
	low, high = drawn.quantile(s.Sorted, 0.05, s.alpha)
	s.Fifth = known.Sampled(s.Fifth.Value, low, high, confidence)
	s.BelowWorst = -math.Expm1(math.Log(s.alpha) / float64(s.Count))
	if from.Of > 0 {
		_, s.BelowWorst = drawn.share(0, 2*s.alpha)
	}
	return nil
}

// mean sums without error, so that parts add up to the same.
func mean(v []float64) float64 { return sum.Of(v) / float64(len(v)) }

// rank returns the place, from 1, of the sample quantile of order p among n
// values: of the least one with a share p of the sample at or below it.
func rank(n int, p float64) int { return max(int(math.Ceil(p*float64(n)-1e-9)), 1) }
