package robustness

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// prediction asks how one prediction fares under one mechanism.
type prediction struct {
	agreement.Prediction
	kind      param.Kind[mechanisms.Mechanism]
	word      string // for the classifier
	laws      []mechanisms.Law
	epsilon   float64
	target    float64
	indicator float64
	sampled   bool
	draws     int
	few       int // how many of them there are yet; 0: all

	agreed    *work.Once[known.Value]
	box       *work.Once[agreement.Certified]
	paper     *work.Once[agreement.PaperBox]
	verdict   *work.Once[proof.Verdict] // on the paper's box
	estimated *work.Once[agreement.Estimate]

	soon *agreement.SoFar

	provenNeed, exactNeed *work.Once[agreement.Need] // for the target
	radius, unbounded     *work.Once[agreement.Radius]
	attack                *work.Once[agreement.Attacker]
}

func (q prediction) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.attack.Get(ctx)
}

// openSubject prepares the record that the controls name.
func openSubject(ctx context.Context, v param.Values) (*agreement.Subject, error) {
	cohort, err := cohortOf(v)
	if err != nil {
		return nil, err
	}
	return cohort.Subject(ctx, v.Word(recordText), v.Word(weightsText))
}

func askPrediction(ctx context.Context, v param.Values) (prediction, error) {
	q := prediction{
		word: v.Word(classifierText), epsilon: v.Get(mechanisms.Epsilon),
		target: v.Get(control.Target), indicator: v.Get(indicator), draws: int(v.Get(draws)),
	}
	s, err := openSubject(ctx, v)
	if err != nil {
		return q, err
	}
	if q.sampled, err = sampling.New(v); err != nil {
		return q, err
	}
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	if q.Prediction, err = s.Under(mechanisms.SettingOf(q.kind, v), uint64(v.Get(control.Seed))); err != nil {
		return q, err
	}
	q.laws, q.soon = q.Laws(), q.SoFar()
	q.share()
	return q, nil
}

// share computes once what several readings ask for.
func (q *prediction) share() {
	p, target, soFar, paper := q.Prediction, q.target, q.soon, work.NewOnce(q.PaperBox)
	q.agreed, q.paper, q.estimated = work.NewOnce(p.Agreement), paper, q.drawing(q.draws)
	q.verdict = work.NewOnce(func(ctx context.Context) (proof.Verdict, error) {
		box, err := paper.Get(ctx)
		if err != nil {
			return proof.Verdict{}, err
		}
		return p.Region.Proven(ctx, box.Sides)
	})
	q.box = work.NewOnce(func(ctx context.Context) (agreement.Certified, error) {
		return agreement.Watched(ctx, soFar, p.LargestBox)
	})
	q.provenNeed = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
		return agreement.Watched(ctx, soFar, func(ctx context.Context) (agreement.Need, error) {
			return p.Along(p.Mechanism).NeedForBox(ctx, target, agreement.UnitInterval)
		})
	})
	q.exactNeed = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
		return p.Along(p.Mechanism).NeedForExact(ctx, target)
	})
	q.radius = work.NewOnce(func(ctx context.Context) (agreement.Radius, error) {
		return agreement.Watched(ctx, soFar, func(ctx context.Context) (agreement.Radius, error) {
			return p.Region.Radius(ctx, agreement.UnitInterval)
		})
	})
	q.unbounded = work.NewOnce(func(ctx context.Context) (agreement.Radius, error) { return p.Region.Radius(ctx, agreement.Everywhere) })
	q.attack = work.NewOnce(p.Spending(q.indicator).Attacker)
}

// drawing draws so many answers at the present budget.
func (q *prediction) drawing(draws int) *work.Once[agreement.Estimate] {
	p := q.Prediction
	return work.NewOnce(func(ctx context.Context) (agreement.Estimate, error) { return p.Estimate(ctx, draws) })
}

// drawnMoving is how many answers are drawn while a slider moves.
const drawnMoving = 200

// drawnLess is the question with few draws, which say how many they are.
func drawnLess(_ context.Context, q prediction) (prediction, bool) {
	if !q.sampled || q.draws <= drawnMoving {
		return q, false
	}
	q.estimated, q.few = q.drawing(drawnMoving), drawnMoving
	return q, true
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
		return engine.Note{Text: "another record than the one named: " + agreement.Listed(s.Moved) + " lay outside 0 to 1 (moved to its end)", Warning: true}
	case s.Record.ID == agreement.Middle && len(s.Model.Records) == 0:
		return engine.Note{Text: "simulated record: " + agreement.DescribeMiddle(s.Model)}
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

// summed is how a total comes about: "4.00 per feature".
func summed(w agreement.Weights, names []string, epsilon float64) string {
	switch {
	case len(names) == 1:
		return ""
	case w == nil:
		return numeral.Short(epsilon) + " per feature"
	}
	return budgetsText(w, names, epsilon)
}
