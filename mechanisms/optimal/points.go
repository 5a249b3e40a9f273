package optimal

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Point is one of a privacy profile: no event exceeds e^ε times its probability by more than
// Delta. At ε = 0 that caps the advantage, which is the profile there.
type Point struct{ Epsilon, Delta float64 }

func (p Point) String() string {
	return strconv.FormatFloat(p.Epsilon, 'g', -1, 64) + ":" + strconv.FormatFloat(p.Delta, 'g', -1, 64)
}

// mostPoints limits the further points of a problem. Each has as many rows as there are shifts.
const mostPoints = 8

// Points holds further points that a law keeps at once, by their ε. A δ of 0 means no point.
type Points [mostPoints]Point

// ReadPoints reads points as they are written, ε:δ with commas between, in any order.
func ReadPoints(text string) (points Points, err error) {
	var list []Point
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		p, err := readPoint(word)
		if err != nil {
			return points, err
		}
		for _, other := range list {
			if other.Epsilon == p.Epsilon {
				return points, fmt.Errorf("epsilon = %g is given twice, with delta = %g and %g; the smaller delta is enough", p.Epsilon, other.Delta,
					p.Delta)
			}
		}
		list = append(list, p)
	}
	if len(list) > mostPoints {
		return points, fmt.Errorf("%d points are more than the %d that are kept at once", len(list), mostPoints)
	}
	slices.SortFunc(list, func(a, b Point) int { return cmp.Compare(a.Epsilon, b.Epsilon) })
	copy(points[:], list)
	return points, points.vain()
}

func readPoint(word string) (p Point, err error) {
	p.Epsilon, p.Delta, err = numeral.Pair{Kind: "point", Form: "epsilon:delta", Such: "5:1e-6"}.Read(word)
	switch {
	case err != nil:
		return p, err
	case !(0 <= p.Epsilon && p.Epsilon <= MaxEpsilon):
		return p, fmt.Errorf("epsilon = %g of %q is outside [0, %d], where a linear program can be trusted", p.Epsilon, word, MaxEpsilon)
	case !(MinDelta <= p.Delta && p.Delta < 1):
		return p, fmt.Errorf("delta = %g of %q is outside [%g, 1), where a linear program can be trusted", p.Delta, word, MinDelta)
	}
	return p, nil
}

// vain refuses a point that holds nothing back, as every profile falls in ε.
func (p Points) vain() error {
	list := p.List()
	for i := range list {
		if i == 0 || list[i].Delta < list[i-1].Delta {
			continue
		}
		at := fmt.Sprintf("delta at epsilon = %g", list[i-1].Epsilon)
		if list[i-1].Epsilon == 0 {
			at = "the advantage"
		}
		return fmt.Errorf("delta = %g at epsilon = %g holds nothing back: %s is at most %g, and delta only falls from there; a smaller delta, or none there, is enough",
			list[i].Delta, list[i].Epsilon, at, list[i-1].Delta)
	}
	return nil
}

// List returns the points that exist.
func (p Points) List() []Point {
	return slices.DeleteFunc(slices.Clone(p[:]), func(p Point) bool { return p.Delta == 0 })
}

// String returns the points as written.
func (p Points) String() string {
	var words []string
	for _, at := range p.List() {
		words = append(words, at.String())
	}
	return strings.Join(words, ",")
}

// Any reports whether there is a point.
func (p Points) Any() bool { return p != Points{} }

// Points returns all points that the problem's law keeps, its own first.
func (p Problem) Points() []Point {
	return append([]Point{{p.Epsilon, p.Delta}}, p.Also.List()...)
}

// at returns the problem with another δ at a point, by its index among all.
func (p Problem) at(point int, delta float64) Problem {
	if point == 0 {
		p.Delta = delta
		return p
	}
	number := 0
	for i := range p.Also {
		if p.Also[i].Delta > 0 {
			if number++; number == point {
				p.Also[i].Delta = delta
			}
		}
	}
	return p
}

// Implied returns a further point that implies the problem's own, if there is one: neither its ε nor its δ is
// greater.
func (p Problem) Implied() (by Point, found bool) {
	for _, at := range p.Also.List() {
		if at.Epsilon <= p.Epsilon && at.Delta <= p.Delta {
			return at, true
		}
	}
	return by, false
}
