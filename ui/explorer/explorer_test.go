package explorer

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// drawnBy makes a view with one slider, ε, which it answers, and with sheets that a test draws.
func drawnBy(name string, draw func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error)) view.View {
	return view.Of(view.Declaration[param.Values]{
		Name: name, Question: "?", Form: param.Form{Params: []param.Param{mechanisms.Epsilon}},
		Ask: func(_ context.Context, v param.Values) (param.Values, error) { return v, nil },
		Readings: []view.Entry[param.Values]{view.Reading[param.Values]{Name: "epsilon",
			Value: func(_ context.Context, v param.Values) (known.Value, error) {
				return known.Exactly(v.Get(mechanisms.Epsilon)), nil
			}}},
		Draw: func(ctx context.Context, v param.Values, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
			return draw(ctx, v, show)
		},
	})
}

// hold is a view with figures that the test hands out, and a clock that keeps its messages until the test sends them.
type hold struct {
	e       *Explorer
	started chan float64
	release chan struct{}
	later   []tea.Msg
	cmds    []tea.Cmd // not run yet
}

func holdView(t *testing.T) *hold {
	h := &hold{started: make(chan float64, 100), release: make(chan struct{})}
	slow := drawnBy("slow", func(ctx context.Context, v param.Values, _ func(engine.Sheet)) (engine.Sheet, error) {
		h.started <- v.Get(mechanisms.Epsilon)
		select {
		case <-ctx.Done():
			return engine.Sheet{}, ctx.Err()
		case <-h.release:
		}
		return engine.Sheet{}, nil
	})
	h.e = New(Session{Context: t.Context(), Clock: Clock{
		Now:   func() time.Time { return time.Unix(0, 0) },
		After: func(_ time.Duration, msg tea.Msg) tea.Cmd { h.later = append(h.later, msg); return nil },
	}}, slow, param.Values{})
	h.begin(h.e.Start())
	return h
}

// begin keeps the commands that compute.
func (h *hold) begin(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	h.cmds = append(h.cmds, cmd)
}

// slide sends a key that moves the slider.
func (h *hold) slide() { h.begin(h.e.Do(Slide{Steps: 1})) }

// run runs the one waiting command, and returns a function that waits for its message.
func (h *hold) run(t *testing.T) func() done[request, engine.Sheet] {
	t.Helper()
	if len(h.cmds) != 1 {
		t.Fatalf("%d computations wait to be begun, not one", len(h.cmds))
	}
	cmd := h.cmds[0]
	h.cmds = nil
	arrival := make(chan tea.Msg, 1)
	go func() { arrival <- cmd() }()
	return func() done[request, engine.Sheet] {
		return (<-arrival).(Message).what.(done[request, engine.Sheet])
	}
}

func (h *hold) epsilon() float64 { return h.e.values.Get(mechanisms.Epsilon) }

// send delivers the messages that are due by now.
func (h *hold) send() {
	due := h.later
	h.later = nil
	for _, msg := range due {
		h.begin(h.e.Take(msg.(Message)))
	}
}

// However many keys come, one computation runs and one waits; one that runs too long is stopped, and the newest takes its
// place.
func TestNewestRequestWins(t *testing.T) {
	h := holdView(t)
	first := h.run(t)
	<-h.started
	for range 90 { // a held key
		h.slide()
	}
	if len(h.cmds) != 0 {
		t.Fatalf("%d further computations began while one ran", len(h.cmds))
	}
	h.send() // its time is over
	h.begin(h.e.arrive(first()))
	if h.e.drawn || h.e.trouble != nil {
		t.Error("a computation that was stopped is shown")
	}
	last := h.run(t)
	if e := <-h.started; e != h.epsilon() {
		t.Errorf("a stale computation of ε = %v ran", e)
	}
	close(h.release)
	h.begin(h.e.arrive(last()))
	if got := h.e.sheet.Readings[0].Known.Value; got != h.epsilon() || len(h.cmds) != 0 {
		t.Errorf("shown is ε = %v, newest is %v, and %d more will run", got, h.epsilon(), len(h.cmds))
	}
}

// A value moves from its second change within a moment until no other has followed for as long.
func TestAValueMovesUntilItRests(t *testing.T) {
	h := holdView(t)
	for changes, want := range []bool{false, false, true, true} {
		if changes > 0 {
			h.slide()
		}
		if h.e.Scene().Moving != want {
			t.Errorf("after %d changes: moving %v, want %v", changes, !want, want)
		}
	}
	due := h.later
	h.slide()
	last := h.later[len(due):]
	h.later = due
	if h.send(); !h.e.Scene().Moving {
		t.Error("the value rests before its last change is over")
	}
	h.later = last
	if h.send(); h.e.Scene().Moving {
		t.Error("the value never rests")
	}
	close(h.release)
}

// A computation that ends in time is shown although keys have come since, faint until the newest has arrived.
func TestPictureFollowsAHeldKey(t *testing.T) {
	h := holdView(t)
	first := h.run(t)
	began := <-h.started
	h.release <- struct{}{}
	h.begin(h.e.arrive(first()))
	h.send()
	if h.e.late {
		t.Error("late, though all is answered")
	}
	h.slide()
	second := h.run(t)
	asked := <-h.started
	h.slide()
	h.slide()
	if h.e.stale() {
		t.Error("faint before a tenth of a second is over")
	}
	h.send()
	if !h.e.stale() || h.e.sheet.Readings[0].Known.Value != began {
		t.Errorf("stale is %v with ε = %v shown, and %v wanted", h.e.stale(), h.e.sheet.Readings[0].Known.Value, h.epsilon())
	}
	// The same message also ended the patience with the second; the third may finish.
	h.begin(h.e.arrive(second()))
	if h.e.sheet.Readings[0].Known.Value == asked {
		t.Error("a computation that was stopped is shown")
	}
	third := h.run(t)
	asked = <-h.started
	h.slide()
	h.release <- struct{}{}
	h.begin(h.e.arrive(third()))
	if got := h.e.sheet.Readings[0].Known.Value; got != asked || !h.e.stale() {
		t.Errorf("shown is ε = %v, arrived %v, stale %v", got, asked, h.e.stale())
	}
	fourth := h.run(t)
	<-h.started
	h.send() // the time of the third is over, but it has ended
	h.release <- struct{}{}
	h.begin(h.e.arrive(fourth()))
	if got := h.e.sheet.Readings[0].Known.Value; got != h.epsilon() || h.e.stale() || h.e.late {
		t.Errorf("shown is ε = %v, wanted %v, stale %v", got, h.epsilon(), h.e.stale())
	}
}

// A panic in a figure becomes a sentence, and the program goes on.
func TestPanicInAFigureIsShown(t *testing.T) {
	broken := drawnBy("broken", func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error) { panic("oh") })
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, broken, param.Values{})
	e.Take(e.sheets.ask(request{values: e.values})().(Message))
	if e.trouble == nil || !strings.Contains(e.trouble.Error(), "oh") {
		t.Errorf("trouble is %v", e.trouble)
	}
}

// A run that has shown a sufficient sheet gives way to a request that waits, and to later ones, without the patience that other
// runs get.
func TestWhatWillDoGivesWay(t *testing.T) {
	for _, first := range []string{"shown", "asked"} {
		stopped := make(chan struct{})
		v := drawnBy("settling", func(ctx context.Context, _ param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
			show(engine.Sheet{Settling: true, Progress: work.Progress{Done: 1, Of: 2}})
			<-ctx.Done()
			close(stopped)
			return engine.Sheet{}, ctx.Err()
		})
		e := New(Session{Context: t.Context(), Clock: Clock{Now: time.Now, After: func(time.Duration, tea.Msg) tea.Cmd { return nil }}}, v, param.Values{})
		part := e.Start()().(Message)
		if first == "shown" {
			e.Take(part)
			e.Do(Slide{Steps: 1})
		} else {
			e.Do(Slide{Steps: 1})
			e.Take(part)
		}
		select {
		case <-stopped:
		case <-time.After(10 * time.Second):
			t.Fatalf("first %s: it runs on", first)
		}
	}
}

func TestPartialFiguresArrive(t *testing.T) {
	step := make(chan struct{})
	slow := drawnBy("parts", func(_ context.Context, _ param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
		show(engine.Sheet{Progress: work.Progress{Done: 1, Of: 2}})
		<-step
		return engine.Sheet{Figure: engine.Figure{Title: "whole"}}, nil
	})
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, slow, param.Values{})
	next := e.Take(e.sheets.ask(request{values: e.values})().(Message))
	if !e.partial || e.sheet.Progress.Share() != 0.5 {
		t.Errorf("the first part has progress %v", e.sheet.Progress)
	}
	close(step)
	e.Take(next().(Message))
	if e.partial || e.sheet.Figure.Title != "whole" {
		t.Errorf("the whole is %+v", e.sheet)
	}
}

// The first part of a page is shown where no other sheet of its setting is, and stays; it does not replace the sheet of another
// setting.
func TestWhatIsHardlyBegunIsShownOfThisSetting(t *testing.T) {
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, drawnBy("begun", nil), param.Values{})
	arrives := func(epsilon float64, title string) string {
		e.sheets.running, e.sheets.started = true, e.sheets.started+1
		e.arrive(done[request, engine.Sheet]{run: e.sheets.started, partial: true, asked: request{values: param.Values{}.With(mechanisms.Epsilon, epsilon)},
			value: engine.Sheet{Figure: engine.Figure{Title: title}, Progress: work.Progress{Of: 4}}})
		return e.sheet.Figure.Title
	}
	for _, step := range []struct {
		epsilon     float64
		title, want string
	}{{1, "first", "first"}, {1, "bound", "bound"}, {2, "other", "bound"}} {
		if got := arrives(step.epsilon, step.title); got != step.want {
			t.Errorf("after %q at ε = %g the page shows %q, want %q", step.title, step.epsilon, got, step.want)
		}
	}
}

// An empty word shows what it stands for, and steps through what an opened file offers, even where the file gives no sheet.
func TestWordsOfAnOpenedFile(t *testing.T) {
	record := param.Text{Name: "record"}
	v := view.Of(view.Declaration[param.Values]{
		Name: "file", Question: "?", Form: param.Form{Texts: []param.Text{record}},
		Ask: func(context.Context, param.Values) (param.Values, error) {
			return param.Values{}, errors.New("it is empty")
		},
		Defaults: func(context.Context, param.Values) engine.Defaults {
			return engine.Defaults{"record": {Meaning: "first", Suggestions: []string{"first", "second"}}}
		},
	})
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, v, param.Values{})
	if err := e.Settle(); err == nil {
		t.Fatal("there is a sheet")
	}
	if got := e.Scene().Focused().Word; got != "first" {
		t.Errorf("the word is %q", got)
	}
	e.Do(Slide{Steps: 1})
	if got := e.values.Word(record); got != "second" {
		t.Errorf("the next word is %q", got)
	}
	e.Leave()
}

// A computation that ignores a stop loses its place, a few times over; its late result is not shown.
func TestARunThatDoesNotStopLosesItsPlace(t *testing.T) {
	h := holdView(t)
	deaf := make(chan struct{})
	h.e.sheets.run = func(_ context.Context, q request, _ func(engine.Sheet)) (engine.Sheet, error) {
		h.started <- q.values.Get(mechanisms.Epsilon)
		<-deaf
		return engine.Sheet{}, nil
	}
	h.cmds = nil
	h.e.sheets.running = false
	h.begin(h.e.Start())
	var runs []func() done[request, engine.Sheet]
	for range mostEvicted + 1 {
		runs = append(runs, h.run(t))
		<-h.started
		h.slide()
		h.send() // its patience is over: it is told to stop
		if len(h.cmds) != 0 {
			t.Fatal("a run lost its place before it could stop")
		}
		h.send() // it has not
	}
	if len(h.cmds) != 0 {
		t.Fatalf("more than %d runs that do not stop go on", mostEvicted)
	}
	close(deaf)
	h.begin(h.e.arrive(runs[0]()))
	last := h.run(t)
	if e := <-h.started; e != h.epsilon() {
		t.Errorf("ε = %v has the place; %v is the newest", e, h.epsilon())
	}
	for _, run := range runs[1:] {
		h.begin(h.e.arrive(run()))
	}
	if h.e.drawn {
		t.Error("what a run brought that had lost its place is shown")
	}
	h.begin(h.e.arrive(last()))
	if !h.e.drawn || h.e.behind || h.e.sheets.evicted != 0 {
		t.Errorf("drawn %v, behind %v, %d still out of place", h.e.drawn, h.e.behind, h.e.sheets.evicted)
	}
}
