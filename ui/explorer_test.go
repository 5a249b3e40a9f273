package ui

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views"
	"dpscope/views/view"
)

var plain = Options{Profile: colorprofile.ASCII}

func TestSlideTypeUndo(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2", 120, 40, plain)
	d.press("right", "right")
	if got := d.value(mechanisms.Epsilon); got != 2.2 {
		t.Errorf("two steps right of 2 is %v", got)
	}
	d.press("left", "left")
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("two steps back is %v", got)
	}
	d.clock = d.clock.Add(time.Minute)
	d.press("3", ".", "2", "5", "enter")
	if got := d.value(mechanisms.Epsilon); got != 3.25 {
		t.Errorf("typed 3.25, got %v", got)
	}
	d.shows("3.25")
	d.press("9", "9", "9", "9", "enter")
	d.shows("epsilon = 9999 is outside [1e-6, 1500]")
	d.press("esc")
	if got := d.value(mechanisms.Epsilon); got != 3.25 {
		t.Errorf("a refused value changed it to %v", got)
	}
	d.press("u")
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("undo gives %v", got)
	}
	d.press("U")
	if got := d.value(mechanisms.Epsilon); got != 3.25 {
		t.Errorf("redo gives %v", got)
	}
	d.press("home")
	if got := d.value(mechanisms.Epsilon); got != 0.01 {
		t.Errorf("home gives %v", got)
	}
	d.press("end", "r")
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("reset gives %v", got)
	}
}

// Held keys are one step of the history.
func TestUndoTakesBackAGesture(t *testing.T) {
	d := drive(t, "concentration?epsilon=2", 120, 40, plain)
	for range 10 {
		d.press("right")
		d.clock = d.clock.Add(30 * time.Millisecond)
	}
	d.press("u")
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("undo gives %v", got)
	}
}

func TestPickerAndList(t *testing.T) {
	d := drive(t, "concentration?mechanism=laplace", 120, 40, plain)
	d.press("up", "right")
	d.shows("Laplace, clamped")
	d.press("enter", "s", "w")
	d.shows("Square wave")
	d.press("enter")
	if got := d.shell.current.values.Picked(mechanisms.All).Name; got != "sw" {
		t.Errorf("picked %s", got)
	}
}

func TestSolveMovesTheSliderToTheSafeSide(t *testing.T) {
	d := drive(t, "concentration?mechanism=laplace&epsilon=2&x=0.5&from=0.2&to=0.8&target=0.8", 120, 40, plain)
	d.press("s")
	d.shows("lands in the window at least 80 %: which ε?")
	d.press("enter")
	want := math.Log(5) / 0.3
	if got := d.value(mechanisms.Epsilon); got < want*(1-1e-15) || got > want*(1+1e-9) {
		t.Errorf("solving gives %.17g, want %.17g", got, want)
	}
	d.press("s")
	for range 12 {
		d.press("backspace")
	}
	d.press("9", "5", "%", "enter")
	want = math.Log(20) / 0.3
	if got := d.value(mechanisms.Epsilon); math.Abs(got-want) > 1e-9 {
		t.Errorf("95 %% needs %.17g, got %.17g", want, got)
	}
	d.press("s")
	for range 12 {
		d.press("backspace")
	}
	d.press("2")
	d.shows("no epsilon from 1e-6 to 1500 reaches 2")
}

func TestWhyTableHelpPalette(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8", 120, 40, plain)
	d.press("w")
	d.shows("All digits: 0.8528482235314230")
	d.press("t")
	d.shows("mechanism")
	d.press("/", "z", "z")
	d.shows("0 rows")
	d.clock = d.clock.Add(time.Second)
	d.press("esc", "t", "?")
	d.shows("Getting about")
	d.press("esc", ":")
	d.shows("find")
	for _, k := range strings.Split("same window holds", "") {
		d.press(k)
	}
	d.press("enter")
	d.shows("At x = 0 the same window holds less")
	if got := d.shell.current.values; math.IsNaN(got.Get(mechanisms.Epsilon)) {
		t.Error("no epsilon")
	}
}

func TestCopyPutsTheAddressOnTheClipboard(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2.5", 120, 40, plain)
	_, cmd := d.shell.Update(keyPress("y"))
	if cmd == nil {
		t.Fatal("no command")
	}
	d.shows("copied concentration?mechanism=pm&epsilon=2.5")
	if _, _, err := views.Open(d.shell.current.view.Address(d.shell.current.values)); err != nil {
		t.Error(err)
	}
}

func TestExport(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	d := drive(t, "concentration?mechanism=pm", 120, 40, plain)
	d.press("e")
	d.shows("export to concentration-pm.csv")
	d.press("enter")
	d.shows("wrote concentration-pm.csv")
	for _, name := range []string{"concentration-pm.csv", "concentration-pm.csv-metadata.json"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	d.press("e")
	d.shows("concentration-pm-2.csv")
	for range 6 {
		d.press("backspace")
	}
	for _, k := range strings.Split(".csv", "") {
		d.press(k)
	}
	d.press("enter")
	d.shows("exists already")
	d.press("ctrl+o")
	d.shows("wrote concentration-pm.csv")
}

func TestMouse(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5", 120, 40, plain)
	d.shell.View()
	var track rect
	for _, z := range d.shell.current.layout.zones {
		if z.key == "x" {
			track = z.track
		}
	}
	if track.width < 5 {
		t.Fatalf("the track of x is %+v", track)
	}
	d.send(tea.MouseClickMsg{X: track.x, Y: track.y, Button: tea.MouseLeft})
	x := d.shell.view("x")
	if got := d.value(x); got != 0 {
		t.Errorf("a click on the start gives x = %v", got)
	}
	d.send(tea.MouseMotionMsg{X: track.x + track.width - 1, Y: track.y + 3, Button: tea.MouseLeft})
	if got := d.value(x); got != 1 {
		t.Errorf("dragging to the end gives x = %v", got)
	}
	d.send(tea.MouseReleaseMsg{X: 1, Y: 1})
	d.send(tea.MouseMotionMsg{X: track.x, Y: track.y})
	if got := d.value(x); got != 1 {
		t.Errorf("after letting go x = %v", got)
	}
	d.send(tea.MouseWheelMsg{X: track.x, Y: track.y, Button: tea.MouseWheelDown})
	if got := d.value(x); got != 0.99 {
		t.Errorf("a turn of the wheel gives x = %v", got)
	}
}

// view finds a slider of the present view by name.
func (s *Shell) view(name string) param.Param {
	for _, p := range s.current.view.Sliders(s.current.values) {
		if p.Name == name {
			return p
		}
	}
	panic(name)
}

func TestCrosshairReadsAllSeries(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5", 120, 40, plain)
	d.press("c", "home")
	d.shows("answer y = 0")
	d.press("esc", "tab", "tab", "right")
	if !d.shell.current.pointer.held {
		t.Error("tab twice does not reach the picture")
	}
}

// drawnBy is a view with one slider, ε, which it answers, and whose sheets a
// test draws.
func drawnBy(name string, draw func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error)) view.View {
	return view.Of(view.Declaration[param.Values]{
		Name: name, Question: "?", Form: param.Form{Params: []param.Param{mechanisms.Epsilon}},
		Ask: func(_ context.Context, v param.Values) (param.Values, error) { return v, nil },
		Readings: []view.Entry[param.Values]{view.Reading[param.Values]{Name: "epsilon",
			Value: func(_ context.Context, v param.Values) (known.Value, error) {
				return known.Exactly(v.Get(mechanisms.Epsilon)), nil
			}}},
		Draw: func(ctx context.Context, v param.Values, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
			return draw(ctx, v, show)
		},
	})
}

// hold is a view whose figures are given out by the test, and a clock that
// keeps the messages it is to send later.
type hold struct {
	m       *Explorer
	started chan float64
	release chan struct{}
	later   []tea.Msg
	cmds    []tea.Cmd // not run yet
}

func holdView() *hold {
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
	h.m = newExplorer(slow, param.Values{}, clock{
		now:   func() time.Time { return time.Unix(0, 0) },
		after: func(_ time.Duration, msg tea.Msg) tea.Cmd { h.later = append(h.later, msg); return nil },
	})
	h.begin(h.m.start())
	return h
}

// begin keeps the commands that compute.
func (h *hold) begin(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	h.cmds = append(h.cmds, cmd)
}

// slide is a key that moves the slider.
func (h *hold) slide() { h.begin(h.m.slide(1, false)) }

// run runs the one command that waits and hands back what it brings.
func (h *hold) run(t *testing.T) func() done[param.Values, engine.Sheet] {
	t.Helper()
	if len(h.cmds) != 1 {
		t.Fatalf("%d computations wait to be begun, not one", len(h.cmds))
	}
	cmd := h.cmds[0]
	h.cmds = nil
	arrival := make(chan tea.Msg, 1)
	go func() { arrival <- cmd() }()
	return func() done[param.Values, engine.Sheet] { return (<-arrival).(figureMsg).done }
}

func (h *hold) epsilon() float64 { return h.m.values.Get(mechanisms.Epsilon) }

// send hands over the messages that the clock would send by now.
func (h *hold) send() {
	for _, msg := range h.later {
		switch msg := msg.(type) {
		case lateMsg:
			h.m.overdue(msg.wait)
		case overrunMsg:
			h.m.figures.expire(msg.run)
		}
	}
	h.later = nil
}

// However many keys come, one computation runs and one waits; the one that
// runs too long is stopped, and its place goes to the newest.
func TestNewestRequestWins(t *testing.T) {
	h := holdView()
	first := h.run(t)
	<-h.started
	for range 90 { // a held key
		h.slide()
	}
	if len(h.cmds) != 0 {
		t.Fatalf("%d further computations began while one ran", len(h.cmds))
	}
	h.send() // its time is over
	h.begin(h.m.arrive(first()))
	if h.m.drawn || h.m.trouble != nil {
		t.Error("a computation that was stopped is shown")
	}
	last := h.run(t)
	if e := <-h.started; e != h.epsilon() {
		t.Errorf("a stale computation of ε = %v ran", e)
	}
	close(h.release)
	h.begin(h.m.arrive(last()))
	if got := h.m.sheet.Answers[0].Known.Value; got != h.epsilon() || len(h.cmds) != 0 {
		t.Errorf("shown is ε = %v, newest is %v, and %d more will run", got, h.epsilon(), len(h.cmds))
	}
}

// A computation that ends in time is shown although keys have come since, and
// what it shows is faint until the newest has arrived.
func TestPictureFollowsAHeldKey(t *testing.T) {
	h := holdView()
	first := h.run(t)
	began := <-h.started
	h.release <- struct{}{}
	h.begin(h.m.arrive(first()))
	h.send()
	if h.m.late {
		t.Error("late, though all is answered")
	}
	h.slide()
	second := h.run(t)
	asked := <-h.started
	h.slide()
	h.slide()
	if h.m.stale() {
		t.Error("faint before a tenth of a second is over")
	}
	h.send()
	if !h.m.stale() || h.m.sheet.Answers[0].Known.Value != began {
		t.Errorf("stale is %v with ε = %v shown, and %v wanted", h.m.stale(), h.m.sheet.Answers[0].Known.Value, h.epsilon())
	}
	// The same message also ended the patience with the second; the third may finish.
	h.begin(h.m.arrive(second()))
	if h.m.sheet.Answers[0].Known.Value == asked {
		t.Error("a computation that was stopped is shown")
	}
	third := h.run(t)
	asked = <-h.started
	h.slide()
	h.release <- struct{}{}
	h.begin(h.m.arrive(third()))
	if got := h.m.sheet.Answers[0].Known.Value; got != asked || !h.m.stale() {
		t.Errorf("shown is ε = %v, arrived %v, stale %v", got, asked, h.m.stale())
	}
	fourth := h.run(t)
	<-h.started
	h.send() // the time of the third is over, but it has ended
	h.release <- struct{}{}
	h.begin(h.m.arrive(fourth()))
	if got := h.m.sheet.Answers[0].Known.Value; got != h.epsilon() || h.m.stale() || h.m.late {
		t.Errorf("shown is ε = %v, wanted %v, stale %v", got, h.epsilon(), h.m.stale())
	}
}

// Where a setting has no figure, nothing of the last one is left beside it.
func TestTroubleLeavesNoReadings(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&from=0.2&to=0.8", 120, 40, plain)
	d.shows("85.3 %")
	d.press("down", "down", "0", ".", "9", "enter") // from 0.9 to 0.8
	for _, key := range []string{"", "w", "t"} {
		if key != "" {
			d.press(key)
		}
		d.shows("No picture at this setting")
		if strings.Contains(d.screen(), "lands in the window") {
			t.Errorf("after %q the old readings stand:\n%s", key, trimRight(d.screen()))
		}
	}
	d.press("u")
	d.shows("85.3 %")
}

// A panic in a figure becomes a sentence, and the program goes on.
func TestPanicInAFigureIsShown(t *testing.T) {
	broken := drawnBy("broken", func(context.Context, param.Values, func(engine.Sheet)) (engine.Sheet, error) { panic("oh") })
	m := newExplorer(broken, param.Values{}, timeOfDay)
	msg := m.figures.ask(m.values)().(figureMsg)
	m.arrive(msg.done)
	if m.trouble == nil || !strings.Contains(m.trouble.Error(), "oh") {
		t.Errorf("trouble is %v", m.trouble)
	}
}

func TestPartialFiguresArrive(t *testing.T) {
	step := make(chan struct{})
	slow := drawnBy("parts", func(_ context.Context, _ param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
		show(engine.Sheet{Progress: work.Progress{Done: 1, Of: 2}})
		<-step
		return engine.Sheet{Figure: engine.Figure{Title: "whole"}}, nil
	})
	m := newExplorer(slow, param.Values{}, timeOfDay)
	msg := m.figures.ask(m.values)().(figureMsg)
	next := m.arrive(msg.done)
	if !m.partial || m.sheet.Progress.Share() != 0.5 {
		t.Errorf("the first part has progress %v", m.sheet.Progress)
	}
	close(step)
	m.arrive(next().(figureMsg).done)
	if m.partial || m.sheet.Figure.Title != "whole" {
		t.Errorf("the whole is %+v", m.sheet)
	}
}
