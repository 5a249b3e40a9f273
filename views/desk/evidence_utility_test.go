package desk_test

import (
	"math"
	"testing"

	"dpscope/engine/claim"
	"dpscope/views/formula"
)

func init() {
	for name, f := range map[string]func(*testing.T) claim.Finding{
		"KRRWindow": krrWindow, "HoeffdingDraws": hoeffdingDraws, "CircleRadius": circleRadius, "CircleFormula": circleFormula,
		"PrintedNetwork": printedNetwork, "Indicator": indicator, "Failures": failures, "PiecewiseCDF": piecewiseCDF, "TailAtZero": tailAtZero,
	} {
		evidence[name] = f
	}
}

// krrWindow counts the values of the paper's domain within 0.3 of 0.5, in hundredths.
func krrWindow(*testing.T) claim.Finding {
	values := -1 // without 0.5 itself
	for i := 0; i <= 100; i++ {
		if i >= 20 && i <= 80 {
			values++
		}
	}
	printed := 2*30 - 1
	return claim.Finding{Holds: values == printed, Numbers: numbers{"values": float64(values), "formula": float64(printed)}}
}

// hoeffdingDraws finds the least number of draws by trying them, and how many without a failure suffice.
func hoeffdingDraws(*testing.T) claim.Finding {
	const omega, half, tolerance = 0.05, 0.01, 0.02
	n := 1.0
	for 2*math.Exp(-2*n*half*half) > omega {
		n++
	}
	zero := 1.0
	for math.Pow(1-tolerance, zero) > omega {
		zero++
	}
	return claim.Finding{Holds: math.Round(n/1000) == 18, Numbers: numbers{"draws": n, "zero-failures": zero}}
}

// circleRadius compares the corner of the largest square about the middle that stays in the circle.
func circleRadius(t *testing.T) claim.Finding {
	side := 0.0
	for step := 0.5; step > 1e-12; step /= 2 {
		if corner := 1.5 + side + step; math.Hypot(corner, corner) <= 2*math.Sqrt(math.Log(2)+1) {
			side += step
		}
	}
	at, err := formula.At("utility?preset=circle")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := formula.Compile("radius")
	is, err := formula.Scope{Asker: formula.NewAsker(), At: at}.Number(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return claim.Finding{Holds: math.Abs(side-is.Number) < 1e-6, Numbers: numbers{"distance": side}}
}

// circleFormula measures the distance of the printed boundary from the circle.
func circleFormula(*testing.T) claim.Finding {
	worst := 0.0
	for v := 0.0; v <= 1; v += 0.01 {
		// -(u² + v²)/2 = -(u - 1)²/2 + (v - 1)²/2 - ln 2 solved for u
		u := (math.Log(4) + 1 - (v-1)*(v-1) - v*v) / 2
		worst = max(worst, math.Abs(math.Hypot(u+1, v+1)-2*math.Sqrt(math.Log(2)+1)))
	}
	return claim.Finding{Holds: worst < 0.01, Numbers: numbers{"distance": worst}}
}

// printedNetwork asks the network of Example 5 by its printed weights.
func printedNetwork(*testing.T) claim.Finding {
	relu := func(v float64) float64 { return max(0, v) }
	u, v := 0.5, 0.5
	a, b := relu(-1.86*u-2.09*v+3.71), relu(0.12*u-0.46*v-0.08)
	first, second := -3.05*a+0.40*b+0.94, 4.02*a-0.22*b-0.58
	class := 1.0
	if second > first {
		class = 2
	}
	return claim.Finding{Holds: class == 1, Numbers: numbers{"class": class}}
}

// indicator sums the probability of answers with a loss above ε: randomised response that tells the truth outright with
// probability δ.
func indicator(*testing.T) claim.Finding {
	const values, delta = 101, 0.1
	tail := func(epsilon float64) float64 {
		other := 1 / (math.Exp(epsilon) + values - 1)
		own := delta + (1-delta)*math.Exp(epsilon)*other
		if math.Log(own/((1-delta)*other)) > epsilon {
			return own
		}
		return 0
	}
	f := claim.Finding{Holds: true, Numbers: numbers{"values": values, "delta": delta, "tail-one": tail(1), "tail-eight": tail(8)}}
	for _, epsilon := range []float64{1, 2, 4, 8} {
		f.Holds = f.Holds && tail(epsilon) <= delta
	}
	return f
}

// failures sums over all outcomes of a few features.
func failures(*testing.T) claim.Finding {
	const features, pixels, delta = 6, 49, 0.1
	some := 0.0
	for outcome := 1; outcome < 1<<features; outcome++ {
		p := 1.0
		for i := range features {
			if outcome>>i&1 == 1 {
				p *= delta
			} else {
				p *= 1 - delta
			}
		}
		some += p
	}
	return claim.Finding{Holds: math.Abs(some-(1-math.Pow(1-delta, features))) < 1e-12,
		Numbers: numbers{"features": features, "pixels": pixels, "vacuous": 1 - math.Pow(1-delta, pixels)}}
}

// piecewiseCDF adds up the density in small steps and compares it with the paper's two cases.
func piecewiseCDF(*testing.T) claim.Finding {
	const x, at, steps = 0.79, 0.63, 630000
	right := func(epsilon float64) float64 {
		half := 1 / (2 * (1 + math.Exp(epsilon/2)))
		low := min(max(x-half, 0), 1-2*half)
		sum := 0.0
		for i := range steps {
			y, density := (float64(i)+0.5)*at/steps, math.Exp(-epsilon/2)
			if y >= low && y <= low+2*half {
				density = math.Exp(epsilon / 2)
			}
			sum += density * at / steps
		}
		return sum
	}
	asPrinted := func(epsilon float64) float64 {
		c := (math.Exp(epsilon/2) - 1) / (2*math.Exp(epsilon) - 2)
		if at < x-c || at > x+c {
			return at * math.Exp(-epsilon/2)
		}
		return (x-c)*math.Exp(-epsilon/2) + (c-x+at)*math.Exp(epsilon/2)
	}
	f := claim.Finding{Holds: true, Numbers: numbers{"epsilon": 0.4, "formula": asPrinted(0.4), "right": right(0.4)}}
	for _, epsilon := range []float64{0.1, 0.4, 1, 2, 4} {
		f.Holds = f.Holds && math.Abs(asPrinted(epsilon)-right(epsilon)) < 1e-4
	}
	f.Numbers["from"] = 2 * math.Log(1/(2*(1-x))-1) // where the plateau ends at one
	return f
}

// tailAtZero compares the bound exp(-t²/2)/√(2π) with the tail at t = 0.
func tailAtZero(*testing.T) claim.Finding {
	bound, tail := 1/math.Sqrt(2*math.Pi), 0.5*math.Erfc(0)
	return claim.Finding{Holds: bound < tail, Numbers: numbers{"bound": bound, "tail": tail}}
}
