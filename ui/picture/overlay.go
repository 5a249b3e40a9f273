package picture

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"

	"dpscope/engine"
)

// mostTogether bounds the series in one plot that shows several pages.
const mostTogether = 8

// together returns one page that draws several on the same axes. can is false where the axes have different quantities, where
// areas would hide each other, and where the plot would have more than mostTogether series.
func together(parts []Part) (both Part, can bool) {
	if len(parts) < 2 {
		return both, false
	}
	both = parts[0]
	both.Setting = ""
	sheet := parts[0].Sheet
	f := sheet.Shown()
	f.Marks, f.Members, f.Hues, f.People = nil, nil, nil, engine.People{}
	var answer engine.Sentence
	series := map[string]bool{}
	for i, p := range parts {
		own := p.Sheet.Shown()
		if len(own.Panels) > 0 || !alike(own.X, f.X) || !alike(own.Y, f.Y) || p.Sheet.Held != nil || p.Sheet.Provenance.Text != sheet.Provenance.Text {
			return both, false
		}
		f.X, f.Y = f.X.Spanning(own.X), f.Y.Spanning(own.Y)
		setting := cmp.Or(p.Setting, strconv.Itoa(i+1))
		for _, m := range own.Marks {
			n := m.Normal()
			switch {
			case n.Content == engine.Cells || n.Content == engine.Weights || n.Form == engine.Column || n.Masses:
				return both, false
			case n.Content == engine.Reference:
				same := func(o engine.Mark) bool { return reflect.DeepEqual(o.Normal(), n) }
				if slices.ContainsFunc(f.Marks, same) {
					continue
				}
			default:
				if n.Series() {
					series[n.Name+" "+setting] = true
				}
				if n.Title != "" || n.Series() {
					n.Title = cmp.Or(n.Title, n.Name) + ", " + setting
				}
				n.Name += " " + setting
			}
			f.Marks = append(f.Marks, named{n})
		}
		if text := p.Sheet.Lead.Answer.String(); text != "" {
			answer = append(answer, engine.Part{Text: setting + ": " + text + " "})
		}
	}
	if len(series) > mostTogether {
		return both, false
	}
	sheet.Figure, sheet.Lead, sheet.Readings, sheet.Drawn = f, engine.Lead{Answer: answer}, nil, engine.Points{}
	both.Sheet = sheet
	return both, true
}

// named is a mark under another name.
type named struct{ normal engine.Normal }

// Normal returns the mark with its new name.
func (n named) Normal() engine.Normal { return n.normal }

// alike reports whether two axes have the same quantity and scale.
func alike(a, b engine.Axis) bool {
	return a.Name == b.Name && a.Log == b.Log && a.Unit == b.Unit && slices.Equal(a.Words, b.Words)
}
