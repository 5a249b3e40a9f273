package view

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// rough is a question that gets a rough answer while a slider moves.
type rough struct {
	level   float64
	roughly bool
	known   bool // its answer takes no time
	fails   bool // the rough answer fails
}

func roughView(q rough) View {
	return Of(Declaration[rough]{
		Name: "rough", Question: "?", Source: "made up", Form: param.Form{Params: []param.Param{level}},
		Ask: func(_ context.Context, v param.Values) (rough, error) {
			q.level = v.Get(level)
			return q, nil
		},
		Moving: func(_ context.Context, q rough) (rough, bool) {
			q.roughly = true
			return q, !q.known
		},
		Provenance: Stated(func(rough) engine.Note { return engine.Note{Text: "theirs"} }),
		Readings: []Entry[rough]{Reading[rough]{Name: "level", Label: "level",
			Value: Known(func(q rough) known.Value {
				if q.roughly {
					return known.OrMore(q.level - 1)
				}
				return known.Exactly(q.level)
			}),
			Cases: []Case[rough]{{Formula: "l", With: Remark(func(q rough, _ known.Value) string {
				if q.roughly {
					panic("why takes longer than the number")
				}
				return ""
			})}}}},
		Draw: func(ctx context.Context, q rough, answer Readings, show func(engine.Sheet)) (engine.Sheet, error) {
			if q.roughly && q.fails {
				return engine.Sheet{}, errors.New("it fails")
			}
			show(engine.Sheet{Progress: work.Progress{Done: 1, Of: 2}})
			title := "settled"
			if q.roughly {
				title = "roughly"
			}
			return engine.Sheet{Figure: engine.Figure{Title: title}}, nil
		},
	})
}

// shown is a sheet with the time when it was shown.
type shown struct {
	after time.Duration
	sheet engine.Sheet
}

func draw(ctx context.Context, t *testing.T, q rough) (engine.Sheet, []shown) {
	t.Helper()
	v := roughView(q)
	began, parts := time.Now(), []shown{}
	sheet, err := v.Sheet(ctx, param.Values{}, func(s engine.Sheet) { parts = append(parts, shown{time.Since(began), s}) })
	if err != nil {
		t.Fatal(err)
	}
	return sheet, parts
}

// While a slider moves, the page of the rough question is shown, whole and true, until the slider rests; then it stays until
// the final one, whatever partial pages come before that. The progress moves on and does not go back.
func TestLessIsAnsweredWhileASliderMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sheet, parts := draw(work.WithStarts(t.Context(), new(work.WarmStarts)), t, rough{})
		if sheet.Settling || sheet.Figure.Title != "settled" || sheet.Readings[0].Known != known.Exactly(2) || sheet.Readings[0].Why.Formula != "l" {
			t.Errorf("settled: %+v", sheet)
		}
		settling, before := false, 0.0
		for _, p := range parts {
			share := p.sheet.Progress.Share()
			if share < before || share >= 1 {
				t.Errorf("%g of the whole after %g", share, before)
			}
			before = share
			if p.sheet.Provenance.Text != "theirs" {
				t.Error("a part says not whose it is")
			}
			if settling = settling || p.sheet.Settling; !settling {
				continue
			}
			if !p.sheet.Settling || p.sheet.Figure.Title != "roughly" || p.sheet.Readings[0].Known != known.OrMore(1) || p.sheet.Readings[0].Pending {
				t.Errorf("after %v: %+v", p.after, p.sheet)
			}
		}
		if last := parts[len(parts)-1]; !settling || last.after == 0 {
			t.Errorf("%d parts, the last after %v", len(parts), last.after)
		}
	})
}

// No rough page is shown where no slider moves, where the answer takes no time, and where the rough answer fails.
func TestNothingLessIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moving := work.WithStarts(t.Context(), new(work.WarmStarts))
		for name, c := range map[string]struct {
			ctx context.Context
			q   rough
		}{"at rest": {t.Context(), rough{}}, "known": {moving, rough{known: true}}, "failing": {moving, rough{fails: true}}} {
			began := time.Now()
			sheet, parts := draw(c.ctx, t, c.q)
			if sheet.Figure.Title != "settled" || time.Since(began) > 0 {
				t.Errorf("%s: %q after %v", name, sheet.Figure.Title, time.Since(began))
			}
			for _, p := range parts {
				if p.sheet.Settling {
					t.Errorf("%s: %+v stands before", name, p.sheet)
				}
			}
		}
	})
}

// A slider that moves on ends the wait.
func TestMovingOnEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(work.WithStarts(t.Context(), new(work.WarmStarts)))
		v := roughView(rough{})
		_, err := v.Sheet(ctx, param.Values{}, func(s engine.Sheet) {
			if s.Settling {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
	})
}
