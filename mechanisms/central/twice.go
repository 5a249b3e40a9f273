package central

import "math"

// Twice returns 1 less the total variation of two answers, each with noise of its own and both moved by the sensitivity, as
// two counts are of which one person may be in either: with all its digits where that is little. ok is false of noise
// that has no closed form here.
//
// For an answer of which the first has a loss L the second adds what its privacy profile δ says of −L, so that the total
// variation is the mean of δ(−L).
func Twice(n Noise) (hidden float64, ok bool) {
	t, ok := n.(interface{ twice() float64 })
	if !ok {
		return 0, false
	}
	return t.twice(), true
}

// twice is e^−ε(1 + ε/2): losses are ε, −ε, and all between.
func (n Laplace) twice() float64 { return math.Exp(-n.Epsilon) * (1 + n.Epsilon/2) }

// twice is that of losses ε and −ε alone: two answers tell no more than one.
func (n DiscreteLaplace) twice() float64 {
	if n.Steps > 1 {
		return math.NaN()
	}
	u := math.Exp(-n.Epsilon)
	return 2 * u / (1 + u)
}

// twice is that of losses ε, 0 and −ε.
func (n Staircase) twice() float64 {
	_, hidden := Told(n.Law())
	u, rest := math.Exp(-n.Epsilon), -math.Expm1(-n.Epsilon)
	none := max(hidden*(1+u)-2*u, 0) / rest // of the answers have no loss
	return 2*u*(1-hidden)/rest + hidden*none
}

// twice is that of Laplace noise where nothing is cut off; q is e^−εA.
func (n TruncatedLaplace) twice() float64 {
	_, end := n.Law().Support()
	u, q := math.Exp(-n.epsilon), math.Exp(-n.epsilon*end)
	rest := -math.Expm1(-n.epsilon * end)
	square := 0.0 // q²/u
	if u > 0 {
		square = q / u * q
	}
	return (u*(1+n.epsilon/2) - 2*q + (q*q+square)/2) / (rest * rest)
}
