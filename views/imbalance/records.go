package imbalance

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/trial"
	"dpscope/learners/table"
	"dpscope/views/control"
)

// Experiment runs some trials over several splits.
type Experiment = trial.Experiment[rareclass.Repeats]

// ApproachSeeds is Fits for whole approaches, which take longer.
var ApproachSeeds = Opening(Fits, 10)

// Slack is the δ at which noisy steps spend ε.
var Slack = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
	Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n. At 0 Gaussian noise keeps no ε.",
	Min:  0, Max: 0.999, Low: 1e-12, High: 1e-2, Default: 1e-5, Scale: param.Log, Least: true}

// Opening returns a control with another opening value.
func Opening(p param.Param, at float64) param.Param {
	p.Default = at
	return p
}

// SchemaText names the file that declares the possible values of synthetic people.
var SchemaText = param.Text{Name: "schema", Label: "declared in", Files: []string{".json"},
	Help: "A JSON file that declares words, bounds, bins and one-hot blocks, or the name of one that comes with the program. Without it they are taken from the records, and no ε covers that."}

// MadeUp is the word for the records that come with the program.
const MadeUp = "mixture"

// RecordsText names the file of the records.
var RecordsText = param.Text{Name: "data", Label: "records",
	Help:    "A CSV file of records of two classes; \"mixture\" simulates a thousand in the plane, a tenth of them positive.",
	Default: MadeUp, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"label", "positive", "imbalance", "clip"}}

// LabelText is the column of their classes.
var LabelText = param.Text{Name: "label", Label: "classes in",
	Help: "The column of the file that has the classes; by default the last one."}

// PositiveText is the class to find.
var PositiveText = param.Text{Name: "positive", Label: "positive is",
	Help: "The class to be found; by default the rarer of two. Others are the rest."}

// NormClip is the norm to which records are clipped.
var NormClip = param.Param{Name: "clip", Symbol: "R", Label: "clip",
	Help: "Records are clipped to this norm, declared public. auto: the root of the number of features, and 8 for the mixture.",
	Min:  0, Max: 1e6, Low: 0, High: 10, Default: 0, Fine: 0.1, Coarse: 1, Zero: "auto"}

// DeclaredRatio is the declared ratio of the classes.
var DeclaredRatio = param.Param{Name: "imbalance", Symbol: "r", Label: "class ratio",
	Help: "Negative records to a positive one, declared public: the weights and the threshold follow it. auto: the file's own, which no ε covers.",
	Min:  0, Max: 1e6, Low: 0, High: 150, Default: 0, Fine: 1, Coarse: 10, Zero: "auto"}

// Fits is the number of splits to average over.
var Fits = param.Param{Name: "seeds", Symbol: "seeds", Label: "to average",
	Help: "Splits of the records, each with noise of its own.",
	Min:  1, Max: 200, Low: 1, High: 50, Default: 20, Scale: param.Count, Role: param.Aside}

// Scalings picks how features are scaled.
var Scalings = param.Menu[rareclass.Scaling]{Name: "scaling", Label: "features",
	Help: "What is done to features before their norm is clipped.",
	Kinds: []param.Kind[rareclass.Scaling]{
		control.Option("asis", "as they are", "Nothing is done: they are about 0 already, and of a like size.", "the file", rareclass.AsIs),
		control.Option("unit", "from [0, 1] to [-1, 1]", "2x - 1: the bounds are declared, and nothing is taken from the data.",
			"the declaration", rareclass.UnitCube),
		control.Option("zscore", "standardised", "By the mean and deviation of all records, which no ε covers.", "the file",
			rareclass.ZScore),
	}}

// WeightsWords returns what a file offers.
func WeightsWords(ctx context.Context, v param.Values) engine.Defaults {
	w := engine.Defaults{RecordsText.Name: {Suggestions: []string{MadeUp}}}
	source, err := SourceOf(v)
	if err != nil || source.File == "" {
		return w
	}
	r, err := source.Open(ctx)
	if err != nil {
		return w
	}
	w[LabelText.Name] = engine.Default{Meaning: r.Label, Suggestions: append([]string{r.Label}, table.Names(r.Features)...)}
	w[PositiveText.Name] = engine.Default{Meaning: r.ClassNames[1], Suggestions: r.ClassNames}
	return w
}

// SourceOf returns the records that the controls name.
func SourceOf(v param.Values) (rareclass.Source, error) {
	s := rareclass.Source{Seed: uint64(v.Get(control.Seed))}
	if word := v.Word(RecordsText); word != MadeUp {
		s.File, s.Label, s.Positive = word, v.Word(LabelText), v.Word(PositiveText)
	}
	var err error
	s.Scaling, err = Scalings.New(v)
	return s, err
}

// RatioOf returns the declared ratio, or else the records' own; the mixture declares its ratio.
func RatioOf(v param.Values, r rareclass.Records) (ratio float64, own bool) {
	if ratio = v.Get(DeclaredRatio); ratio == 0 {
		return r.Ratio(), r.Name != ""
	}
	return ratio, false
}

// OfRecords returns the words of a lead about the records: their number, whether few of them are held out, and whether their
// features have unlike sizes.
func OfRecords(r rareclass.Records) map[string]string {
	words := map[string]string{"n": numeral.Count(float64(r.Len()))}
	if few := rareclass.TestShare * float64(r.Positives()); few < 5 {
		words["held-out"] = fmt.Sprintf("%.0f", few)
	}
	if r.Unlike {
		words["unlike"] = "unlike"
	}
	return words
}

// FitSlack is the δ of a whole fit.
var FitSlack = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
	Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n. DP-SGD needs one, bagging may have one.",
	Min:  0, Max: 0.1, Low: 1e-10, High: 1e-2, Default: 1e-5, Scale: param.Log}
