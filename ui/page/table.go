package page

import (
	"math"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// table shows as many rows and columns as fit, numbers aligned to the right.
func (p *painter) table(l line.Look, at chart.Rect) line.Block {
	t := p.scene.Table
	p.frame.Rows = max(at.Height-3, 1)
	rows := tableRows(t, max(at.Height-2, 0))
	columns := fit(l, t, rows, at.Width)
	title := l.Line(at.Width).To(1)
	for _, c := range columns {
		c.put(title, l.Strong, c.name)
	}
	b := line.Block{tableHead(l, t, at.Width), title.String()}
	for _, row := range rows {
		to := l.Line(at.Width).To(1)
		for _, c := range columns {
			c.put(to, l.Text, l.Fit(l.Plain(cellText(row[c.at])), c.width))
		}
		b = append(b, to.String())
	}
	return b.Fill(at.Width, at.Height)
}

// tableRows are the rows in sight.
func tableRows(t explorer.Table, room int) [][]engine.Cell {
	var rows [][]engine.Cell
	for i := t.At; i < t.Len() && len(rows) < room; i++ {
		rows = append(rows, t.Row(i))
	}
	return rows
}

// tableHead says how many rows there are, and what they have in common.
func tableHead(l line.Look, t explorer.Table, width int) string {
	head := l.Line(width).To(1).Put(l.Dim, numeral.Count(float64(t.Len()))+" rows")
	switch {
	case t.Filter != nil:
		head.Put(l.Text, "  with ")
		Entry(l, head, t.Filter)
	case t.Word != "":
		head.Put(l.Dim, "  with "+t.Word)
	}
	return head.String()
}

// column is a column of the table that is in sight.
type column struct {
	at, width int
	name      string
	text      bool
}

// put writes a cell of the column, and the gap after it.
func (c column) put(to *line.Line, style theme.Style, cell string) {
	end := to.At() + c.width
	if !c.text {
		to.To(end - theme.Width(cell))
	}
	to.Put(style, cell).To(end)
	to.To(to.At() + 2)
}

// fit chooses the columns that have room, from the first one scrolled to.
func fit(l line.Look, t explorer.Table, rows [][]engine.Cell, width int) []column {
	const widest = 24
	var columns []column
	used := 1
	for i := t.Column; i < len(t.Columns()); i++ {
		c := t.Columns()[i]
		w := theme.Width(c.Name)
		for _, row := range rows {
			w = max(w, theme.Width(l.Plain(cellText(row[i]))))
		}
		w = min(w, widest)
		if used+w > width && len(columns) > 0 {
			break
		}
		shown := min(w, max(width-used, 1))
		columns = append(columns, column{i, shown, l.Fit(l.Plain(c.Name), shown), c.Text})
		used += w + 2
	}
	return columns
}

// cellText writes a cell for the screen: seven digits are enough to compare.
func cellText(c engine.Cell) string {
	if c.Kind != engine.Number {
		return c.Word
	}
	if math.IsInf(c.Number, 0) {
		return numeral.Short(c.Number)
	}
	return strconv.FormatFloat(c.Number, 'g', 7, 64)
}
