package views

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// togethers lists refusals of several controls together, which no single range expresses: the test sets one and leaves the
// others at their defaults.
var togethers = []string{
	"the classical Gaussian, whose proof needs epsilon <= 1", // epsilon with mechanism
	"Gaussian noise gives no guarantee without a δ",          // delta with method
	"no ε can be guaranteed",                                 // method with before
	"model names no file",                                    // of with model
	"is found by guessing at a false positive rate",          // value with fpr
	"noise=best: ",              // epsilon and delta with noise
	"it keeps no ε without a δ", // delta with noise
}

// Declared ranges are accepted: every view answers at both ends of every control, or says that the end is outside, and then
// right next to it.
func TestRangesAreAccepted(t *testing.T) {
	ctx, tried := worktest.Shared(), 0
	for _, v := range All {
		seen := map[string]bool{}
		for _, values := range picked(t, v) {
			for _, p := range v.Sliders(values) {
				for _, x := range accepted(p) {
					at := v.With(values, p, x)
					if seen[v.Encode(at)] {
						continue
					}
					seen[v.Encode(at)] = true
					if tried++; slow(v) && !effort.Sample(tried, 5, 3) {
						continue
					}
					if _, _, err := Open(v.Address(at)); err != nil {
						t.Errorf("%s = %s is %s, and refused: %v", p.Name, p.Exact(x), p.Range(), err)
					}
					if _, err := v.Ask(ctx, at); err != nil && !together(err) {
						t.Errorf("%s is refused, and %s may be %s: %v", v.Address(at), p.Name, p.Range(), err)
					}
				}
			}
		}
	}
}

// picked returns the settings that a view has with one of its options picked.
func picked(t *testing.T, v view.View) []param.Values {
	t.Helper()
	plain, err := v.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	list := []param.Values{plain}
	for _, c := range v.Choices {
		for _, o := range c.Options()[1:] {
			list = append(list, plain.Picking(c, o.Name))
		}
	}
	return list
}

// accepted returns the ends of a range, by its words, and those of the slider.
func accepted(p param.Param) []float64 {
	low, high := p.Travel()
	ends := []float64{p.Step(low, 0, false), high}
	if !strings.Contains(p.Range(), "above") {
		ends = append(ends, p.Min)
	}
	if !strings.Contains(p.Range(), "below") {
		ends = append(ends, p.Max)
	}
	list := ends[:0]
	for _, x := range ends {
		if (x != p.Min || !strings.Contains(p.Range(), "above")) && (x != p.Max || !strings.Contains(p.Range(), "below")) {
			list = append(list, x)
		}
	}
	return list
}

func together(err error) bool {
	for _, words := range togethers {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// Ranges say in words which of their ends are outside, and those are refused.
func TestRangesInWords(t *testing.T) {
	for _, c := range []struct {
		p    param.Param
		says string
		low  bool
		high bool
	}{
		{param.Param{Name: "p", Min: 0, Max: 1}, "0 to 1", true, true},
		{param.Param{Name: "p", Min: 0, Max: 1, Open: true}, "above 0 and below 1", false, false},
		{param.Param{Name: "p", Min: 0, Max: 1000, OpenLow: true}, "above 0, up to 1000", false, true},
	} {
		if c.p.Range() != c.says || (c.p.Check(c.p.Min) == nil) != c.low || (c.p.Check(c.p.Max) == nil) != c.high {
			t.Errorf("%s: %v, %v", c.p.Range(), c.p.Check(c.p.Min), c.p.Check(c.p.Max))
		}
	}
	if err := (param.Param{Name: "r", Min: 0, Max: 1000, OpenLow: true}).Check(0); fmt.Sprint(err) != "r = 0 is outside (0, 1000]" {
		t.Errorf("%v", err)
	}
}
