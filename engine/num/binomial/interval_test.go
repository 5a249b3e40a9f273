package binomial

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

func TestIntervalKnownValues(t *testing.T) {
	for _, c := range []struct {
		successes, trials, alpha float64
		low, high                float64
	}{
		// mpmath, 50 digits.
		{0, 299, 0.05, 0, 0.0122615959075350469},
		{5, 1000, 0.05, 0.00162541951756276028, 0.0116294705598121491},
		{1, 10, 0.1, 0.00511619689182370113, 0.394163302436504782},
		{500, 1000, 0.05, 0.468549172971791941, 0.531450827028208059},
		{2000, 2000, 0.001, 0.996206761345097885, 1},
		// Closed form: (alpha/2)^(1/n).
		{1, 1, 0.05, 0.025, 1},
	} {
		low, high := Interval(c.successes, c.trials, c.alpha)
		checkLimit(t, fmt.Sprint("low ", c), low, c.low, -1)
		checkLimit(t, fmt.Sprint("high ", c), high, c.high, +1)
	}
}

// checkLimit wants a limit to a relative 1e-11, and at most rounding on the
// unsafe side.
func checkLimit(t *testing.T, what string, got, want, side float64) float64 {
	t.Helper()
	if got == want {
		return 0
	}
	e := math.Abs(got/want - 1)
	if !(e < 1e-11) || side*(got-want) < -4e-16*want {
		t.Errorf("%s: limit %.17g, want %.17g (error %.2g)", what, got, want, got-want)
	}
	return e
}

// TestIntervalReference reads cp_lower and cp_upper from reference/ldp.csv.
func TestIntervalReference(t *testing.T) {
	count, worst := 0, 0.0
	for _, row := range oracle.Table(t, "reference", "ldp.csv") {
		if row["quantity"] != "cp_lower" && row["quantity"] != "cp_upper" {
			continue
		}
		note := row["note"]
		var k, n, alpha float64
		kind, numbers, _ := strings.Cut(note, ";")
		if _, err := fmt.Sscanf(strings.TrimSpace(numbers), "successes=%g n=%g alpha=%g", &k, &n, &alpha); err != nil {
			t.Fatalf("%q: %v", note, err)
		}
		if strings.HasPrefix(kind, "two-sided") {
			alpha /= 2
		}
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		got, side := LowerLimit(k, n, alpha), -1.
		if row["quantity"] == "cp_upper" {
			got, side = UpperLimit(k, n, alpha), 1
		}
		worst = max(worst, checkLimit(t, note, got, want, side))
		count++
	}
	if count < 30 {
		t.Errorf("only %d rows of reference/ldp.csv were read", count)
	}
	t.Logf("%d rows, largest relative error %.2g", count, worst)
}
