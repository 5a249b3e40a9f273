package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// event is a set of answers: a half-open interval, fixed before any draw.
type event struct{ above, upTo float64 }

// audit draws from the laws at 0 and 1, the worst pair, and returns the largest
// lower confidence bound on the loss that any event shows: for every event, a
// Clopper-Pearson bound below on its chance under one input less delta, and one
// above on its chance under the other. All bounds hold together with
// probability 1 − alpha, by Bonferroni's inequality; so a sound mechanism is
// accused with probability at most alpha.
func audit(m Mechanism, draws int, alpha float64, rng *rand.Rand) (loss float64, by event) {
	p := m.Guarantee().Claim()
	laws := [2]Law{m.At(0), m.At(1)}
	events := auditEvents(laws)
	each := draws / 2
	counts := [2][]int{countEvents(events, laws[0], each, rng), countEvents(events, laws[1], each, rng)}
	share := alpha / float64(4*len(events))
	for i, e := range events {
		for side := range 2 {
			here, there := counts[side][i], counts[1-side][i]
			if shown := float64(here)/float64(each) - p.Delta; shown <= math.Exp(loss)*float64(there)/float64(each) {
				continue // its bound is less than what the shares themselves show
			}
			low, _ := clopperPearson(here, each, share)
			_, high := clopperPearson(there, each, share)
			if bound := math.Log(max(low-p.Delta, 0) / high); bound > loss {
				loss, by = bound, e
			}
		}
	}
	return loss, by
}

// countEvents draws from a law and counts for every event the draws in it.
func countEvents(events []event, law Law, draws int, rng *rand.Rand) []int {
	var ends []float64
	for _, e := range events {
		ends = append(ends, e.above, e.upTo)
	}
	ends = sortedUnique(ends)
	upTo := make([]int, len(ends)+1) // upTo[i] counts the draws up to ends[i]
	for range draws {
		i, _ := slices.BinarySearch(ends, law.Sample(rng)) // the first end not below
		upTo[i]++
	}
	for i := range ends {
		upTo[i+1] += upTo[i]
	}
	counts := make([]int, len(events))
	for k, e := range events {
		above, _ := slices.BinarySearch(ends, e.above)
		last, _ := slices.BinarySearch(ends, e.upTo)
		counts[k] = upTo[last] - upTo[above]
	}
	return counts
}

// auditEvents lists half-lines and cells, from the declared laws alone.
func auditEvents(laws [2]Law) []event {
	infinity := math.Inf(1)
	var cuts []float64
	for _, l := range laws {
		low, high := l.Support()
		if !math.IsInf(low, 0) {
			cuts = append(cuts, low, high)
		}
		if j, ok := l.(Jumping); ok {
			cuts = append(cuts, j.Jumps()...)
		}
	}
	for i := range 9 {
		cuts = append(cuts, float64(i)/8)
	}
	var events []event
	for _, c := range sortedUnique(cuts) {
		events = append(events, event{-infinity, c}, event{c, infinity},
			event{-infinity, math.Nextafter(c, -9)}, event{math.Nextafter(c, -9), infinity})
	}
	return events
}

const falseAlarm = 1e-6 // of an audit, per mechanism

// checkAudit runs a smaller audit than TestAudit, for the planted bugs.
func checkAudit(s subject) error {
	const draws = 100000
	loss, by := audit(s, draws, falseAlarm, rand.New(rand.NewPCG(11, 26)))
	if claim := s.Guarantee().Claim().Epsilon; loss > claim {
		return fmt.Errorf("%d draws show a loss of at least %.4g, by the answers in (%.3g, %.3g]; claimed is %g", draws, loss, by.above, by.upTo, claim)
	}
	return nil
}

// A million draws per mechanism never show more than the claim. Fixed seeds; a
// sound mechanism fails with probability at most 1e-6.
func TestAudit(t *testing.T) {
	effort.ForNumbers(t)
	draws := effort.Scale(200_000, 1_000_000, 1_000_000)
	for i, kind := range All.Kinds {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		m := newMechanism(t, kind.Name, 1, 0.01, 11)
		loss, by := audit(m, draws, falseAlarm, rand.New(rand.NewPCG(uint64(i), 2026)))
		if loss > 1 {
			t.Errorf("%s: shown %.4f by (%g, %g], claimed 1", kind.Name, loss, by.above, by.upTo)
		}
		t.Logf("%-21s claims ε = 1; analytic loss %.4f; %d draws show at least %.4f", kind.Name, m.Loss(), draws, loss)
	}
}
