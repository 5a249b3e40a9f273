package labelling

import (
	"math"

	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// neverFalls says that two more records never lower success.
const neverFalls = "it never falls"

// EvenFallEnds returns the real n₀ = 2/(e^ε − 1) below which two more
// records make success less likely: from even n to n + 2 it falls exactly while
// n < n₀, that is while ε < ln(1 + 2/n). For fair coins it falls at every n;
// without ties it never does. (Property 3 with j = n/2; Corollary 1 of the paper
// claims that success nearly increases.)
func EvenFallEnds(m mechanisms.LabelFlip, ties bool) known.Value {
	end := 2 / math.Expm1(m.Epsilon)
	switch {
	case !ties:
		return known.Nothing(neverFalls)
	case math.IsInf(end, 0):
		return known.Nothing("it falls at every n")
	}
	return known.Exactly(end)
}

// RisesFrom returns the least even n that is not below the end of the fall.
func RisesFrom(end float64) float64 { return 2 * math.Ceil(end/2) }

// FallBudget returns the ε = ln(1 + 2/n) below which two more records make
// success less likely at an even n; at odd n, and without ties, they never do.
func FallBudget(n float64, ties bool) known.Value {
	if math.Mod(n, 2) != 0 || !ties {
		return known.Nothing(neverFalls)
	}
	return known.Exactly(math.Log1p(2 / n))
}
