package explorer

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// An answer that takes a moment is drawn in the frame of its key, once the view has shown that its answers take no longer and
// if no other key came just before.
func TestQuickAnswersStandAtOnce(t *testing.T) {
	now, calls, takes := time.Unix(0, 0), 0, time.Millisecond
	v := drawnBy("quick", func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error) {
		calls++
		now = now.Add(takes)
		return engine.Sheet{}, nil
	})
	e := New(Session{Context: t.Context(), Clock: Clock{
		Now:   func() time.Time { return now },
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Soon:  time.Minute, // of the wall clock: on no machine does a test take as long
	}}, v, v.Opening())
	step := func(pause time.Duration, waited bool, why string) {
		t.Helper()
		now = now.Add(pause)
		before := calls
		cmd := e.set("epsilon", e.values.With(mechanisms.Epsilon, e.values.Get(mechanisms.Epsilon)+0.5))
		if stands := calls > before && e.shown.Equal(e.values); stands != waited {
			t.Errorf("the answer stands at once: %v, %s", stands, why)
		}
		if !waited {
			e.Take(cmd().(Message))
		}
		if !e.shown.Equal(e.values) {
			t.Error("the answer never came")
		}
	}
	step(time.Second, false, "the first one")
	step(time.Second, true, "like the one before")
	step(calm, true, "in step with frames")
	takes = 2 * time.Minute
	step(calm/2, false, "right after another key")
	takes = time.Millisecond
	step(time.Second, false, "the last one took minutes")
	step(time.Second, true, "the last one took a moment")
}

// A key does not wait for an answer that takes longer than those before.
func TestSlowAnswersAreNotWaitedFor(t *testing.T) {
	slow, release := false, make(chan struct{})
	v := drawnBy("slow", func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error) {
		if slow {
			<-release
		}
		return engine.Sheet{}, nil
	})
	now := time.Unix(0, 0)
	e := New(Session{Context: t.Context(), Clock: Clock{
		Now:   func() time.Time { now = now.Add(time.Second / 100); return now },
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Soon:  time.Second / 10,
	}}, v, v.Opening())
	e.Take(e.Start()().(Message))
	slow, now = true, now.Add(time.Second)
	cmd := e.set("epsilon", e.values.With(mechanisms.Epsilon, 2.5))
	if e.shown.Equal(e.values) || cmd == nil {
		t.Fatal("an answer stands that has not been given")
	}
	close(release)
	if e.Take(cmd().(Message)); !e.shown.Equal(e.values) {
		t.Error("the answer never came")
	}
}

// A view that settles once its slider rests has answered when it has shown a sufficient sheet: the next key is answered at
// once, and does not wait until the settling has stopped.
func TestSettlingAnswersStandAtOnce(t *testing.T) {
	v := drawnBy("settling", func(ctx context.Context, _ param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
		show(engine.Sheet{Settling: true, Progress: work.Progress{Done: 1, Of: 2}})
		<-ctx.Done()
		return engine.Sheet{}, ctx.Err()
	})
	now := time.Unix(0, 0)
	e := New(Session{Context: t.Context(), Clock: Clock{
		Now:   func() time.Time { now = now.Add(time.Millisecond); return now },
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Soon:  time.Minute,
	}}, v, v.Opening())
	e.Take(e.Start()().(Message))
	for range 3 {
		now = now.Add(time.Second)
		e.set("epsilon", e.values.With(mechanisms.Epsilon, e.values.Get(mechanisms.Epsilon)+0.5))
		if !e.shown.Equal(e.values) || !e.Busy() {
			t.Errorf("at %v the sheet of %v is shown, and it goes on: %v", e.values, e.shown, e.Busy())
		}
	}
}

// A part of an answer is no answer: where the answer follows in a moment, it is drawn in the frame of its key.
func TestAnswersAfterTheirPartsStandAtOnce(t *testing.T) {
	v := drawnBy("parts", func(_ context.Context, _ param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
		for done := range 3 {
			show(engine.Sheet{Progress: work.Progress{Done: float64(done), Of: 3}})
			time.Sleep(time.Millisecond) // time enough to be seen
		}
		return engine.Sheet{}, nil
	})
	now := time.Unix(0, 0)
	e := New(Session{Context: t.Context(), Clock: Clock{
		Now:   func() time.Time { now = now.Add(time.Millisecond); return now },
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Soon:  time.Minute,
	}}, v, v.Opening())
	settle(e, e.Start(), func(engine.Sheet) {})
	for range 3 {
		now = now.Add(time.Second)
		e.set("epsilon", e.values.With(mechanisms.Epsilon, e.values.Get(mechanisms.Epsilon)+0.5))
		if !e.shown.Equal(e.values) || e.Busy() || e.sheet.Progress.Partial() {
			t.Errorf("at %v the sheet of %v is shown, and it goes on: %v", e.values, e.shown, e.Busy())
		}
	}
}

// A sufficient page belongs to its setting: at the next key it turns faint, and is said to be computed anew, no sooner than any
// page.
func TestSettlingAnswersAreNotLateAtTheNextKey(t *testing.T) {
	v := drawnBy("settling", func(ctx context.Context, values param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
		if values.Get(mechanisms.Epsilon) < 3 {
			show(engine.Sheet{Settling: true, Progress: work.Progress{Done: 1, Of: 2}})
		}
		<-ctx.Done()
		return engine.Sheet{}, ctx.Err()
	})
	var timers []any
	e := New(Session{Context: t.Context(), Clock: Clock{
		Now: time.Now,
		After: func(_ time.Duration, msg tea.Msg) tea.Cmd {
			timers = append(timers, msg.(Message).what)
			return nil
		},
	}}, v, v.Opening())
	wake := func() { // a tenth of a second is over
		for _, timer := range timers {
			if over, is := timer.(overdue); is {
				e.Take(Message{v.Name, over})
			}
		}
		timers = nil
	}
	e.Take(e.Start()().(Message))
	wake()
	if e.stale() || !e.Scene().Waiting {
		t.Errorf("while it settles: stale %v, said to be computed %v", e.stale(), e.Scene().Waiting)
	}
	e.set("epsilon", e.values.With(mechanisms.Epsilon, 4))
	if e.stale() || e.Scene().Waiting {
		t.Errorf("at the next key: stale %v, said to be computed %v", e.stale(), e.Scene().Waiting)
	}
	e.set("epsilon", e.values.With(mechanisms.Epsilon, 5)) // nothing has been shown of the one before
	if wake(); !e.stale() {
		t.Error("a page of another setting is not faint after a tenth of a second")
	}
}
