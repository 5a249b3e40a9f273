package rareclass

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Anatomy is objective perturbation on the mixture, drawn again and again: the
// records stay, the noise is another each time. Equal ones go alike.
type Anatomy struct {
	Epsilon, Lambda float64
	Records         int
	Most            float64 // greatest weight, in (0, 1]
	Weighting       Weighting
	Rule            private.Rule
	Clip            float64 // of the norm of a record, public
	Seed            uint64
}

// Draws counts the lines drawn.
const Draws = 30

// Line is a score on the plane, Offset + X·x1 + Y·x2: its class changes at 0.
type Line struct{ Offset, X, Y float64 }

// Lines holds the lines learnt with noise, and the one without.
type Lines struct {
	Private []Line
	Plain   Line
	Kept    []float64 // per private line, the share of records that it classifies as the plain one does
	Records Records   // in the plane
}

// Fit returns the fit to run.
func (a Anatomy) Fit() private.Fit {
	w := private.Weights{Positive: a.Most, Negative: a.Most}
	switch a.Weighting {
	case Inverse:
		w.Negative /= MixtureRatio
	case Normalised:
		w = private.Normalised(positivesOf(a.Records), a.Records)
	}
	f := private.Fit{Epsilon: a.Epsilon, Lambda: a.Lambda, Weights: w, Rule: a.Rule}
	if a.Weighting == Normalised {
		f.Rule = private.OfData
	}
	return f
}

// Lines draws the lines, or returns those that the session keeps; show receives the lines so far, now and
// then.
func (a Anatomy) Lines(ctx context.Context, show func(Lines, work.Progress)) (Lines, error) {
	bytes := func(l Lines) int64 { return l.Records.bytes() + 32*Draws }
	return work.Do(ctx, work.Job[Lines]{Key: a, Bytes: bytes, Run: a.run}, show)
}

func (a Anatomy) run(ctx context.Context, show func(Lines, work.Progress)) (Lines, error) {
	records := mixture(a.Records, MixtureRatio, a.Seed)
	rows := private.Unit(records.X, records.Dims(), records.Positive, a.Clip)
	fit := a.Fit()
	split, err := fit.Split(rows.Len())
	if err != nil {
		return Lines{}, err
	}
	plain, err := private.Plain(ctx, rows, fit.Weights, fit.Lambda+split.Ridge)
	if err != nil {
		return Lines{}, err
	}
	want := private.Scores(rows, plain)
	rng := trial.Random(a.Seed, perturbing)
	var noise [Draws]private.Draw
	for i := range noise {
		noise[i] = private.NewDraw(rows.Dims, rng)
	}
	type drawn struct {
		Line
		draw int
		kept float64
	}
	with := func(so [][]drawn) Lines {
		l := Lines{Plain: a.line(plain), Records: records}
		for i, d := range so[0] {
			if d.draw > i { // one before it is still to come
				break
			}
			l.Private, l.Kept = append(l.Private, d.Line), append(l.Kept, d.kept)
		}
		return l
	}
	all, err := work.Repeat(ctx, 1, Draws, func(ctx context.Context, _, i int, _ func(drawn)) (drawn, error) {
		beta, err := fit.Beta(ctx, rows, noise[i], nil)
		if err != nil {
			return drawn{}, err
		}
		return drawn{a.line(beta), i, agreeing(private.Scores(rows, beta), want)}, nil
	}, func(so [][]drawn, _ float64) {
		l := with(so)
		show(l, work.Progress{Done: float64(l.count()), Of: Draws, What: "draws"})
	})
	if err != nil {
		return Lines{}, err
	}
	return with(all), nil
}

// Worst returns the least share of records that a private line classifies as the plain one does.
func (l Lines) Worst() float64 { return slices.Min(l.Kept) }

// Band returns, at each first coordinate, the range of second coordinates of all private lines but the
// outermost on either side, cut to a range; with fewer than five lines, of all. An upright line lies beyond
// the range.
func (l Lines) Band(x []float64, least, most float64) (low, high []float64) {
	skip := 0
	if len(l.Private) >= 5 {
		skip = 1
	}
	for _, at := range x {
		var ys []float64
		for _, p := range l.Private {
			y := -(p.Offset + p.X*at) / p.Y
			if math.IsNaN(y) {
				y = most
			}
			ys = append(ys, min(max(y, least), most))
		}
		slices.Sort(ys)
		low, high = append(low, ys[skip]), append(high, ys[len(ys)-1-skip])
	}
	return low, high
}

// count returns the number of lines.
func (l Lines) count() int { return len(l.Private) }

// line returns a score in the plane's own unit, from weights on rows of norm 1.
func (a Anatomy) line(beta []float64) Line {
	unit := 1 / (a.Clip * math.Sqrt2)
	return Line{X: beta[0] * unit, Y: beta[1] * unit, Offset: beta[2] / math.Sqrt2}
}

func agreeing(scores, want []float64) float64 {
	same := 0
	for i, s := range scores {
		if (s >= 0) == (want[i] >= 0) {
			same++
		}
	}
	return float64(same) / float64(len(scores))
}

// positivesOf returns the number of positives among the records of the mixture.
func positivesOf(records int) int { return (records + MixtureRatio) / (MixtureRatio + 1) }

// Within cuts the line where the score is 0 to a square; ok is false where it does
// not meet it.
func (l Line) Within(low, high float64) (x, y [2]float64, ok bool) {
	var found int
	add := func(u, v float64) {
		if low <= u && u <= high && low <= v && v <= high && found < 2 && (found == 0 || u != x[0] || v != y[0]) {
			x[found], y[found] = u, v
			found++
		}
	}
	for _, side := range [...]float64{low, high} {
		add(side, -(l.Offset+l.X*side)/l.Y)
		add(-(l.Offset+l.Y*side)/l.X, side)
	}
	if found == 2 && x[0] > x[1] {
		x[0], x[1], y[0], y[1] = x[1], x[0], y[1], y[0]
	}
	return x, y, found == 2
}
