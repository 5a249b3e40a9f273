package param

import "testing"

// A parameter on a scale of ratios may allow zero: no slider reaches it, but an address can; stepping leaves it for the
// slider's range.
func TestStepsFromZero(t *testing.T) {
	epsilon := Param{Name: "epsilon", Min: 0, Max: 1500, Low: 0.01, High: 20, Default: 1, Scale: Log}
	kept := Param{Name: "kept", Min: 0, Max: 1e12, Low: 1, High: 1000, Default: 50, Scale: Count}
	for _, c := range []struct {
		param  Param
		steps  int
		coarse bool
		want   float64
	}{
		{epsilon, 1, false, 0.01}, {epsilon, 1, true, 0.01}, {epsilon, 2, true, 0.02},
		{epsilon, -1, false, 0}, {epsilon, -3, true, 0},
		{kept, 1, false, 1}, {kept, 2, false, 2}, {kept, 1, true, 1}, {kept, -1, true, 0}, {kept, -1, false, 0},
	} {
		if got := c.param.Step(0, c.steps, c.coarse); got != c.want {
			t.Errorf("%s: %d steps from 0 (coarse %t) give %v, want %v", c.param.Name, c.steps, c.coarse, got, c.want)
		}
	}
	for _, p := range []Param{epsilon, kept} {
		if got := p.Snap(0); got != p.Low {
			t.Errorf("%s: 0 snaps to %v, want the slider's end %v", p.Name, got, p.Low)
		}
		if got := p.Position(0); got != 0 {
			t.Errorf("%s: 0 sits at %v", p.Name, got)
		}
	}
}

// A zero with a meaning of its own has a word, by which it is written and read, and comes before the slider's least value.
func TestZeroIsAWord(t *testing.T) {
	p := Param{Name: "records", Symbol: "m", Min: 0, Max: 1e6, Low: 10, High: 2000, Scale: Count, Zero: "auto"}
	if got := p.Text(0) + " " + p.Text(10); got != "auto 10" {
		t.Errorf("0 and 10 are written %s", got)
	}
	if v, err := p.Read("auto"); v != 0 || err != nil {
		t.Errorf("auto is read as %v, %v", v, err)
	}
	for _, c := range []struct {
		from  float64
		steps int
		want  float64
	}{{0, 1, 10}, {0, 2, 11}, {0, -1, 0}, {10, -1, 0}, {11, -1, 10}, {5, -1, 4}} {
		if got := p.Step(c.from, c.steps, false); got != c.want {
			t.Errorf("%d steps from %v give %v, want %v", c.steps, c.from, got, c.want)
		}
	}
}
