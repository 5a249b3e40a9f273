package survey

import (
	"context"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/mechanisms/frequency"
	"dpscope/views/view"
)

const linePlaces = 25 // seven for each decade: lines on logarithmic axes are smooth

// quantity is what margins are drawn against.
type quantity struct {
	param.Param
	label   string
	reading string // its least value that keeps the target
	title   string // of that reading in the legend
	set     func(s polling.Survey, at float64) polling.Survey
}

var (
	budgets = quantity{frequency.Epsilon, "ε (more privacy ← → smaller margin)", "epsilon-required", "least ε",
		func(s polling.Survey, at float64) polling.Survey { s.Epsilon = at; return s }}
	crowds = quantity{people, "people asked", "n-required", "least n",
		func(s polling.Survey, at float64) polling.Survey { s.People = at; return s }}
	choices = quantity{options, "options", "", "",
		func(s polling.Survey, at float64) polling.Survey { s.Options = at; return s }}
)

// write writes a value without its unit.
func (x quantity) write(v float64) string {
	if x.Scale == param.Count {
		return numeral.Count(v)
	}
	return numeral.Short(v)
}

// places returns the notches of a quantity's slider, extended to its value where that lies beyond.
func (x quantity) places(value float64) []float64 {
	low, high := x.Travel()
	if value > 0 {
		low, high = min(low, value), max(high, value)
	}
	at := polling.Places(low, high, linePlaces)
	if x.Scale == param.Count {
		for i := range at {
			at[i] = math.Round(at[i])
		}
	}
	return slices.Compact(at)
}

// against begins a picture of margins against a quantity. Both axes are logarithmic.
func (q survey) against(x quantity, value float64) (engine.Figure, []float64) {
	places := x.places(value)
	f := engine.Figure{
		Title:    "margin of error, points",
		X:        engine.Axis{Name: x.Name, Label: x.label, Brief: x.Symbol, Log: true, Low: places[0], High: places[len(places)-1]},
		Y:        engine.Axis{Name: "margin", Label: "margin of error, points", Log: true},
		Settings: slices.DeleteFunc(q.settings(), func(s engine.Setting) bool { return s.Name == x.Name }),
	}
	if x.Scale == param.Count {
		f.X.Style = numeral.Whole
	}
	return f, places
}

// line adds the margins of a survey as a curve; nothing where none is above 0.
func (x quantity) line(f *engine.Figure, c engine.Curve, s polling.Survey, places []float64, margin func(polling.Survey) (known.Value, error)) error {
	l, err := polling.Along(places, func(at float64) (known.Value, error) { return margin(x.set(s, at)) })
	if err != nil {
		return err
	}
	c.Basis, c.X = l.Basis, l.At
	for _, m := range l.Margin {
		if !(m > 0) {
			m = math.NaN()
		}
		c.Y = append(c.Y, hundred*m)
	}
	if slices.ContainsFunc(c.Y, func(m float64) bool { return !math.IsNaN(m) }) {
		f.Marks = append(f.Marks, c)
	}
	return nil
}

// close completes the picture: its range covers the lines, without margins above the whole, and it marks the target, the least
// value that keeps it, and the present value.
func (q survey) close(f *engine.Figure, x quantity, value float64, read view.Readings) error {
	low, high := hundred*q.target, hundred*q.target
	for _, m := range f.Marks {
		if c, is := m.(engine.Curve); is {
			for _, y := range c.Y {
				if !math.IsNaN(y) {
					low, high = min(low, y), max(high, y)
				}
			}
		}
	}
	f.Y.Low, f.Y.High = ticks.AtMost(low), ticks.AtLeast(high)
	if low < hundred {
		f.Y.High = min(f.Y.High, hundred)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "target " + numeral.Short(hundred*q.target), At: hundred * q.target})
	if x.reading != "" {
		least, err := read(x.reading)
		if err != nil {
			return err
		}
		if at := least.Number(); !least.Missing() && at >= f.X.Low && at <= f.X.High {
			f.Marks = append(f.Marks, engine.Points{Name: x.reading, Title: x.title, X: []float64{at}, Y: []float64{hundred * q.target}})
			f.Shows = append(f.Shows, engine.Shown{Mark: x.reading, Of: engine.Key{Name: x.reading}})
		}
	}
	margin, err := read("margin-of-error")
	if err != nil {
		return err
	}
	if m := hundred * margin.Number(); !margin.Missing() && m > 0 {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this " + x.Symbol, Basis: margin.Basis, Here: true,
			X: []float64{value}, Y: []float64{m}, Labels: []string{"± " + numeral.Up.Short(m)}})
	}
	if value > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: x.Name, Title: x.Symbol, Vertical: true, At: value, Pointer: true})
	}
	return nil
}

// drawAgainst draws the margins of the three ways against a quantity, and the target.
func drawAgainst(q survey, x quantity, value float64, read view.Readings) (engine.Sheet, error) {
	f, places := q.against(x, value)
	f.Series = "trust"
	for _, w := range ways {
		f.Members = append(f.Members, w.name)
		if err := x.line(&f, engine.Curve{Name: w.name, Title: w.title}, q.Survey, places, w.sketch); err != nil {
			return engine.Sheet{}, err
		}
	}
	if err := q.close(&f, x, value, read); err != nil {
		return engine.Sheet{}, err
	}
	var err error
	f.People, err = q.changed()
	return engine.Sheet{Figure: f, Notes: q.exactly(f, x)}, err
}

// exactly says which part of a picture is no exact margin, where another part is.
func (q survey) exactly(f engine.Figure, x quantity) []engine.Note {
	if q.Asks == polling.Number {
		return nil
	}
	for _, m := range f.Marks {
		if c, is := m.(engine.Curve); is && c.Basis == known.Estimate {
			return []engine.Note{{Text: "Lines are estimated by the normal distribution; the margin at this " + x.Symbol + " is exact."}}
		}
	}
	return nil
}

func drawBudgets(_ context.Context, q survey, read view.Readings) (engine.Sheet, error) {
	return drawAgainst(q, budgets, q.Epsilon, read)
}

func drawCrowds(_ context.Context, q survey, read view.Readings) (engine.Sheet, error) {
	return drawAgainst(q, crowds, q.People, read)
}
