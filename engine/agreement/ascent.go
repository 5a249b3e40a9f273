package agreement

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners/proof"
)

// ascend runs coordinate ascent from several boxes that hold. Faces move one by one: the face with the
// largest gain takes its step if the larger box holds, and halves its step otherwise. It reports its
// progress.
func (g *growth) ascend(ctx context.Context, starts [][]float64, holds func(context.Context, []proof.Side) (bool, error)) error {
	n := float64(len(starts))
	for i, start := range starts {
		told := func(share float64) {
			work.Report(ctx, work.Progress{Done: float64(i) + share, Of: n, What: "starts"})
		}
		if err := g.ascendFrom(ctx, slices.Clone(start), holds, told); err != nil {
			return err
		}
	}
	return nil
}

func (g *growth) ascendFrom(ctx context.Context, faces []float64,
	holds func(context.Context, []proof.Side) (bool, error), told func(share float64)) error {
	const shortest = 1e-6 // step, as a share of the room, at which a face stops
	least := math.Log(shortest) * float64(len(faces))
	steps := make([]float64, len(faces))
	for f := range steps {
		steps[f] = g.limit[f] - faces[f]
	}
	for {
		f := g.mostGaining(faces, steps, shortest)
		if f < 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		told(g.shortened(steps, shortest) / least)
		was := faces[f]
		faces[f] = min(was+steps[f], g.limit[f])
		ok, err := holds(ctx, g.sides(faces))
		if err != nil {
			return err
		}
		if ok {
			work.Tell(ctx, Proven{Sides: g.sides(faces)})
			steps[f] = min(steps[f], g.limit[f]-faces[f])
		} else {
			faces[f] = was
			steps[f] /= 2
		}
	}
	g.consider(faces)
	return nil
}

// shortened returns the sum of the logarithms of the steps as shares of the room, none counted below the
// shortest.
func (g *growth) shortened(steps []float64, shortest float64) float64 {
	sum := 0.0
	for f, step := range steps {
		if step > 0 && g.limit[f] > 0 {
			sum += math.Log(max(step/g.limit[f], shortest))
		} else {
			sum += math.Log(shortest)
		}
	}
	return sum
}

// mostGaining returns the face whose step multiplies the mass most, among faces with a step left; -1 if none
// has one.
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
