package command

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func TestDoctorSaysWhatToDo(t *testing.T) {
	for of, c := range map[string]struct {
		found      finding
		seen, does string
	}{
		"a dumb terminal":    {terminalSeen("dumb", true, true), `TERM = "dumb"`, "--plain explores"},
		"a pipe":             {terminalSeen("xterm", true, false), "output is none", "--plain, show, export and read"},
		"a good terminal":    {terminalSeen("xterm", true, true), "output is a terminal", ""},
		"a hostile name":     {terminalSeen("\x1b[2J", true, true), `\x1b`, ""},
		"sixteen colours":    {coloursSeen(colorprofile.ANSI, ""), "16", "TERM=xterm-256color"},
		"no colours":         {coloursSeen(colorprofile.ASCII, "1"), "NO_COLOR", "without NO_COLOR"},
		"a light background": {groundSeen("0;15"), "light", "--light or --dark"},
		"no background":      {groundSeen(""), "is asked at the start", "--light or --dark"},
		"a small window":     {sizeSeen(59, 40), "59 columns, 40 rows", "60 columns and 15 rows"},
		"a narrow window":    {sizeSeen(79, 40), "79 columns", "80 columns and 24 rows"},
		"a large window":     {sizeSeen(80, 24), "80 columns, 24 rows", ""},
		"letters of ASCII":   {glyphsSeen(true), "ASCII alone", "LANG=C.UTF-8"},
		"letters":            {glyphsSeen(false), "├─┤", "--ascii"},
		"tmux":               {clipboardSeen("/tmp/tmux", ""), "OSC 52", "set-clipboard on"},
		"a terminal's own":   {clipboardSeen("", ""), "OSC 52", "settings"},
		"Python":             {pythonSeen(t.Context()), "", ""},
	} {
		if f := c.found; !strings.Contains(f.seen, c.seen) || !strings.Contains(f.do, c.does) || c.does == "" && f.do != "" && c.seen != "" ||
			strings.ContainsAny(f.seen+f.do, "\n\x1b") || f.of == "" || f.seen == "" {
			t.Errorf("%s: %+v; want %q and %q", of, f, c.seen, c.does)
		}
	}
	status, out, trouble := called(t, "doctor")
	for _, of := range []string{"program", "terminal", "colours", "background", "size", "glyphs", "clipboard", "python"} {
		if status != ok || !strings.Contains("\n"+out, "\n"+of+" ") {
			t.Errorf("doctor does not say %s: %d, %s%s", of, status, out, trouble)
		}
	}
	if status, _, trouble := called(t, "doctor", "survey"); status != misuse || !strings.Contains(trouble, "one word too many") {
		t.Errorf("%d, %s", status, trouble)
	}
}

func TestGroundIsToldOrReadFromTheEnvironment(t *testing.T) {
	for text, want := range map[string][2]bool{
		"0;15": {true, true}, "15;0": {false, true}, "15;default;0": {false, true}, "0;default;7": {true, true}, "7;8": {false, true},
		"": {}, "15": {}, "0;default": {}, "0;16": {}, "0;-1": {}, ";": {},
	} {
		if light, known := lightGround(text); [2]bool{light, known} != want {
			t.Errorf("COLORFGBG = %q: light %v, known %v; want %v", text, light, known, want)
		}
	}
	for flags, want := range map[string][2]bool{"": {false, false}, "--light": {false, true}, "--dark": {true, true}} {
		t.Setenv("COLORFGBG", "0;15")
		c := onGround(learnCommand())
		if err := c.ParseFlags(strings.Fields(flags)); err != nil {
			t.Fatal(err)
		}
		if dark, told, err := groundOf(c); err != nil || [2]bool{dark, told} != want {
			t.Errorf("%q: dark %v, told %v, %v; want %v", flags, dark, told, err, want)
		}
	}
	if status, _, trouble := called(t, "learn", "--light", "--dark"); status != misuse || !strings.Contains(trouble, "one would work") {
		t.Errorf("%d, %s", status, trouble)
	}
}
