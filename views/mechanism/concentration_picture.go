package mechanism

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawConcentration draws the density of the answer, or its probabilities, over the
// window.
func drawConcentration(_ context.Context, q window, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	if q.pair {
		return engine.Sheet{Figure: q.drawPair(), Notes: q.notes()}, nil
	}
	low, high := q.reach()
	f := engine.Figure{
		X:      engine.Axis{Name: "y", Label: "answer y", Low: low, High: high},
		Series: "mechanism", Members: mechanisms.All.Names(), Hues: control.Hues(),
		Settings: []engine.Setting{
			{Name: "epsilon", Value: q.epsilon}, {Name: "x", Value: q.x}, {Name: "from", Value: q.From}, {Name: "to", Value: q.To},
		},
	}
	span := engine.Span{Name: "window", From: q.From, To: q.To, Ends: [2]string{"from", "to"}}
	if binned, ok := q.law.(mechanisms.Binned); ok {
		q.drawBins(&f, span, binned)
	} else {
		q.drawDensity(&f, span)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "x", Title: "x", Vertical: true, At: q.x, Pointer: true})
	f.Title, f.Shows = f.Y.Label, []engine.Shown{{Name: "lands in the window", Of: engine.Key{Name: "mass"}}}
	return engine.Sheet{Figure: f, Notes: q.notes()}, nil
}

func (q window) drawBins(f *engine.Figure, span engine.Span, binned mechanisms.Binned) {
	f.Y = engine.Axis{Name: "probability", Label: "probability of an answer"}
	bars := q.bars(binned)
	if len(bars.X) < binned.Bins() {
		f.Y.Label = fmt.Sprintf("probability of %d answers together", (binned.Bins()+len(bars.X)-1)/len(bars.X))
	}
	f.Marks = []engine.Mark{span, bars}
}

func (q window) drawDensity(f *engine.Figure, span engine.Span) {
	f.Y = engine.Axis{Name: "density", Label: "density of the answer"}
	span.Under = q.kind.Name
	f.Marks = append([]engine.Mark{span}, outlined(q.law, q.x, f.X, q.kind.Name, q.kind.Title)...)
}

// outlined draws a law that has a density along an axis, and its atoms.
func outlined(law mechanisms.Law, x float64, axis engine.Axis, name, title string) []engine.Mark {
	at, density := concentration.Outline(law, x, axis.Low, axis.High, 400)
	left, right := law.Support()
	curve := engine.Curve{Name: name, Title: title, X: at, Y: density, Falls: [2]bool{left == axis.Low, right == axis.High}}
	if concentration.Capped(density) {
		curve.Basis = known.AtLeast
	}
	if atoms := law.Atoms(); len(atoms) > 0 {
		return []engine.Mark{curve, atomBars(name, atoms)}
	}
	return []engine.Mark{curve}
}

// reach returns the range of answers to show: [0, 1] where it holds everything, and otherwise the first of a few wider ones
// that holds the window and nearly all of the law, so that the axis moves in steps.
func (q window) reach() (low, high float64) {
	for _, wide := range []float64{0, 0.5, 1, 2} {
		low, high = -wide, 1+wide
		if q.holds(low, high) {
			return low, high
		}
	}
	return -5, 6
}

// holds reports whether the window, or the neighbour's law, and nearly all of the law lie in a range.
func (q window) holds(low, high float64) bool {
	const most = 0.06
	if q.pair && q.m.At(q.other).Outside(low, high) >= most || !q.pair && (q.From < low || high < q.To) {
		return false
	}
	return q.law.Outside(low, high) < most
}

// bars draws each bin, or groups of them where there are more than a wide screen can show.
func (q window) bars(law mechanisms.Binned) engine.Bars {
	const most = 600
	b := engine.Bars{Name: q.kind.Name, Title: q.kind.Title}
	for _, c := range concentration.Columns(law, most) {
		middle := (c.From + c.To) / 2
		b.X = append(b.X, middle)
		b.Y = append(b.Y, c.Mass)
		b.Marked = append(b.Marked, q.From <= middle && middle <= q.To)
	}
	return b
}

func atomBars(name string, atoms []mechanisms.Atom) engine.Bars {
	b := engine.Bars{Name: name, Title: "probability of exactly one value", Column: "probability", Atoms: true}
	for _, a := range atoms {
		b.X = append(b.X, a.At)
		b.Y = append(b.Y, a.Mass)
	}
	return b
}

// notes says what to look at.
func (q window) notes() []engine.Note {
	var notes []engine.Note
	if q.pair && q.x != q.other {
		notes = append(notes, engine.Note{Text: q.tells()})
	}
	if n, ok := q.m.(mechanisms.Described); ok {
		notes = append(notes, engine.Note{Text: n.Caption(q.x)})
	}
	return notes
}
