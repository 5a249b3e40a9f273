package mechanism

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawComparison draws a curve for every mechanism, the best foremost.
func drawComparison(ctx context.Context, q comparison, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	p, grid := q.against.param, q.against.over.Places()
	here := []engine.Setting{{Name: "epsilon", Value: q.epsilon}, {Name: "theta", Value: q.theta}, {Name: "x", Value: q.x}}
	f := engine.Figure{
		X:      engine.Axis{Name: p.Name, Label: p.Symbol + ", " + p.Label, Log: p.Scale == param.Log, Low: grid[0], High: grid[len(grid)-1]},
		Y:      engine.Axis{Name: "mass", Label: q.ordinate(), Style: numeral.Percent},
		Series: "mechanism", Members: mechanisms.All.Names(), Hues: control.Hues(), Order: []string{"mechanism", "epsilon", "theta", "x", "mass"},
		Settings: slices.DeleteFunc(slices.Clone(here), func(s engine.Setting) bool { return s.Name == p.Name }),
	}
	rows, err := q.Curves(ctx, q.against.over, q.setting())
	if err != nil {
		return engine.Sheet{}, err
	}
	for place, i := range q.byRank() {
		kind := q.kinds[i]
		f.Marks = append(f.Marks, engine.Curve{Name: kind.Name, Title: kind.Title, Answer: place == 0,
			Muted: !slices.Contains(q.outstanding(), i), X: grid, Y: rows[i]})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "target", At: q.target})
	for _, s := range here {
		if s.Name == p.Name {
			f.Marks = append(f.Marks, engine.Rule{Name: p.Name, Title: p.Symbol, Vertical: true, At: s.Value, Pointer: true})
			if best := q.ranking(); best.First >= 0 {
				f.Shows = []engine.Shown{{Mark: "here", Of: engine.Key{Name: "mass", Member: q.kinds[best.First].Name}}}
				f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this " + p.Symbol, Here: true, X: []float64{s.Value},
					Y: []float64{best.Scores[best.First].Mass}})
			}
		}
	}
	return engine.Sheet{Figure: f}, nil
}

// ordinate says what the curves are, and at which setting.
func (q comparison) ordinate() string {
	switch q.against.param.Name {
	case halfWidth.Name:
		return fmt.Sprintf("answers within θ of x = %s, at ε = %s", trueValue.Text(q.x), mechanisms.Epsilon.Text(q.epsilon))
	case trueValue.Name:
		return fmt.Sprintf("answers within θ = %s of x, at ε = %s", halfWidth.Text(q.theta), mechanisms.Epsilon.Text(q.epsilon))
	}
	return fmt.Sprintf("answers within θ = %s of x = %s", halfWidth.Text(q.theta), trueValue.Text(q.x))
}

// outstanding are the curves that stand out: those highlighted, or those ahead of
// all that give the same guarantee, as many as are no tangle.
func (q comparison) outstanding() []int {
	if len(q.picked) > 0 {
		return q.picked
	}
	var ahead []int
	for _, i := range q.ranking().Order {
		if q.takesPart(i) && len(ahead) < standOut.Most {
			ahead = append(ahead, i)
		}
	}
	return ahead
}

// byRank lists the mechanisms that stand out, then the others, each from the
// best; those that do not exist at this setting are last.
func (q comparison) byRank() []int {
	all := slices.Clone(q.ranking().Order)
	for i := range q.kinds {
		if !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	behind := func(i int) int {
		if slices.Contains(q.outstanding(), i) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(i, j int) int { return behind(i) - behind(j) })
	return all
}
