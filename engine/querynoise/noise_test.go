package querynoise

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

var absolute = central.Slopes{Below: 1, Above: 1}

// The grid is the requested one, rounded so that the sensitivity is a multiple of a cell.
func TestGrid(t *testing.T) {
	for _, c := range []struct {
		q            Question
		width, reach float64
		cells        int
	}{
		{Question{Epsilon: 3, Delta: 0.3, Sensitivity: 1, Width: 0.02, Support: 1.1}, 0.02, 1.1, 110},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 10, Width: 0.5, Support: 2}, 0.5, 20, 80},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Width: 0.3, Support: 2}, 1.0 / 3, 2, 12},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Width: 9, Support: 2}, 0.5, 2, 8},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1}, 1.0 / 32, 3, 192}, // the rule: 1.67 rounded up, and one more
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 2.5, Query: optimal.Count}, 1, 9, 19},
	} {
		q := Asked(c.q)
		if w, r, n := q.CellWidth(), q.Reach(), q.problem().Cells(); math.Abs(w-c.width) > 1e-12 || math.Abs(r-c.reach) > 1e-9 || n != c.cells {
			t.Errorf("%+v: cells of %v to %v, %d of them; want %v to %v, %d", c.q, w, r, n, c.width, c.reach, c.cells)
		}
	}
}

// Losses grow with the sensitivity as their degree says, and the law stays.
func TestScale(t *testing.T) {
	for _, l := range []central.Loss{absolute, central.Square{}} {
		one, err := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: l, Width: 0.1, Support: 2}.Best(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ten, err := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 10, Loss: l, Width: 1, Support: 2}.Best(t.Context())
		if want := one.Loss * math.Pow(10, l.Degree()); err != nil || math.Abs(ten.Loss-want) > 1e-12*want {
			t.Errorf("%v: %v, %v, want %v", l, ten.Loss, err, want)
		}
	}
}

// A session solves a question once, and each of two sessions by itself.
func TestSolvedOnce(t *testing.T) {
	q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 0.1, Support: 2}
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	first, err := q.Best(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := q.Best(ctx); again.Solved != first.Solved {
		t.Error("it was solved twice")
	}
	if other, _ := q.Best(t.Context()); other.Solved == first.Solved || other.Loss != first.Loss {
		t.Error("another session sees it, or another answer")
	}
}

// Where no noise within the support is private there is a bound on all noise all the
// same, that of the rule's grid; where that has too many cells there is the reason.
func TestBoundBesideNoLaw(t *testing.T) {
	q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 1e-4, Support: 0.02}
	best, err := q.Best(t.Context())
	if err != nil || best.None == "" {
		t.Errorf("%+v, %v", best, err)
	}
	got, err := q.Floor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ruled := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute}
	want, err := ruled.Floor(t.Context())
	if err != nil || got != want || q.Bounded() != ruled || ruled.Bounded() != ruled {
		t.Errorf("%+v, by the rule %+v, %v", got, want, err)
	}
	q = Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1e6, Loss: absolute, Query: optimal.Count, Support: 1e-4}
	if got, err = q.Floor(t.Context()); err != nil || !got.Refused || got.None == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// A law of many cells reports its progress: each part is a share of one whole.
func TestProgressIsTold(t *testing.T) {
	q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 0.02, Support: 2}
	for name, ask := range map[string]func(context.Context) error{
		"best":  func(ctx context.Context) error { _, err := q.Best(ctx); return err },
		"floor": func(ctx context.Context) error { _, err := q.Floor(ctx); return err },
		"stages": func(ctx context.Context) error {
			_, err := q.Stages(ctx, func(_ []Stage, p work.Progress) { work.Report(ctx, p) })
			return err
		},
	} {
		var told []work.Progress
		if err := ask(work.Reporting(t.Context(), func(p work.Progress) { told = append(told, p) })); err != nil {
			t.Fatal(err)
		}
		for i, p := range told {
			if p.Done < 0 || p.Done > p.Of || i > 0 && (math.Abs(p.Of-told[i-1].Of) > 1e-9 || p.Done < told[i-1].Done) {
				t.Errorf("%s: %d of %d: %+v", name, i, len(told), p)
			}
		}
		if len(told) < 10 {
			t.Errorf("%s: %d reports", name, len(told))
		}
	}
}

// A frontier moves on between its refinements too.
func TestFrontierTellsHowFarItIs(t *testing.T) {
	f := Frontier{Question: Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute}, Over: Delta, Low: 0.1, High: 0.4}
	last, moved := 0.0, 0
	_, err := f.Places(t.Context(), func(_ []Place, p work.Progress) {
		if p.Share() > last {
			last = p.Share()
			moved++
		}
	})
	if err != nil || last != 1 || moved < 4*stages[len(stages)-1] {
		t.Errorf("it moves %d times, up to %v, %v", moved, last, err)
	}
}

// A record moves a count by a whole number and not by 0, anything else by any part
// of the sensitivity.
func TestMoved(t *testing.T) {
	for _, c := range []struct {
		query       optimal.Query
		sensitivity float64
		asked, want float64
	}{
		{optimal.Real, 2, 0.3, 0.3}, {optimal.Real, 2, 0, 0},
		{optimal.Count, 4, 0.3, 0.25}, {optimal.Count, 4, -0.9, -1}, {optimal.Count, 4, 0, 0.25}, {optimal.Count, 1, 0.2, 1},
	} {
		if got := (Question{Query: c.query, Sensitivity: c.sensitivity}).Moved(c.asked); got != c.want {
			t.Errorf("query %d, sensitivity %g: %g is moved by %g, want %g", c.query, c.sensitivity, c.asked, got, c.want)
		}
	}
}

// Fixed shapes cost along a frontier what they cost at each place; whole noise is for counts alone.
func TestRivals(t *testing.T) {
	for _, query := range []optimal.Query{optimal.Real, optimal.Count} {
		f := Frontier{Question: Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: central.Square{}, Query: query}, Low: 0.1, High: 6}
		whole := false
		for _, r := range f.Rivals() {
			whole = whole || r.Name == "discrete-laplace"
			for i, at := range r.At {
				if c, err := f.With(at).Compete(r.Name); err != nil || c.Loss.Value != r.Loss[i] {
					t.Errorf("%s at %g: %g along the frontier, alone %g (%v)", r.Name, at, r.Loss[i], c.Loss.Value, err)
				}
			}
		}
		if whole != (query == optimal.Count) {
			t.Errorf("query %d: whole noise is a rival: %t", query, whole)
		}
	}
}

// A loss of pieces is told in the answer's unit: |x| in pieces gives the numbers of
// |x| at any sensitivity.
func TestPiecesAreInTheAnswersUnit(t *testing.T) {
	pieces, err := central.ReadPieces("-3:3,0:0,4:4")
	if err != nil {
		t.Fatal(err)
	}
	q := Question{Epsilon: 1, Delta: 0.2, Sensitivity: 10, Support: 2, Width: 1}
	var losses [2]float64
	for i, l := range []central.Loss{central.Slopes{Below: 1, Above: 1}, pieces} {
		q.Loss = l
		best, err := Asked(q).Best(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		losses[i] = best.Loss
		rival, err := Asked(q).Compete("staircase")
		if err != nil || math.Abs(rival.Loss.Value-9.5951737566747204) > 1e-12 {
			t.Errorf("the staircase costs %v: %v", rival.Loss.Value, err)
		}
	}
	if math.Abs(losses[0]-losses[1]) > 1e-9 {
		t.Errorf("|x| costs %v, in pieces %v", losses[0], losses[1])
	}
}

// Without a requested width of cells, no noise of a fixed shape costs less than the best one found, and none costs less than
// the bound on all noise.
func TestNoFixedShapeCostsLess(t *testing.T) {
	effort.ForNumbers(t)
	flat, err := central.ReadPieces("-2:2,-0.3:0,0.3:0,2:2")
	if err != nil {
		t.Fatal(err)
	}
	losses := []central.Loss{absolute, central.Square{}, central.Pinball(0.6), central.Slopes{Below: 1, Above: 2}, flat}
	rng := rand.New(rand.NewPCG(7, 9))
	questions := []Question{{Epsilon: 11.5, Delta: 0.0186, Sensitivity: 0.51, Loss: central.Pinball(0.6)}, {Epsilon: 15, Delta: optimal.MinDelta, Sensitivity: 1, Loss: central.Square{}}}
	for range effort.Scale(4, 60, 2000) {
		q := Question{Epsilon: math.Exp(rng.Float64()*5.3 - 2.6), Delta: 0.9 * math.Exp(-rng.Float64()*15), Sensitivity: 2, Loss: losses[rng.IntN(len(losses))],
			Shape: optimal.Shape(rng.IntN(2)), Query: optimal.Query(rng.IntN(2)), Atom: rng.IntN(2) == 0}
		questions = append(questions, q)
	}
	for _, q := range questions {
		q = Asked(q)
		best, err := q.Best(t.Context())
		if err != nil || best.None != "" {
			if err != nil || !best.Refused {
				t.Errorf("%+v: %s, %v", q, best.None, err)
			}
			continue
		}
		for _, c := range q.Competitors() {
			whole := c.Name == "discrete-laplace"
			if whole == (q.Query == optimal.Count) && best.Loss > c.Loss.Value*(1+1e-6) {
				t.Errorf("%+v: %s costs %v, the best that was found %v", q, c.Title, c.Loss.Value, best.Loss)
			}
		}
		if effort.Scale(0, 1, 1) == 0 {
			continue
		}
		if floor, err := q.Floor(t.Context()); err != nil || floor.Value > best.Loss*(1+1e-9) {
			t.Errorf("%+v: no noise has below %v, and it costs %v; %v", q, floor.Value, best.Loss, err)
		}
	}
}

// A staircase is certified as any law; with requested cells there is none.
func TestStaircasesAreCertified(t *testing.T) {
	effort.ForNumbers(t)
	for _, q := range []Question{
		{Epsilon: 11.5, Delta: 0.0186, Sensitivity: 0.51, Loss: central.Pinball(0.6)},
		{Epsilon: 6, Delta: 0.2, Sensitivity: 3, Loss: absolute, Atom: true},
		{Epsilon: 4, Delta: 1e-4, Sensitivity: 1, Loss: absolute, Shape: optimal.Monotone},
	} {
		best, err := q.Best(t.Context())
		if err != nil || !best.Stairs || best.Loss >= best.Solved.Loss*q.Scale() {
			t.Fatalf("%+v: %+v, %v", q, best, err)
		}
		if c := best.Certified.Law.Certify(q.Moves(), q.Epsilon); c.Delta > q.Delta || c.Delta != best.Delta {
			t.Errorf("%+v: certified at %v, told %v", q, c.Delta, best.Delta)
		}
		wider := q
		wider.Width = q.CellWidth()
		if held, err := wider.Best(t.Context()); err != nil || held.Stairs || math.Abs(held.Loss-best.Solved.Loss*q.Scale()) > 1e-9*held.Loss {
			t.Errorf("%+v: on cells that were asked for it is %+v, %v", q, held, err)
		}
	}
}
