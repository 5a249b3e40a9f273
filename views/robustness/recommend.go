package robustness

import (
	"cmp"
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Recommend ranks the mechanisms by the budget that they need for a whole table.
var Recommend = view.Of(view.Declaration[advice]{
	Name:     "recommend",
	Group:    view.Classifier,
	Title:    "A mechanism and a budget for everybody in a table",
	Question: "Which mechanism and ε do I take for all my people?",
	About: "Every mechanism ranked by the least budget per feature that keeps the class of the people of a table as often as the target says: of the mean record, of 19 in 20, " +
		"of everybody, of every group, or of a share; what the next best costs, how to share the best one's total over the features, and how the people then fare.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{goals, rawValues, clamping, sure},
		Texts:    []param.Text{classifierText, dataText, privateText, worstGroupText, truthText, idText},
		AsNeeded: []string{clamping.Name, sure.Name, truthText.Name, idText.Name},
		Params:   control.OfAllMechanisms(control.Target, people, control.Seed),
	},
	Words:    adviceWords,
	Ask:      askAdvice,
	Readings: adviceReadings,
	Place:    inRanking[advice]("population"),
	Whose:    view.Stated(advice.whose),
	Draw:     drawAdvice,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "Forty made-up patients and the forest: 90 % in the mean", Query: "for=mean&classifier=stroke-forest&target=0.9&records=40"},
		{Name: "stroke-logistic", Title: "19 patients of 20 with the logistic regression", Query: "for=p5&classifier=stroke-logistic&target=0.9&records=100"},
		{Name: "worst-group", Title: "Whoever the forest calls ill is to keep it as well", Query: "for=worst-group&classifier=stroke-forest&by=class&target=0.9&records=40"},
	},
})

// advice asks which mechanism and which budget keep a whole table's predictions.
type advice struct {
	subjects
	goal     population.Goal
	promise  promise
	promised string // the promise as an address has it
	by       string // what people are told apart by, where the worst group is to be kept
	truth    string // the column of the true classes for it
	bounded  bool   // agreements are lower ends
	pulse    *pulse

	asked  *work.Once[*population.Asked]
	keys   map[string]keptBy                                           // by the mechanism
	walks  map[string]func(context.Context) (population.Walked, error) // along its budgets
	rough  bool                                                        // budgets are enough, and no more is said of them
	needs  needs
	within map[string]*work.Once[[2]float64] // budgets between which that of all people lies; where anything is estimated

	enclosures *work.Once[struct{}] // of all mechanisms
	ranked     *work.Once[[]agreement.Ranked]
	shares     *work.Once[population.Shares]  // of the best
	then       *work.Once[population.Summary] // of the agreements with the best
}

// adviceWords are those of the table; groups matter where the worst is to be kept.
func adviceWords(ctx context.Context, v param.Values) engine.Words {
	w := crowdWords(ctx, v)
	by := w[groupText.Name]
	by.For = population.ByClass
	w[groupText.Name] = by
	return w
}

func askAdvice(ctx context.Context, v param.Values) (advice, error) {
	q := advice{pulse: newPulse(), keys: map[string]keptBy{}, walks: map[string]func(context.Context) (population.Walked, error){},
		needs: needs{}, within: map[string]*work.Once[[2]float64]{}}
	var err error
	if q.subjects, err = openSubjects(ctx, v, quicklyAdvised); err != nil {
		return q, err
	}
	q.draws = min(q.draws, drawnAdvised)
	if err := q.askGoal(ctx, v); err != nil {
		return q, err
	}
	linear := learners.CapabilitiesOf(q.model.Classifier).Separating != nil
	q.bounded = linear && len(q.private) > 2
	q.asked = work.NewOnce(q.prepared)
	for _, kind := range mechanisms.All.Kinds {
		walk, kept := q.walk(kind, v), q.keptWith(kind, v)
		q.walks[kind.Name], q.keys[kind.Name] = walk, kept
		q.needs[kind.Name] = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
			defer q.pulse.over(kind.Name)
			return work.Do(ctx, work.Simple(leastOf(kept), fewBytes[agreement.Need], func(ctx context.Context) (agreement.Need, error) {
				return q.seek(ctx, walk, (*population.Asked).Least)
			}), nil)
		})
		q.within[kind.Name] = work.NewOnce(func(ctx context.Context) ([2]float64, error) {
			return work.Do(ctx, work.Simple(kept, fewBytes[[2]float64], func(ctx context.Context) ([2]float64, error) {
				return q.enclosed(ctx, kind.Name, walk)
			}), nil)
		})
	}
	q.enclosures = work.NewOnce(q.encloseAll)
	q.ranked = work.NewOnce(q.rank)
	q.shares = work.NewOnce(q.sharedOut)
	q.then = work.NewOnce(q.fare)
	return q, nil
}

func (q *advice) askGoal(ctx context.Context, v param.Values) error {
	kind, err := goals.Picked(v)
	if err != nil {
		return err
	}
	if q.promise, err = kind.New(v); err != nil {
		return err
	}
	q.promised = kind.Name
	q.goal = population.Goal{For: q.promise.GoalKind, Target: v.Get(control.Target), Share: v.Get(share)}
	if q.goal.For == population.WorstGroup {
		q.by, q.truth = cmp.Or(v.Word(groupText), population.ByClass), v.Word(truthText)
		q.sample, q.goal.Groups, err = q.sample.Covering(ctx, q.model, q.by, q.truth)
	}
	return err
}

// drawnAdvised is how many draws estimate the agreement of one record where it cannot be
// computed, at each of hundreds of budgets.
const drawnAdvised = 100

// quicklyAdvised is how many records are asked about where nobody says, which is at
// hundreds of budgets too: all of a short file.
func quicklyAdvised(t *population.Table, c learners.Classifier, private int) int {
	const few, short = 200, 400
	usual := quickly(t, c, private)
	switch {
	case t.Lines == nil:
		return usual
	case usual > few && len(t.Rows) <= short:
		return len(t.Rows)
	}
	return max(usual/5, few)
}

// tableOf names the records that are asked about, by content.
type tableOf struct {
	key     population.TableKey
	records int
	seed    uint64

	by, truth string // of which groups further ones are looked at
}

func (q advice) tableOf() tableOf {
	return tableOf{q.sample.Key, q.sample.Len(), q.seed, q.by, q.truth}
}

// keptBy names a promise to people that is kept with a mechanism, by content: the
// session keeps the budgets that it needs, which are sought along dozens of them.
type keptBy struct {
	of            tableOf
	setting       string
	promised      string
	target, share float64
}

// leastOf is the least budget for it; keptBy itself, the budgets that enclose it.
type leastOf keptBy

// fewBytes is what little there is takes, with its key.
func fewBytes[T any](T) int64 { return 400 }

func (q advice) keptWith(kind param.Kind[mechanisms.Mechanism], v param.Values) keptBy {
	return keptBy{q.tableOf(), settingOf(kind, v), q.promised, q.goal.Target, q.goal.Share}
}

// prepared are the records made ready; the session keeps them for other targets.
func (q advice) prepared(ctx context.Context) (*population.Asked, error) {
	p := population.Population{Classifier: q.model.Classifier, Records: q.sample.Records(), Private: q.private, At: q.sample.At, Name: q.sample.NameOf, Draws: q.draws, Seed: q.seed}
	return work.Do(ctx, work.Job[*population.Asked]{Key: q.tableOf(), Bytes: (*population.Asked).Bytes,
		Run: func(ctx context.Context, show func(*population.Asked, work.Progress)) (*population.Asked, error) {
			return p.Ask(ctx, func(p work.Progress) { show(nil, p) })
		}}, func(_ *population.Asked, p work.Progress) { q.pulse.preparing(p) })
}

// walk is a mechanism with what the session knows of the records under it.
func (q advice) walk(kind param.Kind[mechanisms.Mechanism], v param.Values) func(context.Context) (population.Walked, error) {
	type key struct {
		of      tableOf
		setting string
	}
	return func(ctx context.Context) (population.Walked, error) {
		kept, err := population.KeptAgreements(ctx, key{q.tableOf(), settingOf(kind, v)}, q.sample.Len())
		return population.Walked{Make: mechanisms.MakerOf(kind, v), Kept: kept, News: func(look float64) { q.pulse.look(kind.Name, look) }}, err
	}
}

// seek looks for the budget per feature that people need with a mechanism.
func (q advice) seek(ctx context.Context, walk func(context.Context) (population.Walked, error), by func(*population.Asked, context.Context, population.Goal, population.Walked) (agreement.Need, error)) (agreement.Need, error) {
	asked, err := q.asked.Get(ctx)
	if err != nil {
		return agreement.Need{}, err
	}
	m, err := walk(ctx)
	if err != nil {
		return agreement.Need{}, err
	}
	return by(asked, ctx, q.goal, m)
}

// from is of what the records looked at speak.
func (q advice) from() population.From {
	return q.sample.From(q.draws)
}

// enclosed are budgets between which that of all people lies, at 95 %. Where agreements
// are lower ends nothing is said of the lesser.
func (q advice) enclosed(ctx context.Context, name string, walk func(context.Context) (population.Walked, error)) ([2]float64, error) {
	asked, err := q.asked.Get(ctx)
	if err != nil {
		return [2]float64{}, err
	}
	m, err := walk(ctx)
	if err != nil {
		return [2]float64{}, err
	}
	least, err := q.needs[name].Get(ctx)
	if err != nil {
		return [2]float64{}, err
	}
	low, high, err := asked.Enclose(ctx, q.goal, m, least, q.from(), confidence, q.seed)
	if q.bounded {
		low = 0
	}
	return [2]float64{low, high}, err
}

// encloseAll asks about every mechanism, several at a time. Why one has no answer, it says
// when it is asked itself.
func (q advice) encloseAll(ctx context.Context) (struct{}, error) {
	if !q.from().Estimates() {
		return struct{}{}, nil
	}
	names := mechanisms.All.Names()
	return struct{}{}, work.Each(ctx, len(names), func(ctx context.Context, i int) error {
		if need, err := q.needs[names[i]].Get(ctx); err == nil && need.Reached() && !need.Any {
			q.within[names[i]].Get(ctx)
		}
		return ctx.Err()
	})
}

// estimated adds to the least budget of a mechanism between which that of all people
// lies, where the records looked at leave that open.
func (q advice) estimated(ctx context.Context, mechanism string, v known.Value) (known.Value, error) {
	if !q.from().Estimates() || v.Missing() || v.Word != "" {
		return v, nil
	}
	if !work.Alone(ctx) {
		if _, err := q.enclosures.Get(ctx); err != nil {
			return v, err
		}
	}
	within, err := q.within[mechanism].Get(ctx)
	if err != nil {
		return orNothing(ctx, v, err)
	}
	return known.Sampled(v.Value, min(within[0], v.Value), max(within[1], v.Value), confidence), nil
}

// rank sorts the mechanisms by what they need.
func (q advice) rank(ctx context.Context) ([]agreement.Ranked, error) {
	if _, err := q.asked.Get(ctx); err != nil {
		return nil, err
	}
	return q.needs.rank(ctx, q.pulse.known)
}

func (q advice) needed() needs { return q.needs }

func (q advice) ranks(ctx context.Context) ([]agreement.Ranked, error) { return q.ranked.Get(ctx) }

// sharedOut shares the best mechanism's total over the features.
func (q advice) sharedOut(ctx context.Context) (population.Shares, error) {
	asked, best, m, err := q.best(ctx)
	if err != nil || !best.Reached() {
		return population.Shares{}, err
	}
	return asked.Share(ctx, q.goal, m, best.Epsilon)
}

// fare is how the people fare with the best mechanism and what it needs.
func (q advice) fare(ctx context.Context) (population.Summary, error) {
	asked, best, m, err := q.best(ctx)
	if err != nil || !best.Reached() {
		return population.Summary{}, err
	}
	values, err := asked.Look(ctx, m, slices.Repeat([]float64{best.Epsilon}, len(q.private)))
	return q.sample.Describe(values), err
}

// confidence is that of all intervals about people.
const confidence = 0.95

// best is the mechanism that needs least.
func (q advice) best(ctx context.Context) (*population.Asked, agreement.Ranked, population.Walked, error) {
	ranked, err := q.ranked.Get(ctx)
	if err != nil {
		return nil, agreement.Ranked{}, population.Walked{}, err
	}
	asked, err := q.asked.Get(ctx)
	if err != nil {
		return nil, agreement.Ranked{}, population.Walked{}, err
	}
	m, err := q.walks[ranked[0].Name](ctx)
	return asked, ranked[0], m, err
}
