package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/theme"
	"dpscope/views"
	"dpscope/views/pages"
	"dpscope/views/view"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// driver runs a Shell as the program would, but in one goroutine and with a stopped clock. With patience it waits for a command
// no longer than that, and late messages arrive between later ones.
type driver struct {
	t        testing.TB
	shell    *Shell
	clock    time.Time
	patience time.Duration
	late     []<-chan tea.Msg
}

// drive opens an address; it keeps computed results for later tests.
func drive(t testing.TB, address string, width, height int, o Options) *driver {
	t.Helper()
	return driveIn(t, shown(), address, width, height, o)
}

// driveAlone opens an address in a fresh session.
func driveAlone(t testing.TB, address string, width, height int, o Options) *driver {
	t.Helper()
	return driveIn(t, work.NewStore(16<<20), address, width, height, o)
}

// shown holds results that tests share: a store changes nothing of a page, so that one opened by several tests is computed
// once.
var shown = sync.OnceValue(func() *work.Store { return work.NewStore(256 << 20) })

func driveIn(t testing.TB, store *work.Store, address string, width, height int, o Options) *driver {
	t.Helper()
	view, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	d := driveAt(t, store, view, values, o)
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	d.settle(d.shell.current.Start())
	return d
}

// drivePage opens a preset with its recorded page: nothing is computed until a key moves something.
func drivePage(t testing.TB, v view.View, p view.Preset, width, height int, o Options) *driver {
	t.Helper()
	values, err := v.Parse(p.Query)
	if err != nil {
		t.Fatal(err)
	}
	page, err := pages.Of(v.Name, p.Name)
	if err != nil {
		t.Fatal(err)
	}
	d := driveAt(t, shown(), v, values, o)
	d.shell.current.Present(page, nil)
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// driveAt returns a driver of a view that shows nothing yet.
func driveAt(t testing.TB, store *work.Store, v view.View, values param.Values, o Options) *driver {
	d := &driver{t: t, clock: time.Unix(0, 0)}
	o.Clock = d.stopped()
	s := &work.Session{Store: store}
	if o.Files != nil {
		s.Files = work.AnyFile
	}
	d.shell = New(work.With(t.Context(), s), v, values, o)
	return d
}

// stopped returns the driver's clock, which never sends its later messages.
func (d *driver) stopped() explorer.Clock {
	return explorer.Clock{Now: func() time.Time { return d.clock }, After: func(time.Duration, tea.Msg) tea.Cmd { return nil }}
}

// send sends a message to the shell, draws, and runs what follows from it.
func (d *driver) send(msg tea.Msg) {
	_, cmd := d.shell.Update(msg)
	d.shell.View()
	d.settle(cmd)
}

// redraw draws the present page at another size and in another look.
func (d *driver) redraw(width, height int, o Options) {
	d.shell.look = o.look()
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
}

// settle runs commands until none is left.
func (d *driver) settle(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if d.patience == 0 {
		d.deliver(cmd())
		return
	}
	answer := make(chan tea.Msg, 1)
	go func() { answer <- cmd() }()
	select {
	case msg := <-answer:
		d.deliver(msg)
	case <-time.After(d.patience):
		d.late = append(d.late, answer)
	}
}

func (d *driver) deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			d.settle(c)
		}
	default:
		d.send(msg)
	}
}

// arrive delivers late messages that have come.
func (d *driver) arrive() {
	waiting := d.late
	d.late = nil
	for _, answer := range waiting {
		select {
		case msg := <-answer:
			d.deliver(msg)
		default:
			d.late = append(d.late, answer)
		}
	}
}

// press sends keys by name, such as "right", "shift+left" or "e".
func (d *driver) press(names ...string) {
	for _, name := range names {
		d.send(keyPress(name))
	}
}

// on gives a control the focus.
func (d *driver) on(control string) { d.settle(d.shell.current.Do(explorer.Focus{Key: control})) }

func keyPress(name string) tea.KeyPressMsg { return keys.Press(key.NewBinding(key.WithKeys(name))) }

func (d *driver) screen() string { return ansi.Strip(d.shell.View().Content) }

// shows fails unless the screen has the text.
func (d *driver) shows(text string) {
	d.t.Helper()
	if !strings.Contains(d.screen(), text) {
		d.t.Fatalf("the screen does not show %q:\n%s", text, trimRight(d.screen()))
	}
}

func (d *driver) value(p param.Param) float64 { return d.shell.current.Values().Get(p) }

// golden compares text with a file, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was, now := strings.Split(alone(string(want)), "\n"), strings.Split(got, "\n")
	for i := range min(len(was), len(now)) {
		if was[i] != now[i] {
			t.Errorf("%s differs (go test ./ui -update rewrites it), first in line %d:\n%s\nnow\n%s", path, i+1, was[i], now[i])
			return
		}
	}
	if len(was) != len(now) {
		t.Errorf("%s had %d lines and has %d", path, len(was), len(now))
	}
}

// trimRight drops the spaces that fill the screen.
func trimRight(screen string) string {
	lines := strings.Split(screen, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Every view opens at the sizes of the specification with its recorded screen, except for what its head says of other views.
func TestScreens(t *testing.T) {
	for _, view := range views.All {
		t.Run(view.Name, func(t *testing.T) { testScreens(t, view) })
	}
}

func testScreens(t *testing.T, view view.View) {
	known := !otherMenu(t, view)
	d := drivePage(t, view, view.Presets[0], 120, 40, colourless)
	for _, size := range []struct {
		name          string
		width, height int
		options       Options
	}{
		{"120x40", 120, 40, Options{Profile: colorprofile.TrueColor, Dark: true}},
		{"80x24", 80, 24, Options{Profile: colorprofile.ANSI}},
		{"60x15", 60, 15, Options{Profile: colorprofile.ASCII}},
		{"80x24-ascii", 80, 24, Options{ASCII: true, Profile: colorprofile.ASCII}},
	} {
		d.redraw(size.width, size.height, size.options)
		screen := d.screen()
		if rows := strings.Split(screen, "\n"); len(rows) != size.height {
			t.Errorf("%s at %s has %d rows", view.Name, size.name, len(rows))
		}
		if known {
			golden(t, "screens/"+view.Name+"-"+size.name+".txt", alone(trimRight(screen)))
		}
	}
	if !known {
		return
	}
	var painted strings.Builder
	painted.WriteString("\n\n\n\n") // golden takes this for a head
	for _, size := range []struct{ width, height int }{{120, 40}, {80, 24}, {60, 15}} {
		d.redraw(size.width, size.height, Options{Profile: colorprofile.TrueColor, Dark: true})
		fmt.Fprintf(&painted, "%d columns and %d rows\n%s\n", size.width, size.height, painting(d.shell.View().Content))
	}
	golden(t, "screens/"+view.Name+"-colour.txt", painted.String())
}

// painting maps the styles of a screen below its head, a letter a cell, in the order in which the styles come; a legend stands
// below. The text itself stands in another file.
func painting(screen string) string {
	const letters = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	plain := ansi.Strip(screen)
	whole, below := strings.Split(plain, "\n"), strings.Split(alone(plain), "\n")
	var rows, styles []string
	for i, text := range strings.Split(screen, "\n") {
		style := ""
		var row strings.Builder
		for text != "" {
			sequence, width, n, _ := ansi.DecodeSequence(text, 0, nil)
			if text = text[n:]; width == 0 {
				if style = sequence; style == theme.Off {
					style = ""
				}
				continue
			}
			at := 0
			if style != "" {
				if at = slices.Index(styles, style) + 1; at == 0 {
					styles = append(styles, style)
					at = len(styles)
				}
			}
			row.WriteString(strings.Repeat(letters[at%len(letters):][:1], width))
		}
		if whole[i] == below[i] { // the head has other views
			rows = append(rows, strings.TrimRight(row.String(), "."))
		}
	}
	for i, s := range styles {
		rows = append(rows, letters[(i+1)%len(letters):][:1]+" "+strings.TrimPrefix(s, "\x1b"))
	}
	return strings.Join(rows, "\n")
}

// slow reports whether a view's pages take more than some milliseconds.
func slow(v view.View) bool {
	return slices.Contains([]view.Group{views.Model, views.Numbers, views.RareClass}, v.Group) ||
		slices.Contains([]string{"losses", "risk", "race", "learning", "boundary", "run"}, v.Name)
}

// solvesSlowly reports whether a view computes many slow pages when it solves.
func solvesSlowly(view view.View) bool { return slow(view) || view.Name == "attack" }

// With --ascii every page is drawn in ASCII alone.
func TestASCII(t *testing.T) {
	effort.ForPages(t)
	for _, view := range views.All {
		for i, p := range view.Presets {
			if i > 0 && !effort.Sample(i, 7, 3) {
				continue
			}
			d := drivePage(t, view, p, 100, 30, Options{ASCII: true, Profile: colorprofile.TrueColor})
			for _, keys := range [][]string{{}, {"w"}, {"w", "t"}, {"t", "s"}, {"esc", "?"}, {"esc", ":"}, {"esc", "e"}} {
				if slices.Contains(keys, "s") && solvesSlowly(view) {
					continue // the form draws the same, after seconds
				}
				d.press(keys...)
				for _, r := range d.screen() {
					if r > '~' {
						t.Errorf("%s?preset=%s after %q draws %q:\n%s", view.Name, p.Name, keys, r, d.screen())
						break
					}
				}
			}
		}
	}
}
