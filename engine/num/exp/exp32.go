package exp

import "math"

// Of32 returns e^v to a few parts in ten million, the precision of float32, in a fifth of the time of
// math.Exp: 2^n times a polynomial on half of ln 2 to either side.
func Of32(v float32) float32 {
	const high, low = 0.693359375, -2.12194440e-4 // ln 2 in two parts
	switch {
	case v < least32:
		return 0
	case v > most32:
		return float32(math.Inf(1))
	case v != v:
		return v
	}
	half := float32(0.5)
	if v < 0 {
		half = -half
	}
	n := float32(int32(v*math.Log2E + half))
	v -= n * high
	v -= n * low
	p := 1 + v*(1+v*(1.0/2+v*(1.0/6+v*(1.0/24+v*(1.0/120+v*(1.0/720))))))
	return p * math.Float32frombits(uint32(int32(n)+127)<<23)
}

const least32, most32 = -87, 88 // beyond which Of32 is 0 or +Inf

// All32 writes Of32 of each number of x into into. Both may be the same slice.
func All32(into, x []float32) {
	into = into[:len(x)]
	for i := 0; i < len(x); {
		if groups := min((len(x)-i)/lanes32, together); vectors() && groups > 0 {
			if taken := kernel32(groups, &x[i], &into[i]); taken > 0 {
				i += taken
				continue
			}
		}
		for end := min(i+lanes32, len(x)); i < end; i++ {
			into[i] = Of32(x[i])
		}
	}
}

const lanes32 = 8
