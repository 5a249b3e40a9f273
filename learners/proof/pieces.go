package proof

import (
	"context"
	"fmt"
	"slices"
)

// Piece is a convex polygon of the plane of two features on which a classifier
// is one linear function and has one class.
type Piece struct {
	Corners []Corner // counterclockwise, three or more
	Class   int
}

// Corner is a point of the plane of two features.
type Corner struct{ U, V float64 }

// Piecewise is a classifier in piecewise linear stages; the largest output decides the class.
type Piecewise struct {
	Stages  []Stage
	Classes []int // per output; nil if output k is class k
}

// Pieces cuts the window into the polygons on which the classifier is linear and
// has one class; the features that are not free are held at the record x. With
// one free feature, the second coordinate of the window is any interval, and
// nothing depends on it. Corners are computed in float64, so polygons may
// overlap or miss one another by rounding error.
func (c Piecewise) Pieces(ctx context.Context, x []float64, free []int, window [2]Side) ([]Piece, error) {
	if err := CheckFree("linear pieces", free); err != nil {
		return nil, err
	}
	inputs := make([]plane, len(x))
	for i, v := range x {
		inputs[i].c = v
	}
	inputs[free[0]] = plane{a: 1}
	if len(free) == 2 {
		inputs[free[1]] = plane{b: 1}
	}
	u, v := window[0], window[1]
	all := []Corner{{u.Low, v.Low}, {u.High, v.Low}, {u.High, v.High}, {u.Low, v.High}}
	p := &piecer{Piecewise: c}
	err := p.walk(ctx, 0, all, inputs)
	return p.pieces, err
}

// mostPieces limits the linear pieces followed.
const mostPieces = 100_000

// piecer carries polygons through the stages of a network, cutting them
// wherever a unit changes its sign or a maximum its argument.
type piecer struct {
	Piecewise
	pieces []Piece
	walked int
}

// walk takes a polygon on which the inputs of stage t are these functions.
func (p *piecer) walk(ctx context.Context, t int, polygon []Corner, inputs []plane) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.walked++; p.walked > mostPieces*len(p.Stages) {
		return fmt.Errorf("the network has more than %d linear pieces here", mostPieces)
	}
	if t == len(p.Stages) {
		p.decide(polygon, inputs)
		return nil
	}
	s := &p.Stages[t]
	outputs := make([]plane, s.Out)
	for i := range s.Rows {
		row := &s.Rows[i]
		f := plane{c: row.Bias}
		for k, j := range row.At {
			w, g := row.Weight[k], &inputs[j]
			f.a += w * g.a
			f.b += w * g.b
			f.c += w * g.c
		}
		outputs[i] = f
	}
	return p.maxima(ctx, t, 0, 0, plane{}, polygon, inputs, outputs)
}

// maxima settles which entry of each group is the largest, from entry k of
// group g on; best is the largest so far of that group.
func (p *piecer) maxima(ctx context.Context, t, g, k int, best plane, polygon []Corner, inputs, outputs []plane) error {
	groups := p.Stages[t].Groups
	for ; g < len(groups); g++ {
		for ; k < len(groups[g]); k++ {
			next := inputs[groups[g][k]]
			if k == 0 {
				best = next
				continue
			}
			lead := next.minus(best)
			above, below := lead.sides(polygon)
			if above && below {
				if part := lead.clip(polygon); part != nil {
					if err := p.maxima(ctx, t, g, k+1, next, part, inputs, slices.Clone(outputs)); err != nil {
						return err
					}
				}
				if polygon = lead.negative().clip(polygon); polygon == nil {
					return nil
				}
			} else if above {
				best = next
			}
		}
		outputs[g], k = best, 0
	}
	return p.signs(ctx, t, 0, polygon, outputs)
}

// signs settles the sign of each unit before a ReLU, from unit i on.
func (p *piecer) signs(ctx context.Context, t, i int, polygon []Corner, outputs []plane) error {
	for ; p.Stages[t].ReLU && i < len(outputs); i++ {
		cut := outputs[i]
		above, below := cut.sides(polygon)
		if above && below {
			if part := cut.clip(polygon); part != nil {
				if err := p.signs(ctx, t, i+1, part, slices.Clone(outputs)); err != nil {
					return err
				}
			}
			if polygon = cut.negative().clip(polygon); polygon == nil {
				return nil
			}
			above = false
		}
		if !above {
			outputs[i] = plane{}
		}
	}
	return p.walk(ctx, t+1, polygon, outputs)
}

// decide cuts a polygon by the largest output; of equal ones the lowest class wins, and within a class the
// first output.
func (p *piecer) decide(polygon []Corner, outputs []plane) {
	for k, own := range outputs {
		part := polygon
		for j, other := range outputs {
			lead := own.minus(other)
			if j != k && part != nil {
				switch above, below := lead.sides(part); {
				case !above && (below || p.precedes(j, k)):
					part = nil
				case below:
					part = lead.clip(part)
				}
			}
		}
		if part == nil {
			continue
		}
		p.pieces = append(p.pieces, Piece{part, p.class(k)})
	}
}

// class returns the class of an output.
func (p *piecer) class(output int) int {
	if p.Classes == nil {
		return output
	}
	return p.Classes[output]
}

// precedes reports whether output j takes a tie with output k.
func (p *piecer) precedes(j, k int) bool {
	a, b := p.class(j), p.class(k)
	return a < b || a == b && j < k
}
