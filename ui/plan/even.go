package plan

import (
	"math"

	"dpscope/engine/numeral"
)

// Ticks of the y axis stand at equal whole numbers of rows, each in the middle of its row, and the axis line is the low end: so
// values read right against them. Rows beyond the range are a margin of the picture, without ticks where no value is possible.

// division divides an axis: rows for each step, from a whole number of rows below or above zero on. All is in the numbers of
// the scale, which are logarithms on a log axis.
type division struct {
	step         float64
	odd          float64 // extra cost of an unusual step
	rows, height int
	bottom       float64 // in rows from zero
}

func (d division) row() float64 { return d.step / float64(d.rows) }

// Evenly chooses the division that widens the range of an upward axis by little and has a good number of ticks. It returns
// these, their range, and the rows used; ok is false where no division fits.
func (r Ruler) Evenly() (ticks []Tick, wide Scale, height int, ok bool) {
	if r.Length < 2 || len(r.Axis.Words) > 0 || r.Scale.Down || r.Scale.length <= 0 ||
		!r.Scale.Log && r.Scale.length <= tiny(r.Scale.Low, r.Scale.High) {
		return nil, r.Scale, r.Length, false
	}
	const few, many = 8, 14 // rows
	best, least := division{}, math.Inf(1)
	for _, more := range [...]float64{0, 2} { // a wider margin comes before ticks at unequal distances
		if more > 0 && (r.Scale.Log || r.Length < few || r.Length > many) { // these are not even between decades
			break
		}
		for height := r.Length; height >= r.Length-r.Spare && height >= 2; height-- {
			for _, d := range r.divisions(height) {
				if cost, fits := r.waste(d, more); fits && cost < least && (more == 0 || height >= few) {
					best, least = d, cost
				}
			}
		}
		if !math.IsInf(least, 1) {
			break
		}
	}
	if math.IsInf(least, 1) {
		return nil, r.Scale, r.Length, false
	}
	wide = r.Scale.from(best.bottom*best.row(), (best.bottom+float64(best.height))*best.row())
	step := best.step
	if wide.Log { // the number says how precise it is
		step = 0
	}
	written := r
	written.Scale = wide
	for _, i := range r.labelled(best) {
		v := i * best.step
		if wide.Log {
			v = math.Pow(10, v)
		}
		ticks = append(ticks, Tick{Cell: best.height - int(i*float64(best.rows)-best.bottom), Label: written.label(v, step), At: wide.At(v)})
	}
	return ticks, wide, best.height, true
}

// from returns a scale of the same kind between two numbers of it.
func (s Scale) from(start, end float64) Scale {
	if s.Log {
		return NewScale(math.Pow(10, start), math.Pow(10, end), true)
	}
	return NewScale(start, end, false)
}

// divisions returns those that hold the whole range in a height.
func (r Ruler) divisions(height int) (all []division) {
	const slack, most = 1e-9, 12 // rows for a step
	for _, s := range r.evenSteps(height) {
		for rows := 2; rows <= min(most, height); rows++ {
			d := division{step: s.step, odd: s.odd, rows: rows, height: height}
			near := math.Floor(r.Scale.start/d.row() + slack)
			labelled := math.Floor(near/float64(rows)) * float64(rows)
			for _, d.bottom = range [...]float64{near, labelled} {
				if end := r.Scale.start + r.Scale.length; (d.bottom+float64(height))*d.row() >= end-slack*r.Scale.length {
					all = append(all, d)
				}
			}
		}
	}
	return all
}

// evenSteps returns nice steps at least some rows wide: on a log axis whole decades.
func (r Ruler) evenSteps(height int) (list []division) {
	if r.Scale.Log {
		for _, decades := range [...]float64{1, 2, 3, 5, 10, 20, 50, 100, 200} {
			list = append(list, division{step: decades})
		}
		return list
	}
	smallest := int(math.Floor(math.Log10(r.Scale.length / float64(height))))
	for power := smallest; power <= smallest+2; power++ {
		for _, s := range steps {
			step := s.times * math.Pow(10, float64(power))
			if r.Axis.Style != numeral.Whole || step == math.Trunc(step) {
				list = append(list, division{step: step, odd: s.odd})
			}
		}
	}
	return list
}

// labelled returns the multiples of the step that get a tick: those on the axis whose value is possible.
func (r Ruler) labelled(d division) (multiples []float64) {
	_, high, fixed := FixedRange(r.Axis)
	if !r.Scale.Log {
		high = r.Axis.Raw.Of(high)
	}
	rows := float64(d.rows)
	for i := math.Ceil(d.bottom / rows); i*rows <= d.bottom+float64(d.height); i++ {
		v := i * d.step
		if r.Scale.Log {
			v = math.Pow(10, v)
		}
		slack := 1e-9 * math.Abs(v)
		if r.possible(v) && (!fixed || v <= high+slack) {
			multiples = append(multiples, i)
		}
	}
	return multiples
}

// waste weighs a division: ticks at the ideal distance and at both ends, a range that is hardly wider, and all rows used. One
// that is wider by more than a row, or by a sixth of a high picture, is not ok; more widens that limit by rows, and so does a
// number at the axis line, a little.
func (r Ruler) waste(d division, more float64) (cost float64, ok bool) {
	const slack = 1e-9
	labelled, height := r.labelled(d), float64(d.height)
	lost := height - r.Scale.length/d.row()
	share, least := 6.0, 2
	if len(labelled) > 0 && labelled[0]*float64(d.rows) == d.bottom {
		share = 4.5
	}
	if r.Scale.Log { // between fewer decades others can be read too
		least = 4
	}
	if len(labelled) < least || lost > max(1, height/share)+more+slack {
		return 0, false
	}
	ideal := min(max(height/5, 2), 5)
	cost = math.Abs(math.Log(float64(d.rows)/ideal)) + d.odd + 2*lost/height + 0.11*float64(r.Length-d.height)
	if labelled[0]*float64(d.rows) > d.bottom {
		cost += 0.8
	}
	if labelled[len(labelled)-1]*d.step < r.Scale.start+r.Scale.length*(1-slack) {
		cost += 0.5
	}
	if len(labelled) == 2 {
		cost += 0.3
	}
	return cost, true
}
