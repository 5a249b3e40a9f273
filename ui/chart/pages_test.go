package chart

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// The figures of all views are well formed at the sizes that pages have, twice the same; an ordinary run takes a part of them.
func TestPages(t *testing.T) {
	pages.Some(t, 11, func(name string, page engine.Sheet) {
		f := page.Shown()
		for _, size := range [][2]int{{74, 30}, {40, 12}, {30, 7}} {
			o := Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.TrueColor)}
			first, again := Render(f, o), Render(f, o)
			wellFormed(t, f, o, first)
			if !slices.Equal(first.Lines, again.Lines) {
				t.Errorf("%s at %v is drawn in two ways", name, size)
			}
		}
	})
}

// The title of a number that a paper prints says so, by the word or by its authors: it has no sign.
func TestPapersAreNamed(t *testing.T) {
	names, err := pages.Names()
	if err != nil {
		t.Fatal(err)
	}
	printed := 0
	for _, name := range names {
		page, err := pages.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, mark := range page.Figure.Marks {
			if m := mark.Normal(); m.Basis == known.AsPrinted {
				printed++
				if !strings.Contains(m.Title, "paper") && !strings.Contains(m.Title, " & ") {
					t.Errorf("%s draws %q as printed, and does not say so", name, m.Title)
				}
			}
		}
	}
	if printed == 0 {
		t.Error("no page draws what a paper prints")
	}
}
