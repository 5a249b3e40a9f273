// Package querynoise asks which noise is best for one query of a whole table, how much it gains over noise of
// a fixed shape, and what no noise can reach.
package querynoise

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Question asks for the noise of least loss. It is comparable. Make one with Asked.
type Question struct {
	Epsilon     float64
	Delta       float64 // 0: the closed forms
	Sensitivity float64 // the most that one record moves the answer
	Loss        central.Loss
	Shape       optimal.Shape
	Query       optimal.Query
	Also        optimal.Points // kept besides (Epsilon, Delta)
	Below       optimal.Normal // the curve that is kept, and then ε and δ only say where the certificate is read
	Atom        bool           // the true answer may be given with a positive probability
	Width       float64        // of a cell, in the answer's unit; 0: about two hundred cells in all
	Support     float64        // how far the noise may reach, in sensitivities; 0: what truncated Laplace noise needs, rounded up, and one more

	// of a coarser grid than these ask for, where many laws are sought or soon; 0: none
	steps, reach int
}

// Asked normalises q: it rounds a count's sensitivity up to a whole number and converts a piecewise loss,
// given in the answer's unit, to sensitivities.
func Asked(q Question) Question {
	if q.Query == optimal.Count {
		q.Sensitivity = math.Ceil(q.Sensitivity)
	}
	if p, ok := q.Loss.(central.Pieces); ok {
		q.Loss = p.In(q.Sensitivity)
	}
	return q
}

// Refused says why no noise is sought; nil where it is, and there may be some.
func (q Question) Refused() error {
	switch {
	case q.Below.Any() && q.Also.Any():
		return errors.New("points are kept, or a whole curve, which has a point at every epsilon; also or below alone is enough")
	case q.Delta > 0 || q.Below.Any():
		return q.problem().Check()
	case q.Also.Any():
		return fmt.Errorf("delta = 0 with further points has no closed form; delta = %g is enough for a program", optimal.MinDelta)
	case !q.Loss.Even():
		return fmt.Errorf("delta = 0 has no closed form for a lopsided loss; delta = %g, or the loss l1, is enough", optimal.MinDelta)
	}
	return nil
}

const hair = 1e-9 // 1.1·50 is not 55

// cellsByRule is the approximate default number of cells.
const cellsByRule = 200

// cellsByRule returns about half as many under a curve, where each row is a line of it.
func (q Question) cellsByRule() float64 {
	if q.Below.Any() {
		return cellsByRule / 2
	}
	return cellsByRule
}

// needed returns the default reach of noise, in sensitivities: as far as the points demand, and one more;
// under a curve until a normal law falls to the floor, or to where its tails may begin.
func (q Question) needed() float64 {
	if !q.Below.Any() {
		return optimal.Problem{Epsilon: q.Epsilon, Delta: q.Delta, Also: q.Also, Steps: 2}.Enough() + 1
	}
	const beginning = 6 // deviations
	if q.Below.Floor == 0 {
		return math.Ceil(beginning / q.Below.Mu)
	}
	return math.Ceil(normal.UpperQuantile(min(q.Below.Floor, 0.5)/2)/q.Below.Mu) + 1
}

// problem returns the question in sensitivities, on a grid that divides them.
func (q Question) problem() optimal.Problem {
	p := optimal.Problem{Epsilon: q.Epsilon, Delta: q.Delta, Loss: q.Loss, Shape: q.Shape, Query: q.Query, Also: q.Also, Below: q.Below,
		Atom: q.Atom, Steps: q.steps, Reach: q.reach}
	support := q.Support
	if support == 0 {
		support = q.needed()
	}
	if q.Below.Any() && q.Below.Floor == 0 {
		p.Below.Tail = q.Below.TailFrom(support)
	}
	if q.steps > 0 {
		return p
	}
	switch {
	case q.Query == optimal.Count:
		p.Steps = int(q.Sensitivity)
	case q.Width == 0:
		p.Steps = 2 * int(max(1, math.Floor(q.cellsByRule()/4/support))) // even, so that a grid of half as many exists
	default:
		p.Steps = int(max(2, math.Round(min(q.Sensitivity/q.Width, 1e6))))
	}
	p.Reach = int(math.Ceil(min(support*float64(p.Steps), 1e6) - hair))
	return p
}

// CellWidth returns the width of a cell, in the answer's unit: the sensitivity is a multiple of it.
func (q Question) CellWidth() float64 { return q.Sensitivity / float64(q.problem().Steps) }

// Reach returns the reach of the noise, in the answer's unit.
func (q Question) Reach() float64 { return float64(q.problem().Reach) * q.CellWidth() }

// Moved returns the nearest possible shift of the true answer, in sensitivities: for counts by a whole number
// other than 0.
func (q Question) Moved(shift float64) float64 {
	if q.Query != optimal.Count {
		return shift
	}
	whole := math.Round(shift * q.Sensitivity)
	if whole == 0 {
		whole = 1
	}
	return whole / q.Sensitivity
}

// Scale returns the factor from losses in sensitivities to the answer's unit.
func (q Question) Scale() float64 { return math.Pow(q.Sensitivity, q.Loss.Degree()) }

// setting returns the question in the terms of noise of a fixed shape.
func (q Question) setting() central.Setting {
	s := central.Setting{Epsilon: q.Epsilon, Delta: q.Delta, Loss: q.Loss}
	if q.Query == optimal.Count {
		s.Steps = int(q.Sensitivity)
	}
	return s
}

// Outline returns the density of noise in the answer's unit, at places from low to high: exactly if it has
// steps, else at count places.
func (q Question) Outline(law mechanisms.Law, low, high float64, count int) (at, density []float64) {
	left, right := law.Support()
	places := []float64{max(low, left*q.Sensitivity), min(high, right*q.Sensitivity)}
	for i := range count {
		places = append(places, low+(high-low)*float64(i)/float64(count-1))
	}
	if l, ok := law.(optimal.Law); ok {
		places = []float64{low, high}
		for _, edge := range l.Edges {
			places = append(places, edge*q.Sensitivity)
		}
	}
	slices.Sort(places)
	for _, x := range slices.Compact(places) {
		if low <= x && x <= high {
			at = append(at, x)
			density = append(density, law.Density(x/q.Sensitivity)/q.Sensitivity)
		}
	}
	return at, density
}

// TooShort reports whether no noise within the question's support, in sensitivities, can be private, judged
// by the greatest shift alone, and a support, in whole sensitivities, on which there may be some: for one
// point that of truncated Laplace noise, which suffices; NaN if it is no longer.
func (q Question) TooShort() (support, enough float64, short bool) {
	p := q.problem()
	if q.Delta == 0 && !q.Below.Any() || q.Refused() != nil || !p.TooShort() {
		return 0, 0, false
	}
	support, enough = float64(p.Reach)/float64(p.Steps), p.Enough()
	if enough <= support {
		enough = math.NaN()
	}
	return support, enough, true
}

// Implied returns the further point that implies the question's own pair, if there is one.
func (q Question) Implied() (by optimal.Point, found bool) { return q.problem().Implied() }
