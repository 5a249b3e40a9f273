package learning

import (
	"context"
	"errors"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/learners/metric"
	"dpscope/learners/table"
	"dpscope/views/view"
)

// judged is a family of one metric, a number a learner.
type judged struct {
	name, label, brief, tag, formula string // label, in few letters, and in the fewest
	style                            numeral.Style
	level                            view.Level
	of                               func(training.DecisionGrid) known.Value
	late                             func(ctx context.Context, q boundary, panel int, d training.DecisionGrid) (known.Value, error)
	can                              known.Range
	best                             func(table.Mixture) float64 // best possible value for made-up records; nil: unknown
}

// metrics lists the metrics on held-out records, in the order of their weight.
var metrics = func() []judged {
	list := []judged{{name: "test-auc", label: "AUC", brief: "AUC", tag: "AUC",
		formula: "How often a positive record has a greater score than a negative one; ties count half.",
		best:    table.Mixture.BestAUC,
		of:      func(d training.DecisionGrid) known.Value { return d.AUC }, can: known.Probability, level: view.Answering,
		late: func(ctx context.Context, q boundary, panel int, _ training.DecisionGrid) (known.Value, error) {
			all, err := q.aucs.Get(ctx)
			if err != nil {
				return known.Value{}, err
			}
			return all[panel], nil
		}}}
	for _, of := range []struct {
		metric.Metric
		brief, tag string
	}{{metric.BalancedAccuracy, "balanced", "bal."}, {metric.Recall, "recall", "recall"}, {metric.Precision, "precision", "prec."},
		{metric.F1, "F1", "F1"},
		{metric.GeometricMean, "G-mean", "G-mean"}, {metric.Matthews, "MCC", "MCC"}, {metric.WorstClass, "worst-class acc.", "worst"},
		{metric.Accuracy, "accuracy", "acc."}} {
		m, can := of.Metric, known.Probability
		var best func(table.Mixture) float64
		if m.Name == metric.Matthews.Name {
			can = known.Correlation
		}
		switch m.Name {
		case metric.Accuracy.Name:
			best = table.Mixture.BestAccuracy
		case metric.BalancedAccuracy.Name, metric.GeometricMean.Name, metric.WorstClass.Name: // neither of the last two is above the first
			best = table.Mixture.BestBalancedAccuracy
		}
		list = append(list, judged{name: m.Name, label: m.Title, brief: of.brief, tag: of.tag,
			formula: m.Formula + ", at the learner's own threshold.", can: can, level: levelOf(m), best: best,
			of: func(d training.DecisionGrid) known.Value { return m.Value(d.Outcomes) },
			late: func(_ context.Context, _ boundary, _ int, d training.DecisionGrid) (known.Value, error) {
				return d.Judged(m), nil
			}})
	}
	return append(list, judged{name: "noisy-train-auc", label: "AUC on the training labels", tag: "train.",
		formula: "AUC on the very labels that were trained on: above what it would be without memorising, flips are memorised.",
		of:      func(d training.DecisionGrid) known.Value { return d.Noisy }, can: known.Probability})
}()

var boundaryReadings = func() []view.Entry[boundary] {
	list := []view.Entry[boundary]{changedReadings, mostMoved}
	for _, m := range metrics {
		list = append(list, view.Family[boundary]{Name: m.name, Of: "learner", Label: m.label, Level: m.level, Each: m.each, Tabled: true,
			Members: func(_ context.Context, q boundary) (names []string, err error) {
				for _, p := range q.panels {
					names = append(names, p.name)
				}
				return names, nil
			}})
	}
	list = append(list, boundaryAttackers()...)
	list = append(list, view.Reading[boundary]{Name: "best-auc", Label: "best possible AUC", Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: "two normal classes so far apart",
		When:    func(q boundary) bool { return q.File == "" },
		Value:   view.Exactly(func(q boundary) float64 { return q.BestAUC() }),
		Remark:  view.Says(func(boundary) string { return "on average" }),
		Formula: "Φ(s/2): the log-likelihood ratio of two normal classes with means (0, 0) and (s, s) and covariance 4·I is a multiple of x + y.",
		With: view.Remark(func(q boundary, v known.Value) string {
			return fmt.Sprintf("Φ(%s/2) = %s, over all records that there can be. No score has more on average, whatever labels it is trained on; on 2,000 held-out records it may.", numeral.Short(q.Separation), numeral.Short(v.Value))
		})}, view.Reading[boundary]{Name: "best-accuracy", Label: "best possible accuracy", Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: "two normal classes so far apart, with so many of them positive",
		When:    func(q boundary) bool { return q.File == "" },
		Value:   view.Exactly(func(q boundary) float64 { return q.BestAccuracy() }),
		Formula: "(1-π)·Φ(t/√8) + π·Φ((2s-t)/√8), t being the sum x + y from which on the positive class is the more probable one, s + 4 ln((1-π)/π)/s.",
		With: view.Remark(func(q boundary, v known.Value) string {
			return fmt.Sprintf("s = %s and π = %s: %s. Where the class is rare, hardly any rule is much more often right than one that calls nothing positive.",
				numeral.Short(q.Separation), numeral.Percent.Format(q.Share), numeral.Short(v.Value))
		})})
	return append(list, movedReadings...)
}()

// each returns the reading of one learner.
func (m judged) each(member string) view.Reading[boundary] {
	return view.Reading[boundary]{
		Style: m.style, Goal: known.Higher, Expensive: true, Range: m.can, RangeOf: m.possible,
		Title: func(q boundary) string {
			switch i := q.at(member); {
			case i < 0:
				return m.label
			case m.levelAt(q, member) > view.Folded:
				return m.brief + " " + q.panels[i].brief
			default:
				return m.tag + " " + q.panels[i].brief
			}
		},
		LevelOf: func(q boundary) view.Level { return m.levelAt(q, member) },
		Remark: func(ctx context.Context, q boundary, _ known.Value) (string, error) {
			if q.focus < 0 {
				return "", nil
			}
			own := q.pairs[q.focus]
			if own.clean < 0 || own.flipped < 0 || m.levelAt(q, member) == view.Folded {
				return "", nil
			}
			v, err := q.mean(ctx, own.clean, m.name)
			if errors.Is(err, view.ErrLater) || err == nil && v.Missing() {
				return "", nil
			}
			return "from " + m.style.Format(v.Value), err
		},
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			at := q.at(member)
			if at < 0 {
				return known.Value{}, fmt.Errorf("%s takes no part", member)
			}
			v, err := q.mean(ctx, at, m.name)
			return estimated(v), err
		},
		Interval: func(ctx context.Context, q boundary, v known.Value) (known.Value, error) {
			d, err := q.of(ctx, member)
			if err != nil || v.Missing() || m.late == nil || len(d) != 1 {
				return v, err
			}
			return m.late(ctx, q, q.at(member), d[0])
		},
		Formula: m.formula,
		With:    view.Says(func(q boundary) string { return q.judges(m) }),
		Source:  mixtureSource,
		Assumes: "A number of records drawn once: other records, and other flips, give others. " + scaledSo,
	}
}

// levelAt returns the level of a member: the learner in focus is on top.
func (m judged) levelAt(q boundary, member string) view.Level {
	if q.focus < 0 || q.at(member) != q.pairs[q.focus].shown() {
		return view.Folded
	}
	if m.level == view.Answering && len(q.compared()) > 0 {
		return view.Shown // the share that changes class answers
	}
	return m.level
}

// possible returns the range that any learner can reach, on any labels.
func (m judged) possible(q boundary) known.Range {
	if m.best == nil || q.File != "" {
		return m.can
	}
	return known.Range{Low: m.can.Low, High: m.best(q.Mixture)}
}

// levelOf returns the level of a metric: the one that tells most about a rare class is on top.
func levelOf(m metric.Metric) view.Level {
	if m.Name == metric.Recall.Name || m.Name == metric.Precision.Name {
		return view.Shown
	}
	return view.Folded
}

// estimated marks a number from some records as an estimate.
func estimated(v known.Value) known.Value {
	if v.Missing() || v.Basis == known.Estimate {
		return v
	}
	return known.Approximated(v.Value)
}

// scaledSo says how features are scaled before learning.
const scaledSo = "Features are centred and divided by their sample deviation (n - 1) among the training records."

// judges says on which records a metric is counted.
func (q boundary) judges(m judged) string {
	of := fmt.Sprintf("%s held-out records, with their true labels", numeral.Count(training.TestRecords))
	switch {
	case m.late == nil:
		of = "The training records, with the labels that were trained on"
	case q.File != "":
		of = "A fifth of the file's records, held out, with their true labels"
	}
	return q.averaged(of, "")
}

// averaged says over which draws of the flips a number is averaged; for one draw, what its interval is.
func (q boundary) averaged(records, interval string) string {
	if q.draws > 1 {
		return fmt.Sprintf("%s; the mean over %d draws of the flips, and Student's interval at 95 %%.", records, q.draws)
	}
	return records + interval + "."
}
