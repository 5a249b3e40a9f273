package approaches

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// drawRuns runs all approaches, and shows a picture of the runs so far.
func drawRuns(picture func(approaches, context.Context) engine.Sheet) approachPicture {
	return func(ctx context.Context, q approaches, show func(engine.Sheet)) (engine.Sheet, error) {
		if q.recorded {
			return picture(q, ctx), nil
		}
		return view.Run(ctx, q.tried, approachesReadings, q.knowing,
			func(so []rareclass.Repeats) engine.Sheet { return picture(q.knowing(so), ctx) }, show)
	}
}

// approachNames returns the names of all approaches; each looks the same on every picture.
func approachNames() (names []string) {
	for _, a := range rareclass.Approaches(0, "") {
		names = append(names, a.Name)
	}
	return names
}

// so returns the runs of an approach at a budget so far.
func (q approaches) so(ctx context.Context, a rareclass.Approach, epsilon float64) rareclass.Repeats {
	r, err := q.runs(ctx, a, epsilon)
	if err != nil {
		return nil // they come later
	}
	return r
}

// overEpsilon draws the means of all approaches against the budget.
func (q approaches) overEpsilon(ctx context.Context) engine.Sheet {
	budgets := q.budgetsOf()
	f := engine.Figure{
		Title: q.measure.Drawn(), Series: "approach", Members: approachNames(), Folded: true,
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: budgets[0], High: budgets[len(budgets)-1]},
		Y: engine.Axis{Name: "value", Label: q.measure.Title, Style: q.measure.Style(), High: 1},
		Settings: []engine.Setting{{Name: "imbalance", Value: q.trial.Ratio}, {Name: "delta", Value: q.trial.Slack},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.trial.Seed,
	}
	if q.measure.Signed {
		f.Y.Low = -0.2
	}
	leading := q.leading(ctx, true)
	for _, a := range q.entrants {
		if a.Private() {
			f.Marks = append(f.Marks, q.overBudgets(ctx, a, slices.Index(leading, a.Name))...)
		}
	}
	f.Marks = append(f.Marks, q.withoutPrivacy(ctx)...)
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.trial.Epsilon, Pointer: true})
	return engine.Sheet{Figure: f, Notes: q.notes(), Later: []engine.Later{q.table(ctx), q.runsTable(ctx)}}
}

// leading returns the best approach so far and the second, of those with a guarantee or without: the ones that the lead names.
func (q approaches) leading(ctx context.Context, private bool) (names []string) {
	list, err := q.contenders(ctx, private)
	if err != nil {
		return nil
	}
	for _, a := range list[:min(2, len(list))] {
		names = append(names, a.Name)
	}
	return names
}

// budgetsOf returns the budgets with runs; a ranking has one.
func (q approaches) budgetsOf() []float64 {
	all := rareclass.GridBudgets[:]
	if q.over == "approach" {
		return []float64{q.trial.Epsilon}
	}
	if !q.recorded && !slices.Contains(all, q.trial.Epsilon) {
		all = append(slices.Clone(all), q.trial.Epsilon)
		slices.Sort(all)
	}
	return all
}

// overBudgets draws the means of an approach over budgets, and for the best (place 0) their intervals. Approaches other than
// the best and the second (place -1) are muted.
func (q approaches) overBudgets(ctx context.Context, a rareclass.Approach, place int) []engine.Mark {
	mean := engine.Curve{Name: a.Name, Title: a.Title, Basis: known.Estimate, Answer: place == 0, Muted: place < 0}
	band := engine.Band{Name: a.Name, Title: "95 % interval", Basis: known.Estimate, Bars: true, Confidence: 0.95}
	for _, epsilon := range q.budgetsOf() {
		s := q.so(ctx, a, epsilon).Summary(q.number(a))
		if s.Seeds == 0 {
			continue
		}
		mean.X, mean.Y = append(mean.X, epsilon), append(mean.Y, s.Mean)
		if s.Seeds > 1 {
			v := s.In(q.measure.Can())
			band.X, band.Low, band.High = append(band.X, epsilon), append(band.Low, v.Low), append(band.High, v.High)
		}
	}
	var marks []engine.Mark
	if place == 0 && len(band.X) > 0 {
		marks = append(marks, band)
	}
	if len(mean.X) > 0 {
		marks = append(marks, mean)
	}
	return marks
}

// withoutPrivacy draws the best without a guarantee, and its printed value in the paper.
func (q approaches) withoutPrivacy(ctx context.Context) (marks []engine.Mark) {
	list, err := q.contenders(ctx, false)
	if err != nil || len(list) == 0 {
		return nil
	}
	a := list[0]
	marks = append(marks, engine.Rule{Name: a.Name, Title: a.Title, At: a.mean})
	if printed, _ := a.PrintedScore(q.set(), q.measure.Name); !printed.Missing() {
		marks = append(marks, engine.Points{Name: "printed", Title: a.Title + ", paper", Basis: known.AsPrinted,
			X: []float64{rareclass.GridBudgets[0]}, Y: []float64{printed.Value}})
	}
	return marks
}

// set returns the name of the records among the eight sets; empty: none.
func (q approaches) set() string {
	if q.recorded {
		return q.from.Set
	}
	return q.records.SetOf()
}

// drawOverPlane draws where each approach turns, on the first split.
func drawOverPlane(ctx context.Context, q approaches, show func(engine.Sheet)) (engine.Sheet, error) {
	const low, high, cells = -8, 12, 60 // four standard deviations of either class
	var planes []rareclass.Plane
	drawn := q.drawnInPlane()
	for _, a := range drawn {
		planes = append(planes, rareclass.Plane{Trial: q.trial.By(a, q.trial.Epsilon), Public: a.Public, Low: low, High: high, Cells: cells})
	}
	picture := func(so [][][]float64) engine.Sheet {
		f := engine.Figure{Title: "where each approach draws its boundary, on the first split", Series: "mark",
			Members: []string{"negative", "positive", "boundary"}, Panelled: "approach", Seed: q.trial.Seed,
			X:        engine.Axis{Name: "x1", Label: "x1", Low: low, High: high},
			Y:        engine.Axis{Name: "x2", Label: "x2", Low: low, High: high},
			Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Epsilon}, {Name: "delta", Value: q.trial.Slack}},
			Marks:    someRecords(q.records)}
		for i, a := range drawn {
			p := engine.Panel{Name: a.Name, Title: a.Title}
			if len(so[i]) > 0 {
				plane := training.Plane{X: planes[i].Centres(), Y: planes[i].Centres()}
				line := engine.Path{Name: "boundary", Title: "boundary", Basis: known.Estimate, Emphasis: true}
				if line.X, line.Y = plane.Contour(so[i][0], 0); len(line.X) > 0 {
					p.Marks = append(p.Marks, line)
				} else {
					p.Below = append(p.Below, "it calls everybody alike")
				}
			}
			if s := q.so(work.Unwaiting(ctx), a, q.trial.Epsilon).Summary(q.number(a)); s.Seeds > 0 {
				p.Below = append(p.Below, q.measure.Title+" "+q.measure.Style().Format(s.Mean))
			}
			f.Panels = append(f.Panels, p)
		}
		return engine.Sheet{Figure: f, Notes: q.notes()}
	}
	lines, err := trial.Sweep(ctx, planes, 1, func(so [][][]float64, p work.Progress) {
		part := picture(so)
		part.Progress, part.Settling = p, true
		view.SoFar(ctx, part, approachesReadings, q.waiting(), show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	for _, a := range drawn { // what stands below the panels
		if _, err := q.here(ctx, a); err != nil {
			return engine.Sheet{}, err
		}
	}
	return picture(lines), nil
}

// drawnInPlane returns the approaches with a panel: those with a guarantee, and plain trees and regression.
func (q approaches) drawnInPlane() (list []rareclass.Approach) {
	for _, a := range q.entrants {
		if a.Private() || a.Name == "logreg-weighted" || a.Name == "boosted" {
			list = append(list, a)
		}
	}
	return list
}

// someRecords draws the first few of the records in the plane, each class in proportion.
func someRecords(r rareclass.Records) (marks []engine.Mark) {
	const most = 60
	for class, name := range []string{"negative", "positive"} {
		p := engine.Points{Name: name, Title: name}
		for i := range min(r.Len(), most) {
			if r.Positive[i] == (class == 1) {
				p.X, p.Y = append(p.X, r.Row(i)[0]), append(p.Y, r.Row(i)[1])
			}
		}
		marks = append(marks, p)
	}
	return marks
}

// notes says what is not among the approaches, and why.
func (q approaches) notes() []engine.Note {
	var refused, missing []string
	for _, r := range q.refused {
		if r.kind == "missing" {
			missing = append(missing, r.title)
		} else {
			refused = append(refused, r.title)
		}
	}
	notes := []engine.Note{{Text: "Refused, as not private: " + strings.Join(refused, "; ") + " (+ lists them, w tells why)."}}
	if len(missing) > 0 {
		notes = append(notes, engine.Note{Text: "Missing: " + strings.Join(missing, "; ") + "."})
	}
	if q.recorded {
		var some []string
		for _, gap := range q.from.Missing(q.entrants) {
			some = append(some, fmt.Sprintf("%s, %d of %d", gap.Title, gap.Runs, gap.Of))
		}
		if len(some) > 0 {
			notes = append(notes, engine.Note{Text: "Of fewer runs, and in no ranking with the others: " + strings.Join(some, "; ") + "."})
		}
	}
	return notes
}

// table returns the approaches, one a row; each row leads to its own view.
func (q approaches) table(ctx context.Context) engine.Later {
	word := func(name, title string) engine.LaterColumn {
		return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title, Text: true}}
	}
	number := func(name, title string) engine.LaterColumn {
		return engine.LaterColumn{TableColumn: engine.TableColumn{Name: name, Title: title}}
	}
	names, keeps := word("approach", "approach"), word("guarantee", "guarantee")
	score, low, high := number("score", q.measure.Title), number("low", "from, with 95 %"), number("high", "to")
	rank, printed, printedRank := number("rank", "mean rank"), number("printed", "printed"), number("printed_rank", "printed mean rank")
	l := engine.Later{Name: "approaches"}
	ranks := q.ranksSoFar(ctx)
	for _, a := range q.entrants {
		v := q.so(ctx, a, q.trial.Epsilon).Summary(q.number(a)).In(q.measure.Can())
		names.Words, keeps.Words = append(names.Words, a.Title), append(keeps.Words, guarantees[a.Guarantee])
		score.Numbers, low.Numbers, high.Numbers = append(score.Numbers, v.Number()), append(low.Numbers, v.Low), append(high.Numbers, v.High)
		rank.Numbers = append(rank.Numbers, ranks[a.Name].Number())
		p, _ := a.PrintedScore(q.set(), q.measure.Name)
		printed.Numbers, printedRank.Numbers = append(printed.Numbers, p.Number()),
			append(printedRank.Numbers, a.PrintedRank(q.measure.Name).Number())
		l.Leads, l.Measured = append(l.Leads, q.opens(a)), append(l.Measured, nil)
	}
	l.Columns = []engine.LaterColumn{names, keeps, score, low, high, rank, printed, printedRank}
	return l
}

// ranksSoFar returns the mean ranks known so far.
func (q approaches) ranksSoFar(ctx context.Context) map[string]known.Value {
	ranks, err := q.ranks(ctx)
	if err != nil {
		return map[string]known.Value{}
	}
	return ranks
}

// runColumns lists the columns of a run after its approach.
var runColumns = []engine.TableColumn{
	{Name: "epsilon", Title: "ε of the guarantee; empty of an approach that has none"}, {Name: "split", Title: "number of the split", Whole: true},
	{Name: "tp", Title: "rare test records named rare"}, {Name: "fp", Title: "other test records named rare"},
	{Name: "fn", Title: "rare test records not named"}, {Name: "tn", Title: "other test records not named"},
	{Name: "auc", Title: "area under the ROC curve"}, {Name: "scarce", Title: "1 where the training part has too few rare records for the fit, else 0", Whole: true},
	{Name: "version", Title: "version of the grid of fits", Whole: true},
}

// runsTable returns every run: the result of an approach at a budget on a split.
func (q approaches) runsTable(ctx context.Context) engine.Later {
	l := engine.Later{Name: "runs"}
	words := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "approach", Title: "approach", Text: true}}
	columns := make([]engine.LaterColumn, len(runColumns))
	for i, c := range runColumns {
		columns[i].TableColumn = c
	}
	add := func(a rareclass.Approach, epsilon float64, r rareclass.Repeats) {
		for k, one := range r {
			o, scarce := one.Half, 0.0
			if a.Public {
				o = one.Public
			}
			if one.Scarce {
				scarce = 1
			}
			words.Words = append(words.Words, a.RunName())
			for i, v := range []float64{epsilon, float64(k) + float64(q.trial.Seed), o.TruePositive, o.FalsePositive, o.FalseNegative,
				o.TrueNegative, one.AUC, scarce, rareclass.GridVersion} {
				columns[i].Numbers = append(columns[i].Numbers, v)
			}
			l.Measured, l.Leads = append(l.Measured, nil), append(l.Leads, q.opens(a))
		}
	}
	for _, a := range q.entrants {
		if !a.Private() {
			add(a, math.NaN(), q.so(ctx, a, q.trial.Epsilon))
			continue
		}
		for _, epsilon := range q.budgetsOf() {
			add(a, epsilon, q.so(ctx, a, epsilon))
		}
	}
	l.Columns = append([]engine.LaterColumn{words}, columns...)
	return l
}

// guarantees lists the guarantees of approaches, in words.
var guarantees = [...]string{rareclass.NoGuarantee: "none", rareclass.Pure: "pure ε", rareclass.WithSlack: "(ε, δ)"}

func (q approaches) whose() engine.Note {
	if q.recorded {
		records, features, ratio, _ := rareclass.PrintedSize(q.from.Set)
		return engine.Note{Warning: true, Text: fmt.Sprintf("Ours, recorded: %s is not here. %s; %d features, r = %s; %s; bins and "+
			"bounds taken from the data once (%s)",
			q.from.Set, control.Records(records), features, numeral.Short(ratio), numeral.Things(q.seeds, "split"), q.from.Command())}
	}
	nothing := imbalance.Unkept(q.taken())
	if q.sizesOver() && nothing == "" {
		return engine.Note{Text: "All records of every mixture (" + sizesDrawn() +
			"). Public: n, class ratio, clip, λ (the paper's mixture, simulated; 20 % of each class held out)"}
	}
	return q.sourced().Whose("clip, λ", nothing)
}
