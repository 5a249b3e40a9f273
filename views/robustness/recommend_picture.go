package robustness

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// drawAdvice draws the ranking of the mechanisms that have been asked so far.
func drawAdvice(ctx context.Context, q advice, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	if q.Rough {
		return q.drawRough(ctx)
	}
	ranked, err := q.watched(ctx, answer, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	sheet := engine.Sheet{Figure: q.figure(ranked)}
	split, err := answer("split-total")
	if err != nil {
		return engine.Sheet{}, err
	}
	text, err := q.sentence(ctx, ranked, split)
	sheet.Notes = append(q.doubts(), engine.Note{Text: text})
	return sheet, err
}

// drawRough draws the budgets that are known to be enough.
func (q advice) drawRough(ctx context.Context) (engine.Sheet, error) {
	ranked, err := q.Ranked.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	sheet := engine.Sheet{Figure: q.figure(ranked), Notes: q.doubts()}
	if !ranked[0].Reached() {
		return sheet, nil
	}
	text, err := q.sentence(ctx, ranked, known.Nothing(""))
	sheet.Notes = append(sheet.Notes, engine.Note{Text: text})
	return sheet, err
}

// watched ranks the mechanisms, encloses what all people need and shares out the total of
// the best, and shows what is known on the way.
func (q advice) watched(ctx context.Context, answer view.Answers, show func(engine.Sheet)) ([]agreement.Ranked, error) {
	var complete atomic.Bool
	part := func() {
		ranked, progress := q.Search.SoFar()
		for _, r := range ranked { // known already: what is shown tells them
			answer("epsilon", r.Name)
		}
		if complete.Load() {
			for _, r := range bestReadings {
				answer(r.Declare().Name)
			}
		}
		show(engine.Sheet{Figure: q.figure(ranked), Notes: q.doubts(), Progress: progress})
	}
	part()
	news, stop := work.Telling(part)
	q.Search.Telling(news)
	ranked, err := q.Ranked.Get(ctx)
	if err == nil {
		q.Leave(ctx)
		q.Search.Known(ranked, work.Progress{})
		complete.Store(true)
		err = q.Every(ctx)
	}
	if err == nil {
		q.Leave(ctx)
	}
	if err == nil && q.several() {
		_, err = q.Shares.Get(ctx)
	}
	q.Search.Telling(nil)
	stop()
	return ranked, err
}

func (q advice) figure(ranked []agreement.Ranked) engine.Figure {
	f := rankingFigure(q, q.Goal.Target, ranked)
	f.Seed = q.seed
	return f
}

func (q advice) given() []engine.Setting {
	return []engine.Setting{{Name: "classifier", Word: q.word}, {Name: "for", Title: "whose class is kept", Word: q.promised}, {Name: "target", Value: q.Goal.Target},
		{Name: "records_used", Title: "records used", Value: float64(q.sample.Len())}, {Name: "records_total", Title: "records that there are", Value: float64(q.sample.Total)},
		{Name: "records_left_out", Title: "records unusable", Value: float64(q.sample.LeftOut())}}
}

// sentence says what to take and how sure that is, what the next best costs and how
// people then fare.
func (q advice) sentence(ctx context.Context, ranked []agreement.Ranked, split known.Value) (string, error) {
	first := ranked[0]
	switch {
	case !first.Reached() && slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Err != nil }):
		return "Nobody can tell which mechanism does: " + q.unmet(ranked).None + ".", nil
	case !first.Reached():
		return fmt.Sprintf("No mechanism does at any ε up to %s: %s%s.", numeral.Short(mechanisms.Epsilon.Max), q.kept(), q.ofThese()), nil
	}
	all, err := q.forAll(ctx, first)
	if err != nil {
		return "", err
	}
	if first.Any {
		return fmt.Sprintf("With %s and any ε%s %s%s.", title(first.Name), all, q.kept(), q.ofThese()), nil
	}
	text := fmt.Sprintf("With %s and ε = %s per feature%s %s%s.", title(first.Name), numeral.Up.Short(first.Epsilon), all, q.kept(), q.ofThese()) + q.unseen()
	if next, found := nextBest(ranked); found && !q.Rough {
		text += fmt.Sprintf(" %s, the next best, costs %s more.", title(next.Name), numeral.Relative.Format(next.Epsilon/first.Epsilon-1))
	}
	if q.several() && !split.Missing() && split.Value < 0.99*first.Epsilon*float64(len(q.private)) {
		s, err := q.Shares.Get(ctx)
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf(" Shared out as %s, a total of %s does instead of %s.", q.sharesText(s.Epsilons), numeral.Up.Short(s.Total), numeral.Up.Short(first.Epsilon*float64(len(q.private))))
	}
	then, err := q.Then.Get(ctx)
	if errors.Is(err, view.ErrLater) {
		return text, nil
	}
	text += " " + q.thenFaring(then)
	if q.several() && q.draws > 0 {
		text += " Every feature gets as much: " + noSplit.None + "."
	}
	return text, err
}

// ofThese says of whom the promise was seen to be kept, where that is not all.
func (q advice) ofThese() string {
	text := ""
	switch n := q.promisedTo(); {
	case q.sample.Whole():
	case n == 1:
		text = ", of this one"
	default:
		text = fmt.Sprintf(", of these %s", numeral.Count(float64(n)))
	}
	if q.draws > 0 {
		text += fmt.Sprintf(", by %d draws a record", q.draws)
	}
	return text
}

// promisedTo is how many records a promise speaks of: those that stand for their groups
// alone where it is about groups, or about everybody who is looked at.
func (q advice) promisedTo() int {
	switch q.Goal.For {
	case population.WorstGroup, population.WorstRecord:
		return q.sample.Len()
	}
	return q.sample.Len() - q.sample.Added()
}

// unseen names the groups of which no record was looked at.
func (q advice) unseen() string {
	if q.Goal.For != population.WorstGroup {
		return ""
	}
	var names []string
	for k := range q.Goal.Groups.Names {
		if q.Goal.Groups.Count(k) == 0 {
			names = append(names, q.Goal.Groups.Label(k))
		}
	}
	if names == nil {
		return ""
	}
	return " Nobody knows what these groups need, of which no record was looked at: " + strings.Join(names, ", ") + "."
}

// between are budgets between which that lies which all people need with the best.
func (q advice) between(ctx context.Context, best agreement.Ranked) (low, high float64, err error) {
	within, err := q.Within[best.Name].Get(ctx)
	return min(within.Low, best.Epsilon), max(within.High, best.Epsilon), err
}

// forAll says what follows from a part of the people, or from draws, for all; nothing
// where they are what was looked at.
func (q advice) forAll(ctx context.Context, best agreement.Ranked) (string, error) {
	if !q.From().Estimates() {
		return "", nil
	}
	low, high, err := q.between(ctx, best)
	if err != nil {
		_, err = agreement.OrRefused(ctx, known.Value{}, unlessLater(err))
		return "", err
	}
	switch {
	case math.IsInf(high, 1) && best.Any:
		return fmt.Sprintf(" (none is known to do for %s)", q.all()), nil
	case math.IsInf(high, 1):
		return fmt.Sprintf(" (%s or more for %s, at 95 %%)", numeral.Down.Short(low), q.all()), nil
	case best.Any:
		return fmt.Sprintf(" (%s is enough for %s, at 95 %%)", numeral.Up.Short(high), q.all()), nil
	}
	return fmt.Sprintf(" (%s to %s for %s, at 95 %%)", numeral.Down.Short(low), numeral.Up.Short(high), q.all()), nil
}

// all is of whom an interval speaks, in few words.
func (q subjects) all() string {
	switch {
	case q.sample.Whole():
		return "them all"
	case q.sample.Of() == 0:
		return "all such people"
	}
	return "all " + numeral.Count(float64(q.sample.Of()))
}

// thenFaring says how the worst then fares.
func (q advice) thenFaring(then population.Summary) string {
	who := ""
	if q.sample.Lines != nil {
		who = ", " + q.sample.FullNameOf(then.WorstAt) + ","
	}
	return fmt.Sprintf("The mean record then keeps its class %s of the time, the worst%s%s %s.", numeral.Chance(then.Mean.Value), q.unlessWhole(" of these"), who, numeral.Down.Chance(then.Worst))
}

// sharesText lists the features' shares: "5.4 for age and 2.1 for bmi".
func (q advice) sharesText(epsilons []float64) string {
	const most = 3
	var parts []string
	for k, name := range q.features() {
		if k == most {
			parts = append(parts, "and so on")
			break
		}
		parts = append(parts, numeral.Up.Short(epsilons[k])+" for "+name)
	}
	return strings.Join(parts, ", ")
}

// populationShared opens how all people fare with a mechanism where the features'
// budgets differ.
func (q advice) populationShared(mechanism string, s population.Shares) string {
	var weights []string
	for k, name := range q.features() {
		weights = append(weights, name+":"+mechanisms.Epsilon.Exact(s.Epsilons[k]))
	}
	mean := mechanisms.Epsilon.Exact(s.Total / float64(len(s.Epsilons)))
	return "population?mechanism=" + mechanism + "&epsilon=" + mean + "&weights=" + strings.Join(weights, ",") + q.others
}

// unlessLater is an error that is none where something is computed later.
func unlessLater(err error) error {
	if errors.Is(err, work.ErrLater) {
		return nil
	}
	return err
}
