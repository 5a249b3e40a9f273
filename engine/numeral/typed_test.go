package numeral

import "testing"

// What is written in a style is read back, with the unit, without it, and in all digits.
func TestTypedNumbersAreReadBack(t *testing.T) {
	for _, s := range []Style{Plain, Percent, Points, Relative, Whole} {
		for _, v := range []float64{0, 0.3, 0.29, 1, 0.07, 1.0 / 3, 1e-5, 2, 1234567} {
			typed := s.Typed(v)
			for _, text := range []string{typed + " " + s.Unit(), typed + s.Unit(), " " + typed + " "} {
				if got, err := s.Read(text); (err != nil || got != v) && !(s == Percent || s == Relative) {
					t.Errorf("in style %d %q is read as %v, %v; want %v", s, text, got, err, v)
				}
			}
			if got, err := s.Read(typed + s.Unit()); err != nil || got != v {
				t.Errorf("in style %d %q is read as %v, %v; want %v", s, typed+s.Unit(), got, err, v)
			}
		}
	}
}

// A number in per cent or points has the unit that stands beside it, and what may mean either is refused.
func TestTypedShares(t *testing.T) {
	for _, c := range []struct {
		style Style
		text  string
		want  float64
	}{{Percent, "80", 0.8}, {Percent, "80 %", 0.8}, {Percent, "0.8%", 0.008}, {Percent, "1", 0.01}, {Percent, "1,000", 10}, {Percent, "3e-5 %", 3e-7},
		{Points, "3", 0.03}, {Points, "0.5", 0.005}, {Points, "3 points", 0.03}, {Points, "3 %", 0.03}, {Plain, "1,250", 1250}, {Plain, "10^-6", 1e-6}} {
		if got, err := c.style.Read(c.text); err != nil || got != c.want {
			t.Errorf("%q is read as %v, %v; want %v", c.text, got, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"0.8": "0.8 of 1, or 0.8 %? type 80, or 0.8%", "3 %5": `"3 %5" is no number`, "": `"" is no number`, "nan": `"nan" is no number`, "1e999": `"1e999" is no number`} {
		if _, err := Percent.Read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Plain.Read("3 %"); err == nil {
		t.Error("a plain number is read in per cent")
	}
}
