package optimal

import "math"

// Moves says how one record may move the true answer: by any real number φ ≠ 0 of at most Most or, if Unit is
// positive, by any multiple of Unit up to Most.
//
// A law's privacy is the supremum of V(φ) over these moves. The law has a density f, constant on pieces, of
// mass C, and points of masses p, P in total. Then
//
//	V(φ) = ∫ (f(x) − e^ε·f(x−φ))⁺ dx + Σ (p(x) − e^ε·p(x−φ))⁺,
//
// because a point has no mass under a density. The two sums are bounded separately.
//
// The integral is C − Σ min(fᵢ, e^ε·fⱼ)·ℓᵢⱼ(φ), over all pairs of pieces, where ℓᵢⱼ is the length of piece i
// that piece j moved by φ covers. ℓᵢⱼ is linear in φ except at four places, where an edge of j meets one of
// i. So the integral is continuous and linear between the differences of edges: on [−Most, Most] it is
// greatest at one of them, or at an end. Differences of either sign count, because V(−φ) differs from V(φ)
// for an asymmetric law. At φ = 0 it is 0, its least, because e^ε ≥ 1.
// The sum over points is at most P, and equals P unless two points are φ apart. If any real φ is a move,
// those are finitely many: moves arbitrarily near the φ of the greatest integral let no two points meet. The
// supremum is therefore P plus the greatest integral, attained unless two points happen to meet at every such
// φ; then moves beside it come arbitrarily near. This holds for any Most > 0, and for points alone it is 1.
//
// If moves are multiples of Unit, every multiple up to Most is a move of its own. One that is no difference
// of two points leaves all of P, and none leaves more, so that only differences matter besides. Among one
// more multiple than there are pairs of points, one is no difference.
type Moves struct {
	Most float64 // in the unit of the law's places, positive
	Unit float64 // 0: any real number is a move
}

// Moves returns the moves of the problem, in sensitivities.
func (p Problem) Moves() Moves {
	m := Moves{Most: 1}
	if p.Query == Count {
		m.Unit = 1 / float64(p.Steps)
	}
	return m
}

// none reports whether every move exceeds Most.
func (m Moves) none() bool { return !(m.Most > 0) || m.Unit > m.Most }

// rounding bounds the computed error of a place, moved or not.
func (l Law) rounding(m Moves) float64 {
	const unit = 0x1p-52
	low, high := l.span()
	return unit * (max(math.Abs(low), math.Abs(high)) + m.Most)
}

// span returns the law's outermost places.
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

// Spans returns the length of the law's support in greatest moves, rounded up (Problem.Spans).
func (l Law) Spans(m Moves) int {
	const hair = 1e-9
	low, high := l.Support()
	long := (high - low + m.Unit) / m.Most
	if m.Unit == 0 && len(l.Points) > 0 { // may lie at both ends
		return int(long+hair) + 1
	}
	return int(math.Ceil(long - hair))
}
