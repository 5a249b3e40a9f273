package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// In the pictures of all views and presets a logarithmic axis says that it is one, and a linear one of lines, bars or points
// that begins above zero has a mark, or a line across that names its low end.
func TestAxesAreHonest(t *testing.T) {
	logs, unsaid, broken := 0, 0, 0
	pages.Some(t, 5, func(name string, page engine.Sheet) {
		f := page.Shown()
		if len(f.Panels) > 0 {
			f = alone(f)
		}
		for _, o := range pictureSizes[:2] {
			o := o
			o.Theme, o.Glyphs, o.titled = theme.New(true, colorprofile.NoTTY), theme.Unicode, true
			d := drawn(f, &o)
			text := strings.Join(d.canvas.lines(), "\n")
			said := 0
			for _, axis := range []struct {
				of     engine.Axis
				scaled plan.Scale
			}{{f.X, d.frame.x}, {f.Y, d.frame.y}} {
				if axis.scaled.Log && axis.of.Label != "" {
					logs++
					said++
				}
			}
			if strings.Count(text, strings.TrimSpace(plan.Logarithmic)) < said {
				if unsaid++; !o.Compact {
					t.Errorf("%s at %d by %d: %d axes are logarithmic:\n%s", name, o.Width, o.Height, said, text)
				}
			}
			if y := d.frame.y; !y.Log && y.Low > 0 && len(f.Y.Words) == 0 && !d.Empty && d.frame.plot.Height > 0 {
				marked := false
				for row := range d.frame.plot.Height {
					marked = marked || string(d.canvas.at(d.layout.spine, d.row(row)).glyph) == d.glyphs.Break
				}
				if marked {
					broken++
				} else if d.Broken(d.frame.y) {
					t.Errorf("%s at %d by %d: the axis begins at %g without a mark:\n%s", name, o.Width, o.Height, y.Low, text)
				}
			}
		}
	})
	const most = 0.06 // where ticks and legend leave no room for the word
	if float64(unsaid) > most*float64(logs) {
		t.Errorf("%d of %d logarithmic axes do not say so", unsaid, logs)
	}
	if logs == 0 || broken == 0 {
		t.Errorf("%d axes are logarithmic, %d broken", logs, broken)
	}
	f := engine.Figure{Y: engine.Axis{Low: 0.5, High: 1}, Marks: []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{0.6, 0.9}}}}
	o := Options{Width: 40, Height: 12, Theme: plain}
	if text := strings.Join(Render(f, o).Lines, "\n"); !strings.Contains(text, theme.Unicode.Break) {
		t.Errorf("an axis from 0.5 has no mark:\n%s", text)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "guessing", Title: "guessing", At: 0.5})
	if text := strings.Join(Render(f, o).Lines, "\n"); strings.Contains(text, theme.Unicode.Break) {
		t.Errorf("an axis from guessing has a mark:\n%s", text)
	}
}
