package composition

import (
	"fmt"
	"math"
	"testing"

	"dpscope/engine/oracle"
)

// The attacker's share of right guesses encloses the reference's advantage for each run in it.
func TestGuess(t *testing.T) {
	tried := 0
	for _, row := range oracle.Table(t, "reference", "attack.csv") {
		if row["what"] != "sampled-normal" || row["quantity"] != "advantage" {
			continue
		}
		tried++
		number := func(name string) (v float64) { fmt.Sscan(row[name], &v); return v }
		b := Budget{Rate: number("b"), Sigma: number("a"), Steps: number("c"), Delta: 1e-5}
		g, err := b.Guess(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		right, off := (1+number("value"))/2, number("error")
		if g.Right.Low > right+off || g.Right.High < right-off || g.Right.High-g.Right.Low > 2e-3 {
			t.Errorf("%+v: right %v to %v, and the reference says %v ± %v", b, g.Right.Low, g.Right.High, right, off)
		}
	}
	if tried == 0 {
		t.Error("the reference has no run")
	}
}

// Closed forms agree with the enclosures of similar runs, and keep their digits far out.
func TestGuessInClosedForm(t *testing.T) {
	for _, c := range []struct {
		of   Budget
		want float64 // of being wrong
	}{
		{Budget{Rate: 0, Sigma: 1, Steps: 100}, 0.5},
		{Budget{Rate: 1, Sigma: 1, Steps: 4}, math.Erfc(1/math.Sqrt2) / 2},
		{Budget{Rate: 1, Sigma: 0.01, Steps: 1}, 0}, // below all floats
		{Budget{Rate: 1, Sigma: 0.05, Steps: 1}, math.Erfc(10/math.Sqrt2) / 2},
		{Budget{Rate: 0.5, Sigma: 1, Steps: 1}, 0.25 + math.Erfc(0.5/math.Sqrt2)/4},
	} {
		g, err := c.of.Guess(t.Context())
		if err != nil || math.Abs(g.Wrong.Value-c.want) > 1e-13*c.want || math.Abs(g.Right.Value+g.Wrong.Value-1) > 1e-15 {
			t.Errorf("%+v: %+v, %v, want %v wrong", c.of, g, err, c.want)
		}
	}
	near, err := Budget{Rate: 0.999999, Sigma: 3, Steps: 9}.Guess(t.Context())
	if want := 1 - math.Erfc(0.5/math.Sqrt2)/2; err != nil || near.Right.Low > want+1e-6 || near.Right.High < want-1e-6 {
		t.Errorf("%+v, %v: a rate of nearly 1 has about %v", near, err, want)
	}
}
