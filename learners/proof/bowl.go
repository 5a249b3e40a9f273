package proof

import "math"

// Bowl is a quadratic function on a box about the point where it is expanded: at
// the point plus d it is
//
//	Value + Σᵢ Gradient[i]·dᵢ + ½ Σᵢⱼ Bend[i][j]·dᵢdⱼ,   Low[i] ≤ dᵢ ≤ High[i]
//
// with Low ≤ 0 ≤ High. Bend is symmetric, and need not be positive.
type Bowl struct {
	Value     float64
	Gradient  []float64
	Bend      [][]float64
	Low, High []float64
}

// Least returns a lower bound of the function on the box, which is its minimum up to rounding, and where it
// lies. Rounding raises the bound by no more than it may raise an evaluation of the function, in units of the
// terms summed there.
//
// Descent settles a face of the box on which the function is convex, because there a tangent plane bounds it
// from below. On any other face the function falls along some line both ways to the edge, and the search
// looks at the faces of the face: each of the 3ⁿ at most once, because it holds coordinates in increasing
// order.
func (b Bowl) Least() (bound float64, at []float64) {
	s := bowlSearch{Bowl: b, bound: math.Inf(1), least: math.Inf(1), held: make([]bool, len(b.Low))}
	s.face(make([]float64, len(b.Low)), 0)
	return s.bound, s.at
}

type bowlSearch struct {
	Bowl
	held         []bool // coordinates that stand at an end, and are not to move
	bound, least float64
	at           []float64
}

// face looks at the face with the held coordinates as in d, and at those of its faces that hold another one
// from next on.
func (s *bowlSearch) face(d []float64, next int) {
	free := s.free()
	if f, loss := s.factored(free); f != nil || len(free) == 0 {
		here := append([]float64(nil), d...)
		s.descend(here)
		s.meet(here, s.tangent(here)-loss)
		return
	}
	for i := next; i < len(d); i++ {
		was := d[i]
		s.held[i] = true
		for _, end := range [2]float64{s.Low[i], s.High[i]} {
			d[i] = end
			s.face(d, i+1)
		}
		s.held[i], d[i] = false, was
	}
}

func (s *bowlSearch) free() []int {
	var free []int
	for i, held := range s.held {
		if !held {
			free = append(free, i)
		}
	}
	return free
}

// meet notes a lower bound on a face and the point where it was found.
func (s *bowlSearch) meet(d []float64, bound float64) {
	s.bound = min(s.bound, bound)
	if value := s.At(d); !(value >= s.least) || s.at == nil {
		s.at, s.least = d, value
	}
}

// slope returns the derivative in a coordinate.
func (b Bowl) slope(d []float64, i int) float64 {
	sum := b.Gradient[i]
	for j, h := range b.Bend[i] {
		sum += h * d[j]
	}
	return sum
}

// At returns the value at a distance from the point.
func (b Bowl) At(d []float64) float64 {
	sum := b.Value
	for i := range d {
		sum += (b.Gradient[i] + b.slope(d, i)) / 2 * d[i]
	}
	return sum
}

// tangent returns the least value, on the face, of the plane that touches at d.
func (s *bowlSearch) tangent(d []float64) float64 {
	least := s.At(d)
	for i, held := range s.held {
		if g := s.slope(d, i); !held && g > 0 {
			least += g * (s.Low[i] - d[i])
		} else if !held {
			least += g * (s.High[i] - d[i])
		}
	}
	return least
}
