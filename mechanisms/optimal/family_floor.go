package optimal

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
)

// maxFloor limits the number of masses of a bound.
const maxFloor = 3100

// Floor returns a lower bound on the expected loss of every family, for any groups, support and grid. It
// reports its progress to ctx.
//
// Averaging over each cell of the range turns any family into one law per cell, and V from one cell's law to
// another's, by the shift between the cells, is at most δ by convexity. Averaging over grid cells of that
// width, a law costs at least the least loss in each of them, and keeps the mass of every event of whole
// cells. Free cells on either side, a sensitivity of them, stand for what lies further out. Answers belong to
// the cell on their right, as masses do: between two whole cells the shift moves every answer of one to an
// answer of the other, so that the mean over answers is a mean over neighbours, without unmatched answers at
// an end. If the loss depends on the answer, a cell costs as much as its cheapest answer (leastSign). Shifts
// other than those between a cell and its images are left out, and could only raise the bound.
func (f Family) Floor(ctx context.Context) (float64, error) {
	p, err := f.floored()
	if err != nil {
		return 0, err
	}
	end, err := p.vertex(ctx, true, nil)
	if err != nil {
		return 0, err
	}
	return end.bound(end.Solution), nil
}

// floored returns the bound's program: cells of the range's width or, if these are too many, of its least
// multiple that divides the sensitivity and the range.
func (f Family) floored() (posed, error) {
	if err := f.Check(); err != nil {
		return posed{}, err
	}
	each, err := f.cellWeights()
	if err != nil {
		return posed{}, err
	}
	for by := 1; by <= len(each); by++ {
		p := posed{Problem: f.Problem, fine: 1, met: f.Query == Real}
		steps := f.Steps * f.fineness()
		if len(each)%by != 0 || steps%by != 0 || by > 1 && f.Query == Count {
			continue
		}
		p.Steps, p.Reach = steps/by, (f.Reach*f.fineness()+by-1)/by
		if p.Query == Real && p.Steps < 2 {
			break
		}
		if (p.Cells()+2*p.Steps)*(len(each)/by) > maxFloor {
			continue
		}
		low := -float64(len(each)) / 2
		if f.Query == Count {
			low = -float64(len(each) / 2)
		}
		for i := 0; i < len(each); i += by {
			g := group{from: i / by, to: i/by + 1, most: math.Inf(1), loss: f.Loss}
			for _, w := range each[i : i+by] {
				g.weight += w
			}
			if s, ok := f.Loss.(central.Sign); ok {
				from, to := (low+float64(i))/float64(steps), (low+float64(i+by))/float64(steps)
				if f.Query == Count {
					to = from
				}
				g.loss = leastSign(s, from, to)
			}
			p.groups = append(p.groups, g)
		}
		p.mirrored = f.symmetric(p.groups)
		return p, nil
	}
	return posed{}, fmt.Errorf("a bound for a range of %s cells has more masses than %s; wider cells or a shorter range is enough",
		numeral.Count(float64(len(each))), numeral.Count(maxFloor))
}

// leastSign returns the least loss of an error over the answers between two places: if all lie on one side of
// 0, the loss at the farthest; otherwise the error's size, because each side is steep only for the other's
// answers.
func leastSign(s central.Sign, from, to float64) central.Loss {
	switch {
	case from < 0 && 0 < to:
		return central.Slopes{Below: 1 / s.Unit, Above: 1 / s.Unit}
	case math.Abs(from) > math.Abs(to):
		return s.Within(from, from)
	}
	return s.Within(to, to)
}

// cellWeights returns the weights of the range's cells: if groups have weights of their own, cells share them
// evenly.
func (f Family) cellWeights() (each []float64, err error) {
	sizes, err := ReadGroups(f.Groups)
	if err != nil {
		return nil, err
	}
	weights, err := ReadWeights(f.Weights, sizes)
	if err != nil {
		return nil, err
	}
	if f.Weights == Triangular {
		total := 0
		for _, size := range sizes {
			total += size
		}
		ones := make([]int, total)
		for i := range ones {
			ones[i] = 1
		}
		return ReadWeights(Triangular, ones)
	}
	for i, size := range sizes {
		for range size {
			each = append(each, weights[i]/float64(size))
		}
	}
	return each, nil
}

// Floored says why no bound is sought; nil where it is.
func (f Family) Floored() error {
	_, err := f.floored()
	return err
}
