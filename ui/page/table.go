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

// rowColumn is where a row of a table begins, after the mark of the present one.
const rowColumn = 2

// table shows the rows and columns that fit, the marked ones among them, with numbers aligned to the right.
func (p *painter) table(l line.Look, at chart.Rect) line.Block {
	t := p.scene.Table
	p.frame.Rows = max(at.Height-3, 1)
	room := max(at.Height-2, 0)
	first := Window(t.Len(), room, t.At)
	rows := tableRows(t, first, room)
	columns := fit(l, t, rows, at.Width)
	title := l.Line(at.Width).To(rowColumn)
	for _, c := range columns {
		style := l.Strong
		if c.at == t.Column {
			style = l.Accent
		}
		c.put(title, style, c.name)
	}
	b := line.Block{tableHead(l, t, at.Width), title.String()}
	for i, row := range rows {
		to, style := l.Line(at.Width), l.Text
		if first+i == t.At {
			to.Put(l.Accent, l.Focus)
			style = l.Accent
		}
		to.To(rowColumn)
		for _, c := range columns {
			c.put(to, style, l.Fit(l.Plain(cellText(row[c.at])), c.width))
		}
		p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X, Y: at.Y + len(b), Width: at.Width, Height: 1}, option: first + i})
		b = append(b, to.String())
	}
	return b.Fill(at.Width, at.Height)
}

// tableRows returns the rows in sight.
func tableRows(t explorer.Table, first, room int) [][]engine.Cell {
	var rows [][]engine.Cell
	for i := first; i < t.Len() && len(rows) < room; i++ {
		rows = append(rows, t.Row(i))
	}
	return rows
}

// tableHead says what the rows are, which one is marked, and which values all share.
func tableHead(l line.Look, t explorer.Table, width int) string {
	head := l.Line(width).To(1).Put(l.Strong, t.Name())
	position := "none"
	if t.Len() > 0 {
		position = numeral.Count(float64(t.At+1)) + " of " + numeral.Count(float64(t.Len()))
	}
	head.Put(l.Dim, "  "+position)
	switch {
	case t.Filter != nil:
		head.Put(l.Text, "  with ")
		Entry(l, head, t.Filter)
	case t.Word != "":
		head.Put(l.Dim, "  with "+t.Word)
	}
	if t.Filter == nil && t.Order.Column != "" {
		head.Put(l.Dim, "  by "+t.Order.Column+sortSign(l, t.Order))
	}
	return head.String()
}

// sortSign shows the direction in which rows are sorted.
func sortSign(l line.Look, o explorer.Order) string {
	if o.Down {
		return " " + l.Down
	}
	return " " + l.Up
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
	to.To(to.At() + columnGap)
}

const columnGap = 2

// fit chooses the columns that have room: the first, which names the row, and those after it from one that brings the marked
// one in sight.
func fit(l line.Look, t explorer.Table, rows [][]engine.Cell, width int) []column {
	for from := 1; ; from++ {
		columns := fitFrom(l, t, rows, from, width)
		if last := len(columns) - 1; last < 0 || columns[last].at >= t.Column || from >= t.Column {
			return columns
		}
	}
}

func fitFrom(l line.Look, t explorer.Table, rows [][]engine.Cell, from, width int) []column {
	var columns []column
	used := rowColumn
	for i := 0; i < len(t.Columns()); i++ {
		name, w := columnRoom(l, t, rows, i)
		if i == 0 && from < len(t.Columns()) { // the next one is to be seen beside it
			const least = 10
			_, next := columnRoom(l, t, rows, from)
			w = min(w, max(width-used-columnGap-next, least))
		}
		if used+w > width && len(columns) > 0 {
			break
		}
		shown := min(w, max(width-used, 1))
		columns = append(columns, column{i, shown, l.Fit(name, shown), t.Columns()[i].Text})
		used += w + columnGap
		if i == 0 {
			i = from - 1
		}
	}
	return columns
}

// columnRoom returns a column's name, marked where it is the current one, and the width of that and of the cells in sight.
func columnRoom(l line.Look, t explorer.Table, rows [][]engine.Cell, at int) (name string, width int) {
	const widest = 32
	name = l.Plain(t.Columns()[at].Name)
	if at == t.Column { // marked without colour too
		name = l.PickLeft + name + l.PickRight
	}
	width = theme.Width(name)
	for _, row := range rows {
		width = max(width, theme.Width(l.Plain(cellText(row[at]))))
	}
	return name, min(width, widest)
}

// cellText writes a cell for the screen: a number in its own format, or else with seven digits, enough to compare.
func cellText(c engine.Cell) string {
	if c.Kind != engine.Number || c.Word != "" {
		return c.Word
	}
	if math.IsInf(c.Number, 0) {
		return numeral.Short(c.Number)
	}
	return strconv.FormatFloat(c.Number, 'g', 7, 64)
}
