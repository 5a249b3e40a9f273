package risk

import (
	"fmt"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/attack"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the output under attack.
var (
	times = param.Param{Name: "times", Symbol: "answers",
		Help: "How many answers are given about the same person, each with noise of its own.",
		Min:  1, Max: 1e4, Low: 1, High: 100, Default: 1, Scale: param.Count}
	value = param.Param{Name: "x", Symbol: "x", Label: "true value",
		Help: "The private value, scaled to [0, 1].", Min: 0, Max: 1, Default: 0.3, Fine: 0.01, Coarse: 0.1}
	neighbour = param.Param{Name: "neighbour", Symbol: "x′", Label: "neighbour",
		Help: "Another value that the answer might have come from.", Min: 0, Max: 1, Default: 0.7, Fine: 0.01, Coarse: 0.1}
	rho = param.Param{Name: "rho", Symbol: "ρ", Label: "concentrated",
		Help: "The budget of zero-concentrated privacy: the Rényi divergence at order α is at most ρ·α.",
		Min:  1e-6, Max: 100, Low: 1e-3, High: 10, Default: 0.5, Scale: param.Log, Least: true}
	order = param.Param{Name: "order", Symbol: "α", Label: "order",
		Help: "The Rényi order at which a divergence is stated.", Min: 1, Max: 1e6, OpenLow: true, Low: 1.1, High: 256, Default: 8,
		Scale: param.Log}
	divergence = param.Param{Name: "divergence", Symbol: "D", Label: "divergence",
		Help: "The Rényi divergence of two neighbours at that order, at most.", Min: 0, Max: 100, OpenLow: true, Low: 1e-3,
		High: 10, Default: 1, Scale: param.Log, Least: true}

	subjects = param.Menu[attack.Subject]{Name: "of", Label: "output of",
		Help: "What the attacker sees the output of.",
		Kinds: []param.Kind[attack.Subject]{
			{Name: "training", Title: "a training's steps", Help: "Noisy steps on batches, by the way they were drawn, all of them seen.",
				Source: control.Rehash + "; Zhu, Dong & Wang 2022", Params: []param.Param{control.Sigma, mechanisms.Delta}, New: ofTraining},
			{Name: "mechanism", Title: "a local mechanism", Help: "One value, perturbed before it leaves its owner.",
				Source: "the mechanism's own", Params: []param.Param{mechanisms.Epsilon}, New: ofMechanism},
			{Name: "labels", Title: "a published label",
				Help:   "One binary label by the exponential mechanism, which is randomised response; the paper names twice its ε.",
				Source: "Bi & Suppakitpaisarn 2022; Warner 1965", Params: []param.Param{mechanisms.Epsilon, times}, New: stated},
			{Name: "noise", Title: "a query with noise",
				Help:   "The answer of a query that one record moves by its sensitivity at most, with noise.",
				Source: "the noise's own", Params: []param.Param{mechanisms.Epsilon}, New: ofNoise},
			{Name: "claim", Title: "a claim (ε, δ)",
				Help:   "Whatever keeps a pair (ε, δ), and nothing more is known: the worst of all that do.",
				Source: "Kairouz, Oh & Viswanath 2015", Params: []param.Param{mechanisms.Epsilon, mechanisms.Delta, times},
				New: func(v param.Values) (attack.Subject, error) {
					return attack.Stated{Epsilon: v.Get(mechanisms.Epsilon), Delta: v.Get(mechanisms.Delta), Times: v.Get(times)}, nil
				}},
			{Name: "normal", Title: "normal noise at μ", Help: "Normal noise on what one person moves by μ standard deviations.",
				Source: dong, Params: []param.Param{control.Deviations, mechanisms.Delta, times},
				New: func(v param.Values) (attack.Subject, error) {
					return attack.Normal{Mu: v.Get(control.Deviations), Times: v.Get(times)}, nil
				}},
			{Name: "laplace", Title: "Laplace noise", Help: "Laplace noise on what one person moves by as much as ε is for.",
				Source: "Dwork, McSherry, Nissim & Smith 2006", Params: []param.Param{mechanisms.Epsilon, times},
				New: func(v param.Values) (attack.Subject, error) {
					return attack.Laplace{Epsilon: v.Get(mechanisms.Epsilon), Times: v.Get(times)}, nil
				}},
			{Name: "response", Title: "randomised response",
				Help:   "One of two answers, the true one e^ε times as likely: the worst of all that keep ε.",
				Source: "Warner 1965", Params: []param.Param{mechanisms.Epsilon, times}, New: stated},
			{Name: "options", Title: "one of k options",
				Help:   "Everybody reports one of k options by a protocol; an attacker tells two given options apart.",
				Source: "the protocol's own", Params: []param.Param{mechanisms.Epsilon}, New: ofOptions},
			{Name: "bit", Title: "one bit about a number",
				Help:   "A number of [0, 1] is sent as one of two values. An attacker tells 0 and 1 apart best, as by randomised response.",
				Source: "Duchi, Jordan & Wainwright 2018", Params: []param.Param{mechanisms.Epsilon, times}, New: stated},
			{Name: "concentrated", Title: "ρ-zCDP",
				Help:   "Whatever keeps concentrated privacy: at each rate the worst of all that do.",
				Source: "Bun & Steinke 2016; Asoodeh, Liao, Calmon, Kosut & Sankar 2021", Params: []param.Param{rho, mechanisms.Delta, times},
				New: func(v param.Values) (attack.Subject, error) {
					return attack.Concentrated{Rho: v.Get(rho), Times: v.Get(times)}, nil
				}},
			{Name: "renyi", Title: "one Rényi order",
				Help:   "Whatever keeps a divergence at one order: at each rate the worst of all that do.",
				Source: "Mironov 2017; Asoodeh, Liao, Calmon, Kosut & Sankar 2021", Params: []param.Param{order, divergence, mechanisms.Delta},
				New: func(v param.Values) (attack.Subject, error) {
					return attack.Renyi{Order: v.Get(order), Divergence: v.Get(divergence)}, nil
				}},
			{Name: "rdp", Title: "a Rényi curve",
				Help:   "Whatever keeps divergences at several orders: at each rate the worst of all that keep every one of them.",
				Source: "Mironov 2017; Asoodeh, Liao, Calmon, Kosut & Sankar 2021", Params: []param.Param{mechanisms.Delta},
				New: func(v param.Values) (attack.Subject, error) { return attack.Orders{Curve: v.Word(curve)}, nil }},
			{Name: "release", Title: "several releases",
				Help:   "Noisy answers, choices and trainings about the same records, in one budget.",
				Source: "Zhu, Dong & Wang 2022", Params: []param.Param{mechanisms.Delta}, New: ofRelease},
			{Name: "model", Title: "a private model",
				Help:   "A classifier's file that says what was spent on each record in training: ε and δ, or the steps of DP-SGD.",
				Source: "the file", Params: []param.Param{mechanisms.Delta},
				New: func(v param.Values) (attack.Subject, error) { return attack.Trained{File: v.Word(trained)}, nil }},
			{Name: "runs", Title: "runs with scores",
				Help: "Scores of runs of somebody's mechanism or model, with the record and without; what they show at least, beside " +
					"what was stated.",
				Source: "Clopper & Pearson 1934; Jagielski, Ullman & Oprea 2020",
				Params: []param.Param{mechanisms.Epsilon, mechanisms.Delta, confidence}, New: ofRuns},
		}}

	relations  = covered()
	isReleases = param.Menu[bool]{Name: "of", Kinds: []param.Kind[bool]{ // the whole menu refers to neighbours, which read it
		control.Option("training", "", "", "", false), control.Option("release", "", "", "", true)}}

	// batches are the controls of the view “run” that say how a training drew its batches, and how long it is.
	batches = []param.Choice{among(control.Drawings), among(control.Sizes), among(control.Lengths), among(control.Lasts), relations}

	local = func() param.Menu[mechanisms.Mechanism] {
		m := mechanisms.All
		m.Of = "of=mechanism"
		return m
	}()

	options = func() param.Param {
		k := frequency.Options
		k.Default = 10
		return k
	}()

	reports = func() param.Menu[string] {
		m := param.Menu[string]{Name: "protocol", Label: "protocol", Of: "of=options", Help: frequency.All.Help}
		for _, k := range frequency.All.Kinds {
			kind := control.Option(k.Name, k.Title, k.Help, k.Source, k.Name).With(times)
			if frequency.ByOptions(k.Name) {
				kind = kind.With(options, times)
			}
			m.Kinds = append(m.Kinds, kind)
		}
		return m
	}()

	pairing = param.Menu[string]{Name: "pair", Label: "told apart", Of: "of=mechanism",
		Help: "Which two values the attacker is to tell apart.",
		Kinds: []param.Kind[string]{
			control.Option("worst", "any two values", "The two values easiest to tell apart.", dong, "worst").With(times),
			control.Option("values", "these two values", "A value and a neighbour.", dong, "values").With(value, neighbour),
			control.Option("features", "several features", "Any two people, of whom several features are perturbed, each with its share of the budget.",
				"Zhu, Dong & Wang 2022", "features"),
		}}

	shares = param.Text{Name: "shares", Label: "shares of ε", Of: "pair=features", Default: "2,1",
		Help: "A weight for each private feature: ε is their mean, and \"2,1\" gives the first twice as much as the second.",
		Check: func(text string) error {
			_, err := agreement.Shares(text)
			return err
		}}

	curve = param.Text{Name: "rdp", Label: "orders", Of: "of=rdp", Default: "2:0.1,4:0.2,8:0.4,16:0.8,32:1.6,64:3.2",
		Help: "Rényi orders with the divergence of two neighbours there, at most: order:divergence with commas between.",
		Check: func(text string) error {
			_, err := attack.ReadOrders(text)
			return err
		}}

	trained = param.Text{Name: "model", Label: "model", Of: "of=model", Files: []string{".json", ".json.gz"},
		Help: "A classifier's file whose training says what it spent, as dpscope convert writes with training={\"noise_multiplier\": 1.1, " +
			"\"sampling_rate\": 0.01, \"steps\": 10000}."}

	laws = func() param.Menu[central.Kind] {
		m := param.Menu[central.Kind]{Name: "noise", Label: "noise", Of: "of=noise", Help: "What is added to the true answer."}
		for _, k := range append(slices.Clip(central.Kinds), best) {
			kind := control.Option(k.Name, k.Title, k.Help, k.Source, k).With(times)
			if k.Name == "response" || k.Name == "subset" { // how well two options are told apart depends on the number of options
				kind = kind.With(options, times)
			}
			if k.NeedsDelta {
				kind = kind.With(mechanisms.Delta, times)
			}
			m.Kinds = append(m.Kinds, kind)
		}
		return m
	}()
)

// best is the optimised noise in this view's words.
var best = optimal.Optimised.Told(central.Kind{Name: "best", Title: "the best found",
	Help: "The noise of least expected size at this ε and δ, as the view “noise” finds it: at other budgets it gives away more than most."})

// size is the default loss: the size of an error.
var size = central.Slopes{Below: 1, Above: 1}

// noiseAt returns noise at a sensitivity of 1, of whole numbers for whole-number kinds, with its size as loss.
func noiseAt(epsilon, delta float64) central.Setting {
	return central.Setting{Epsilon: epsilon, Delta: delta, Loss: size, Steps: 1}
}

// among returns a menu that only a training has.
func among[T any](m param.Menu[T]) param.Menu[T] {
	m.Of = "of=training"
	return m
}

// covered returns the neighbours between which something bounds an attacker, by the way that batches are drawn. Releases have
// no gradients.
func covered() param.Menu[privacy.Neighbours] {
	m := control.Relations
	m.Of = "of=training,release"
	m.Kinds = slices.Clone(m.Kinds)
	for i, k := range m.Kinds {
		of, _ := k.New(param.Values{})
		m.Kinds[i] = k.Where(func(v param.Values) bool {
			if isReleases.Chosen(v) {
				return of != privacy.OneZeroed
			}
			return composition.Run{Drawn: control.Drawings.Chosen(v), Neighbours: of}.NotCovered() == ""
		})
	}
	return m
}

func ofTraining(v param.Values) (attack.Subject, error) {
	r, err := control.Trained(v)
	r.Neighbours = relations.Chosen(v)
	return attack.Training{Run: r}, err
}

// stated returns answers under a pure ε: the worst of all that keep it.
func stated(v param.Values) (attack.Subject, error) {
	return attack.Stated{Epsilon: v.Get(mechanisms.Epsilon), Times: v.Get(times)}, nil
}

func ofMechanism(v param.Values) (attack.Subject, error) {
	kind, err := local.Picked(v)
	if err != nil {
		return nil, err
	}
	if _, err := kind.New(v); err != nil {
		return nil, err
	}
	by := mechanisms.SettingOf(kind, v)
	switch v.Picked(pairing).Name {
	case "values":
		return attack.Pair{By: by, X: v.Get(value), Other: v.Get(neighbour)}, nil
	case "features":
		weights, err := agreement.Shares(v.Word(shares))
		if err == nil {
			err = weights.Check(by.Maker(), by.Epsilon())
		}
		return attack.Features{By: by, Shares: v.Word(shares)}, err
	}
	return attack.Value{By: by, Times: v.Get(times)}, nil
}

func ofOptions(v param.Values) (attack.Subject, error) {
	s := attack.Chosen{Protocol: reports.Chosen(v), Epsilon: v.Get(mechanisms.Epsilon), Options: v.Get(options), Times: v.Get(times)}
	return s, s.Check()
}

func ofNoise(v param.Values) (attack.Subject, error) {
	kind, err := laws.New(v)
	if err != nil {
		return nil, err
	}
	if kind.New == nil {
		q := querynoise.Asked(querynoise.Question{Epsilon: v.Get(mechanisms.Epsilon), Delta: v.Get(mechanisms.Delta), Sensitivity: 1, Loss: size})
		if err := q.Refused(); err != nil {
			return nil, fmt.Errorf("noise=%s: %w", kind.Name, err)
		}
		return attack.Best{Question: q, Times: v.Get(times)}, nil
	}
	setting := noiseAt(v.Get(mechanisms.Epsilon), 0)
	if kind.NeedsDelta {
		setting.Delta = v.Get(mechanisms.Delta)
	}
	if _, err := kind.New(setting); err != nil {
		return nil, err
	}
	return attack.Noise{Kind: kind.Name, Setting: setting, Times: v.Get(times)}, nil
}

// words holds phrases about a subject for the sentences of the page.
type words struct {
	whom                       string    // "those who took part"
	task                       view.Task // what the attacker guesses
	raw, protected, neighbours string    // who sees what
	more                       string    // a sentence that explanations add
	than                       string    // "with the record as without": what an output is likelier from than from what else
}

const withRecord = "with the record as without"

// bare are the words where no neighbours are named.
var bare = words{"those who took part", view.TaskPart, "the holder", view.OneRecord, "as the guarantee is stated",
	"Members are those who took part: their record is there.", withRecord}

// wordsOf returns the words of a setting.
func wordsOf(v param.Values) words {
	switch v.Picked(subjects).Name {
	case "training":
		w := wordsOfTraining(relations.Chosen(v))
		w.more = "All steps are seen: " + control.Ways[control.Drawings.Chosen(v)] + "."
		return w
	case "release":
		return wordsOfReleases(relations.Chosen(v), sharing.Chosen(v))
	case "mechanism":
		if v.Picked(pairing).Name == "values" {
			x, other := value.Text(v.Get(value)), neighbour.Text(v.Get(neighbour))
			return words{"those with " + x + " (not " + other + ")", view.TaskSent, view.Nobody, view.OneAnswer, view.AnyOther, "", "from " + x + " as from " + other}
		}
		if v.Picked(pairing).Name == "features" {
			return words{"those with the same values", view.TaskPeople, view.Nobody, "one person's private features", view.TheySay,
				"Each feature is perturbed by itself.", "from the one person as from the other"}
		}
		return words{"those with one value", view.TaskSent, view.Nobody, view.OneAnswer, view.AnyOther, "", "from the one value as from the other"}
	case "options":
		return words{"those with one option", view.TaskAnswer, view.Nobody, view.OneAnswer, view.AnyOther, "", "from the one option as from the other"}
	case "bit":
		return words{"those with one number", view.TaskAnswer, view.Nobody, view.OneAnswer, view.AnyOther, "", "from the one number as from the other"}
	case "labels":
		return words{"the labels of one class", view.TaskLabel, view.Labeller, view.OneLabel, "", "Both classes are as likely beforehand: the features do not give the label away.",
			"from that class as from the other"}
	case "runs":
		return words{"those who are there", view.TaskPart, "the holder", view.OneRecord, view.LeftOut, "The runs are made with the record and without, independently of one another.",
			withRecord}
	case "noise":
		return words{"the tables with your record", view.TaskRecords, view.Office, view.OneRecord, view.AnyOther, "It moves the true answer by one sensitivity at most.",
			"with your record as with another"}
	}
	return bare
}
