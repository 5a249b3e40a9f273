package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/view"
)

var (
	flipShare = param.Param{Name: "flip", Symbol: "flip", Label: "share allowed", Style: numeral.Percent,
		Help: "At most this share of the labels may be flipped.", Min: 0, Max: 1, Open: true, Low: 0.01, High: 0.99, Default: 0.2, Fine: 0.01, Coarse: 0.05}
	flipConfidence = param.Param{Name: "confidence", Symbol: "P", Label: "confidence", Style: numeral.Percent,
		Help: "How surely the promise must be kept.", Min: 0, Max: 1, Open: true, Low: 0.5, High: 0.999, Default: 0.999, Fine: 0.001, Coarse: 0.05}

	budgetPictures = param.Menu[string]{Name: "over", Label: "drawn over",
		Help: "What the budgets are drawn over.",
		Kinds: []param.Kind[string]{
			option("records", "records, n", "The least budgets at this share and confidence for every number of records.", labelPaper+", Tables I and II, by columns"),
			option("share", "share allowed", "The least budgets at this number of records and confidence for every share.", labelPaper+", Tables I and II, by rows"),
			option("table", "the paper's table", "Records by shares, at this confidence, every cell in every way.", labelPaper+", Tables I (confidence 0.999) and II (0.95)"),
		}}
)

var budget = figureView{
	Name:     "budget",
	Group:    view.Labels,
	Title:    "The least budget for a promise",
	Question: "Which budget do I need so that few labels flip?",
	About: "The least nominal ε at which at most a share of the labels is flipped, with a confidence: exactly, by Chernoff's and by Hoeffding's bound, which the paper " +
		"uses, and by the normal approximation, which promises nothing. The true privacy cost is half of each.",
	Source: labelPaper + ", Proposition 2, Corollary 3, Tables I and II; our correction: the paper's budgets are sufficient, not necessary, and its six empty cells have answers",
	Form: param.Form{
		Choices: []param.Choice{budgetPictures},
		Params:  []param.Param{labelRecords, flipShare, flipConfidence},
	},
	Figure:   budgetFigure,
	Readings: budgetReadings,
	Presets: []view.Preset{
		{Name: "start", Title: "100 labels, at most 20 flipped, surely: the paper asks for nearly twice as much", Query: "over=records&n=100&flip=0.2&confidence=0.999"},
		{Name: "table-1", Title: "The paper's Table I: confidence 99.9 %", Query: "over=table&n=100&flip=0.15&confidence=0.999"},
		{Name: "table-2", Title: "The paper's Table II: confidence 95 %", Query: "over=table&n=1000&flip=0.05&confidence=0.95"},
		{Name: "empty-cell", Title: "A cell that the paper leaves empty: 100 labels, at most 5 flipped", Query: "over=share&n=100&flip=0.05&confidence=0.999"},
		{Name: "half", Title: "Corollary 3: at most half flipped, a million labels", Query: "over=records&n=1e6&flip=0.5&confidence=0.999"},
		{Name: "coins", Title: "At most 60 % flipped of 1000: fair coins do", Query: "over=share&n=1000&flip=0.6&confidence=0.999"},
	},
}

func readPromise(v param.Values) labels.Promise {
	return labels.Promise{Records: v.Get(labelRecords), Flip: v.Get(flipShare), Confidence: v.Get(flipConfidence)}
}

func budgetReadings(_ context.Context, v param.Values) ([]engine.Reading, error) {
	return promiseReadings(readPromise(v)), nil
}

// promiseReadings are all answers to one promise, the exact one first.
func promiseReadings(p labels.Promise) []engine.Reading {
	b := p.Budgets()
	asked := fmt.Sprintf("at most j = %s of n = %s labels flipped with probability at least %s",
		numeral.Count(p.Allowed()), numeral.Count(p.Records), numeral.Chance(p.Confidence))
	reading := func(name, label, symbol string, answer labels.Budget, basis known.Basis, why string) engine.Reading {
		r := engine.Reading{Name: name, Label: label, Symbol: symbol, Value: answer.Epsilon, Basis: basis, Goal: known.Lower, Why: why}
		if basis == known.Exact {
			r.Round = numeral.Up
		}
		if answer.Missing != "" {
			r.Missing, r.Why = "no promise", answer.Missing+". "+why
			return r
		}
		r.Beside = "true " + numeral.Up.Short(answer.True())
		return r
	}
	exact := reading("epsilon-exact", "least ε, exactly", "ε*", b.Exact, known.Exact,
		fmt.Sprintf("The least nominal ε with %s: the solution of Pr[F ≤ %s] = %s for F binomial with chance p = 1/(1 + e^(ε/2)), rounded up so that "+
			"the promise is kept. n·flip counts as a decimal: 0.29 of 100 is 29.", asked, numeral.Count(p.Allowed()), numeral.Chance(p.Confidence)))
	if b.Exact.Epsilon == 0 {
		exact.Beside = "fair coins do"
	}
	trueExact := engine.Reading{Name: "epsilon-true-exact", Label: "true privacy cost", Symbol: "ε*/2", Value: b.Exact.True(), Round: numeral.Up, Goal: known.Lower,
		Beside: "nominal " + numeral.Up.Short(b.Exact.Epsilon),
		Why: fmt.Sprintf("Half the nominal budget, ε*/2 = %s/2: the exact pure label-DP level of the mechanism at ε*. Source: %s.",
			numeral.Up.Short(b.Exact.Epsilon), labelCorrection)}
	readings := []engine.Reading{
		exact, trueExact,
		reading("epsilon-hoeffding", "by Hoeffding's bound", "ε", b.Hoeffding, known.AtMost,
			fmt.Sprintf("ε = 2 ln((n-j+c)/(j-c)) with j = n·flip and c = √(n ln(1/(1-P))/2), n = %s, flip = %s, P = %s: sufficient for %s. Defined for j > c only. "+
				"Source: %s, Proposition 2, which calls it necessary.", numeral.Count(p.Records), numeral.Short(p.Flip), numeral.Chance(p.Confidence), asked, labelPaper)),
	}
	readings = append(readings, printedReadings(p)...)
	return append(readings, savingReading(b),
		reading("epsilon-kl", "by Chernoff's bound", "ε", b.Chernoff, known.AtMost,
			fmt.Sprintf("Sufficient for %s: n·KL((j+1)/n ‖ p) = ln(1/(1-P)) solved for p < (j+1)/n, KL(a ‖ p) = a ln(a/p) + (1-a) ln((1-a)/(1-p)), rounded up. "+
				"Pr[F ≥ j+1] ≤ e^(-n·KL((j+1)/n ‖ p)) (Chernoff 1952).", asked)),
		reading("epsilon-kl-at-j", "Chernoff, at j", "ε", b.ChernoffAtJ, known.AtMost,
			fmt.Sprintf("The same bound with n·flip in the place of j+1: simpler, and looser. Sufficient for %s.", asked)),
		reading("epsilon-clt", "normal approximation", "ε", b.Normal, known.Estimate,
			"Not a guarantee: n·flip = np + z√(np(1-p)) solved for p, z the normal quantile of P. On the paper's tables it is below the exact budget in 33 of 100 cells."),
		reading("epsilon-clt-corrected", "normal, corrected", "ε", b.NormalCorrected, known.Estimate,
			"Not a guarantee: the same with j + 1/2 in the place of n·flip (continuity correction). On the paper's tables it is below the exact budget in all 100 cells."),
		engine.Reading{Name: "flips-allowed", Label: "flips allowed", Symbol: "j", Value: p.Allowed(), Style: numeral.Whole,
			Why: fmt.Sprintf("j = ⌊n·flip⌋ = ⌊%s·%s⌋; the flip share counts as the decimal that was typed.", numeral.Count(p.Records), numeral.Short(p.Flip))},
	)
}

// printedReadings is the paper's cell for the promise, where it has one.
func printedReadings(p labels.Promise) []engine.Reading {
	table, value, ok := labels.Printed(p)
	if !ok {
		return nil
	}
	r := engine.Reading{Name: "epsilon-printed", Label: "as printed", Symbol: "ε", Value: value, Basis: known.AsPrinted, Goal: known.Lower,
		Beside: "Table " + table,
		Why: fmt.Sprintf("The cell of Table %s of %s at n = %s and %s. All 94 printed cells are Hoeffding's bound to their three decimals.",
			table, labelPaper, numeral.Count(p.Records), numeral.Chance(p.Flip))}
	if math.IsNaN(value) {
		r.Missing, r.Beside = "an empty cell", ""
		r.Why = fmt.Sprintf("Table %s of %s leaves this cell empty as \"not applicable\". That is the limit of Hoeffding's bound, not of the mechanism: the exact budget exists.", table, labelPaper)
	}
	return []engine.Reading{r}
}

// savingReading is how much less the exact budget is than the paper's bound.
func savingReading(b labels.Budgets) engine.Reading {
	r := engine.Reading{Name: "saving", Label: "saved by exactness", Symbol: "1 - ε*/ε", Value: 1 - b.Exact.Epsilon/b.Hoeffding.Epsilon, Style: numeral.Percent, Goal: known.Higher}
	switch {
	case b.Hoeffding.Missing != "":
		r.Value, r.Missing = math.NaN(), "no bound"
		r.Why = "Hoeffding's bound promises nothing here at any ε; the exact budget is the only answer."
	case b.Hoeffding.Epsilon == 0:
		r.Value, r.Missing = math.NaN(), "none needed"
		r.Why = "Fair coins keep the promise, and Hoeffding's bound says so too."
	default:
		r.Why = fmt.Sprintf("Hoeffding's bound asks for ε = %s, the promise needs %s.", numeral.Up.Short(b.Hoeffding.Epsilon), numeral.Up.Short(b.Exact.Epsilon))
		if b.Exact.Epsilon > 0 {
			r.Beside = "bound " + times(b.Hoeffding.Epsilon/b.Exact.Epsilon)
		}
	}
	return r
}

func budgetFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	p := readPromise(v)
	over, err := budgetPictures.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	f := engine.Figure{
		Title:    "least nominal budget for the promise",
		Settings: []engine.Setting{{Name: "n", Value: p.Records}, {Name: "flip", Value: p.Flip}, {Name: "confidence", Value: p.Confidence}},
		Readings: promiseReadings(p),
	}
	switch over {
	case "table":
		drawBudgetTable(&f, p)
	case "share":
		err = drawBudgetsOverShares(ctx, &f, p)
	default:
		err = drawBudgetsOverRecords(ctx, &f, p)
	}
	f.Notes = promiseNotes(p, over)
	return f, err
}

// budgetMethods are the curves of the picture.
var budgetMethods = []struct {
	name, title string
	basis       known.Basis
	of          func(labels.Promise) labels.Budget
}{
	{"exact", "exact", known.Exact, labels.Promise.Exact},
	{"chernoff", "Chernoff", known.AtMost, labels.Promise.Chernoff},
	{"hoeffding", "Hoeffding (paper)", known.AtMost, labels.Promise.Hoeffding},
	{"normal", "normal (no guarantee)", known.Estimate, labels.Promise.Normal},
}

// budgetCurves answers the promise at every x in every way; a bound that
// promises nothing, and on a logarithmic axis a budget of zero, breaks its line.
func budgetCurves(ctx context.Context, xs []float64, at func(x float64) labels.Promise) ([]engine.Mark, error) {
	var marks []engine.Mark
	for _, method := range budgetMethods {
		curve := engine.Curve{Name: method.name, Title: method.title, Basis: method.basis, X: xs, Y: make([]float64, len(xs))}
		for i, x := range xs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			curve.Y[i] = drawable(method.of(at(x)).Epsilon)
		}
		marks = append(marks, curve)
	}
	return marks, nil
}

// drawable leaves out what a logarithmic axis cannot show.
func drawable(p float64) float64 {
	if p == 0 {
		return math.NaN()
	}
	return p
}

// budgetAxis begins and ends at 1, 2 or 5 of a decade, so that it moves in
// steps.
func budgetAxis(marks []engine.Mark) engine.Axis {
	low, high := math.Inf(1), 1.
	for _, m := range marks {
		if curve, ok := m.(engine.Curve); ok {
			for _, epsilon := range curve.Y {
				if epsilon > 0 {
					low, high = min(low, epsilon), max(high, epsilon)
				}
			}
		}
	}
	low, high = min(max(low, 1e-6), 1), min(high, 100)
	const hair = 1e-9 // an end that missed its tick by rounding is on it
	return engine.Axis{Name: "epsilon", Label: "ε, nominal", Log: true,
		Low: ticks.AtMost(low * (1 + hair)), High: ticks.AtLeast(high * (1 - hair))}
}

func drawBudgetsOverRecords(ctx context.Context, f *engine.Figure, p labels.Promise) (err error) {
	const samples = 121
	most := 1e7
	if p.Records > most {
		most = 1e12
	}
	f.X = engine.Axis{Name: "n", Label: "n, records", Style: numeral.Whole, Log: true, Low: 1, High: most}
	f.Series = "method"
	records := grid.Log(1, most, samples)
	for i, n := range records {
		records[i] = math.Round(n)
	}
	with := func(n float64) labels.Promise {
		return labels.Promise{Records: n, Flip: p.Flip, Confidence: p.Confidence}
	}
	f.Marks, err = budgetCurves(ctx, slices.Compact(records), with)
	withPrinted(f, p, func(t labels.Table) []float64 { return t.Records }, with,
		engine.Rule{Name: "n", Title: "n", Vertical: true, At: p.Records, Pointer: true})
	return err
}

// withPrinted adds the paper's numbers for promises like p to the curves, at
// the values that across lists for each of its tables, and the pointer.
func withPrinted(f *engine.Figure, p labels.Promise, across func(labels.Table) []float64, at func(x float64) labels.Promise, pointer engine.Rule) {
	printed := engine.Points{Name: "printed", Title: "as printed", Basis: known.AsPrinted}
	for _, table := range labels.Tables {
		if table.Confidence != p.Confidence {
			continue
		}
		for _, x := range across(table) {
			if _, value, ok := labels.Printed(at(x)); ok && !math.IsNaN(value) {
				printed.X, printed.Y = append(printed.X, x), append(printed.Y, value)
			}
		}
	}
	f.Y = budgetAxis(f.Marks)
	if len(printed.X) > 0 {
		f.Marks = append(f.Marks, printed)
	}
	f.Marks = append(f.Marks, pointer)
}

func drawBudgetsOverShares(ctx context.Context, f *engine.Figure, p labels.Promise) (err error) {
	f.X = engine.Axis{Name: "flip", Label: "share of the labels that may flip", Low: 0, High: 1}
	f.Series = "method"
	var shares []float64
	for k := 1; k < 200; k++ {
		shares = append(shares, float64(k)/200)
	}
	with := func(share float64) labels.Promise {
		return labels.Promise{Records: p.Records, Flip: share, Confidence: p.Confidence}
	}
	f.Marks, err = budgetCurves(ctx, shares, with)
	withPrinted(f, p, func(t labels.Table) []float64 { return t.Flips }, with,
		engine.Rule{Name: "flip", Title: "flip", Vertical: true, At: p.Flip, Pointer: true})
	return err
}

// drawBudgetTable lays out the rows and columns of the paper's tables at the
// present confidence, by what exactness saves; the export has every cell in
// every way.
func drawBudgetTable(f *engine.Figure, p labels.Promise) {
	table := labels.Tables[0]
	for _, t := range labels.Tables {
		if t.Confidence == p.Confidence {
			table = t
		}
	}
	cells := labels.Table{Confidence: p.Confidence, Records: table.Records, Flips: table.Flips, Printed: table.Printed}.Cells()
	f.X = engine.Axis{Name: "flip", Label: "share of the labels that may flip"}
	f.Y = engine.Axis{Name: "n", Label: "records"}
	f.Series = "table"
	f.Title = "least nominal ε, exactly"
	f.Settings = []engine.Setting{{Name: "confidence", Value: p.Confidence}}
	for _, flip := range table.Flips {
		f.X.Words = append(f.X.Words, numeral.Count(100*flip)+"%")
	}
	for _, n := range table.Records {
		f.Y.Words = append(f.Y.Words, numeral.Count(n))
	}
	field := engine.Field{
		Name: "saving_over_hoeffding", Classes: []string{"under-10-percent", "10-to-25-percent", "over-25-percent", "exact-only"},
		Titles: []string{"saves under 10 %", "10 to 25 %", "over 25 %", "the bound has no answer"},
	}
	columns := []engine.FieldColumn{
		{Name: "epsilon_exact"}, {Name: "epsilon_true_exact"}, {Name: "epsilon_printed"}, {Name: "epsilon_hoeffding"}, {Name: "epsilon_kl"},
		{Name: "epsilon_kl_at_j"}, {Name: "epsilon_clt"}, {Name: "epsilon_clt_corrected"}, {Name: "saving"},
	}
	for i := range table.Flips {
		field.X = append(field.X, float64(i))
	}
	for j := range table.Records {
		field.Y = append(field.Y, float64(j))
	}
	for _, cell := range cells {
		saving := 1 - cell.Exact.Epsilon/cell.Hoeffding.Epsilon
		printed := cell.Printed.Epsilon
		if p.Confidence != table.Confidence {
			printed = math.NaN()
		}
		field.Class = append(field.Class, savingClass(cell.Budgets))
		field.Text = append(field.Text, cellText(cell.Exact.Epsilon))
		for k, value := range []float64{
			cell.Exact.Epsilon, cell.Exact.True(), printed, cell.Hoeffding.Epsilon, cell.Chernoff.Epsilon,
			cell.ChernoffAtJ.Epsilon, cell.Normal.Epsilon, cell.NormalCorrected.Epsilon, saving,
		} {
			columns[k].Values = append(columns[k].Values, value)
		}
	}
	field.Extra = columns
	f.Marks = []engine.Mark{field}
}

// cellText writes a budget in four or five characters, rounded up so that it is
// enough.
func cellText(epsilon float64) string {
	if epsilon >= 10 {
		return numeral.Up.Short(epsilon)
	}
	return strconv.FormatFloat(math.Ceil(100*epsilon-1e-9)/100, 'f', 2, 64)
}

// savingClass says how much less the exact budget is than Hoeffding's bound.
func savingClass(b labels.Budgets) int {
	switch saving := 1 - b.Exact.Epsilon/b.Hoeffding.Epsilon; {
	case b.Hoeffding.Missing != "":
		return 3
	case saving > 0.25:
		return 2
	case saving > 0.1:
		return 1
	}
	return 0
}

// promiseNotes say what to see, and warn of what does not keep the promise.
func promiseNotes(p labels.Promise, over string) []engine.Note {
	exact, hoeffding, normal := p.Exact(), p.Hoeffding(), p.Normal()
	var notes []engine.Note
	switch {
	case over == "table":
		notes = append(notes, engine.Note{Text: "Every cell has an exact budget, the paper's empty ones too; the shades tell what it saves against the paper's bound, the export lists each in every way."})
	case exact.Epsilon == 0:
		notes = append(notes, engine.Note{Text: "Fair coins already keep this promise: no budget is needed."})
	case hoeffding.Missing != "":
		notes = append(notes, engine.Note{Text: "The paper's bound promises nothing here at any ε; the exact budget is " + numeral.Up.Short(exact.Epsilon) + "."})
	default:
		notes = append(notes, engine.Note{Text: "The exact budget lies below every bound: the paper's asks for " + times(hoeffding.Epsilon/exact.Epsilon) + " as much."})
	}
	if normal.Epsilon < exact.Epsilon {
		notes = append(notes, engine.Note{Warning: true, Text: "The normal approximation is too small here: plan with the exact budget."})
	}
	return notes
}
