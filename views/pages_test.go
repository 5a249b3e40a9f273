package views

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/views/pages"
)

// keptPage compares a page with the recorded one. With -update it records the page, unless nothing differs.
//
// Where a product is not rounded before it is added, which no tolerance covers once a step is more or less, pages are not
// compared.
func keptPage(t *testing.T, view, preset string, is engine.Sheet) {
	t.Helper()
	if runtime.GOARCH != "amd64" || fuses() {
		t.Log("pages are kept on amd64, with every product rounded before it is added; they are not compared here")
		return
	}
	was, err := pages.Of(view, preset)
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	differences := pages.Differences(was, is)
	for _, d := range differences {
		if *update {
			t.Log(d)
		} else {
			t.Errorf("%s (go test ./views -run Presets -update keeps it as it is now)", d)
		}
	}
	if *update && (len(differences) > 0 || err != nil) {
		file, err := pages.Encode(is)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, pages.File(pages.Name(view, preset))), file, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// fuses reports whether this build rounds x·x - y once and not twice. The exact (1 + 2⁻⁴⁰)² has one bit more than its rounded
// product.
func fuses() bool {
	x := 1 + math.Ldexp(float64(min(len(All), 1)), -40) // a number that the compiler does not know
	return x*x+(-1-math.Ldexp(1, -39)) != 0             // sums are fused everywhere, differences are not
}

// folder is the path of the recorded pages, from here.
const folder = "pages"

// Every preset has a recorded page, and every page belongs to a preset.
func TestPresetsHavePages(t *testing.T) {
	var want []string
	for _, v := range All {
		for _, p := range v.Presets {
			want = append(want, pages.Name(v.Name, p.Name))
		}
	}
	kept, err := pages.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range kept {
		switch {
		case slices.Contains(want, name):
		case *update:
			if err := os.Remove(filepath.Join(folder, pages.File(name))); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s is the page of no preset", name)
		}
	}
	for _, name := range want {
		if !slices.Contains(kept, name) && !*update {
			t.Errorf("%s has no page (go test ./views -run Presets -update keeps it)", name)
		}
	}
}
