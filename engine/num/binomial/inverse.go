package binomial

import "math"

// Level is a target for the two sides of a cut, which add up to one. The
// smaller of the two is the one that is solved for, so give it all its digits.
type Level struct{ Below, Above float64 } // Pr(X ≤ j) and Pr(X > j), both in (0, 1)

// LeastLogOdds returns the least log-odds a against success at which n trials of chance 1/(1+eᵃ) have Pr(X >
// j) ≤ level.Above, for whole 0 ≤ j < n. It is rounded up: the tail computed at a, and by the accuracy stated
// for this package the true one, keep the promise.
func LeastLogOdds(n, j float64, level Level) float64 {
	if level.Above <= level.Below {
		a, slope := solveAbove(n, j, math.Log(level.Above))
		return roundUp(a, Slack(n)/slope, func(a float64) bool {
			return FromLogOdds(n, a).Tails(j).LogAbove <= math.Log(level.Above)-Slack(n)/2
		})
	}
	// Pr(X ≤ j) is the chance of more than n−j−1 failures, which have log-odds −a.
	a, slope := solveAbove(n, n-j-1, math.Log(level.Below))
	return roundUp(-a, Slack(n)/slope, func(a float64) bool {
		return FromLogOdds(n, a).Tails(j).LogBelow >= math.Log(level.Below)+Slack(n)/2
	})
}

// Slack returns the margin, relative to a tail of n trials, that an answer on the safe side leaves for its
// rounding: thrice the largest error that the tests have seen.
func Slack(n float64) float64 {
	if n <= 1e6 {
		return 1e-12
	}
	return 1e-11
}

// roundUp moves a up until it is safe, by step and then by ever more.
func roundUp(a, step float64, safe func(a float64) bool) float64 {
	step = max(step, 1e-16*math.Abs(a))
	for range 60 {
		a += step
		if safe(a) {
			break
		}
		step *= 2
	}
	return a
}

// solveAbove solves ln Pr(X > j) = logTail ≤ ln ½ for the log-odds against
// success, and returns the rate at which ln Pr(X > j) falls there.
//
// ln Pr(X > j) is a concave function of the log-odds (the natural parameter of the family), so that Newton's
// steps from below the target never overshoot. The Chernoff bound gives such a start, and a near one.
func solveAbove(n, j, logTail float64) (a, slope float64) {
	a = Chernoff(n, j+1, -logTail)
	for range 100 {
		l := FromLogOdds(n, a)
		tail := l.Tails(j).LogAbove
		// d Pr(X > j)/da = −(j+1) q Pr(X = j+1).
		slope = (j + 1) * l.Q * math.Exp(l.logProb(j+1)-tail)
		step := (tail - logTail) / slope
		a += step
		if math.Abs(step) <= 1e-15*math.Abs(a) || math.Abs(tail-logTail) < 1e-14 {
			break
		}
	}
	return a, slope
}

// Chernoff returns the log-odds a > ln((n−x)/x) against success at which the
// bound exp(−n·KL(x/n ‖ p)) on Pr(X ≥ x) is e^−exponent, for real 0 < x ≤ n and
// exponent > 0, rounded up in its last digits. The tail there is at most that.
func Chernoff(n, x, exponent float64) float64 {
	if x == n { // n·KL = −n ln p
		return logExpm1(exponent * (1 + lastDigits) / n)
	}
	// n·KL is a convex function of a with derivative x − n·p, least (zero) at
	// the odds of x itself, about ½ npq(a−a₀)² near there: Newton's steps come
	// down from above.
	least, width := math.Log((n-x)/x), math.Sqrt(2*exponent*n/(x*(n-x)))
	a := least + width
	switch {
	case width < 1e-14: // the bound is its quadratic part
		return math.Nextafter(a, math.Inf(1))
	case math.IsInf(a, 1):
		return a
	}
	for range 200 {
		l := FromLogOdds(n, a)
		step := (exponent - l.divergence(x)) / l.AboveMean(x)
		a += step
		if math.Abs(step) <= 1e-15*math.Abs(a) {
			break
		}
	}
	rate := FromLogOdds(n, a).AboveMean(x)
	return roundUp(a, lastDigits*exponent/rate, func(a float64) bool {
		return FromLogOdds(n, a).divergence(x) >= exponent
	})
}

const lastDigits = 4e-16

// divergence returns n·KL(x/n ‖ p), for 0 < x < n.
func (l Law) divergence(x float64) float64 {
	gap := l.AboveMean(x)
	return deviance(x, l.N*l.P, gap, l.LogP, l.N) + deviance(l.N-x, l.N*l.Q, -gap, l.LogQ, l.N)
}

// logExpm1 returns ln(eʸ − 1) for y > 0.
func logExpm1(y float64) float64 {
	if y > 40 {
		return y
	}
	return math.Log(math.Expm1(y))
}
