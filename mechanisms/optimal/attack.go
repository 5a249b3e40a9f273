package optimal

import (
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack is what an attacker could do who sees an answer with noise of this law and is to say of
// which of two neighbouring tables it is. The curve is the least concave one that is nowhere below that of a shift:
// at each ε the divergence is greatest at one of Shifts, whatever the move, or, below ε = 0, where a move is next to
// nothing: it is that of two laws that are the same then, with which this begins. As −φ is a move where φ is, both
// orders are the same.
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
		const hair = 1e-13 // of what is left by rounding alone
		if left > hair {
			cells = append(cells, pairs.Cell{Q: left})
		}
		all = r.Worse(all, pairs.Of(cells))
	}
	return privacy.Alike(all.Attack().In)
}
