package mechanism

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawCompare draws a curve for every mechanism, the best foremost.
func drawCompare(ctx context.Context, q compare, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	p, grid := q.against.param, q.against.over.Places()
	here := []engine.Setting{{Name: "epsilon", Value: q.epsilon}, {Name: "theta", Value: q.theta}, {Name: "x", Value: q.x}}
	f := engine.Figure{
		X:      engine.Axis{Name: p.Name, Label: p.Symbol + ", " + p.Label, Log: p.Scale == param.Log, Low: grid[0], High: grid[len(grid)-1]},
		Y:      engine.Axis{Name: "mass", Label: q.ordinate(), Style: numeral.Percent},
		Series: "mechanism", Folded: true, Members: mechanisms.All.Names(), Hues: control.Hues(), Order: []string{"mechanism", "epsilon", "theta", "x", "mass"},
		Settings: slices.DeleteFunc(slices.Clone(here), func(s engine.Setting) bool { return s.Name == p.Name }),
	}
	rows, err := q.Curves(ctx, q.against.over, q.setting())
	if err != nil {
		return engine.Sheet{}, err
	}
	outstanding := q.outstanding()
	for place, i := range q.byRank(outstanding) {
		kind := q.kinds[i]
		title, standsOut := kind.Title, slices.Contains(outstanding, i)
		if standsOut && kind.Tag != q.guarantee {
			title += ", only " + kind.Tag
		}
		f.Marks = append(f.Marks, engine.Curve{Name: kind.Name, Title: title, Answer: place == 0,
			Muted: !standsOut, X: grid, Y: rows[i]})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "target " + control.Target.Text(q.target), At: q.target})
	f.Marks = append(f.Marks, q.chance(grid))
	for _, s := range here {
		if s.Name == p.Name {
			f.Marks = append(f.Marks, engine.Rule{Name: p.Name, Title: p.Symbol, Vertical: true, At: s.Value, Pointer: true})
			for _, i := range outstanding { // the value of each at the present setting, beside its name
				f.Shows = append(f.Shows, engine.Shown{Mark: q.kinds[i].Name, Of: engine.Key{Name: "mass", Member: q.kinds[i].Name}})
			}
			if best := q.ranking(); best.First >= 0 {
				f.Shows = append(f.Shows, engine.Shown{Mark: "here", Of: engine.Key{Name: "mass", Member: q.kinds[best.First].Name}})
				f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this " + p.Symbol, Here: true, X: []float64{s.Value},
					Y: []float64{best.Scores[best.First].Mass}})
			}
		}
	}
	f.Y.Low, f.Y.High = rangeOf(f.Marks)
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "Values lie between 0 and 1; chance is an answer drawn evenly from there, which tells nothing of x."}}}, nil
}

// rangeOf returns the range of an axis for the drawn lines and for chance, which stands above its end.
func rangeOf(marks []engine.Mark) (low, high float64) {
	low, high = 1, 0
	for _, m := range marks {
		n := m.Normal()
		if n.Muted && n.Name != chance {
			continue
		}
		values := n.Y
		if r, rules := m.(engine.Rule); rules && !r.Vertical {
			values = []float64{r.At}
		}
		for _, y := range values {
			if !math.IsNaN(y) {
				low, high = min(low, y), max(high, y)
			}
		}
	}
	const step, room = 0.05, 0.01
	return max(0, step*math.Floor((low-room)/step)), step * math.Ceil(high/step)
}

// chance is the name of an answer that tells nothing about x.
const chance = "chance"

// chance draws how often an answer drawn evenly from [0, 1] lands in the window, which changes along θ and x.
func (q compare) chance(grid []float64) engine.Mark {
	if q.against.param.Name == mechanisms.Epsilon.Name {
		return engine.Rule{Name: chance, Title: chance, At: q.window.Length()}
	}
	path := engine.Path{Name: chance, Title: chance, X: grid, Dashed: true, Muted: true}
	for _, at := range grid {
		w := concentration.Around(at, q.theta)
		if q.against.param.Name == halfWidth.Name {
			w = concentration.Around(q.x, at)
		}
		path.Y = append(path.Y, w.Length())
	}
	return path
}

// ordinate says what the curves are, and at which setting.
func (q compare) ordinate() string {
	switch q.against.param.Name {
	case halfWidth.Name:
		return fmt.Sprintf("answers within θ of x = %s, at ε = %s", trueValue.Text(q.x), mechanisms.Epsilon.Text(q.epsilon))
	case trueValue.Name:
		return fmt.Sprintf("answers within θ = %s of x, at ε = %s", halfWidth.Text(q.theta), mechanisms.Epsilon.Text(q.epsilon))
	}
	return fmt.Sprintf("answers within θ = %s of x = %s", halfWidth.Text(q.theta), trueValue.Text(q.x))
}

// outstanding returns the curves that stand out: the highlighted ones, or those ahead of all with the same guarantee, few
// enough to avoid a tangle (a fourth mostly runs with the third); the last one gives way to one that is closer under a weaker
// guarantee.
func (q compare) outstanding() []int {
	if len(q.picked) > 0 {
		return q.picked
	}
	const most = 3
	var ahead []int
	for _, i := range q.ranking().Order {
		if q.takesPart(i) && len(ahead) < most {
			ahead = append(ahead, i)
		}
	}
	if weaker := q.weaker(); weaker >= 0 {
		ahead = append(ahead[:min(len(ahead), most-1)], weaker)
	}
	return ahead
}

// byRank lists the mechanisms that stand out, then the others, each from the best; those that do not exist at this setting are
// last.
func (q compare) byRank(outstanding []int) []int {
	all := slices.Clone(q.ranking().Order)
	for i := range q.kinds {
		if !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	behind := func(i int) int {
		if slices.Contains(outstanding, i) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(i, j int) int { return behind(i) - behind(j) })
	return all
}
