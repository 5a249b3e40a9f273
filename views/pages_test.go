package views

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/mechanisms"
	"dpscope/views/pages"
)

// keptPage holds a page to the one that is kept. With -update the page is kept in its
// place, unless it differs in nothing.
//
// Where a product is not rounded before it is added, which no tolerance covers once a
// step is more or less, pages are not compared.
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
	newer := newerMechanisms(t)
	if !*update && len(newer) > 0 {
		was, is = standing(was, newer), standing(is, newer)
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
		file, err := pages.Pack(is)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, pages.File(pages.Name(view, preset))), file, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// fuses reports whether this build rounds x·x - y once and not twice. The exact
// (1 + 2⁻⁴⁰)² has one bit more than its product that is rounded.
func fuses() bool {
	x := 1 + math.Ldexp(float64(min(len(All), 1)), -40) // a number that the compiler does not know
	return x*x+(-1-math.Ldexp(1, -39)) != 0             // sums are fused everywhere, differences are not
}

// folder is where the pages are kept, from here.
const folder = "pages"

// mechanismsThen is the picture of all mechanisms that there were when the pages were kept.
var mechanismsThen = sync.OnceValues(func() (engine.Sheet, error) { return pages.Of("compare", "figure-4") })

// newerMechanisms are those that have come since the pages were kept, by their names and
// titles: those that the picture of all of them does not have.
func newerMechanisms(t *testing.T) map[string]bool {
	t.Helper()
	all, err := mechanismsThen()
	if err != nil && !*update {
		t.Fatal(err)
	}
	newer := map[string]bool{}
	for _, kind := range mechanisms.All.Kinds {
		if !slices.Contains(all.Figure.Members, kind.Name) {
			newer[kind.Name], newer[kind.Title] = true, true
		}
	}
	return newer
}

// standing is what of a page no newcomer may change: the rows of the picture and the
// answers that are not about it.
func standing(s engine.Sheet, newer map[string]bool) engine.Sheet {
	table := s.Table()
	table.Rows = slices.DeleteFunc(table.Rows, func(row []engine.Cell) bool {
		return slices.ContainsFunc(row, func(c engine.Cell) bool { return newer[c.Text()] })
	})
	stands := engine.Sheet{Data: &table}
	for _, a := range s.Answers {
		if !newer[a.Key.Member] {
			stands.Answers = append(stands.Answers, engine.Answer{Key: a.Key, Known: known.Value{Value: a.Known.Value, Word: a.Known.Word, Basis: a.Known.Basis}})
		}
	}
	return stands
}

// Every preset has a page that is kept, and every page is of a preset.
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
