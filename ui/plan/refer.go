package plan

import (
	"math"
	"slices"
	"strconv"

	"dpscope/engine/numeral"
)

// mostReference is the width of a value that stands among the ticks.
const mostReference = 5

// Referred adds the values of lines across to the ticks of an upward axis, on the rows of these lines, where no tick is near:
// its number would be read for that of the axis. It returns all ticks from the axis up, and the values that are among them; a
// value without a place is written with the name of its line.
func (r Ruler) Referred(ticks []Tick, values []float64, height int) (all []Tick, placed map[float64]bool) {
	placed = map[float64]bool{}
	if len(ticks) == 0 || len(r.Axis.Words) > 0 {
		return ticks, placed
	}
	var added []Tick
	for _, value := range values {
		if placed[value] {
			continue
		}
		v := r.Axis.Raw.Of(value)
		t := Tick{Cell: r.cell(v, height), Label: r.exact(v), At: r.Scale.At(v)}
		if slices.ContainsFunc(ticks, func(o Tick) bool { return o.Cell == t.Cell && sameNumber(o.Label, t.Label) }) {
			placed[value] = true
			continue
		}
		const aside = 0.25 // of a row, from its middle
		near := func(o Tick) bool { return max(o.Cell-t.Cell, t.Cell-o.Cell) < 2 }
		fits := t.At >= 0 && t.At <= 1 && math.Abs((1-t.At)*float64(height)-float64(t.Cell)) <= aside && r.width(t.Label) <= mostReference
		if !fits || slices.ContainsFunc(added, near) || slices.ContainsFunc(ticks, near) {
			continue
		}
		added, placed[value] = append(added, t), true
	}
	all = slices.Concat(ticks, added)
	slices.SortStableFunc(all, func(a, b Tick) int { return b.Cell - a.Cell })
	return all, placed
}

// sameNumber reports whether two labels show one number.
func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(numeral.Bare(a), 64)
	y, other := strconv.ParseFloat(numeral.Bare(b), 64)
	return err == nil && other == nil && x == y
}
