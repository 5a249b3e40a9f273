package mechanisms

import (
	"context"
	"math"

	"dpscope/mechanisms/pairs"
)

// Windows returns a law's masses of windows.
type Windows interface {
	Mass(from, to float64) float64
	Outside(from, to float64) float64
}

// Cells divides the answers into count windows of equal length, with their probabilities under two laws. It
// leaves out at most 10⁻¹⁸ of either law.
func Cells(here, there Windows, count int) []pairs.Cell {
	const least = 1e-18
	reach := 1e-9 // around 0 and 1
	for reach < 1e12 && max(here.Outside(-reach, 1+reach), there.Outside(-reach, 1+reach)) > least {
		reach *= 1.25
	}
	for before := 0.2071; ; before += 0.0371 { // in windows: an answer on an end might count twice
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

// windows returns the windows of Cells; the first begins before windows, in parts of one, below -reach.
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

// Moved is a law with all answers moved by By.
type Moved struct {
	Law Windows
	By  float64
}

func (m Moved) Mass(from, to float64) float64    { return m.Law.Mass(from-m.By, to-m.By) }
func (m Moved) Outside(from, to float64) float64 { return m.Law.Outside(from-m.By, to-m.By) }

// Released is a mechanism as a single release of a run (accounting.Law): one value, with any two values as
// neighbours.
type Released struct {
	Name string // "PM", within a sentence
	Of   Mechanism
}

func (r Released) String() string { return r.Name }

// Profile is exact.
func (r Released) Profile(context.Context) (func(epsilon float64) float64, error) {
	return r.Of.DeltaAt, nil
}

// Cells returns the cells of 0 and 1.
func (r Released) Cells(_ context.Context, count int) ([]pairs.Cell, error) {
	return Cells(r.Of.At(0), r.Of.At(1), count), nil
}
