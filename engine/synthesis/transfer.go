package synthesis

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/linear"
	"dpscope/learners/metric"
	"dpscope/learners/synth"
	"dpscope/learners/table"
)

// Splits is the number of splits that a Transfer is asked for.
const Splits = 5

// heldOut is the share of either class that a split sets apart.
const heldOut = 0.2

// splitting is the stream of random numbers of splits.
const splitting uint64 = 32

// Transfer asks whether what is learnt from synthetic rows holds for real people. One split sets some people apart; a
// private model of the others draws rows, and two logistic regressions, one of the rows and one of the others, order
// the people set apart. It is a trial.Trial.
type Transfer struct {
	Fit      Fit
	Rows     int
	Balanced bool
	Split    uint64
}

// Transferred holds the AUC on the people set apart, by what was learnt from: rows, or the other people. NaN: one class
// only is among those set apart.
type Transferred struct{ FromRows, FromPeople float64 }

// Content implements trial.Trial.
func (t Transfer) Content(ctx context.Context) Transfer {
	t.Fit = t.Fit.Content(ctx)
	return t
}

// At implements trial.Trial: each split has noise of its own.
func (t Transfer) At(seed uint64) Transfer {
	t.Fit, t.Split = t.Fit.At(seed), t.Split+seed
	return t
}

// Size implements trial.Trial.
func (Transfer) Size() (steps float64, unit string) { return 1, "splits" }

// Bytes implements trial.Trial.
func (Transfer) Bytes(Transferred) int64 { return 16 }

// Run fits, draws, learns and judges.
func (t Transfer) Run(ctx context.Context, _ func(Transferred)) (Transferred, error) {
	const opened, fitted = 0.1, 0.8 // of the work, about
	of, err := t.Fit.Source.Open(work.Within(ctx, 0, opened))
	if err != nil {
		return Transferred{}, err
	}
	inside, outside := of.split(t.Split)
	model, err := synth.Fit(work.Within(ctx, opened, fitted), of.Some(inside), t.Fit.Settings)
	if err != nil {
		return Transferred{}, err
	}
	rows, err := model.Draw(t.Rows, t.Balanced, t.Fit.Seed)
	if err != nil {
		return Transferred{}, err
	}
	test := matrixOf(of.Some(outside).Matrix(of.Rare))
	judged := Transferred{}
	if judged.FromRows, err = areaOf(ctx, matrixOf(rows.Matrix(of.Rare)), test); err != nil {
		return judged, err
	}
	judged.FromPeople, err = areaOf(ctx, matrixOf(of.Some(inside).Matrix(of.Rare)), test)
	return judged, err
}

// split returns the people that are learnt from, and a fifth of either class that is set apart.
func (r Records) split(seed uint64) (inside, outside []int) {
	rng := trial.Random(seed, splitting)
	var of [2][]int
	for _, i := range rng.Perm(r.Len()) {
		class := r.Codes[r.Schema.Label][i]
		of[class] = append(of[class], i)
	}
	for _, people := range of {
		apart := int(math.Round(heldOut * float64(len(people))))
		outside, inside = append(outside, people[:apart]...), append(inside, people[apart:]...)
	}
	slices.Sort(inside)
	slices.Sort(outside)
	return inside, outside
}

// matrix holds people as a learner takes them.
type matrix struct {
	x        []float64
	columns  []string
	positive []bool
}

func matrixOf(x []float64, columns []string, positive []bool) matrix {
	return matrix{x, columns, positive}
}

// areaOf returns the AUC on test of a logistic regression of learnt, with columns scaled by what is learnt from. One
// class alone teaches nothing: every order is as good, ½.
func areaOf(ctx context.Context, learnt, test matrix) (float64, error) {
	scores := make([]float64, len(test.positive))
	if slices.Contains(learnt.positive, true) && slices.Contains(learnt.positive, false) {
		scales := learnt.scales()
		c, err := linear.Logistic{C: 1}.Fit(ctx, learnt.scaled(scales), nil)
		if err != nil {
			return 0, err
		}
		margin, d := c.(*linear.Linear), test.scaled(scales)
		for i := range scores {
			scores[i] = margin.Margin(d.Row(i))
		}
	}
	return metric.AUC(scores, test.positive).Number(), nil
}

// scales maps the range of each column to [0, 1].
func (m matrix) scales() []table.Scale {
	scales := make([]table.Scale, len(m.columns))
	for f := range scales {
		low, high := math.Inf(1), math.Inf(-1)
		for i := f; i < len(m.x); i += len(m.columns) {
			low, high = min(low, m.x[i]), max(high, m.x[i])
		}
		if scales[f] = (table.Scale{Offset: low, Divisor: high - low}); low == high {
			scales[f].Divisor = 1
		}
	}
	return scales
}

// scaled returns the people as a table of two classes.
func (m matrix) scaled(scales []table.Scale) table.Data {
	d := table.Data{ClassNames: []string{"other", "rare"}, X: make([]float64, len(m.x)), Y: make([]int, len(m.positive)), Rows: make([]int, len(m.positive))}
	for _, name := range m.columns {
		d.Features = append(d.Features, table.Feature{Name: name})
	}
	for i, v := range m.x {
		d.X[i] = scales[i%len(scales)].Apply(v)
	}
	for i, is := range m.positive {
		if d.Rows[i] = i; is {
			d.Y[i] = 1
		}
	}
	return d
}

// Transfers holds the results of several splits.
type Transfers []Transferred

// Of summarises one AUC over splits, with an interval that takes their overlap into account.
func (t Transfers) Of(auc func(Transferred) float64) known.Value {
	var values []float64
	for _, split := range t {
		if v := auc(split); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return known.Summarise(values).Splits(heldOut / (1 - heldOut)).In(known.Probability)
}
