package explorer

import (
	"context"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/claims"
	"dpscope/views/classifier"
	"dpscope/views/noise"
	"dpscope/views/view"
)

// seen returns what a reader of a sheet sees, without its pointers.
func seen(s engine.Sheet) [3]any {
	return [3]any{s.Figure, s.Table(), s.AnswersTable()}
}

// alone returns the sheet of a setting in a fresh session.
func alone(t *testing.T, v view.View, values param.Values) engine.Sheet {
	t.Helper()
	s, err := v.Sheet(work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)}), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answered returns the answers of read at a setting.
func answered(ctx context.Context, t *testing.T, v view.View, values param.Values) engine.Table {
	t.Helper()
	answers, err := v.Values(ctx, values)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Sheet{Readings: answers}.AnswersTable()
}

// settle runs commands until nothing computes any more. It passes every shown sheet to look.
func settle(e *Explorer, cmd tea.Cmd, look func(engine.Sheet)) {
	arrivals := make(chan tea.Msg)
	begin := func(cmd tea.Cmd) {
		if cmd != nil {
			go func() { arrivals <- cmd() }()
		}
	}
	for begin(cmd); e.Busy(); {
		switch msg := (<-arrivals).(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				begin(c)
			}
		case Message:
			begin(e.Take(msg))
			look(e.sheet)
		}
	}
}

// Where a slider has moved, laws start from the last ones, and are shown before they are computed from scratch; budgets are
// shown before they are searched further, and shares of few draws before all are drawn. Once the slider rests, the screen, its
// export and read have the digits of a session that begins there.
func TestSettledSheetsKnowNoPast(t *testing.T) {
	for _, c := range []struct {
		view          view.View
		slider, query string
	}{
		{noise.Noise, "epsilon", "loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{noise.Noise, "epsilon", "loss=asymmetric&epsilon=1&delta=0.2&sensitivity=1&beta=0.1&support=3"},
		{noise.Noise, "epsilon", "loss=l1&atom=on&epsilon=3&delta=0.3&sensitivity=1&beta=0.04&support=2"},
		{noise.Proof, "epsilon", "show=shifts&loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{classifier.Utility, "epsilon", "mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&draws=1000"},
		{classifier.Recommend, "target", "for=record&criterion=exact&mechanism=pm&classifier=stroke-logistic&private=age&target=0.9&total=8"},
		{classifier.Recommend, "total", "for=record&criterion=exact&mechanism=pm&classifier=stroke-forest&target=0.9&total=8"},
		{classifier.Population, "epsilon", "over=records&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=20&target=0.9"},
		{classifier.Recommend, "target", "for=mean&classifier=stroke-logistic&private=age&records=5&target=0.8"},
	} {
		values, err := c.view.Setting(c.query)
		if err != nil {
			t.Fatal(err)
		}
		ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
		e := New(Session{Context: ctx, Clock: Clock{Now: time.Now, After: func(time.Duration, tea.Msg) tea.Cmd { return nil }}}, c.view, values)
		e.focus = c.slider
		settle(e, e.Start(), func(engine.Sheet) {})
		var live atomic.Bool // on a busy machine a sheet may be replaced before it is looked at
		run := e.sheets.run
		e.sheets.run = func(ctx context.Context, q request, show func(engine.Sheet)) (engine.Sheet, error) {
			return run(ctx, q, func(s engine.Sheet) {
				if s.Settling && len(s.Figure.Marks) > 0 {
					live.Store(true)
				}
				show(s)
			})
		}
		for _, steps := range []int{2, -1, 5}[:effort.Scale(1, 2, 3)] {
			live.Store(false)
			settle(e, e.Do(Slide{Steps: steps}), func(engine.Sheet) {})
			address := e.Address()
			if !live.Load() {
				t.Errorf("%s: nothing was shown while the slider moved", address)
			}
			want := alone(t, c.view, e.values)
			if e.sheet.Settling || e.sheet.Progress.Partial() || !reflect.DeepEqual(seen(e.sheet), seen(want)) {
				t.Errorf("%s: settled, the screen shows %v; where nothing was looked at before %v", address, e.sheet.AnswersTable(), want.AnswersTable())
			}
			if got, fresh := answered(ctx, t, c.view, e.values), answered(t.Context(), t, c.view, e.values); !reflect.DeepEqual(got, fresh) {
				t.Errorf("%s: read answers %v; where nothing was looked at before %v", address, got, fresh)
			}
			x, err := e.Export()
			if err != nil || !reflect.DeepEqual(x.Table, want.Table()) {
				t.Errorf("%s: another export, %v", address, err)
			}
		}
	}
}

// A request to solve that comes before the answers opens the form once they are there; a view with no answer that has a better
// side says so at once.
func TestSolvingWaitsForAnswers(t *testing.T) {
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	clock := Clock{Now: time.Now, After: func(time.Duration, tea.Msg) tea.Cmd { return nil }}
	e := New(Session{Context: ctx, Clock: clock}, noise.Noise, noise.Noise.Opening())
	start := e.Start()
	if asked := e.Do(Show{Pane: SolvePane}); asked != nil || e.pane == SolvePane {
		t.Fatal("there is a form before there are answers")
	}
	settle(e, start, func(engine.Sheet) {})
	if e.pane != SolvePane {
		t.Errorf("no form opened; it says %q", e.status.Text)
	}
	without := New(Session{Context: ctx, Clock: clock}, claims.Claims, claims.Claims.Opening())
	without.Start()
	if without.Do(Show{Pane: SolvePane}); without.asksSolve {
		t.Errorf("claims have no form, and it says %q", without.status.Text)
	}
}
