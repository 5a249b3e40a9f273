package composition

import (
	"context"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
)

// RunCourse holds the ε of a run as its length or its noise changes, for three ways to draw its batches, and for its own where
// that is none of them.
type RunCourse struct {
	At       []float64 // epochs, steps or σ
	Coins    []float64 // upper bound with coins, as accountants assume; NaN: none
	Shuffled []float64 // lower bound, shuffled anew each epoch; nil: not known yet
	Order    []float64 // in a fixed order; shuffled batches have no more
	AtLeast  []float64 // both bounds for its own way; nil: not known yet, or one of these ways
	AtMost   []float64
}

// apart reports whether a run draws its batches in a way that needs both bounds of its own.
func (r Run) apart() bool {
	return r.Drawn == FixedSize || r.Drawn == Weighted || r.Drawn == Poisson && r.Neighbours == privacy.OneReplaced
}

// RunAlong names what a course changes.
type RunAlong int

const (
	AlongLength RunAlong = iota // epochs, or steps where they are given
	AlongNoise
)

// runCourseKey names a course in a session's store.
type runCourseKey struct {
	of        Run
	along     RunAlong
	low, high float64
}

const runPlaces = 13

// Course computes ε at places from low to high. show receives the course before its slowest part is known.
func (r Run) Course(ctx context.Context, along RunAlong, low, high float64, show func(RunCourse, work.Progress)) (RunCourse, error) {
	at := grid.Log(low, high, runPlaces)
	if along == AlongLength {
		for i := range at {
			at[i] = float64(int64(at[i] + 0.5))
		}
		at = slices.Compact(at)
		if r.Steps > 0 {
			r.Steps = 1
		} else {
			r.Epochs = 1
		}
	} else {
		r.Sigma = 1
	}
	r.Claimed = 0
	of := func(x float64, drawn Drawing) Run {
		of := r
		of.Drawn = drawn
		switch {
		case along == AlongNoise:
			of.Sigma = x
		case of.Steps > 0:
			of.Steps = x
		default:
			of.Epochs = x
		}
		return of
	}
	size := func(c RunCourse) int64 { return 200 + int64(len(c.At))*48 }
	return work.Do(ctx, work.Job[RunCourse]{Key: runCourseKey{r, along, low, high}, Bytes: size,
		Run: func(ctx context.Context, show func(RunCourse, work.Progress)) (RunCourse, error) {
			c := RunCourse{At: at}
			for _, x := range at {
				coins, err := of(x, Poisson).budget().Coarse(ctx)
				if err != nil {
					return c, err
				}
				c.Coins = append(c.Coins, coins.High.Number())
				c.Order = append(c.Order, of(x, FixedOrder).FixedOrder().Number())
			}
			show(c, work.Progress{Done: 1, Of: 3})
			var err error
			along := func(drawn Drawing) (low, high []float64) {
				low, high = make([]float64, len(at)), make([]float64, len(at))
				if err == nil {
					err = work.Each(ctx, len(at), func(ctx context.Context, i int) error {
						v, err := of(at[i], drawn).Coarse(ctx)
						low[i], high[i] = v.Low.Number(), v.High.Number()
						return err
					})
				}
				return low, high
			}
			c.Shuffled, _ = along(Shuffled)
			if r.apart() {
				show(c, work.Progress{Done: 2, Of: 3})
				c.AtLeast, c.AtMost = along(r.Drawn)
			}
			return c, err
		}}, show)
}
