package optimal

import (
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack returns the attacks of someone who sees an answer with noise of this law and decides which of two
// neighbouring tables it comes from. The curve is the least concave one above those of all shifts: at each ε
// ≥ 0 the divergence is greatest at one of Shifts, and below ε = 0 there or in the limit of moves near 0,
// which is the curve of two equal laws; the search begins with that one. Both orders agree, because −φ is a
// move if φ is.
func (l Law) Attack(m Moves) privacy.Attack {
	all := pairs.Same()
	r := pairs.Rounding{Side: pairs.Above, Atoms: 1 << 20, Least: 1e-300}
	for _, shift := range l.Shifts(m) {
		var cells []pairs.Cell
		left := 1.0
		l.against(l, m, shift, func(p part) {
			cells = append(cells, pairs.Cell{P: p.here, Q: p.there})
			left -= p.there
		})
		const hair = 1e-13 // of the rest, by rounding alone
		if left > hair {
			cells = append(cells, pairs.Cell{Q: left})
		}
		all = r.Worse(all, pairs.Of(cells))
	}
	return privacy.Alike(all.Attack().In)
}
