package accounting

import "math"

// Amplified returns the budget of a mechanism that sees a random part of the records, each with probability
// rate: ln(1 + rate·(e^ε − 1)). Sampling multiplies the slack by rate. It holds for a coin tossed for every
// record, between neighbours that differ by the presence of one record; and for a part of fixed size drawn
// without replacement, between neighbours with one record replaced (Balle, Barthe & Gaboardi 2018, Theorems 8
// and 9).
func Amplified(epsilon, rate float64) float64 {
	if epsilon > 700 { // e^ε may overflow, and the 1 is nothing beside it
		return min(logOnePlus(epsilon+math.Log(rate)), epsilon)
	}
	return min(math.Log1p(rate*math.Expm1(epsilon)), epsilon)
}

// BeforeSampling inverts Amplified: it returns the budget to spend on a part so that the records as a whole
// keep epsilon.
func BeforeSampling(epsilon, rate float64) float64 {
	if epsilon > 1 {
		return epsilon + math.Log((1-(1-rate)*math.Exp(-epsilon))/rate)
	}
	return math.Log1p(math.Expm1(epsilon) / rate)
}
