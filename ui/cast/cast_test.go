package cast

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// survey moves n, asks which n reaches a target, and looks why.
const survey = `# a comment
size 80x24

open survey
press right shift+right
wait 1s
press s
type 4
press enter
wait 2s
open flips?n=100
press w
wait 500ms`

func played(t *testing.T, text string) Cast {
	t.Helper()
	s, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Play(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rowsOf returns the rows of a screen without styles and the spaces that fill it.
func rowsOf(screen string) (rows []string) {
	for row := range strings.SplitSeq(ansi.Strip(screen), "\n") {
		rows = append(rows, strings.TrimRight(row, " "))
	}
	return rows
}

func TestTheSameBytesTwice(t *testing.T) {
	for _, colour := range []string{"", "colour dark\n", "colour light\n"} {
		first, second := played(t, colour+survey), played(t, colour+survey)
		for _, write := range []func(Cast, io.Writer) error{Cast.SVG, Cast.Asciicast} {
			one := written(t, func(w io.Writer) error { return write(first, w) })
			if other := written(t, func(w io.Writer) error { return write(second, w) }); one != other {
				t.Errorf("%q gives other bytes the second time", colour)
			}
		}
	}
}

// A script that opens, moves, solves and looks why shows all of it, and the two sets of colours have one text.
func TestFrames(t *testing.T) {
	c := played(t, survey)
	var all []string
	for i, f := range c.Frames {
		dark, light := rowsOf(f.Dark), rowsOf(f.Light)
		if len(dark) != c.Height || !slices.Equal(dark, light) {
			t.Errorf("frame %d has %d rows, or another text on a light ground", i, len(dark))
		}
		if i > 0 && f.At <= c.Frames[i-1].At {
			t.Errorf("frame %d comes at %v, after one at %v", i, f.At, c.Frames[i-1].At)
		}
		all = append(all, strings.Join(dark, "\n"))
	}
	for _, want := range []string{"How good will our survey be?", "How many of my labels will flip?"} {
		if !slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, want) }) {
			t.Errorf("no frame shows %q", want)
		}
	}
	if c.Length <= c.Frames[len(c.Frames)-1].At {
		t.Errorf("the last frame is shown from %v to %v", c.Frames[len(c.Frames)-1].At, c.Length)
	}
}

// picked is what the test reads of a picture: texts with their places, classes and styles.
type picked struct {
	Style string `xml:"style"`
	Text  []struct {
		X     int     `xml:"x,attr"`
		Y     float64 `xml:"y,attr"`
		Width int     `xml:"textLength,attr"`
		Class string  `xml:"class,attr"`
		Text  string  `xml:",chardata"`
	} `xml:"text"`
}

var (
	keyframes = regexp.MustCompile(`@keyframes (f\d+)\{(.*)\}`)
	keyframe  = regexp.MustCompile(`([\d.]+)%\{visibility:(\w+)\}`)
	still     = regexp.MustCompile(`(?m)^([.f\d,]+)\{visibility:hidden\}$`)
)

// At each frame the picture shows the text of the screen, and without motion that of the first frame.
func TestPictureShowsEachFrame(t *testing.T) {
	c := played(t, survey)
	svg := written(t, c.SVG)
	var p picked
	if err := xml.Unmarshal([]byte(svg), &p); err != nil {
		t.Fatal(err)
	}
	moves := map[string][][]string{}
	for _, m := range keyframes.FindAllStringSubmatch(p.Style, -1) {
		moves[m[1]] = keyframe.FindAllStringSubmatch(m[2], -1)
	}
	seenAt := func(class string, share float64) bool {
		_, name, moving := strings.Cut(class, " ")
		if !moving {
			return true
		}
		seen := ""
		for _, k := range moves[name] {
			if from, _ := strconv.ParseFloat(k[1], 64); from <= share {
				seen = k[2]
			}
		}
		return seen == "visible"
	}
	hidden := strings.Split(still.FindStringSubmatch(p.Style)[1], ",")
	seenStill := func(class string) bool {
		_, name, moving := strings.Cut(class, " ")
		return !moving || !slices.Contains(hidden, "."+name)
	}
	text := func(seen func(class string) bool) (rows []string) {
		screen := make([][]rune, c.Height)
		for y := range screen {
			screen[y] = []rune(strings.Repeat(" ", c.Width))
		}
		for _, m := range p.Text {
			if seen(m.Class) {
				if n := len([]rune(m.Text)); n*cellWidth != m.Width {
					t.Fatalf("%q has %d letters and is %d wide", m.Text, n, m.Width)
				}
				copy(screen[int(m.Y)/cellHeight][m.X/cellWidth:], []rune(m.Text))
			}
		}
		for _, row := range screen {
			rows = append(rows, strings.TrimRight(string(row), " "))
		}
		return rows
	}
	for i, f := range c.Frames {
		end := c.Length
		if i+1 < len(c.Frames) {
			end = c.Frames[i+1].At
		}
		middle := 50 * float64(f.At+end) / float64(c.Length)
		if got, want := text(func(class string) bool { return seenAt(class, middle) }), rowsOf(f.Dark); !slices.Equal(got, want) {
			t.Errorf("frame %d shows\n%s\nand not\n%s", i, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if got, want := text(seenStill), rowsOf(c.Frames[0].Dark); !slices.Equal(got, want) {
		t.Errorf("without motion it shows\n%s", strings.Join(got, "\n"))
	}
	if before, _, found := strings.Cut(p.Style, "prefers-reduced-motion:no-preference"); !found || strings.Contains(before, "animation") {
		t.Error("it moves for a reader who prefers no motion")
	}
	for _, m := range p.Text {
		if c := m.Class; strings.Count(svg, strings.Split(c, " ")[0]+"{fill:") < 2 {
			t.Fatalf("class %s has no colour on one of the grounds", c)
		}
	}
}

// What stays is written once: no two texts of a picture are alike in place and look, and a slider that moves a step adds less
// than a quarter of the first screen.
func TestWhatStaysIsStoredOnce(t *testing.T) {
	c := played(t, "open survey\npress w esc w esc right right right right\nwait 1s")
	svg := written(t, c.SVG)
	var p picked
	if err := xml.Unmarshal([]byte(svg), &p); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range p.Text {
		look, _, _ := strings.Cut(m.Class, " ")
		key := fmt.Sprint(m.X, m.Y, look, m.Text)
		if seen[key] {
			t.Errorf("%q is written twice", m.Text)
		}
		seen[key] = true
	}
	still, moved := played(t, "open survey\nwait 1s"), played(t, "open survey\npress right right right right\nwait 1s")
	first, all := len(written(t, still.SVG)), len(written(t, moved.SVG))
	if steps := len(moved.Frames) - 1; steps < 4 || all-first > steps*first/4 {
		t.Errorf("%d steps of a slider add %d bytes to %d", steps, all-first, first)
	}
}

// Each line of an asciicast is JSON, and a terminal that replays the events shows the frames.
func TestAsciicastReplays(t *testing.T) {
	for _, colour := range []Colour{Both, Dark, Light} {
		c := played(t, "colour "+string(colour)+"\n"+survey)
		lines := strings.Split(strings.TrimRight(written(t, c.Asciicast), "\n"), "\n")
		var header struct{ Version, Width, Height int }
		if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Version != 2 || header.Width != c.Width || header.Height != c.Height {
			t.Fatalf("the header is %s: %v", lines[0], err)
		}
		if len(lines) != 1+len(c.Frames) {
			t.Fatalf("%d frames have %d lines", len(c.Frames), len(lines))
		}
		terminal := vt.NewEmulator(c.Width, c.Height)
		for i, f := range c.Frames {
			var event []any
			if err := json.Unmarshal([]byte(lines[1+i]), &event); err != nil || len(event) != 3 || event[0] != f.At.Seconds() || event[1] != "o" {
				t.Fatalf("event %d is %s: %v", i, lines[1+i], err)
			}
			terminal.WriteString(event[2].(string))
			want := f.Dark
			if colour == Light {
				want = f.Light
			}
			if got := rowsOf(terminal.String()); !slices.Equal(got, rowsOf(want)) {
				t.Errorf("after event %d the terminal shows\n%s", i, strings.Join(got, "\n"))
			}
		}
	}
}

// A wrong script is refused with its line and what would work.
func TestWrongScripts(t *testing.T) {
	for _, c := range []struct{ script, says string }{
		{"", "open survey"},
		{"# nothing\n", "open survey"},
		{"press right", "line 1: "},
		{"open survey\npress rigth", `line 2: key = "rigth" is not known; nearest: right`},
		{"open survey\npress", "press right"},
		{"open survey\npress \x1b[A", "line 2: key"},
		{"open survey\ntype \x07", "line 2: type"},
		{"open survye", "line 1: "},
		{"open survey?n=lots", "line 1: "},
		{"open survey\nwait 2", "line 2: wait = \"2\""},
		{"open survey\nwait -2s", "500ms"},
		{"open survey\nwait 100000h", "up to 10m"},
		{"open survey\nwait 6m\nwait 6m", "line 3: "},
		{"size 80", "80x24"},
		{"size 1x1", "40 to 300"},
		{"size 9999999999x24", "80x24"},
		{"colour mauve", "both, dark or light"},
		{"open survey\nsize 80x24", "line 2: size stands below"},
		{"jump", "line 1: \"jump\" is no instruction"},
		{"open survey\n" + strings.Repeat("x", 1<<20), "line 2: it has more than"},
		{strings.Repeat("\n", 5000), "more than 1000 lines"},
	} {
		_, err := Read(strings.NewReader(c.script))
		if err == nil || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 400 {
			t.Errorf("%.40q: %v; it says nothing of %q", c.script, err, c.says)
		}
	}
}

// Keys after the one that ends the program are refused; a stopped context ends a recording.
func TestNothingFollowsTheEnd(t *testing.T) {
	s, err := Read(strings.NewReader("open survey\npress q\npress right"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Play(t.Context(), s); err == nil || !strings.Contains(err.Error(), "line 3: ") {
		t.Errorf("a key after the end: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Play(ctx, s); err == nil {
		t.Error("a stopped recording has no error")
	}
}

// A page that runs by itself moves by the script's clock, and is still after it.
func TestWhatRunsByItselfMoves(t *testing.T) {
	still, moving := played(t, "open concentration\nwait 3s"), played(t, "open concentration\npress space\nwait 3s")
	if len(still.Frames) != 1 || len(moving.Frames) < 4 {
		t.Errorf("%d frames without a key, %d of a slider that runs", len(still.Frames), len(moving.Frames))
	}
}
