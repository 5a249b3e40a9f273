package querynoise

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// Frontier asks how the least loss runs as one number of the guarantee does.
type Frontier struct {
	Question
	Over      Number
	Low, High float64
	Groups    string // of the family that is set beside it, on cells of a quarter of the sensitivity; empty: none
}

// Number is one that runs along a frontier, while the others stand.
type Number int

// The numbers of a guarantee.
const (
	Epsilon Number = iota
	Delta
	Mu // of the Gaussian's curve that the noise stays below
)

// Place holds bounds at one value, on a coarse grid: the least loss lies between Floor and Loss; Family is
// the loss of noise by parts of the range. NaN: unknown.
type Place struct{ At, Loss, Floor, Family float64 }

// With returns the question at a value of the running quantity.
func (f Frontier) With(at float64) Question {
	q := f.Question
	switch f.Over {
	case Delta:
		q.Delta = at
	case Mu:
		q.Below.Mu = at
	default:
		q.Epsilon = at
	}
	return q
}

// sparse returns the question on a grid coarse enough for many; on its own at δ = 0, which has a closed form.
func (q Question) sparse() Question {
	const cells = 30 // on either side
	if q.Delta == 0 && !q.Below.Any() {
		return q
	}
	support := q.needed()
	q.steps = max(2, int(math.Round(min(cells/support, 1e6))))
	if q.Query == optimal.Count {
		q.steps = int(q.Sensitivity)
	}
	q.reach = int(math.Ceil(min(support*float64(q.steps), 1e6) - hair))
	return q
}

// Halved returns the question at half of its ε, or of its μ under a curve, on such a grid: its cost is known
// quickly, and may be slightly above the least.
func (q Question) Halved() Question {
	if q.Below.Any() {
		q.Below.Mu /= 2
	} else {
		q.Epsilon /= 2
	}
	return q.sparse()
}

// stages holds the number of known places after each refinement, coarse first, so that something shows soon.
var stages = [...]int{5, 9, 17}

// frontierKey names the places in a session's store.
type frontierKey struct{ of Frontier }

// Places finds the losses and their floors. show receives the places after each refinement, and the progress
// of the next one.
func (f Frontier) Places(ctx context.Context, show func([]Place, work.Progress)) ([]Place, error) {
	bytes := func(p []Place) int64 { return 100 + 24*int64(len(p)) }
	return work.Do(ctx, work.Job[[]Place]{Key: frontierKey{f}, Bytes: bytes, Run: f.run}, show)
}

func (f Frontier) run(ctx context.Context, show func([]Place, work.Progress)) ([]Place, error) {
	var places []Place
	last := stages[len(stages)-1]
	for _, count := range stages {
		var missing []float64
		for _, at := range grid.Log(f.Low, f.High, count) {
			if !slices.ContainsFunc(places, func(p Place) bool { return math.Abs(p.At/at-1) < 1e-9 }) {
				missing = append(missing, at)
			}
		}
		known := places
		found, err := f.each(ctx, missing, func(done float64) {
			show(known, work.Progress{Done: float64(len(known)) + done, Of: float64(last), What: "places"})
		})
		if err != nil {
			return nil, err
		}
		places = append(slices.Clone(places), found...)
		slices.SortFunc(places, func(a, b Place) int { return cmp.Compare(a.At, b.At) })
		show(places, work.Progress{Done: float64(count), Of: float64(last), What: "places"})
	}
	return places, nil
}

// each finds places on all cores, and reports how many are done, including parts of unfinished ones.
func (f Frontier) each(ctx context.Context, at []float64, tell func(done float64)) ([]Place, error) {
	places, parts := make([]Place, len(at)), work.NewParts(len(at), tell)
	err := work.Each(ctx, len(at), func(ctx context.Context, i int) (err error) {
		places[i], err = f.place(parts.Of(ctx, i), at[i])
		return err
	})
	return places, err
}

func (f Frontier) place(ctx context.Context, at float64) (Place, error) {
	q := f.With(at).sparse()
	best, err := q.Best(work.Within(ctx, 0, 0.5))
	if err != nil {
		return Place{}, err
	}
	p := Place{at, best.Loss, math.NaN(), math.NaN()}
	if best.None != "" {
		p.Loss = math.NaN()
	}
	floor, err := q.Floor(work.Within(ctx, 0.5, 1))
	if err != nil {
		return p, err
	}
	p.Floor = floor.Value
	if f.Groups != "" {
		p.Family, err = f.Family(ctx, at)
	}
	return p, err
}

// Family returns the family's loss at a value of the running quantity; NaN if there is none.
func (f Frontier) Family(ctx context.Context, at float64) (float64, error) {
	const cells = 4 // to a sensitivity
	q := f.With(at)
	q.Width, q.Support = q.Sensitivity/cells, q.needed()
	q.steps, q.reach = 0, 0
	found, err := AskedRanges(Ranges{Question: q, Groups: f.Groups}).Best(ctx)
	if err != nil || found.Family == nil {
		return math.NaN(), err
	}
	return found.Family.Loss * q.Scale(), nil
}

// Budget returns the ε at which a competitor would have a loss, which falls in ε; NaN if none up to most
// suffices.
func (q Question) Budget(name string, loss, most float64) float64 {
	spare := func(epsilon float64) float64 {
		q := q
		q.Epsilon = epsilon
		c, err := q.Compete(name)
		if err != nil || c.Loss.Missing() {
			return math.NaN()
		}
		return loss - c.Loss.Value
	}
	const least = 1e-3
	low, high := spare(least), spare(most)
	if !(low < 0 && high >= 0) {
		return math.NaN()
	}
	_, epsilon := rootfind.Bracket(spare, least, most, low, high, 1e-12)
	return epsilon
}
