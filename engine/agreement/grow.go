package agreement

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// grow looks for a proven box of great mass over more than two private features. If the verifier bounds the
// lead of the class by linear functions, grow takes them on a box larger than provable and keeps the best
// part that they do prove (see byBounds). If the verifier cuts boxes, proves more than by one look, and
// proofs are cheap, faces then move one by one.
func (r *Region) grow(ctx context.Context, laws []mechanisms.Law, limits proof.Side) (CertifiedBox, error) {
	if err := r.checkPrivate("private features of a box"); err != nil {
		return CertifiedBox{}, err
	}
	radius, err := r.Radius(ctx, limits)
	if err != nil {
		return CertifiedBox{}, err
	}
	g := newGrowth(r.Question, measuredAll(laws), limits)
	ball := min(radius.Value, 1e6)
	g.consider(g.within(ball))
	if bounding, ok := r.verifier.(proof.Bounding); ok {
		if err := g.byBounds(ctx, bounding, r.Class, ball); err != nil {
			return CertifiedBox{}, err
		}
	}
	const cheap = 8 // private features; with more, boxes are not cut
	if r.can.Separating == nil && len(r.Private) <= cheap {
		err := g.ascend(ctx, [][]float64{g.best, g.within(ball), g.within(ball / 2), g.within(0)}, r.holds)
		if err != nil {
			return CertifiedBox{}, err
		}
	}
	sides := g.sides(g.best)
	v, err := r.Proven(ctx, sides)
	if err == nil && !v.Proven {
		err = fmt.Errorf("the box found cannot be proven")
	}
	return CertifiedBox{Sides: sides, Mass: mass(laws, sides), Upper: 1}, err
}

// checkPrivate refuses more private features than an answer handles within seconds.
func (r *Region) checkPrivate(what string) error {
	const most = 500
	if n := len(r.Private); n > most {
		return &proof.TooLargeError{What: what, Count: n, Most: most, Instead: "fewer of them, or draws instead,"}
	}
	return nil
}

// growth is the search for one box. A box is given by how far its faces are
// from the record: face 2k is the lower one of private feature k, face 2k+1
// the upper one.
type growth struct {
	q     Question
	laws  []measure
	ends  []proof.Side // how far the faces of each private feature may go
	limit []float64    // the same as distances, of each face
	stops [][]float64  // kinks of each law
	best  []float64
	most  float64 // logarithm of the mass of the best box
}

func newGrowth(q Question, laws []measure, limits proof.Side) *growth {
	g := &growth{q: q, laws: laws, most: math.Inf(-1)}
	for k, i := range q.Private {
		x, reach := q.Record[i], laws[k].reach(q.Record[i])
		end := proof.Side{Low: min(x, max(limits.Low, reach.Low)), High: max(x, min(limits.High, reach.High))}
		g.ends = append(g.ends, end)
		g.limit = append(g.limit, x-end.Low, end.High-x)
		g.stops = append(g.stops, laws[k].kinks(x))
	}
	g.best = make([]float64, len(g.limit))
	return g
}

// side returns the side of private feature k in a box. A face that has gone all
// its way stands on the very limit, where an atom may be.
func (g *growth) side(k int, faces []float64) proof.Side {
	x, end := g.q.Record[g.q.Private[k]], g.ends[k]
	s := proof.Side{Low: max(x-faces[2*k], end.Low), High: min(x+faces[2*k+1], end.High)}
	if faces[2*k] >= g.limit[2*k] {
		s.Low = end.Low
	}
	if faces[2*k+1] >= g.limit[2*k+1] {
		s.High = end.High
	}
	return s
}

func (g *growth) sides(faces []float64) []proof.Side {
	var sides []proof.Side
	for k := range g.q.Private {
		sides = append(sides, g.side(k, faces))
	}
	return sides
}

func (g *growth) logMass(faces []float64) float64 {
	sum := 0.0
	for k, m := range g.laws {
		sum += math.Log(m.side(g.side(k, faces)))
	}
	return sum
}

// consider keeps a proven box if it is the best.
func (g *growth) consider(faces []float64) bool {
	if mass := g.logMass(faces); mass > g.most {
		g.best, g.most = slices.Clone(faces), mass
		return true
	}
	return false
}
