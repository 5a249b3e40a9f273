package known

import "testing"

func TestRanges(t *testing.T) {
	for r, want := range map[Range]string{Probability: "0 to 1", Correlation: "-1 to 1", NotNegative: "at least 0", NotPositive: "at most 0", Signed: "any number",
		{}: "words", {0.5, 1}: "0.5 to 1"} {
		if got := r.String(); got != want {
			t.Errorf("%v reads %q, want %q", [2]float64{r.Low, r.High}, got, want)
		}
	}
	if !Probability.Holds(1) || Probability.Holds(1.1) || Probability.Holds(Nothing("").Value) {
		t.Error("a probability is at most 1, and a number")
	}
	if v := Correlation.Clip(Sampled(0.9, 0.6, 1.2, 0.95)); v.Low != 0.6 || v.High != 1 || v.Value != 0.9 {
		t.Errorf("clipped it is %+v", v)
	}
	if v := Probability.Clip(Approximated(1.5)); v != Approximated(1.5) {
		t.Errorf("a number without an interval becomes %+v", v)
	}
}
