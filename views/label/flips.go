package label

import (
	"context"
	"slices"
	"sync"

	"dpscope/engine/labelling"
	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	stripRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records, each a cell of the picture.",
		Min:  1, Max: 20000, Low: 1, High: 5000, Default: 240, Scale: param.Count}

	samplers = param.Menu[sampler]{Name: "sampler", Label: "sampler",
		Help: "How the labels are flipped; the distribution is the same.",
		Kinds: []param.Kind[sampler]{
			control.Option("independent", "one coin per label", "One fixed random number per record, so that the flips are nested as ε moves.",
				correction,
				sampler{labelling.CoinPerLabel, "Every record keeps its own random number: raising ε only ever un-flips labels."}),
			control.Option("two-step", "number of flips first", "The number of flips is drawn first, then which labels, uniformly.",
				paper+", section II",
				sampler{labelling.NumberFirst, "The number of flips is drawn first, then which labels: every ε draws anew, but the distribution is the same as with one coin per label."}),
		}}
)

// sampler is a way of drawing one labelling, with what to see of it.
type sampler struct {
	draw  labelling.Sampler
	sight string
}

// Flips shows one draw of labels, or every possible outcome for a few labels.
var Flips = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: one draw of many labels, or every outcome for a few.",
	Sides: []view.Side{{View: oneDraw, Is: param.Option{Name: "strip", Title: "one draw", Source: paper + ", section II",
		Help: "A cell for each label, kept or flipped."}}, {View: everyOutcome}}}.View()

// oneDraw draws the labels of some records once.
var oneDraw = view.Of(view.Declaration[flips]{
	Name:     "flips",
	Label:    "flips",
	Also:     "flipped labels, label flipping, label noise, label dp",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Runs:     "seed",
	Title:    "A strip of private labels",
	Question: "How many of my labels will flip?",
	About: "One draw of n private labels, a cell each. The exponential mechanism on labellings flips every label with the same chance, " +
		"independently of the others: it is randomised response.",
	Source: paper + ", section II; " + correction,
	Form: param.Form{Choices: []param.Choice{samplers}, Params: []param.Param{mechanisms.LabelEpsilon, stripRecords, control.Seed},
		Spelled: publishing.Spelled},
	Ask:    askFlips,
	Python: func(ctx context.Context, v param.Values, q flips) (view.Python, error) { return q.python(ctx, v), nil },
	Lead:   flipsLead,
	Filled: flips.filled,
	Sees:   view.Beside([]view.Sees{publishing.Sees}, view.Trainer),
	Readings: slices.Concat([]view.Entry[flips]{expectedFlips, flipsDeviation, flippedLabels, flippedShare, drawTail},
		publishing.Attackers[flips](view.Shown),
		[]view.Entry[flips]{publishing.Stated[flips](), publishing.FlipChance[flips](view.Folded),
			contractionCoefficient[flips](view.Folded)}),
	Tries: []view.Try{
		{When: view.Picks(samplers, "independent"), On: "epsilon", Do: view.MuchMore,
			Called: "ε", Shows: "the flipped labels turn back one by one, and none flips anew."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "another draw, in which fewer labels flip on average."}},
	Draw: sheetOf(flips.picture),
	Presets: []view.Preset{
		{Name: "quarter", Title: "Label privacy at ε = 1: more than a quarter of the labels flip",
			Query: "sampler=independent&epsilon=1&n=240&seed=2"},
		{Name: "paper", Title: "The paper's ε = 1 spends 0.5: more than a third of the labels flip",
			Query: "sampler=independent&epsilon=0.5&n=240&seed=2"},
		{Name: "private", Title: "At ε = 0.05 nearly half flip, and hardly any signal is left",
			Query: "sampler=independent&epsilon=0.05&n=240&seed=1"},
		{Name: "weak", Title: "At ε = 5 a label in 149 flips", Query: "sampler=independent&epsilon=5&n=2400&seed=1"},
		{Name: "two-step", Title: "The paper's sampler: another draw, the same distribution", Query: "sampler=two-step&epsilon=0.5&n=240&seed=1"},
		{Name: "coins", Title: "ε = 0 is a fair coin for every label", Query: "sampler=independent&epsilon=0&n=240&seed=1"},
	},
})

// flips asks how one draw of labels comes out.
type flips struct {
	published
	kind  string // of sampler
	sight string
	n     int
	seed  uint64
	draw  func() labelling.Draw // drawn once
}

func askFlips(_ context.Context, v param.Values) (flips, error) {
	q := flips{n: int(v.Get(stripRecords)), seed: uint64(v.Get(control.Seed))}
	var err error
	if q.published, err = askPublished(v); err != nil {
		return q, err
	}
	kind, err := samplers.Picked(v)
	if err != nil {
		return q, err
	}
	s, err := kind.New(v)
	if err != nil {
		return q, err
	}
	q.kind, q.sight = kind.Name, s.sight
	q.draw = sync.OnceValue(func() labelling.Draw { return s.draw(q.m, q.n, q.seed) })
	return q, nil
}

// flips returns the law that the draw follows.
func (q flips) flips() binomial.Law { return q.m.Flips(float64(q.n)) }
