package binomial

import "math"

// LogProb returns ln Pr(X = x): −Inf where that is impossible.
func (l Law) LogProb(x float64) float64 {
	if !(0 <= x && x <= l.N) || x != math.Trunc(x) {
		return math.Inf(-1)
	}
	return l.logProb(x)
}

// Prob returns Pr(X = x).
func (l Law) Prob(x float64) float64 { return math.Exp(l.LogProb(x)) }

// logProb is LogProb for a possible x, in the saddle-point form of Loader
// (2000), "Fast and accurate computation of binomial probabilities":
//
//	s(n) − s(x) − s(n−x) − D(x, np) − D(n−x, nq) + ½ ln(n/(2π x (n−x)))
//
// with s the Stirling remainder and D(x, m) = x ln(x/m) + m − x the deviance.
// No two of its terms cancel.
func (l Law) logProb(x float64) float64 {
	switch {
	case x == 0:
		return l.N * l.LogQ
	case x == l.N:
		return l.N * l.LogP
	}
	return l.saddlePoint(x, l.AboveMean(x))
}

// saddlePoint returns the form above for 0 < x < N, given gap = x − N·p to its own last digit. If x and N − x
// are at least 16 it is the smooth continuation by the gamma function to fractional x; it depends on x almost
// only through gap, so that x itself may be rounded.
func (l Law) saddlePoint(x, gap float64) float64 {
	y := l.N - x
	return l.remainder - stirlingRemainder(x) - stirlingRemainder(y) -
		deviance(x, l.N*l.P, gap, l.LogP, l.N) - deviance(y, l.N*l.Q, -gap, l.LogQ, l.N) +
		0.5*math.Log(l.N/(x*y)) - 0.5*ln2Pi
}

const ln2Pi = 1.8378770664093454835606594728112352797

// deviance returns x ln(x/m) + m − x for x > 0, given gap = x − m to its own
// last digit. Near x = m it sums the series in v = (x−m)/(x+m) (Loader 2000);
// where the mean m = n·p is about to underflow, it goes by ln p.
func deviance(x, m, gap, logP, n float64) float64 {
	if math.Abs(gap) < 0.1*(x+m) {
		v := gap / (x + m)
		square := v * v
		tail := 0.0
		power := square
		for k := 3.0; ; k += 2 {
			next := tail + power/k
			if next == tail {
				return gap*v + 2*x*v*tail
			}
			tail = next
			power *= square
		}
	}
	if m < 1e-280 {
		return x*(math.Log(x)-math.Log(n)-logP) - gap
	}
	return x*math.Log(x/m) - gap
}

// stirlingRemainder returns s(k) = ln k! − [k ln k − k + ½ ln(2πk)] for k ≥ 1, from a table (40-digit
// arithmetic) below 16, otherwise by the asymptotic series with Bernoulli coefficients, with an error below
// 1e-18. A k below 16 must be whole.
func stirlingRemainder(k float64) float64 {
	if k < 16 {
		return stirlingTable[int(k)]
	}
	r := 1 / (k * k)
	if k > 1000 {
		return (1./12 - r/360) / k
	}
	return (1./12 - r*(1./360-r*(1./1260-r*(1./1680-r*(1./1188-r*691./360360))))) / k
}

var stirlingTable = [16]float64{
	0, // s(0) is not used
	0.08106146679532725821967,
	0.04134069595540929409382,
	0.02767792568499833914879,
	0.02079067210376509311152,
	0.01664469118982119216319,
	0.01387612882307074799875,
	0.01189670994589177009506,
	0.01041126526197209649748,
	0.009255462182712732917729,
	0.008330563433362871256469,
	0.007573675487951840794972,
	0.006942840107209529865664,
	0.00640899418800420706844,
	0.005951370112758847735624,
	0.005554733551962801371039,
}
