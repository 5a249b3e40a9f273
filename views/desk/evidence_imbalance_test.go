package desk_test

import (
	"math"
	"testing"

	"dpscope/engine/claim"
	"dpscope/views/formula"
)

func init() {
	evidence["SampleMidpoint"] = sampleMidpoint
	evidence["LogisticCurvature"] = logisticCurvature
}

// sampleMidpoint asks how often the midpoint of two sample means, without noise, errs by the paper's width, which
// is twice the bound that is right.
func sampleMidpoint(t *testing.T) claim.Finding {
	const beta, larger, rarer = 0.05, 1000, 100
	at, err := formula.At("threshold?preset=proposition10")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := formula.Compile("2 * error-least")
	width, err := formula.Scope{Asker: formula.NewAsker(), At: at}.Number(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	deviation := math.Sqrt(1.0/larger+1.0/rarer) / 2
	probability := math.Erfc(width.Number / deviation / math.Sqrt2)
	return claim.Finding{Holds: probability >= 1-beta/2, Numbers: numbers{"probability": probability, "width": width.Number}}
}

// logisticCurvature looks for the largest second derivative of ln(1 + exp(-z)), by differences.
func logisticCurvature(*testing.T) claim.Finding {
	const h = 1e-3
	loss := func(z float64) float64 { return math.Log1p(math.Exp(-z)) }
	largest := 0.0
	for z := -10.0; z <= 10; z += 0.01 {
		largest = max(largest, (loss(z+h)-2*loss(z)+loss(z-h))/(h*h))
	}
	return claim.Finding{Holds: largest > 1, Numbers: numbers{"largest": math.Round(largest*1e4) / 1e4}}
}
