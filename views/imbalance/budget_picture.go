package imbalance

import (
	"context"
	"fmt"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/accounting"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// law is the name of the sums of losses among the theorems.
const law = "pld"

// settings are what was held fixed, for the export.
func (q budgetSum) settings() []engine.Setting {
	return []engine.Setting{{Name: "q", Value: q.Rate}, {Name: "sigma", Value: q.Sigma}, {Name: "delta", Value: q.Delta}}
}

// curves are the theorems that have one: the others lie between.
var curves = []struct{ name, title string }{
	{"basic", "basic"}, {"advanced-tight", "advanced"}, {"optimal", "claims, exactly"}, {"rdp-integer", "whole orders"}, {"rdp", "Rényi"}, {law, "law of the loss"}}

// drawCourse draws what the theorems say after every number of steps.
func drawCourse(ctx context.Context, q budgetSum, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	before := func(c accounting.Course, p work.Progress) {
		if p.Partial() {
			show(engine.Sheet{Figure: q.course(c), Progress: p})
		}
	}
	outline := q.Outline()
	if err := q.settle(ctx, q.course(outline), show); err != nil {
		return engine.Sheet{}, err
	}
	before(outline, work.Progress{Of: 1})
	if err := q.Prepare(ctx, q.target, func(p work.Progress) { before(outline, p) }); err != nil {
		return engine.Sheet{}, err
	}
	c, err := q.Course(ctx, before)
	if err != nil {
		return engine.Sheet{}, err
	}
	notes, err := q.notes(ctx)
	return engine.Sheet{Figure: q.course(c), Notes: notes}, err
}

func (q budgetSum) course(c accounting.Course) engine.Figure {
	f := engine.Figure{
		Title: "total ε", Series: "theorem", Settings: q.settings(),
		X: engine.Axis{Name: "steps", Label: "T, steps", Style: numeral.Whole, Log: true, Low: 1, High: q.LastStep()},
		Y: engine.Axis{Name: "epsilon", Label: "ε of all steps", Log: true},
	}
	f.Y.Low, f.Y.High = q.shown(c)
	for _, curve := range curves {
		epsilons := c.High
		if curve.name != law {
			epsilons = c.By[curve.name]
		}
		f.Members = append(f.Members, curve.name)
		f.Marks = append(f.Marks, engine.Curve{Name: curve.name, Title: curve.title, Basis: known.AtMost, Muted: curve.name == "rdp-integer", X: c.Steps, Y: positive(epsilons)})
	}
	f.Marks = append(f.Marks,
		engine.Rule{Name: "target", Title: "ε*", At: q.target},
		engine.Rule{Name: "steps", Title: "T", Vertical: true, At: q.Steps, Pointer: true})
	return f
}

// shown is the range of ε that matters: about the target and what orders say, and not
// the millions of other theorems.
func (q budgetSum) shown(c accounting.Course) (low, high float64) {
	low, high = q.target, q.target
	for _, epsilon := range c.By["rdp"] {
		if epsilon > 0 {
			low, high = min(low, epsilon), max(high, epsilon)
		}
	}
	low = max(low, high*1e-6)
	return ticks.AtMost(low), ticks.AtLeast(4 * high)
}

// positive breaks a line where a logarithmic axis has no place for it.
func positive(values []float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		list[i] = v
		if !(v > 0) || math.IsInf(v, 1) {
			list[i] = math.NaN()
		}
	}
	return list
}

// drawTheorems draws what every theorem says, as bars.
func drawTheorems(ctx context.Context, q budgetSum, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.prepared(ctx, answer, show, q.theorems)
}

// pictured is a picture of some readings, by their names.
type pictured func(of func(name string) (known.Value, error)) (engine.Figure, error)

// prepared draws a picture of what takes no time until all of it is there.
func (q budgetSum) prepared(ctx context.Context, answer view.Answers, show func(engine.Sheet), picture pictured) (engine.Sheet, error) {
	sofar, err := picture(func(name string) (known.Value, error) { return q.soon(ctx, name) })
	if err != nil {
		return engine.Sheet{}, err
	}
	if err := q.settle(ctx, sofar, show); err != nil {
		return engine.Sheet{}, err
	}
	if err := q.Prepare(ctx, q.target, func(p work.Progress) { show(engine.Sheet{Figure: sofar, Progress: p}) }); err != nil {
		return engine.Sheet{}, err
	}
	f, err := picture(func(name string) (known.Value, error) { return answer(name) })
	if err != nil {
		return engine.Sheet{}, err
	}
	notes, err := q.notes(ctx)
	return engine.Sheet{Figure: f, Notes: notes}, err
}

// soon is the value of a reading that takes no time; that of the law is coarse.
func (q budgetSum) soon(ctx context.Context, name string) (known.Value, error) {
	switch name {
	case bestOrder.Name:
		return bestOrder.Value(ctx, q)
	case "epsilon-" + law:
		b, err := q.Coarse(ctx)
		return b.High, err
	}
	return q.By(theorem(strings.TrimPrefix(name, "epsilon-"))), nil
}

func (q budgetSum) theorems(of func(name string) (known.Value, error)) (engine.Figure, error) {
	f := engine.Figure{
		Title: "total ε by every theorem", Series: "theorem", Settings: append(q.settings(), engine.Setting{Name: "steps", Value: q.Steps}),
		X: engine.Axis{Name: "by", Label: "by which theorem"},
		Y: engine.Axis{Name: "epsilon", Label: "ε of all steps"},
	}
	bars := engine.Bars{Name: "epsilon", Title: "total ε", Basis: known.AtMost}
	add := func(name, short string, marked bool) error {
		v, err := of("epsilon-" + name)
		if err != nil || v.Missing() {
			return err
		}
		f.X.Words, f.X.Keys = append(f.X.Words, short), append(f.X.Keys, engine.WordCell(name))
		bars.X, bars.Y, bars.Marked = append(bars.X, float64(len(bars.X))), append(bars.Y, v.Value), append(bars.Marked, marked)
		return nil
	}
	for _, t := range accounting.Theorems {
		if err := add(t.Name, t.Short, false); err != nil {
			return engine.Figure{}, err
		}
	}
	if err := add(law, "law", true); err != nil {
		return engine.Figure{}, err
	}
	if n := len(bars.Y); n > 0 && bars.Y[n-1] > 0 {
		f.Y.High = ticks.AtLeast(2.5 * bars.Y[n-1])
	}
	f.Marks = []engine.Mark{bars, engine.Rule{Name: "target", Title: "ε*", At: q.target}}
	return f, nil
}

// drawOrders draws what every order says.
func drawOrders(ctx context.Context, q budgetSum, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.prepared(ctx, answer, show, q.orders)
}

func (q budgetSum) orders(of func(name string) (known.Value, error)) (engine.Figure, error) {
	f := engine.Figure{
		Title: "ε by one order", Series: "part", Members: []string{"epsilon", "divergence"}, Settings: append(q.settings(), engine.Setting{Name: "steps", Value: q.Steps}),
		X: engine.Axis{Name: "order", Label: "α, order of the divergence", Log: true},
		Y: engine.Axis{Name: "epsilon", Label: "ε by one order", Log: true},
	}
	best, err := of("order")
	if err != nil {
		return engine.Figure{}, err
	}
	least, err := of("epsilon-rdp")
	if err != nil {
		return engine.Figure{}, err
	}
	if !best.Missing() && least.Value > 0 {
		f.X.Low, f.X.High = max(1.01, 1+(best.Value-1)/30), 1+(best.Value-1)*30
		epsilon, part := engine.Curve{Name: "epsilon", Title: "ε at δ", Basis: known.AtMost}, engine.Curve{Name: "divergence", Title: "divergence of all", Column: "divergence"}
		for _, o := range q.ByOrder(f.X.Low, f.X.High, 200) {
			epsilon.X, epsilon.Y = append(epsilon.X, o.Order), append(epsilon.Y, o.Epsilon)
			part.X, part.Y = append(part.X, o.Order), append(part.Y, o.Divergence)
		}
		f.Y.Low, f.Y.High = ticks.AtMost(least.Value/20), ticks.AtLeast(least.Value*20)
		epsilon.Y, part.Y = positive(epsilon.Y), positive(part.Y)
		f.Marks = append(f.Marks, part, epsilon, engine.Rule{Name: "order", Title: "α", Vertical: true, At: best.Value, Pointer: true})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "ε*", At: q.target})
	return f, nil
}

// notes say what to see.
func (q budgetSum) notes(ctx context.Context) ([]engine.Note, error) {
	b, err := q.law.Get(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case q.Rate == 0:
		return []engine.Note{{Text: "A record that takes part in no step costs nothing, and nothing is learnt from it."}}, nil
	case b.High.Refused:
		return []engine.Note{{Text: "There is no answer: " + b.High.None + ".", Warning: true}}, nil
	case b.High.Missing():
		return []engine.Note{{Text: "Normal noise has losses of any size: at δ = 0 no ε is true of it. A slack far below 1 in the number of records would do.", Warning: true}}, nil
	case b.High.Value == 0:
		return []engine.Note{{Text: "The slack alone pays for all: a record takes part so rarely, or moves so little, that any ε does."}}, nil
	}
	text := fmt.Sprintf("All steps together cost %s; by Rényi's divergences at most %s, by claims %s.",
		cost(b), written(q.By(theorem("rdp"))), written(q.By(theorem("basic"))))
	return []engine.Note{{Text: text}}, nil
}

// cost is what all steps cost, in words: a closed form, or bounds.
func cost(b accounting.Bounds) string {
	if b.High.Basis == known.Exact {
		return "ε = " + written(b.High)
	}
	return fmt.Sprintf("at most ε = %s, and at least %s", written(b.High), written(b.Low))
}

// written is a budget as its answer stands beside the picture: a closed form is
// rounded to the nearest, a bound upwards.
func written(v known.Value) string { return v.Written(numeral.Plain, numeral.Nearest) }

// settle shows a page by coarse bounds, without what is looked for, and waits until the
// slider rests, if one moves and the answer is not known yet.
func (q budgetSum) settle(ctx context.Context, f engine.Figure, show func(engine.Sheet)) error {
	if !work.Moving(ctx) || q.Known(ctx) {
		return ctx.Err()
	}
	q.law, q.moving = work.NewOnce(q.Coarse), true
	notes, err := q.notes(ctx)
	if err != nil {
		return err
	}
	sheet := engine.Sheet{Figure: f, Notes: notes, Progress: work.Progress{Of: 1}, Settling: true}
	view.SoFar(ctx, sheet, budgetSumReadings, q, show)
	return work.Rest(ctx)
}
