package risk

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/attack"
	"dpscope/engine/audit"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// simulatedRuns is the word for the runs that come with the program.
const simulatedRuns = "simulated"

// Controls of runs.
var (
	scores = param.Text{Name: "file", Label: "scores", Of: "of=runs",
		Help: "A CSV file with the columns in (1: a run with the record, 0: one without) and score; \"simulated\" are 4,000 runs of Laplace " +
			"noise for ε = 1 at half its scale.",
		Default: simulatedRuns, Files: []string{".csv", ".csv.gz", ".parquet"}}
	confidence = param.Param{Name: "confidence", Symbol: "1-α", Label: "confidence", Style: numeral.Percent,
		Help: "How sure all bounds together are: the surer, the less is shown.",
		Min:  0, Max: 1, Open: true, Low: 0.8, High: 0.999, Default: 0.95}
)

func ofRuns(v param.Values) (attack.Subject, error) {
	runs := attack.Runs{Promise: attack.Stated{Epsilon: v.Get(mechanisms.Epsilon), Delta: v.Get(mechanisms.Delta)}, Sure: v.Get(confidence)}
	if word := v.Word(scores); word != simulatedRuns {
		runs.File = word
	}
	return runs, nil
}

// runs returns the runs that the page is about.
func (q asked) runs() (attack.Runs, bool) {
	runs, is := q.Of.(attack.Runs)
	return runs, is
}

// modelled reports whether more is known than runs show.
func (q asked) modelled() bool {
	_, is := q.runs()
	return !is
}

func (q asked) audited() bool { return !q.modelled() }

// levelOfFound leaves the answer to the question of an audit.
func (q asked) levelOfFound() view.Level {
	if q.audited() {
		return view.Shown
	}
	return view.Answering
}

// byRuns makes a Value from the runs.
func byRuns(of func(audit.Result) float64, value func(attack.Runs, float64) known.Value) func(context.Context, asked) (known.Value, error) {
	return func(ctx context.Context, q asked) (known.Value, error) {
		runs, _ := q.runs()
		r, err := runs.Shown(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return value(runs, of(r)), nil
	}
}

const (
	clopper      = "Clopper & Pearson 1934; Jagielski, Ullman & Oprea 2020; Nasr & others 2021"
	auditAssumes = "The runs are independent of one another. A threshold is chosen on one half of them and tested on the other. " +
		"What other scores or more runs would show is not known: nothing is proven to be private."
)

// shownReadings lists the readings of runs alone.
var shownReadings = []view.Entry[asked]{
	reading{Name: "epsilon-shown", Label: "ε shown by the runs", Brief: "ε shown", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		Level: view.Answering, When: asked.audited,
		Value: byRuns(func(r audit.Result) float64 { return r.Epsilon }, attack.Runs.AtLeast),
		Remark: func(ctx context.Context, q asked, _ known.Value) (string, error) {
			runs, _ := q.runs()
			return "stated " + numeral.Short(runs.Promise.Epsilon), nil
		},
		Formula: "The greatest ln((TPR - δ)/FPR) and ln((1 - FPR - δ)/(1 - TPR)) of the thresholds that are tested, TPR at least and FPR " +
			"at most what exact binomial intervals allow.",
		With: tested, Source: clopper, Assumes: auditAssumes},
	reading{Name: "epsilon-attainable", Label: "ε that could be shown", Symbol: "ε", Goal: known.Higher, Range: known.NotNegative,
		Level: view.Shown,
		When:  asked.audited, ExactOf: "as many runs told apart without an error",
		Value: byRuns(func(r audit.Result) float64 { return r.Attainable },
			func(_ attack.Runs, v float64) known.Value { return known.Exactly(v) }),
		Cases: explained("The same of a threshold without a single error: no larger ε could be refuted with as many runs.", clopper, auditAssumes,
			func(asked, known.Value) string { return "" })},
	reading{Name: "tpr-of-promise", Label: "allowed by the stated ε", Symbol: "TPR", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, When: asked.audited,
		ExactOf: "the worst mechanism that keeps the stated guarantee", Value: by(attack.Question.OfClaim),
		Cases: explained("min(e^ε·α + δ, 1 - e^-ε·(1 - δ - α), 1): what the stated guarantee lets an attacker find.",
			"Wasserman & Zhou 2010; Kairouz, Oh & Viswanath 2015", "More than that refutes the guarantee.", atRate)},
}

// tested says which thresholds were tested, on which runs.
func tested(ctx context.Context, q asked, _ known.Value) (string, error) {
	runs, _ := q.runs()
	r, err := runs.Shown(ctx)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, e := range r.Events {
		side := "above"
		if e.Below {
			side = "up to"
		}
		at := numeral.Short(e.Threshold)
		if math.IsInf(e.Threshold, 0) {
			at = "infinity"
		}
		texts = append(texts, fmt.Sprintf("Scores %s %s: %s of %s with the record (TPR ≥ %s), %s of %s without (FPR ≤ %s).", side, at,
			numeral.Count(float64(e.NamedIn)), numeral.Count(float64(e.In)), numeral.Down.Chance(e.TPR),
			numeral.Count(float64(e.NamedOut)), numeral.Count(float64(e.Out)), numeral.Up.Chance(e.FPR)))
	}
	if len(texts) == 0 {
		return "All scores are the same.", nil
	}
	return control.Sentences(texts...), nil
}
