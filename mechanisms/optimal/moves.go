package optimal

import "math"

// Moves is what one record may do to the true answer: move it by any real number
// φ ≠ 0 of at most Most or, where Unit is positive, by any multiple of Unit of at most
// that.
//
// How private a law is, is the supremum of V(φ) over all of these. The law has a density
// f, constant on pieces, of mass C, and points of masses p, P together. Then
//
//	V(φ) = ∫ (f(x) − e^ε·f(x−φ))⁺ dx + Σ (p(x) − e^ε·p(x−φ))⁺,
//
// as a point has no mass under a density. The two sums are looked at one by one.
//
// The integral is C − Σ min(fᵢ, e^ε·fⱼ)·ℓᵢⱼ(φ), over all pairs of pieces, where ℓᵢⱼ is how
// much of piece i piece j moved by φ covers. ℓᵢⱼ is linear in φ but for four places, at which
// an edge of j meets one of i. So the integral is continuous and linear between the differences
// of edges: on [−Most, Most] it is greatest at one of them, or at an end. Differences
// of either sign count, as V(−φ) is another number than V(φ) for a law that is not
// symmetric. At φ = 0 it is 0, as e^ε ≥ 1, which is its least.
//
// The sum over points is at most P, and is P unless two of them are φ apart. Where any real φ
// is a move, those are finitely many: there are moves as near as one likes to
// the φ of the greatest integral at which no two points meet. The supremum is therefore P
// and the greatest integral, and is attained unless two points happen to meet at every
// such φ; then moves beside it come as near as one likes. This holds for Most > 0 however
// small, and for points alone it is 1.
//
// Where moves are multiples of Unit, points meet or they do not: every multiple up to
// Most is a move of its own. One that is no difference of two points leaves all of P, and none
// leaves more, so that of the others only differences are to be looked at. Among one more
// multiple than there are pairs of points, one is none.
type Moves struct {
	Most float64 // in the unit of the law's places, positive
	Unit float64 // 0: any real number is a move
}

// Moves are those of the problem, in sensitivities.
func (p Problem) Moves() Moves {
	m := Moves{Most: 1}
	if p.Query == Count {
		m.Unit = 1 / float64(p.Steps)
	}
	return m
}

// none reports whether no move is as small as Most.
func (m Moves) none() bool { return !(m.Most > 0) || m.Unit > m.Most }

// rounding is what a place, moved or not, may be off by once it was computed.
func (l Law) rounding(m Moves) float64 {
	const unit = 0x1p-52
	low, high := l.span()
	return unit * (max(math.Abs(low), math.Abs(high)) + m.Most)
}

// span is from where to where the law has places at all.
func (l Law) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	if n := len(l.Edges); n > 0 {
		low, high = l.Edges[0], l.Edges[n-1]
	}
	if n := len(l.Points); n > 0 {
		low, high = min(low, l.Points[0].At), max(high, l.Points[n-1].At)
	}
	return low, high
}

// Spans is how many of the greatest moves long the law's support is, the last one in part (Problem.Spans).
func (l Law) Spans(m Moves) int {
	const hair = 1e-9
	low, high := l.Support()
	long := (high - low + m.Unit) / m.Most
	if m.Unit == 0 && len(l.Points) > 0 { // which may lie at both ends
		return int(long+hair) + 1
	}
	return int(math.Ceil(long - hair))
}
