package matching

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/work"
)

// Ranked returns the shapes with a law by Rank, the best first. fixed leaves out the program's noise, which
// only the coarseness of its cells lets any shape beat.
func (t Terms) Ranked(ctx context.Context, fixed bool) (list []Match, err error) {
	for _, s := range Shapes {
		if fixed && s.New == nil {
			continue
		}
		m, err := t.Match(ctx, s.Name)
		if err != nil {
			return nil, err
		}
		if m.Law != nil {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b Match) int { return cmp.Compare(t.Rank(a), t.Rank(b)) })
	return list, nil
}

// Safest returns the shape of least advantage after all releases.
func (q Question) Safest(ctx context.Context) (name string, err error) {
	least := math.Inf(1)
	for _, s := range Shapes {
		v, err := q.Advantage(ctx, s.Name)
		if err != nil {
			return "", err
		}
		if !v.Missing() && v.High < least*(1-tied) {
			name, least = s.Name, v.High
		}
	}
	return name, nil
}

// tied is the relative difference up to which two numbers are equal.
const tied = 1e-6

// coarsely replaces tied where many shapes are ranked.
const coarsely = 1e-5

// Turn is the place, nearest to the question on the scale of its risk, where another fixed shape becomes the
// best.
type Turn struct {
	At   float64 // the ε of a pair, or the value of any other risk; the loss in sensitivities
	Then string  // the best shape beyond it, as seen from the question
	Up   bool    // it lies above the question's own
}

// at returns the question at another value of its risk.
func (t Terms) at(value float64) Terms {
	if t.By == Budget {
		t.Epsilon = value
	} else {
		t.Value = value
	}
	return t
}

// span returns the range of the risk in which a turn is sought, and the present value.
func (t Terms) span() (low, here, high float64) {
	switch t.By {
	case Budget:
		return 0.05, t.Epsilon, 10
	case Advantage:
		return 0.01, t.Value, 0.99
	case Found:
		return math.Min(t.FPR*1.02, 0.99), t.Value, 0.995
	}
	return 0.05, t.Value, 20
}

// Turn looks for it among some values, and then nearer: an order that turns twice between two of these is not seen.
func (t Terms) Turn(ctx context.Context) (turn Turn, found bool, err error) {
	low, here, high := t.span()
	first, err := t.leader(ctx, here)
	if err != nil || first == "" {
		return turn, false, err
	}
	const count = 24
	places := grid.Log(low, high, count)
	up, down := here, here
	for len(places) > 0 {
		// the nearer of the next above and the next below
		above := slices.IndexFunc(places, func(v float64) bool { return v > up })
		below := -1
		for i, v := range places {
			if v < down {
				below = i
			}
		}
		if above < 0 && below < 0 {
			break
		}
		upwards := below < 0 || above >= 0 && places[above]/here <= here/places[below]
		at, from := 0.0, 0.0
		if upwards {
			at, from, up = places[above], up, places[above]
		} else {
			at, from, down = places[below], down, places[below]
		}
		name, err := t.leader(ctx, at)
		if err != nil {
			return turn, false, err
		}
		if name != first {
			turn, err = t.nearer(ctx, first, from, at)
			turn.Up = upwards
			return turn, err == nil, err
		}
	}
	return turn, false, nil
}

// turnKey names the answer in a session's store.
type turnKey struct{ of Terms }

type turnFound struct {
	Turn
	found bool
}

// TurnOnce returns Turn, computed once per session.
func (t Terms) TurnOnce(ctx context.Context) (Turn, bool, error) {
	kept, err := work.Reported(ctx, turnKey{t}, func(turnFound) int64 { return 100 }, func(ctx context.Context) (turnFound, error) {
		turn, found, err := t.Turn(ctx)
		return turnFound{turn, found}, err
	})
	return kept.Turn, kept.found, err
}

// nearer narrows a range between a value at which a shape is the best and another at which it is not.
func (t Terms) nearer(ctx context.Context, first string, from, to float64) (Turn, error) {
	const times = 14
	then := ""
	for range times {
		middle := math.Sqrt(from * to)
		name, err := t.leader(ctx, middle)
		if err != nil {
			return Turn{}, err
		}
		if name == first {
			from = middle
		} else {
			to, then = middle, name
		}
	}
	if then == "" {
		name, err := t.leader(ctx, to)
		return Turn{At: to, Then: name}, err
	}
	return Turn{At: math.Sqrt(from * to), Then: then}, nil
}

// leader returns the best fixed shape at a value of the risk; empty if there is none.
func (t Terms) leader(ctx context.Context, value float64) (string, error) {
	t = t.at(value)
	t.Coarse = true
	name, least := "", math.Inf(1)
	for _, s := range Shapes {
		if s.New == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
		m, err := t.sized(ctx, s.Name)
		if err != nil {
			return "", err
		}
		if rank := t.Rank(m); rank < least*(1-coarsely) {
			name, least = s.Name, rank
		}
	}
	return name, nil
}

// Crossing is the place where the profile of one shape crosses that of another, on a scale of ε.
type Crossing struct {
	At    float64 // NaN: nowhere
	Above bool    // before it, or wherever they differ
	Same  bool    // they differ nowhere
}

// Crossing looks for the first place at which profiles cross after all releases, up to an ε; where bounds on them leave it
// open which is above, neither counts as above.
func (q Question) Crossing(ctx context.Context, name, other string, most float64) (c Crossing, err error) {
	a, err := q.Attack(ctx, name)
	if err != nil {
		return c, err
	}
	b, err := q.Attack(ctx, other)
	if err != nil {
		return c, err
	}
	const count, small = 241, 1e-12
	side := func(epsilon float64) int {
		v, w := a.Delta(epsilon), b.Delta(epsilon)
		switch {
		case v.Low > w.High*(1+tied)+small:
			return 1
		case v.High < w.Low*(1-tied)-small:
			return -1
		}
		return 0
	}
	before, at := 0, math.NaN()
	last := 0.0
	for _, epsilon := range grid.Even(0, most, count) {
		now := side(epsilon)
		if now == 0 {
			continue
		}
		if before != 0 && now != before {
			low, high := last, epsilon
			for range 30 {
				middle := (low + high) / 2
				if side(middle) == before {
					low = middle
				} else {
					high = middle
				}
			}
			at = (low + high) / 2
			break
		}
		before, last = now, epsilon
	}
	return Crossing{At: at, Above: before > 0, Same: before == 0}, nil
}
