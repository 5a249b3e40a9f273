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

// strand is one line of the picture: a noise with one of the two budgets, over all ε.
type strand struct {
	kind   central.Kind
	budget fits.Budget
}

// strands returns every noise with the chosen budget. A budget for each answer guarantees nothing, so the noise in focus with a
// budget for the whole fit stands beside it.
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

// epsilons returns the ε of the picture, with the chosen one last.
func (q bayes) epsilons() []float64 {
	return append(slices.Clone(fitBudgets[:]), q.trial.Terms.Epsilon)
}

// mostDrawn bounds the draws of noise behind a curve; answers at the setting use all draws.
const mostDrawn = 10

// trials returns the trials of all strands at all ε, and last the trial without noise.
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

// knowing returns the question with the results so far, and the rest for later.
func (q bayes) knowing(so []fits.Runs) bayes {
	q.tried, q.budgeted = q.tried.Knowing(so), q.later()
	return q
}

// drawBayes fits with every noise at every budget, and shows the means so far.
func drawBayes(ctx context.Context, q bayes, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return view.Run(ctx, q.tried, bayesReadings, q.knowing, q.sheet, show)
}

// mark returns the name of a strand in the picture and in exports.
func (s strand) mark() string {
	if s.budget == fits.Query {
		return s.kind.Name + "-each"
	}
	return s.kind.Name
}

// marks returns the names of all possible strands, and the colour of each: its noise's elsewhere, or a colour that no noise
// has.
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
		const beneath = 0.8 // of the least value drawn
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

// chosen reports whether a strand has the chosen noise and the chosen budget.
func (q bayes) chosen(s strand) bool {
	return s.kind.Name == q.focus.Name && s.budget == q.trial.Terms.Budget
}

// strand draws the means of a noise at the budgets of the runs, with the present budget among them. For the noise in focus it
// adds their intervals and the mean here. Without a noise in focus all strands look alike.
func (q bayes) strand(s strand, runs []fits.Runs) (list []engine.Mark, means []float64) {
	title := brief(s.kind.Name)
	switch {
	case s.budget == fits.Query:
		title = "ε for each answer"
	case q.trial.Terms.Budget == fits.Query: // it stands beside the one for each answer
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

// inOrder returns the places of the budgets from the least to the greatest. A budget equal to the present one gives way to it,
// as that may have more draws.
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

// notes says which records and draws the errors leave out.
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

// whose says where the records come from, which part of them is public, and whether anything is guaranteed.
func (q bayes) whose() engine.Note {
	return fitWhose(q.records, q.trial.Source, q.trial.Terms.Budget, q.focus.Name)
}

// fitWhose says the same for any fit.
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
