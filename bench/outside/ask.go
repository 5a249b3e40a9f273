package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// asked is one prediction to ask questions about.
type asked struct {
	*checker
	agreement.Question
	what string // of the classifier and the record, for messages
	rng  *rand.Rand

	region *agreement.Region
	laws   []mechanisms.Law
	limits proof.Side
}

// budgets lists the budgets that questions take in turn.
var budgets = []float64{0.3, 1, 2.5, 6, 14}

// ask puts questions about the prediction under three mechanisms, and returns one of their settings as an address.
func (q *asked) ask(turn int) (setting string) {
	q.time(1, "prepare", func() (err error) {
		ctx, cancel := q.context()
		defer cancel()
		q.region, err = agreement.Prepare(ctx, q.Question)
		return err
	})
	if q.region == nil {
		return "mechanism=pm"
	}
	for i := range 3 {
		kind := mechanisms.All.Kinds[q.rng.IntN(len(mechanisms.All.Kinds))]
		epsilon := budgets[q.rng.IntN(len(budgets))]
		m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, epsilon))
		if err != nil {
			continue // the kind has no such budget
		}
		setting = fmt.Sprintf("mechanism=%s&epsilon=%g", kind.Name, epsilon)
		q.laws = q.Laws(m)
		q.limits = []proof.Side{agreement.UnitInterval, agreement.Everywhere}[(turn+i)%2]
		q.answer(setting)
	}
	return setting
}

// answer asks for the agreement and the largest box, and tests both.
func (q *asked) answer(setting string) {
	ctx, cancel := q.context()
	defer cancel()
	var v known.Value
	q.time(1, "agreement, "+setting, func() (err error) {
		v, err = q.region.Agreement(ctx, q.laws)
		return err
	})
	if v.Missing() {
		q.without++
	} else {
		q.compare(v, setting)
	}
	var box agreement.CertifiedBox
	if ok := q.time(1, "box, "+setting, func() (err error) {
		box, err = q.region.LargestBox(ctx, q.laws, q.limits)
		return err
	}); ok {
		q.doubt(box, v, setting)
	}
}

// compare tests an exact value, or the ends of a proven interval, by draws. Clopper and Pearson's interval of the draws errs no
// more often than a normal variable is 4 standard deviations away, even near 0 and 1.
func (q *asked) compare(v known.Value, setting string) {
	low, high := v.Low, v.High
	if v.Basis == known.Exact {
		q.exact++
	} else {
		q.enclosed++
	}
	e, err := q.Estimate(context.Background(), q.laws, q.draws, 1-beyond, q.rng)
	if err != nil {
		q.fault("%s: %v", setting, err)
		return
	}
	nearest := min(max(e.Value, low), high)
	if !(low <= v.Value && v.Value <= high) {
		q.fault("%s: the value %.17g lies outside [%.17g, %.17g]", setting, v.Value, low, high)
	}
	if kept := nearest * float64(q.draws); kept*(1-nearest) > 25 { // else the count is not nearly normal
		off := math.Abs(float64(e.Kept)-kept) / math.Sqrt(kept*(1-nearest))
		q.deviations = append(q.deviations, figure{off, len(q.Private), q.what + ": " + setting})
	}
	if e.High < low || e.Low > high {
		q.fault("%s: the agreement is said to lie in [%.9g, %.9g], %d of %d draws keep the class", setting, low, high, e.Kept, e.Draws)
	}
}

// doubt searches a proven box for another class, with one in four coordinates at an end of it, and compares its mass with the
// agreement.
func (q *asked) doubt(box agreement.CertifiedBox, v known.Value, setting string) {
	if !v.Missing() && box.Safe > v.High {
		q.fault("%s: the mass %.17g of a box exceeds the agreement, at most %.17g", setting, box.Safe, v.High)
	}
	q.boxes++
	q.points += q.draws
	x := append([]float64(nil), q.Record...)
	for range q.draws {
		for k, i := range q.Private {
			x[i] = q.within(box.Sides[k])
		}
		if got := q.Classifier.Predict(x); got != q.region.Class {
			q.fault("%s: class %d at %v, in the box %v of class %d", setting, got, x, box.Sides, q.region.Class)
			return
		}
	}
}

// within draws a value of a side between -5 and 6, one in four at an end.
func (q *asked) within(s proof.Side) float64 {
	least, greatest := s.Ends()
	least, greatest = max(least, -5), min(greatest, 6)
	switch q.rng.IntN(8) {
	case 0:
		return least
	case 1:
		return greatest
	}
	return min(max(least+(greatest-least)*q.rng.Float64(), least), greatest)
}

// time measures a question and reports whether it has an answer. A slow one may be asked again, because other work may have
// kept the machine busy; the least time counts.
func (q *asked) time(tries int, what string, question func() error) bool {
	seconds := math.Inf(1)
	var err error
	for range tries {
		start := time.Now()
		err = question()
		seconds = min(seconds, time.Since(start).Seconds())
		if seconds < limit(len(q.Private)) || seconds > q.patience.Seconds()/2 {
			break
		}
	}
	q.times = append(q.times, figure{seconds, len(q.Private), q.what + ": " + what})
	if err != nil {
		q.fault("%s: %v", what, err)
	}
	return err == nil
}

func (q *asked) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(session(), q.patience)
}

func (q *asked) fault(format string, arguments ...any) {
	q.faults = append(q.faults, q.what+": "+fmt.Sprintf(format, arguments...))
}
