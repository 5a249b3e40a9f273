package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

// For any range and height, ticks are equal numbers of rows apart, each in the middle of the row in which its value is drawn;
// the range holds the data's, is hardly wider, and begins at zero where that does; and no tick stands where no value is
// possible.
func TestTicksStandInTheMiddleOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	found, all := 0, 0
	for range effort.Scale(5_000, 20_000, 20_000) {
		a := engine.Axis{Log: rng.IntN(4) == 0, Style: numeral.Style(rng.IntN(3))}
		low, high := niceRange(0, math.Exp(rng.NormFloat64()*4), true)
		switch {
		case a.Log:
			low, high = math.Pow(10, float64(-1-rng.IntN(9))), math.Pow(10, float64(rng.IntN(4)))
		case a.Style == numeral.Percent:
			low, high = 0.1*float64(rng.IntN(10)), 1
		case rng.IntN(2) == 0:
			low, high = niceRange(-rng.Float64()*high, high, false)
		}
		r := Ruler{Axis: a, Scale: NewScale(low, high, a.Log), Text: cells{theme.Unicode}, Length: 5 + rng.IntN(40), Spare: rng.IntN(3)}
		all++
		ticks, wide, height, ok := r.Evenly()
		if !ok {
			continue
		}
		found++
		most := max(1, float64(height)/4.5) // rows of margin
		if !a.Log && height >= 8 && height <= 14 {
			most += 2
		}
		if from, to := wide.At(low), wide.At(high); from < -1e-9 || to > 1+1e-9 || (1-to+from)*float64(height) > most+1e-6 {
			t.Fatalf("%g to %g in %d rows became %g to %g", low, high, height, wide.Low, wide.High)
		}
		if low == 0 && (wide.Low != 0 || ticks[0].Cell != height) {
			t.Fatalf("zero is not on the axis: %+v from %g, %d rows", ticks, wide.Low, height)
		}
		for i, tick := range ticks {
			v := wide.Value(tick.At)
			if exact := (1 - wide.At(v)) * float64(height); math.Abs(exact-float64(tick.Cell)) > 1e-5 {
				t.Fatalf("the tick %q of %g is in row %d, its value at %g", tick.Label, v, tick.Cell, exact)
			}
			if a.Style == numeral.Percent && v > 1+1e-9 {
				t.Fatalf("there is a Tick %q beyond certainty", tick.Label)
			}
			if i > 1 && ticks[i-1].Cell-tick.Cell != ticks[0].Cell-ticks[1].Cell {
				t.Fatalf("%+v are not at equal distances", ticks)
			}
		}
	}
	if found < all*2/3 {
		t.Errorf("%d of %d axes have ticks in the middle of rows", found, all)
	}
}

// On a small page too no range leaves ticks at unequal distances.
func TestAnyRangeHasEvenTicks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 13))
	for i := range 3000 {
		low := float64(i%2) * rng.Float64() / 2
		high := low + 0.05 + rng.Float64()/2
		axis := engine.Axis{Style: numeral.Percent, Low: low, High: high}
		r := Ruler{Axis: axis, Scale: NewScale(low, high, false).Raw(axis), Text: cells{theme.Unicode}, Length: 8 + i%6}
		if _, _, _, even := r.Evenly(); !even {
			t.Errorf("%d rows from %g to %g have none", r.Length, low, high)
		}
	}
}
