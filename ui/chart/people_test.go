package chart_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/ui/chart"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// A strip has as many cells as it counts, stands where the plot keeps ten rows, and nowhere else.
func TestPeopleAreCounted(t *testing.T) {
	for _, name := range []string{"survey-people", "survey-yes-no", "population-circle", "bagging-start"} {
		page, err := pages.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		f, drawn := page.Shown(), 0
		for _, size := range [][2]int{{44, 40}, {60, 9}, {76, 14}, {76, 28}, {110, 40}} {
			o := chart.Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.ASCII)}
			without := f
			without.People = engine.People{}
			bare, p := chart.Render(without, o), chart.Render(f, o)
			if len(p.Lines) != o.Height {
				t.Errorf("%s in %v: %d lines", name, size, len(p.Lines))
			}
			at := -1
			for i, line := range p.Lines {
				if strings.Contains(ansi.Strip(line), f.People.Text) {
					at = i
				}
			}
			if at < 0 {
				if strings.Join(p.Lines, "\n") != strings.Join(bare.Lines, "\n") || bare.Plot.Height >= 18 && size[0] >= 76 {
					t.Errorf("%s in %v: no strip, and the plot had %d rows", name, size, bare.Plot.Height)
				}
				continue
			}
			drawn++
			cells := ansi.Strip(strings.Join(p.Lines[at:], "\n"))
			cells = cells[strings.Index(cells, f.People.Text)+len(f.People.Text):]
			affected, others := strings.Count(cells, theme.Unicode.Fills[1]), strings.Count(cells, theme.Unicode.Fills[0])
			if p.Plot.Height < 10 || affected != f.People.Affected || affected+others != f.People.Cells {
				t.Errorf("%s in %v: %d rows of plot, %d and %d cells for %+v", name, size, p.Plot.Height, affected, others, f.People)
			}
		}
		if drawn == 0 {
			t.Errorf("%s is drawn without a strip", name)
		}
	}
}
