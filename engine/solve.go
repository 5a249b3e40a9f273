package engine

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
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
	searched := fmt.Sprintf("none of the %d values of %s looked at, from %s to %s,", e.Looked, p.Name, p.Exact(e.From), p.Exact(e.To))
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
// neighbouring float64s (or whole numbers). What is proposed is written in the digits of
// the slider, rounded to the side on which the target is met, and always meets it.
// For a parameter of which people want the least it is the least
// found; otherwise the one nearest to the present value. Where the least of
// all meets a reading that must be low, it buys nothing: the answer is then how
// far the parameter may go before the target is missed. A target met only
// between two neighbours of the grid is found if the reading rises and falls
// once between them. Of whole numbers those next to the present one are all looked at, and those next
// to what was found: readings of them rise and fall from one to the next.
func Solve(ctx context.Context, q Search) (Solution, error) {
	s := solver{ctx: ctx, q: q, seen: map[float64]float64{}}
	grid := s.grid()
	for _, x := range grid {
		s.at(x)
	}
	grid = s.withPeaks(grid)
	best, found := s.borders(grid)
	if s.err != nil {
		return Solution{}, s.err
	}
	switch {
	case found:
		best = s.closer(best)
	case s.meets(s.at(grid[0])): // met everywhere
		best = proposal{value: q.Present, border: q.Present, up: true, anywhere: true}
	default:
		return Solution{}, s.unreachable(grid)
	}
	return s.solution(best), s.err
}

type solver struct {
	ctx  context.Context
	q    Search
	seen map[float64]float64 // the reading at whatever was looked at
	err  error
}

// withPeaks moves the points of a grid at which the reading is best among its neighbours to the
// peak that rises between these, where none of them meets the target.
func (s *solver) withPeaks(grid []float64) []float64 {
	if s.q.Coarse {
		return grid
	}
	whole := s.q.Unknown.Scale == param.Count
	for i := 1; i+1 < len(grid); i++ {
		below, v, above := s.at(grid[i-1]), s.at(grid[i]), s.at(grid[i+1])
		if whole && grid[i+1]-grid[i-1] <= 2 || s.meets(below) || s.meets(v) || s.meets(above) || !s.nearer(v, below) || !s.nearer(v, above) {
			continue
		}
		if x, better := s.peak(grid[i-1], grid[i+1]); s.nearer(better, v) {
			grid[i] = x
		}
	}
	return grid
}

// borders are where the target begins or ceases to be met along a grid: the one to
// propose of them, if there are any.
func (s *solver) borders(grid []float64) (best proposal, found bool) {
	take := func(p proposal) {
		if !found || s.preferred(p.value, best.value) {
			best, found = p, true
		}
	}
	if s.q.Unknown.Least && s.q.Goal == known.Higher && s.meets(s.at(grid[0])) {
		take(proposal{value: grid[0], border: grid[0], up: true})
	}
	for i := 1; i < len(grid); i++ {
		switch before, here := s.meets(s.at(grid[i-1])), s.meets(s.at(grid[i])); {
		case here && !before:
			take(s.bisect(grid[i-1], grid[i]))
		case before && !here:
			take(s.bisect(grid[i], grid[i-1]))
		}
	}
	return best, found
}

// preferred reports whether x is rather proposed than y.
func (s *solver) preferred(x, y float64) bool {
	p := s.q.Unknown
	if p.Least {
		return x < y
	}
	present := p.Position(s.q.Present)
	return math.Abs(p.Position(x)-present) < math.Abs(p.Position(y)-present)
}

// unreachable says what was looked at in vain.
func (s *solver) unreachable(grid []float64) error {
	best, at := math.NaN(), math.NaN()
	for _, x := range grid {
		if v := s.at(x); s.nearer(v, best) {
			best, at = v, x
		}
	}
	return &UnreachableError{s.q, best, at, grid[0], grid[len(grid)-1], len(s.seen)}
}

// at evaluates the reading; after an error or a cancellation it gives NaN.
func (s *solver) at(x float64) float64 {
	if v, known := s.seen[x]; known {
		return v
	}
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return math.NaN()
	}
	v, err := s.q.Answer(s.ctx, x)
	if err != nil { // this value of the unknown is refused, others may not be
		v = math.NaN()
	}
	if s.ctx.Err() == nil {
		s.seen[x] = v
	}
	return v
}

func (s *solver) meets(v float64) bool { return s.q.Goal.Meets(v, s.q.Target) }

// nearer reports whether v is closer to meeting the target than w.
func (s *solver) nearer(v, w float64) bool { return s.q.Goal.Better(v, w) }
