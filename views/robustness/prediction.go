package robustness

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// prediction asks how one prediction fares under one mechanism.
type prediction struct {
	*agreement.Subject
	kind      param.Kind[mechanisms.Mechanism]
	mechanism mechanisms.Mechanism
	maker     mechanisms.Maker
	word      string // for the classifier
	setting   string // everything that defines the mechanism
	others    string // the same but for its budget
	laws      []mechanisms.Law
	epsilon   float64
	target    float64
	indicator float64
	sampled   bool
	draws     int
	seed      uint64

	agreed    *work.Once[known.Value]
	box       *work.Once[agreement.Certified]
	paper     *work.Once[agreement.PaperBox]
	verdict   *work.Once[proof.Verdict] // on the paper's box
	estimated *work.Once[agreement.Estimate]

	soon *soon

	provenNeed, exactNeed *work.Once[agreement.Need] // for the target
	radius, unbounded     *work.Once[agreement.Radius]
}

// pickMechanism reads the mechanism at the present budget, and its maker at
// others.
func (q *prediction) pickMechanism(v param.Values) (err error) {
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return err
	}
	if q.mechanism, err = q.kind.New(v); err != nil {
		return err
	}
	q.maker, q.epsilon = mechanisms.MakerOf(q.kind, v), v.Get(mechanisms.Epsilon)
	q.others = settingOf(q.kind, v)
	q.setting = q.others + "&epsilon=" + mechanisms.Epsilon.Exact(q.epsilon)
	if err := q.Region.Weights.Check(q.maker, q.epsilon); err != nil {
		return err
	}
	q.laws = q.Region.Laws(q.mechanism)
	return nil
}

// settingOf writes everything that defines a mechanism of the kind but its
// budget.
func settingOf(kind param.Kind[mechanisms.Mechanism], v param.Values) string {
	words := []string{kind.Name}
	for _, p := range kind.Params {
		if p.Name != mechanisms.Epsilon.Name {
			words = append(words, p.Name+"="+p.Exact(v.Get(p)))
		}
	}
	return strings.Join(words, "&")
}

// openSubject prepares the record that the controls name, unless its scale is in doubt
// and nobody is sure of it.
func openSubject(ctx context.Context, v param.Values) (*agreement.Subject, error) {
	clamp, err := clamping.New(v)
	if err != nil {
		return nil, err
	}
	certain, err := sure.New(v)
	if err != nil {
		return nil, err
	}
	s, err := findSubject(ctx, v, clamp)
	if err == nil && !certain {
		err = s.Doubt
	}
	return s, err
}

func findSubject(ctx context.Context, v param.Values, clamp bool) (*agreement.Subject, error) {
	record := v.Word(recordText)
	if !population.NamesRecord(record) {
		return agreement.OpenSubject(ctx, v.Word(classifierText), record, v.Word(privateText), v.Word(weightsText), clamp)
	}
	m, err := agreement.OpenModel(ctx, v.Word(classifierText))
	if err != nil {
		return nil, err
	}
	t, _, err := openTable(ctx, m, v)
	if err != nil {
		return nil, err
	}
	if err := checkTable(ctx, m, t, v); err != nil {
		return nil, err
	}
	r, err := t.Find(record)
	if err != nil {
		return nil, err
	}
	return agreement.OpenSubjectOf(ctx, v.Word(classifierText), r, fmt.Sprintf("%s of %+v", record, t.Key), t.Key.Private, v.Word(weightsText), clamp)
}

// checkTable refuses a record of a table that may be on another scale.
func checkTable(ctx context.Context, m *learners.Model, t *population.Table, v param.Values) error {
	const some = 100 // more are looked at where these have one class
	q := subjects{model: m}
	var err error
	if q.sample, err = population.OpenSample(ctx, m.Classifier, t, some, 1); err != nil {
		return err
	}
	return q.checkScale(v)
}

func askPrediction(ctx context.Context, v param.Values) (prediction, error) {
	q := prediction{
		word:   v.Word(classifierText),
		target: v.Get(control.Target), indicator: v.Get(indicator),
		draws: int(v.Get(draws)), seed: uint64(v.Get(control.Seed)),
	}
	var err error
	if q.Subject, err = openSubject(ctx, v); err != nil {
		return q, err
	}
	if q.sampled, err = sampling.New(v); err != nil {
		return q, err
	}
	if err := q.pickMechanism(v); err != nil {
		return q, err
	}
	q.agreed = work.NewOnce(func(ctx context.Context) (known.Value, error) { return q.Region.Agreement(ctx, q.laws) })
	q.soon = &soon{}
	q.box = work.NewOnce(func(ctx context.Context) (agreement.Certified, error) { return watched(ctx, &q, q.largestBox) })
	q.paper = work.NewOnce(q.paperBox)
	q.verdict = work.NewOnce(func(ctx context.Context) (proof.Verdict, error) {
		box, err := q.paper.Get(ctx)
		if err != nil {
			return proof.Verdict{}, err
		}
		return q.Region.Proven(ctx, box.Sides)
	})
	q.estimated = work.NewOnce(func(ctx context.Context) (agreement.Estimate, error) { return q.estimateAt(ctx, q.epsilon, q.laws) })
	q.provenNeed = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
		return watched(ctx, &q, func(ctx context.Context) (agreement.Need, error) {
			return q.along().NeedForBox(ctx, q.target, agreement.UnitInterval)
		})
	})
	q.exactNeed = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
		return q.along().NeedForExact(ctx, q.target)
	})
	q.radius = work.NewOnce(func(ctx context.Context) (agreement.Radius, error) {
		return watched(ctx, &q, func(ctx context.Context) (agreement.Radius, error) {
			return q.Region.Radius(ctx, agreement.UnitInterval)
		})
	})
	q.unbounded = work.NewOnce(func(ctx context.Context) (agreement.Radius, error) { return q.Region.Radius(ctx, agreement.Everywhere) })
	return q, nil
}

// along is the region under the mechanism at any budget; what is found there is
// kept by the session.
func (q prediction) along() agreement.Along {
	return q.Region.Along(q.maker, alongKey{q.Key, q.others})
}

// many reports whether there are more private features than maps can hold.
func (q prediction) many() bool { return len(q.Names) > 2 }

// largestBox is the proven box of most mass at the present budget. Those of
// many features take long to grow, and are kept by the session.
func (q prediction) largestBox(ctx context.Context) (agreement.Certified, error) {
	find := func(ctx context.Context) (agreement.Certified, error) {
		return q.Region.LargestBox(ctx, q.laws, agreement.UnitInterval)
	}
	if !q.many() {
		return find(ctx)
	}
	type key struct {
		subject agreement.SubjectKey
		setting string
	}
	bytes := func(c agreement.Certified) int64 { return 100 + 32*int64(len(c.Sides)) }
	run := func(ctx context.Context, show func(agreement.Certified, work.Progress)) (agreement.Certified, error) {
		return find(work.Watching(ctx, func(p agreement.Proven) { show(agreement.Certified{Sides: p.Sides}, work.Progress{}) }))
	}
	return work.Do(ctx, work.Job[agreement.Certified]{Key: key{q.Key, q.setting}, Bytes: bytes, Run: run},
		func(c agreement.Certified, _ work.Progress) { work.Tell(ctx, agreement.Proven{Sides: c.Sides}) })
}

// estimateAt draws at one budget, always the same for the same seed.
func (q prediction) estimateAt(ctx context.Context, epsilon float64, laws []mechanisms.Law) (agreement.Estimate, error) {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %x", q.kind.Name, math.Float64bits(epsilon))
	return q.Region.Estimate(ctx, laws, q.draws, 0.95, rand.New(rand.NewPCG(q.seed, h.Sum64())))
}

// place writes where the private features have some values, at most four of
// them.
func (q prediction) place(at func(feature int) float64) string {
	var places []string
	for k, i := range q.Region.Private[:min(len(q.Names), 4)] {
		places = append(places, fmt.Sprintf("%s = %s", q.Names[k], numeral.Short(at(i))))
	}
	return strings.Join(places, ", ")
}

func (q prediction) whose() engine.Note { return about(q.Subject) }

// about says which record this is where it is not simply one that was named: it was
// moved, or nobody has named one and the classifier's file has no example.
func about(s *agreement.Subject) engine.Note {
	switch {
	case len(s.Moved) > 0:
		return engine.Note{Text: "another record than the one named: " + strings.Join(s.Moved, " and ") + " lay outside 0 to 1 (moved to its end)", Warning: true}
	case s.Record.ID == agreement.Middle && len(s.Model.Records) == 0:
		return engine.Note{Text: "made-up record: " + agreement.DescribeMiddle(s.Model)}
	}
	return engine.Note{}
}

// spread says what the private features get of the budget.
func (q prediction) spread() string {
	switch {
	case len(q.Names) == 1:
		return numeral.Short(q.epsilon) + " on " + q.Names[0]
	case q.Region.Weights == nil:
		return numeral.Short(q.epsilon) + " on each of " + q.Features()
	}
	return budgetsText(q.Region.Weights, q.Names, q.epsilon)
}

// budgetsText lists what features get of a mean budget: "5.4 on age, 2.6 on bmi".
func budgetsText(w agreement.Weights, names []string, epsilon float64) string {
	const most = 3
	var parts []string
	for k, name := range names {
		if k == most {
			parts = append(parts, "and so on")
			break
		}
		parts = append(parts, numeral.Short(w.Of(k, epsilon))+" on "+name)
	}
	return strings.Join(parts, ", ")
}

// summed is how a total comes about: "2 × 4.00".
func summed(w agreement.Weights, names []string, epsilon float64) string {
	if w == nil {
		return fmt.Sprintf("%d × %s", len(names), numeral.Short(epsilon))
	}
	return budgetsText(w, names, epsilon)
}
