package control

import (
	"fmt"
	"strings"

	"dpscope/engine/composition"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// Sources of what is said about batches.
const (
	Chua   = "Chua & others 2024"
	Rehash = Chua + "; Balle, Barthe & Gaboardi 2018"
	DPSGD  = "Abadi & others 2016; Mironov, Talwar & Zhang 2019"
)

// Controls of the batches of a training, and of its length.
var (
	TrainingRecords = param.Param{Name: "records", Symbol: "n", Label: "records", Unit: "records",
		Help: "How many records are trained on; the number is public.", Min: 1, Max: 1e9, Low: 100, High: 1e6, Default: 60_000, Scale: param.Count}
	Batch = param.Param{Name: "batch", Symbol: "b", Label: "batch", Unit: "records", Above: TrainingRecords.Name,
		Help: "How many records a step sees: about as many where coins draw them. Larger is less private.", Min: 1, Max: 1e9, Low: 1, High: 1e4, Default: 256, Scale: param.Count}
	Epochs = param.Param{Name: "epochs", Symbol: "E", Label: "epochs", Unit: "epochs",
		Help: "How often all records are gone through.", Min: 1, Max: composition.MostEpochs, Low: 1, High: 100, Default: 15, Scale: param.Count}
	Chance = param.Param{Name: "chance", Symbol: "p", Label: "of a draw", OpenLow: true,
		Help: "How likely one draw of the sampler picks the record of the greatest weight.", Min: 0, Max: 1, Low: 1e-6, High: 0.1, Default: 1e-3, Scale: param.Log}

	Sizes = param.Menu[bool]{Name: "size", Label: "batch by", Help: "What is known of the batches.",
		Kinds: []param.Kind[bool]{
			Option("batch", "records and batch", "The number of records, and of those in a batch.", "", false, TrainingRecords, Batch),
			Option("rate", "a rate", "The batch over the records.", "", true, Rate),
		}}
	Lengths = param.Menu[bool]{Name: "length", Label: "length by", Help: "What is known of the length.",
		Kinds: []param.Kind[bool]{
			Option("epochs", "epochs", "How often all records are gone through.", "", false, Epochs),
			Option("steps", "steps", "How many batches are learned from.", "", true, Steps),
		}}
	Lasts = param.Menu[bool]{Name: "last", Label: "last batch", Help: "What becomes of the last batch of an epoch where it has fewer records.",
		Kinds: []param.Kind[bool]{
			Option("kept", "kept", "It is learned from.", "", false),
			Option("dropped", "dropped", "It is left out, and an epoch has a step less.", "", true),
		}}
	Drawings = param.Menu[composition.Drawing]{Name: "drawn", Label: "batches are",
		Help: "How the batches were drawn. Libraries report ε as if coins had drawn them, whatever was done.",
		Kinds: []param.Kind[composition.Drawing]{
			Option("shuffled", "shuffled", "All records once an epoch, in an order drawn anew for each, or in any other order.", Chua, composition.Shuffled),
			Option("shuffled-once", "shuffled once", "All records once an epoch, in one order that was drawn once.", Chua, composition.ShuffledOnce),
			Option("fixed-order", "in a fixed order", "All records once an epoch, in the order of the file.", "Dong, Roth & Su 2022", composition.FixedOrder),
			Option("fixed-size", "of a fixed size", "As many records as ever, drawn anew without replacement for each step.", "Balle, Barthe & Gaboardi 2018", composition.FixedSize),
			Option("poisson", "drawn by coins", "A coin for every record in every step: what accountants assume.", DPSGD, composition.Poisson),
			Option("weighted", "drawn by weights", "Each place of a batch is drawn with replacement, by weights that are public.", "derived here", composition.Weighted, Chance).
				Where(func(v param.Values) bool { return !Sizes.Chosen(v) }),
		}}
	Relations = param.Menu[privacy.Neighbours]{Name: "neighbours", Label: "hides",
		Help: "What an attacker has to find out. A claim for one is none for another.",
		Kinds: []param.Kind[privacy.Neighbours]{
			Option("zeroed", "a record's gradient", "Its place in the batches stays, and what it adds counts nothing.", Chua, privacy.OneZeroed),
			Option("left-out", "a record", "It is not there: only where coins draw does the number of records not tell.", DPSGD, privacy.OneAdded),
			Option("replaced", "what a record is", "Any other record may stand in its place.", "derived here", privacy.OneReplaced),
		}}
)

// Ways says within a sentence how batches were drawn.
var Ways = map[composition.Drawing]string{
	composition.Poisson:      "coins drew each record anew",
	composition.FixedSize:    "batches of a fixed size were drawn",
	composition.Shuffled:     "batches were shuffled",
	composition.ShuffledOnce: "batches were shuffled once",
	composition.FixedOrder:   "batches came in a fixed order",
	composition.Weighted:     "a weighted sampler drew them",
}

// Sized returns a training by its batches, its length and its noise, as a sum of coins sees it.
func Sized(v param.Values) (r composition.Run, err error) {
	r.Sigma = v.Get(Sigma)
	if Sizes.Chosen(v) {
		r.Rate = v.Get(Rate)
	} else {
		r.Records, r.Batch = v.Get(TrainingRecords), v.Get(Batch)
	}
	if Lengths.Chosen(v) {
		r.Steps = v.Get(Steps)
	} else {
		r.Epochs = v.Get(Epochs)
	}
	r.Dropped, r.Neighbours = Lasts.Chosen(v), privacy.OneZeroed
	if err := r.Check(); err != nil {
		return r, err
	}
	if all := r.AllSteps(); all > composition.MostSteps {
		return r, fmt.Errorf("these are %s steps in all; fewer epochs or larger batches, with up to %s steps, would work", numeral.Count(all), numeral.Count(composition.MostSteps))
	}
	return r, nil
}

// Trained returns a training as it drew its batches.
func Trained(v param.Values) (composition.Run, error) {
	r, err := Sized(v)
	if err != nil {
		return r, err
	}
	r.Drawn, r.Neighbours = Drawings.Chosen(v), Relations.Chosen(v)
	if r.Drawn == composition.Weighted {
		r.Chance = v.Get(Chance)
	}
	return r, r.Check()
}

// Spelled returns a training as an address has it, without δ.
func Spelled(r composition.Run) string {
	pairs := []string{"drawn=" + r.Drawn.String()}
	say := func(p param.Param, v float64) { pairs = append(pairs, p.Name+"="+p.Exact(v)) }
	if r.Drawn == composition.Weighted {
		say(Chance, r.Chance)
	}
	if r.Rate > 0 {
		pairs = append(pairs, "size=rate")
		say(Rate, r.Rate)
	} else {
		pairs = append(pairs, "size=batch")
		say(TrainingRecords, r.Records)
		say(Batch, r.Batch)
	}
	if r.Steps > 0 {
		pairs = append(pairs, "length=steps")
		say(Steps, r.Steps)
	} else {
		pairs = append(pairs, "length=epochs")
		say(Epochs, r.Epochs)
	}
	pairs = append(pairs, "last="+map[bool]string{false: "kept", true: "dropped"}[r.Dropped],
		"neighbours="+map[privacy.Neighbours]string{privacy.OneZeroed: "zeroed", privacy.OneAdded: "left-out", privacy.OneReplaced: "replaced"}[r.Neighbours])
	say(Sigma, r.Sigma)
	return strings.Join(pairs, "&")
}
