package classifier

import (
	"slices"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the question whether one prediction survives.
var (
	sampling = param.Menu[estimating]{Name: "sampling", Label: "estimate",
		Help: "Whether to sample noisy records too, beside what is computed.",
		Kinds: []param.Kind[estimating]{
			control.Option("on", "sampled", "A share of draws with its Clopper-Pearson interval.", "Clopper & Pearson 1934", always),
			control.Option("off", "none", "Nothing is sampled.", "what is computed needs no draws", never),
			control.Option("needed", "drawn where needed", "Sampled, and in the picture where nothing exact is computed.", "Clopper & Pearson 1934", whereNeeded),
		}}

	printed = param.Menu[bool]{Name: "printed", Label: "Zheng & Hu",
		Help: "Whether the picture has the value that Zheng and Hu print beside what is computed.",
		Kinds: []param.Kind[bool]{
			control.Option("show", "drawn", "Their value is a line of its own, which is no bound.", source, true),
			control.Option("hide", "left out", "The picture has what is computed and proven alone.", source, false),
		}}

	draws = param.Param{Name: "draws", Symbol: "draws", Help: "Noisy records sampled for the estimate: more make its interval narrower.",
		Min: 1, Max: 1e7, Low: 100, High: 1e5, Default: 2000, Scale: param.Count, Role: param.Aside}
	indicator = param.Param{Name: "indicator", Symbol: "δ_I", Label: "sent unchanged", Style: numeral.Percent,
		Help: "Probability with which the record is sent as it is, the paper's indicator. The larger, the more people are exposed outright.",
		Min:  0, Max: 0.5, Low: 0, High: 0.1, Default: 0, Fine: 0.001, Coarse: 0.01}
)

// estimating says when estimates by samples stand in the picture; the reading has one in any case, unless never.
type estimating int

const (
	always estimating = iota
	never
	whereNeeded
)

// Utility shows how often one prediction survives.
var Utility = view.Of(view.Declaration[prediction]{
	Name:     "utility",
	Label:    "one prediction",
	Takes:    takes,
	Also:     "prediction, predictions, inference",
	NoPython: "the prediction is a classifier's, whose file a few lines do not repeat",
	Budget:   budgetOfFeatures,
	Model:    view.Locally,
	Title:    "How often one prediction survives",
	Question: "Does my prediction survive the noise?",
	About: "The private features of one record are perturbed before the classifier sees them. The agreement is the probability that the prediction stays: " +
		"computed exactly where it can be, bounded from below by the mass of a box on which the class is proven constant, and estimated by draws. " +
		"The paper's own figure stands beside them; it is none of the three.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{perturbing(), sampling, printed, clamping, rawValues, sure},
		Texts:    []param.Text{classifierText, dataText, recordText, privateText, weightsText, idText},
		AsNeeded: append(slices.Clone(fromTable), weightsText.Name),
		Params:   []param.Param{control.Target, indicator, draws, control.Seed},
	},
	Defaults:   words,
	Ask:        askUtility,
	Lead:       utilityLead,
	Filled:     prediction.filled,
	Sees:       seesFeatures("{epsilon-total}", withDelta),
	Readings:   slices.Concat(utilityReadings, attackers[prediction](view.Folded), []view.Entry[prediction]{rangesOf[prediction]()}),
	Moving:     drawnLess,
	Orders:     agreementOrders,
	Provenance: view.Stated(prediction.named),
	Draw:       drawUtility,
	Tries:      []view.Try{{On: "epsilon", Do: view.Solve, Shows: "jump to the ε that keeps the prediction often enough."}},
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "A forest on the stroke columns; age and bmi are private",
			Query: "sampling=needed&mechanism=pm&classifier=stroke-forest&epsilon=3&target=0.9"},
		{Name: "stroke-logistic", Title: "A logistic regression on the same record",
			Query: "sampling=needed&mechanism=pm&classifier=stroke-logistic&epsilon=4&target=0.9"},
		{Name: "circle", Title: "The paper's quadratic discriminant, a circle", Query: "sampling=needed&mechanism=pm&classifier=circle-qda&epsilon=4&target=0.9"},
		{Name: "network", Title: "A network trained on the circle", Query: "sampling=needed&mechanism=sw&classifier=circle-network&epsilon=6&target=0.9"},
		{Name: "interval", Title: "The interval [0.2, 0.8] of the paper's section 3",
			Query: "sampling=on&mechanism=laplace&classifier=interval&epsilon=5.2&target=0.8"},
		{Name: "indicator", Title: "The indicator with δ = 0.1 sends the raw record of every tenth person",
			Query: "sampling=needed&mechanism=pm&classifier=stroke-forest&epsilon=4&indicator=0.1&target=0.9"},
	},
})
