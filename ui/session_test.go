package ui

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/ui/chart"
	"dpscope/ui/files"
	"dpscope/ui/theme"
	"dpscope/views"
)

var colourless = Options{Profile: colorprofile.ASCII, Files: files.Own{}}

func TestSlideTypeUndo(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2", 120, 40, colourless)
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
	if got := d.value(mechanisms.Epsilon); got != 1 {
		t.Errorf("reset gives %v", got)
	}
}

// Held keys are one step of the history.
func TestUndoTakesBackAGesture(t *testing.T) {
	d := drive(t, "concentration?epsilon=2", 120, 40, colourless)
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
	d := drive(t, "concentration?mechanism=laplace", 120, 40, colourless)
	d.press("up", "up", "right")
	d.shows("Laplace, clamped")
	d.press("enter", "s", "w")
	d.shows("Square wave")
	d.press("enter")
	if got := d.shell.current.Values().Picked(mechanisms.All).Name; got != "sw" {
		t.Errorf("picked %s", got)
	}
}

func TestSolveMovesTheSliderToTheSafeSide(t *testing.T) {
	d := drive(t, "concentration?mechanism=laplace&epsilon=2&x=0.5&from=0.2&to=0.8&target=0.8", 120, 40, colourless)
	d.press("s")
	d.shows("lands in the window ≥ 80 %: which ε?")
	d.press("enter")
	const want = 5.37 // ln 5/0.3 = 5.36479, in the slider's digits
	if got := d.value(mechanisms.Epsilon); got != want {
		t.Errorf("solving gives %.17g, want %.17g", got, want)
	}
	d.press("s")
	for range 12 {
		d.press("backspace")
	}
	d.press("9", "5", "%", "enter")
	const more = 9.99 // ln 20/0.3 = 9.98577
	if got := d.value(mechanisms.Epsilon); got != more {
		t.Errorf("95 %% needs %.17g, got %.17g", more, got)
	}
	d.press("s")
	for range 12 {
		d.press("backspace")
	}
	d.press("2", "0", "0", "%")
	d.shows("values of epsilon looked at, from 1e-6 to 1500,")
}

func TestWhyTableHelpPalette(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8", 120, 40, colourless)
	d.press("w")
	d.shows("All digits: 0.852848223531423")
	d.press("t")
	d.shows("mechanism")
	d.press("/", "z", "z")
	d.shows("answers  none  with zz")
	d.clock = d.clock.Add(time.Second)
	d.press("esc", "esc", "?")
	d.shows("Getting about")
	d.press("esc", ":")
	d.shows("find")
	for _, k := range strings.Split("same window holds", "") {
		d.press(k)
	}
	d.press("enter")
	d.shows("At x = 0 the same window holds less")
	if got := d.shell.current.Values(); math.IsNaN(got.Get(mechanisms.Epsilon)) {
		t.Error("no epsilon")
	}
}

func TestCopyPutsTheAddressOnTheClipboard(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2.5", 120, 40, colourless)
	_, cmd := d.shell.Update(keyPress("y"))
	if cmd == nil {
		t.Fatal("no command")
	}
	d.shows("copied concentration?show=window&epsilon=2.5") // the opening says the rest
	const whole = "concentration?mechanism=pm&show=window&epsilon=2.5&x=0.3&from=0.2&to=0.8&target=0.8"
	if got := d.shell.current.Address(); got != whole {
		t.Errorf("copied is %s", got)
	}
	if v, values, err := views.Open(whole); err != nil || v.Address(values) != whole {
		t.Errorf("%s opens as %s, %v", whole, v.Address(values), err)
	}
}

func TestCopyOfAClaimIsItsCitation(t *testing.T) {
	d := drive(t, "papers?paper=label-em&claim=20", 80, 24, colourless)
	_, cmd := d.shell.Update(keyPress("y"))
	if cmd == nil {
		t.Fatal("no command")
	}
	d.shows("copied the citation")
	if got := fmt.Sprint(cmd()); !strings.Contains(got, "Verdict: ") || !strings.Contains(got, "dpscope claims label-em/") {
		t.Errorf("copied is %s", got)
	}
}

// Enter on a claim of a list opens the view that shows it, at its setting.
func TestEnterOpensWhatAClaimIsAbout(t *testing.T) {
	d := drive(t, "papers?paper=label-em&claim=1", 80, 24, colourless)
	d.press("t", "t", "enter")
	if got := d.shell.current.Address(); !strings.HasPrefix(got, "flips?show=outcomes&epsilon=0.5&labels=6") {
		t.Errorf("enter on the first claim opens %s", got)
	}
}

func TestExport(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	d := drive(t, "concentration?mechanism=pm&show=window", 120, 40, colourless)
	d.press("e")
	d.shows("export to concentration-pm-window.csv")
	d.press("enter")
	d.shows("wrote concentration-pm-window.csv")
	for _, name := range []string{"concentration-pm-window.csv", "concentration-pm-window.csv-metadata.json"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	d.press("e")
	d.shows("concentration-pm-window-2.csv")
	for range 6 {
		d.press("backspace")
	}
	for _, k := range strings.Split(".csv", "") {
		d.press(k)
	}
	d.press("enter")
	d.shows("exists already")
	d.press("ctrl+o")
	d.shows("wrote concentration-pm-window.csv")
}

// A session without files exports nothing, and says so.
func TestExportNeedsFiles(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&show=window", 120, 40, Options{Profile: colorprofile.ASCII})
	d.press("e")
	d.shows("this session has no files")
	d.press("right")
	if d.shell.export != nil {
		t.Error("it asks for a name all the same")
	}
}

// A session without files opens none by an address either, for any user; what comes with the program is no file.
func TestSessionWithoutFilesOpensNone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "records.csv")
	if err := os.WriteFile(name, []byte("age,bmi\n0.5,0.5\n0.2,0.7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	own, none := colourless, Options{Profile: colorprofile.ASCII}
	for _, address := range []string{"utility?classifier=", "population?data=", "race?data=", "boundary?data=", "weights?data="} {
		drive(t, address+name, 120, 40, none).shows("this session has no files")
		if text := drive(t, address+name, 120, 40, own).screen(); strings.Contains(text, "no files") {
			t.Errorf("with files:\n%s", text)
		}
	}
	drive(t, "utility", 120, 40, none).shows("stays “stroke”")
}

func TestMouse(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5", 120, 40, colourless)
	track := d.track("x")
	d.send(tea.MouseClickMsg{X: track.X, Y: track.Y, Button: tea.MouseLeft})
	x := d.shell.view("x")
	if got := d.value(x); got != 0 {
		t.Errorf("a click on the start gives x = %v", got)
	}
	d.send(tea.MouseMotionMsg{X: track.X + track.Width - 1, Y: track.Y + 3, Button: tea.MouseLeft})
	if got := d.value(x); got != 1 {
		t.Errorf("dragging to the end gives x = %v", got)
	}
	d.send(tea.MouseReleaseMsg{X: 1, Y: 1})
	d.send(tea.MouseMotionMsg{X: track.X, Y: track.Y})
	if got := d.value(x); got != 1 {
		t.Errorf("after letting go x = %v", got)
	}
	d.send(tea.MouseWheelMsg{X: track.X, Y: track.Y, Button: tea.MouseWheelDown})
	if got := d.value(x); got != 0.99 {
		t.Errorf("a turn of the wheel gives x = %v", got)
	}
}

// track returns where the slider of a control is drawn: from the glyph after its value to the end of the line.
func (d *driver) track(key string) chart.Rect {
	d.t.Helper()
	p := d.shell.view(key)
	for y, text := range strings.Split(d.screen(), "\n") {
		knob := strings.LastIndex(text, theme.Unicode.Knob) // one before it is a marker of the picture
		if knob < 0 || !strings.Contains(text[:knob], " "+p.Symbol+"  ") {
			continue
		}
		before := text[:knob]
		start := strings.LastIndex(before, " ") + 1
		return chart.Rect{X: theme.Width(before[:start]), Y: y, Width: theme.Width(strings.TrimRight(text[start:], " ")), Height: 1}
	}
	d.t.Fatalf("%s has no track:\n%s", key, trimRight(d.screen()))
	return chart.Rect{}
}

// view returns a slider of the present view by name.
func (s *Shell) view(name string) param.Param {
	for _, p := range s.current.View().Sliders(s.current.Values()) {
		if p.Name == name {
			return p
		}
	}
	panic(name)
}

func TestCrosshairReadsAllSeries(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&x=0.5", 120, 40, colourless)
	d.press("c", "home")
	d.shows("answer y = 0")
	d.press("esc", "tab", "tab", "right")
	if !d.shell.current.Scene().Pointer.Held {
		t.Error("tab twice does not reach the picture")
	}
}

// Where a setting has no figure, nothing of the last one stays beside it.
func TestTroubleLeavesNoReadings(t *testing.T) {
	d := drive(t, "concentration?mechanism=gaussian-classic&epsilon=0.5&from=0.2&to=0.8", 120, 40, colourless)
	d.shows("lands in the window")
	d.press("2", "enter") // beyond what this mechanism has
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
	d.shows("lands in the window")
}

// The ends of a window push one another: nothing is lost where they meet.
func TestEndsOfTheWindowPush(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=2&from=0.2&to=0.8", 120, 40, colourless)
	d.press("down", "down", "0", ".", "9", "enter")
	if at := d.shell.current.Address(); !strings.Contains(at, "from=0.9&to=0.9") {
		t.Errorf("from = 0.9 leaves %s", at)
	}
	d.shows("lands in the window")
}

// The form's first target is not met already, and its solution is useful.
func TestSolveBeginsWithAUsefulQuestion(t *testing.T) {
	for _, c := range []struct{ address, asks, answers string }{
		{"flips?show=outcomes&epsilon=0.5", "attacker is right ≤ 60 %: which ε?", "ε = 0.405"},
		{"compare?epsilon=1&theta=0.3&x=0.5&target=0.8", "Piecewise (PM) ≥ 80 %: which ε?", "ε = 1.39"},
		{"success?show=outcomes&n=100&epsilon=0.5", "at least half correct ≥ 99.9 %: which ε?", "tried will do"},
		{"concentration?mechanism=laplace&epsilon=2&x=0.5&target=0.9", "lands in the window ≥ 90 %: which ε?", "ε = 7.68"},
	} {
		d := drive(t, c.address, 120, 40, colourless)
		d.on("epsilon")
		d.press("s")
		d.shows(c.asks)
		d.shows(c.answers)
	}
}

// Success rises and falls with every record: the form proposes the closest number that meets the target, and says that not
// every greater one does. By sums of binomial chances, 144 and fewer miss 99.9 % at ε = 1, 146 and 148 meet it, 147 and 149 do
// not.
func TestSolveSaysWhichNumberOfRecords(t *testing.T) {
	d := drive(t, "success?epsilon=0.5&n=100", 120, 40, colourless)
	d.on("n")
	d.shows("▸ n")
	d.press("s")
	d.shows("at least half correct ≥ 99.9 %: which n?")
	d.shows("n = 146")
	d.shows("n = 147")
	d.shows("on every one tried will do.")
	d.press("enter")
	if got := d.shell.current.Address(); !strings.Contains(got, "n=146") {
		t.Errorf("it jumps to %s", got)
	}
}

// Solving moves a meaningful control: with the focus on a seed it begins with the first other slider, because a seed chosen for
// its result misleads.
func TestSolveMovesNoSeed(t *testing.T) {
	d := drive(t, "flips?n=240&epsilon=0.5", 120, 40, colourless)
	d.press("down", "down")
	d.shows("▸ seed")
	d.press("s")
	d.shows(": which ε?")
}

// Two sessions in one process have their own settings and their own stores, and each shows what it would show alone.
func TestTwoSessionsShareNothing(t *testing.T) {
	script := strings.Fields("right right down left t pgdown esc c right esc w esc s enter ? esc : esc e esc")
	addresses := []string{
		"concentration?mechanism=pm&epsilon=2",
		"utility?classifier=stroke-logistic&sampling=off", "utility?classifier=stroke-logistic&sampling=off&epsilon=3", "population?classifier=stroke-logistic&records=20",
	}
	screens := make([]string, len(addresses))
	var both sync.WaitGroup
	for i, address := range addresses {
		both.Go(func() {
			d := driveAlone(t, address, 120, 40, colourless)
			d.press(script...)
			screens[i] = d.screen()
		})
	}
	both.Wait()
	for i, address := range addresses {
		d := driveAlone(t, address, 120, 40, colourless)
		d.press(script...)
		if d.screen() != screens[i] {
			t.Errorf("beside another program %s shows\n%s\nand alone\n%s", address, trimRight(screens[i]), trimRight(d.screen()))
		}
	}
}
