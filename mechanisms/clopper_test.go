package mechanisms

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

// binomialUpper returns Pr[B ≥ k] for B binomial of n trials and chance p: the
// probabilities from k on, summed from the largest down as multiples of it.
func binomialUpper(k, n int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	if float64(k) < float64(n)*p { // k lies left of the mode: sum the other side
		return 1 - binomialUpper(n-k+1, n, 1-p)
	}
	sum, term, odds := 0.0, 1.0, p/(1-p)
	for i := k; i <= n && term > 1e-18*sum; i++ {
		sum += term
		term *= float64(n-i) / float64(i+1) * odds
	}
	return sum * math.Exp(logBinomial(k, n, p))
}

// logBinomial returns ln Pr[B = k] in Loader's saddle-point form (Loader 2000,
// "Fast and accurate computation of binomial probabilities"): differences of
// large logarithms of factorials would cancel.
func logBinomial(k, n int, p float64) float64 {
	x, m := float64(k), float64(n)
	switch k {
	case 0:
		return m * math.Log1p(-p)
	case n:
		return m * math.Log(p)
	}
	return stirling(m) - stirling(x) - stirling(m-x) - deviance(x, m*p) - deviance(m-x, m*(1-p)) +
		0.5*math.Log(m/(2*math.Pi*x*(m-x)))
}

// stirling returns ln n! − ln(√(2πn)·(n/e)ⁿ).
func stirling(n float64) float64 {
	if n < 16 {
		g, _ := math.Lgamma(n + 1)
		return g - (n+0.5)*math.Log(n) + n - 0.5*math.Log(2*math.Pi)
	}
	s := 1 / (n * n)
	return (1.0/12 - s*(1.0/360-s*(1.0/1260-s*(1.0/1680-s/1188)))) / n
}

// deviance returns x·ln(x/mean) − x + mean.
func deviance(x, mean float64) float64 {
	if d := (x - mean) / (x + mean); math.Abs(d) < 0.1 { // x·ln((1+d)/(1−d)) as a series
		sum, power := 0.0, d
		for k := 1.0; k < 60; k += 2 {
			sum += power / k
			power *= d * d
		}
		return 2*x*sum - (x - mean)
	}
	return x*math.Log(x/mean) - x + mean
}

// clopperPearson returns the one-sided lower and upper limits of a chance, each wrong with probability at most alpha.
func clopperPearson(successes, n int, alpha float64) (low, high float64) {
	low = bisect(func(p float64) bool { return binomialUpper(successes, n, p) >= alpha })
	high = 1 - bisect(func(q float64) bool { return binomialUpper(n-successes, n, q) >= alpha })
	if successes == 0 {
		low = 0
	}
	if successes == n {
		high = 1
	}
	return low, high
}

// bisect returns the chance at which the monotone condition becomes true.
func bisect(reached func(p float64) bool) float64 {
	low, high := 0.0, 1.0
	for range 100 {
		if middle := (low + high) / 2; reached(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// Limits in closed form: no successes, and all.
func TestClopperPearsonClosedForms(t *testing.T) {
	for _, n := range []int{1, 10, 299, 1000000} {
		_, high := clopperPearson(0, n, 0.05)
		low, _ := clopperPearson(n, n, 0.05)
		want := math.Exp(math.Log(0.05) / float64(n))
		if math.Abs(high-(1-want)) > 1e-12 || math.Abs(low-want) > 1e-12 {
			t.Errorf("n=%d: %.15g and %.15g, want %.15g and %.15g", n, high, low, 1-want, want)
		}
	}
}

// Every cp_lower and cp_upper row of ldp.csv agrees.
func TestClopperPearsonReference(t *testing.T) {
	note := regexp.MustCompile(`successes=(\d+) n=(\d+) alpha=([0-9.e-]+)`)
	checked, worst := 0, 0.0
	for _, row := range oracle.Table(t, "reference/ldp.csv") {
		if row["quantity"] != "cp_lower" && row["quantity"] != "cp_upper" {
			continue
		}
		parts := note.FindStringSubmatch(row["note"])
		successes, _ := strconv.Atoi(parts[1])
		n, _ := strconv.Atoi(parts[2])
		alpha := number(t, parts[3])
		if strings.HasPrefix(row["note"], "two-sided") {
			alpha /= 2
		}
		low, high := clopperPearson(successes, n, alpha)
		got, want := low, number(t, row["value"])
		if row["quantity"] == "cp_upper" {
			got = high
		}
		miss := relativeError(got, want)
		worst = max(worst, miss)
		checked++
		if miss > 1e-9 {
			t.Errorf("%s of %s: %.15g, want %.15g", row["quantity"], parts[0], got, want)
		}
	}
	t.Logf("%d limits, largest relative error %.1e", checked, worst)
}
