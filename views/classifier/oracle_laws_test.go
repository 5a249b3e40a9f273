package classifier

import (
	"math"
	"sort"
)

// ownLaw is the law of a private answer, as its definition has it: the probability of
// answers up to y. It shares no code with the program.
type ownLaw func(y float64) float64

// ownLawOf is the law of a mechanism by its name at a value x.
func ownLawOf(name string, epsilon, delta float64, bins int, x float64) ownLaw {
	switch name {
	case "laplace":
		return laplaceAt(x, epsilon)
	case "laplace-clamped":
		return clampedLaw(laplaceAt(x, epsilon))
	case "laplace-truncated":
		return conditioned(laplaceAt(x, epsilon), 0, 1)
	case "laplace-bounded":
		reach := math.Log(1+math.Expm1(epsilon)/(2*delta)) / epsilon
		return conditioned(laplaceAt(x, epsilon), x-reach, x+reach)
	case "gaussian":
		return normalAt(x, analyticSigma(epsilon, delta))
	case "gaussian-clamped":
		return clampedLaw(normalAt(x, analyticSigma(epsilon, delta)))
	case "gaussian-pac", "gaussian-pac-clamped":
		z := math.Sqrt(2 * math.Log(2/delta))
		law := normalAt(x, (z+math.Sqrt(z*z+2*epsilon))/(2*epsilon))
		if name == "gaussian-pac-clamped" {
			law = clampedLaw(law)
		}
		return law
	case "gaussian-pac-tight":
		z := bisected(func(z float64) bool { return math.Erfc(z/math.Sqrt2)/2 <= delta }, 0, 40)
		return normalAt(x, (z+math.Sqrt(z*z+2*epsilon))/(2*epsilon))
	case "gaussian-classic":
		return normalAt(x, math.Sqrt(2*math.Log(1.25/delta))/epsilon)
	case "pm":
		return plateauAt(x, 1/(1+math.Exp(epsilon/2))/2, math.Expm1(epsilon/2))
	case "sw":
		rest := math.Exp(-epsilon)
		within := (epsilon - 1 + rest) / (1 - rest) // 2c(e^ε − 1)
		if epsilon < 1e-3 {
			within = epsilon / 2 * (1 - epsilon/3) / (1 - epsilon/2) // the first terms of the series
		}
		return plateauAt(x, within/2/math.Expm1(epsilon), within)
	case "exponential":
		return onBins(bins, func(y float64) float64 { return -epsilon / 2 * math.Abs(x-y) })
	case "exponential-sharp":
		return onBins(bins, func(y float64) float64 { return -epsilon * math.Abs(x-y) })
	case "krr":
		kept := math.Round(x*float64(bins-1)) / float64(bins-1)
		return onBins(bins, func(y float64) float64 {
			if y == kept {
				return 0
			}
			return -epsilon
		})
	}
	panic("no law of " + name)
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

// clampedLaw moves what lies outside [0, 1] to its ends.
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

// plateauAt answers anything in [0, 1] alike, or with so many times the chance anything
// alike in a stretch of width 2c about x, moved into [0, 1].
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

// onBins answers one of the bins, with weights of which the logarithms are given.
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

// analyticSigma is the least σ at which Φ(1/(2σ) − εσ) − e^ε Φ(−1/(2σ) − εσ) ≤ δ. The
// second term is a quotient of densities, so that no power overflows.
func analyticSigma(epsilon, delta float64) float64 {
	spent := func(sigma float64) float64 {
		a, b := 1/(2*sigma)-epsilon*sigma, 1/(2*sigma)+epsilon*sigma
		return math.Erfc(-a/math.Sqrt2)/2 - math.Exp(epsilon-b*b/2)*scaledTail(b)
	}
	return math.Exp(bisected(func(log float64) bool { return spent(math.Exp(log)) <= delta }, -12, 16))
}

// scaledTail is e^(b²/2) Φ(−b).
func scaledTail(b float64) float64 {
	if b < 20 {
		return math.Exp(b*b/2) * math.Erfc(b/math.Sqrt2) / 2
	}
	s := 1 / (b * b)
	return (1 - s + 3*s*s - 15*s*s*s) / (b * math.Sqrt(2*math.Pi))
}

// bisected is where a condition begins to hold.
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
