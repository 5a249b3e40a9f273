package optimal

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
)

// maxFloor is how many masses there may be for a bound.
const maxFloor = 3100

// Floor is an expected loss that no family at all falls below, whatever its groups, its support and its
// grid. It reports to ctx how far it is.
//
// Averaged over a cell of the range, the laws of any family are one for each cell, and V from
// one cell's to another's, by the shift that takes one cell to the other, is at most δ, as it is convex. Averaged over the
// cells of a grid as wide, a law costs no less than the least in each of them, and what an
// event of whole cells has is what it had. Free cells on either side, a sensitivity of them, stand for what lies
// further out. Answers belong to the cell on their right, as masses do: of two whole cells every answer of one is moved to
// an answer of the other by the shift between both, so that the mean over answers is one over neighbours, and no answers are at an
// end without one. Where a loss depends on the answer, a cell costs what it does the answer in it that it costs least
// (leastSign). Shifts between others than a cell's answers and their images are left out, and could only raise the bound.
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

// floored is what a bound asks of the program: cells of the range's width or, where these are too many, of the least multiple of it
// that a sensitivity and the range are multiples of.
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

// leastSign is what an error costs at least, whichever of the answers between two places it is of: of those on one side of 0 what it
// costs the farthest; where there are some on either side, its size, as each side is steep for the other's answers alone.
func leastSign(s central.Sign, from, to float64) central.Loss {
	switch {
	case from < 0 && 0 < to:
		return central.Slopes{Below: 1 / s.Unit, Above: 1 / s.Unit}
	case math.Abs(from) > math.Abs(to):
		return s.Within(from, from)
	}
	return s.Within(to, to)
}

// cellWeights are what the cells of the range weigh: where groups were given weights of their own, each cell an even share of
// its group's.
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
