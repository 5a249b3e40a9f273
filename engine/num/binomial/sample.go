package binomial

import (
	"math"
	"math/rand/v2"
)

// Sample draws X by rejection from a hat that covers every log-concave law on the whole numbers (Devroye
// 1987, "A simple generator for discrete log-concave distributions", Computing 39): with the mode m and w = 1
// + Pr(m)/2, each Pr(m+k) ≤ Pr(m)·min(1, e^(1 − Pr(m)|k|)). It takes at most five attempts on average, for
// any N and P.
func (l Law) Sample(rng *rand.Rand) float64 {
	mode := l.Mode()
	logTop := l.logProb(mode)
	top := math.Exp(logTop)
	w := 1 + top/2
	for {
		var y float64
		flat := rng.Float64()*(1+w) <= w
		if flat {
			y = rng.Float64() * w / top
		} else {
			y = (w + rng.ExpFloat64()) / top
		}
		k := math.Round(y)
		if rng.Uint64()&1 == 0 {
			k = -k
		}
		logHat := math.Log(1 - rng.Float64()) // of a height uniform under the hat
		if !flat {
			logHat += w - top*y
		}
		if logHat <= l.LogProb(mode+k)-logTop {
			return mode + k
		}
	}
}
