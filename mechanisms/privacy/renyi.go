package privacy

import "math"

// Renyi is a guarantee by Rényi divergences: at order Orders[i] any two neighbours have a divergence of at
// most Epsilons[i] (Mironov 2017). Guarantees on the same records compose by adding their Epsilons.
type Renyi struct {
	Orders, Epsilons []float64 // orders above 1; +Inf is pure privacy
	At               float64   // the δ of the claim
	Neighbours       Neighbours
	Condition        string
}

// Claim returns the least ε that the orders give at δ = At.
func (r Renyi) Claim() Claim {
	return Claim{Epsilon: LeastEpsilon(r.Delta, r.At), Delta: r.At, Notion: Approximate, Neighbours: r.Neighbours, Condition: r.Condition}
}

// Delta returns the least bound of all orders. Each holds, so that more orders only sharpen it. With ρ the
// divergence of order α,
//
//	δ(ε) ≤ e^((α−1)(ρ−ε)) / α · (1 − 1/α)^(α−1)
//
// (Canonne, Kamath & Steinke 2020, Proposition 12 of arXiv:2004.00010v4).
func (r Renyi) Delta(epsilon float64) float64 {
	least := 1.0
	for i, order := range r.Orders {
		rho := r.Epsilons[i]
		if math.IsInf(order, 1) {
			least = min(least, stated{Claim{Epsilon: rho}}.Delta(epsilon))
			continue
		}
		logarithm := (order-1)*(rho-epsilon+math.Log1p(-1/order)) - math.Log(order)
		least = min(least, math.Exp(logarithm))
	}
	return least
}
