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
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views"
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

// A figure that arrives after a newer request is dropped, and at most one
// computation runs while one waits.
func TestNewestRequestWins(t *testing.T) {
	started, release := make(chan float64, 100), make(chan struct{})
	slow := views.View{
		Name: "slow", Question: "?", Form: param.Form{Params: []param.Param{mechanisms.Epsilon}},
		Figure: func(ctx context.Context, v param.Values) (engine.Figure, error) {
			started <- v.Get(mechanisms.Epsilon)
			select {
			case <-ctx.Done():
				return engine.Figure{}, ctx.Err()
			case <-release:
			}
			return engine.Figure{Readings: []engine.Reading{{Name: "epsilon", Value: v.Get(mechanisms.Epsilon)}}}, nil
		},
	}
	m := newExplorer(slow, param.Values{}, timeOfDay)
	var cmds []tea.Cmd
	figures := func(cmd tea.Cmd) {
		if cmd != nil {
			cmds = append(cmds, cmd)
		}
	}
	figures(m.figures.ask(m.values))
	arrivals := make(chan tea.Msg, 100)
	launch := func() {
		for _, c := range cmds {
			go func() { arrivals <- c() }()
		}
		cmds = nil
	}
	launch()
	<-started
	for range 90 { // a held key
		m.values = m.values.With(mechanisms.Epsilon, mechanisms.Epsilon.Step(m.values.Get(mechanisms.Epsilon), 1, false))
		figures(m.figures.ask(m.values))
	}
	if len(cmds) != 0 {
		t.Fatalf("%d further computations began while one ran", len(cmds))
	}
	newest := m.values.Get(mechanisms.Epsilon)
	for !m.drawn {
		launch()
		select {
		case e := <-started:
			if e != newest {
				t.Errorf("a stale computation of ε = %v ran", e)
			}
			close(release)
		case msg := <-arrivals:
			figures(m.arrive(msg.(figureMsg).done))
		case <-time.After(5 * time.Second):
			t.Fatal("nothing arrives")
		}
	}
	if got := m.figure.Readings[0].Value; got != newest {
		t.Errorf("shown is ε = %v, newest is %v", got, newest)
	}
}

// A panic in a figure becomes a sentence, and the program goes on.
func TestPanicInAFigureIsShown(t *testing.T) {
	broken := views.View{Name: "broken", Question: "?", Form: param.Form{Params: []param.Param{mechanisms.Epsilon}},
		Figure: func(context.Context, param.Values) (engine.Figure, error) { panic("oh") }}
	m := newExplorer(broken, param.Values{}, timeOfDay)
	msg := m.figures.ask(m.values)().(figureMsg)
	m.arrive(msg.done)
	if m.trouble == nil || !strings.Contains(m.trouble.Error(), "oh") {
		t.Errorf("trouble is %v", m.trouble)
	}
}

func TestPartialFiguresArrive(t *testing.T) {
	step := make(chan struct{})
	slow := views.View{Name: "parts", Question: "?",
		Figure: func(ctx context.Context, _ param.Values) (engine.Figure, error) {
			engine.Report(ctx, engine.Figure{Progress: 0.5})
			<-step
			return engine.Figure{Title: "whole"}, nil
		}}
	m := newExplorer(slow, param.Values{}, timeOfDay)
	msg := m.figures.ask(m.values)().(figureMsg)
	next := m.arrive(msg.done)
	if !m.partial || m.figure.Progress != 0.5 {
		t.Errorf("the first part has progress %v", m.figure.Progress)
	}
	close(step)
	m.arrive(next().(figureMsg).done)
	if m.partial || m.figure.Title != "whole" {
		t.Errorf("the whole is %+v", m.figure)
	}
}
