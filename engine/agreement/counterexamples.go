package agreement

import (
	"context"
	"slices"
	"sync"

	"dpscope/learners/proof"
)

// counterexamples remembers the last points of another class that proofs met. A search
// for a box asks about many that differ little, and where one fails the next
// mostly fails close by: a point there tells sooner than cutting the box.
type counterexamples struct {
	lock   sync.Mutex
	points [32][]float64 // the newest first
}

// holds reports whether the class is proven constant on a box. It agrees with Proven, because no box with a
// point of another class is proven.
func (r *Region) holds(ctx context.Context, sides []proof.Side) (bool, error) {
	if x := r.otherIn(sides); x != nil {
		r.refuted.add(x)
		return false, ctx.Err()
	}
	v, err := r.Proven(ctx, sides)
	if v.Counterexample != nil {
		r.refuted.add(v.Counterexample)
	}
	return v.Proven, err
}

// otherIn looks for a point of another class where the box comes closest to
// those remembered; nil when there is none.
func (r *Region) otherIn(sides []proof.Side) []float64 {
	at := slices.Clone(r.Record)
	for _, x := range r.refuted.all() {
		if x == nil {
			return nil
		}
		for k, i := range r.Private {
			least, greatest := sides[k].Ends()
			at[i] = min(max(x[i], least), greatest)
		}
		if r.Classifier.Predict(at) != r.Class {
			return at
		}
	}
	return nil
}

func (p *counterexamples) all() [32][]float64 {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.points
}

func (p *counterexamples) add(x []float64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	copy(p.points[1:], p.points[:])
	p.points[0] = x
}
