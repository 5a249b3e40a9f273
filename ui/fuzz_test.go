package ui

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/ui/keys"
	"dpscope/views"
)

// fuzzKeys lists all keys of the program except those that quit, and some without a meaning.
var fuzzKeys = func() []string {
	pressed := strings.Fields("λ 字 ctrl+x a z % = +")
	for _, g := range keys.Groups() {
		for _, b := range g.Keys {
			pressed = append(pressed, b.Keys()...)
		}
	}
	leaves := append(keys.Abort.Keys(), append(keys.Suspend.Keys(), keys.Quit.Keys()...)...)
	slices.Sort(pressed)
	return slices.DeleteFunc(slices.Compact(pressed), func(k string) bool { return slices.Contains(leaves, k) })
}()

// play feeds random input to a shell and checks what must always hold: the screen has exactly the window's size, and holds only
// text and styles. When the context ends, running computations are left. With patience the next event does not wait for a page
// that takes longer, as people do not.
func play(ctx context.Context, t testing.TB, patience time.Duration, input []byte) {
	folder := t.TempDir()
	t.(interface{ Chdir(string) }).Chdir(folder)
	first := views.All[0]
	if len(input) > 0 {
		first = views.All[int(input[0])%len(views.All)]
	}
	ascii := len(input) > 1 && input[1]%3 == 0
	ctx, leave := context.WithCancel(ctx)
	d := &driver{t: t, clock: time.Unix(0, 0), patience: patience}
	defer func() {
		leave()
		for _, answer := range d.late {
			select {
			case <-answer:
			case <-time.After(time.Minute):
				t.Errorf("a computation of %s goes on a minute after the program was left", d.shell.current.View().Address(d.shell.current.Values()))
			}
		}
	}()
	d.shell = New(ctx, first, first.Opening(), Options{ASCII: ascii, Profile: colorprofile.TrueColor, Dark: true, Files: files.Own{}, Clock: d.stopped()})
	d.settle(d.shell.current.Start())
	width, height := 0, 0
	for i := 2; i+2 < len(input); i += 3 {
		a, b, c := input[i], input[i+1], input[i+2]
		d.arrive()
		d.clock = d.clock.Add(time.Duration(c) * time.Millisecond)
		switch a % 8 {
		case 0:
			width, height = int(b), int(c)%90
			if b == 255 {
				width, height = 1000, 300
			}
			d.send(tea.WindowSizeMsg{Width: width, Height: height})
			width, height = VisibleSize(width, height)
		case 6:
			mouse := tea.Mouse{X: int(b) - 4, Y: int(c)%60 - 2, Button: tea.MouseLeft}
			switch c % 5 {
			case 0:
				d.send(tea.MouseClickMsg(mouse))
			case 1:
				d.send(tea.MouseMotionMsg(mouse))
			case 2:
				d.send(tea.MouseReleaseMsg(mouse))
			case 3:
				mouse.Button = tea.MouseWheelUp
				d.send(tea.MouseWheelMsg(mouse))
			case 4:
				mouse.Button = tea.MouseWheelDown
				d.send(tea.MouseWheelMsg(mouse))
			}
		case 7:
			d.send(tea.PasteMsg{Content: string(input[i:min(i+int(b)%20, len(input))])})
		default:
			key := fuzzKeys[int(b)%len(fuzzKeys)]
			if slices.Contains(keys.Solve.Keys(), key) && solvesSlowly(d.shell.current.View()) && os.Getenv("DPSCOPE_ATTACK") == "" {
				continue // a search of many such pages is seconds
			}
			d.press(key)
		}
		screen := d.shell.View().Content
		rows := strings.Split(screen, "\n")
		if width > 0 && height > 0 && len(rows) != height {
			t.Fatalf("%d rows in a window of %dx%d", len(rows), width, height)
		}
		for _, row := range rows {
			if w := ansi.StringWidth(row); width > 0 && height > 0 && w != width {
				t.Fatalf("a row of %d cells in a window of %dx%d: %q", w, width, height, ansi.Strip(row))
			}
			for _, r := range ansi.Strip(row) {
				if r < ' ' || r == 0x7f || ascii && r > '~' {
					t.Fatalf("%q is drawn: %q", r, ansi.Strip(row))
				}
			}
		}
	}
}

func FuzzUpdate(f *testing.F) {
	f.Add([]byte{0, 0, 0, 120, 40, 1, 1, 0, 1, 50, 0})
	f.Add([]byte{0, 0, 0, 255, 40}) // more than is drawn
	f.Fuzz(func(t *testing.T, input []byte) {
		// The fuzzer calls ten seconds a hang, on however slow a machine: a session is as long as in TestRandomInput, gets
		// three seconds to compute its pages, and is then drawn to its end without more.
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		play(ctx, t, 0, input[:min(len(input), sessionLength)])
	})
}

// sessionLength is the number of bytes in a session, three an event.
const sessionLength = 400

// TestRandomInput plays some thirty events a view, sixty when all cases are asked for, half of them under the race detector,
// and waits for every page; or DPSCOPE_ATTACK events in all, with that number as the seed, in mostly impatient plays. Computed
// results are kept, as in a user's session.
func TestRandomInput(t *testing.T) {
	rng, plays, attack := rand.New(rand.NewPCG(7, 7)), len(views.All)/effort.Scale(16, 8, 2), false
	if testing.Short() {
		plays = max(plays/2, 1)
	}
	if events, err := strconv.Atoi(os.Getenv("DPSCOPE_ATTACK")); err == nil {
		rng, plays, attack = rand.New(rand.NewPCG(uint64(events), 7)), max(events*3/sessionLength, 1), true
	}
	ctx := work.With(t.Context(), &work.Session{Store: shown()})
	defer func() { t.Logf("%d events in %d plays", plays*sessionLength/3, plays) }()
	for i := range plays {
		if i%100 == 99 {
			t.Logf("%d events in %d plays", i*sessionLength/3, i)
		}
		input := make([]byte, sessionLength)
		for i := range input {
			input[i] = byte(rng.Uint32())
		}
		var patience time.Duration
		if attack && i%20 != 0 {
			patience = 20 * time.Millisecond
		}
		play(ctx, t, patience, input)
	}
}
