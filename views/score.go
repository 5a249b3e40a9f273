package views

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var (
	keptLabels = param.Param{Name: "kept", Symbol: "q", Label: "labels kept", Unit: "labels",
		Help: "A number of labels kept, at most n, whose probability is read.",
		Min:  0, Max: binomial.MaxTrials, Low: 1, High: 1e9, Default: 50, Scale: param.Count}

	lawPictures = param.Menu[string]{Name: "law", Label: "drawn as",
		Help: "How the law of the flipped share is drawn.",
		Kinds: []param.Kind[string]{
			option("mass", "probabilities", "The probability of every number of flips.", labelPaper+", Fig. 4"),
			option("distribution", "distribution function", "Pr[F/n ≤ x], beside those of n = 10 to 10,000.", labelPaper+", Fig. 2"),
		}}
)

var score = figureView{
	Name:     "score",
	Group:    view.Labels,
	Title:    "The law of the labels kept",
	Question: "Will at least half of the labels stay true?",
	About: "The number of labels that the mechanism keeps is binomial. Success, as the paper has it, is at least half kept; it says little about " +
		"learning, for which see the signal kept.",
	Source: labelPaper + ", sections II and III, Fig. 2 and 4; " + labelCorrection,
	Form: param.Form{
		Choices: []param.Choice{lawPictures, ties},
		Params:  []param.Param{mechanisms.LabelEpsilon, labelRecords, keptLabels},
	},
	Figure:   scoreFigure,
	Readings: scoreReadings,
	Presets: []view.Preset{
		{Name: "start", Title: "100 labels at ε = 1", Query: "law=mass&ties=count&epsilon=1&n=100&kept=50"},
		{Name: "figure-2", Title: "The paper's Fig. 2: the flipped share concentrates, ε = 1.5", Query: "law=distribution&ties=count&epsilon=1.5&n=1000&kept=679"},
		{Name: "figure-4", Title: "The paper's Fig. 4: nine labels that flip with chance 0.3", Query: "law=mass&ties=count&epsilon=1.6945957207744073&n=9&kept=6"},
		{Name: "figure-4-coins", Title: "Fig. 4 again: nine fair coins", Query: "law=mass&ties=count&epsilon=0&n=9&kept=4"},
		{Name: "not-learning", Title: "Success is all but certain, yet one eighth of the signal is left", Query: "law=mass&ties=count&epsilon=0.5&n=1000&kept=500"},
		{Name: "two-labels", Title: "Two labels and a tie", Query: "law=mass&ties=strict&epsilon=1&n=2&kept=1"},
		{Name: "a-thousand-million", Title: "A thousand million labels: no chance is left in the share", Query: "law=mass&ties=count&epsilon=0.001&n=1e9&kept=5e8"},
	},
}

// scoreQuestion is what the controls of the view ask.
type scoreQuestion struct {
	m       mechanisms.LabelFlip
	n, kept float64
	ties    bool
}

func readScoreQuestion(v param.Values) (q scoreQuestion, err error) {
	q.n, q.kept = v.Get(labelRecords), v.Get(keptLabels)
	if q.ties, err = ties.New(v); err != nil {
		return q, err
	}
	q.m, err = readLabelFlip(v)
	return q, err
}

// fails is the least number of flips that is a failure.
func (q scoreQuestion) fails() float64 {
	if q.ties {
		return math.Floor(q.n/2) + 1
	}
	return math.Ceil(q.n / 2)
}

func scoreReadings(_ context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readScoreQuestion(v)
	if err != nil {
		return nil, err
	}
	return q.readings(), nil
}

func (q scoreQuestion) readings() []engine.Reading {
	s := labels.ScoreOf(q.m, q.n)
	binomially := fmt.Sprintf("F = n - q flips, binomial with n = %s and p = %s", numeral.Count(q.n), numeral.Short(q.m.Flip))
	loose := engine.Reading{Name: "success", Label: "at least half kept", Symbol: "Pr[q ≥ n/2]", Value: s.Success, Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("Pr[F ≤ %s] with %s; a tie counts as success. The tail is summed from its boundary, never one minus the other. "+
			"Source: %s, Corollary 1, whose sum as printed starts one too low for odd n.", numeral.Count(math.Floor(q.n/2)), binomially, labelPaper)}
	strict := engine.Reading{Name: "success-strict", Label: "more than half kept", Symbol: "Pr[q > n/2]", Value: s.SuccessStrict, Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("Pr[F ≤ %s] with %s; a tie counts as failure. For odd n there is no tie.", numeral.Count(math.Ceil(q.n/2)-1), binomially)}
	failure := engine.Reading{Name: "ln-failure", Label: "ln of failing", Symbol: "ln Pr[q < n/2]", Value: s.LogFailure, Goal: known.Lower,
		Beside: chanceOf(s.LogFailure),
		Why:    fmt.Sprintf("The natural logarithm of Pr[F > %s], %s; exact also where the probability underflows.", numeral.Count(math.Floor(q.n/2)), binomially)}
	loose.Beside, strict.Beside = allBut(s.Success, s.LogFailure), allBut(s.SuccessStrict, s.LogFailureStrict)
	successes := []engine.Reading{loose, strict}
	if !q.ties {
		successes = []engine.Reading{strict, loose}
		failure.Symbol, failure.Value, failure.Beside = "ln Pr[q ≤ n/2]", s.LogFailureStrict, chanceOf(s.LogFailureStrict)
		failure.Why = fmt.Sprintf("The natural logarithm of Pr[F ≥ %s], a tie among them, %s.", numeral.Count(math.Ceil(q.n/2)), binomially)
	}
	return append(successes,
		labelCost(q.m),
		labelContraction(q.m),
		labelFlipChance(q.m),
		failure,
		q.keptReading(),
		engine.Reading{Name: "mean-flipped", Label: "labels flipped, mean", Symbol: "np", Value: s.MeanFlipped, Goal: known.Lower,
			Why: fmt.Sprintf("n·p = %s·%s.", numeral.Count(q.n), numeral.Short(q.m.Flip))},
		engine.Reading{Name: "sd-flipped", Label: "their deviation", Symbol: "√(np(1-p))", Value: s.DeviationFlipped,
			Why: fmt.Sprintf("The standard deviation of the number of flips, √(n·p·(1-p)) = √(%s·%s·%s).", numeral.Count(q.n), numeral.Short(q.m.Flip), numeral.Short(q.m.Keep))},
	)
}

// allBut says what a probability that rounds to one falls short by.
func allBut(p, logRest float64) string {
	if p < 1 || math.IsInf(logRest, -1) {
		return ""
	}
	return "but " + chanceOf(logRest)
}

// keptReading is ln Pr[q = kept].
func (q scoreQuestion) keptReading() engine.Reading {
	count := numeral.Count(q.kept)
	r := engine.Reading{Name: "ln-probability-kept", Label: "ln of q labels kept", Symbol: "ln Pr[q = " + count + "]", Value: math.NaN()}
	if q.kept > q.n {
		r.Missing = "q is above n"
		r.Why = fmt.Sprintf("%s labels cannot be kept of %s; 0 to %s would do.", count, numeral.Count(q.n), numeral.Count(q.n))
		return r
	}
	r.Value = labels.Kept(q.m, q.n).LogProb(q.kept)
	r.Beside = chanceOf(r.Value)
	r.Why = fmt.Sprintf("ln Pr[q = %s] = ln C(n, q) + q ln(1-p) + (n-q) ln p, n = %s, p = %s, in Loader's saddle-point form, which loses no digits to cancellation.",
		count, numeral.Count(q.n), numeral.Short(q.m.Flip))
	return r
}

func scoreFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	q, err := readScoreQuestion(v)
	if err != nil {
		return engine.Figure{}, err
	}
	law, err := lawPictures.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	f := engine.Figure{
		X:        engine.Axis{Name: "flipped_share", Label: "share of the labels flipped, F/n", Low: 0, High: 1},
		Series:   "records",
		Settings: []engine.Setting{{Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True}},
		Readings: q.readings(),
	}
	if law == "distribution" {
		q.drawDistribution(&f)
	} else {
		q.drawMass(&f)
	}
	if q.kept <= q.n {
		f.Marks = append(f.Marks, engine.Rule{Name: "kept", Title: "q", Vertical: true, At: 1 - q.kept/q.n, Pointer: true})
	}
	return f, nil
}

// mostBars is more than a wide screen has columns.
const mostBars = 400

func (q scoreQuestion) drawMass(f *engine.Figure) {
	picture := labels.FlippedBins(q.m, q.n, mostBars)
	bars := engine.Bars{Name: "n=" + numeral.Count(q.n), Title: "flipped"}
	fails := q.fails()
	for _, b := range picture.Bins {
		bars.X = append(bars.X, (b.From+b.To)/2/q.n)
		bars.Y = append(bars.Y, b.Prob)
		bars.Marked = append(bars.Marked, b.To < fails)
	}
	f.Title = "probability of each number of flips"
	f.Settings = append(f.Settings, engine.Setting{Name: "n", Value: q.n})
	f.Y = engine.Axis{Name: "probability", Label: "probability"}
	if picture.Width > 1 {
		f.Title = "probability of " + numeral.Count(picture.Width) + " numbers of flips together"
		f.Settings = append(f.Settings, engine.Setting{Name: "numbers_together", Value: picture.Width})
	}
	f.X.Low, f.X.High = shareReach(q.m.Flip, picture.Bins[0].From/q.n, picture.Bins[len(picture.Bins)-1].To/q.n)
	f.Marks = []engine.Mark{bars, engine.Rule{Name: "half", Title: "half", Vertical: true, At: 0.5}}
	where := "Left of half, half included, is success: at least half of the labels keep their truth."
	if !q.ties {
		where = "Left of half, half left out, is success: more than half of the labels keep their truth."
	}
	if f.X.High < 0.5 {
		where = fmt.Sprintf("Everything in sight is success: half lies %s standard deviations to the right.", numeral.Short((0.5-q.m.Flip)*math.Sqrt(q.n/(q.m.Flip*q.m.Keep))))
	}
	f.Notes = []engine.Note{{Text: where}}
}

// shareReach is the range of shares to show: [0, 1] while the law fills a fair
// part of it, then ever shorter ranges around p, so that the axis moves in
// steps.
func shareReach(p, from, to float64) (low, high float64) {
	low, high = 0, 1
	for span := 0.5; span >= 1e-7 && to-from < 0.4*span; span = ticks.Below(span) {
		quarter := span / 4
		low = max(math.Round((p-span/2)/quarter)*quarter, 0)
		high = low + span
	}
	return low, high
}

// figure2Records are the sizes drawn beside the user's own; the paper prints
// none.
var figure2Records = []float64{10, 50, 100, 500, 1000, 10000}

func (q scoreQuestion) drawDistribution(f *engine.Figure) {
	f.Title = "distribution of the flipped share"
	f.Y = engine.Axis{Name: "cumulative_probability", Label: "Pr[F/n ≤ x]", Low: 0, High: 1}
	for _, n := range figure2Records {
		if n != q.n {
			steps := distributionSteps(q.m, n)
			steps.Muted = true
			f.Marks = append(f.Marks, steps)
		}
	}
	f.Marks = append(f.Marks, distributionSteps(q.m, q.n), engine.Rule{Name: "flip-probability", Title: "p", Vertical: true, At: q.m.Flip})
	f.Notes = []engine.Note{{Text: "The more records, the closer the flipped share to p: the law of large numbers, the same for randomised response."}}
}

func distributionSteps(m mechanisms.LabelFlip, n float64) engine.Steps {
	bins := labels.FlippedBins(m, n, mostBars).Bins
	s := engine.Steps{Name: "n=" + numeral.Count(n), Title: "n = " + numeral.Count(n)}
	below := m.Flips(n).Tails(bins[0].From - 1).Below
	if bins[0].From > 0 {
		s.X, s.Y = append(s.X, 0), append(s.Y, below)
	}
	for _, b := range bins {
		below += b.Prob
		s.X, s.Y = append(s.X, b.To/n), append(s.Y, min(below, 1))
	}
	if last := len(s.X) - 1; s.X[last] < 1 {
		s.X, s.Y = append(s.X, 1), append(s.Y, 1)
	}
	return s
}
