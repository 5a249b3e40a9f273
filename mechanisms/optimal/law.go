package optimal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"dpscope/mechanisms"
)

// Law is uniform on each of some pieces that lie side by side, with points of
// positive mass besides. Make one with NewLaw.
type Law struct {
	Edges  []float64         // increasing; one more than there are pieces, or none
	Masses []float64         // of the pieces
	Points []mechanisms.Atom // increasing
	alias  []share
}

// NewLaw checks that masses are not negative and add up to 1, to 10⁻⁶, and divides
// them by their sum.
func NewLaw(edges, masses []float64, points []mechanisms.Atom) (Law, error) {
	sum := 0.0
	for i, m := range masses {
		if !(edges[i] < edges[i+1]) || math.IsInf(edges[i+1]-edges[i], 0) {
			return Law{}, fmt.Errorf("a piece from %g to %g has no width; finite ends, the lower first, would work", edges[i], edges[i+1])
		}
		if !(m >= 0) {
			return Law{}, fmt.Errorf("the mass of [%g, %g] is %g; none may be negative", edges[i], edges[i+1], m)
		}
		sum += m
	}
	for i, p := range points {
		if !(p.Mass >= 0) || math.IsInf(p.At, 0) || math.IsNaN(p.At) {
			return Law{}, fmt.Errorf("the mass of the point %g is %g; none may be negative", p.At, p.Mass)
		}
		if i > 0 && !(points[i-1].At < p.At) {
			return Law{}, fmt.Errorf("the point %g is given twice, or out of order", p.At)
		}
		sum += p.Mass
	}
	if !(math.Abs(sum-1) <= 1e-6) {
		return Law{}, fmt.Errorf("the masses add up to %.9g, not to 1", sum)
	}
	return scaled(edges, masses, points, 1/sum), nil
}

// scaled returns a law with multiplied masses, and its table of draws.
func scaled(edges, masses []float64, points []mechanisms.Atom, by float64) Law {
	l := Law{Edges: edges, Masses: slices.Clone(masses), Points: slices.Clone(points)}
	for i := range l.Masses {
		l.Masses[i] *= by
	}
	for i := range l.Points {
		l.Points[i].Mass *= by
	}
	l.alias = aliases(slices.Concat(l.Masses, pointMasses(l.Points)))
	return l
}

// reversed returns the law of −X.
func (l Law) reversed() Law {
	edges, masses, points := slices.Clone(l.Edges), slices.Clone(l.Masses), slices.Clone(l.Points)
	slices.Reverse(edges)
	slices.Reverse(masses)
	slices.Reverse(points)
	for i := range edges {
		edges[i] = -edges[i]
	}
	for i := range points {
		points[i].At = -points[i].At
	}
	return scaled(edges, masses, points, 1)
}

func pointMasses(points []mechanisms.Atom) []float64 {
	masses := make([]float64, len(points))
	for i, p := range points {
		masses[i] = p.Mass
	}
	return masses
}

// inside returns the mass in [from, to], clipped to the pieces.
func (l Law) inside(from, to float64) float64 {
	sum := 0.0
	for i, m := range l.Masses {
		low, high := l.Edges[i], l.Edges[i+1]
		if overlap := min(high, to) - max(low, from); overlap > 0 {
			sum += m * (overlap / (high - low))
		}
	}
	return sum
}

func (l Law) Mass(from, to float64) float64 {
	if !(from <= to) {
		return 0
	}
	sum := l.inside(from, to)
	for _, p := range l.Points {
		if from <= p.At && p.At <= to {
			sum += p.Mass
		}
	}
	return min(sum, 1)
}

func (l Law) Outside(from, to float64) float64 {
	if !(from <= to) {
		return 1
	}
	sum := l.inside(math.Inf(-1), from) + l.inside(to, math.Inf(1))
	for _, p := range l.Points {
		if p.At < from || to < p.At {
			sum += p.Mass
		}
	}
	return min(sum, 1)
}

// Density takes the piece to the right of an edge.
func (l Law) Density(y float64) float64 {
	i, found := slices.BinarySearch(l.Edges, y)
	if !found {
		i--
	}
	if i < 0 || i >= len(l.Masses) {
		return 0
	}
	return l.Masses[i] / (l.Edges[i+1] - l.Edges[i])
}

// Atoms returns the points with a mass.
func (l Law) Atoms() []mechanisms.Atom {
	return slices.DeleteFunc(slices.Clone(l.Points), func(a mechanisms.Atom) bool { return a.Mass == 0 })
}

// Support leaves out massless ends.
func (l Law) Support() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i, m := range l.Masses {
		if m > 0 {
			low, high = min(low, l.Edges[i]), max(high, l.Edges[i+1])
		}
	}
	for _, p := range l.Atoms() {
		low, high = min(low, p.At), max(high, p.At)
	}
	return low, high
}

func (l Law) Mean() float64 {
	return l.expect(func(low, high float64) float64 { return low + (high-low)/2 })
}

func (l Law) Variance() float64 {
	mean := l.Mean()
	return l.expect(func(low, high float64) float64 {
		middle, width := low+(high-low)/2-mean, high-low
		return middle*middle + width*width/12
	})
}

// expect returns the mean of a function, given by its mean over a piece; a point is a piece of no width.
func (l Law) expect(mean func(low, high float64) float64) float64 {
	sum := 0.0
	for i, m := range l.Masses {
		sum += m * mean(l.Edges[i], l.Edges[i+1])
	}
	for _, p := range l.Points {
		sum += p.Mass * mean(p.At, p.At)
	}
	return sum
}

// Piece is a row of a law as it is written: a mass spread evenly from Low to High, or at
// a point where both are the same.
type Piece struct{ Low, High, Mass float64 }

// Pieces returns the law's pieces, from the left.
func (l Law) Pieces() []Piece {
	pieces := make([]Piece, 0, len(l.Masses)+len(l.Points))
	for i, m := range l.Masses {
		pieces = append(pieces, Piece{l.Edges[i], l.Edges[i+1], m})
	}
	for _, p := range l.Points {
		pieces = append(pieces, Piece{p.At, p.At, p.Mass})
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) })
	return pieces
}
