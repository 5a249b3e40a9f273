package numeral

import (
	"math"
	"strings"
	"testing"
)

func TestPair(t *testing.T) {
	point := Pair{Kind: "point", Form: "epsilon:delta", Such: "5:1e-6"}
	for word, want := range map[string][2]float64{"5:1e-6": {5, 1e-6}, " 1 : 2 ": {1, 2}, "8:inf": {8, math.Inf(1)}, "1e999:0": {math.Inf(1), 0}, "1:1e-999": {1, 0}} {
		if left, right, err := point.Read(word); left != want[0] || right != want[1] || err != nil {
			t.Errorf("%q is %v and %v, %v; want %v", word, left, right, err, want)
		}
	}
	for word, want := range map[string]string{"5": `"5" is no point; epsilon:delta is one, such as 5:1e-6`, "": "is no point",
		"a:1": `"a" in "a:1" is no number; epsilon:delta makes a point`, "1:": `"" in "1:" is no number`, "1:2:3": `"2:3" in`, "1:NaN": "is no number"} {
		if _, _, err := point.Read(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", word, err, want)
		}
	}
}
