package risk

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/matching"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// drawProfile draws δ at every ε for all shapes, after all releases, or the cost of each.
func drawProfile(ctx context.Context, q profile, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	if q.costs {
		return q.ranking(ctx)
	}
	const least, count = 1e-6, 61
	high, err := q.reach(ctx, least, count)
	if err != nil {
		return engine.Sheet{}, err
	}
	best, err := q.first(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	f := engine.Figure{
		Title: "δ at every ε, each noise with its " + q.cost, Series: "noise", Members: shapeMembers,
		Settings: []engine.Setting{{Name: "sensitivity", Value: q.Sensitivity}, {Name: "times", Value: q.Times}},
		X:        engine.Axis{Name: "epsilon", Label: "ε of all releases", Low: 0, High: high},
		Y:        engine.Axis{Name: "delta", Label: "δ at every ε", Log: true, Low: least, High: 1, Most: 1},
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
		c := profileOf(a, s, high, least, count)
		c.Answer = best != nil && best.Name == s.Name
		f.Shows = append(f.Shows, engine.Shown{Mark: s.Name, Of: engine.Key{Name: "loss", Member: s.Name}})
		f.Marks = append(f.Marks, c)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "at", Title: "read at ε′", Vertical: true, At: q.At})
	return engine.Sheet{Figure: f}, nil
}

// reach returns the ε up to which profiles are visible, apart from those without an end in sight.
func (q profile) reach(ctx context.Context, least float64, count int) (float64, error) {
	far := ticks.AtLeast(max(q.mostCrossing()*0.75, q.At))
	end := 2 * q.At
	for _, s := range matching.Shapes {
		m, err := q.Match(ctx, s.Name)
		if err != nil || m.Law == nil {
			if err != nil {
				return 0, err
			}
			continue
		}
		a, err := q.Attack(ctx, s.Name)
		if err != nil {
			return 0, err
		}
		if x := profileOf(a, s, far, least, count).X; len(x) > 0 && len(x) < count {
			end = max(end, x[len(x)-1]+far/float64(count-1))
		}
	}
	if end == 0 { // δ is read at 0, and no profile ends within sight
		return far, nil
	}
	return min(ticks.AtLeast(end), far), nil
}

// profileOf returns a profile as a bound from above, as far as it is visible.
func profileOf(a privacy.Attack, s central.Kind, high, least float64, count int) engine.Curve {
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
