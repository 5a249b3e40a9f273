package ui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dpscope/assets"
	"dpscope/mechanisms"
)

// finds types into the palette and returns what it finds.
func finds(t *testing.T, d *driver, text string) []item {
	t.Helper()
	d.press("esc", ":")
	for _, k := range strings.Split(text, "") {
		d.press(k)
	}
	return d.shell.palette.found
}

func TestPaletteFindsByQuestion(t *testing.T) {
	d := drive(t, "compare", 120, 40, colourless)
	for _, c := range []struct{ text, first string }{
		{"which epsilon keeps my prediction", "recommend?for=record"},
		{"epsilon", "ε"},
		{"gaussian", "noise"},
		{"same window holds", "concentration?preset=edge"},
		{"undo", "u"},
	} {
		found := finds(t, d, c.text)
		if len(found) == 0 || !strings.Contains(found[0].title+" "+found[0].detail, c.first) {
			t.Errorf("%q finds %d things, not first %q:\n%s", c.text, len(found), c.first, trimRight(d.screen()))
		}
	}
	if found := finds(t, d, "epsilon"); len(found) < 5 {
		t.Errorf("epsilon finds %d things", len(found))
	}
	if found := finds(t, d, "prediction survive"); !slices.ContainsFunc(found, func(i item) bool { return i.detail == "utility" }) {
		t.Error("the words of a question do not find the view of one prediction")
	}
	if found := finds(t, d, "zzz"); len(found) != 0 {
		t.Errorf("zzz finds %q", found[0].title)
	}
}

// A typing slip is forgiven, and answers and controls are found by their names.
func TestPaletteForgivesTyposAndFindsRows(t *testing.T) {
	d := drive(t, "compare", 120, 40, colourless)
	for _, c := range []struct{ text, found string }{
		{"gausian", "Gaussian"}, {"lapalce", "Laplace"}, {"epislon", "ε"}, {"standrad deviaton", "standard deviation"},
		{"percentile", "5th percentile"}, {"tolerance", "θ  tolerance"},
	} {
		found := finds(t, d, c.text)
		if !slices.ContainsFunc(found[:min(len(found), 8)], func(i item) bool { return strings.Contains(i.title, c.found) }) {
			t.Errorf("%q does not find %q:\n%s", c.text, c.found, trimRight(d.screen()))
		}
	}
	finds(t, d, "actual ε concentration")
	d.press("enter")
	if s := d.shell.current; s.View().Name != "concentration" || s.Scene().Focused().Reading.Label != "actual ε" {
		t.Errorf("it opens %s at %q", s.View().Name, s.Scene().Focus)
	}
	finds(t, d, "local diferential privacy")
	d.press("enter")
	d.shows("Each person perturbs their own value")
	finds(t, d, "at half ties")
	d.press("enter")
	if s := d.shell.current; s.Scene().Focus != "ties" {
		t.Errorf("it opens %s at %q", s.View().Name, s.Scene().Focus)
	}
}

func TestPalettePicksAMechanism(t *testing.T) {
	d := drive(t, "compare", 120, 40, colourless)
	d.on("epsilon")
	d.press("5", "enter")
	finds(t, d, "square wave")
	d.press("enter")
	if s := d.shell.current; s.View().Name != "concentration" || s.Values().Picked(mechanisms.All).Name != "sw" || d.value(mechanisms.Epsilon) != 5 {
		t.Errorf("from compare it opens %s", s.Address())
	}
	d.press("right")
	epsilon := d.value(mechanisms.Epsilon)
	finds(t, d, "randomised resp rr")
	d.press("enter")
	if s := d.shell.current; s.Values().Picked(mechanisms.All).Name != "krr" || d.value(mechanisms.Epsilon) != epsilon {
		t.Errorf("within concentration it gives %s", s.Address())
	}
}

func TestPaletteSaysWhyAnAddressDoesNotOpen(t *testing.T) {
	d := drive(t, "compare", 120, 40, colourless)
	finds(t, d, "compare?epsilon=99999")
	d.shows("epsilon = 99999 is outside [1e-6, 1500]")
	d.press("enter")
	d.press("backspace", "backspace")
	d.shows("open this address")
}

// Typed text in any script leaves the rows as wide as the screen, with the cursor between any two characters.
func TestTypedTextKeepsRowsWhole(t *testing.T) {
	for _, text := range []string{"ำ", "กำา", "ᄒ한", "e\u0301", "ｶﾞﾞ", "東京", "क्षी", "\u0d4eക", "\u202e\u009b31m"} {
		d := drive(t, "concentration", 60, 15, colourless)
		d.press(":")
		d.send(tea.PasteMsg{Content: text})
		for range len([]rune(text)) + 1 {
			for i, row := range strings.Split(d.shell.frame.content, "\n") {
				if got := ansi.StringWidth(ansi.Strip(row)); got != 60 {
					t.Errorf("%q: row %d has %d cells: %q", text, i, got, row)
				}
			}
			d.press("left")
		}
	}
}

// A term shows its whole definition below the list, on a small screen too.
func TestPaletteShowsDefinitionsWhole(t *testing.T) {
	longest := slices.MaxFunc(assets.Terms(), func(a, b assets.Term) int { return len(a.Says) - len(b.Says) })
	d := drive(t, "compare", 80, 24, colourless)
	finds(t, d, longest.Name)
	words := strings.Join(strings.Fields(d.screen()), " ")
	if !strings.Contains(words, longest.Says) {
		t.Errorf("the definition of %s is cut:\n%s", longest.Name, trimRight(d.screen()))
	}
}
