package mechanism

import (
	"cmp"
	"math"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// side is one of two values with its law, and the other.
type side struct {
	param.Param
	x, other float64
	law      mechanisms.Law
}

// sides are the value and its neighbour.
func (q window) sides() [2]side {
	return [2]side{{trueValue, q.x, q.other, q.law}, {neighbour, q.other, q.x, q.m.At(q.other)}}
}

// drawPair draws both laws, and shades what tells them apart best.
func (q window) drawPair() engine.Figure {
	low, high := q.reach()
	f := engine.Figure{
		X:      engine.Axis{Name: "y", Label: "answer y", Low: low, High: high},
		Y:      engine.Axis{Name: "density", Label: "density of the answer"},
		Series: "value",
		Settings: []engine.Setting{
			{Name: "mechanism", Word: q.kind.Name}, {Name: "epsilon", Value: q.epsilon}, {Name: "x", Value: q.x},
			{Name: "neighbour", Value: q.other},
		},
	}
	f.Marks = q.telling()
	for _, s := range q.sides() {
		f.Marks = append(f.Marks, s.line(&f)...)
	}
	for _, s := range q.sides() {
		f.Marks = append(f.Marks, engine.Rule{Name: s.Name, Title: s.Symbol, Vertical: true, At: s.x, Pointer: true})
	}
	return f
}

// line is the law as a density with its atoms, or as steps from bin to bin.
func (s side) line(f *engine.Figure) []engine.Mark {
	if binned, ok := s.law.(mechanisms.Binned); ok {
		f.Y = engine.Axis{Name: "probability", Label: "probability of an answer"}
		return []engine.Mark{s.steps(binned)}
	}
	return outlined(s.law, s.x, f.X, s.Name, s.Format(s.x))
}

// steps gives each bin, or a group of them, the room around it.
func (s side) steps(law mechanisms.Binned) engine.Steps {
	const most = 600
	steps := engine.Steps{Name: s.Name, Title: s.Format(s.x)}
	half := 0.5 / float64(law.Bins()-1)
	for _, c := range concentration.Columns(law, most) {
		steps.X, steps.Y = append(steps.X, max(c.From-half, 0)), append(steps.Y, c.Mass)
	}
	steps.X, steps.Y = append(steps.X, 1), append(steps.Y, steps.Y[len(steps.Y)-1])
	return steps
}

// tells says what is shaded.
func (q window) tells() string {
	ratio := "e^ε"
	if e := q.ratio(); e != "" {
		ratio += " = " + e
	}
	where := ""
	for _, m := range q.telling() {
		if span := m.(engine.Span); span.From < span.To {
			where = "Shaded: at least"
		} else if where == "" {
			where = "The heaps at the ends: at least"
		}
	}
	if where == "" {
		where = "No answer is"
	}
	return where + " " + ratio + " times likelier from one."
}

// ratio is e^ε, where anybody can read it.
func (q window) ratio() string {
	if e := math.Exp(q.epsilon); e < 1e6 {
		return numeral.Short(e)
	}
	return ""
}

// telling shades, under each law, the answers that are at least e^ε times as
// likely from its value as from the other.
func (q window) telling() []engine.Mark {
	var spans []engine.Mark
	for _, s := range q.sides() {
		if from, to := q.m.DistinguishingEvent(s.x, s.other, q.epsilon); from <= to {
			if binned, ok := s.law.(mechanisms.Binned); ok { // a bin is drawn with the room around it
				half := 0.5 / float64(binned.Bins()-1)
				from, to = max(from-half, 0), min(to+half, 1)
			}
			spans = append(spans, engine.Span{Name: "tells-" + s.Name, From: from, To: to, Under: s.Name, Bare: true,
				Title: "≥ " + cmp.Or(q.ratio(), "e^ε") + " times likelier"})
		}
	}
	return spans
}
