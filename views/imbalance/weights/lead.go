package weights

import (
	"context"
	"slices"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Names of the methods in the title's question.
const weighted, atThreshold, unweighted = "weighted", "threshold", "unweighted"

// entrantOf returns the method with a name, if it is drawn.
func (q weights) entrantOf(name string) (learner, bool) {
	i := slices.IndexFunc(q.entrants, func(e learner) bool { return e.name == name })
	if i < 0 {
		return learner{}, false
	}
	return q.entrants[i], true
}

// runs returns the runs of a method at the chosen budget.
func (q weights) runs(ctx context.Context, name string) (learner, rareclass.Repeats, error) {
	e, _ := q.entrantOf(name)
	r, err := q.here(ctx, e)
	return e, r, err
}

// ahead returns the lead of one method over another in the drawn measure, on the same splits.
func (q weights) ahead(ctx context.Context, name, of string) (known.Summary, error) {
	a, runsA, err := q.runs(ctx, name)
	if err != nil {
		return known.Summary{}, err
	}
	b, runsB, err := q.runs(ctx, of)
	return q.paired(a, runsA, b, runsB), err
}

// paired returns that difference for the runs so far.
func (q weights) paired(a learner, runsA rareclass.Repeats, b learner, runsB rareclass.Repeats) known.Summary {
	return rareclass.Paired(runsA, runsB, func(r rareclass.Result) float64 { return q.measure.Of(r, a.public) },
		func(r rareclass.Result) float64 { return q.measure.Of(r, b.public) })
}

// strongRidge is the λn from which on a ridge shrinks the offset too.
const strongRidge = 10

// weightsVerdicts answers the title's question, by the paired differences.
var weightsVerdicts = []view.Entry[weights]{
	view.Reading[weights]{Name: "verdict", Label: "verdict", Expensive: true,
		ExactOf: "the paired differences, by the limits that stand in the explanation",
		Value:   func(ctx context.Context, q weights) (known.Value, error) { return q.verdict(ctx) },
		Formula: "Weights or threshold where the paired difference is a point and more and its interval holds no 0; neither " +
			"where unweighted is as clearly ahead of both, " +
			"where all lie below guessing, or where the threshold calls everyone positive; else no clear difference. One split decides nothing.",
		With:    view.Says(weights.trained),
		Source:  imbalance.RunHere,
		Assumes: "The measure that is drawn: another may decide otherwise."},
	view.Reading[weights]{Name: "difference", Label: "weights - threshold", Style: numeral.Points, Goal: known.Higher, Expensive: true,
		Range: known.Range{Low: -2, High: 2},
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			s, err := q.ahead(ctx, weighted, atThreshold)
			if err != nil || s.Seeds == 0 {
				return known.Nothing("no records of one class held out"), err
			}
			return s.Value(), nil
		},
		Formula: "The mean over splits of the measure with weights less that with the public threshold, each pair on the same " +
			"split with the same draw of noise.",
		With:    view.Says(weights.trained),
		Source:  imbalance.RunHere,
		Assumes: control.PairedSplits + "; much sharper than two intervals side by side."},
	view.Reading[weights]{Name: "leader", Label: "clearly ahead of both", Expensive: true,
		When:    func(q weights) bool { e := q.entrants[q.focus]; return !e.drawn && e.promises() },
		ExactOf: "the paired differences, by the limits of the verdict",
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			e := q.entrants[q.focus]
			for _, of := range []string{weighted, atThreshold, unweighted} {
				s, err := q.ahead(ctx, e.name, of)
				if err != nil {
					return known.Value{}, err
				}
				if !rareclass.Clearly(s) || s.Mean < 0 {
					return known.Nothing("the focused method is not ahead of all three"), nil
				}
			}
			return known.Named(e.name, e.title), nil
		},
		Formula: "The focused method, where it is ahead of the three others by the limits of the verdict."},
	ofMethod("recall-unweighted", "recall, unweighted", unweighted, "recall"),
	ofMethod("recall-threshold", "recall, threshold", atThreshold, "recall"),
	ofMethod("precision-threshold", "precision, threshold", atThreshold, "precision"),
	ofMethod("precision-weighted", "precision, weights", weighted, "precision"),
	view.Reading[weights]{Name: "effective-sample-weighted", Label: "… with weights", Style: numeral.Whole, Goal: known.Higher,
		Range: known.NotNegative,
		Value: view.Known(func(q weights) known.Value {
			return known.Approximated(q.effectiveWith(rareclass.Inverse))
		}),
		Formula: "Σ wᵢ over the greatest weight, with public weights by the declared ratio, whatever method is in focus.",
		Source:  imbalance.Derived},
}

// verdict says which of the two methods in the title is better at the chosen budget.
func (q weights) verdict(ctx context.Context) (known.Value, error) {
	return q.verdictAt(ctx, len(budgets))
}

// verdictAt says the same at another budget, by its place among the trials of a learner.
func (q weights) verdictAt(ctx context.Context, place int) (known.Value, error) {
	of := map[string]rareclass.Repeats{}
	var means []float64
	for _, name := range []string{weighted, atThreshold, unweighted} {
		e, _ := q.entrantOf(name)
		r, err := q.tried.Of(ctx, e.series*lanes+place)
		if err != nil {
			return known.Value{}, err
		}
		s := e.summary(q.measure, r)
		if s.Seeds == 0 {
			return known.Nothing("no records of one class held out"), nil
		}
		of[name], means = r, append(means, s.Mean)
	}
	ahead := func(name, other string) known.Summary {
		a, _ := q.entrantOf(name)
		b, _ := q.entrantOf(other)
		return q.paired(a, of[name], b, of[other])
	}
	e, _ := q.entrantOf(atThreshold)
	verdict := rareclass.Contest{Weights: ahead(weighted, atThreshold), NeitherToWeights: ahead(unweighted, weighted),
		NeitherToMoved: ahead(unweighted, atThreshold), Best: slices.Max(means), Guess: q.measure.Chance(),
		Recall: e.summary(q.named("recall"), of[atThreshold]).Mean, Worst: e.summary(q.named("worst-class"), of[atThreshold]).Mean}.Verdict()
	return known.Named(string(verdict), verdictTitles[verdict]), nil
}

// verdictTitles holds the beginnings of the answering sentence.
var verdictTitles = map[rareclass.Verdict]string{rareclass.Undecided: "Undecided", rareclass.Guessing: "Neither works",
	rareclass.Ridge: "Neither as it stands", rareclass.Neither: "Neither", rareclass.WeightsAhead: "Weight it",
	rareclass.MovedAhead: "Move the threshold", rareclass.Either: "No clear difference"}

// ofMethod declares a measure of one method at the chosen budget, for any drawn measure.
func ofMethod(name, label, method, measured string) view.Reading[weights] {
	return view.Reading[weights]{Name: name, Label: label, Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability,
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			e, r, err := q.runs(ctx, method)
			return e.value(q.named(measured), r), err
		},
		Formula: "The mean over splits, of the method that the name says.",
		With:    view.Says(func(q weights) string { return q.trainedBy(q.titleOf(method)) }),
		Source:  imbalance.RunHere}
}

// weightsGuesses declares how often an attacker is right about a record with the focused method.
var weightsGuesses = imbalance.Guesses(view.Reading[weights]{
	Title:   func(q weights) string { return imbalance.RightTitle(q.taken()) },
	When:    func(q weights) bool { return q.entrants[q.focus].promises() },
	ExactOf: "the worst learner that keeps the guarantee of the focused method",
	Opens:   func(ctx context.Context, q weights, _ known.Value) (string, error) { return q.attackOn(ctx) },
	Cases: []view.Case[weights]{{
		If:      "the method is DP-SGD",
		When:    view.Whenever(weights.descends),
		Formula: "(1 + δ(0))/2, δ(0) by the privacy loss distribution of all steps.",
		With:    view.Says(weights.trained),
		Source:  imbalance.LawOfLoss,
		Assumes: "Whether the record took part was as likely as not beforehand. " + imbalance.PoissonOnly,
	}},
	Formula: "(e^ε + δ)/(1 + e^ε): the most that the guarantee allows; δ is 0 but for a majority vote with a δ.",
	With:    view.Says(weights.trained),
	Assumes: "Both records were equally likely beforehand: one is replaced by any other. The numbers of both classes, n " +
		"and the ratio are public."}, weights.guess)

var weightsAttackers = []view.Entry[weights]{weightsGuesses[0], allowedSteps, weightsGuesses[1]}

// allowedSteps declares what the pair of DP-SGD alone would allow; its steps reveal less.
var allowedSteps = func() view.Reading[weights] {
	r := imbalance.AllowedByPair("the stated ε and δ", func(q weights) privacy.Claim { return privacy.Claim{Epsilon: q.trial.Epsilon, Delta: q.trial.Slack} })
	r.When = weights.descends
	return r
}()

// descends reports whether the focused method is DP-SGD, which has other neighbours.
func (q weights) descends() bool { _, is := q.learner().(rareclass.Descent); return is }

// guess returns the success of an attacker who sees what the focused method publishes.
func (q weights) guess(ctx context.Context) (composition.Guess, error) {
	if l, descends := q.learner().(rareclass.Descent); descends {
		deviation, err := l.Deviation(ctx, q.trial.Epsilon, q.trial.Slack)
		if err != nil {
			return composition.Guess{}, err
		}
		return composition.Budget{Rate: l.Rate, Sigma: deviation, Steps: float64(l.Steps)}.Guess(ctx)
	}
	return imbalance.Allowed(q.claimed()), nil
}

// attackOn returns the address of all that such an attacker could do.
func (q weights) attackOn(ctx context.Context) (string, error) {
	l, descends := q.learner().(rareclass.Descent)
	if !descends {
		return control.AttackOnClaim(q.claimed()), nil
	}
	deviation, err := l.Deviation(ctx, q.trial.Epsilon, q.trial.Slack)
	return control.AttackOnSteps(composition.Budget{Rate: l.Rate, Sigma: deviation, Steps: float64(l.Steps), Delta: q.trial.Slack}), err
}

// claimed returns the guarantee of the focused method as one pair.
func (q weights) claimed() privacy.Claim {
	claim := privacy.Claim{Epsilon: q.trial.Epsilon}
	if _, votes := q.learner().(rareclass.Bagged); votes {
		claim.Delta = q.trial.Slack
	}
	return claim
}

// filled returns the words of the lead that are no readings.
func (q weights) filled() map[string]string {
	words := imbalance.OfRecords(q.records)
	for _, name := range []string{weighted, atThreshold, unweighted} {
		words[name] = name
	}
	words["called-"+atThreshold], words["called-"+weighted] = "the threshold is", "weights are"
	words["measure"], words["drawn"] = q.measure.Title, q.measure.Name
	if q.making != rareclass.AsRecorded {
		words["made"] = "made"
	}
	words["caution"] = q.entrants[q.focus].caution
	imbalance.FillTaken(words, q.taken())
	if q.descends() {
		words["descends"] = "descends"
	}
	if q.descends() || q.bags() {
		imbalance.FillSlack(words, q.trial.Slack, q.records.Len())
	}
	return words
}

// bags reports whether models vote.
func (q weights) bags() bool { _, is := q.learner().(rareclass.Bagged); return is }

func draws(measure string) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Filled("drawn") == measure }
}

// aheadOfAll reports whether the focused method is ahead of the three that are always drawn.
func aheadOfAll(f view.Facts) bool { return f.Of("leader").Word != "" }

// eitherHere begins the sentence on a tie.
const eitherHere = "{verdict} at ε = {epsilon} ({measure}: public threshold {standing-THRESHOLD}, public weights {standing-WEIGHTED})"

var weightsLead = view.Lead{
	Trials: true,
	Answers: []view.Variant{
		{When: view.Lacks("verdict"),
			Text: "Nobody can say: no held-out records of one class, so {measure} has no value; use more records."},
		{When: view.Decides("undecided"),
			Text: "{verdict}, from one split: {measure} is {standing-THRESHOLD} with the public threshold, {standing-WEIGHTED} with public weights."},
		{When: view.Decides("guessing"),
			Text: "{verdict} at ε = {epsilon}: all three lie below guessing ({standing-THRESHOLD}, {standing-WEIGHTED}, " +
				"{standing-UNWEIGHTED})."},
		{When: view.All(view.Decides("ridge"), func(f view.Facts) bool { return f.Number("lambda-n") >= strongRidge }),
			Text: "{verdict}: λn = {lambda-n} is too strong a ridge ({measure}: public threshold {standing-THRESHOLD}, public weights {standing-WEIGHTED})."},
		{When: view.Decides("ridge"),
			Text: "{verdict}: the public threshold calls everyone positive ({measure} {standing-THRESHOLD}; public weights {standing-WEIGHTED})."},
		{When: view.All(aheadOfAll, view.Fills("descends")),
			Text: "{leader} is ahead of both: {measure} {standing-LEADER}, under the weaker (ε, δ); public threshold " +
				"{standing-THRESHOLD}, public weights {standing-WEIGHTED}."},
		{When: aheadOfAll,
			Text: "{leader} is ahead of both: {measure} {standing-LEADER}; public threshold {standing-THRESHOLD}, public weights {standing-WEIGHTED}."},
		{When: view.All(view.Decides("neither"), draws("recall")),
			Text: "{verdict}: unweighted has the most {measure} ({standing-UNWEIGHTED}); public threshold {standing-THRESHOLD}, " +
				"public weights {standing-WEIGHTED}."},
		{When: view.All(view.Decides("neither"), func(f view.Facts) bool { return f.Of("recall-unweighted").Value >= 0.9 }),
			Text: "{verdict}: unweighted has the most {measure} ({standing-UNWEIGHTED}), and finds {recall-unweighted} of the rare class."},
		{When: view.Decides("neither"),
			Text: "{verdict}: unweighted has the most {measure} ({standing-UNWEIGHTED}), but finds only {recall-unweighted} of " +
				"the rare class."},
		{When: view.All(view.Decides("threshold"), draws("recall")),
			Text: "{verdict}: recall {standing-THRESHOLD} (precision {precision-threshold}), against {standing-WEIGHTED} " +
				"(precision {precision-weighted}) with public weights."},
		{When: view.All(view.Decides("threshold"), draws("auc")),
			Text: "{verdict}: it leaves {measure} as it is ({standing-THRESHOLD}); public weights lower it to {standing-WEIGHTED}."},
		{When: view.Decides("threshold"),
			Text: "{verdict}: {measure} {standing-THRESHOLD}, against {standing-WEIGHTED} with public weights; doing neither gives " +
				"{standing-UNWEIGHTED}."},
		{When: view.All(view.Decides("weights"), draws("recall")),
			Text: "{verdict}: recall {standing-WEIGHTED} (precision {precision-weighted}), against {standing-THRESHOLD} " +
				"(precision {precision-threshold}) with the public threshold."},
		{When: view.Decides("weights"),
			Text: "{verdict}: {measure} {standing-WEIGHTED}, against {standing-THRESHOLD} with the public threshold; doing neither " +
				"gives {standing-UNWEIGHTED}."},
		{When: view.All(view.Knows("clear-below"), view.Knows("clear-above"), func(f view.Facts) bool {
			return f.Of("ahead-below").Word == f.Of("ahead-above").Word
		}), Text: eitherHere + "; at {clear-below.bound} and {clear-above.bound} {called-AHEAD-BELOW} ahead."},
		{When: view.All(view.Knows("clear-below"), view.Knows("clear-above")),
			Text: eitherHere + "; at {clear-below.bound} {called-AHEAD-BELOW} ahead, at {clear-above.bound} {called-AHEAD-ABOVE}."},
		{When: view.Knows("clear-below"), Text: eitherHere + "; at {clear-below.bound} {called-AHEAD-BELOW} ahead."},
		{When: view.Knows("clear-above"), Text: eitherHere + "; at {clear-above.bound} {called-AHEAD-ABOVE} ahead."},
		{Text: eitherHere + "; doing neither gives {standing-UNWEIGHTED}."},
	},
	Prices: view.Either(
		view.Branch{When: view.Lacks(view.AttackerRight), Variants: view.Always("The method in focus guarantees nothing.")},
		imbalance.OfNoise,
		view.Branch{When: view.Fills("descends"), Variants: view.TaskPart.Price()},
		view.Branch{Variants: view.TaskRecords.Price()},
	),
	Warnings: []view.Variant{
		imbalance.WarnsFew, imbalance.WarnsUnlike,
		{When: view.Fills("made"),
			Text: "What learns from an oversampled class guarantees nothing; the private methods beside it learn " +
				"from the records as they are."},
		imbalance.WarnsSlack,
		imbalance.WarnsTaken,
		{When: view.Fills("caution"), Text: "{caution}"},
		view.HardlyAny,
	},
}
