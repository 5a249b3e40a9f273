// Package survey holds the screen about a survey under privacy: how far off its result is, when answers are perturbed before
// they are sent or when an office sees all of them.
package survey

import (
	"context"
	"fmt"
	"strings"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/privacy"
	"dpscope/mechanisms/unbiased"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of a survey.
var (
	people = param.Param{Name: "n", Symbol: "n", Label: "people", Unit: "people",
		Help: "How many people answer, each once.", Min: 1, Max: polling.MostPeople, Low: 10, High: 1e7, Default: 2000, Scale: param.Count, Least: true}
	trueShare = param.Param{Name: "true-share", Symbol: "π", Label: "true share", Style: numeral.Percent, Of: "asks=yes-no,options",
		Help: "The share of people whose answer is yes, or the option that is looked at.", Min: 0, Max: 1, Default: 0.3, Fine: 0.01, Coarse: 0.1}
	confidence = param.Param{Name: "confidence", Symbol: "c", Label: "confidence", Style: numeral.Percent,
		Help: "How many of all such surveys are within the margin, at least.", Min: 0.5, Max: 0.9999, Low: 0.8, High: 0.999, Default: 0.95, Fine: 0.01, Coarse: 0.05, Role: param.Aside}
	target = param.Param{Name: "target", Symbol: "± wanted", Style: numeral.Points,
		Help: "The margin of error to reach.", Min: 1e-6, Max: 1, Low: 0.001, High: 0.2, Default: 0.03, Scale: param.Log, Role: param.Target}
	options = param.Param{Name: "k", Symbol: "k", Label: "options", Unit: "options",
		Help: "How many options a person chooses one of.", Min: 3, Max: 1e6, Low: 3, High: 1000, Default: 10, Scale: param.Count, Least: true}

	asks = param.Menu[polling.Asks]{Name: "asks", Label: "asks",
		Help: "What people are asked.",
		Kinds: []param.Kind[polling.Asks]{
			control.Option("yes-no", "yes or no", "One question that is answered by yes or no.", warner, polling.YesNo),
			control.Option("options", "one of several options", "Everybody chooses one of k options; one of them is looked at.", "Wang, Blocki, Li & Jha 2017", polling.Choice).With(options),
			control.Option("number", "a number", "Everybody sends a number between declared bounds, of which the mean is published: points are of the way between them.",
				"Duchi, Jordan & Wainwright 2018", polling.Number),
		}}
	trust = param.Menu[bool]{Name: "trust", Label: "who sees",
		Help: "Who sees the true answers.",
		Kinds: []param.Kind[bool]{
			control.Option("nobody", "nobody", "Each device perturbs its owner's answer: local privacy.", warner, false),
			control.Option("office", "an office", "It publishes counts or a mean with noise: central privacy.", "Dwork, McSherry, Nissim & Smith 2006", true),
		}}
	pictures = param.Menu[picture]{Name: "show", Label: "show",
		Help: "What is drawn.",
		Kinds: []param.Kind[picture]{
			control.Option("margins", "the margins", "How far off results are without privacy, with an office, and where nobody sees true answers.", "", picture{drawMargins, drawSurveys}),
			control.Option("epsilon", "against ε", "The three margins at every ε, and the one wanted.", "", picture{draw: drawBudgets}),
			control.Option("people", "against n", "The three margins at every number of people, and the one wanted.", "", picture{draw: drawCrowds}),
			control.Option("protocols", "protocols", "The margin of each protocol by the number of options or, of numbers, by ε.", "", picture{draw: drawProtocols}).
				Where(func(v param.Values) bool { return asks.Chosen(v) != polling.YesNo }),
			control.Option("answers", "a hundred people", "The own answers of a hundred people, and those that they send.", "", picture{draw: drawPeople}).
				Where(func(v param.Values) bool { return counts(v) && !trust.Chosen(v) }),
		}}
	asked = param.Menu[bool]{Name: "asked", Label: "asked",
		Help: "Whether there are more than those who answer.",
		Kinds: []param.Kind[bool]{
			control.Option("sample", "a sample", "The n are drawn from many: chance adds to noise.", "", false),
			control.Option("everyone", "everyone", "The n are all there are: there is no chance.", "", true),
		}}
	protocols = func() param.Menu[string] {
		m := param.Menu[string]{Name: "protocol", Label: "protocol", Help: "How answers are perturbed; an office needs none.", Of: "asks=options,number",
			Kinds: []param.Kind[string]{control.Option(polling.Best, "the best", "The protocol of least margin; of equals, the first.", "", polling.Best)}}
		for _, k := range frequency.All.Kinds {
			m.Kinds = append(m.Kinds, control.Option(k.Name, k.Title, k.Help, k.Source, k.Name).Where(counts))
		}
		for _, k := range unbiased.All.Kinds {
			m.Kinds = append(m.Kinds, control.Option(k.Name, k.Title, "Of numbers. "+k.Help, k.Source, k.Name).Where(numbers))
		}
		return m
	}()

	noises = func() param.Menu[string] {
		m := param.Menu[string]{Name: "noise", Label: "noise", Of: "trust=office",
			Help: "What the office adds to each count, or to the mean.",
			Kinds: []param.Kind[string]{control.Option(polling.Geometric, "Geometric",
				"Whole noise, each number farther from 0 less likely by a factor e^ε: for counts only.", "Ghosh, Roughgarden & Sundararajan 2009", polling.Geometric).Where(counts)}}
		for _, k := range polling.Noises() {
			kind := control.Option(k.Name, k.Title, k.Help, k.Source, k.Name)
			if k.NeedsDelta {
				kind = kind.With(mechanisms.Delta)
			}
			m.Kinds = append(m.Kinds, kind)
		}
		return m
	}()

	mean = param.Param{Name: "x", Symbol: "x", Label: "true mean",
		Help: "The number that all have or, where all are at the ends, the share of people at the upper one.", Min: 0, Max: 1, Default: 0.3, Fine: 0.01, Coarse: 0.1}
	spread = param.Menu[func(x float64) polling.Spread]{Name: "spread", Label: "numbers", Of: "asks=number",
		Help: "How people's numbers are spread between the bounds, 0 and 1.",
		Kinds: []param.Kind[func(x float64) polling.Spread]{
			control.Option("even", "spread evenly", "Every number is as frequent as any other.", "", func(float64) polling.Spread { return polling.Even }),
			control.Option("alike", "all alike", "Everybody has the same number, x.", "", polling.Alike).With(mean),
			control.Option("ends", "at both ends", "A share x of the people has 1, and all others have 0: no numbers scatter more.", "", polling.Ends).With(mean),
		}}
)

func numbers(v param.Values) bool { return asks.Chosen(v) == polling.Number }
func counts(v param.Values) bool  { return !numbers(v) }

// idle reports whether a control has no effect: an office needs no protocol.
func idle(key string, v param.Values) bool {
	switch key {
	case protocols.Name:
		return trust.Chosen(v)
	case people.Name, trueShare.Name, options.Name, spread.Name: // a file has them
		return owned(v)
	}
	return false
}

// fewPeople is a number of people to try.
const fewPeople = 500

const warner = "Warner 1965"

// fitBoth is the reason of all protocols for options: an answer supports one of two options more than the other, e^ε times as
// often, or both alike.
var fitBoth = view.Reason{Kind: view.WhyKinder, When: view.Picked("asks", "options"), Text: view.SomeFitBoth.Text}

// View shows how far off a survey is.
var View = view.Of(view.Declaration[survey]{
	Name:     "survey",
	Label:    "how good a survey",
	Takes:    []view.Take{{File: view.Table, Control: "data", Single: true}},
	Also:     "poll, questionnaire, census, average, mean, proportion, histogram, rappor, election, how many people, margin of error, sample size, confidence interval, standard error, respondents, interviews, local histogram, frequency estimation, salary, income, opinion",
	Python:   func(ctx context.Context, v param.Values, q survey) (view.Python, error) { return q.python(ctx, v) },
	Budget:   "One person's answer, which may be any other. Nobody sees a true answer, or an office does, which is trusted with all of them.",
	Model:    modelOf,
	Title:    "A survey under privacy",
	Question: "How good will our survey be?",
	Lead:     lead,
	Filled:   survey.filled,
	Sees: view.Beside(append(view.SeesWhere(view.Picked("trust", "office"), []view.Sees{{Raw: view.Office, Protected: view.OneAnswer, Neighbours: view.AnyOther, Reasons: view.LessTelling("answers")}}),
		view.Sees{Raw: view.Nobody, Protected: view.OneAnswer, Neighbours: view.AnyOther, Reasons: append([]view.Reason{fitBoth}, view.LessTelling("answers")...)}), view.Nobody),
	About: "n people give one answer each: yes or no, one of k options, or a number between declared bounds. Either each device perturbs its own answer and nobody sees a true one, or an office sees all and publishes counts with noise. " +
		"Beside both stands what no privacy gives: chance alone. Margins are of the exact distribution of the count, and the estimate is unbiased.",
	Source: "Warner 1965; Wang, Blocki, Li & Jha 2017; Ye & Barg 2018",
	Form: param.Form{Choices: []param.Choice{pictures, asks, trust, protocols, noises, spread, asked}, Idle: idle,
		Texts:  []param.Text{file, column, word, bounds},
		Params: []param.Param{people, trueShare, target, frequency.Epsilon, confidence},
		First:  []string{people.Name, trueShare.Name, target.Name, frequency.Epsilon.Name}},
	Ask:        askSurvey,
	Defaults:   offered,
	Provenance: view.Stated(survey.whose),
	Readings:   readings,
	Draw: func(ctx context.Context, q survey, read view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		s, err := q.picture.draw(ctx, q, read)
		if err == nil && q.own != nil && q.Asks != polling.Number {
			s.Later = make([]engine.Later, 1)
			s.Later[0], err = q.words(ctx)
		}
		return s, err
	},
	Draws: func(ctx context.Context, q survey, count int) (engine.Points, error) {
		if q.picture.draws == nil {
			return engine.Points{}, nil
		}
		return q.picture.draws(ctx, q, count)
	},
	Plays: func(v param.Values) bool { return pictures.Chosen(v).draws != nil },
	Tries: []view.Try{
		{When: func(v param.Values) bool { return !owned(v) && v.Get(people) != fewPeople }, On: people.Name, Do: view.Type, Value: "500",
			Called: "n", Shows: "ask 500 people, and see the margin move."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see the margin shrink."},
	},
	Presets: []view.Preset{
		{Name: "yes-no", Title: "Two thousand people answer yes or no through a coin",
			Query: "show=margins&asks=yes-no&trust=nobody&asked=sample&epsilon=1&n=2000&true-share=0.3&target=0.03&confidence=0.95"},
		{Name: "office", Title: "An office that sees all answers adds next to nothing to chance",
			Query: "show=margins&asks=yes-no&trust=office&asked=sample&epsilon=1&n=2000&true-share=0.3&target=0.03&confidence=0.95"},
		{Name: "everyone", Title: "Of everyone, the noise of the coins alone",
			Query: "show=margins&asks=yes-no&trust=nobody&asked=everyone&epsilon=1&n=2000&true-share=0.3&target=0.05&confidence=0.95"},
		{Name: "options", Title: "One of a hundred options: the best protocol, and the others",
			Query: "show=margins&asks=options&k=100&trust=nobody&protocol=best&asked=sample&epsilon=2&n=20000&true-share=0.1&target=0.02&confidence=0.95"},
		{Name: "counts", Title: "An office publishes the counts of ten options",
			Query: "show=margins&asks=options&k=10&trust=office&asked=everyone&epsilon=0.5&n=2000&true-share=0.1&target=0.005&confidence=0.95"},
		{Name: "two-counts", Title: "Normal noise on ten counts, of which one person moves two",
			Query: "show=margins&asks=options&k=10&trust=office&noise=analytic-gaussian&delta=1e-6&asked=sample&epsilon=0.5&n=2000&true-share=0.1&target=0.02&confidence=0.95"},
		{Name: "target", Title: "The least ε for ± 3 points, with an office and without",
			Query: "show=epsilon&asks=yes-no&trust=nobody&asked=sample&epsilon=1&n=2000&true-share=0.3&target=0.03&confidence=0.95"},
		{Name: "people", Title: "How many people a margin takes, with an office and without",
			Query: "show=people&asks=yes-no&trust=nobody&asked=sample&epsilon=1&n=2000&true-share=0.3&target=0.02&confidence=0.95"},
		{Name: "protocols", Title: "The more options, the worse randomised response is",
			Query: "show=protocols&asks=options&k=20&trust=nobody&protocol=best&asked=sample&epsilon=2&n=20000&true-share=0.1&target=0.02&confidence=0.95"},
		{Name: "answers", Title: "A hundred people: their own answers, and those that they send",
			Query: "show=answers&asks=yes-no&trust=nobody&asked=sample&epsilon=1&n=2000&true-share=0.3&target=0.03&confidence=0.95"},
		{Name: "number", Title: "The mean of two thousand numbers that nobody sees",
			Query: "show=margins&asks=number&spread=even&trust=nobody&protocol=best&asked=sample&epsilon=1&n=2000&target=0.05&confidence=0.95"},
	},
})

// modelOf says whether devices add noise, or an office.
func modelOf(v param.Values) string {
	if trust.Chosen(v) {
		return assets.Central
	}
	return assets.Local
}

// survey is a question with what its answers share.
type survey struct {
	polling.Survey
	target  float64
	picture picture
	own     *own                         // of a file; nil: no file
	by      *work.Once[string]           // the protocol in use
	ranked  *work.Once[[]polling.Ranked] // all protocols
}

func askSurvey(ctx context.Context, v param.Values) (survey, error) {
	if epsilon := v.Get(frequency.Epsilon); epsilon > 0 && epsilon < polling.TinyEpsilon {
		return survey{}, fmt.Errorf("epsilon = %s is too little to count with; 0, or %s and more would work", numeral.Exact(epsilon), numeral.Exact(polling.TinyEpsilon))
	}
	s := survey{target: v.Get(target), picture: pictures.Chosen(v), Survey: polling.Survey{People: v.Get(people), Epsilon: v.Get(frequency.Epsilon), Options: 2,
		Share: v.Get(trueShare), Confidence: v.Get(confidence)}}
	switch s.Asks = asks.Chosen(v); s.Asks {
	case polling.Choice:
		s.Options = v.Get(options)
	case polling.Number:
		s.Spread = spread.Chosen(v)(v.Get(mean))
	}
	if s.Office = trust.Chosen(v); s.Office {
		s.Noise = noises.Chosen(v)
		if len(v.Picked(noises).Params) > 0 {
			s.Delta = v.Get(mechanisms.Delta)
		}
	}
	s.Everyone = asked.Chosen(v)
	if s.Protocol = polling.Best; s.Asks != polling.YesNo && !s.Office {
		s.Protocol = protocols.Chosen(v)
	}
	if err := s.openOwn(ctx, v); err != nil {
		return survey{}, err
	}
	s.ranked = work.NewOnce(func(context.Context) ([]polling.Ranked, error) { return s.Ranking() })
	s.by = work.NewOnce(func(ctx context.Context) (string, error) {
		if s.Protocol != polling.Best || !choosing(s) {
			return s.Named()
		}
		ranking, err := s.ranked.Get(ctx)
		if err != nil {
			return "", err
		}
		return ranking[0].Name, nil
	})
	return s, nil
}

// named returns the survey with the protocol in use.
func (q survey) named(ctx context.Context) (polling.Survey, error) {
	s := q.Survey
	if q.Office {
		return s, nil
	}
	var err error
	s.Protocol, err = q.by.Get(ctx)
	return s, err
}

// crowd writes a number of people: in words that fit a sentence, as a power of ten from a thousand million on.
func crowd(people float64) string {
	const millions = 1e9
	if people < millions {
		return numeral.Count(people) + " people"
	}
	return numeral.Short(people) + " people"
}

// filled returns the words of the lead that are no readings.
func (q survey) filled() map[string]string {
	words := map[string]string{"truth": numeral.Percent.Format(q.Truth()), "noise": "geometric noise",
		"people": crowd(q.People) + " answer", "wanted": numeral.Points.Typed(numeral.Nearest.Significant(q.target, 3))}
	switch {
	case q.own != nil:
		words["owned"] = q.own.looked(q.Asks == polling.Number)
	case q.Asks == polling.YesNo:
		words["stated"] = "so"
	}
	switch {
	case q.Asks == polling.Number && q.People == 1:
		words["people"] = "one person sends a number"
	case q.Asks == polling.Number:
		words["people"] = crowd(q.People) + " send a number"
	case q.People == 1:
		words["people"] = "one person answers"
	}
	if kind, err := central.Find(q.Noise); err == nil {
		words["noise"] = kind.Brief + " noise"
		if kind.NeedsDelta {
			words["slack"] = "so"
		}
	}
	if q.Epsilon == 0 {
		words["chance"] = "so"
	}
	if name, err := q.Named(); err == nil && q.Asks != polling.YesNo {
		words["through"] = through(name)
	}
	return words
}

// through says what perturbs answers.
func through(protocol string) string {
	switch protocol {
	case "laplace":
		return "with Laplace noise"
	case "piecewise", "hybrid":
		return "by the " + protocol + " mechanism"
	case "square-wave":
		return "by the square wave"
	case "duchi":
		return "by Duchi's bit"
	}
	kind, err := frequency.All.Find(protocol)
	if err != nil {
		return ""
	}
	return "by " + strings.ToLower(kind.Title[:1]) + kind.Title[1:]
}

// estimated reports whether the margin comes from the normal law.
func estimated(f view.Facts) bool { return f.Of("margin-of-error").Basis == known.Estimate }

// hardlyAny is a share of false answers below which nearly all are true.
const hardlyAny = 1e-3

var lead = view.Lead{
	Answers: append([]view.Variant{
		{When: view.Fills("chance"), Text: "No good at all: at ε = {epsilon} answers are pure chance, however many people are asked."},
		{When: func(f view.Facts) bool { return f.Of("margin-of-error").Value > 1 },
			Text: "No good at all: the margin is {margin-of-error}, and any guess does as well."},
	}, view.Pairs([]view.Variant{
		{When: view.All(view.Fills("owned"), estimated), Text: "{owned} {truth} ± about {margin-of-error.bound} of the range: {people}"},
		{When: view.All(view.Fills("owned"), view.Picked("asks", "number")), Text: "{owned} {truth} ± {margin-of-error} of the range: {people}"},
		{When: view.Fills("owned"), Text: "{owned} {truth} ± {margin-of-error}: {people}"},
		{When: estimated, Text: "{truth} ± about {margin-of-error.bound} of the range: {people}"},
		{When: view.Picked("asks", "number"), Text: "{truth} ± {margin-of-error} of the range: {people}"},
		{When: view.Fills("stated"), Text: "± {margin-of-error} if {true-share} would say yes: {people}"},
		{Text: "± {margin-of-error} if {true-share} would choose the option: {people}"},
	}, []view.Variant{
		{When: view.Fills("slack"), Text: " to an office, which adds {noise} at ε = {epsilon} and δ = {delta}."},
		{When: view.Picked("trust", "office"), Text: " to an office, which adds {noise} at ε = {epsilon}."},
		{When: view.All(view.Picked("asks", "yes-no"), func(f view.Facts) bool { return f.Of("false-answers").Value < hardlyAny }),
			Text: ", a coin changes hardly any answer (ε = {epsilon}), and nearly all that are sent are true."},
		{When: view.Picked("asks", "yes-no"), Text: ", a coin changes {false-answers} of the answers (ε = {epsilon}), and nobody sees a true one."},
		{When: view.Picked("asks", "number"), Text: " {through} at ε = {epsilon}, and nobody sees a true one."},
		{Text: " {through} at ε = {epsilon}, and nobody sees a true answer."},
	})...),
	Prices:   prices,
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(view.Fills("slack"))},
}

// byNormal explains a margin from the normal law.
func byNormal() []view.Case[survey] {
	return []view.Case[survey]{{If: "numbers have no exact distribution", When: func(q survey, v known.Value) bool { return v.Basis == known.Estimate },
		Formula: "z standard deviations, z the quantile of the normal distribution at the confidence: a mean of many answers is nearly normal.",
		With: view.Says(func(q survey) string {
			return numeral.Count(q.People) + " people, confidence " + numeral.Percent.Format(q.Confidence) + "."
		}),
		Assumes: "There are at least some 30 people: the normal distribution is rough for fewer."}}
}

// few remarks that the normal law is rough.
func few(_ context.Context, q survey, v known.Value) (string, error) {
	if v.Basis == known.Estimate && q.People < polling.Many {
		return "rough: of few people", nil
	}
	return "", nil
}

// margin declares a margin of error, which may come from the normal law.
func margin(r reading) reading {
	r.Style, r.Round, r.Goal, r.Range, r.Remark, r.Cases = numeral.Points, numeral.Up, known.Lower, known.NotNegative, few, byNormal()
	return r
}

// leastBudget declares a least ε for the target.
func leastBudget(r reading) reading {
	r.Round, r.Range, r.Expensive, r.ExactOf = numeral.Up, known.NotNegative, true, "numbers of three digits up to 40"
	return r
}

var readings = []view.Entry[survey]{
	margin(reading{Name: "margin-of-error", Label: "margin of error", Symbol: "±",
		Level: view.Answering, ExactOf: "the distribution of the result",
		Value:  ofSurvey(func(s polling.Survey) (known.Value, error) { return s.Margin() }),
		Target: func(q survey) float64 { return q.target }, Walk: walk,
		Formula: "The least m such that Pr[|estimate − truth| ≤ m] is at least the confidence; the estimate (Y/n − q)/(p − q) is unbiased, an office's is (X + Z)/n, and that of numbers is the mean of unbiased answers.",
		With: view.Says(func(q survey) string {
			return numeral.Count(q.People) + " people, confidence " + numeral.Percent.Format(q.Confidence) + "."
		})}),
	margin(reading{Name: "margin-noise", Label: "by noise",
		Level: view.Shown, ExactOf: "the distribution of the noise",
		Value: ofSurvey(func(s polling.Survey) (known.Value, error) {
			s.Everyone = true
			return s.Margin()
		}),
		Formula: "The margin of the same answers of everyone. Noise and chance do not add up."}),
	view.RightGuess(reading{Level: view.Shown, Opens: attackOn, ExactOf: "the distributions of an answer under two options, or about two numbers",
		Value: ofSurvey(func(s polling.Survey) (known.Value, error) {
			right, err := s.Right()
			return known.Exactly(right), err
		}),
		Cases: []view.Case[survey]{{If: "an office adds noise of a density", When: view.Whenever(func(q survey) bool { return q.Office && q.Noise != polling.Geometric }),
			Formula: "Half plus half of the total variation of the noise and of itself moved by what one person changes: of two counts, of both noises together."},
			{If: "numbers are asked for", When: view.Whenever(func(q survey) bool { return q.Asks == polling.Number }),
				Formula: "Half plus half of the total variation between what is sent about 0 and about 1: 1 − e^(−ε/2) by Laplace noise and the piecewise mechanism, tanh(ε/2) by Duchi's bit."}},
		Formula: "Half plus half of p − q, between two given options; of an office's count ½ + tanh(ε/2)/2, of two counts ½ + tanh(ε/4)/2."}),
	view.RightGuess(reading{Name: view.AttackerAllowed, Label: "… allowed by ε", Symbol: "(e^ε + δ)/(1 + e^ε)", ExactOf: "the guarantee of one answer",
		Value: view.Exactly(func(q survey) float64 {
			return privacy.RightUnder(privacy.Claim{Epsilon: q.Epsilon, Delta: q.Delta})
		}),
		Formula: "(e^ε + δ)/(1 + e^ε): the most that any answer with this guarantee lets an attacker be right."}),
	margin(reading{Name: "margin-chance", Label: "by chance",
		Level: view.Shown, ExactOf: "the distribution of honest answers",
		Value:   view.Known(func(q survey) known.Value { return q.Honest().Margin(q.Confidence) }),
		Formula: "The margin of honest answers, with no privacy; of everyone there is no chance."}),
	view.OnceInComputed(reading{ExactOf: "the distributions of an answer under two options, or about two numbers",
		Formula: "One over how often that guess is wrong."},
		ofSurvey(func(s polling.Survey) (known.Value, error) {
			wrong, err := s.Wrong()
			return known.Exactly(wrong), err
		})),
	margin(reading{Name: "margin-office", Label: "with an office",
		ExactOf: "the distribution of the result", When: func(q survey) bool { return !q.Office },
		Value:   ofSurvey(func(s polling.Survey) (known.Value, error) { return s.AtOffice().Margin() }),
		Formula: "The margin where an office sees all answers and adds geometric noise to counts, or Laplace noise to a mean."}),
	reading{Name: "worth-in-answers", Label: "worth in honest answers", Style: numeral.Plain, Goal: known.Higher, Range: known.NotNegative,
		ExactOf: "the variances of both",
		Value:   ofSurvey(func(s polling.Survey) (known.Value, error) { return s.Worth() }),
		Formula: "π(1 − π)/variance, or the variance of one number over it: how many honest answers of a sample scatter as little."},
	leastBudget(reading{Name: requiredEpsilon, Label: "least ε for the target", Symbol: "ε*",
		Value:   func(ctx context.Context, q survey) (known.Value, error) { return q.LeastEpsilon(ctx, q.target), nil },
		Formula: "The least ε of three digits that keeps the target together with all greater ones up to 40."}),
	leastBudget(reading{Name: requiredAtHalf, Label: "… if half say yes", Symbol: "ε* at π = 50 %",
		When: func(q survey) bool { return q.Asks == polling.YesNo && q.own == nil },
		Value: func(ctx context.Context, q survey) (known.Value, error) {
			q.Share = 0.5
			return q.LeastEpsilon(ctx, q.target), nil
		},
		Formula: "The least ε for the target at the share at which answers of yes or no scatter most."}),
	reading{Name: "n-required", Label: "people for the target", Symbol: "n*", Style: numeral.Whole, Round: numeral.Up, Range: known.NotNegative, Expensive: true,
		ExactOf: "numbers of three digits",
		Value:   func(ctx context.Context, q survey) (known.Value, error) { return q.LeastPeople(ctx, q.target) },
		Formula: "The least number of people of three digits that keeps the target together with all greater ones."},
	reading{Name: "standard-deviation", Label: "standard deviation", Style: numeral.Points, Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "the distribution of the result",
		Value: ofSurvey(func(s polling.Survey) (known.Value, error) {
			r, err := s.Result()
			if err != nil {
				return known.Value{}, err
			}
			return r.Deviation(), nil
		}),
		Cases: []view.Case[survey]{{If: "numbers are asked for", When: view.Whenever(func(q survey) bool { return q.Asks == polling.Number }),
			Formula: "√((mean variance of answers + variance of people's own numbers)/n); everyone's own numbers do not vary."}},
		Formula: "√(λ(1 − λ)/n)/(p − q) of a sample, λ = q + π(p − q)."},
	reading{Name: "false-answers", Label: "false answers", Style: numeral.Percent, Goal: known.Lower, Range: known.Range{Low: 0, High: 0.5},
		ExactOf: "the coin", When: func(q survey) bool { return q.Asks == polling.YesNo && !q.Office },
		Value: ofSurvey(func(s polling.Survey) (known.Value, error) {
			share, err := s.False()
			return known.Exactly(share), err
		}),
		Formula: "1/(1 + e^ε): how many people answer yes for no, or no for yes."},
	reading{Name: "margin-together", Label: "all options together", Style: numeral.Points, Round: numeral.Up, Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "the distribution of the result", When: func(q survey) bool { return q.Asks == polling.Choice },
		Value:   ofSurvey(polling.Survey.Together),
		Formula: "The margin at a confidence of 1 − (1 − c)/k: where each of k options is within its own, all are at the confidence c."},
	ofRanking(0, "best-protocol", "best protocol"),
	ofRanking(1, "next-protocol", "next best"),
	byProtocol,
}

// attackOn returns the address of what an attacker could do with one answer; empty where no page has such an answer.
func attackOn(ctx context.Context, q survey, _ known.Value) (string, error) {
	s, err := q.named(ctx)
	if err != nil || mechanisms.Epsilon.Check(q.Epsilon) != nil {
		return "", err
	}
	switch {
	case q.Office && q.Noise != polling.Geometric && q.Options > 2:
	case q.Office && q.Noise != polling.Geometric:
		return control.AttackOnKind(q.Noise, q.Epsilon, q.Delta), nil
	case q.Office && q.Options > 2: // both counts are seen, each with half of ε
		return control.AttackOnResponses(q.Epsilon/2, 2), nil
	case q.Office:
		return control.AttackOnClaim(privacy.Claim{Epsilon: q.Epsilon}), nil
	case q.Asks != polling.Number:
		return control.AttackOnOption(s.Protocol, q.Epsilon, q.Options), nil
	default:
		return control.AttackOnNumber(s.Protocol, q.Epsilon), nil
	}
	return "", nil
}

type reading = view.Reading[survey]

// ofSurvey makes a Value of the survey with the protocol in use.
func ofSurvey(of func(polling.Survey) (known.Value, error)) func(context.Context, survey) (known.Value, error) {
	return func(ctx context.Context, q survey) (known.Value, error) {
		s, err := q.named(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return of(s)
	}
}
