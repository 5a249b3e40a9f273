package classifier_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/mechanisms"
	"dpscope/views"
)

// A budget typed from the screen, digit by digit, suffices: the least ε is rounded up, and typed back it meets the target.
func TestWrittenBudgetsAreEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 4))
	checked := 0
	for range 400 {
		kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
		address := fmt.Sprintf("concentration?mechanism=%s&epsilon=1&x=%.3g&from=0.2&to=%.3g", kind.Name, rng.Float64(), 0.25+0.75*rng.Float64())
		target := 0.02 + 0.97*rng.Float64()
		required := readingOf(t, fmt.Sprintf("%s&target=%.6g", address, target), "epsilon-required")
		if math.IsNaN(required.Known.Value) {
			continue
		}
		typed := strings.Replace(address, "epsilon=1&", "epsilon="+required.Written()+"&", 1)
		if mass := readingOf(t, typed, "mass").Known.Value; !(mass >= target-1e-6) && !falls(t, kind.Name, address, required.Known.Value) {
			t.Errorf("%s: at the written %s the mass is %.12g, below %.6g", address, required.Written(), mass, target)
		}
		checked++
	}
	if checked < 150 {
		t.Errorf("only %d budgets were checked", checked)
	}
}

// falls reports whether the mass of a plateau falls again right above ε, where rounding up may miss the target.
func falls(t *testing.T, kind, address string, epsilon float64) bool {
	t.Helper()
	at := func(e float64) float64 {
		return readingOf(t, strings.Replace(address, "epsilon=1&", fmt.Sprintf("epsilon=%.17g&", e), 1), "mass").Known.Value
	}
	return (kind == "pm" || kind == "sw") && at(epsilon*1.01) < at(epsilon)
}

// readingOf returns the reading with that key at an address.
func readingOf(t *testing.T, address, key string) engine.Reading {
	t.Helper()
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	readings, err := asked.Values(context.Background(), values)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	for _, r := range readings {
		if r.Key.String() == key {
			return r
		}
	}
	t.Fatalf("%s has no reading %s", address, key)
	return engine.Reading{}
}
