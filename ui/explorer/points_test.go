package explorer

import (
	"testing"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// A slider in points takes a number of points, with the word or without.
func TestPointsAreTypedAsWritten(t *testing.T) {
	p := param.Param{Name: "target", Style: numeral.Points, Min: 1e-6, Max: 1, Scale: param.Log}
	for text, want := range map[string]float64{"2": 0.02, "2 points": 0.02, "2 %": 0.02, "0.5": 0.005, "100": 1} {
		if v, err := readValue(p, text); err != nil || v != want {
			t.Errorf("%q is read as %v, %v; want %v", text, v, err, want)
		}
	}
	for text, want := range map[string]string{"200": "target = 200 points is outside [0.0001, 100] points", "x": `target: "x" is no number`} {
		if _, err := readValue(p, text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
