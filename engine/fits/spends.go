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

// Asks says how many of a fit's answers change when one record is replaced: Whole by at most their
// sensitivity, and Half by half of it. Smaller changes are covered.
type Asks struct {
	Whole, Half float64
	Signed      bool // gradients: they lie around 0, and wrong signs cost most
}

// Answers returns their total number.
func (a Asks) Answers() float64 { return a.Whole + a.Half }

// OfBayes returns how many answers of naive Bayes one record moves, given the numbers of columns of words and
// of numbers (private.Bayes.WholeRun). A record that changes its class moves two class counts and two cells
// of each column of words; and of each column of numbers two sums of squares, and two sums by half. One that
// keeps its class moves two cells of each column of words, and of each of numbers one sum and one of squares:
// fewer answers, each by as much.
func OfBayes(words, numbers int) Asks {
	return Asks{Whole: float64(2 + 2*words + 2*numbers), Half: float64(2 * numbers)}
}

// PairOfBayes returns how many answers of naive Bayes, over that many columns of words, move between two
// tables of five records. They share four: one of each class with the first word of every column, and one
// with the second; the fifth is of the first class with first words in one table, of the second class with
// second words in the other. All numbers are in the middle. No differing cell is empty, so that keeping empty
// cells empty makes no difference.
func PairOfBayes(words int) Asks { return Asks{Whole: float64(2 + 2*words)} }

// Event returns the fit as a tree: all of its answers about one record, with noise of one size.
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

// event returns one answer that a record moves by at most a part of its sensitivity, 1 or a half.
func (s Sized) event(part float64) accounting.Event {
	if s.Deviation > 0 {
		return accounting.Normal{Deviation: s.Deviation / part, Neighbours: privacy.OneReplaced}
	}
	return accounting.Noise{Law: s.released(part), Neighbours: privacy.OneReplaced}
}

// released returns the noise in units of a part of the sensitivity.
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

// cut is the law of a program, moved by at most a part of the sensitivity. Its losses above some multiple of
// ε count as revealing the record: a profile nowhere below its own that needs fewer losses.
type cut struct {
	optimal.Problem
	part float64
}

func (c cut) String() string { return optimal.Released{Problem: c.Problem}.String() }

// Profile bounds from above the divergences of all moves, and is constant from some multiple of ε on.
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

// alone returns the profile of a single answer that a record moves by at most a part of its sensitivity: with
// all of its losses as they are, so that it is exact.
func (s Sized) alone(ctx context.Context, part float64) (func(epsilon float64) float64, error) {
	law := s.released(part)
	if c, is := law.(interface {
		uncut(context.Context) (func(epsilon float64) float64, error)
	}); is {
		return c.uncut(ctx)
	}
	return law.Profile(ctx)
}

// cutAt returns a profile that is constant from some multiple of ε on.
func cutAt(of func(epsilon float64) float64, epsilon float64) func(epsilon float64) float64 {
	const times = 4
	return func(at float64) float64 { return of(min(at, times*epsilon)) }
}

// Cells returns the cells of the law moved by the part, and of the law in place.
func (c cut) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	law, err := solved(ctx, c.Problem)
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: law, By: c.part}, law, count), nil
}

// Deviations returns the joint distance of all answers that one record moves, in deviations of normal noise.
func (a Asks) Deviations(s Sized) float64 { return math.Sqrt(a.squares()) / s.Deviation }

// Spent is a whole fit's loss of one person's privacy.
type Spent struct {
	Right    known.Value // success rate of an attacker who guesses between two equally likely tables
	Wrong    known.Value // error rate
	Epsilon  known.Value // least ε at the δ of the terms
	Delta    known.Value // least δ at their ε
	Outright known.Value // δ that no ε lowers: the probability that some answer reveals the table
}

// spentKey identifies spending in a session's store.
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

// pairKey identifies, in a session's store, a pair of tables with its answers.
type pairKey struct {
	terms Terms
	moves Asks
}

// Apart bounds from below δ at the terms' ε for one pair of neighbouring tables with that many moving
// answers, by the privacy loss of all of them together.
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

// nothingSpared returns the spending of a fit without noise: everything.
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

// rounding bounds the relative error of sums.
const rounding = 1e-9

// mostLoss is the ε from which on a profile counts as what no ε lowers.
const mostLoss = 600

// least returns the slack to which a profile is computed for questions at δ.
func least(delta float64) float64 {
	const most = 1e-4
	if delta > 0 {
		return min(most, delta/10)
	}
	return most
}

// curve returns the privacy profile of a whole fit.
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
