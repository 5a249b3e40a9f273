package central

import "math"

// Twice returns 1 less the total variation of two answers, each with its own noise and both moved by the
// sensitivity, such as two counts that may each include a person: with all its digits when small. ok is false
// for noise without a closed form here.
//
// If the first answer has a loss L the second adds its privacy profile δ at −L, so that the total variation
// is the mean of δ(−L).
func Twice(n Noise) (hidden float64, ok bool) {
	t, ok := n.(interface{ twice() float64 })
	if !ok {
		return 0, false
	}
	return t.twice(), true
}

// twice returns e^−ε(1 + ε/2): losses are ε, −ε, and all between.
func (n Laplace) twice() float64 { return math.Exp(-n.Epsilon) * (1 + n.Epsilon/2) }

// twice assumes the losses ε and −ε alone: two answers then reveal no more than one.
func (n DiscreteLaplace) twice() float64 {
	if n.Steps > 1 {
		return math.NaN()
	}
	u := math.Exp(-n.Epsilon)
	return 2 * u / (1 + u)
}

// twice assumes the losses ε, 0 and −ε.
func (n Staircase) twice() float64 {
	_, hidden := Told(n.Law())
	u, rest := math.Exp(-n.Epsilon), -math.Expm1(-n.Epsilon)
	none := max(hidden*(1+u)-2*u, 0) / rest // mass of the answers without a loss
	return 2*u*(1-hidden)/rest + hidden*none
}

// twice follows Laplace noise inside the cut; q is e^−εA.
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
