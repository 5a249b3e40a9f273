package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"dpscope/engine/known"
	"dpscope/engine/num/optimum"
	"dpscope/engine/num/root"
	"dpscope/engine/param"
)

// Search asks which value of one parameter makes one reading meet a target.
type Search struct {
	Unknown param.Param
	Present float64    // the unknown's value now
	Goal    known.Goal // Higher: the reading must be at least Target; Lower: at most
	Target  float64
	Coarse  bool // answers take long: look at few, in the slider's range, and settle for six digits
	// Answer is the reading when the unknown is x; NaN where it has no value.
	Answer func(ctx context.Context, x float64) (float64, error)
}

// Solution is a value of the unknown at which the target is met.
type Solution struct {
	Value   float64 // of the unknown
	Reading float64 // the reading there: on the target's safe side
}

// UnreachableError reports that no value of the unknown was found to meet the
// target.
type UnreachableError struct {
	Search Search
	Best   float64 // the reading nearest to the target
	At     float64 // the unknown's value there

	From, To float64 // the range that was searched
	Looked   int     // values of it that were looked at
}

func (e *UnreachableError) Error() string {
	p := e.Search.Unknown
	searched := fmt.Sprintf("no %s from %s to %s", p.Name, p.Exact(e.From), p.Exact(e.To))
	if e.Search.Coarse {
		searched = fmt.Sprintf("none of the %d values of %s looked at, from %s to %s,", e.Looked, p.Name, p.Exact(e.From), p.Exact(e.To))
	}
	if math.IsNaN(e.Best) {
		return searched + " gives this reading a value"
	}
	most := "most"
	if e.Search.Goal == known.Lower {
		most = "least"
	}
	return fmt.Sprintf("%s reaches %.4g; the %s is %.4g, at %s = %.4g", searched, e.Search.Target, most, e.Best, p.Name, e.At)
}

// Solve searches the unknown's hard range: a grid of it, then bisection of
// every bracket at whose ends the target is and is not met, down to
// neighbouring float64s (or whole numbers). The value returned always meets
// the target. For a parameter of which people want the least it is the least
// found; otherwise the one nearest to the present value. Where the least of
// all meets a reading that must be low, it buys nothing: the answer is then how
// far the parameter may go before the target is missed. A target met only
// between two neighbours of the grid is found if the reading rises and falls
// once between them.
func Solve(ctx context.Context, q Search) (Solution, error) {
	s := solver{ctx: ctx, q: q}
	grid := s.grid()
	values := make([]float64, len(grid))
	for i, x := range grid {
		values[i] = s.at(x)
	}
	for i := 1; i+1 < len(grid) && !q.Coarse; i++ { // a peak that rises above the grid
		if !s.meets(values[i-1]) && !s.meets(values[i]) && !s.meets(values[i+1]) &&
			s.nearer(values[i], values[i-1]) && s.nearer(values[i], values[i+1]) {
			if x, v := s.peak(grid[i-1], grid[i+1]); s.nearer(v, values[i]) {
				grid[i], values[i] = x, v
			}
		}
	}
	best := math.NaN()
	at, answer := math.NaN(), Solution{Value: math.NaN()}
	for i, v := range values {
		if s.nearer(v, best) {
			best, at = v, grid[i]
		}
		if s.meets(v) && i == 0 && q.Unknown.Least && q.Goal == known.Higher {
			answer = s.choose(answer, grid[0])
		}
		if i == 0 || s.meets(v) == s.meets(values[i-1]) {
			continue
		}
		if s.meets(v) {
			answer = s.choose(answer, s.bisect(grid[i-1], grid[i]))
		} else {
			answer = s.choose(answer, s.bisect(grid[i], grid[i-1]))
		}
	}
	if s.err != nil {
		return Solution{}, s.err
	}
	if math.IsNaN(answer.Value) && s.meets(values[0]) { // met everywhere
		answer.Value = q.Present
	}
	if math.IsNaN(answer.Value) {
		return Solution{}, &UnreachableError{q, best, at, grid[0], grid[len(grid)-1], len(grid)}
	}
	answer.Reading = s.at(answer.Value)
	return answer, s.err
}

type solver struct {
	ctx context.Context
	q   Search
	err error
}

// at evaluates the reading; after an error or a cancellation it gives NaN.
func (s *solver) at(x float64) float64 {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return math.NaN()
	}
	v, err := s.q.Answer(s.ctx, x)
	if err != nil { // this value of the unknown is refused, others may not be
		return math.NaN()
	}
	return v
}

func (s *solver) meets(v float64) bool { return s.q.Goal.Meets(v, s.q.Target) }

// nearer reports whether v is closer to meeting the target than w.
func (s *solver) nearer(v, w float64) bool { return s.q.Goal.Better(v, w) }

// beyond is how many values above the slider's range a coarse search looks at.
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
	if p.Open {
		wide.Low, wide.High = max(wide.Low, p.Min+1e-9*(p.Max-p.Min)), min(wide.High, p.Max-1e-9*(p.Max-p.Min))
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
	for _, x := range ends {
		if p.Check(x) == nil {
			grid = append(grid, x)
		}
	}
	slices.Sort(grid)
	return slices.Compact(grid)
}

// peak climbs to the best reading between a and b.
func (s *solver) peak(a, b float64) (x, v float64) {
	sign := 1.0
	if s.q.Goal == known.Lower {
		sign = -1
	}
	x, v = optimum.Golden(func(x float64) float64 {
		if v := s.at(x); !math.IsNaN(v) {
			return sign * v
		}
		return math.Inf(-1)
	}, a, b, optimum.Stop{Width: 3e-13 * (b - a), Enough: math.Inf(1)})
	if s.q.Unknown.Scale == param.Count {
		x = math.Round(x)
		return x, s.at(x)
	}
	return x, sign * v
}

// bisect closes in on the border between outside, which misses the target,
// and inside, which meets it, and returns the last point inside.
func (s *solver) bisect(outside, inside float64) float64 {
	meets := func(x float64) bool { return s.meets(s.at(x)) }
	by := root.Halving{Middle: s.middle}
	if s.q.Coarse {
		by.Near = func(inside, outside float64) bool { return math.Abs(inside-outside) <= 1e-6*math.Abs(inside) }
	}
	inside, _ = root.Border(meets, inside, outside, by)
	return s.plain(inside)
}

// plain is the number of fewest digits next to x at which the target is met
// too: what rounding made of 1 is 1.
func (s *solver) plain(x float64) float64 {
	near := 1e-12
	if s.q.Coarse { // which is settled to six digits
		near = 1e-6
	}
	for digits := range 12 {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits, 64), 64)
		if err == nil && math.Abs(rounded-x) <= near*math.Abs(x) && s.q.Unknown.Check(rounded) == nil && s.meets(s.at(rounded)) {
			return rounded
		}
	}
	return x
}

// middle halves an interval on the scale of the unknown.
func (s *solver) middle(outside, inside float64) float64 {
	switch scale := s.q.Unknown.Scale; {
	case scale == param.Log && outside > 0 && inside > 0:
		return math.Sqrt(outside) * math.Sqrt(inside)
	case scale == param.Count:
		return math.Round(root.Mean(outside, inside))
	}
	return root.Mean(outside, inside)
}

func (s *solver) choose(now Solution, x float64) Solution {
	p := s.q.Unknown
	better := math.IsNaN(now.Value)
	if !better && p.Least {
		better = x < now.Value
	} else if !better {
		better = math.Abs(p.Position(x)-p.Position(s.q.Present)) < math.Abs(p.Position(now.Value)-p.Position(s.q.Present))
	}
	if better {
		now.Value = x
	}
	return now
}
