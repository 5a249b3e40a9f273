package run

import (
	"context"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// law is the name of the sums of losses among the theorems.
const law = "pld"

// limitTitle is the title of the target in pictures.
const limitTitle = "your limit on ε"

// settings lists what was held fixed, for the export.
func (q budget) settings() []engine.Setting {
	return []engine.Setting{{Name: "rate", Value: q.Rate}, {Name: "sigma", Value: q.Sigma}, {Name: "delta", Value: q.Delta}}
}

// curves lists what is drawn against the steps: the other theorems leave the picture as basic composition does, which alone is
// muted, so that colour tells the lines apart where names have no room.
var curves = []struct {
	name, title string
	muted       bool
}{{law, "tight", false}, {"rdp", "Rényi", false}, {"basic", "basic", true}}

// outlined returns the ones that are theorems.
func outlined() (names []string) {
	for _, c := range curves {
		if c.name != law {
			names = append(names, c.name)
		}
	}
	return names
}

// drawCourse draws every theorem's result after every number of steps.
func drawCourse(ctx context.Context, q budget, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	before := func(c composition.Course, p work.Progress) {
		if p.Partial() {
			show(engine.Sheet{Figure: q.course(c, known.Nothing(""), known.Nothing("")), Progress: p})
		}
	}
	outline := q.Outline(outlined()...)
	if err := q.settle(ctx, q.course(outline, known.Nothing(""), known.Nothing("")), show); err != nil {
		return engine.Sheet{}, err
	}
	before(outline, work.Progress{Of: 1})
	if err := q.Prepare(ctx, q.target, func(p work.Progress) { before(outline, p) }); err != nil {
		return engine.Sheet{}, err
	}
	c, err := q.Course(ctx, outlined(), before)
	if err != nil {
		return engine.Sheet{}, err
	}
	safe, err := answer(stepsAllowed.Name)
	if err != nil {
		return engine.Sheet{}, err
	}
	total, err := answer(lawUpper.Name)
	return engine.Sheet{Figure: q.course(c, safe, total)}, err
}

// course draws the course, and, where they are known, the number of steps within the limit, and the ε of all.
func (q budget) course(c composition.Course, safe, total known.Value) engine.Figure {
	f := engine.Figure{
		Title: "ε of all steps, by three ways of adding up", Series: "method", Settings: q.settings(),
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
		f.Marks = append(f.Marks, engine.Curve{Name: curve.name, Title: curve.title, Basis: known.AtMost, Muted: curve.muted,
			Answer: curve.name == law, X: c.Steps, Y: positive(epsilons)})
	}
	f.Marks = append(f.Marks,
		engine.Rule{Name: "target", Title: limitTitle, At: q.target},
		engine.Rule{Name: "steps", Title: "T", Vertical: true, At: q.Steps, Pointer: true})
	if !total.Missing() && total.Value > 0 {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "after T steps", Basis: total.Basis, Here: true,
			X: []float64{q.Steps}, Y: []float64{total.Value}, Labels: []string{written(total) + ", tight"}})
	}
	if !safe.Missing() && safe.Value > f.X.Low && safe.Value < f.X.High {
		f.Marks = append(f.Marks, engine.Rule{Name: "safe", Title: "last within limit: " + safe.Written(numeral.Whole, numeral.Down), Vertical: true,
			At: safe.Value})
	}
	return f
}

// shown returns the range of ε that matters: about the target and the orders' result, with room below for the law's, without
// the millions of other theorems.
func (q budget) shown(c composition.Course) (low, high float64) {
	const below = 5
	low, high = q.target, q.target
	for _, epsilon := range c.By["rdp"] {
		if epsilon > 0 {
			low, high = min(low, epsilon), max(high, epsilon)
		}
	}
	low = max(low, high*1e-6)
	return ticks.AtMost(low / below), ticks.AtLeast(4 * high)
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

// drawTheorems draws every theorem's result, as bars.
func drawTheorems(ctx context.Context, q budget, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.prepared(ctx, answer, show, q.theorems)
}

// pictured makes a picture of some readings, by their names.
type pictured func(of func(name string) (known.Value, error)) (engine.Figure, error)

// prepared draws a picture of the quick readings until all are known.
func (q budget) prepared(ctx context.Context, answer view.Readings, show func(engine.Sheet), picture pictured) (engine.Sheet, error) {
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
	return engine.Sheet{Figure: f}, nil
}

// soon returns the value of a quick reading; that of the law is coarse.
func (q budget) soon(ctx context.Context, name string) (known.Value, error) {
	switch name {
	case bestOrder.Name:
		return bestOrder.Value(ctx, q)
	case lawUpper.Name:
		b, err := q.Coarse(ctx)
		return b.High, err
	}
	return q.stated().By[strings.TrimPrefix(name, "epsilon-")], nil
}

func (q budget) theorems(of func(name string) (known.Value, error)) (engine.Figure, error) {
	f := engine.Figure{
		Title: "total ε by every method", Series: "method", Settings: append(q.settings(), engine.Setting{Name: "steps", Value: q.Steps}),
		X: engine.Axis{Name: "by", Label: "by which method"},
		Y: engine.Axis{Name: "epsilon", Label: "ε of all steps"},
	}
	bars := engine.Bars{Name: "epsilon", Title: "total ε", Basis: known.AtMost}
	add := func(reading, name, short string, marked bool) error {
		v, err := of(reading)
		if err != nil || v.Missing() {
			return err
		}
		f.X.Words, f.X.Keys = append(f.X.Words, short), append(f.X.Keys, engine.WordCell(name))
		bars.X, bars.Y, bars.Marked = append(bars.X, float64(len(bars.X))), append(bars.Y, v.Value), append(bars.Marked, marked)
		return nil
	}
	for _, t := range composition.Theorems {
		if err := add("epsilon-"+t.Name, t.Name, t.Short, false); err != nil {
			return engine.Figure{}, err
		}
	}
	if err := add(lawUpper.Name, law, "PLD", true); err != nil {
		return engine.Figure{}, err
	}
	if n := len(bars.Y); n > 0 && bars.Y[n-1] > 0 {
		f.Y.High = ticks.AtLeast(2.5 * bars.Y[n-1])
	}
	f.Marks = []engine.Mark{bars, engine.Rule{Name: "target", Title: limitTitle, At: q.target}}
	return f, nil
}

// drawOrders draws every order's result.
func drawOrders(ctx context.Context, q budget, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return q.prepared(ctx, answer, show, q.orders)
}

func (q budget) orders(of func(name string) (known.Value, error)) (engine.Figure, error) {
	f := engine.Figure{
		Title: "ε by one order", Series: "part", Members: []string{"epsilon", "divergence"},
		Settings: append(q.settings(), engine.Setting{Name: "steps", Value: q.Steps}),
		X:        engine.Axis{Name: "order", Label: "α, order of the divergence", Log: true},
		Y:        engine.Axis{Name: "epsilon", Label: "ε by one order", Log: true},
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
		epsilon, part := engine.Curve{Name: "epsilon", Title: "ε at δ", Basis: known.AtMost},
			engine.Curve{Name: "divergence", Title: "divergence of all steps", Column: "divergence"}
		for _, o := range q.ByOrder(f.X.Low, f.X.High, 200) {
			epsilon.X, epsilon.Y = append(epsilon.X, o.Order), append(epsilon.Y, o.Epsilon)
			part.X, part.Y = append(part.X, o.Order), append(part.Y, o.Divergence)
		}
		f.Y.Low, f.Y.High = ticks.AtMost(least.Value/20), ticks.AtLeast(least.Value*20)
		epsilon.Y, part.Y = positive(epsilon.Y), positive(part.Y)
		f.Marks = append(f.Marks, part, epsilon, engine.Rule{Name: "order", Title: "α", Vertical: true, At: best.Value, Pointer: true})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: limitTitle, At: q.target})
	return f, nil
}

// written writes a budget like its answer beside the picture: a closed form is rounded to the nearest, a bound upwards.
func written(v known.Value) string { return v.Written(numeral.Plain, numeral.Nearest) }

// settle shows a page with coarse bounds, without searches, and waits until the slider rests, if one moves and the answer is
// not known yet.
func (q budget) settle(ctx context.Context, f engine.Figure, show func(engine.Sheet)) error {
	if !work.Moving(ctx) || q.Known(ctx) {
		return ctx.Err()
	}
	q.law, q.moving = work.NewOnce(q.Coarse), true
	sheet := engine.Sheet{Figure: f, Progress: work.Progress{Of: 1}, Settling: true}
	view.SoFar(ctx, sheet, budgetSumReadings, q, show)
	return work.Rest(ctx)
}
