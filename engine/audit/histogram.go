package audit

import (
	"cmp"
	"slices"
)

// histogram counts scores exactly up to edges that are themselves scores. If there are too many bins, it
// joins neighbours, and no longer distinguishes scores between two edges; the remaining edges keep exact
// counts. A bin holds a small share of the scores beyond it on the shorter side, so that the rare scores at
// both ends, which determine low error rates, stay separate.
type histogram struct {
	bins  []bin   // by rising edges
	fresh []fresh // not yet in bins
}

// bin counts the scores up to its edge and above the edge before.
type bin struct {
	edge  float64
	count [2]int64
	one   bool // all of them are the edge itself, so that another may come before it
}

type fresh struct {
	score float64
	of    class
}

const (
	waiting  = 1 << 15 // scores that are sorted together
	mostBins = 1 << 15
	fewBins  = mostBins / 2
)

func (h *histogram) add(of class, score float64) {
	h.fresh = append(h.fresh, fresh{score, of})
	if len(h.fresh) == waiting {
		h.settle()
	}
}

// settle puts fresh scores into the bins.
func (h *histogram) settle() {
	slices.SortFunc(h.fresh, func(a, b fresh) int { return cmp.Compare(a.score, b.score) })
	merged := make([]bin, 0, len(h.bins)+len(h.fresh))
	rest := h.fresh
	for _, b := range h.bins {
		for len(rest) > 0 && rest[0].score <= b.edge {
			f := rest[0]
			rest = rest[1:]
			if f.score < b.edge && b.one {
				merged = one(merged, f)
				continue
			}
			b.count[f.of]++
		}
		merged = append(merged, b)
	}
	for _, f := range rest {
		merged = one(merged, f)
	}
	h.bins, h.fresh = merged, h.fresh[:0]
	for share := 1.0 / 512; len(h.bins) > mostBins; share *= 2 {
		h.thin(share)
		if len(h.bins) <= fewBins {
			return
		}
	}
}

// one appends a score that is not below the last edge as a bin of its own.
func one(bins []bin, f fresh) []bin {
	if last := len(bins) - 1; last >= 0 && bins[last].edge == f.score {
		bins[last].count[f.of]++
		return bins
	}
	b := bin{edge: f.score, one: true}
	b.count[f.of]++
	return append(bins, b)
}

// thin joins neighbours that hold at most a share, in either class, of the scores beyond them.
func (h *histogram) thin(share float64) {
	var above, under [2]int64
	for _, b := range h.bins {
		above[0], above[1] = above[0]+b.count[0], above[1]+b.count[1]
	}
	thin := h.bins[:0]
	for i, b := range h.bins {
		above[0], above[1] = above[0]-b.count[0], above[1]-b.count[1]
		together := i > 0
		if together {
			last := thin[len(thin)-1]
			for c := range b.count {
				n := last.count[c] + b.count[c]
				beyond := min(under[c]-last.count[c], above[c])
				together = together && (n == 0 || float64(n) <= share*float64(beyond))
			}
		}
		if together {
			last := &thin[len(thin)-1]
			*last = bin{edge: b.edge, count: [2]int64{last.count[0] + b.count[0], last.count[1] + b.count[1]}}
		} else {
			thin = append(thin, b)
		}
		under[0], under[1] = under[0]+b.count[0], under[1]+b.count[1]
	}
	h.bins = thin
}
