package views

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var (
	stripRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records, each a cell of the picture.",
		Min:  1, Max: 20000, Low: 1, High: 5000, Default: 240, Scale: param.Count}
	stripSeed = param.Param{Name: "seed", Symbol: "seed", Help: "Start of the random numbers: the same seed draws the same labels.",
		Min: 1, Max: 1e9, Low: 1, High: 1000, Default: 1, Scale: param.Count, Role: param.Aside}

	// samplers are the two ways of drawing one labelling.
	samplers = param.Menu[stripSampler]{Name: "sampler", Label: "drawn by",
		Help: "How the labels are flipped; the law is the same.",
		Kinds: []param.Kind[stripSampler]{
			{Name: "independent", Title: "a coin per label", Help: "One fixed random number per record, so that the flips are nested as ε moves.",
				Source: labelCorrection, New: func(param.Values) (stripSampler, error) { return flipIndependently, nil }},
			{Name: "two-step", Title: "number, then which", Help: "The number of flips is drawn first, then which labels, uniformly.",
				Source: labelPaper + ", section II", New: func(param.Values) (stripSampler, error) { return flipInTwoSteps, nil }},
		}}
)

// stripStream keeps the random numbers of this view apart from those of others.
const stripStream = 0x9E3779B97F4A7C15

// stripSampler says which of n labels are flipped.
type stripSampler func(m mechanisms.LabelFlip, n int, rng *rand.Rand) []bool

func flipIndependently(m mechanisms.LabelFlip, n int, rng *rand.Rand) []bool {
	return mechanisms.NewLabelThresholds(n, rng).Flipped(m)
}

func flipInTwoSteps(m mechanisms.LabelFlip, n int, rng *rand.Rand) []bool {
	flipped := make([]bool, n)
	for _, i := range m.TwoStep(n, rng) {
		flipped[i] = true
	}
	return flipped
}

var flips = figureView{
	Name:     "flips",
	Group:    view.Labels,
	Title:    "A strip of private labels",
	Question: "How many of my labels will flip?",
	About: "One draw of n private labels, a cell each. The exponential mechanism on labellings flips every label with the same chance, " +
		"independently of the others: it is randomised response.",
	Source: labelPaper + ", section II; " + labelCorrection,
	Form:   param.Form{Choices: []param.Choice{samplers}, Params: []param.Param{mechanisms.LabelEpsilon, stripRecords, stripSeed}},
	Figure: flipsFigure,
	Presets: []view.Preset{
		{Name: "start", Title: "Label privacy at ε = 1: more than a third of the labels flip", Query: "sampler=independent&epsilon=1&n=240&seed=1"},
		{Name: "private", Title: "At ε = 0.1 nearly half flip, and hardly any signal is left", Query: "sampler=independent&epsilon=0.1&n=240&seed=1"},
		{Name: "weak", Title: "At ε = 10 a label in 149 flips", Query: "sampler=independent&epsilon=10&n=2400&seed=1"},
		{Name: "two-step", Title: "The paper's sampler: another draw, the same law", Query: "sampler=two-step&epsilon=1&n=240&seed=1"},
		{Name: "coins", Title: "ε = 0 is a fair coin for every label", Query: "sampler=independent&epsilon=0&n=240&seed=1"},
	},
}

func flipsFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	m, err := readLabelFlip(v)
	if err != nil {
		return engine.Figure{}, err
	}
	sampler, err := samplers.Picked(v)
	if err != nil {
		return engine.Figure{}, err
	}
	draw, err := sampler.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	n, seed := int(v.Get(stripRecords)), uint64(v.Get(stripSeed))
	flipped := draw(m, n, rand.New(rand.NewPCG(seed, stripStream)))
	count := 0
	for _, f := range flipped {
		if f {
			count++
		}
	}
	field := strip(flipped)
	f := engine.Figure{
		Title: "labels kept and flipped",
		X:     engine.Axis{Name: "place", Label: "place in the row", Style: numeral.Whole, Low: 0.5, High: float64(len(field.X)) + 0.5},
		Y:     engine.Axis{Name: "row_from", Label: "first record of the row", Words: rowWords(len(field.X), len(field.Y))},
		Settings: []engine.Setting{
			{Name: "sampler", Word: sampler.Name}, {Name: "epsilon", Value: m.Nominal}, {Name: "epsilon_true", Value: m.True},
			{Name: "n", Value: float64(n)}, {Name: "seed", Value: float64(seed)},
		},
		Marks:    []engine.Mark{field},
		Readings: stripReadings(m, n, count, seed),
		Seed:     seed,
	}
	if sampler.Name == "two-step" {
		f.Notes = []engine.Note{{Text: "The number of flips is drawn first, then which labels: every ε draws anew, but the law is that of a coin per label."}}
	} else {
		f.Notes = []engine.Note{{Text: "Every record keeps its own random number: raise ε, and flipped labels only ever return to the truth."}}
	}
	return f, nil
}

// rowWords names every row by its first record.
func rowWords(width, height int) []string {
	words := make([]string, height)
	for j := range words {
		words[j] = numeral.Count(float64(j*width + 1))
	}
	return words
}

// strip lays the labels out row by row, the first at the upper left, about
// four times as wide as high: a cell of the terminal is half as wide as high,
// and a page is wide.
func strip(flipped []bool) engine.Field {
	n := len(flipped)
	width := min(int(math.Ceil(math.Sqrt(4*float64(n)))), n)
	if n <= 400 { // narrow enough for every cell to have its own column on a small screen
		width = min(width, 25)
	}
	height := (n + width - 1) / width
	f := engine.Field{
		Name: "label", Classes: []string{"kept", "flipped"},
		X: make([]float64, width), Y: make([]float64, height), Class: make([]int, width*height),
	}
	record := engine.FieldColumn{Name: "record", Values: make([]float64, width*height)}
	for i := range f.X {
		f.X[i] = float64(i + 1)
	}
	for j := range f.Y {
		f.Y[j] = float64(j)
	}
	for k := range f.Class {
		f.Class[k], record.Values[k] = -1, math.NaN()
		if k < n {
			f.Class[k], record.Values[k] = 0, float64(k+1)
			if flipped[k] {
				f.Class[k] = 1
			}
		}
	}
	f.Extra = []engine.FieldColumn{record}
	return f
}

func stripReadings(m mechanisms.LabelFlip, n, count int, seed uint64) []engine.Reading {
	law := m.Flips(float64(n))
	share := float64(count) / float64(n)
	return []engine.Reading{
		{Name: "flipped", Label: "labels flipped", Symbol: "F", Value: float64(count), Style: numeral.Whole,
			Beside: "expected " + numeral.Short(law.Mean()),
			Why: fmt.Sprintf("Counted in this draw (seed %d). F is binomial: mean n·p = %d·%s = %s, standard deviation √(np(1-p)) = %s.",
				seed, n, numeral.Short(m.Flip), numeral.Short(law.Mean()), numeral.Short(law.Deviation()))},
		{Name: "flipped-share", Label: "share flipped", Symbol: "F/n", Value: share, Style: numeral.Percent,
			Why: fmt.Sprintf("F/n = %d/%d in this draw; it concentrates on p as n grows (the law of large numbers, the same for randomised response).", count, n)},
		labelFlipChance(m),
		labelCost(m),
		labelContraction(m),
	}
}
