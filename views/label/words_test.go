package label

import (
	"math"
	"testing"
)

// What is hardly more is said in per cent: 1.00 times as much is no more.
func TestHowMuchMoreABoundAsksFor(t *testing.T) {
	for ratio, want := range map[float64]string{1.9496: "1.95 times as much", 1.01: "1.01 times as much", 1.0000887: "0.00887 % more"} {
		if got := asMuch(ratio); got != want {
			t.Errorf("%g: %q, want %q", ratio, got, want)
		}
	}
}

func TestChancesBelowAllNumbers(t *testing.T) {
	for log, want := range map[float64]string{-0.5: "60.7 %", -443: "4.05e-193", -30929814.5: "10^-13,432,648", math.Inf(-1): "0 %"} {
		if got := chanceOf(log); got != want {
			t.Errorf("e^%g: %q, want %q", log, got, want)
		}
	}
}
