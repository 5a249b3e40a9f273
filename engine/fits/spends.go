package fits

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Asks is how many of a fit's answers one record moves that is replaced by any other: so many by their sensitivity at most, so many by
// half of it. Whoever moves fewer of them moves a part of these.
type Asks struct {
	Whole, Half float64
	Signed      bool // they are gradients: they lie around 0, and what turns their sign costs most
}

// Answers are how many they are.
func (a Asks) Answers() float64 { return a.Whole + a.Half }

// OfBayes is what one record moves of naive Bayes over so many columns of words and of numbers (private.Bayes.WholeRun). One
// that changes its class moves two class counts and two cells of each column of words; and of each column of numbers two sums of squares, and two
// sums by half. One that keeps its class moves two cells of each column of words, and of each of numbers one sum and one of
// squares, which are fewer, each by as much.
func OfBayes(words, numbers int) Asks {
	return Asks{Whole: float64(2 + 2*words + 2*numbers), Half: float64(2 * numbers)}
}

// PairOfBayes is what two tables of five records move of naive Bayes over so many columns of words. Four are the same in both: of two classes
// each one with the first word of every column, and one with the second; the fifth is of the first class and has first words in one
// table, of the second class and with second words in the other. All numbers are in the middle. No cell that differs is empty, so that it
// makes no difference whether empty cells stay so.
func PairOfBayes(words int) Asks { return Asks{Whole: float64(2 + 2*words)} }

// Event is the fit as a tree: all of its answers about one record, by noise of one size.
func (a Asks) Event(s Sized) accounting.Event {
	of := func(part, count float64) accounting.Event { return accounting.Times{Of: s.event(part), Count: count} }
	switch {
	case a.Half == 0:
		return of(1, a.Whole)
	case a.Whole == 0:
		return of(0.5, a.Half)
	}
	return accounting.Both{First: of(1, a.Whole), Then: of(0.5, a.Half)}
}

// event is one answer that a record moves by a part of its sensitivity at most, 1 or a half.
func (s Sized) event(part float64) accounting.Event {
	if s.Deviation > 0 {
		return accounting.Normal{Deviation: s.Deviation / part, Neighbours: privacy.OneReplaced}
	}
	return accounting.Noise{Law: s.released(part), Neighbours: privacy.OneReplaced}
}

// released is the noise in units of a part of the sensitivity.
func (s Sized) released(part float64) accounting.Law {
	switch s.Kind {
	case Optimal:
		return cut{s.Problem, part}
	case Ranges:
		return cutRange{s.Family, part}
	}
	set := central.Setting{Epsilon: s.Epsilon, Delta: s.Delta, Loss: absolute, Steps: 1}
	if k, _ := Find(s.Kind); part < 1 {
		set = k.Part(set, part)
	}
	return central.Released{Kind: s.Kind, Setting: set}
}

// cut is the law of a program, moved by a part of the sensitivity at most. Its losses above some times ε are counted as if they
// showed the record: a profile that is nowhere below its own, and of which fewer losses say as much.
type cut struct {
	optimal.Problem
	part float64
}

func (c cut) String() string { return optimal.Released{Problem: c.Problem}.String() }

// Profile is no less than the greatest divergence of all moves, and falls no more from some times ε on.
func (c cut) Profile(ctx context.Context) (func(epsilon float64) float64, error) {
	of, err := c.uncut(ctx)
	return cutAt(of, c.Problem.Epsilon), err
}

func (c cut) uncut(ctx context.Context) (func(epsilon float64) float64, error) {
	law, err := solved(ctx, c.Problem)
	if err != nil {
		return nil, err
	}
	return law.Profile(optimal.Moves{Most: c.part}), nil
}

// alone is the profile of one answer that a record moves by a part of its sensitivity at most, where there is no other: with all
// of its losses as they are, so that it is exact.
func (s Sized) alone(ctx context.Context, part float64) (func(epsilon float64) float64, error) {
	law := s.released(part)
	if c, is := law.(interface {
		uncut(context.Context) (func(epsilon float64) float64, error)
	}); is {
		return c.uncut(ctx)
	}
	return law.Profile(ctx)
}

// cutAt is a profile that falls no more from some times ε on.
func cutAt(of func(epsilon float64) float64, epsilon float64) func(epsilon float64) float64 {
	const times = 4
	return func(at float64) float64 { return of(min(at, times*epsilon)) }
}

// Cells are those of the law moved by the part, and of the law where it is.
func (c cut) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	law, err := solved(ctx, c.Problem)
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: law, By: c.part}, law, count), nil
}

// Deviations is by how many of normal noise one record moves all answers together.
func (a Asks) Deviations(s Sized) float64 { return math.Sqrt(a.squares()) / s.Deviation }

// Spent is what a whole fit spends of one person's privacy.
type Spent struct {
	Right    known.Value // how often an attacker is right who guesses between two tables as likely beforehand
	Wrong    known.Value // how often wrong
	Epsilon  known.Value // least ε at the δ of the terms
	Delta    known.Value // least δ at their ε
	Outright known.Value // δ that no ε lowers: how often some answer shows which of both tables it is
}

// spentKey names what is spent in a session's store.
type spentKey struct {
	terms Terms
	asks  Asks
}

// Spent returns what a fit with these asks spends under the noise of the terms.
func (t Terms) Spent(ctx context.Context, asks Asks) (Spent, error) {
	key := spentKey{t.content(), asks}
	return work.Reported(ctx, key, func(Spent) int64 { return 400 }, func(ctx context.Context) (Spent, error) {
		s, err := t.Sized(ctx)
		switch {
		case err != nil:
			return Spent{}, err
		case s.Kind == None:
			return nothingSpared(), nil
		case s.Draw == nil:
			missing := known.Nothing(s.None)
			return Spent{missing, missing, missing, missing, missing}, nil
		}
		return t.spent(ctx, asks, s)
	})
}

// pairKey names in a session's store what a pair of tables is told apart by.
type pairKey struct {
	terms Terms
	moves Asks
}

// Apart is δ at the terms' ε of one pair of neighbouring tables, of which so many answers move, whatever other pairs there are: by the privacy
// loss of all of them together, from below.
func (t Terms) Apart(ctx context.Context, moves Asks) (known.Value, error) {
	key := pairKey{t.content(), moves}
	return work.Reported(ctx, key, func(known.Value) int64 { return 200 }, func(ctx context.Context) (known.Value, error) {
		s, err := t.Sized(ctx)
		switch {
		case err != nil:
			return known.Value{}, err
		case s.Kind == None:
			return known.Exactly(1), nil
		case s.Draw == nil:
			return known.Nothing(s.None), nil
		case s.Kind == Ranges:
			return known.Nothing("how far noise by range tells a pair apart depends on where its answers lie, and those of this pair lie in many parts"), nil
		}
		curve, err := moves.curve(ctx, s, t.Delta)
		if err != nil {
			return known.Value{}, err
		}
		v := curve(t.Epsilon)
		if v.Basis == known.Exact {
			return v, nil
		}
		return known.OrMore(v.Low), nil
	})
}

// nothingSpared is what a fit without noise spends: everything.
func nothingSpared() Spent {
	return Spent{Right: known.Exactly(1), Wrong: known.Exactly(0), Epsilon: known.Nothing(known.NoBudget), Delta: known.Exactly(1),
		Outright: known.Exactly(1)}
}

func (t Terms) spent(ctx context.Context, asks Asks, s Sized) (Spent, error) {
	curve, err := asks.curve(ctx, s, t.Delta)
	if err != nil {
		return Spent{}, err
	}
	told := curve(0)
	out := Spent{
		Right:    told.Map(privacy.RightGuess),
		Wrong:    known.Enclosed((1-told.High)/2, (1-told.High)/2, (1-told.Low)/2),
		Epsilon:  known.Nothing(known.NoBudget),
		Delta:    curve(t.Epsilon),
		Outright: curve(math.Inf(1)),
	}
	switch {
	case s.Deviation > 0: // with all its digits
		out.Wrong = known.Exactly(normal.UpperTail(asks.Deviations(s) / 2))
	case told.Basis == known.Exact:
		out.Wrong = known.Exactly((1 - told.Value) / 2)
	}
	if t.Delta == 0 { // the answers' ε add up, exactly where there is no δ
		out.Epsilon, out.Delta = known.Exactly(s.Epsilon*asks.moves()), known.Exactly(0)
		if s.Epsilon*asks.moves() > t.Epsilon*(1+rounding) {
			out.Delta = curve(t.Epsilon)
		}
		return out, nil
	}
	price := func(side func(known.Value) float64) float64 {
		return privacy.LeastEpsilon(func(epsilon float64) float64 { return side(curve(epsilon)) }, t.Delta)
	}
	high := price(func(v known.Value) float64 { return v.High })
	if math.IsInf(high, 1) {
		return out, nil
	}
	if told.Basis == known.Exact {
		out.Epsilon = known.Exactly(high)
	} else {
		out.Epsilon = known.Enclosed(high, price(func(v known.Value) float64 { return v.Low }), high)
	}
	return out, nil
}

// rounding is what sums may be off by, relative to themselves.
const rounding = 1e-9

// mostLoss is from which ε on a profile is told as what no ε lowers.
const mostLoss = 600

// least is to which slack a profile is computed that is asked at δ.
func least(delta float64) float64 {
	const most = 1e-4
	if delta > 0 {
		return min(most, delta/10)
	}
	return most
}

// curve is the privacy profile of a whole fit.
func (a Asks) curve(ctx context.Context, s Sized, delta float64) (func(epsilon float64) known.Value, error) {
	switch {
	case s.Deviation > 0:
		mu := a.Deviations(s)
		return func(epsilon float64) known.Value {
			if math.IsInf(epsilon, 1) {
				return known.Exactly(0)
			}
			return known.Exactly(privacy.GaussianProfile(epsilon, 1/mu))
		}, nil
	case a.Answers() == 1:
		of, err := s.alone(ctx, a.Whole+a.Half/2)
		return func(epsilon float64) known.Value { return known.Exactly(of(min(epsilon, mostLoss))) }, err
	}
	c, err := accounting.Losses{Accuracy: accounting.Coarse}.Curve(ctx, a.Event(s), least(delta))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Kind, err)
	}
	return func(epsilon float64) known.Value { return c.Delta(min(epsilon, mostLoss)) }, nil
}
