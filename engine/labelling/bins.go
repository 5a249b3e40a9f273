package labelling

import (
	"math"
	"slices"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/ticks"
	"dpscope/mechanisms"
)

// Bins is the law of the flipped fraction as a picture needs it.
type Bins struct {
	Bins  []binomial.Bin // counts of flips, most to least likely by e^14
	Width float64        // counts in a bin; the last may hold fewer
}

// FlippedBins returns the visible part of the law of the number of flips in at
// most the given number of bins. Its cost does not grow with n.
func FlippedBins(m mechanisms.LabelFlip, n float64, most int) Bins {
	const depth = 14 // e^−14 is below a thousandth of a pixel
	law := m.Flips(n)
	from, to := law.Visible(depth)
	bins := law.Bins(from, to, most)
	return Bins{Bins: bins, Width: bins[0].To - bins[0].From + 1}
}

// seen returns the bins with visible bars.
func (b Bins) seen() []binomial.Bin {
	most := 0.0
	for _, bin := range b.Bins {
		most = max(most, bin.Prob)
	}
	high := func(bin binomial.Bin) bool { return bin.Prob >= most/1000 }
	from, to := slices.IndexFunc(b.Bins, high), len(b.Bins)
	for !high(b.Bins[to-1]) {
		to--
	}
	return b.Bins[from:to]
}

// ShareReach returns the range of flipped shares that shows the law of n labels: [0, 1] while it fills a fair
// part of it, then ever shorter ranges around p, so that an axis moves in steps.
func (b Bins) ShareReach(m mechanisms.LabelFlip, n float64) (low, high float64) {
	const fair = 0.75 // the least part of a span with ends rounded to an eighth of it on either side
	low, high = 0, 1
	seen := b.seen()
	width := (seen[len(seen)-1].To - seen[0].From) / n
	for span := 0.5; span >= 1e-7 && width < fair*span; span = ticks.Below(span) {
		quarter := span / 4
		low = max(math.Round((m.Flip-span/2)/quarter)*quarter, 0)
		high = low + span
	}
	return low, high
}

// HalfAway returns the distance of one half from the mean of the flipped share, in its standard deviations.
func HalfAway(m mechanisms.LabelFlip, n float64) float64 {
	return (0.5 - m.Flip) * math.Sqrt(n/(m.Flip*m.Keep))
}

// FlippedDistribution returns the visible steps of Pr[F/n ≤ x], at most most of them, plus two where it is
// flat towards 0 and 1: below[i] holds from share[i] on.
func FlippedDistribution(m mechanisms.LabelFlip, n float64, most int) (share, below []float64) {
	bins := FlippedBins(m, n, most).Bins
	chance := m.Flips(n).Tails(bins[0].From - 1).Below
	if bins[0].From > 0 {
		share, below = append(share, 0), append(below, chance)
	}
	for _, b := range bins {
		chance += b.Prob
		share, below = append(share, b.To/n), append(below, min(chance, 1))
	}
	if share[len(share)-1] < 1 {
		share, below = append(share, 1), append(below, 1)
	}
	return share, below
}
