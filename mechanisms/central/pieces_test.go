package central

import (
	"math"
	"strings"
	"testing"
)

// read reads a valid loss of pieces.
func read(t testing.TB, text string) Pieces {
	t.Helper()
	p, err := ReadPieces(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Pieces that are |x|, or a pinball, are these to every noise and on every cell;
// twice as long they cost half as much.
func TestPiecesAreTheLossesTheyDraw(t *testing.T) {
	for _, c := range []struct {
		text string
		same Loss
	}{
		{"-1:1,0:0,1:1", absolute}, {"-3:3,-1:1,0:0,2:2", absolute}, {"-1:0.3,0:0,4:2.8", Pinball(0.3)}, {"-2:2,0:0,1:2", Slopes{1, 2}},
	} {
		p := read(t, c.text)
		for _, x := range []float64{-7, -1, -0.3, 0, 0.4, 3, 50} {
			if math.Abs(p.At(x)-c.same.At(x)) > 1e-12*(1+c.same.At(x)) || math.Abs(p.In(2).At(x/2)-c.same.At(x)) > 1e-12*(1+c.same.At(x)) {
				t.Errorf("%s costs %g at %g, and %g in twos, want %g", c.text, p.At(x), x, p.In(2).At(x/2), c.same.At(x))
			}
		}
		for _, cell := range [][2]float64{{-5, -4}, {-1.5, 0.2}, {0, 0.1}, {0.9, 1.1}, {-9, 9}} {
			if got, want := p.Mean(cell[0], cell[1]), c.same.Mean(cell[0], cell[1]); math.Abs(got-want) > 1e-12*want || p.Least(cell[0], cell[1]) != p.At(nearest(cell[0], cell[1])) {
				t.Errorf("%s costs %g on %v, want %g", c.text, got, cell, want)
			}
		}
		if p.Even() != c.same.Even() {
			t.Errorf("%s is told to be even: %v", c.text, p.Even())
		}
		for name, n := range made(t, 1.2, 0.15, c.same) {
			if got, want := n.Expected(p), n.Expected(c.same); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s under %s costs %g, want %g", name, c.text, got, want)
			}
		}
	}
}

// An invalid loss is refused with what would work.
func TestPiecesErrors(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "counted to 1; 2 to 12"},
		{"0:0", "counted to 1; 2 to 12"},
		{"-1:1,0:0,nan:1", "is not finite"},
		{"-1:inf,0:0,1:1", "is not finite"},
		{"-1:1,zero,1:1", "1:2 would work"},
		{"-1:1,1:1,0:0", "increasing errors would work"},
		{"-1:1,0:0,0:0,1:1", "increasing errors would work"},
		{"-1:1,0:0,1:2,2:2.5", "the loss is not convex: it rises by 2 a unit before the error 1, and by 0.5 after it"},
		{"-1:2,0:1,1:2", "no error at all costs 1; 0:0"},
		{"-1:-1,0:0,1:1", "falls below 0"},
		{"0:0,1:1", "falls below 0"},
		{"-1:2e-14,0:1e-14,1:2e-14", "no error at all costs 1e-14; 0:0"},
		{"-1:1e-14,0:0,1:2e-14,2:2.5e-14", "the loss is not convex"},
	} {
		if _, err := ReadPieces(c.text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", c.text, err, c.says)
		}
	}
}

// Whether both sides cost the same does not depend on the unit of costs.
func TestEvenInAnyUnit(t *testing.T) {
	for _, c := range []struct {
		text string
		even bool
	}{
		{"-1:1e-14,0:0,1:1e-14", true}, {"-2:3e-14,-1:1e-14,0:0,1:2e-14,2:4e-14", false}, {"-1:1e9,0:0,1:1e9", true},
		{"-1e9:1e9,-1:1e-4,0:0,1:2e-4,1e9:1e9", false}, {"-1:1,0:0,1e-6:1e-6,1:1", true},
	} {
		if got := read(t, c.text).Even(); got != c.even {
			t.Errorf("%s is told to be even: %v", c.text, got)
		}
	}
}

// The staircase of a loss of pieces is chosen among all.
func TestStaircaseOfPieces(t *testing.T) {
	l := read(t, "-2:2,-0.5:0,0.5:0,2:2")
	best := NewStaircase(1.5, l)
	for _, gamma := range []float64{0.01, 0.1, 0.3, 0.5, 0.7, 0.99} {
		if other := (Staircase{1.5, gamma}); other.Expected(l) < best.Expected(l)-1e-12 {
			t.Errorf("a γ of %g is better than %g", gamma, best.Gamma)
		}
	}
}
