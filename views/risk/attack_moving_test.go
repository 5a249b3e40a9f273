package risk

import (
	"context"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
)

// While a slider moves nothing is searched, even where the session has the curve: a key that goes back is answered as soon as
// one that goes on.
func TestAttackMovesWithinAFrame(t *testing.T) {
	const query = "of=laplace&epsilon=1"
	ctx := worktest.Session(t.Context(), 1<<22)
	if _, err := sheetOf(ctx, query); err != nil {
		t.Fatal(err)
	}
	values, err := Attack.Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	page, err := Attack.Ask(ctx, values)
	if err != nil {
		t.Fatal(err)
	}
	moving, stop := context.WithCancel(work.WithStarts(ctx, new(work.WarmStarts)))
	defer stop()
	shown := false
	_, _ = page.Sheet(moving, func(s engine.Sheet) {
		if !s.Settling {
			return
		}
		shown = true
		stop()
		for _, a := range s.Readings {
			if looked := a.Key.Name == "mu" || a.Key.Name == "regret"; looked != a.Pending {
				t.Errorf("%s is pending: %v", a.Key, a.Pending)
			}
		}
	})
	if !shown {
		t.Error("the page of a moving slider is not shown")
	}
}
