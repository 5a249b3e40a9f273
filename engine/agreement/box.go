package agreement

import (
	"context"
	"fmt"

	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// CertifiedBox is a box of private values on which the class is proven constant. Its mass is a lower bound on
// the agreement under the laws that measured it; measured by other laws, it bounds their agreement too. It
// assumes nothing outside: answers in the box keep the class, whatever those beside it do. A proof.Verifier
// of the kind proves the whole box.
//
// Boxes of trees and forests consist of cells, and Mass is the mass of the cells (see Region.RoundsInputs for
// their ends). Sides leave out values that lie in them under one reading only, less than 6e-8 at each face.
type CertifiedBox struct {
	Sides []proof.Side // one per private feature, in their order
	Mass  float64
	Safe  float64 // promised mass, at most Mass: it holds for either reading of thresholds
	Upper float64 // no robust box has more mass; equals Mass if the box is the largest; 1 if unknown
}

// box returns the box over all features: the public ones stand at the record.
func (q Question) box(sides []proof.Side) proof.Box {
	b := proof.Point(q.Record)
	for k, i := range q.Private {
		b[i] = sides[k]
	}
	return b
}

// ball returns the sides of the ball about the record, within limits.
func (q Question) ball(radius float64, limits proof.Side) []proof.Side {
	ball := proof.Ball(q.Record, q.Private, radius, limits)
	var sides []proof.Side
	for _, i := range q.Private {
		sides = append(sides, ball[i])
	}
	return sides
}

// mass returns the probability that all private answers lie in the sides.
func mass(laws []mechanisms.Law, sides []proof.Side) float64 {
	mass := 1.0
	for k, l := range laws {
		mass *= measured(l).side(sides[k])
	}
	return mass
}

// Proven asks whether the class of the record is constant on a box.
func (r *Region) Proven(ctx context.Context, sides []proof.Side) (proof.Verdict, error) {
	if r.verifier == nil {
		return proof.Verdict{}, fmt.Errorf("nothing can be proven about %s", learners.Title(r.Classifier))
	}
	return r.verifier.Constant(ctx, r.box(sides), r.Class)
}

// LargestBox returns a box around the record, within limits, on which the class
// is proven constant, of the greatest mass under the laws that was found. With
// at most two private features it is the largest there is, but for Upper.
func (r *Region) LargestBox(ctx context.Context, laws []mechanisms.Law, limits proof.Side) (CertifiedBox, error) {
	if err := r.checkLaws(laws); err != nil {
		return CertifiedBox{}, err
	}
	if r.grid != nil {
		return r.Under(laws).LargestBox(ctx, limits)
	}
	box, err := r.largestBox(ctx, laws, limits)
	if err != nil {
		return CertifiedBox{}, err
	}
	box.Safe = box.Mass
	return box.rounded(laws), nil
}

func (r *Region) largestBox(ctx context.Context, laws []mechanisms.Law, limits proof.Side) (CertifiedBox, error) {
	switch n := len(r.Private); {
	case r.verifier == nil:
		return CertifiedBox{}, fmt.Errorf("no box of %s can be proven", learners.Title(r.Classifier))
	case n <= 2 && r.can.Separating != nil:
		return r.largestLinearBox(laws, limits), nil
	case n == 1:
		return r.longestInterval(ctx, laws[0], limits)
	case n == 2 && r.drawn():
		return r.largestInPlane(ctx, laws, limits)
	}
	return r.grow(ctx, laws, limits)
}

// rounded lowers the masses by more than rounding may have raised them.
func (c CertifiedBox) rounded(laws []mechanisms.Law) CertifiedBox {
	if holdsAll(laws, c.Sides) {
		return c
	}
	if c.Upper == c.Mass {
		c.Upper *= lowered
	}
	c.Mass *= lowered
	c.Safe *= lowered
	return c
}

// lowered takes from a mass more than rounding may have added to it.
const lowered = 1 - 0x1p-46

// Bound returns a lower bound on the probability that all private answers lie in
// the sides: Mass, rounded down.
func Bound(laws []mechanisms.Law, sides []proof.Side) float64 {
	mass := mass(laws, sides)
	if holdsAll(laws, sides) {
		return mass
	}
	return mass * lowered
}

// holdsAll reports whether no answer can fall outside the sides.
func holdsAll(laws []mechanisms.Law, sides []proof.Side) bool {
	for k, l := range laws {
		if low, high := l.Support(); !sides[k].Contains(low) || !sides[k].Contains(high) {
			return false
		}
	}
	return true
}
