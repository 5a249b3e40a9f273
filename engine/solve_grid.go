package engine

import (
	"math"
	"slices"

	"dpscope/engine/num/least"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/param"
)

// beyond counts the values above the slider's range that a coarse search looks at.
const beyond = 4

// grid covers the hard range, evenly on the parameter's scale, with the ends,
// the slider's ends and the present value among its points.
func (s *solver) grid() []float64 {
	points := 160
	p := s.q.Unknown
	low, high := p.Travel()
	wide := p
	wide.Low, wide.High = p.Min, p.Max
	if s.q.Coarse {
		points, wide.Low, wide.High = 16, low, high
	}
	if hair := 1e-9 * (p.Max - p.Min); p.Open {
		wide.Low, wide.High = max(wide.Low, p.Min+hair), min(wide.High, p.Max-hair)
	} else if p.OpenLow {
		wide.Low = max(wide.Low, p.Min+hair)
	}
	var grid []float64
	if p.Scale != param.Linear && wide.Low <= 0 { // zero has no logarithm: it stands alone
		grid = append(grid, p.Min)
		wide.Low = min(1e-6*low, 1e-6)
		if p.Scale == param.Count {
			wide.Low = 1
		}
	}
	for i := range points + 1 {
		grid = append(grid, wide.At(float64(i)/float64(points)))
	}
	ends := []float64{low, high, s.q.Present}
	if s.q.Coarse && p.Scale == param.Log { // few, but as far as the range goes
		for i := range beyond {
			ends = append(ends, high*math.Pow(p.Max/high, float64(i+1)/beyond))
		}
		ends = append(ends, p.Min)
	}
	if p.Scale == param.Count && !s.q.Coarse {
		ends = append(ends, s.neighbours(grid)...)
	}
	for _, x := range ends {
		if p.Check(x) == nil {
			grid = append(grid, x)
		}
	}
	slices.Sort(grid)
	return slices.Compact(grid)
}

// besides counts the whole numbers on either side of a value that are looked at one by one. It covers
// readings that rise and fall from one number to the next, or with every hundredth, the finest share of a
// count that a slider asks about.
const besides = 128

// neighbours returns the whole numbers next to the present one, plus one beside every number of the grid,
// because even numbers may meet what odd ones miss.
func (s *solver) neighbours(grid []float64) []float64 {
	var list []float64
	for _, x := range grid {
		list = append(list, x+1)
	}
	for d := -float64(besides); d <= besides; d++ {
		list = append(list, s.q.Present+d)
	}
	return list
}

// peak climbs to the greatest height between a and b.
func (s *solver) peak(height least.Function, a, b float64) (x, v float64) {
	x, v = optimize1d.Golden(func(x float64) float64 {
		if v := height(x); !math.IsNaN(v) {
			return v
		}
		return math.Inf(-1)
	}, a, b, optimize1d.Stop{Width: 3e-13 * (b - a), Enough: math.Inf(1)})
	if s.q.Unknown.Scale == param.Count {
		x = math.Round(x)
		return x, height(x)
	}
	return x, v
}
