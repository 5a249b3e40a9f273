package chart

import (
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/effort"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// The figures of all views are well formed at the sizes that pages have, twice the same;
// an ordinary run takes a part of them.
func TestPages(t *testing.T) {
	effort.ForPages(t)
	names, err := pages.Names()
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		if !effort.Some(i, 11, 1) {
			continue
		}
		page, err := pages.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		f := page.Shown()
		for _, size := range [][2]int{{74, 30}, {40, 12}, {30, 7}} {
			o := Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.TrueColor)}
			first, again := Render(f, o), Render(f, o)
			wellFormed(t, f, o, first)
			if !slices.Equal(first.Lines, again.Lines) {
				t.Errorf("%s at %v is drawn in two ways", name, size)
			}
		}
	}
}
