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
	"dpscope/views/control"
)

// held returns the values that a figure holds fixed, for the export.
func (q drawn) held() []engine.Setting {
	return []engine.Setting{{Name: "records", Value: q.Records}, {Name: "batch", Value: q.Batch}, {Name: "rate", Value: q.Share()}, {Name: "epochs", Value: q.Epochs},
		{Name: "steps", Value: q.AllSteps()}, {Name: "sigma", Value: q.Sigma}, {Name: "delta", Value: q.Delta}}
}

// drawLengths draws ε by epochs, or by steps where they are given.
func drawLengths(ctx context.Context, q drawn, show func(engine.Sheet)) (engine.Figure, error) {
	x := engine.Axis{Name: control.Epochs.Name, Label: "E, epochs", Style: numeral.Whole, Log: true, Low: 1, High: max(100, ticks.AtLeast(2*q.Epochs))}
	at := q.Epochs
	if q.Steps > 0 {
		x.Name, x.Label, x.High, at = control.Steps.Name, "T, steps", max(1e4, ticks.AtLeast(2*q.Steps)), q.Steps
	}
	return q.along(ctx, composition.AlongLength, x, at, show)
}

// drawNoises draws ε by σ.
func drawNoises(ctx context.Context, q drawn, show func(engine.Sheet)) (engine.Figure, error) {
	low, high := control.Sigma.Travel()
	x := engine.Axis{Name: control.Sigma.Name, Label: "σ (more noise →)", Log: true, Low: min(low, q.Sigma), High: max(high, q.Sigma)}
	return q.along(ctx, composition.AlongNoise, x, q.Sigma, show)
}

// along draws a course, with the run itself in it.
func (q drawn) along(ctx context.Context, along composition.RunAlong, x engine.Axis, at float64, show func(engine.Sheet)) (engine.Figure, error) {
	c, err := q.Course(ctx, along, x.Low, x.High, func(c composition.RunCourse, p work.Progress) {
		show(engine.Sheet{Figure: q.course(c, x, at, composition.Bounds{Low: known.Nothing(""), High: known.Nothing("")}), Progress: p})
	})
	if err != nil {
		return engine.Figure{}, err
	}
	b, err := q.bounds.Get(ctx)
	return q.course(c, x, at, b), err
}

// course draws what is known of a course, and the run itself once its bounds are known.
func (q drawn) course(c composition.RunCourse, x engine.Axis, at float64, b composition.Bounds) engine.Figure {
	f := engine.Figure{
		Title: "ε by the way batches are drawn", Series: "drawn", Members: []string{"poisson", "shuffled", "fixed-order", "at-least", "at-most"}, Settings: q.held(),
		X: x, Y: engine.Axis{Name: "epsilon", Label: "ε at δ", Log: true},
	}
	low, high := q.target, q.target
	line := func(name, title string, basis known.Basis, y []float64) {
		if y = positive(y); len(y) == 0 {
			return
		}
		some := false
		for _, v := range y {
			if !math.IsNaN(v) {
				low, high, some = min(low, v), max(high, v), true
			}
		}
		if some {
			f.Marks = append(f.Marks, engine.Curve{Name: name, Title: title, Basis: basis, X: c.At, Y: y, Answer: name == q.Drawn.String() || name == "at-most"})
		}
	}
	line("at-most", "this run", known.AtMost, c.AtMost)
	line("at-least", "this run", known.AtLeast, c.AtLeast)
	line("poisson", "by coins", known.AtMost, c.Coins)
	line("shuffled", "shuffled", known.AtLeast, c.Shuffled)
	line("fixed-order", "fixed order", known.Exact, c.Order)
	switch {
	case q.Drawn == composition.Shuffled:
		f.Marks = append(f.Marks, engine.Between{Name: "shuffled", With: "fixed-order"})
	case c.AtMost != nil:
		f.Marks = append(f.Marks, engine.Between{Name: "at-most", With: "at-least"})
	}
	const decades = 1e6
	f.Y.Low, f.Y.High = ticks.AtMost(max(low, high/decades)), ticks.AtLeast(high)
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: limitTitle, At: q.target})
	for _, v := range []known.Value{b.Low, b.High} {
		if !v.Missing() && v.Value >= f.Y.Low && v.Value <= f.Y.High {
			f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "this run", Basis: v.Basis, Here: true, X: []float64{at}, Y: []float64{v.Value}, Labels: []string{written(v)}})
			if b.Low.Value == b.High.Value {
				break
			}
		}
	}
	symbol := strings.TrimSuffix(strings.Fields(x.Label)[0], ",")
	f.Marks = append(f.Marks, engine.Rule{Name: x.Name, Title: symbol, Vertical: true, At: at, Pointer: true})
	return f
}

// drawClaim draws both ends beside an accountant's ε and the claimed one.
func drawClaim(ctx context.Context, q drawn, _ func(engine.Sheet)) (engine.Figure, error) {
	f := engine.Figure{
		Title: "ε, claimed and held", Series: "which", Settings: q.held(),
		X: engine.Axis{Name: "by", Label: "by whom"}, Y: engine.Axis{Name: "epsilon", Label: "ε"},
	}
	b, err := q.bounds.Get(ctx)
	if err != nil {
		return f, err
	}
	assumed, err := q.assumed.Get(ctx)
	if err != nil {
		return f, err
	}
	bars := engine.Bars{Name: "epsilon", Title: "ε", Basis: known.AtMost}
	for _, bar := range []struct {
		name, title string
		v           known.Value
		marked      bool
	}{{"claimed", "claimed", known.Exactly(q.Claimed), false}, {"poisson", "accountant", assumed.High, false}, {"at-least", "at least", b.Low, true},
		{"at-most", "at most", b.High, true}, {"fixed-order", "fixed order", q.FixedOrder(), false}} {
		if bar.v.Missing() || bar.name == "claimed" && q.Claimed == 0 {
			continue
		}
		f.X.Words, f.X.Keys = append(f.X.Words, bar.title), append(f.X.Keys, engine.WordCell(bar.name))
		bars.X, bars.Y, bars.Marked = append(bars.X, float64(len(bars.X))), append(bars.Y, bar.v.Value), append(bars.Marked, bar.marked)
		f.Y.High = max(f.Y.High, ticks.AtLeast(1.1*bar.v.Value))
	}
	if len(bars.X) == 0 {
		return f, nil
	}
	f.Marks = []engine.Mark{bars}
	if q.Claimed > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: "claimed", Title: "claimed " + numeral.Short(q.Claimed), At: q.Claimed})
	}
	return f, nil
}
