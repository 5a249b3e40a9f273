package population

import (
	"math"
	"sort"

	"dpscope/engine/num/binomial"
)

// urn is a population from which records are drawn without replacement: how
// many of those marked are among them is hypergeometric, or binomial where the
// population has no end.
type urn struct {
	size  int // 0: without end
	drawn int
}

// between returns the probability that from to to of the records drawn are
// marked, where a share p of the population is. Of a population that ends, marked
// is the number of marked records and p is not looked at.
func (u urn) between(from, to, marked int, p float64) float64 {
	if u.size == 0 {
		return binomial.New(float64(u.drawn), p).Between(float64(from), float64(to))
	}
	from, to = max(from, 0, u.drawn-(u.size-marked)), min(to, u.drawn, marked)
	if from > to {
		return 0
	}
	mode := (u.drawn + 1) * (marked + 1) / (u.size + 2)
	mode = min(max(mode, from), to)
	sum := 0.0
	for k := mode; k <= to; k++ {
		term := u.prob(k, marked)
		if sum += term; term < sum*1e-18 {
			break
		}
	}
	for k := mode - 1; k >= from; k-- {
		term := u.prob(k, marked)
		if sum += term; term < sum*1e-18 {
			break
		}
	}
	return min(sum, 1)
}

// prob returns C(marked, k)·C(size−marked, drawn−k)/C(size, drawn).
func (u urn) prob(k, marked int) float64 {
	return math.Exp(logChoose(marked, k) + logChoose(u.size-marked, u.drawn-k) - logChoose(u.size, u.drawn))
}

func logChoose(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// share returns an interval for the share of the population that is marked,
// when hits of the records drawn are: all that neither tail rejects at alpha/2
// (Clopper & Pearson 1934; for a population that ends, Buonaccorsi 1987).
func (u urn) share(hits int, alpha float64) (low, high float64) {
	if u.size == 0 {
		return binomial.Interval(float64(hits), float64(u.drawn), alpha)
	}
	least, most := hits, u.size-(u.drawn-hits)
	low = float64(least + sort.Search(most-least, func(k int) bool { return u.between(hits, u.drawn, least+k, 0) > alpha/2 }))
	high = float64(most - sort.Search(most-least, func(k int) bool { return u.between(0, hits, most-k, 0) > alpha/2 }))
	return low / float64(u.size), high / float64(u.size)
}

// about narrows a bootstrap interval about a mean for a finite population: by √(1−f) for a share f drawn
// (Cochran 1977, sec. 2.6), and widens it by √(n/(n−1)), because the bootstrap's deviation is too small.
func (u urn) about(mean, low, high float64) (float64, float64) {
	if u.size == 0 || u.drawn < 2 {
		return low, high
	}
	n := float64(u.drawn)
	by := math.Sqrt((1 - n/float64(u.size)) * n / (n - 1))
	return mean - by*(mean-low), mean + by*(high-mean)
}

// unseen widens an interval about the mean of shares for undrawn records: with probability 1 − alpha/2 they
// are at most that share of the population, and each may be 0, or 1. The bootstrap ignores them: a thousand
// equal values would leave no interval at all.
func (u urn) unseen(mean, low, high, alpha float64) (float64, float64) {
	_, most := u.share(0, alpha)
	return min(low, mean*(1-most)), max(high, mean+(1-mean)*most)
}

// quantile returns an interval for the quantile of order p of the population, see
// ordered.
func (u urn) quantile(sorted []float64, p, alpha float64) (low, high float64) {
	return u.ordered(sorted, rank(max(u.size, 1), p), p, alpha)
}

// ordered returns an interval for the record of the population that is the marked-th,
// counted from the least, or where it has no end for its quantile of order p:
// from the last order statistic that exceeds it with probability at most alpha/2
// to the first that is below it with at most that (David & Nagaraja 2003, sec. 7.1,
// with the hypergeometric law where the population ends). Where no order
// statistic will do, the end is 0 or 1.
func (u urn) ordered(sorted []float64, marked int, p, alpha float64) (low, high float64) {
	n := len(sorted)
	low, high = 0, 1
	// X₍ₖ₎ exceeds the quantile if fewer than k values are at or below it
	if k := sort.Search(n, func(k int) bool { return u.between(0, k, marked, p) > alpha/2 }); k > 0 {
		low = sorted[k-1]
	}
	// X₍ₖ₎ is below it only if k values or more are
	if k := 1 + sort.Search(n, func(k int) bool { return u.between(k+1, n, marked-1, p) <= alpha/2 }); k <= n {
		high = sorted[k-1]
	}
	return low, high
}
