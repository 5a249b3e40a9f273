package privacy

import (
	"math"

	"dpscope/engine/num/optimize1d"
)

// Concentrated is a guarantee of zero-concentrated privacy: at every order α > 1 the Rényi divergence of
// any two neighbours is at most ρ·α (Bun & Steinke 2016).
type Concentrated struct {
	Rho        float64
	At         float64 // the δ at which an ε is claimed
	Neighbours Neighbours
}

// Claim returns the least ε that any order gives at δ = At.
func (c Concentrated) Claim() Claim {
	return Claim{Epsilon: LeastEpsilon(c.Delta, c.At), Delta: c.At, Notion: Approximate, Neighbours: c.Neighbours}
}

// Delta returns the least bound of all orders, as for Renyi. Its logarithm is convex in the order.
func (c Concentrated) Delta(epsilon float64) float64 {
	if math.IsInf(epsilon, 1) || c.Rho == 0 {
		return 0
	}
	by := func(log float64) float64 {
		above := math.Exp(log)
		order := 1 + above
		return -above*(c.Rho*order-epsilon+math.Log(above)-math.Log(order)) + math.Log(order)
	}
	_, value := optimize1d.Brent(by, math.Log(1e-6), math.Log(1e9))
	return min(1, math.Exp(-value))
}
