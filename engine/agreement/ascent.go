package agreement

import (
	"slices"

	"dpscope/learners/proof"
)

// ascend is coordinate ascent from several boxes that hold: faces move one by
// one, the one whose step gains most if the larger box holds, and else it takes
// half steps from then on.
func (g *growth) ascend(starts [][]float64, holds func([]proof.Side) (bool, error)) error {
	for _, start := range starts {
		if err := g.ascendFrom(slices.Clone(start), holds); err != nil {
			return err
		}
	}
	return nil
}

func (g *growth) ascendFrom(faces []float64, holds func([]proof.Side) (bool, error)) error {
	const shortest = 1e-6 // step, as a share of the room, at which a face stops
	steps := make([]float64, len(faces))
	for f := range steps {
		steps[f] = g.limit[f] - faces[f]
	}
	for {
		f := g.mostGaining(faces, steps, shortest)
		if f < 0 {
			break
		}
		if err := g.ctx.Err(); err != nil {
			return err
		}
		was := faces[f]
		faces[f] = min(was+steps[f], g.limit[f])
		ok, err := holds(g.sides(faces))
		if err != nil {
			return err
		}
		if ok {
			tell(g.ctx, Proven{Sides: g.sides(faces)})
			steps[f] = min(steps[f], g.limit[f]-faces[f])
		} else {
			faces[f] = was
			steps[f] /= 2
		}
	}
	g.consider(faces)
	return nil
}

// mostGaining returns the face whose step multiplies the mass by most, of those
// that have a step to take; -1 when none has.
func (g *growth) mostGaining(faces, steps []float64, shortest float64) int {
	best, most := -1, -1.0
	for f, step := range steps {
		if step <= shortest*g.limit[f] {
			continue
		}
		was := faces[f]
		before := g.laws[f/2].side(g.side(f/2, faces))
		faces[f] = min(was+step, g.limit[f])
		gain := g.laws[f/2].side(g.side(f/2, faces)) / max(before, 1e-300)
		faces[f] = was
		if gain > most {
			best, most = f, gain
		}
	}
	return best
}
