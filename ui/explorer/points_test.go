package explorer

import (
	"testing"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// A difference of shares can be typed as it is written: 2, "2 points" or 2 % where "3.00 points" stands; below 1 it may be a
// share.
func TestPointsAreTypedAsWritten(t *testing.T) {
	p := param.Param{Name: "target", Style: numeral.Points, Min: 1e-6, Max: 1, Scale: param.Log}
	for text, want := range map[string]float64{"2": 0.02, "2 points": 0.02, "2 %": 0.02, "2%": 0.02, "0.03": 0.03, "1": 1} {
		if v, err := readValue(p, text); err != nil || v != want {
			t.Errorf("%q is read as %v, %v; want %v", text, v, err, want)
		}
	}
	for text, want := range map[string]float64{"2": 0.02, "2 %": 0.02, "0.02": 0.02} {
		if v, err := readTarget(text, numeral.Points); err != nil || v != want {
			t.Errorf("as a target %q is read as %v, %v; want %v", text, v, err, want)
		}
	}
	if v, err := readTarget("2", numeral.Plain); err != nil || v != 2 {
		t.Errorf("2 of a plain number is read as %v, %v", v, err)
	}
}
