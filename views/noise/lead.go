package noise

import (
	"math"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// filled returns the words of leads that are not readings.
func (q asked) filled() map[string]string {
	words := map[string]string{
		"error": q.error(),
		"width": numeral.Short(q.CellWidth()),
		"moves": numeral.Short(q.Sensitivity),
		"fold":  numeral.Short(math.Exp(q.Epsilon)),
		"reach": numeral.Short(q.Reach()),
	}
	words["this-noise"], words["optimised"] = q.thisNoise(), sentence(q.thisNoise())
	if ranked := q.Ranked(); len(ranked) > 0 {
		words["rival"] = ranked[0].Title
	}
	if q.Query == optimal.Count {
		words["whole"] = "whole numbers"
	}
	if why := q.Refused(); why != nil {
		words["why"] = why.Error()
	}
	if n := len(q.Also.List()); n == 1 {
		words["points"] = "one more point"
	} else if n > 1 {
		words["points"] = numeral.Whole.Format(float64(n)) + " more points"
	}
	if q.Below.Any() {
		words["mu"] = numeral.Short(q.Below.Mu)
	}
	if support, enough, short := q.TooShort(); short {
		words["support"] = numeral.Short(support)
		if enough == enough {
			words["support-enough"] = numeral.Short(enough)
		}
	}
	return words
}

// thisNoise names the noise that was found. It says what the noise is optimised for where the error beside it does not.
func (q asked) thisNoise() string {
	loss, found := map[string]string{"asymmetric": "lopsided |x|", "pinball": "pinball loss", "pieces": "your loss",
		"sign": "the decision of a sign"}[q.loss]
	if !found {
		return "optimised noise"
	}
	return "noise optimised for " + loss
}

// error returns the name of the mean cost of an error, by the loss.
func (q asked) error() string {
	switch q.loss {
	case "l1":
		return "mean error"
	case "l2":
		return "mean squared error"
	}
	return "mean cost"
}

// cost returns the same name where the words before it say that it is a mean.
func (q asked) cost() string { return strings.TrimPrefix(q.error(), "mean ") }

// These facts decide which variant is said.
var (
	refused  = view.Fills("why")
	tooShort = view.Fills("support")
	longer   = view.Fills("support-enough")
	counted  = view.Fills("whole")
	pure     = view.Is("delta", 0)
	anyShape = view.Picked("shape", "free") // otherwise only decreasing noise is bounded
	pointed  = view.Fills("points")
	curved   = view.Fills("mu")
	rivalled = func(f view.Facts) bool { return !f.None("next") }
	plain    = view.All(anyShape, func(f view.Facts) bool { return f.Picked("loss", "l1") && !counted(f) })
	attained = func(f view.Facts) bool { return f.Of("lower-bound").Value >= f.Of("loss").Value*(1-tie) }
)

// withNext returns the least loss with noise of a fixed shape.
func withNext(f view.Facts) float64 { return f.Member("loss", f.Of("next").Word).Value }

// Two losses are called different where they differ by more than the part closeTo.
const closeTo = 5e-3

var (
	better        = func(f view.Facts) bool { return f.Of("loss").Value > withNext(f)*(1+closeTo) }
	alike         = func(f view.Facts) bool { return f.Of("loss").Value >= withNext(f)*(1-closeTo) }
	fixedIsAsGood = view.All(view.Not(pure), alike)
)

// nothing returns the variants of an answer without noise; the given reading is then missing.
func nothing(reading string) []view.Variant {
	none := view.Lacks(reading)
	return []view.Variant{
		{When: refused, Text: "None is sought: {why}."},
		{When: view.All(curved, tooShort, longer),
			Text: "No noise within ±{support} sensitivities has a curve below the Gaussian's at μ = {mu}; {support-enough} is the least whole number that may."},
		{When: view.All(curved, none), Text: "No noise within ±{reach} has a curve below the Gaussian's at μ = {mu}; a longer support or a greater floor is needed."},
		{When: view.All(pointed, tooShort, longer),
			Text: "No noise within ±{support} sensitivities keeps δ = {delta} at ε = {epsilon} and {points} together; {support-enough} is the least whole number that may."},
		{When: view.All(pointed, none), Text: "No noise within ±{reach} keeps δ = {delta} at ε = {epsilon} and {points} together: a longer support or a greater δ is needed."},
		{When: view.All(tooShort, longer),
			Text: "No noise within ±{support} sensitivities is private at ε = {epsilon}, δ = {delta}: a shift by one sensitivity would give the support away; {support-enough} is enough."},
		{When: tooShort, Text: "No noise within ±{support} sensitivities is private at ε = {epsilon}, δ = {delta}: a shift by one sensitivity would give the support away."},
		{When: view.All(none, view.Not(pure)),
			Text: "No noise within ±{reach} on this grid is private at ε = {epsilon}, δ = {delta}; a longer support or a greater δ is needed."},
	}
}

// optimised gives the loss of the noise that was found, and of the next best.
const optimised = "{optimised}: {error} {loss.bound} at ε = {epsilon}, δ = {delta}, against {loss-NEXT} with {next}"

var noiseLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: nothing("loss")},
		view.Branch{When: curved, Variants: []view.Variant{
			{When: better, Text: "{rival} itself: {error} {loss-NEXT}; below its whole curve (μ = {mu}) the optimised noise has {loss.bound}, held to cells of {width}."},
			{When: alike, Text: "Practically tied: {rival} and the {this-noise} below its whole curve (μ = {mu}), {error} {loss.bound}."},
			{Text: "{optimised} below a whole Gaussian curve (μ = {mu}): {error} {loss.bound}, at least {saved} less than with that Gaussian itself."},
		}},
		view.Branch{When: pointed, Variants: []view.Variant{
			{When: view.All(rivalled, better), Text: "{rival}: {error} {loss-NEXT} at {points} besides ε = {epsilon}; the optimised noise has {loss.bound}, held back by its grid."},
			{When: view.All(rivalled, alike), Text: "Practically tied: {this-noise} and {next}, {error} {loss.bound} at ε = {epsilon}, δ = {delta} and {points}."},
			{When: rivalled, Text: "{optimised}: {error} {loss.bound} at ε = {epsilon}, δ = {delta} and {points}, against {loss-NEXT} with {next}."},
			{Text: "{optimised}: {error} {loss.bound} at ε = {epsilon}, δ = {delta} and {points}."},
		}},
		view.Branch{When: pure, Variants: []view.Variant{
			{When: view.All(counted, alike), Text: "Staircase noise of whole numbers, {error} {loss}: none does better at δ = {delta}; {next} is as good."},
			{When: counted, Text: "Staircase noise of whole numbers, {error} {loss}: none does better at δ = {delta}; {next} has {loss-NEXT}."},
			{Text: "Staircase noise, {error} {loss}: no noise does better at δ = {delta}; {next} has {loss-NEXT}."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: view.All(better, counted), Text: "{rival}: {error} {loss-NEXT} at ε = {epsilon}; the optimised noise has {loss.bound}, held back by its reach of ±{reach}."},
			{When: better, Text: "{rival}: {error} {loss-NEXT} at ε = {epsilon}; the optimised noise has {loss.bound}, held back by cells of {width} within ±{reach}."},
			{When: view.All(alike, attained, anyShape),
				Text: "Practically tied: {this-noise} and {next}, {error} {loss.bound} at ε = {epsilon}, δ = {delta}; none does better."},
			{When: alike, Text: "{rival} noise, or the optimised one: {error} {loss-NEXT} at ε = {epsilon}, δ = {delta}, practically the least of " +
				"those compared."},
			{When: view.All(attained, plain), Text: optimised + ", and no noise does better."},
			{When: view.All(attained, anyShape), Text: optimised + ", and none does better."},
			{When: plain, Text: optimised + "; no single noise gets below {lower-bound.bound}."},
			{When: anyShape, Text: optimised + "; none gets below {lower-bound.bound}."},
			{Text: optimised + "."},
		}},
	),
	Prices: view.Either(
		view.Branch{When: fixedIsAsGood, Variants: fixedShape},
		view.Branch{Variants: neighbours},
	),
	Warnings: warnings,
}

// seesQuery says who sees what where a query is answered with noise. Where fixed holds, noise of a fixed shape does as well,
// and then ε and δ alone limit an attacker. more are further reasons why an attacker may be right more often.
func seesQuery(fixed func(view.Facts) bool, more ...view.Reason) (all []view.Sees) {
	for _, s := range []view.Sees{
		{When: curved, Epsilon: "The Gaussian's curve at μ = {mu}", Delta: func(view.Facts) bool { return false }},
		{When: pointed, Epsilon: "With {points}, ε = {epsilon}"},
		{},
	} {
		s.Raw, s.Protected, s.Neighbours, s.Reasons = view.Office, view.OneRecord, view.AnyOther, append(append(more, onCurve), view.LessTelling("answers")...)
		if fixed != nil {
			of := s
			of.Right = view.AttackerAllowed
			all = append(all, view.SeesWhere(fixed, []view.Sees{of})...)
		}
		all = append(all, s)
	}
	return all
}

// onCurve is the reason why noise below a Gaussian's curve gives away less than the curve allows.
var onCurve = view.Reason{Kind: view.WhyKinder, When: curved, Text: "a Gaussian on that curve tells more"}

// neighbours is the price of noise for a query, and fixedShape the price of noise of a fixed shape.
var (
	neighbours = view.TaskRecords.Price()
	fixedShape = (view.TaskRecords + ", with {rival} noise,").PriceBy(view.AttackerAllowed, "")
)

// fixedIsBetter holds along a frontier where noise of a fixed shape costs less than what was found.
var fixedIsBetter = view.All(view.Not(pure), rivalled, better)

// thatLoss gives the loss of the noise that was found along the frontier, and thereIn the δ and the sensitivity that it holds
// for.
const (
	thatLoss = "A {error} of {loss} at ε = {epsilon}"
	thereIn  = " (δ = {delta}; one person moves the answer by up to {moves})."
)

var frontierLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: nothing("loss")},
		view.Branch{When: curved, Variants: []view.Variant{
			{When: better, Text: "A {error} of {loss-NEXT} at μ = {mu}, with {rival} itself; below its whole curve the " +
				"optimised noise has {loss.bound} on this grid."},
			{Text: "A {error} of at most {loss} below a Gaussian's whole curve at μ = {mu}, against {loss-NEXT} with that " +
				"Gaussian itself."},
		}},
		view.Branch{When: pointed, Variants: view.Always("A {error} of {loss} at ε = {epsilon}, δ = {delta} and {points}.")},
		view.Branch{When: pure, Variants: view.Always(thatLoss + "; no noise does better" + thereIn)},
		view.Branch{Variants: []view.Variant{
			{When: better, Text: "A {error} of {loss-NEXT} at ε = {epsilon}, δ = {delta}, with {rival}; the optimised noise " +
				"has {loss.bound} on this grid."},
			{When: view.All(attained, plain), Text: thatLoss + "; no noise does better" + thereIn},
			{When: view.All(attained, anyShape), Text: thatLoss + "; none does better" + thereIn},
			{When: func(f view.Facts) bool { return !f.None("loss-halved") }, Text: "At ε = {epsilon} the {error} is {loss}; halving ε makes it {loss-halved}" + thereIn},
			{When: plain, Text: thatLoss + "; no single noise gets below {lower-bound.bound}" + thereIn},
			{When: anyShape, Text: thatLoss + "; none gets below {lower-bound.bound}" + thereIn},
			{Text: thatLoss + thereIn},
		}},
	),
	Prices: view.Either(
		view.Branch{When: fixedIsBetter, Variants: fixedShape},
		view.Branch{Variants: neighbours},
	),
	Warnings: warnings,
}

// The pictures of the proof depend on these facts.
var (
	ofEvent   = view.Picked("show", "event")
	ofProfile = view.Picked("show", "profile")
	unmoved   = view.Fills("unmoved")
	ofWorst   = func(f view.Facts) bool { return f.Of("violation").Value >= f.Of("delta-certified").Value*(1-tie) }
	unbroken  = func(f view.Facts) bool { return f.Of("violation").Value == 0 }
)

// ofEvery says what was certified for every change that one person can make; tail ends the sentence.
func ofEvery(tail string) []view.Variant {
	const change = "Because one person's change (up to ±{moves}) " + noEvent
	return []view.Variant{
		{When: view.Fills("one-in"), Text: change + ", plus {one-in}" + tail},
		{Text: change + ", plus a chance of {delta-certified}" + tail},
	}
}

// noEvent says what a change does to the chances of all events.
const noEvent = "makes no event more than {fold} times as likely"

// rare holds small δ in words.
var rare = map[float64]string{1e-3: "one in a thousand", 1e-4: "one in ten thousand", 1e-5: "one in a hundred thousand", 1e-6: "one in a million",
	1e-7: "one in ten million", 1e-8: "one in a hundred million", 1e-9: "one in a billion"}

var shiftsLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: nothing("delta-certified")},
		view.Branch{When: pure, Variants: view.Always("Because staircase noise is ε-private by its closed form, at ε = {epsilon}: there is nothing to certify.")},
		view.Branch{When: view.All(ofEvent, view.Not(curved)), Variants: []view.Variant{
			{When: unmoved, Text: "Because a record that moves the answer by nothing changes nothing: there is no shift to hide."},
			{When: unbroken, Text: "Because {whose} change (by {moved}) " + noEvent + "; δ = {delta} more would be allowed."},
			{When: view.All(ofWorst, view.Not(pointed), view.Fills("one-in")), Text: "Because even {whose} worst change (by {moved}) " + noEvent + ", plus {one-in}."},
			{When: view.All(ofWorst, view.Not(pointed)), Text: "Because even {whose} worst change (by {moved}) " + noEvent +
				", plus a chance of {violation}."},
			{Text: "Because {whose} change (by {moved}) " + noEvent + ", plus a chance of {violation}."},
		}},
		view.Branch{When: view.All(curved, view.Not(ofProfile)), Variants: view.Always(
			"Because no change of the answer by up to ±{moves} tells more than a Gaussian's does at μ = {mu}, but for a floor {floor-certified}.")},
		view.Branch{When: view.All(pointed, view.Not(ofProfile)), Variants: ofEvery("; likewise at {points}.")},
		view.Branch{When: ofProfile, Variants: view.Always("Because at every ε it keeps some δ: at ε′ = {at} the same noise keeps δ = {delta-at-budget}.")},
		view.Branch{Variants: ofEvery(".")},
	),
	Prices:   neighbours,
	Warnings: warnings,
}

// The rounds depend on these facts.
var (
	lastRound = func(f view.Facts) bool { return f.Of("events-entering").Value == 0 }
	inVain    = func(f view.Facts) bool {
		return f.Number("round") >= f.Of("rounds").Value && f.Of("events-entering").Value > 0
	}
	nearly    = func(f view.Facts) bool { return f.Of("delta-needed").Value < f.Number("delta")*(1+closeTo) }
	oneEnters = func(f view.Facts) bool { return f.Of("events-entering").Value == 1 }
)

// notYet says why an attacker is right more often with the noise of a round than the noise of the last round allows.
var notYet = view.Reason{Kind: view.WhyNotYet, Text: "this round's noise does not keep ε", When: func(f view.Facts) bool {
	return f.Of(view.AttackerRight).Value > f.Of(view.AttackerAllowed).Value
}}

// afterRound says how far the search is.
const afterRound = "By trial and correction: the noise of round {round} of {rounds} needs "

var roundsLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: view.All(pure, view.Not(refused)),
				Text: "Nothing to search: at δ = {delta} the best noise is known in closed form."},
		}},
		view.Branch{Variants: nothing("rounds")},
		view.Branch{When: inVain, Variants: view.Always("Nothing found: none on this grid is private; a longer support or a greater δ is needed.")},
		view.Branch{When: view.All(lastRound, func(f view.Facts) bool { return f.Of("rounds").Value == 1 }),
			Variants: view.Always("By trial and correction: the first attempt keeps the limit.")},
		view.Branch{When: view.All(lastRound, view.Fills("attempts")), Variants: view.Always(
			"By trial and correction: {attempts} needed too much δ, the {last} keeps the limit.")},
		view.Branch{When: lastRound, Variants: view.Always("By trial and correction: earlier attempts needed too much δ, attempt {rounds} keeps the limit.")},
		view.Branch{When: view.All(nearly, oneEnters),
			Variants: view.Always(afterRound + "a δ just over the {delta} allowed, so one constraint is added.")},
		view.Branch{When: nearly, Variants: view.Always(afterRound +
			"a δ just over the {delta} allowed, so {events-entering} constraints are added.")},
		view.Branch{When: oneEnters, Variants: view.Always(afterRound +
			"δ = {delta-needed}, where {delta} is allowed, so one constraint is added.")},
		view.Branch{Variants: view.Always(afterRound +
			"δ = {delta-needed}, where {delta} is allowed, so {events-entering} constraints are added.")},
	),
	Prices: view.Either(view.Branch{When: view.Not(inVain), Variants: neighbours}),
	Warnings: view.Either(
		view.Branch{When: lastRound, Variants: warnings},
		view.Branch{Variants: warnings[1:]},
	),
}
