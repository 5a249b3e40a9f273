package optimal

import (
	"math"
	"math/big"
)

// exactly is the greatest V of a law on a grid in rational numbers, rounded up:
// masses as the floats that they are, divided by their sum, and e^ε rounded down, which only makes
// V larger.
func exactly(l Law, p Problem) float64 {
	ratio := new(big.Rat).SetFloat64(math.Exp(p.Epsilon) * (1 - 1e-15))
	sum := new(big.Rat)
	masses := make([]*big.Rat, len(l.Masses))
	for i, m := range l.Masses {
		masses[i] = new(big.Rat).SetFloat64(m)
		sum.Add(sum, masses[i])
	}
	most := new(big.Rat)
	for k := -p.Steps; k <= p.Steps; k++ {
		v := new(big.Rat)
		for i, m := range masses {
			gain := new(big.Rat).Set(m)
			if from := i - k; from >= 0 && from < len(masses) {
				gain.Sub(gain, new(big.Rat).Mul(ratio, masses[from]))
			}
			if k != 0 && gain.Sign() > 0 {
				v.Add(v, gain)
			}
		}
		if v.Cmp(most) > 0 {
			most = v
		}
	}
	v, _ := most.Quo(most, sum).Float64()
	return math.Nextafter(v, 1)
}
