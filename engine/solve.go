package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/least"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/source"
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
	// Walk solves a reading that jumps; where it is nil, or does not walk, Solve looks for borders.
	Walk Walk
}

// Walk goes along the numbers of three digits as long as they meet a target, from an end that does: downwards, or upwards
// where lesser ones meet it. It returns the last of them, or says in place of it why there is none; walks is false where a
// reading is not solved so.
type Walk func(ctx context.Context, target float64) (last Walked, walks bool, err error)

// Walked holds the end of a walk.
type Walked struct {
	At     known.Value
	Lesser bool // all lesser numbers meet the target too; else all greater ones do
}

// UnreachableError reports that no value of the unknown was found to meet the
// target.
type UnreachableError struct {
	Search Search
	Best   float64 // the reading nearest to the target
	At     float64 // the unknown's value there

	From, To float64 // the range that was searched
	Looked   int     // values of it that were looked at
	Nears    bool    // the target itself is read there by rounding alone: the reading only nears it
}

func (e *UnreachableError) Error() string {
	p := e.Search.Unknown
	searched := fmt.Sprintf("none of the %d values of %s looked at, from %s to %s,", e.Looked, p.Name, p.Exact(e.From), p.Exact(e.To))
	if math.IsNaN(e.Best) {
		return searched + " gives this reading a value"
	}
	if e.Nears {
		return fmt.Sprintf("%s gets beyond %.4g, which the reading only nears: it is told from it no more at %s = %.4g", searched,
			e.Search.Target, p.Name, e.At)
	}
	most := "most"
	if e.Search.Goal == known.Lower {
		most = "least"
	}
	return fmt.Sprintf("%s reaches %.4g; the %s is %.4g, at %s = %.4g", searched, e.Search.Target, most, e.Best, p.Name, e.At)
}

// Solve searches the unknown's hard range: it looks at a grid, then bisects every bracket with the target met
// at one end and missed at the other, down to neighbouring float64s (or whole numbers). It proposes a value
// in the slider's digits, rounded to the side that meets the target, and the proposal always meets it. If
// people want the parameter small, it proposes the least value found; otherwise the one nearest to the
// present value. If the least of all meets a reading that must be low, a smaller value buys nothing, and it
// answers how far the parameter may go before the target is missed. It finds a target met only between two
// neighbours of the grid if the reading rises and falls once between them. Of whole numbers it looks at every
// one near the present value and near each value found, because their readings rise and fall from one to the
// next.
//
// A value that refuses to be asked about has no reading. A fault in the program, a file that
// cannot be read and the end of the context end the search.
func Solve(ctx context.Context, q Search) (Solution, error) {
	if q.Walk != nil {
		if last, walks, err := q.Walk(ctx, q.Target); walks || err != nil {
			return q.walked(ctx, last, err)
		}
	}
	s := solver{q: q, seen: map[float64]float64{}, sign: 1}
	if q.Goal == known.Lower {
		s.sign = -1
	}
	of, failed := least.Asking(ctx)
	s.ask = of(func(ctx context.Context, x float64) (float64, error) {
		v, err := q.Answer(ctx, x)
		switch {
		case err != nil && (ctx.Err() != nil || endsAll(err)):
			return 0, cmp.Or(ctx.Err(), err)
		case err != nil:
			v = math.NaN()
		}
		s.seen[x] = s.sign * v
		return s.seen[x], nil
	})
	grid := s.grid()
	borders, best := s.walk(grid).Borders(s.height)
	proposed, found := s.propose(borders, grid[0])
	switch {
	case failed() != nil:
	case found:
		proposed = s.closer(proposed)
	case s.meets(grid[0]) && len(borders) == 0: // met everywhere
		proposed = proposal{value: q.Present, border: q.Present, up: true, anywhere: true}
	default:
		return Solution{}, cmp.Or(failed(), s.unreachable(grid, best))
	}
	if err := failed(); err != nil {
		return Solution{}, err
	}
	solution := s.solution(proposed)
	return solution, failed()
}

// walked returns the end of a walk as a solution.
func (q Search) walked(ctx context.Context, last Walked, err error) (Solution, error) {
	switch {
	case err != nil:
		return Solution{}, err
	case last.At.Missing():
		return Solution{}, errors.New(last.At.None)
	}
	reading, err := q.Answer(ctx, last.At.Value)
	s := Solution{Value: last.At.Value, Reading: reading, Walked: true, Down: last.Lesser, Misses: math.NaN(), Again: math.NaN()}
	if s.Down {
		s.Place = Greatest
	}
	return s, err
}

// endsAll reports whether an error is no refusal of one value: a fault in the program, or a
// file that cannot be read.
func endsAll(err error) bool {
	var fault *work.PanicError
	var file *source.FileError
	var system *fs.PathError
	return errors.As(err, &fault) || errors.As(err, &file) || errors.As(err, &system)
}

// solver compares readings by height: the reading itself if it should be high, its negative if it should be
// low.
type solver struct {
	q    Search
	sign float64 // of a reading's height
	ask  least.Function
	seen map[float64]float64 // heights found so far
}

// walk looks at a grid, and climbs to the peaks that rise between its points where none of these
// meets the target.
func (s *solver) walk(grid []float64) least.Walk {
	w := least.Walk{Places: slices.Values(grid), Level: s.level(), Top: s.peak}
	if s.q.Coarse {
		return w
	}
	w.Bump = func(left, middle, right least.Point) bool {
		if left.Reaches || middle.Reaches || right.Reaches || s.q.Unknown.Scale == param.Count && right.X-left.X <= 2 {
			return false
		}
		return known.Higher.Better(middle.Value, left.Value) && known.Higher.Better(middle.Value, right.Value)
	}
	return w
}

// propose picks the border to propose, or the first value of all; found is false where there
// is none.
func (s *solver) propose(borders []least.Border, first float64) (best proposal, found bool) {
	take := func(p proposal) {
		if !found || s.preferred(p.value, best.value) {
			best, found = p, true
		}
	}
	if s.q.Unknown.Least && s.q.Goal == known.Higher && s.meets(first) {
		take(proposal{value: first, border: first, up: true})
	}
	for _, b := range borders {
		if p := s.bisect(b.Missing.X, b.Reaching.X); !s.nears(p) {
			take(p)
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

// unreachable returns the error that names the values looked at in vain.
func (s *solver) unreachable(grid []float64, best least.Point) error {
	return &UnreachableError{Search: s.q, Best: s.sign * best.Value, At: best.X, From: grid[0], To: grid[len(grid)-1], Looked: len(s.seen),
		Nears: best.Reaches}
}

// height returns the reading's height at x, from memory if it was asked before.
func (s *solver) height(x float64) float64 {
	if v, looked := s.seen[x]; looked {
		return v
	}
	return s.ask(x)
}

// level returns the target's height.
func (s *solver) level() float64 { return s.sign * s.q.Target }

func (s *solver) meets(x float64) bool { return s.height(x) >= s.level() }
