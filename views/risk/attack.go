package risk

import (
	"context"
	"slices"

	"dpscope/assets"
	"dpscope/engine/attack"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the attacker.
var (
	fpr = param.Param{Name: "fpr", Symbol: "FPR", Label: "rate", Style: numeral.Percent,
		Help: "The false positive rate: of all who are not there, how many the attacker names. Small ones matter most.",
		Min:  0, Max: 1, Open: true, Low: attack.Least, High: 0.5, Default: 0.01, Scale: param.Log}
	prior = param.Param{Name: "prior", Symbol: "π", Label: "prior", Style: numeral.Percent,
		Help: "How likely it is that somebody is there before anything is seen; half is generous to the attacker, one in a thousand " +
			"is a population.",
		Min: 0, Max: 1, Open: true, Low: 1e-4, High: 0.9, Default: 0.5, Scale: param.Log}
	baseline = param.Param{Name: "kappa", Symbol: "κ", Label: "baseline", Style: numeral.Percent,
		Help: "How often somebody would guess the secret right who knows all other records and not the output.",
		Min:  0, Max: 1, Low: 1e-4, High: 0.9, Default: 0.1, Scale: param.Log}
	floor = param.Param{Name: "floor", Symbol: "floor", Label: "least error rate", Role: param.Aside,
		Help: "The Gaussian number looks at error rates from here on: below, nearly nothing is bounded by it.",
		Min:  1e-14, Max: 0.49, Low: 1e-12, High: 0.1, Default: 1e-10, Scale: param.Log}

	axes = param.Menu[bool]{Name: "axes", Label: "axes",
		Help: "How the two rates are drawn.",
		Kinds: []param.Kind[bool]{
			control.Option("log", "logarithmic", "From one in ten thousand on: where attacks are judged.", carlini, true),
			control.Option("linear", "linear", "Both rates from 0 to 1.", carlini, false),
		}}
)

const (
	dong    = "Dong, Roth & Su 2022"
	carlini = "Carlini & others 2022"
)

// attackForm holds the controls of the page.
var attackForm = param.Form{Choices: slices.Concat([]param.Choice{subjects}, batches, []param.Choice{local, pairing, laws, reports, sharing, axes}), Texts: []param.Text{releaseText, shares, curve, trained, scores},
	Params: []param.Param{fpr, prior, baseline, floor, markedRelease}, Idle: idle,
	First: []string{subjects.Name, control.Drawings.Name, control.Sizes.Name, local.Name, pairing.Name, laws.Name, reports.Name, releaseText.Name, markedRelease.Name}}

// idle reports whether no answer depends on a control: an audit reconstructs nothing, and normal noise has its Gaussian number
// at all error rates.
func idle(key string, v param.Values) bool {
	switch of := v.Picked(subjects).Name; key {
	case baseline.Name:
		return of == "runs"
	case floor.Name:
		return of == "normal" || of == "noise" && v.Picked(laws).Name == "analytic-gaussian"
	}
	return false
}

// Attack shows what an attacker could do.
var Attack = view.Of(view.Declaration[asked]{
	Name:     "attack",
	Label:    "what is found",
	Takes:    []view.Take{{File: view.Classifier, Control: "model", At: "of=model"}, {File: view.Runs, Control: "file", At: "of=runs"}},
	Also:     "attack, attacks, membership, membership inference, reconstruction, adversary, hacker, leak, re-identification, tpr at fpr, roc, roc curve, auditing, privacy audit, anonymous, anonymise, anonymisation, k-anonymity, gdpr, linkage",
	Budget:   "A whole record, an answer or a label, as the kind of output has it. Who holds the data is trusted, but where a person perturbs them alone.",
	Model:    modelOf,
	Title:    "What an attacker could do",
	Question: "What could an attacker find out?",
	About: "The whole trade-off of an attacker who sees the output: how many of those who are there are found, for how many named wrongly. " +
		"Every other number follows from it: the advantage, right guesses at any prior, precision, how well a secret is " +
		"reconstructed, the Gaussian number. " +
		"Beside it stands what one pair (ε, δ) alone would allow, which for many steps is nearly everything.",
	Source:     dong + ", the trade-off function; Kaissis & others 2024",
	Form:       attackForm,
	Ask:        ask,
	Python:     func(ctx context.Context, v param.Values, q asked) (view.Python, error) { return q.python(ctx, v), nil },
	Lead:       attackLead,
	Filled:     asked.filled,
	Sees:       attackSees,
	Readings:   readings,
	Moving:     moving,
	Provenance: view.Stated(asked.provenance),
	Orders: []view.Inequality{
		{Less: "found", More: "tpr", Told: true}, {Less: "found", More: "tpr-of-claim", Told: true}, {Less: "tpr", More: "tpr-of-claim", Told: true},
		{Less: "right", More: "right-allowed", Told: true}, {Less: "epsilon-actual", More: "epsilon-at-delta", Told: true},
	},
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Picked(subjects).Name == "runs" }, On: "confidence", Do: view.MuchMore,
			Called: "confidence", Shows: "be surer, and see how much less is shown."},
		{On: "sigma", Do: view.MuchMore, Called: "σ", Shows: "more noise, and see how few are still found."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see how many more are found."},
		{When: func(v param.Values) bool { return v.Get(fpr) > attack.Least }, On: "fpr", Do: view.MuchLess,
			Called: "FPR", Shows: "fewer named wrongly, and see how many are still found."},
		{On: "fpr", Do: view.MuchMore, Called: "FPR", Shows: "more named wrongly, and see how many more are found."},
	},
	Draw:     draw,
	Defaults: lastRelease,
	Presets: []view.Preset{
		{Name: "steps", Title: "10,000 noisy steps: ε = 5.2 would allow nearly everything, the run itself does not",
			Query: "of=training&drawn=poisson&size=rate&rate=0.01&length=steps&steps=10000&neighbours=left-out&sigma=1.1&delta=1e-5&fpr=0.01&prior=0.5&axes=log"},
		{Name: "shuffled", Title: "Fifteen epochs of shuffled batches: an attacker finds between a tenth and nine tenths",
			Query: "of=training&drawn=shuffled&size=batch&records=60000&batch=256&length=epochs&epochs=15&last=kept&neighbours=zeroed&sigma=1.1&delta=1e-5&fpr=0.01&prior=0.5&axes=log"},
		{Name: "releases", Title: "Two years of tables, one answer and a model in one budget",
			Query: "of=release&release=laplace:0.5x24,gaussian:1.3:1e-6,steps:1.1:0.004:3516&neighbours=left-out&each=all&delta=1e-5&fpr=0.01&prior=0.5&axes=log"},
		{Name: "claim", Title: "All that ε = 1 and δ = 0.05 allow: δ is what is known for certain",
			Query: "of=claim&epsilon=1&delta=0.05&fpr=0.01&axes=log"},
		{Name: "normal-noise", Title: "Normal noise at the same ε and δ gives away less where it matters",
			Query: "of=noise&noise=analytic-gaussian&epsilon=1&delta=0.05&fpr=0.01&axes=linear"},
		{Name: "least-size", Title: "The noise of least size is the most exposed at other budgets",
			Query: "of=noise&noise=best&epsilon=1&delta=0.05&fpr=0.01&axes=linear"},
		{Name: "piecewise", Title: "Any two values by the piecewise mechanism, asked once",
			Query: "of=mechanism&mechanism=pm&epsilon=2&pair=worst&axes=linear"},
		{Name: "two-values", Title: "0.30 or 0.70, and not the two ends",
			Query: "of=mechanism&mechanism=laplace&epsilon=2&pair=values&x=0.3&neighbour=0.7&axes=linear"},
		{Name: "asked-again", Title: "The same question asked ten times",
			Query: "of=mechanism&mechanism=pm&epsilon=0.5&pair=worst&times=10&axes=linear"},
		{Name: "features", Title: "Two features of one person, the first with twice the budget",
			Query: "of=mechanism&mechanism=pm&epsilon=1&pair=features&shares=2,1&axes=linear"},
		{Name: "label", Title: "A published label at ε = 1", Query: "of=labels&epsilon=1&axes=linear"},
		{Name: "options", Title: "One of a hundred options by a bit for each",
			Query: "of=options&protocol=oue&epsilon=2&axes=linear"},
		{Name: "population", Title: "One in a thousand is there: whom an attacker names is rarely one of them",
			Query: "of=laplace&epsilon=4&fpr=0.001&prior=0.001&axes=log"},
		{Name: "runs", Title: "An audit: 4,000 runs of noise for ε = 1 that a bug has halved",
			Query: "of=runs&epsilon=1&delta=1e-5&fpr=0.01&axes=linear"},
		{Name: "orders", Title: "Concentrated privacy: at each rate the worst that keeps it",
			Query: "of=concentrated&rho=0.5&delta=1e-5&fpr=0.01&axes=log"},
		{Name: "rdp", Title: "Six Rényi orders: at each rate the one that forbids most counts",
			Query: "of=rdp&rdp=2:0.1,4:0.2,8:0.4,16:0.8,32:1.6,64:3.2&delta=1e-5&fpr=0.01&axes=log"},
	},
})

// modelOf says whether a person perturbs an answer or a label alone, or noise is added where the data are.
func modelOf(v param.Values) string {
	switch v.Picked(subjects).Name {
	case "mechanism", "labels", "response", "options", "bit":
		return assets.Local
	}
	return assets.Central
}

// asked is a question with the words about its subject.
type asked struct {
	attack.Question
	words       words
	spent       attack.Spent // of a model's file
	logarithmic bool
	moves       bool // a slider moves
}

func ask(ctx context.Context, v param.Values) (asked, error) {
	q := asked{Question: attack.Question{FPR: v.Get(fpr), Prior: v.Get(prior), Baseline: v.Get(baseline), Floor: v.Get(floor),
		Delta: v.Get(mechanisms.Delta)}}
	var err error
	if q.Of, err = subjects.New(v); err != nil {
		return q, err
	}
	switch of := q.Of.(type) {
	case attack.Runs:
		of.Is = work.Identity(ctx, of.File)
		q.Of = of
	case attack.Trained:
		if q.spent, err = of.Spent(ctx); err != nil {
			return q, err
		}
		q.Of = q.spent.Of
	}
	if q.words = wordsOf(v); q.spent.Of != nil {
		q.words = wordsOfTraining(q.spent.Neighbours)
	}
	q.logarithmic = axes.Chosen(v)
	return q, q.Check()
}

// moving returns the question without searches, and with coarse but valid bounds, where the curve is not known.
func moving(ctx context.Context, q asked) (less asked, found bool) {
	q.Coarse, q.moves = !q.Known(ctx), true
	return q, true
}
