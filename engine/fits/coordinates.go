package fits

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Coordinates is logistic regression by coordinate descent with noisy gradients, on a split of the records. It is a trial.Trial.
type Coordinates struct {
	Source   Source
	Positive string // the class to distinguish from the rest; empty: the second of two
	Terms    Terms
	Rounds   int
	Seed     uint64
}

// Penalty weighs the absolute sizes of the coefficients (private.Coordinates).
const Penalty = 1e-8

// Each returns the number of coordinates per round, given their total including the constant.
func Each(dims int) int { return (dims + 3) / 4 }

// Pair returns how many answers of the descent move between two tables that differ in the class of one
// record, with features −1 or 1 wherever possible: the constant, every column of numbers, and one word of
// every other column. Its term −y·x/(1 + e^(y·m)) then moves by x, half of the sensitivity, at every margin
// m, and so for any earlier releases. The public coins of the first split decide how often these coordinates
// occur.
func (c Coordinates) Pair(r Records) Asks {
	full := []bool{true}
	for _, col := range r.Columns {
		full = append(full, true)
		if col.Words != nil {
			full = append(full, make([]bool, len(col.Words)-2)...)
		}
	}
	coins, moved := trial.Random(c.Seed, picking), 0
	for range c.Rounds {
		for _, j := range coins.Perm(len(full))[:Each(len(full))] {
			if full[j] {
				moved++
			}
		}
	}
	return Asks{Half: float64(moved)}
}

// OfCoordinates returns how many answers of coordinate descent one record moves: every gradient.
func OfCoordinates(rounds, dims int) Asks {
	return Asks{Whole: float64(rounds * Each(dims)), Signed: true}
}

// Descent holds the results of a run, round by round.
type Descent struct {
	In, Out []float64 // shares of wrongly classified records, of those learnt from and of those set apart
	Sums    Histogram // of the true gradients asked for
}

// Histogram counts numbers in bins of equal width, those beyond in the outermost.
type Histogram struct{ Counts [Bins]int }

// Bins of width BinWidth, as many on either side of 0.
const (
	Bins     = 48
	BinWidth = 5.0
)

// Low returns where a bin begins.
func (Histogram) Low(bin int) float64 { return float64(bin-Bins/2) * BinWidth }

// Add counts a number.
func (h *Histogram) Add(v float64) {
	bin := int(math.Floor(v/BinWidth)) + Bins/2
	h.Counts[min(max(bin, 0), Bins-1)]++
}

// Descents holds the results over several splits.
type Descents []Descent

// At summarises an error after that many rounds.
func (d Descents) At(round int, of func(Descent) []float64) known.Summary {
	return trial.Summary(d, func(one Descent) (v float64, found bool) {
		errors := of(one)
		if round > len(errors) || round < 1 {
			return 0, false
		}
		return errors[round-1], true
	}).Splits(overlap)
}

// In and Out are the two errors of a run.
func In(d Descent) []float64  { return d.In }
func Out(d Descent) []float64 { return d.Out }

// Sums adds the histograms up.
func (d Descents) Sums() (h Histogram) {
	for _, one := range d {
		for i, n := range one.Sums.Counts {
			h.Counts[i] += n
		}
	}
	return h
}

// Content implements trial.Trial.
func (c Coordinates) Content(ctx context.Context) Coordinates {
	c.Source = c.Source.identified(ctx)
	if c.Terms.Noise == None {
		c.Terms = Terms{Noise: None, Budget: c.Terms.Budget}
	}
	return c
}

// At implements trial.Trial.
func (c Coordinates) At(seed uint64) Coordinates {
	c.Seed += seed
	return c
}

// Size implements trial.Trial. A run is one step: as long as none has ended, less than a step is told, and of rounds that would be nearly
// nothing.
func (c Coordinates) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (c Coordinates) Bytes(d Descent) int64 { return int64(16*len(d.In)) + 8*Bins }

// Run descends. Where there is no such noise it gives no errors.
func (c Coordinates) Run(ctx context.Context, _ func(Descent)) (Descent, error) {
	const opened, sized = 0.2, 0.3 // of the work, about
	p, err := c.halves(work.Within(ctx, 0, opened))
	if err != nil {
		return Descent{}, err
	}
	noise, err := c.Terms.Sized(work.Within(ctx, opened, sized))
	if err != nil || noise.Draw == nil && noise.Kind != None {
		return Descent{}, err
	}
	var d Descent
	run := private.Coordinates{Rounds: c.Rounds, Each: Each(p.learnt.Dims()), Penalty: Penalty}
	visit := func(round int, h []float64, wrong int) error {
		d.In = append(d.In, float64(wrong)/float64(p.learnt.Len()))
		d.Out = append(d.Out, float64(p.test.Wrong(h))/float64(p.test.Len()))
		return ctx.Err()
	}
	told, asked := work.Sparingly(ctx), 0
	summed := func(sum float64) {
		d.Sums.Add(sum)
		asked++
		work.Report(told, work.Progress{Done: sized + (1-sized)*float64(asked)/float64(c.Rounds*run.Each), Of: 1})
	}
	err = run.Descend(p.learnt, noise.Draw, trial.Random(c.Seed, perturbing), trial.Random(c.Seed, picking), visit, summed)
	return d, err
}

// halves holds the records learnt from and those judged on.
type halves struct{ learnt, test private.Signed }

// halves draws them. They are views of the records, so that nothing is kept of a split: to draw it again takes less time than one round.
func (c Coordinates) halves(ctx context.Context) (halves, error) {
	const opened, scaled = 0.5, 0.8 // of the work, about
	r, err := c.Source.Open(work.Within(ctx, 0, opened))
	if err != nil {
		return halves{}, err
	}
	work.Report(ctx, work.Progress{Done: opened, Of: 1})
	class, err := r.positive(c.Positive)
	if err != nil {
		return halves{}, err
	}
	learnt, test := parts(r.Len(), trial.Random(c.Seed, splitting))
	all := private.Signed{Class: r.Class, Positive: class}
	all.Features = r.features(c.Terms.Budget == Query, func(share float64) {
		work.Report(ctx, work.Progress{Done: opened + (scaled-opened)*share, Of: 1})
	})
	of := func(some []int32) private.Signed {
		slices.Sort(some) // the records are gone through as they stand
		s := all
		s.Some = some
		return s
	}
	return halves{of(learnt), of(test)}, nil
}

// positive returns the class to distinguish from the rest.
func (r Records) positive(name string) (class uint16, err error) {
	for c, known := range r.Classes {
		if known == name {
			return uint16(c), nil
		}
	}
	switch {
	case name != "":
		return 0, &param.UnknownError{What: "positive", Name: name, Known: r.Classes}
	case len(r.Classes) > 2:
		return 0, fmt.Errorf("column %s has %d classes, and this fit knows two; label=NAME of a column with two would work, or positive=%s, which tells that one from the rest", r.Label,
			len(r.Classes), r.Classes[len(r.Classes)-1])
	}
	return 1, nil
}

// Dims returns the number of features including the constant: one per column of numbers, and one per word but
// the first.
func (r Records) Dims() int {
	dims := 1
	for _, c := range r.Columns {
		if c.Words == nil {
			dims++
		} else {
			dims += len(c.Words) - 1
		}
	}
	return dims
}

// features returns all features except the constant, each within [−1, 1]: by the declared bounds, or scaled
// to mean 0 and greatest size 1 over all records, which looks at them. Before each column it calls before
// with the finished share.
func (r Records) features(scaled bool, before func(share float64)) (all []private.Feature) {
	for i, c := range r.Columns {
		before(float64(i) / float64(len(r.Columns)))
		if c.Words == nil {
			f := private.Feature{Places: r.Places[i], Scale: 1}
			if scaled {
				f.Shift, f.Scale = scaleOf(r.Places[i])
			}
			all = append(all, f)
			continue
		}
		counts := make([]int, len(c.Words)+1)
		for _, code := range c.Codes {
			counts[code]++
		}
		for word := 1; word < len(c.Words); word++ {
			f := private.Feature{Codes: c.Codes, Word: uint16(word), Scale: 1}
			if scaled {
				f.Shift = float64(counts[word]) / float64(r.Len())
				f.Scale = 1 / max(f.Shift, 1-f.Shift)
			}
			all = append(all, f)
		}
	}
	return all
}

// scaleOf returns the mean of some places, and one over the greatest distance from it.
func scaleOf(places []private.Place) (mean, scale float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range places {
		v := p.Unit()
		mean += v / float64(len(places))
		low, high = min(low, v), max(high, v)
	}
	if most := max(mean-low, high-mean); most > 0 {
		return mean, 1 / most
	}
	return mean, 1
}

// Check refuses slow settings, and noise of whole numbers.
func (c Coordinates) Check(r Records) error {
	const most = 5e9 // sums of a record's term
	if k, known := Find(c.Terms.Noise); known && k.Whole {
		return fmt.Errorf("%s is of whole numbers, and gradients are others; noise=%s would work", k.Noise(), Laplace)
	}
	if _, err := r.positive(c.Positive); err != nil {
		return err
	}
	dims := r.Dims()
	if each := float64(r.Len()) * float64(Each(dims)+dims); each*float64(c.Rounds) > most {
		return fmt.Errorf("%d rounds over %d records of %d features take too long here; rounds = %.0f would work", c.Rounds, r.Len(), dims,
			math.Max(1, math.Floor(most/each)))
	}
	return nil
}

// Near returns the share of the numbers in bins within most of 0.
func (h Histogram) Near(most float64) float64 {
	var near, all int
	for i, n := range h.Counts {
		all += n
		if low := h.Low(i); low >= -most && low+BinWidth <= most {
			near += n
		}
	}
	return float64(near) / float64(all)
}

// Along bounds a run's spending after some of its answers: the least δ at the terms' ε, from above.
func (t Terms) Along(ctx context.Context, answers []float64) (deltas []float64, err error) {
	s, err := t.Sized(ctx)
	if err != nil || s.Draw == nil {
		return nil, err
	}
	var left work.RemainingWork
	for _, count := range answers {
		curve, err := Asks{Whole: count}.curve(left.Step(ctx, 1/float64(len(answers))), s, t.Delta)
		if err != nil {
			return nil, err
		}
		deltas = append(deltas, curve(t.Epsilon).High)
	}
	return deltas, nil
}

// Growing bounds a run's spending after some of its answers: the least ε at the terms' δ, from above; NaN if
// none suffices, and nothing without noise.
func (t Terms) Growing(ctx context.Context, answers []float64) (epsilons []float64, err error) {
	s, err := t.Sized(ctx)
	if err != nil || s.Draw == nil {
		return nil, err
	}
	var left work.RemainingWork
	for _, count := range answers {
		spent, err := t.Spent(left.Step(ctx, 1/float64(len(answers))), Asks{Whole: count})
		if err != nil {
			return nil, err
		}
		epsilon := math.NaN()
		if !spent.Epsilon.Missing() {
			epsilon = spent.Epsilon.High
		}
		epsilons = append(epsilons, epsilon)
	}
	return epsilons, nil
}

// Vacuous returns after how many answers, each at δ, the δ sum to one: from there on nothing is promised.
func (t Terms) Vacuous() float64 { return math.Ceil(1/t.Delta - rounding) }
