package label

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/viewtest"
)

// Near n the picture has every number of records with its own success, and labels the two that the answer compares with.
func TestSuccessNearRecords(t *testing.T) {
	for _, query := range []string{"show=near&n=40&epsilon=0.5", "show=near&n=41&epsilon=0.5&ties=strict", "show=near&n=1&epsilon=1"} {
		sheet := viewtest.Sheet(t, Success, query)
		values, err := Success.Setting(query)
		if err != nil {
			t.Fatal(err)
		}
		n, found := values.Get(records), 0
		for _, mark := range sheet.Figure.Marks {
			points, ok := mark.(engine.Points)
			if !ok || points.Here {
				continue
			}
			for i, x := range points.X {
				named := points.Labels[i] != ""
				if named != (x == n+1 || x == n+2) {
					t.Errorf("%s: %g of the records is named %q", query, x, points.Labels[i])
				}
				one := viewtest.Sheet(t, Success, fmt.Sprintf("%s&n=%g", strings.Replace(query, fmt.Sprintf("&n=%g", n), "", 1), x))
				for _, a := range one.Readings {
					if want := map[bool]string{true: "success", false: "success-strict"}[!strings.Contains(query, "strict")]; a.Key.Name == want && a.Known.Value != points.Y[i] {
						t.Errorf("%s: at %g success is %g, and its page says %g", query, x, points.Y[i], a.Known.Value)
					}
				}
				found++
			}
		}
		if found < 20 {
			t.Errorf("%s draws %d numbers of records", query, found)
		}
	}
}

// Shares are quotients of whole numbers without rounding errors: 1 of 10 is at 0.1.
func TestSharesAreQuotients(t *testing.T) {
	for _, m := range viewtest.Sheet(t, howManyCorrect, "law=mass&n=10&epsilon=1&kept=1").Figure.Marks {
		if bars, is := m.(engine.Bars); is {
			for i, x := range bars.X {
				if want := float64(i) / 10; x != want {
					t.Errorf("%d of 10 correct are drawn at %v", i, x)
				}
			}
		}
	}
	for _, m := range viewtest.Sheet(t, howManyCorrect, "law=distribution&n=10&epsilon=1&kept=9").Figure.Marks {
		if kept, is := m.(engine.Rule); is && kept.Name == "kept" && kept.At != 0.1 {
			t.Errorf("9 of 10 kept are drawn at %v", kept.At)
		}
	}
}

// The limit of success stands between the bar of the last number of labels that fails and the bar of the first that succeeds.
func TestLimitCutsNoBar(t *testing.T) {
	for _, query := range []string{"n=100", "n=101", "n=5", "n=100&ties=strict", "n=101&ties=strict"} {
		var bars engine.Bars
		var half engine.Rule
		for _, m := range viewtest.Sheet(t, howManyCorrect, "law=mass&epsilon=0.1&"+query).Figure.Marks {
			switch m := m.(type) {
			case engine.Bars:
				bars = m
			case engine.Rule:
				if m.Name == "half" {
					half = m
				}
			}
		}
		for i, x := range bars.X {
			if bars.Marked[i] != (x > half.At) || math.Abs(x-half.At) < 0.49*math.Abs(bars.X[1]-bars.X[0]) {
				t.Errorf("%s: the limit at %g, and a bar at %g that is success: %t", query, half.At, x, bars.Marked[i])
			}
		}
	}
}
