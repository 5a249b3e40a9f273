// Package audit bounds from below the leakage of a foreign mechanism or model, by scores of its runs with a
// record and without: it chooses thresholds on one half of them and tests them on the other, and every bound
// pays for all thresholds tested. A bound concerns the scores: the mechanism may leak more than they show.
package audit

import (
	"fmt"
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
)

// Question holds the parameters of an audit. It is comparable.
type Question struct {
	Delta      float64 // of the ε shown, in [0, 1)
	Confidence float64 // of all bounds together, in (0, 1)
}

// Check says which number of a question is none.
func (q Question) Check() error {
	switch {
	case !(q.Delta >= 0 && q.Delta < 1):
		return fmt.Errorf("delta = %g is outside [0, 1)", q.Delta)
	case !(q.Confidence > 0 && q.Confidence < 1):
		return fmt.Errorf("confidence = %g is outside (0, 1)", q.Confidence)
	}
	return nil
}

// Event is a test of the half that no threshold was chosen on.
type Event struct {
	Threshold float64
	Below     bool // scores up to the threshold are named; otherwise those above

	NamedIn, In   int64 // runs with the record
	NamedOut, Out int64 // runs without

	TPR, FPR float64 // the one at least, the other at most
}

// Result holds what runs show. All of it holds jointly with the confidence.
type Result struct {
	Question
	Events []Event // none if all scores are equal

	Epsilon    float64 // lower bound, at Delta
	Advantage  float64 // lower bound
	Mu         float64 // lower bound
	Attainable float64 // the greatest ε that as many runs can show, with perfect separation
}

// Refutes reports whether the runs show more than an ε that was promised at Delta.
func (r Result) Refutes(epsilon float64) bool { return r.Epsilon > epsilon }

// Of answers a question of runs.
func (runs *Runs) Of(q Question) (Result, error) {
	if err := q.Check(); err != nil {
		return Result{}, err
	}
	if err := runs.enough(q); err != nil {
		return Result{}, err
	}
	r := Result{Question: q, Events: runs.events(q)}
	share := (1 - q.Confidence) / float64(2*max(len(r.Events), 1)) // of each side of each threshold
	for i := range r.Events {
		e := &r.Events[i]
		e.bound(share)
		r.Epsilon = max(r.Epsilon, leastEpsilon(e.TPR, e.FPR, q.Delta))
		r.Advantage = max(r.Advantage, e.TPR-e.FPR)
		r.Mu = max(r.Mu, normal.Quantile(e.TPR)-normal.Quantile(e.FPR))
	}
	r.Attainable = runs.attainable(q)
	return r, nil
}

// bound encloses both rates from the side of the honest, each wrong with a probability of at most share
// (Clopper & Pearson 1934).
func (e *Event) bound(share float64) {
	e.TPR = binomial.LowerLimit(float64(e.NamedIn), float64(e.In), share)
	e.FPR = binomial.UpperLimit(float64(e.NamedOut), float64(e.Out), share)
}

// leastEpsilon returns the least ε of a mechanism with such a test.
func leastEpsilon(tpr, fpr, delta float64) float64 { return max(0, shown(tpr, fpr, delta)) }

// shown returns the logarithm of the likelihood ratio that a test shows, below 0 if it shows nothing: by the
// event, or by its complement in the other order of neighbours, from the same two bounds.
func shown(tpr, fpr, delta float64) float64 {
	return math.Log(max((tpr-delta)/fpr, (1-fpr-delta)/(1-tpr), 0))
}

// attainable returns the ε of a single threshold without an error.
func (runs *Runs) attainable(q Question) float64 {
	e := Event{NamedIn: runs.tested(with), In: runs.tested(with), Out: runs.tested(without)}
	if e.In == 0 || e.Out == 0 {
		return 0
	}
	e.bound((1 - q.Confidence) / 2)
	return leastEpsilon(e.TPR, e.FPR, q.Delta)
}

// enough refuses too few runs to show anything, whatever their scores.
func (runs *Runs) enough(q Question) error {
	in, out := runs.rows[with], runs.rows[without]
	switch {
	case in+out == 0:
		return fmt.Errorf("there are no rows; runs with the record (in = 1) and without (in = 0) would work")
	case in == 0:
		return fmt.Errorf("all %d rows have in = 0; as many runs with the record (in = 1) would work", out)
	case out == 0:
		return fmt.Errorf("all %d rows have in = 1; as many runs without the record (in = 0) would work", in)
	case runs.attainable(q) == 0:
		return fmt.Errorf("%d runs with the record and %d without show nothing, whatever their scores are; from %d of each on they can", in, out,
			leastRuns(q))
	}
	return nil
}

// leastRuns returns how many runs of a class can show some ε, with as many of the other: half of them must
// have (α/2)^(1/n) − δ > 1 − (α/2)^(1/n).
func leastRuns(q Question) int64 {
	n := math.Log(2/(1-q.Confidence)) / math.Log(2/(1+q.Delta))
	return 2 * (int64(n) + 1)
}
