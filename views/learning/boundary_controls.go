package learning

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// madeUp is the word for the mixture.
const madeUp = "mixture"

// planeDataKey is the key of the file; nothing is made up beside one.
const planeDataKey = "data"

// Controls of the picture of boundaries.
var (
	planeRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Simulated training records; 2,000 held-out ones judge.",
		Min:  2, Max: 20000, Low: 20, High: 10000, Default: 1000, Scale: param.Count, Without: planeDataKey}
	separation = param.Param{Name: "separation", Symbol: "s", Label: "separation",
		Help: "The positive class lies about (s, s), the negative one about the origin, both with a standard deviation of 2.",
		Min:  0, Max: 20, Low: 0, High: 10, Default: 4, Fine: 0.1, Coarse: 1, Without: planeDataKey}
	rarity = param.Param{Name: "positive", Symbol: "π", Label: "positive", Style: numeral.Percent,
		Help: "Share of the records that are positive; one record at least is.",
		Min:  0, Max: 1, Open: true, Low: 0.01, High: 0.5, Default: 0.1, Fine: 0.01, Coarse: 0.05, Without: planeDataKey}
	flipDraw = param.Param{Name: "draw", Symbol: "draw", Label: "redraw",
		Help: "Which flips, and which random steps of learning: another number redraws the noise on the same records.",
		Min:  1, Max: 1e6, Low: 1, High: 1000, Default: 1, Scale: param.Count, Role: param.Aside}

	planeData = param.Text{Name: planeDataKey, Label: "data",
		Help:    "A CSV file with two classes; \"mixture\" simulates two normal classes.",
		Default: madeUp, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"label", "features"}}
	planeLabel = param.Text{Name: "label", Label: "classes in", With: "data",
		Help: "The column of the file that has the classes; by default the last one. The rarer class is the positive one."}
	planeFeatures = param.Text{Name: "features", Label: "features", With: "data",
		Help: "Two columns of the file, with a comma between; by default the first two."}
	dividers = param.Text{Name: "learners", Label: "learners", Default: usualDividers, Among: training.Fitters.Options(), Most: 4,
		Help: "Up to four learners, side by side."}

	seenMenu = param.Menu[[]bool]{Name: "labels", Label: "labels",
		Help: "Which labels the learners are trained on: the true ones are without privacy.",
		Kinds: []param.Kind[[]bool]{
			control.Option("flipped", "flipped labels", "Labels that the exponential mechanism flipped.", paper+", section II", []bool{true}),
			control.Option("true", "true labels", "The labels as they are: no privacy.", "none", []bool{false}),
			control.Option("both", "both", "Each learner twice: on the true labels, and on flipped ones.", paper+", section II",
				[]bool{false, true}),
		}}
	averaged = param.Menu[int]{Name: "average", Label: "draws",
		Help: "One draw of the flips, or thirty: one draw shows differences that are chance.",
		Kinds: []param.Kind[int]{
			control.Option("one", "one draw", "One draw of the flips.", "none", 1),
			control.Option("thirty", "30 draws", "Means over 30 draws. Of flipped labels beside true ones a typical draw is drawn; of "+
				"one kind alone where half of the draws turn, and where at least a quarter of them does not.", "none", 30),
		}}
	shownMenu = param.Menu[bool]{Name: "points", Label: "show",
		Help: "What is shown beside the boundaries; nothing is trained again.",
		Kinds: []param.Kind[bool]{
			control.Option("shown", "records", "Some records: beside boundaries of both kinds of labels some that judge, and which of "+
				"them change class; else as many of each class as there are in proportion.", "none", true),
			control.Option("hidden", "2 sd ellipses", "Ellipses two standard deviations from the mean of each class.", "none", false),
		}}
)

// focusMenu picks the learner that the first answers are about.
var focusMenu = param.Menu[string]{Name: "learner", Label: "learner",
	Help: "Of which learner AUC, recall and precision stand on top, and which one is shown where there is room for one; or only those moved most and least.", Kinds: focusKinds()}

// extremes picks no learner of its own.
const extremes = "extremes"

func focusKinds() (kinds []param.Kind[string]) {
	for _, k := range training.Fitters.Kinds {
		kinds = append(kinds, control.Option(k.Name, k.Title, k.Help, k.Source, k.Name))
	}
	return append(kinds, control.Option(extremes, "most and least moved",
		"Only the two learners of which most and fewest records change class, where several see true and flipped labels.", "none", extremes))
}

// idleAtTrueLabels reports whether ε has no effect: nothing is flipped, and no learner is private by itself.
func idleAtTrueLabels(key string, v param.Values) bool {
	if key != mechanisms.LabelEpsilon.Name || v.Picked(seenMenu).Name != "true" {
		return false
	}
	for _, kind := range divided(v) {
		if l, err := kind.New(v); err == nil {
			if _, keeps := l.(training.Private); keeps {
				return false
			}
		}
	}
	return true
}

// planeOf reads which records are meant.
func planeOf(v param.Values) training.PlaneKey {
	seed := uint64(v.Get(control.Seed))
	if word := v.Word(planeData); word != madeUp {
		return training.PlaneKey{File: word, Label: v.Word(planeLabel), Across: v.Word(planeFeatures), Seed: seed}
	}
	return training.PlaneKey{Mixture: table.Mixture{Separation: v.Get(separation), Share: v.Get(rarity)}, Records: int(v.Get(planeRecords)),
		Seed: seed}
}

// planeWords returns what a file offers.
func planeWords(ctx context.Context, v param.Values) engine.Defaults {
	w := engine.Defaults{dividers.Name: {Meaning: "the usual four"}, planeData.Name: {Suggestions: []string{madeUp}}}
	key := planeOf(v)
	if key.File == "" {
		return w
	}
	label := columnsOf(ctx, key.File)
	w[planeLabel.Name] = label
	of := cmp.Or(key.Label, label.Meaning)
	features := engine.Default{Suggestions: pairsOf(slices.DeleteFunc(slices.Clone(label.Suggestions),
		func(column string) bool { return column == of }))}
	if p, err := training.OpenPlane(ctx, key); err == nil {
		features.Meaning = strings.Join(table.Names(p.Learnt.Features), ",")
	}
	w[planeFeatures.Name] = features
	return w
}

// pairsOf returns all pairs of the first few.
func pairsOf(names []string) []string {
	const most = 8
	names = names[:min(most, len(names))]
	var pairs []string
	for i, a := range names {
		for _, b := range names[i+1:] {
			pairs = append(pairs, a+","+b)
		}
	}
	return pairs
}
