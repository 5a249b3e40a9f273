package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/mechanisms/central"
)

// embeddedPoints holds some rows of the reference for several points, for use without it.
var embeddedPoints = []map[string]string{
	{"epsilon": "1", "delta": "0.2", "also": "0:0.35", "sensitivity": "1", "beta": "0.25", "support": "2", "loss": "l1", "value": "0.7564773952196457"},
	{"epsilon": "0.5", "delta": "0.1", "also": "2:0.001", "sensitivity": "1", "beta": "0.25", "support": "6", "loss": "l1", "value": "1.1024641015831047"},
	{"epsilon": "1", "delta": "0.1", "also": "0:0.4", "sensitivity": "1", "beta": "0.25", "support": "3", "loss": "asymmetric", "value": "1.0423417574842146"},
	{"epsilon": "0.6", "delta": "0.2", "also": "0:0.36/1.5:0.05/3:0.004", "sensitivity": "10", "beta": "2.5", "support": "4", "loss": "l1", "value": "8.139766891890742"},
	{"epsilon": "3", "delta": "0.03", "also": "0:0.26", "sensitivity": "1", "beta": "0.25", "support": "2", "loss": "l1", "value": "none"},
	{"epsilon": "1", "delta": "0.2", "also": "5:1e-6/0:0.3", "sensitivity": "1", "beta": "0.25", "support": "2", "loss": "l1", "value": "none"},
}

// pointed returns the problem of a row, and its sensitivity.
func pointed(t *testing.T, row map[string]string) (p Problem, sensitivity float64) {
	sensitivity = number(t, row["sensitivity"])
	steps := math.Round(sensitivity / number(t, row["beta"]))
	also, err := ReadPoints(strings.ReplaceAll(row["also"], "/", ","))
	if err != nil {
		t.Fatal(err)
	}
	return Problem{Epsilon: number(t, row["epsilon"]), Delta: number(t, row["delta"]), Also: also,
		Loss:  map[string]central.Loss{"l1": absolute, "l2": central.Square{}, "asymmetric": doubled}[row["loss"]],
		Steps: int(steps), Reach: int(math.Round(number(t, row["support"]) * steps))}, sensitivity
}

// Laws that keep several points cost as much as in an independent solver of the full program, to 10⁻⁷, and keep each point by
// rational arithmetic, independent of the program.
func TestReferencePoints(t *testing.T) {
	rows := embeddedPoints
	if oracle.Present() {
		rows = append(rows, oracle.Table(t, "reference", "dro_points.csv")...)
	}
	for _, row := range rows {
		p, sensitivity := pointed(t, row)
		t.Run(fmt.Sprintf("ε=%g δ=%g also %v %s", p.Epsilon, p.Delta, p.Also, row["loss"]), func(t *testing.T) {
			s, err := Solve(t.Context(), p, nil)
			if row["value"] == "none" {
				if none := (*InfeasibleError)(nil); !errors.As(err, &none) {
					t.Errorf("%v, %v, and there is no such law", s.Loss, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := number(t, row["value"])
			if got := s.Loss * math.Pow(sensitivity, p.Loss.Degree()); math.Abs(got-want) > 1e-7*want {
				t.Errorf("%.12f, want %.12f", got, want)
			}
			wellFounded(t, row["also"], p, s)
			keeps(t, p, s.Law)
			if cut, err := Cut(t.Context(), p, nil); err != nil || math.Abs(cut.Loss-s.Loss) > 1e-7*s.Loss {
				t.Errorf("by cutting planes %v, %v, and %v by sums", cut.Loss, err, s.Loss)
			}
		})
	}
}

// keeps holds a law to every point in rational numbers.
func keeps(t *testing.T, p Problem, l Law) {
	t.Helper()
	for _, at := range p.Points() {
		e, err := CertifyExactly(l.Pieces(), p.Moves(), at.Epsilon)
		if err != nil {
			t.Fatal(err)
		}
		hair := new(big.Rat).SetFloat64(1e-13) // masses are divided by their sum, and places by their grid, before they are looked at
		if most := new(big.Rat).Add(decimal(at.Delta), hair); e.High.Cmp(most) > 0 {
			t.Errorf("δ at ε = %g is %s, and not %g", at.Epsilon, e.High.FloatString(17), at.Delta)
		}
	}
}

// For points that a support cannot hold, the error names the fewest of them, with the least support that holds all: on that
// there is a law, and on one sensitivity less there is none.
func TestPointsTooMuch(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta float64
		also           string
		reach          int
		want           string
		none           bool // it is said that none is known to be enough
	}{
		{3, 0.03, "0:0.26", 8, "no noise within ±2.00 sensitivities keeps delta = 0.03 at epsilon = 3 and delta = 0.26 at epsilon = 0 together; support = 3 is the least whole number that is enough", false},
		{1, 0.2, "5:1e-6,0:0.3", 8, "no noise within ±2.00 sensitivities keeps delta = 1e-06 at epsilon = 5; support = ", false},
		{1, 0.2, "0:0.01", 8, "no noise within ±2.00 sensitivities keeps delta = 0.01 at epsilon = 0; support = ", false},
		{1, 0.2, "0:0.001", 8, "keeps delta = 0.001 at epsilon = 0; a longer support or a greater delta is needed", true},
	} {
		also, err := ReadPoints(c.also)
		if err != nil {
			t.Fatal(err)
		}
		p := Problem{Epsilon: c.epsilon, Delta: c.delta, Also: also, Loss: absolute, Steps: 4, Reach: c.reach}
		_, err = Solve(t.Context(), p, nil)
		none := (*InfeasibleError)(nil)
		if !errors.As(err, &none) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
			continue
		}
		if c.none {
			continue
		}
		for _, support := range []float64{none.Enough - 1, none.Enough} {
			p.Reach = int(support) * p.Steps
			if _, err := Solve(t.Context(), p, nil); (err == nil) != (support == none.Enough) {
				t.Errorf("%v within %g: %v, and %g is said to be the least", also, support, err, none.Enough)
			}
		}
	}
}

// Where cells are so narrow that no longer support has room on the grid, the error names one that suffices on wider cells: on
// the widest, and so on every even number of them.
func TestPointsTooMuchForTheCells(t *testing.T) {
	also, err := ReadPoints("5:1e-6,0:0.3")
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{Epsilon: 1, Delta: 0.05, Also: also, Loss: absolute, Steps: 200, Reach: 200}
	_, err = Solve(t.Context(), p, nil)
	none := (*InfeasibleError)(nil)
	if !errors.As(err, &none) || !none.Wider || !strings.Contains(err.Error(), "is enough for all points, with wider cells") {
		t.Fatalf("%v", err)
	}
	for _, steps := range []int{2, 6, 10} {
		p.Steps, p.Reach = steps, steps*int(none.Enough)
		if _, err := Solve(t.Context(), p, nil); err != nil {
			t.Errorf("%d cells to a sensitivity within %g: %v", steps, none.Enough, err)
		}
	}
}

// Where a slider moves, a law that begins with the events of the last is as good as one from scratch.
func TestPointsNear(t *testing.T) {
	also, err := ReadPoints("0:0.35,3:0.002")
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{Epsilon: 1, Delta: 0.1, Also: also, Loss: absolute, Steps: 10, Reach: 60}
	near, err := Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		p.Epsilon *= 1.05
		near = followed(t, fmt.Sprintf("%+v", p), p, near.Events)
		keeps(t, p, near.Law)
	}
	p.Also = Points{}
	followed(t, "without points", p, near.Events) // it may not use its events
}

// No support is long enough where a δ is 0, and none is sought.
func TestNoSupportIsEnoughWithoutDelta(t *testing.T) {
	also, err := ReadPoints("0:0.3")
	if enough := (Problem{Epsilon: 1, Also: also, Steps: 2}).Enough(); err != nil || !math.IsInf(enough, 1) {
		t.Errorf("a support of %v is enough, %v", enough, err)
	}
}

// Points are read in any order, and written by their ε; an invalid one is refused in a line.
func TestReadPoints(t *testing.T) {
	points, err := ReadPoints(" 5:1e-6 , 0:0.3,")
	if err != nil || points.String() != "0:0.3,5:1e-06" || !slices.Equal(points.List(), []Point{{0, 0.3}, {5, 1e-6}}) {
		t.Errorf("%v, %v", points, err)
	}
	if none, err := ReadPoints(""); err != nil || none.Any() {
		t.Errorf("%v, %v", none, err)
	}
	for text, want := range map[string]string{
		"five":        `"five" is no point; epsilon:delta is one, such as 5:1e-6`,
		"5:few":       `"few" in "5:few" is no number`,
		"5:":          `"" in "5:" is no number`,
		"NaN:0.1":     `"NaN" in "NaN:0.1" is no number`,
		"1:2:3":       `"2:3" in "1:2:3" is no number`,
		"99:0.1":      "epsilon = 99 of \"99:0.1\" is outside [0, 15]",
		"1e999:0.1":   "epsilon = +Inf of",
		"-1:0.1":      "epsilon = -1 of",
		"2:0":         "delta = 0 of \"2:0\" is outside [1e-09, 1)",
		"2:1":         "delta = 1 of",
		"2:0.1,2:0.2": "epsilon = 2 is given twice, with delta = 0.1 and 0.2; the smaller delta is enough",
		"0:0.3,2:0.4": "delta = 0.4 at epsilon = 2 holds nothing back: the advantage is at most 0.3",
		"3:0.2,1:0.2": "delta = 0.2 at epsilon = 3 holds nothing back: delta at epsilon = 1 is at most 0.2",
		"1:.9,2:.8,3:.7,4:.6,5:.5,6:.4,7:.3,8:.2,9:.1": "9 points are more than the 8",
	} {
		if _, err := ReadPoints(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
