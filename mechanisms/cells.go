package mechanisms

import (
	"context"
	"math"

	"dpscope/mechanisms/pairs"
)

// Windows are what a law knows of windows.
type Windows interface {
	Mass(from, to float64) float64
	Outside(from, to float64) float64
}

// Cells parts the answers into so many windows of equal length, with their probabilities by two
// laws. Beyond them lies no more than 10⁻¹⁸ of either, which is left out.
func Cells(here, there Windows, count int) []pairs.Cell {
	const least = 1e-18
	reach := 1e-9 // around 0 and 1
	for reach < 1e12 && max(here.Outside(-reach, 1+reach), there.Outside(-reach, 1+reach)) > least {
		reach *= 1.25
	}
	for before := 0.2071; ; before += 0.0371 { // of a window: where an answer lies on an end it may count twice
		var p, q float64
		list := windows(here, there, count, reach, before)
		for _, c := range list {
			p, q = p+c.P, q+c.Q
		}
		const rounding = 1e-9
		if max(p, q) <= 1+rounding || before > 0.8 {
			return list
		}
	}
}

// windows are those of Cells, of which the first begins a part of a window before -reach.
func windows(here, there Windows, count int, reach, before float64) []pairs.Cell {
	const after = 0.1159 // of a window, beyond 1 + reach
	list := make([]pairs.Cell, count)
	width := (1 + 2*reach) / (float64(count) - before - after)
	from := -reach - before*width
	for i := range list {
		to := -reach + (float64(i+1)-before)*width
		list[i] = pairs.Cell{P: here.Mass(from, to), Q: there.Mass(from, to)}
		from = math.Nextafter(to, math.Inf(1))
	}
	return list
}

// Moved is a law of which all answers are moved by so much.
type Moved struct {
	Law Windows
	By  float64
}

func (m Moved) Mass(from, to float64) float64    { return m.Law.Mass(from-m.By, to-m.By) }
func (m Moved) Outside(from, to float64) float64 { return m.Law.Outside(from-m.By, to-m.By) }

// Released is a mechanism as what a run releases once (accounting.Law): one value of which any two
// are neighbours.
type Released struct {
	Name string // "PM", within a sentence
	Of   Mechanism
}

func (r Released) String() string { return r.Name }

// Profile is exact.
func (r Released) Profile(context.Context) (func(epsilon float64) float64, error) {
	return r.Of.DeltaAt, nil
}

// Cells are those of 0 and 1.
func (r Released) Cells(_ context.Context, count int) ([]pairs.Cell, error) {
	return Cells(r.Of.At(0), r.Of.At(1), count), nil
}
