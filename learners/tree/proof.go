package tree

import (
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
)

// Verifier decides every box when at most two coordinates are free.
func (f *Forest) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return f.plan().verifier(free, f.Predict)
}

func (p *treePlan) verifier(free int, predict func([]float64) int) (proof.Verifier, proof.Exactness) {
	if free <= 2 {
		return forestVerifier{p, predict}, proof.Complete
	}
	return forestVerifier{p, predict}, proof.Partial
}

// forestVerifier bounds, over a box, how far each tree can favour another
// class. Where the sum of these bounds does not settle the question, it cuts
// the box at the threshold on which most hangs. Thresholds are replaced by
// their Cuts, so a proof holds for the forest as it computes.
//
// With one or two free features the boxes end when every tree is decided; with
// more, their number may grow too large, and the answer is then neither.
type forestVerifier struct {
	*treePlan
	predict func(x []float64) int
}

// forestBox is a box that waits: its ends, and where each tree has to go on
// from, because above that node the box lies on one side of every threshold.
type forestBox struct {
	proof.Closed
	from []int32
}

func (v forestVerifier) Constant(ctx context.Context, box proof.Box, class int) (proof.Verdict, error) {
	const mostBoxes = 50_000
	b := box.Closed()
	votes := map[cutPlace]float64{}
	return proof.Branch(ctx, forestBox{b, make([]int32, len(v.trees))}, mostBoxes, 8, func(b forestBox) (proof.Verdict, []forestBox) {
		clear(votes)
		if v.settled(&b, class, votes) {
			return proof.Verdict{Proven: true}, nil
		}
		if x := v.counterexample(b, class); x != nil {
			return proof.Verdict{Counterexample: x}, nil
		}
		if len(votes) == 0 { // every tree is decided, and any point has the class
			return proof.Verdict{Proven: true}, nil
		}
		place := mostVotes(votes)
		right := forestBox{proof.Closed{Low: slices.Clone(b.Low), High: slices.Clone(b.High)}, slices.Clone(b.from)}
		b.High[place.feature] = place.cut
		right.Low[place.feature] = math.Nextafter(place.cut, math.Inf(1))
		return proof.Verdict{}, []forestBox{b, right}
	})
}

// cutPlace is a threshold of a feature.
type cutPlace struct {
	feature int32
	cut     float64
}

// mostVotes takes the lowest of equal places, so that proofs can be repeated.
func mostVotes(votes map[cutPlace]float64) cutPlace {
	var best cutPlace
	most := -1.0
	for p, n := range votes {
		if n > most || n == most && (p.feature < best.feature || p.feature == best.feature && p.cut < best.cut) {
			best, most = p, n
		}
	}
	return best
}

// settled reports whether bounds alone prove the class on the box. It moves
// b.from down, and otherwise adds to votes, for each undecided tree, the spread
// of its answers at its first undecided threshold.
func (v forestVerifier) settled(b *forestBox, class int, votes map[cutPlace]float64) bool {
	classes := v.trees[0].NumClasses
	worst := make([]float64, classes) // sum of the least leads over each class
	for k := range v.sum.start {
		worst[k] = v.sum.start[class] - v.sum.start[k]
	}
	b.from = slices.Clone(b.from)
	for i := range v.trees {
		t := &v.trees[i]
		n := t.descend(b.from[i], b.Low, b.High)
		b.from[i] = n
		spread := 0.0
		for k := range classes {
			if k == class {
				continue
			}
			least, most := t.lead(n, b.Low, b.High, classes, class, k)
			worst[k] += least
			spread = max(spread, most-least)
		}
		if t.Feature[n] >= 0 {
			votes[cutPlace{t.Feature[n], t.cut[n]}] += spread
		}
	}
	for k, w := range worst {
		if k != class && !(w > v.slack || w == 0 && v.slack == 0 && class < k) {
			return false
		}
	}
	return true
}

// counterexample tries three points of the box. When every tree is decided,
// any one tells.
func (v forestVerifier) counterexample(b forestBox, class int) []float64 {
	for _, x := range [][]float64{b.Middle(), b.Low, b.High} {
		if v.predict(x) != class {
			return slices.Clone(x)
		}
	}
	return nil
}

// descend follows the tree from node n for as long as the box lies on one side. A
// missing value is both ends of its side.
func (t *plannedTree) descend(n int32, low, high []float64) int32 {
	for t.Feature[n] >= 0 {
		switch f := t.Feature[n]; {
		case low[f] != low[f]: // missing
			n = t.next(n, low[f])
		case high[f] <= t.cut[n]:
			n = t.Left[n]
		case low[f] > t.cut[n]:
			n = t.Right[n]
		default:
			return n
		}
	}
	return n
}

// lead returns the least and the greatest of p[class] − p[rival] over the
// leaves below n that the box reaches.
func (t *plannedTree) lead(n int32, low, high []float64, classes, class, rival int) (least, most float64) {
	n = t.descend(n, low, high)
	if t.Feature[n] < 0 {
		p := t.Probability[int(n)*classes:]
		d := p[class] - p[rival]
		return d, d
	}
	f, cut := t.Feature[n], t.cut[n]
	was := high[f]
	high[f] = cut
	least, most = t.lead(t.Left[n], low, high, classes, class, rival)
	high[f] = was
	was = low[f]
	low[f] = math.Nextafter(cut, math.Inf(1))
	l, m := t.lead(t.Right[n], low, high, classes, class, rival)
	low[f] = was
	return min(least, l), max(most, m)
}

// Verifier decides every box.
func (t *Tree) Verifier(int) (proof.Verifier, proof.Exactness) {
	return forestVerifier{t.plan(), t.Predict}, proof.Complete
}

// Verifier decides every box when at most two coordinates are free.
func (a *AdditiveTrees) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return a.plan().verifier(free, a.Predict)
}
