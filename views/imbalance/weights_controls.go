package imbalance

import (
	"context"
	"errors"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/learners/table"
	"dpscope/views/control"
)

// madeUp is the word for the records that come with the program.
const madeUp = "mixture"

// Controls of private learners beside one another.
var (
	recordsText = param.Text{Name: "data", Label: "records",
		Help:    "A CSV file of records of two classes; \"mixture\" simulates a thousand in the plane, a tenth of them positive.",
		Default: madeUp, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"label", "positive", "imbalance", "clip"}}
	labelText = param.Text{Name: "label", Label: "classes in",
		Help: "The column of the file that has the classes; by default the last one."}
	positiveText = param.Text{Name: "positive", Label: "positive is",
		Help: "The class to be found; by default the rarer of two. Others are the rest."}

	perRecord = param.Param{Name: "lambda-n", Symbol: "λn", Label: "ridge",
		Help: "Ridge (regularisation) λ times the training records. From about 10 on it shrinks the offset too.",
		Min:  0, Max: 1e6, Low: 0.1, High: 1000, Default: 1, Scale: param.Log}
	normClip = param.Param{Name: "clip", Symbol: "R", Label: "clip",
		Help: "Records are clipped to this norm, declared public. auto: the root of the number of features, and 8 for the mixture.",
		Min:  0, Max: 1e6, Low: 0, High: 10, Default: 0, Fine: 0.1, Coarse: 1, Zero: "auto"}
	declaredRatio = param.Param{Name: "imbalance", Symbol: "r", Label: "class ratio",
		Help: "Negative records to a positive one, declared public: the weights and the threshold follow it. auto: the file's own, which no ε covers.",
		Min:  0, Max: 1e6, Low: 0, High: 150, Default: 0, Fine: 1, Coarse: 10, Zero: "auto"}
	fits = param.Param{Name: "seeds", Symbol: "seeds", Label: "to average",
		Help: "Splits of the records, each with noise of its own.",
		Min:  1, Max: 200, Low: 1, High: 50, Default: 20, Scale: param.Count, Role: param.Aside}

	scalings = param.Menu[rareclass.Scaling]{Name: "scaling", Label: "features",
		Help: "What is done to features before their norm is clipped.",
		Kinds: []param.Kind[rareclass.Scaling]{
			control.Option("asis", "as they are", "Nothing is done: they are about 0 already, and of a like size.", "the file", rareclass.AsIs),
			control.Option("unit", "from [0, 1] to [-1, 1]", "2x - 1: the bounds are declared, and nothing is taken from the data.",
				"the declaration", rareclass.UnitCube),
			control.Option("zscore", "standardised", "By the mean and deviation of all records, which no ε covers.", "the file",
				rareclass.ZScore),
		}}

	measures = param.Menu[measure]{Name: "measure", Label: "show",
		Help:  "The measure that is drawn against the budget, and that the answer is about.",
		Kinds: measureKinds()}

	befores = param.Menu[rareclass.Making]{Name: "before", Label: "beforehand",
		Help: "What is done to the rare class before training: only for the method without a guarantee.",
		Kinds: []param.Kind[rareclass.Making]{
			control.Option("nothing", "nothing", "Weights or a threshold have the effect of copies.", derived, rareclass.AsRecorded),
			control.Option("copies", "copies to balance", "Rows of the rare class are repeated until both classes are as large.",
				paper+", Proposition 4", rareclass.Copied),
			control.Option("smote", "SMOTE", "New rows between rare ones and one of their five nearest, until both classes are as large.",
				paper+", Theorem 5; Chawla & others 2002", rareclass.Smote),
		}}
)

// refusals say why some data are not learned from privately.
var refusals = map[rareclass.Making]error{
	rareclass.Copied: errors.New("the number of copies that balances the classes is private, and one record may be all of them: no ε can be guaranteed; public weights work, and copies?method=oversampling shows why"),
	rareclass.Smote:  errors.New("the number of rows that SMOTE makes is private, and one record changes the rows made from others, as five points on a line show: no ε can be guaranteed; public weights work, and copies?method=smote shows why"),
}

// measure is a number of a fit.
type measure struct {
	name, title, formula string
	brief                string                               // the formula in few words
	of                   func(rareclass.Result, bool) float64 // by the public threshold, or a half
	signed               bool                                 // may be below 0
}

// measured are the measures, that which is drawn by default first.
var measured = []measure{
	ofOutcomes(metric.GeometricMean, "G-mean", "√ of the recalls' product"), ofOutcomes(metric.Recall, "recall", "share of the rare found"),
	{name: "auc", title: "AUC", brief: "how often scores rank right", formula: "How often a positive record scores higher than a negative one; no threshold changes it",
		of: func(r rareclass.Result, _ bool) float64 { return r.AUC }},
	ofOutcomes(metric.Precision, "precision", "share of alarms that are true"), ofOutcomes(metric.F1, "F1", "of recall and precision"),
	ofOutcomes(metric.BalancedAccuracy, "balanced accuracy", "mean of both classes' recall"),
	ofOutcomes(metric.WorstClass, "worst-class accuracy", "the lower recall of both"), ofOutcomes(metric.Accuracy, "accuracy", "share that is right"),
	ofOutcomes(metric.Matthews, "MCC", "correlation with the truth"),
}

// drawn is the measure as the title of a picture.
func (m measure) drawn() string { return m.explained() + ", held-out" }

// explained is its name with what it is.
func (m measure) explained() string { return m.title + " (" + m.brief + ")" }

func ofOutcomes(m metric.Metric, title, brief string) measure {
	return measure{name: m.Name, title: title, brief: brief, formula: m.Formula, signed: m.Name == metric.Matthews.Name,
		of: func(r rareclass.Result, public bool) float64 {
			if public {
				return m.Value(r.Public).Value
			}
			return m.Value(r.Half).Value
		}}
}

func measureKinds() []param.Kind[measure] {
	var kinds []param.Kind[measure]
	for _, m := range measured {
		kinds = append(kinds, control.Option(m.name, m.title, m.formula+".", "on held-out records", m))
	}
	return kinds
}

// weightsWords says what a file offers.
func weightsWords(ctx context.Context, v param.Values) engine.Defaults {
	w := engine.Defaults{recordsText.Name: {Suggestions: []string{madeUp}}}
	source, err := sourceOf(v)
	if err != nil || source.File == "" {
		return w
	}
	r, err := source.Open(ctx)
	if err != nil {
		return w
	}
	w[labelText.Name] = engine.Default{Meaning: r.Label, Suggestions: append([]string{r.Label}, table.Names(r.Features)...)}
	w[positiveText.Name] = engine.Default{Meaning: r.ClassNames[1], Suggestions: r.ClassNames}
	return w
}

// sourceOf reads from the controls which records are meant.
func sourceOf(v param.Values) (rareclass.Source, error) {
	s := rareclass.Source{Seed: uint64(v.Get(control.Seed))}
	if word := v.Word(recordsText); word != madeUp {
		s.File, s.Label, s.Positive = word, v.Word(labelText), v.Word(positiveText)
	}
	var err error
	s.Scaling, err = scalings.New(v)
	return s, err
}

// ratioOf is the declared ratio, or else the records' own; that of the mixture is declared with it.
func ratioOf(v param.Values, r rareclass.Records) (ratio float64, own bool) {
	if ratio = v.Get(declaredRatio); ratio == 0 {
		return r.Ratio(), r.Name != ""
	}
	return ratio, false
}
