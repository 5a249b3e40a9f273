package noise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
	"dpscope/views/control"
	"dpscope/views/view"
)

// strand is one line of the picture: a noise with one of both budgets over all ε.
type strand struct {
	kind   central.Kind
	budget fits.Budget
}

// strands are every noise with the chosen budget; beside a budget for each answer, which guarantees nothing, the one in focus
// with one for the whole fit.
func (q bayes) strands() (list []strand) {
	for _, k := range q.kinds {
		if k.Name != fits.None {
			list = append(list, strand{k, q.trial.Terms.Budget})
		}
	}
	if q.focus.Name != fits.None && q.trial.Terms.Budget == fits.Query {
		list = append(list, strand{q.focus, fits.Whole})
	}
	return list
}

// epsilons are those of the picture, and the chosen one last.
func (q bayes) epsilons() []float64 {
	return append(slices.Clone(fitBudgets[:]), q.trial.Terms.Epsilon)
}

// mostDrawn is how many draws of noise curves are over at most: answers at the setting are over all.
const mostDrawn = 10

// trials are those of all strands at all ε, and the one without noise.
func (q bayes) trials() (list []fits.Bayes) {
	for _, s := range q.strands() {
		for i, epsilon := range q.epsilons() {
			t := q.of(s.kind.Name, s.budget, epsilon)
			if i < len(fitBudgets) || s.budget != q.trial.Terms.Budget {
				t.Repeats = min(t.Repeats, mostDrawn)
			}
			list = append(list, t)
		}
	}
	return append(list, q.of(fits.None, q.trial.Terms.Budget, q.trial.Terms.Epsilon))
}

// knowing is the question with what has been run, and the rest for later.
func (q bayes) knowing(so []fits.Runs) bayes {
	q.tried, q.budgeted = q.tried.Knowing(so), q.later()
	return q
}

// drawBayes fits with all noise at all budgets, and shows the means so far.
func drawBayes(ctx context.Context, q bayes, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := view.Running(ctx, q.tried, bayesReadings, q.knowing, q.sheet, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	return q.sheet(runs), nil
}

// mark is the word of a strand in the picture and in exports.
func (s strand) mark() string {
	if s.budget == fits.Query {
		return s.kind.Name + "-each"
	}
	return s.kind.Name
}

// marks are those that there can be, and the colour of each: that which its noise has elsewhere, or one that none has there.
func marks() (names []string, hues []int) {
	other := len(members)
	for _, k := range fits.Kinds {
		hue := slices.Index(members, k.Name)
		if hue < 0 {
			hue, other = other, other+1
		}
		for _, b := range []fits.Budget{fits.Whole, fits.Query} {
			names, hues = append(names, strand{k, b}.mark()), append(hues, hue)
		}
	}
	return names, hues
}

func (q bayes) sheet(runs []fits.Runs) engine.Sheet {
	names, hues := marks()
	epsilon := q.trial.Terms.Epsilon
	f := engine.Figure{
		Title: "error on held-out records", Series: "noise", Members: names, Hues: hues, Folded: true,
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: min(fitBudgets[0], epsilon),
			High: max(fitBudgets[len(fitBudgets)-1], epsilon)},
		Y: engine.Axis{Name: "error", Label: "error", Style: numeral.Percent, Low: 0, High: q.records.Majority(), Least: 0, Most: 1},
		Settings: []engine.Setting{{Name: "delta", Value: q.trial.Terms.Delta}, {Name: "seeds", Value: float64(q.seeds)},
			{Name: "repeats", Value: float64(q.trial.Repeats)}},
		Seed: q.trial.Seed,
	}
	if q.trial.Terms.Budget != fits.Query {
		f.Shows = []engine.Shown{{Mark: "here", Of: engine.Key{Name: "error-out", Member: q.focus.Name}}}
	}
	each, drawn, notes := len(q.epsilons()), []float64(nil), q.notes()
	for i, s := range q.strands() {
		marks, means := q.strand(s, runs[i*each:][:each])
		f.Marks, drawn = append(f.Marks, marks...), append(drawn, means...)
		if emptied := runs[i*each+each-1].Emptied(); q.chosen(s) && emptied > 0 {
			notes = append(notes, engine.Note{Text: fmt.Sprintf("In %s of the fits noise leaves a class without records: it counts as a millionth of one. A greater ε would work.",
				numeral.Percent.Format(emptied))})
		}
	}
	if plain := runs[len(runs)-1].Out(); plain.Seeds > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: "none", Title: "without noise", At: plain.Mean})
		drawn = append(drawn, plain.Mean)
	}
	most := 0.0
	if len(drawn) > 0 {
		const beneath = 0.8 // of the least that is drawn
		most, f.Y.Low = slices.Max(drawn), beneath*slices.Min(drawn)
	}
	if majority := q.records.Majority(); majority <= 2*most {
		f.Marks = append(f.Marks, engine.Rule{Name: "majority", Title: "always the same class", At: majority})
	} else {
		f.Y.High = most
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: epsilon, Pointer: true})
	return engine.Sheet{Figure: f, Notes: notes}
}

// chosen says whether a strand is of the noise and the budget that are chosen.
func (q bayes) chosen(s strand) bool {
	return s.kind.Name == q.focus.Name && s.budget == q.trial.Terms.Budget
}

// strand draws the means of a noise at the budgets that were run, the present one among them, and of the one in focus their
// intervals and the mean here. Where that is none all are alike.
func (q bayes) strand(s strand, runs []fits.Runs) (list []engine.Mark, means []float64) {
	title := brief(s.kind.Name)
	switch {
	case s.budget == fits.Query:
		title = "ε for each answer"
	case q.trial.Terms.Budget == fits.Query: // beside which it stands
		title = "ε for the whole fit"
	}
	var x, y []float64
	band := engine.Band{Name: s.mark(), Title: "95 % interval", Basis: known.Estimate, Bars: true, Confidence: 0.95}
	for _, i := range q.inOrder() {
		sum, at := runs[i].Out(), q.epsilons()[i]
		if sum.Seeds == 0 {
			continue
		}
		x, y = append(x, at), append(y, sum.Mean)
		if v := sum.In(known.Probability); sum.Seeds > 1 {
			band.X, band.Low, band.High = append(band.X, at), append(band.Low, v.Low), append(band.High, v.High)
		}
	}
	if len(x) == 0 {
		return nil, nil
	}
	chosen, muted := q.chosen(s), s.kind.Name != q.focus.Name && q.focus.Name != fits.None
	if chosen && len(band.X) > 0 {
		list = append(list, band)
	}
	if s.budget == fits.Query {
		list = append(list, engine.Path{Name: s.mark(), Title: title, Basis: known.Estimate, X: x, Y: y, Dashed: true, Muted: muted})
	} else {
		list = append(list, engine.Curve{Name: s.mark(), Title: title, Basis: known.Estimate, X: x, Y: y, Muted: muted, Answer: chosen})
	}
	if here := runs[len(runs)-1].Out(); chosen && here.Seeds > 0 {
		list = append(list, engine.Points{Name: "here", Title: "at this ε", Here: true, Basis: known.Estimate,
			X: []float64{q.trial.Terms.Epsilon}, Y: []float64{here.Mean}})
	}
	return list, y
}

// inOrder are the places of the budgets from the least to the greatest: of one that is also the present one, that of the
// present one, which may be over more draws.
func (q bayes) inOrder() (order []int) {
	epsilons := q.epsilons()
	present := len(epsilons) - 1
	for i, epsilon := range epsilons {
		if i == present || epsilon != epsilons[present] {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(epsilons[a], epsilons[b]) })
	return order
}

// notes say what was left out of the judging.
func (q bayes) notes() (notes []engine.Note) {
	if most, fewer := fits.Judged(q.records.Len()); fewer {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("Learned from all records of a split, and judged on %s of either part at most.",
			numeral.Count(float64(most)))})
	}
	if q.trial.Repeats > mostDrawn {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("Curves are over %d draws of noise a split, at the present ε over %d.", mostDrawn,
			q.trial.Repeats)})
	}
	return notes
}

// whose says whose records these are, what of them is public, and whether anything is guaranteed.
func (q bayes) whose() engine.Note {
	return fitWhose(q.records, q.trial.Source, q.trial.Terms.Budget, q.focus.Name)
}

// fitWhose is that of a fit.
func fitWhose(r fits.Records, s fits.Source, budget fits.Budget, noise string) engine.Note {
	name := r.Name
	for _, set := range fits.Sets {
		if s.Made == set.Name {
			name = set.Title
		}
	}
	text := control.Records(r.Len())
	switch {
	case noise == fits.None:
		text += ", without noise: nothing is guaranteed"
	case budget == fits.Query:
		text += "; taken from the data, so that nothing is guaranteed: sizes of classes, empty cells, bounds"
	case !r.Declared:
		text += "; value names, bounds and classes are taken from the data, so that nothing is guaranteed: domain=FILE declares them"
	default:
		text = control.Records(r.Len()) + ". Public: n, columns, classes, bounds, value names"
	}
	text += fmt.Sprintf(" (%s; a fifth of each split is held out)", name)
	for _, note := range r.Notes {
		text += "; " + note
	}
	if class, empty := r.Empty(); empty {
		text += "; no record is of class " + class
	}
	return engine.Note{Text: text, Warning: budget == fits.Query || !r.Declared || noise == fits.None}
}
