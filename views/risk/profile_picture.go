package risk

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/matching"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// drawProfile draws δ at every ε of all shapes, after all releases.
func drawProfile(ctx context.Context, q matched, _ view.Answers, _ func(engine.Sheet)) (engine.Sheet, error) {
	const least, count = 1e-6, 61
	high := ticks.AtLeast(max(q.mostCrossing()*0.75, q.At))
	f := engine.Figure{
		Title: "δ against ε", Series: "noise", Members: shapeNames,
		Settings: []engine.Setting{{Name: "sensitivity", Value: q.Sensitivity}, {Name: "times", Value: q.Times}},
		X:        engine.Axis{Name: "epsilon", Label: "ε of all releases", Low: 0, High: high},
		Y:        engine.Axis{Name: "delta", Label: "δ(ε)", Log: true, Low: least, High: 1, Most: 1},
	}
	for _, s := range matching.Shapes {
		m, err := q.Match(ctx, s.Name)
		if err != nil {
			return engine.Sheet{}, err
		}
		if m.Law == nil {
			continue
		}
		a, err := q.Attack(ctx, s.Name)
		if err != nil {
			return engine.Sheet{}, err
		}
		f.Marks = append(f.Marks, profileOf(a, s, high, least, count))
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "at", Title: "ε′", Vertical: true, At: q.At})
	return engine.Sheet{Figure: f}, nil
}

// profileOf is a profile as it is known from above, as far as there is anything to see of it.
func profileOf(a privacy.Attack, s matching.Shape, high, least float64, count int) engine.Curve {
	c := engine.Curve{Name: s.Name, Title: s.Title}
	for _, epsilon := range grid.Even(0, high, count) {
		v := a.Delta(epsilon)
		if v.Low < v.High {
			c.Basis = known.AtMost
		}
		if v.High < least || math.IsNaN(v.High) {
			break
		}
		c.X, c.Y = append(c.X, epsilon), append(c.Y, v.High)
	}
	return c
}
