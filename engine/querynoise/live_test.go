package querynoise

import (
	"slices"
	"testing"

	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// The coarser grid is the finest of at most liveCells that the question's own refines.
func TestCoarser(t *testing.T) {
	for _, c := range []struct {
		q     Question
		cells int // 0: there is none
		reach float64
	}{
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1}, 96, 3},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 10}, 96, 30},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Width: 0.008, Support: 2}, 100, 2},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Width: 0.05, Support: 2}, 80, 2},
		{Question{Epsilon: 3, Delta: 0.3, Sensitivity: 1, Width: 0.02, Support: 3}, 150, 3},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Width: 1.0 / 83, Support: 2}, 0, 2}, // 83 is prime
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 2, Query: optimal.Count, Support: 20}, 81, 40},
		{Question{Epsilon: 1, Delta: 0.2, Sensitivity: 2, Query: optimal.Count, Support: 40}, 0, 80},
		{Question{Epsilon: 1, Delta: 0, Sensitivity: 1}, 0, 0},
		{Question{Epsilon: 1, Delta: 0.1, Sensitivity: 1, Below: optimal.Normal{Mu: 1, Floor: 1e-6}}, 48, 6},
	} {
		q := c.q
		q.Loss = absolute
		coarse, found := q.coarser()
		if found != (c.cells > 0) || found && (coarse.problem().Cells() != c.cells || coarse.Reach() != c.reach || coarse.Reach() != q.Reach()) {
			t.Errorf("%+v: %d cells to %v, found: %t", c.q, coarse.problem().Cells(), coarse.Reach(), found)
		}
	}
}

// points returns further points, read as they are written.
func points(t *testing.T, text string) optimal.Points {
	t.Helper()
	p, err := optimal.ReadPoints(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// While a slider moves, a certified law soon appears that costs no less than the final one and hardly more, and, except for the
// first, starts where the last one stopped. The best noise has the digits of one computed at rest.
func TestLive(t *testing.T) {
	for _, q := range []Question{
		{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 0.05, Support: 2},
		{Epsilon: 1, Delta: 0.2, Sensitivity: 10, Loss: central.Square{}},
		{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: central.Pinball(0.3), Atom: true, Width: 0.05, Support: 2},
		{Epsilon: 1, Delta: 0.2, Sensitivity: 2, Loss: absolute, Query: optimal.Count},
		{Epsilon: 1, Delta: 0.1, Also: points(t, "0:0.35,3:0.002"), Sensitivity: 1, Loss: absolute, Width: 0.05, Support: 5},
		{Epsilon: 1, Delta: 0.127, Below: optimal.Normal{Mu: 1, Floor: 1e-6}, Sensitivity: 1, Loss: absolute},
	} {
		ctx := work.With(work.WithStarts(t.Context(), &work.WarmStarts{}), &work.Session{Store: work.NewStore(1 << 20)})
		near := 1.001
		if q.Below.Any() { // on half as many cells
			near = 1.01
		}
		for _, epsilon := range []float64{1, 1.05, 1.1, 1.2, 1.05} {
			q.Epsilon = epsilon
			_, before := work.StartOf[start](ctx)
			_, kept := work.Peek[Best](ctx, bestKey{q})
			coarse, live, found, err := q.Live(ctx)
			if direct := coarse == q; err != nil || found != (!kept && (before || !direct)) {
				t.Fatalf("%+v: found: %t, %v", q, found, err)
			}
			moved, err := q.Best(ctx)
			if err != nil {
				t.Fatal(err)
			}
			alone, err := q.Best(t.Context())
			if err != nil || !slices.Equal(moved.Solved.Law.Masses, alone.Solved.Law.Masses) || !slices.Equal(moved.Solved.Law.Points, alone.Solved.Law.Points) {
				t.Errorf("%+v: the law is another where a slider has moved: losses %v and %v, %v", q, moved.Loss, alone.Loss, err)
			}
			if !found {
				continue
			}
			if c := live.Solved.Law.Certify(q.Moves(), q.Epsilon); c.Delta > q.Delta || live.Loss < moved.Loss*(1-1e-8) || live.Loss > moved.Loss*near {
				t.Errorf("%+v: live it costs %v and is private at δ = %v, settled %v", q, live.Loss, c.Delta, moved.Loss)
			}
			if left, _ := work.StartOf[start](ctx); left.of.Epsilon != q.Epsilon || len(left.events) == 0 {
				t.Errorf("%+v: left is %+v with %d events", q, left.of, len(left.events))
			}
		}
		if _, _, found, err := q.Live(t.Context()); found || err != nil {
			t.Errorf("%+v: a live law where no slider moves, %v", q, err)
		}
	}
}

// The rounds that fit into a moment are the first of all, and all of them for few cells; where no slider moves all rounds are
// made.
func TestBegun(t *testing.T) {
	moving := work.WithStarts(worktest.Session(t.Context(), 1<<24), &work.WarmStarts{})
	for _, q := range []Question{
		{Epsilon: 1, Delta: 0.2, Sensitivity: 1, Loss: absolute, Width: 0.25, Support: 2},
		{Epsilon: 2.3, Delta: 0.05, Sensitivity: 1, Loss: central.Slopes{Below: 1, Above: 2}, Width: 0.05},
	} {
		begun, all, err := q.Begun(moving)
		if err != nil || all && len(begun) == 0 {
			t.Fatalf("%+v: %d rounds, %v", q, len(begun), err)
		}
		stages, err := q.Stages(t.Context(), nil)
		if err != nil || len(begun) > len(stages) || all != (len(begun) == len(stages)) {
			t.Fatalf("%+v: %d rounds of %d, all: %t, %v", q, len(begun), len(stages), all, err)
		}
		for i, s := range begun {
			if s.Round != stages[i].Round || s.Zero != stages[i].Zero || !slices.Equal(s.Masses, stages[i].Masses) {
				t.Errorf("%+v: round %d is %+v at first, and then %+v", q, i+1, s.Round, stages[i].Round)
			}
		}
		if begun, all, err := q.Begun(t.Context()); begun != nil || all || err != nil {
			t.Errorf("%+v: %d rounds where no slider moves, %v", q, len(begun), err)
		}
	}
}
