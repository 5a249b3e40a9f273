package classifier

import (
	"math"
	"sort"
)

// ownLaw is the distribution function of a private answer, by its definition. It shares no code with the program.
type ownLaw func(y float64) float64

// asked holds the parameters of a mechanism.
type asked struct {
	epsilon, delta float64
	bins           int
}

// ownLaws holds the laws of the mechanisms at a value x. Later mechanisms add their own.
var ownLaws = map[string]func(a asked, x float64) ownLaw{
	"laplace":           func(a asked, x float64) ownLaw { return laplaceAt(x, a.epsilon) },
	"laplace-clamped":   func(a asked, x float64) ownLaw { return clampedLaw(laplaceAt(x, a.epsilon)) },
	"laplace-truncated": func(a asked, x float64) ownLaw { return conditioned(laplaceAt(x, a.epsilon), 0, 1) },
	"laplace-bounded": func(a asked, x float64) ownLaw {
		reach := math.Log(1+math.Expm1(a.epsilon)/(2*a.delta)) / a.epsilon
		return conditioned(laplaceAt(x, a.epsilon), x-reach, x+reach)
	},
	"gaussian":             func(a asked, x float64) ownLaw { return normalAt(x, analyticSigma(a.epsilon, a.delta)) },
	"gaussian-clamped":     func(a asked, x float64) ownLaw { return clampedLaw(normalAt(x, analyticSigma(a.epsilon, a.delta))) },
	"gaussian-pac":         pacAt,
	"gaussian-pac-clamped": func(a asked, x float64) ownLaw { return clampedLaw(pacAt(a, x)) },
	"gaussian-pac-tight": func(a asked, x float64) ownLaw {
		z := bisected(func(z float64) bool { return math.Erfc(z/math.Sqrt2)/2 <= a.delta }, 0, 40)
		return normalAt(x, (z+math.Sqrt(z*z+2*a.epsilon))/(2*a.epsilon))
	},
	"gaussian-classic": func(a asked, x float64) ownLaw { return normalAt(x, math.Sqrt(2*math.Log(1.25/a.delta))/a.epsilon) },
	"pm": func(a asked, x float64) ownLaw {
		return plateauAt(x, 1/(1+math.Exp(a.epsilon/2))/2, math.Expm1(a.epsilon/2))
	},
	"sw": func(a asked, x float64) ownLaw {
		rest := math.Exp(-a.epsilon)
		within := (a.epsilon - 1 + rest) / (1 - rest) // 2c(e^ε − 1)
		if a.epsilon < 1e-3 {
			within = a.epsilon / 2 * (1 - a.epsilon/3) / (1 - a.epsilon/2) // the first terms of the series
		}
		return plateauAt(x, within/2/math.Expm1(a.epsilon), within)
	},
	"exponential": func(a asked, x float64) ownLaw {
		return onBins(a.bins, func(y float64) float64 { return -a.epsilon / 2 * math.Abs(x-y) })
	},
	"exponential-sharp": func(a asked, x float64) ownLaw {
		return onBins(a.bins, func(y float64) float64 { return -a.epsilon * math.Abs(x-y) })
	},
	"krr": func(a asked, x float64) ownLaw {
		kept := math.Round(x*float64(a.bins-1)) / float64(a.bins-1)
		return onBins(a.bins, func(y float64) float64 {
			if y == kept {
				return 0
			}
			return -a.epsilon
		})
	},
}

// ownLawOf returns the law of a mechanism by its name at a value x.
func ownLawOf(name string, epsilon, delta float64, bins int, x float64) ownLaw {
	return ownLaws[name](asked{epsilon, delta, bins}, x)
}

func pacAt(a asked, x float64) ownLaw {
	z := math.Sqrt(2 * math.Log(2/a.delta))
	return normalAt(x, (z+math.Sqrt(z*z+2*a.epsilon))/(2*a.epsilon))
}

func laplaceAt(x, epsilon float64) ownLaw {
	return func(y float64) float64 {
		if y < x {
			return math.Exp(epsilon*(y-x)) / 2
		}
		return 1 - math.Exp(-epsilon*(y-x))/2
	}
}

func normalAt(x, sigma float64) ownLaw {
	return func(y float64) float64 { return math.Erfc((x-y)/sigma/math.Sqrt2) / 2 }
}

// clampedLaw moves answers outside [0, 1] to its ends.
func clampedLaw(of ownLaw) ownLaw {
	return func(y float64) float64 {
		switch {
		case y < 0:
			return 0
		case y >= 1:
			return 1
		}
		return of(y)
	}
}

// conditioned draws again until the answer lies in [low, high].
func conditioned(of ownLaw, low, high float64) ownLaw {
	below := of(low)
	all := of(high) - below
	return func(y float64) float64 { return (of(min(max(y, low), high)) - below) / all }
}

// plateauAt is uniform on [0, 1] except for a stretch of width 2c about x, moved into [0, 1], where the density is times as
// high.
func plateauAt(x, c, times float64) ownLaw {
	left := min(max(x-c, 0), 1-2*c)
	return func(y float64) float64 {
		inside := 0.0
		switch {
		case y >= left+2*c:
			inside = 1
		case y > left:
			inside = (y - left) / (2 * c)
		}
		return min(max(y, 0), 1)/(1+times) + inside/(1/times+1)
	}
}

// onBins answers one of the bins, with weights given by their logarithms.
func onBins(bins int, log func(y float64) float64) ownLaw {
	sums, sum, most := make([]float64, bins), 0.0, math.Inf(-1)
	for i := range sums {
		most = max(most, log(float64(i)/float64(bins-1)))
	}
	for i := range sums {
		sum += math.Exp(log(float64(i)/float64(bins-1)) - most)
		sums[i] = sum
	}
	return func(y float64) float64 {
		n := sort.Search(bins, func(i int) bool { return float64(i)/float64(bins-1) > y })
		if n == 0 {
			return 0
		}
		return sums[n-1] / sum
	}
}

// analyticSigma returns the least σ at which Φ(1/(2σ) − εσ) − e^ε Φ(−1/(2σ) − εσ) ≤ δ. The second term is a quotient of
// densities, so that no power overflows.
func analyticSigma(epsilon, delta float64) float64 {
	spent := func(sigma float64) float64 {
		a, b := 1/(2*sigma)-epsilon*sigma, 1/(2*sigma)+epsilon*sigma
		return math.Erfc(-a/math.Sqrt2)/2 - math.Exp(epsilon-b*b/2)*scaledTail(b)
	}
	return math.Exp(bisected(func(log float64) bool { return spent(math.Exp(log)) <= delta }, -12, 16))
}

// scaledTail returns e^(b²/2) Φ(−b).
func scaledTail(b float64) float64 {
	if b < 20 {
		return math.Exp(b*b/2) * math.Erfc(b/math.Sqrt2) / 2
	}
	s := 1 / (b * b)
	return (1 - s + 3*s*s - 15*s*s*s) / (b * math.Sqrt(2*math.Pi))
}

// bisected returns where a condition begins to hold.
func bisected(holds func(float64) bool, low, high float64) float64 {
	for range 64 {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
