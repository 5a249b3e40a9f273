package viewtest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/num/rootfind"
)

// ridgeTakes returns the share of ε that a change of variables takes with a ridge, by elimination in the matrices themselves:
// in three dimensions, with a record added along a direction.
func ridgeTakes(rule string, n, ridge, most float64) float64 {
	if rule == "normalised" {
		return 0.5 / n / ridge // the trace of what one label adds, over the least eigenvalue
	}
	v := [3]float64{0.6, 0.48, 0.64}
	var m [3][3]float64
	for i := range m {
		for j := range m {
			m[i][j] = most / 4 * v[i] * v[j]
		}
		m[i][i] += n * ridge
	}
	log := 0.0
	for i := range m {
		log += math.Log(m[i][i] / (n * ridge))
		for j := i + 1; j < 3; j++ {
			for k := 2; k >= i; k-- {
				m[j][k] -= m[j][i] / m[i][i] * m[i][k]
			}
		}
	}
	if rule == "classic" {
		return 2 * log
	}
	return log
}

// DividedBudget is a budget as it is split.
type DividedBudget struct{ Noise, Ridge, most float64 }

func DivideBudget(rule string, epsilon, n, lambda, most float64) DividedBudget {
	left := math.Inf(-1)
	if lambda > 0 {
		left = epsilon - ridgeTakes(rule, n, lambda, most)
	}
	if left > 0 && (rule == "classic" || left >= epsilon/2) {
		return DividedBudget{left, 0, most}
	}
	log, _ := rootfind.Border(func(log float64) bool { return ridgeTakes(rule, n, math.Exp(log), most) > epsilon/2 }, -60, 60, rootfind.Halving{Middle: rootfind.Mean})
	return DividedBudget{epsilon / 2, math.Exp(log) - lambda, most}
}

// Length returns the mean norm of noise with density proportional to exp(-‖b‖ε′/(2w)) in space, by Simpson's rule.
func (d DividedBudget) Length() float64 {
	const steps, far = 20_000, 60
	sums := [2]float64{}
	for i := range steps + 1 {
		w := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			w = 1
		}
		r := far * float64(i) / steps
		sums[0] += w * r * r * math.Exp(-r)
		sums[1] += w * r * r * r * math.Exp(-r)
	}
	return sums[1] / sums[0] * 2 * d.most / d.Noise
}

// RowsFile writes a CSV file of records, the first of them positive.
func RowsFile(t *testing.T, records, positives int, row func(i int) string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for i := range records {
		y := 0
		if i < positives {
			y = 1
		}
		fmt.Fprintf(&b, "%s,%d\n", row(i), y)
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// NormalAbove returns Pr[N > z] of a standard normal N.
func NormalAbove(z float64) float64 {
	above, _ := NormalSides(z)
	return above
}

// NormalSides returns Pr[N > z] and Pr[N < z] of a standard normal N, the smaller by Simpson's rule.
func NormalSides(z float64) (above, below float64) {
	const steps, far = 4000, 10
	if z < 0 {
		below, above = NormalSides(-z)
		return above, below
	}
	sum, h := 0.0, math.Min(far, 60/math.Max(z, 1))/steps // the tail falls by e^(-zt)
	for i := range steps + 1 {
		w := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			w = 1
		}
		t := float64(i) * h
		sum += w * math.Exp(-t*t/2-z*t)
	}
	above = sum * h / 3 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	return above, 1 - above
}

// StatedAllows returns how often the best guess may be right under (ε, δ).
func StatedAllows(s Setting) Truth { return ClaimAllows(s.Number("epsilon"), s.Number("delta")) }

// ClaimAllows returns the same for the worst learner, which tells the truth with probability δ, and else responds at random.
func ClaimAllows(epsilon, slack float64) Truth {
	odds := math.Exp(epsilon)
	return Number(slack + (1-slack)*odds/(1+odds))
}
