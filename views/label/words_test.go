package label

import (
	"math"
	"testing"
)

func TestChancesBelowAllNumbers(t *testing.T) {
	for log, want := range map[float64]string{-0.5: "60.7 %", -443: "4.05e-193", -30929814.5: "10^-13,432,648", math.Inf(-1): "0 %"} {
		if got := chanceOf(log); got != want {
			t.Errorf("e^%g: %q, want %q", log, got, want)
		}
	}
}
