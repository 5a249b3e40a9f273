// Package synth draws synthetic people and judges them.
package synth

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/engine/synthesis"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/synth"
	"dpscope/learners/table"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of synthetic people.
var (
	peopleText = param.Text{Name: "data", Label: "records",
		Help:    "A CSV file of people with a column of two classes, or simulated ones of whom all is declared; \"patients\" have six attributes, \"mixture\" is in the plane.",
		Default: synthesis.Sets[0].Name, Files: []string{".csv", ".csv.gz", ".parquet"},
		Resets: []string{"label", "schema", "drop", "attribute", "other"}}
	peopleLabel = param.Text{Name: "label", Label: "classes in",
		Help: "The column of the file that has the two classes; by default the schema's, or the last one."}
	peopleDrop = param.Text{Name: "drop", Label: "left out",
		Help: "Columns of the file to leave out, with commas between. Without a schema an id that most records have for themselves is left out anyway."}
	attributeText = param.Text{Name: "attribute", Label: "attribute",
		Help: "Whose marginals are drawn, or along the x axis of the plane; by default the first one."}
	otherText = param.Text{Name: "other", Label: "second attribute",
		Help: "Along the y axis of the plane; by default the first other one of numbers."}

	gemRounds = param.Param{Name: "gem-rounds", Symbol: "rounds",
		Help: "How many marginals are measured: each gets more noise if there are more. auto: as many as there are attributes.",
		Min:  0, Max: 200, Low: 0, High: 40, Default: 0, Fine: 1, Coarse: 5, Zero: "auto"}
	peopleDelta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n. Gaussian noise keeps no ε without one.",
		Min:  0, Max: 0.1, OpenLow: true, Low: 1e-10, High: 1e-2, Default: 1e-6, Scale: param.Log}
	rowsDrawn = param.Param{Name: "rows", Symbol: "m", Label: "rows drawn",
		Help: "Synthetic rows. They are drawn from the fitted model and cost no privacy, however many; few of them scatter by chance.",
		Min:  1, Max: synth.MostRows, Low: 100, High: 1e5, Default: 1000, Scale: param.Count, Role: param.Aside}

	synthMethods = param.Menu[synth.Method]{Name: "method", Label: "method",
		Help: "How a model is fitted to noisy counts of the people.",
		Kinds: []param.Kind[synth.Method]{
			{Name: "gem", Title: "GEM", Help: "Each round measures a marginal with Gaussian noise, picked for being farthest from the model where not all are measured; a mixture of products is fitted to all answers.",
				Source: "Liu, Vietri & Wu 2021, without their network", Params: []param.Param{peopleDelta, gemRounds},
				New: func(param.Values) (synth.Method, error) { return synth.GEM, nil }},
			control.Option("privbayes", "PrivBayes", "Picks parents for one attribute after another, and counts each with them, with Laplace noise: ε alone.", "Zhang, Cormode, Procopiuc, Srivastava & Xiao 2017", synth.PrivBayes),
		}}
	synthClasses = param.Menu[bool]{Name: "balanced", Label: "rows are",
		Help: "Which classes the rows have.",
		Kinds: []param.Kind[bool]{
			control.Option("off", "as fitted", "Each class has the share that the model has.", imbalance.Paper+", Algorithm 2", false),
			control.Option("on", "half of each class", "From the same fit, which rejecting rows would give too: no privacy is spent.",
				imbalance.Paper+", Algorithm 2", true),
		}}
	synthPictures = param.Menu[synthPicture]{Name: "drawn", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[synthPicture]{
			control.Option[synthPicture]("marginals", "one attribute",
				"How it is distributed in either class, real beside synthetic. The owner alone sees the real ones.", imbalance.RunHere, drawMarginals),
			control.Option[synthPicture]("attributes", "all attributes",
				"How many rows would have to change, attribute by attribute. The owner alone sees it.", imbalance.RunHere, drawAttributes),
			control.Option[synthPicture]("plane", "a sample",
				"Records and rows over two attributes, side by side. The owner alone sees the records.", imbalance.RunHere, drawPlane),
			control.Option[synthPicture]("spent", "ε spent", "What the answers so far have spent. Anyone may see it.",
				"Cesar & Rogers 2021; Bun & Steinke 2016", drawAnswersSpent),
		}}
)

// View shows how true synthetic people are.
var View = view.Of(view.Declaration[synthetic]{
	Name:     "synthetic",
	Label:    "synthetic rows",
	Takes:    []view.Take{{File: view.Table, Control: "data"}, {File: view.Schema, Control: "schema", With: view.Table}},
	Also:     "synth, synthetic data, fake data, generate data, synthetic table, synthetic rows",
	NoPython: "a model of all records is fitted here and sampled",
	Budget:   "One record of the table, which may change to any other; the number of records is public, and so is what a schema declares that they can be. Whoever makes the rows is trusted with the table; what is published is the synthetic rows.",
	Model:    view.Centrally,
	Title:    "Synthetic people",
	Question: "How close are synthetic records to real ones?",
	About: "A private model of a CSV file's people, or of simulated ones, fitted once by noisy counts; rows drawn from it beside the records, attribute by attribute, in either class. " +
		"Before anything is fitted the noise of a cell stands beside the size of the rare class.",
	Source: imbalance.Paper + ", section 4.1 and Algorithm 2; Liu, Vietri & Wu 2021; Zhang & others 2017; run here",
	Form: param.Form{
		Choices:  []param.Choice{synthPictures, synthMethods, imbalance.SynthWorkloads, synthClasses},
		Texts:    []param.Text{peopleText, peopleLabel, peopleDrop, imbalance.SchemaText, attributeText, otherText},
		Params:   []param.Param{imbalance.FitEpsilon, rowsDrawn, control.Seed},
		AsNeeded: []string{peopleLabel.Name, peopleDrop.Name, imbalance.SchemaText.Name, attributeText.Name, otherText.Name},
	},
	Defaults: synthWords,
	Ask:      askSynth,
	Lead:     synthLead,
	Filled:   synthetic.filled,
	Sees: []view.Sees{
		{When: view.Fills("taken"), Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "No ε covers what is taken from the data."},
		{Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Reasons: view.LessTelling("fits")},
	},
	Readings:   synthReadings,
	Provenance: view.Stated(synthetic.whose),
	Draw: func(ctx context.Context, q synthetic, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
		return q.sheet(ctx, show)
	},
	Tries: []view.Try{
		{When: view.Picks(synthPictures, "marginals"), On: "drawn", Do: view.More, Called: "show", Shows: "all attributes, and how far each is off."},
		{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "less budget, until noise drowns the rare class."},
	},
	Presets: []view.Preset{
		{Name: "attributes", Title: "Patients: how far each attribute is off",
			Query: "drawn=attributes&method=gem&workload=auto&balanced=off&data=patients&epsilon=1&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
		{Name: "start", Title: "One attribute, mine beside the synthetic one, in either class",
			Query: "drawn=marginals&method=gem&workload=auto&balanced=off&data=patients&epsilon=1&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
		{Name: "naive", Title: "Each attribute with the label alone: a noisy naive Bayes",
			Query: "drawn=plane&method=gem&workload=label&balanced=off&data=patients&epsilon=1&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
		{Name: "plane", Title: "The mixture: a sample beside the records",
			Query: "drawn=plane&method=gem&workload=label&balanced=on&data=mixture&epsilon=3&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
		{Name: "privbayes", Title: "PrivBayes: ε alone, without a δ",
			Query: "drawn=attributes&method=privbayes&balanced=off&data=patients&epsilon=1&rows=1000&seed=1"},
		{Name: "little", Title: "Little budget: noise above the rare class",
			Query: "drawn=marginals&method=gem&workload=auto&balanced=off&data=mixture&epsilon=0.05&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
		{Name: "spent", Title: "ε, round by round",
			Query: "drawn=spent&method=gem&workload=auto&balanced=off&data=patients&epsilon=1&delta=1e-6&gem-rounds=0&rows=1000&seed=1"},
	},
})

// synthetic asks how true synthetic people are.
type synthetic struct {
	records    synthesis.Records
	fit        synthesis.Fit
	plan       synth.Plan
	rows       int
	balanced   bool
	attributes [2]int // the drawn ones: across, and up
	picture    string
	draw       synthPicture
	model      *work.Once[*synth.Model]
	drawn      *work.Once[synthesis.Drawn]
	chance     *work.Once[synthesis.Chance] // of rows drawn from the records themselves
	spent      *work.Once[synthesis.Spent]
	transfers  *work.Once[synthesis.Transfers] // of what is learnt from rows to real people
}

func askSynth(ctx context.Context, v param.Values) (synthetic, error) {
	q := synthetic{rows: int(v.Get(rowsDrawn)), picture: v.Picked(synthPictures).Name, fit: synthesis.Fit{Source: peopleOf(v)}}
	var err error
	if q.records, err = q.fit.Source.Open(ctx); err != nil {
		return q, err
	}
	if q.draw, err = synthPictures.New(v); err != nil {
		return q, err
	}
	q.balanced = synthClasses.Chosen(v)
	if err = q.settings(v); err != nil {
		return q, err
	}
	if q.attributes, err = attributesOf(v, q.records.Schema); err != nil {
		return q, err
	}
	if q.plan, err = q.fit.Plan(ctx, q.records.Schema, q.records.Len()); err != nil {
		return q, err
	}
	q.model = work.NewOnce(func(ctx context.Context) (*synth.Model, error) { return q.fitted(ctx, nil) })
	q.drawn = work.NewOnce(func(ctx context.Context) (synthesis.Drawn, error) { return q.drawing(ctx) })
	q.chance = work.NewOnce(func(context.Context) (synthesis.Chance, error) {
		return synthesis.ByChance(q.records, q.rows, q.balanced), nil
	})
	q.spent = work.NewOnce(func(ctx context.Context) (synthesis.Spent, error) { return synthesis.SpentBy(ctx, q.plan) })
	q.transfers = work.NewOnce(q.transferring)
	return q, nil
}

// What a question computes once.
func (q synthetic) rowsDrawn(ctx context.Context) (synthesis.Drawn, error) { return q.drawn.Get(ctx) }
func (q synthetic) byChance(ctx context.Context) (synthesis.Chance, error) { return q.chance.Get(ctx) }
func (q synthetic) spending(ctx context.Context) (synthesis.Spent, error)  { return q.spent.Get(ctx) }

func (q synthetic) transferred(ctx context.Context) (synthesis.Transfers, error) {
	return q.transfers.Get(ctx)
}

// transferring learns from rows, and from records, on several splits.
func (q synthetic) transferring(ctx context.Context) (synthesis.Transfers, error) {
	all, err := trial.Sweep[synthesis.Transfers](ctx, []synthesis.Transfer{{Fit: q.fit, Rows: q.rows, Balanced: q.balanced}}, synthesis.Splits, nil)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// guess returns the success of an attacker who sees the fit.
func (q synthetic) guess(ctx context.Context) (composition.Guess, error) {
	s, err := q.spent.Get(ctx)
	return composition.Guess{Right: s.Right, Wrong: s.Wrong}, err
}

// settings reads how the model is fitted.
func (q *synthetic) settings(v param.Values) error {
	method, err := synthMethods.New(v)
	if err != nil {
		return err
	}
	s := synth.Settings{Method: method, Epsilon: v.Get(imbalance.FitEpsilon), Seed: uint64(v.Get(control.Seed))}
	if method == synth.GEM {
		measured := imbalance.SynthWorkloads.Chosen(v)
		if s.Workload = measured.Of; measured.Usual {
			s.Workload = synth.Usual(q.records.Schema)
		}
		s.Delta, s.Rounds = v.Get(peopleDelta), int(v.Get(gemRounds))
	}
	q.fit.Settings = s
	return nil
}

// fitted returns the model, once it is fitted. show, which may be nil, receives the progress.
func (q synthetic) fitted(ctx context.Context, show func(work.Progress)) (*synth.Model, error) {
	var tell func([][]synthesis.Fitted, work.Progress)
	if show != nil {
		tell = func(_ [][]synthesis.Fitted, p work.Progress) { show(p) }
	}
	all, err := trial.Sweep(ctx, []synthesis.Fit{q.fit}, 1, tell)
	if err != nil {
		return nil, err
	}
	return all[0][0].Model, nil
}

// drawing returns rows of the fitted model.
func (q synthetic) drawing(ctx context.Context) (synthesis.Drawn, error) {
	m, err := q.model.Get(ctx)
	if err != nil {
		return synthesis.Drawn{}, err
	}
	return synthesis.Draw(q.records, m, q.rows, q.balanced, q.fit.Seed)
}

// waiting returns the question while the model is fitted: what follows from the plan is known.
func (q synthetic) waiting() synthetic {
	q.model, q.drawn, q.transfers = work.Later[*synth.Model](), work.Later[synthesis.Drawn](), work.Later[synthesis.Transfers]()
	return q
}

// guaranteed reports whether all that the fit takes for public was declared.
func (q synthetic) guaranteed() bool { return !q.records.Schema.Own() }

// peopleOf returns the records that the controls name.
func peopleOf(v param.Values) synthesis.Source {
	s := synthesis.Source{Seed: uint64(v.Get(control.Seed))}
	word := v.Word(peopleText)
	if slices.ContainsFunc(synthesis.Sets, func(set synthesis.Set) bool { return set.Name == word }) {
		s.Made = word
		return s
	}
	s.File, s.Label, s.Drop, s.Schema = word, v.Word(peopleLabel), v.Word(peopleDrop), v.Word(imbalance.SchemaText)
	return s
}

// attributesOf returns the two drawn attributes.
func attributesOf(v param.Values, s synth.Schema) (of [2]int, err error) {
	others := s.Others()
	of[0] = others[0]
	if of[0], err = attributeOf(v.Word(attributeText), attributeText.Name, s, others[0]); err != nil {
		return of, err
	}
	of[1], err = attributeOf(v.Word(otherText), otherText.Name, s, besides(s, of[0]))
	return of, err
}

// besides returns the first other attribute, of numbers if there is one.
func besides(s synth.Schema, attribute int) int {
	rest := slices.DeleteFunc(s.Others(), func(a int) bool { return a == attribute })
	if i := slices.IndexFunc(rest, func(a int) bool { return s.Attributes[a].Words == nil }); i >= 0 {
		return rest[i]
	}
	return append(rest, attribute)[0]
}

// attributeOf returns the attribute of a name, or the usual one.
func attributeOf(word, control string, s synth.Schema, usual int) (int, error) {
	if word == "" {
		return usual, nil
	}
	var names []string
	for _, a := range s.Others() {
		if s.Attributes[a].Name == word {
			return a, nil
		}
		names = append(names, s.Attributes[a].Name)
	}
	return 0, &param.UnknownError{What: control, Name: word, Known: names}
}

// synthWords returns what a file offers.
func synthWords(ctx context.Context, v param.Values) engine.Defaults {
	var sets []string
	for _, s := range synthesis.Sets {
		sets = append(sets, s.Name)
	}
	w := engine.Defaults{peopleText.Name: {Suggestions: sets}, imbalance.SchemaText.Name: {Suggestions: synth.Sets()}}
	source := peopleOf(v)
	if source.File != "" && work.MayOpen(ctx, source.File) == nil {
		if names, err := table.Columns(ctx, source.File); err == nil {
			w[peopleLabel.Name] = engine.Default{Meaning: names[len(names)-1], Suggestions: names}
			w[peopleDrop.Name] = engine.Default{Suggestions: names}
		}
	}
	r, err := source.Open(ctx)
	if err != nil {
		return w
	}
	var names []string
	for _, a := range r.Schema.Others() {
		names = append(names, r.Schema.Attributes[a].Name)
	}
	w[peopleLabel.Name] = engine.Default{Meaning: r.Schema.Attributes[r.Schema.Label].Name, Suggestions: w[peopleLabel.Name].Suggestions}
	if drawn, err := attributesOf(v, r.Schema); err == nil {
		w[attributeText.Name] = engine.Default{Meaning: r.Schema.Attributes[drawn[0]].Name, Suggestions: names}
		w[otherText.Name] = engine.Default{Meaning: r.Schema.Attributes[drawn[1]].Name, Suggestions: names}
	}
	return w
}
