package known

import "dpscope/engine/numeral"

// Basis says how a number is known.
type Basis int

const (
	Exact     Basis = iota // closed form or enumeration, to rounding
	AtLeast                // a proven lower bound
	AtMost                 // a proven upper bound
	Between                // proven on both sides
	Estimate               // sampled or asymptotic: not a guarantee; Low and High are its interval
	AsPrinted              // as printed in a paper, right or wrong

	ConfidentAtLeast // a lower bound that holds with Confidence and is not proven
	ConfidentAtMost  // an upper bound that holds with Confidence and is not proven
)

// Bases lists the bases that have a sign of their own, for legends.
var Bases = [...]Basis{Exact, AtLeast, AtMost, ConfidentAtLeast, ConfidentAtMost, Estimate, AsPrinted}

// String returns the word used in exports.
func (b Basis) String() string {
	return [...]string{"exact", "at least", "at most", "between", "estimate", "as printed",
		"at least with confidence", "at most with confidence"}[b]
}

// Lower reports whether a number of this basis is a lower bound, perhaps with an upper one beside it.
func (b Basis) Lower() bool { return b == AtLeast || b == Between || b == ConfidentAtLeast }

// Upper reports whether a number of this basis is a bound from above.
func (b Basis) Upper() bool { return b == AtMost || b == ConfidentAtMost }

// Confident reports whether a number of this basis is a bound that holds with a confidence alone.
func (b Basis) Confident() bool { return b == ConfidentAtLeast || b == ConfidentAtMost }

// Opposite returns the basis of 1/v for v with this one.
func (b Basis) Opposite() Basis {
	switch b {
	case AtLeast:
		return AtMost
	case AtMost:
		return AtLeast
	case ConfidentAtLeast:
		return ConfidentAtMost
	case ConfidentAtMost:
		return ConfidentAtLeast
	}
	return b
}

// Rounding returns the side to which a number of this basis may be rounded and remain true.
func (b Basis) Rounding() numeral.Rounding {
	switch {
	case b.Lower():
		return numeral.Down
	case b.Upper():
		return numeral.Up
	}
	return numeral.Nearest
}

// Promise describes the promise of this basis.
func (b Basis) Promise() string {
	return [...]string{
		"= exact: a closed form or a full enumeration, to rounding.",
		"≥ a proven lower bound.",
		"≤ a proven upper bound.",
		"≥ a proven lower bound, with a proven upper one beside it.",
		"≈ an estimate, not a guarantee; the interval beside it says how sure it is.",
		"paper: as a source prints it, right or wrong; a number of our own, if there is one, stands beside it.",
		"≈≥ a lower bound that holds with a confidence, usually 95 %, and is not proven.",
		"≈≤ an upper bound that holds with a confidence, usually 95 %, and is not proven.",
	}[b]
}

// Goal says which way a quantity is better, so that solving and rounding know
// its safe side.
type Goal int

const (
	NoGoal Goal = iota
	Higher      // a target is met from above
	Lower       // a target is met from below
)

// String returns the better side in a word, or nothing.
func (g Goal) String() string { return [...]string{"", "higher", "lower"}[g] }

// Better reports whether v is nearer to meeting any target than w is; no number
// is the worst.
func (g Goal) Better(v, w float64) bool {
	if v != v || w != w {
		return v == v
	}
	if g == Lower {
		return v < w
	}
	return v > w
}
