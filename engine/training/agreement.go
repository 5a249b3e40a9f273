package training

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Agreement says what noisy risks tell of clean ones, over some scorers.
type Agreement struct {
	Slope, Intercept float64 // of the least-squares line of noisy on clean
	Spread           float64 // standard deviation about that line, as a part of that of the noisy risks; 0 where these are all the same
	Kept             float64 // share of the pairs of scorers that noisy risks put in the order of clean ones; a tie counts half
	Chosen, Best     int     // scorers of the least noisy and of the least clean risk
	Regret           float64 // clean risk of Chosen above that of Best
}

// Agree compares the risks of two scorers and more.
func Agree(clean, noisy []float64) Agreement {
	a := Agreement{Kept: kept(clean, noisy), Chosen: least(noisy), Best: least(clean)}
	a.Regret = clean[a.Chosen] - clean[a.Best]
	a.Intercept, a.Slope = stat.LinearRegression(clean, noisy, nil, false)
	total, rest := 0.0, 0.0
	middle := stat.Mean(noisy, nil)
	for i, x := range clean {
		total += (noisy[i] - middle) * (noisy[i] - middle)
		off := noisy[i] - a.Intercept - a.Slope*x
		rest += off * off
	}
	if total > float64(len(noisy))*rounding*rounding*middle*middle {
		a.Spread = math.Sqrt(rest / total)
	}
	return a
}

func kept(clean, noisy []float64) float64 {
	right, pairs := 0.0, 0.0
	for i := range clean {
		for j := range i {
			pairs++
			switch d := noisy[i] - noisy[j]; {
			case math.Abs(d) <= rounding*(math.Abs(noisy[i])+math.Abs(noisy[j])):
				right += 0.5
			case d > 0 == (clean[i] > clean[j]):
				right++
			}
		}
	}
	return right / pairs
}

// rounding is the relative difference of two risks that are the same but for
// the sums they were computed by.
const rounding = 1e-13

func least(of []float64) int {
	at := 0
	for i, v := range of {
		if v < of[at] {
			at = i
		}
	}
	return at
}
