package learning

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// fewChange is the share of changed classes below which boundaries are said to move hardly.
const fewChange = 0.01

// move is the effect of flipped labels on a learner.
type move struct {
	pair
	changed known.Value // share of the records that get another class
	recall  float64     // its fall
}

// both reports whether the learner sees true labels, and flipped ones.
func (p pair) both() bool { return p.clean >= 0 && p.flipped >= 0 }

// compared returns the learners that see true and flipped labels.
func (q boundary) compared() []pair {
	return slices.DeleteFunc(slices.Clone(q.pairs), func(p pair) bool { return !p.both() })
}

// changesIn returns, for each learner, how many records change class between the labels that it sees, nothing where it sees one
// kind alone.
func (q boundary) changesIn(ended []training.Divisions) []known.Value {
	changes := make([]known.Value, len(q.pairs))
	for i, p := range q.pairs {
		if changes[i] = known.Nothing("no flipped labels beside true ones"); p.both() && len(ended) > 0 {
			changes[i] = ended[p.flipped].Changed(ended[p.clean])
		}
	}
	return changes
}

// changed returns the share of records that change class for the learner at a place.
func (q boundary) changed(ctx context.Context, at int) (known.Value, error) {
	p := q.pairs[at]
	if work.Alone(ctx) {
		before, err := q.ended.Of(ctx, p.clean)
		if err != nil {
			return known.Value{}, err
		}
		after, err := q.ended.Of(ctx, p.flipped)
		return after.Changed(before), err
	}
	ended, err := q.ended.All(ctx)
	if err == nil && (len(ended[p.clean]) == 0 || len(ended[p.flipped]) == 0) {
		err = view.ErrLater
	}
	if err != nil {
		return known.Value{}, err
	}
	changes, err := q.changes.Get(ctx)
	if err != nil {
		return known.Value{}, err
	}
	return changes[at], nil
}

// moves returns the moves of the learners that have a boundary on either labels.
func (q boundary) moves(ctx context.Context) ([]move, error) {
	var all []move
	for i, p := range q.pairs {
		if !p.both() {
			continue
		}
		changed, err := q.changed(ctx, i)
		if err != nil {
			return nil, err
		}
		if changed.Missing() {
			continue
		}
		before, err := q.mean(ctx, p.clean, "recall")
		if err != nil {
			return nil, err
		}
		after, err := q.mean(ctx, p.flipped, "recall")
		if err != nil {
			return nil, err
		}
		all = append(all, move{pair: p, changed: changed, recall: before.Number() - after.Number()})
	}
	return all, nil
}

// first returns the move that comes before all others; of equal ones the first.
func first(moves []move, before func(a, b move) bool) move {
	first := moves[0]
	for _, m := range moves[1:] {
		if before(m, first) {
			first = m
		}
	}
	return first
}

func further(a, b move) bool { return a.changed.Value > b.changed.Value }

func lessFar(a, b move) bool { return a.changed.Value < b.changed.Value }

// changedReadings declares how many records change class with each learner.
var changedReadings = view.Family[boundary]{Name: "changed", Of: "learner", Label: "records that change class",
	LevelOf: func(boundary) view.Level { return view.Answering },
	Members: view.Named(func(q boundary) []pair { return q.compared() }, func(p pair) string { return p.name }),
	Rank: func(ctx context.Context, q boundary) ([]string, error) {
		moves, err := q.moves(ctx)
		slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(b.changed.Value, a.changed.Value) })
		var names []string
		for _, m := range moves {
			names = append(names, m.name)
		}
		return names, err
	},
	Each: func(member string) view.Reading[boundary] {
		at := func(q boundary) int {
			return slices.IndexFunc(q.pairs, func(p pair) bool { return p.both() && p.name == member })
		}
		return view.Reading[boundary]{Style: numeral.Percent, Goal: known.Lower, Expensive: true, Range: known.Probability,
			Title: func(q boundary) string {
				if i := at(q); i >= 0 {
					return q.panels[q.pairs[i].flipped].brief + ", changed"
				}
				return "records that change class"
			},
			Value: func(ctx context.Context, q boundary) (known.Value, error) {
				i := at(q)
				if i < 0 {
					return known.Value{}, fmt.Errorf("%s takes no part on both true and flipped labels", member)
				}
				return q.changed(ctx, i)
			},
			Formula: "The share of the held-out records whose predicted class differs between the fit on the true labels and the fit on the flipped ones. " +
				"Both fits of a draw have the same random steps of learning, so that the flips alone make the difference.",
			With:    view.Says(boundary.countedOn),
			Source:  mixtureSource,
			Assumes: "A number of records drawn once: other records, and other flips, give others. " + scaledSo,
		}
	}}

// countedOn says on which records it is counted, over how many draws.
func (q boundary) countedOn() string {
	of := fmt.Sprintf("%s held-out records", numeral.Count(training.TestRecords))
	if q.File != "" {
		of = "A fifth of the file's records, held out"
	}
	return q.averaged(of, "; one draw of the flips, and the interval of Clopper and Pearson at 95 % for all records of the kind")
}

// mostMoved declares the learner with the most changed classes, with the cost of that.
var mostMoved = func() view.Reading[boundary] {
	r := ofMoves("most-moved", "furthest", "The learner of which most records change class from true to flipped labels.", further)
	r.LevelOf = func(q boundary) view.Level {
		if len(q.compared()) > 1 {
			return view.Shown
		}
		return view.Folded
	}
	r.Remark = func(ctx context.Context, q boundary, v known.Value) (string, error) {
		i := slices.IndexFunc(q.pairs, func(p pair) bool { return p.name == v.Word })
		if i < 0 {
			return "", nil
		}
		before, err := q.mean(ctx, q.pairs[i].clean, "test-auc")
		if err != nil {
			return "", err
		}
		after, err := q.mean(ctx, q.pairs[i].flipped, "test-auc")
		if err != nil || before.Missing() || after.Missing() {
			return "", err
		}
		return fmt.Sprintf("AUC %s → %s", numeral.Plain.Format(before.Value), numeral.Plain.Format(after.Value)), nil
	}
	return r
}()

// movedReadings declares which boundaries are moved furthest and least.
var movedReadings = []view.Entry[boundary]{
	view.Reading[boundary]{Name: "verdict", Label: "verdict", Expensive: true,
		Value: view.Gets(boundary.verdict, func(_ boundary, word string) known.Value { return known.Said(word).As(known.Estimate) }),
		Formula: "Moved where 1 % of the records or more change class from true to flipped labels, with one learner at least, hardly where fewer do with each; " +
			"coins at ε = 0; otherwise what labels the learners see.",
		Source: mixtureSource},
	ofMoves("least-moved", "moved least", "The learner of which fewest records change class from true to flipped labels.", lessFar),
	ofMoves("most-recall", "recall falls most", "The learner whose recall falls most from true to flipped labels.",
		func(a, b move) bool { return a.recall > b.recall }),
	extreme("lowest", "lowest AUC", func(a, b float64) bool { return a < b }),
	extreme("highest", "highest AUC", func(a, b float64) bool { return a > b }),
}

// ofMoves declares the learner that comes first among those that see true and flipped labels.
func ofMoves(name, label, formula string, before func(a, b move) bool) view.Reading[boundary] {
	return view.Reading[boundary]{Name: name, Label: label, Expensive: true,
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			moves, err := q.moves(ctx)
			if err != nil || len(moves) == 0 {
				return known.Nothing("no learner sees both"), err
			}
			m := first(moves, before)
			return known.Named(q.panels[m.pair.flipped].name, m.title).As(known.Estimate), nil
		},
		Formula: formula, Source: mixtureSource,
		Assumes: "Learners that are private by themselves see no flipped labels and are left out."}
}

// extreme declares the learner with the lowest or the highest AUC among those that see flipped labels, or among all where none
// does.
func extreme(name, label string, before func(a, b float64) bool) view.Reading[boundary] {
	return view.Reading[boundary]{Name: name, Label: label, Expensive: true,
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			flipped := slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy })
			first, auc := -1, 0.0
			for i, p := range q.panels {
				v, err := q.mean(ctx, i, "test-auc")
				if err != nil {
					return known.Value{}, err
				}
				if v.Missing() || flipped && !p.noisy {
					continue
				}
				if first < 0 || before(v.Value, auc) {
					first, auc = i, v.Value
				}
			}
			if first < 0 {
				return known.Nothing("no learner has one"), nil
			}
			return known.Named(q.panels[first].name, strings.TrimSuffix(q.panels[first].title, ", flipped")).As(known.Estimate), nil
		},
		Formula: "By AUC on held-out records: of the learners that see flipped labels, of all where none does.",
		Source:  mixtureSource, Assumes: "Of one draw it may be chance."}
}
