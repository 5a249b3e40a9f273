package chart

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// Panels stand in a grid under one title and one legend, as large as possible: as many as fit, with the number of others.

const (
	panelGap    = 2  // between two
	leastAcross = 39 // columns and rows of a panel, with its furniture
	leastDown   = 8
	roomy       = 12 // rows of a panel that can say more under itself
	both        = 11 // rows of a picture that could show two panels, were it the whole page
)

// renderPanels draws the panels of a figure.
func renderPanels(f engine.Figure, o Options) Picture {
	o.Dim = false // its theme is faded by now
	o.Held = plan.Range{}
	if f.Stacked() {
		return renderStack(f, o)
	}
	count := len(f.Panels)
	if g := arrange(count, o.Width, o.Height-headRows(o)); g.shown < count && f.First > 0 && f.First < count {
		f.Panels = slices.Insert(slices.Delete(slices.Clone(f.Panels), f.First, f.First+1), 0, f.Panels[f.First])
	}
	if g := arrange(count, o.Width, o.Height-headRows(o)); g.shown == 1 {
		o.titled, o.sibling = true, true // panels that share the axes differ by their names
		return Render(alone(f), o)
	}
	var head []string
	if o.Height > leastDown/2 {
		head = panelHead(f, o)
	}
	g := arrange(len(f.Panels), o.Width, o.Height-len(head))
	p := Picture{Lines: head, style: o.Theme, glyphs: o.Glyphs}
	for row := range g.rows {
		band := make([]strings.Builder, g.height)
		for column := range g.columns {
			at := row*g.columns + column
			if at >= g.shown {
				break
			}
			one := renderPanel(f, f.Panels[at], o, g)
			one.Plot.X += column * (g.width + panelGap)
			one.Plot.Y += len(head) + row*g.height
			p.take(one, at)
			for i := range band {
				if column > 0 {
					band[i].WriteString(blank(panelGap))
				}
				band[i].WriteString(one.Lines[i])
			}
		}
		for i := range band {
			p.Lines = append(p.Lines, band[i].String())
		}
	}
	if left := len(f.Panels) - g.shown; left > 0 && !g.squeezed && o.Height > len(p.Lines) {
		p.Lines = append(p.Lines, o.Theme.Dim.Paint(o.Glyphs.Fit(o.Glyphs.Plain(more(f.Panels[g.shown:])), o.Width)))
	}
	return p.filled(o)
}

// headRows returns the rows of a title and a legend.
func headRows(o Options) int {
	switch {
	case o.Height >= 3*leastDown:
		return 3
	case o.Height > leastDown/2:
		return 2
	}
	return 0
}

// alone returns the figure of the first panel, where only one fits; its title gives the number of panels, and the first of the
// texts under it.
func alone(f engine.Figure) engine.Figure {
	one, panel := f.On(f.Panels[0]), f.Panels[0]
	if count := len(f.Panels); count > 1 {
		one.Title = fmt.Sprintf("%s%s%d)", one.Title, firstOf, count)
	}
	if _, shows := f.InTitle(); shows {
		one.Shows = f.Shows
	} else if len(panel.Below) > 0 {
		one.Title += " " + panel.Below[0]
	}
	return one
}

// firstOf begins the remark on the number of panels.
const firstOf = " (1 of "

// zooming returns titles with the key that shows the other panels, the plainest first.
func zooming(title, key string) []string {
	before, after, found := strings.Cut(title, firstOf)
	count, rest, _ := strings.Cut(after, ")")
	switch {
	case !found || key == "":
		return nil
	case count == "2":
		return []string{before + firstOf + count + ": " + key + " shows both)" + rest, before + " (" + key + ": both)" + rest}
	}
	return []string{before + firstOf + count + ": " + key + " shows more)" + rest, before + " (" + key + ": more)" + rest}
}

// more names the panels without room.
func more(panels []engine.Panel) string {
	var titles []string
	for _, p := range panels {
		titles = append(titles, p.Title)
	}
	return "no room for " + strings.Join(titles, ", ")
}

// filled extends the picture to the lines and the width of the options.
func (p Picture) filled(o Options) Picture {
	p.Lines = p.Lines[:min(len(p.Lines), o.Height)]
	for len(p.Lines) < o.Height {
		p.Lines = append(p.Lines, "")
	}
	for i, l := range p.Lines {
		p.Lines[i] = l + blank(max(o.Width-theme.Width(l), 0))
	}
	return p
}

// take adds a panel to the picture.
func (p *Picture) take(one Picture, at int) {
	if at == 0 {
		p.Plot, p.frame, p.counts, p.heading = one.Plot, one.frame, one.counts, one.heading
	} else {
		p.beside = append(p.beside, one.Plot)
	}
	p.readout = append(p.readout, one.readout...)
}

// panelGrid says where panels stand.
type panelGrid struct {
	columns, rows, width, height, shown int
	squeezed                            bool // there is not even the least room for one
}

// arrange finds the grid in which the panels that fit are largest, where a row is about as high as two columns are wide.
func arrange(count, width, height int) panelGrid {
	best, size := panelGrid{columns: 1, rows: 1, width: width, height: max(height, 1), shown: 1, squeezed: true}, 0
	for shown := count; shown > 0 && size == 0; shown-- {
		for columns := 1; columns <= shown; columns++ {
			g := panelGrid{columns: columns, rows: (shown + columns - 1) / columns, shown: shown}
			g.width, g.height = (width-(columns-1)*panelGap)/columns, height/g.rows
			if shown < count { // a line says how many are left out
				g.height = (height - 1) / g.rows
			}
			const furnitureAcross, furnitureDown = 6, 4
			s := min(g.width-furnitureAcross, 2*(g.height-furnitureDown))
			if g.width >= leastAcross && g.height >= leastDown && s > size {
				best, size = g, s
			}
		}
	}
	return best
}

// panelHead returns the title and the legend of all panels.
func panelHead(f engine.Figure, o Options) []string {
	d := drawing{theme: o.Theme, glyphs: o.Glyphs, canvas: newCanvas(o.Width, o.Height, o.Theme)}
	d.aside, d.asideStyle = o.aside()
	d.take(f.Together())
	d.layout = layout{title: 0, titleRows: 1, legend: 1, axis: -1, labels: -1, bracket: -1, caption: -1}
	d.Figure.X.Label, d.Figure.X.Unit, d.Figure.Y.Label = "", "", ""
	rows := 0
	switch {
	case o.Height >= 3*leastDown:
		rows = 2
	case o.Height >= leastDown+3:
		rows = 1
	}
	d.placeLegend(once(d.entries()), 0, rows)
	if d.aside != "" && !d.asideFits() {
		d.layout.apart, d.layout.titleRows, d.layout.legend = true, 2, 2
	}
	d.canvas = newCanvas(o.Width, d.layout.titleRows+len(d.layout.legendRows), o.Theme)
	d.drawTitle()
	d.drawFoot()
	return d.canvas.lines()
}

// once drops entries that repeat an earlier one.
func once(entries []entry) []entry {
	var kept []entry
	for _, e := range entries {
		if !slices.ContainsFunc(kept, func(k entry) bool { return k.Text == e.Text }) {
			kept = append(kept, e)
		}
	}
	return kept
}

// renderPanel draws one panel, with the text under it.
func renderPanel(f engine.Figure, p engine.Panel, o Options, g panelGrid) Picture {
	f = f.On(p)
	o.Width, o.Height, o.bare, o.Aside = g.width, g.height, true, ""
	f.X.Label, f.Y.Label = "", ""
	var below []string
	if len(p.Below) > 0 && o.Height >= leastDown {
		rows := 1
		if o.Height >= roomy {
			rows = 2
		}
		below = belowIn(p.Below, rows, g.width, o.Glyphs)
		o.Height -= len(below)
	}
	one := Render(f, o)
	for _, line := range below {
		one.Lines = append(one.Lines, o.Theme.Dim.Paint(line)+blank(g.width-theme.Width(line)))
	}
	one.readout = slices.DeleteFunc(one.readout, func(v value) bool { return plan.Finite(v.Number) })
	one.readout = one.readout[:min(len(one.readout), 1)] // the class; further columns are in exports
	for i := range one.readout {
		one.readout[i].Text = o.Glyphs.Plain(p.Title)
	}
	return one
}

// belowIn returns the words that fit into rows under the plot.
func belowIn(words []string, rows, width int, g theme.Glyphs) []string {
	const indent, apart = " ", "  "
	lines := make([]string, rows)
	at := 0
	for _, w := range words {
		w = g.Plain(w)
		if theme.Width(lines[at]+apart+w) > width {
			if at++; at == rows || theme.Width(indent+w) > width {
				break
			}
		}
		if lines[at] == "" {
			lines[at] = indent + w
		} else {
			lines[at] += apart + w
		}
	}
	return lines
}
