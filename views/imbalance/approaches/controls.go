package approaches

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/learners/synth"
	"dpscope/views/control"
	"dpscope/views/imbalance"
)

// Controls of approaches beside one another.
var (
	approachRecords = param.Text{Name: imbalance.RecordsText.Name, Label: imbalance.RecordsText.Label,
		Help:    "A CSV file of records of two classes; \"mixture\" simulates some in the plane. The eight public sets, by name, are shown as recorded where their file is not here.",
		Default: imbalance.MadeUp, Files: imbalance.RecordsText.Files, Resets: []string{"label", "positive", "imbalance", "clip", "schema", "splits"}}
	splitsText = param.Text{Name: "splits", Label: "splits",
		Help:  "A file of splits (dataset, split, test_rows) to judge on; without it seeds draw them.",
		Files: []string{".csv"}}
	approachSlack = imbalance.Opening(imbalance.FitSlack, 1e-6)

	workloads = param.Menu[synth.Workload]{Name: imbalance.SynthWorkloads.Name, Label: imbalance.SynthWorkloads.Label,
		Help: "Which marginals GEM may measure.",
		Kinds: []param.Kind[synth.Workload]{
			control.Option("label", "each with the label", "A noisy naive Bayes: attributes are independent given the label.", imbalance.Paper+", appendix",
				synth.Labels),
			control.Option("triples", "pairs with the label",
				"Every two attributes with the label: more cells, each with more noise, and seconds for a fit.", imbalance.Paper+", appendix", synth.Triples),
		}}

	transformers = param.Menu[bool]{Name: "transformer", Label: "transformer",
		Help: "Whether the paper's FT-Transformer is trained here, private and not.",
		Kinds: []param.Kind[bool]{
			control.Option("leave-out", "leave out", "The other approaches need seconds; of the eight sets it is recorded.", imbalance.RunHere, false),
			control.Lasting(control.Option("train", "train",
				"Width 32, 6 blocks, 8 heads: seconds a split of 300 records, minutes of 10,000, at each budget.", imbalance.Paper+", section 5", true)),
		}}

	overs = param.Menu[approachPicture]{Name: "over", Label: "drawn over",
		Help: "What the picture runs over.",
		Kinds: []param.Kind[approachPicture]{
			control.Option[approachPicture]("approach", "the approaches",
				"A row for each approach at this ε, the best on top; those without privacy "+
					"stand apart.", imbalance.RunHere, drawRuns(approaches.ranking)),
			control.Option[approachPicture]("epsilon", "ε", "The measure against the budget, by approach.", imbalance.Paper+", Figs 1 and 6 to 13",
				drawRuns(approaches.overEpsilon)),
			control.Option[approachPicture]("plane", "the plane", "Where each approach turns from one class to the other, on the mixture.",
				imbalance.Paper+", Fig. 2", drawOverPlane),
			control.Option[approachPicture]("size", "sizes and ratios",
				"Which approach does best on mixtures of other sizes and ratios; SMOTE is refused, and drawn as the paper adjusts it.",
				imbalance.Paper+", Figs 3 and 4", drawOverSizes),
		}}
)

// approachPicture is a way to draw approaches.
type approachPicture func(context.Context, approaches, func(engine.Sheet)) (engine.Sheet, error)

// approachWords returns what a file offers, and which sets are recorded.
func approachWords(ctx context.Context, v param.Values) engine.Defaults {
	w := imbalance.WeightsWords(ctx, v)
	w[imbalance.RecordsText.Name] = engine.Default{Suggestions: append([]string{imbalance.MadeUp}, rareclass.RecordedSets()...)}
	w[imbalance.SchemaText.Name] = engine.Default{Suggestions: synth.Sets()}
	return w
}
