package label

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	stripRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records, each a cell of the picture.",
		Min:  1, Max: 20000, Low: 1, High: 5000, Default: 240, Scale: param.Count}

	samplers = param.Menu[sampler]{Name: "sampler", Label: "drawn by",
		Help: "How the labels are flipped; the law is the same.",
		Kinds: []param.Kind[sampler]{
			option("independent", "a coin per label", "One fixed random number per record, so that the flips are nested as ε moves.", correction,
				sampler{labels.CoinPerLabel, "Every record keeps its own random number: raise ε, and flipped labels only ever return to the truth."}),
			option("two-step", "number, then which", "The number of flips is drawn first, then which labels, uniformly.", paper+", section II",
				sampler{labels.NumberFirst, "The number of flips is drawn first, then which labels: every ε draws anew, but the law is that of a coin per label."}),
		}}
)

// sampler is a way of drawing one labelling, and what is seen of it.
type sampler struct {
	draw  labels.Sampler
	sight string
}

// Flips draws the labels of some records once.
var Flips = view.Of(view.Declaration[strip]{
	Name:     "flips",
	Group:    view.Labels,
	Title:    "A strip of private labels",
	Question: "How many of my labels will flip?",
	About: "One draw of n private labels, a cell each. The exponential mechanism on labellings flips every label with the same chance, " +
		"independently of the others: it is randomised response.",
	Source: paper + ", section II; " + correction,
	Form:   param.Form{Choices: []param.Choice{samplers}, Params: []param.Param{mechanisms.LabelEpsilon, stripRecords, control.Seed}},
	Ask:    askStrip,
	Readings: []view.Entry[strip]{
		flippedLabels, flippedShare, flipChance[strip](), privacyCost[strip](), contraction[strip](),
	},
	Draw: sheetOf(strip.picture),
	Presets: []view.Preset{
		{Name: "start", Title: "Label privacy at ε = 1: more than a third of the labels flip", Query: "sampler=independent&epsilon=1&n=240&seed=1"},
		{Name: "private", Title: "At ε = 0.1 nearly half flip, and hardly any signal is left", Query: "sampler=independent&epsilon=0.1&n=240&seed=1"},
		{Name: "weak", Title: "At ε = 10 a label in 149 flips", Query: "sampler=independent&epsilon=10&n=2400&seed=1"},
		{Name: "two-step", Title: "The paper's sampler: another draw, the same law", Query: "sampler=two-step&epsilon=1&n=240&seed=1"},
		{Name: "coins", Title: "ε = 0 is a fair coin for every label", Query: "sampler=independent&epsilon=0&n=240&seed=1"},
	},
})

// strip asks how one draw of labels comes out.
type strip struct {
	published
	kind  string
	sight string
	seed  uint64
	draw  labels.Draw
}

func askStrip(_ context.Context, v param.Values) (strip, error) {
	q := strip{seed: uint64(v.Get(control.Seed))}
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
	q.kind, q.sight, q.draw = kind.Name, s.sight, s.draw(q.m, int(v.Get(stripRecords)), q.seed)
	return q, nil
}

// records is the number of labels drawn.
func (q strip) records() float64 { return float64(len(q.draw)) }

var flippedLabels = view.Reading[strip]{Name: "flipped", Label: "labels flipped", Symbol: "F", Style: numeral.Whole,
	Value:  view.Exactly(func(q strip) float64 { return q.draw.Flipped() }),
	Beside: view.Remark(func(q strip, _ known.Value) string { return "expected " + numeral.Short(q.m.Flips(q.records()).Mean()) }),
	Why: view.Because(func(q strip, _ known.Value) engine.Why {
		law := q.m.Flips(q.records())
		return engine.Why{
			Formula: "Counted in one draw. F is binomial: mean n·p, standard deviation √(np(1-p)).",
			With: fmt.Sprintf("Drawn from seed %d. The mean is %d·%s = %s, the standard deviation %s.",
				q.seed, len(q.draw), numeral.Short(q.m.Flip), numeral.Short(law.Mean()), numeral.Short(law.Deviation())),
		}
	})}

var flippedShare = view.Reading[strip]{Name: "flipped-share", Label: "share flipped", Symbol: "F/n", Style: numeral.Percent,
	Value: view.Exactly(func(q strip) float64 { return q.draw.Share() }),
	Why: view.Because(func(q strip, _ known.Value) engine.Why {
		return engine.Why{
			Formula: "F/n in one draw; it concentrates on p as n grows (the law of large numbers, the same for randomised response).",
			With:    fmt.Sprintf("F/n = %.0f/%d, drawn from seed %d.", q.draw.Flipped(), len(q.draw), q.seed),
		}
	})}

// picture shows a cell per label, row by row.
func (q strip) picture() engine.Sheet {
	s := q.draw.Strip()
	f := engine.Figure{
		Title: "labels kept and flipped",
		X:     engine.Axis{Name: "place", Label: "place in the row", Style: numeral.Whole, Low: 0.5, High: float64(s.Width) + 0.5},
		Y:     engine.Axis{Name: "row_from", Label: "first record of the row"},
		Settings: []engine.Setting{
			{Name: "sampler", Word: q.kind}, {Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True},
			{Name: "n", Value: q.records()}, {Name: "seed", Value: float64(q.seed)},
		},
		Marks: []engine.Mark{engine.Field{
			Name: "label", Classes: []string{"kept", "flipped"},
			X: steps(1, s.Width), Y: steps(0, s.Height), Class: s.Label,
			Extra: []engine.FieldColumn{{Name: "record", Values: s.Record}},
		}},
		Seed: q.seed,
	}
	for row := range s.Height { // named by its first record
		f.Y.Words = append(f.Y.Words, numeral.Count(s.Record[row*s.Width]))
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sight}}}
}
