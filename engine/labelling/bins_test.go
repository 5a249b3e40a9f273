package labelling

import (
	"math"
	"slices"
	"testing"
)

func TestFlippedBins(t *testing.T) {
	for _, n := range []float64{1, 10, 1e3, 1e9, 1e12} {
		for _, epsilon := range []float64{0, 1e-6, 1, 60, 1500} {
			picture := FlippedBins(labels(t, epsilon), n, 200)
			total := 0.0
			for _, b := range picture.Bins {
				total += b.Prob
			}
			if len(picture.Bins) > 200 || math.Abs(total-1) > 1e-5 || picture.Width < 1 {
				t.Errorf("n=%g ε=%g: %d bins of %g hold %v", n, epsilon, len(picture.Bins), picture.Width, total)
			}
		}
	}
}

// The range in sight holds the law, is no wider than it has to be, and ends at
// quarters of itself.
func TestShareReach(t *testing.T) {
	for _, n := range []float64{1, 9, 100, 1e4, 1e9, 1e12} {
		for _, epsilon := range []float64{0, 0.001, 1, 10, 1500} {
			m := labels(t, epsilon)
			picture := FlippedBins(m, n, 400)
			low, high := picture.ShareReach(m, n)
			seen := picture.seen()
			from, to := seen[0].From/n, seen[len(seen)-1].To/n
			if low < 0 || low > from || high < to || high-low > 1 {
				t.Errorf("n=%g ε=%g: [%g, %g] is shown of [%g, %g]", n, epsilon, low, high, from, to)
			}
			if span := high - low; span < 1 && span > 1e-6 && to-from < 0.05*span {
				t.Errorf("n=%g ε=%g: the law fills %g of the picture", n, epsilon, (to-from)/span)
			}
		}
	}
}

// The steps are the distribution function at every share where they rise.
func TestFlippedDistribution(t *testing.T) {
	for _, n := range []float64{1, 10, 1000, 1e9} {
		for _, epsilon := range []float64{0, 1, 20} {
			m := labels(t, epsilon)
			share, below := FlippedDistribution(m, n, 200)
			if len(share) != len(below) || len(share) > 202 || !slices.IsSorted(share) || !slices.IsSorted(below) || share[len(share)-1] != 1 || below[len(below)-1] > 1 {
				t.Fatalf("n=%g ε=%g: %v %v", n, epsilon, share, below)
			}
			for i := range share[:len(share)-1] {
				if i == 0 && share[0] == 0 {
					continue // flat up to the first visible step
				}
				if want := m.Flips(n).Tails(math.Round(share[i] * n)).Below; math.Abs(below[i]-want) > 1e-9 {
					t.Errorf("n=%g ε=%g: Pr[F/n ≤ %g] = %v, want %v", n, epsilon, share[i], below[i], want)
				}
			}
		}
	}
}

func TestHalfAway(t *testing.T) {
	m := labels(t, 1)
	law := m.Flips(400)
	if got, want := HalfAway(m, 400), (200-law.Mean())/law.Deviation(); math.Abs(got-want) > 1e-12 {
		t.Errorf("half lies %v deviations away, want %v", got, want)
	}
}
