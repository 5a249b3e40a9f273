package pairs

import "math"

// Dominating returns a pair with a profile at least as large at any ε as the given one, which is the same in
// both orders, and equal to it at the losses kept: chords in e^ε between them (Doroshenko, Ghazi, Kamath,
// Kumar & Manurangsi 2022). It evaluates the profile at ε ≥ 0, where it must never rise, and be convex in
// e^ε.
func (r Rounding) Dominating(profile func(epsilon float64) float64) Pair {
	end := profile(most)
	top := r.reach(func(epsilon float64) bool { return profile(epsilon) <= end+r.Lost })
	if top == 0 {
		return mirrored(nil, profile(0))
	}
	count := max(r.Atoms/2, 8)
	losses, deltas := make([]float64, count+1), make([]float64, count+1)
	for i := range losses {
		losses[i] = top * float64(i) / float64(count)
		deltas[i] = min(profile(losses[i]), 1)
	}
	atoms := make([]atom, 0, count)
	for i := 1; i <= count; i++ {
		// The slopes of the left and the right chord, as the fall of δ per unit of e^ε, times e^ε here.
		p := (deltas[i-1] - deltas[i]) / -math.Expm1(losses[i-1]-losses[i])
		if i < count {
			p -= (deltas[i] - deltas[i+1]) / math.Expm1(losses[i+1]-losses[i])
		}
		if p > 0 {
			atoms = append(atoms, atom{losses[i], p, p * math.Exp(-losses[i])})
		}
	}
	return mirrored(atoms, deltas[count])
}

// reach returns a loss from which on a statement holds, to a thousandth and from above.
func (r Rounding) reach(holds func(float64) bool) float64 {
	if holds(0) {
		return 0
	}
	high := 1.0
	for high < most && !holds(high) {
		high *= 2
	}
	low := 0.0
	if high > 1 {
		low = high / 2
	} else {
		for low = high / 2; holds(low) && low > 1e-12; low /= 2 {
			high = low
		}
	}
	for high-low > 1e-3*high {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return min(high, most)
}
