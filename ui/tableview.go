package ui

import (
	"math"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/keys"
	"dpscope/ui/theme"
)

// tableView shows a figure's data in place of the picture.
type tableView struct {
	table  engine.Table
	rows   []int // those that pass the filter
	at     int   // first row shown
	column int   // first column shown
	filter *entry
	word   string // of the filter
}

func (t *tableView) fill(s engine.Sheet) {
	t.table = s.Table()
	t.sift()
}

// sift keeps the rows that have the filter's word in some cell.
func (t *tableView) sift() {
	t.rows = t.rows[:0]
	word := strings.ToLower(t.word)
	for i, row := range t.table.Rows {
		if word == "" || t.mentions(row, word) {
			t.rows = append(t.rows, i)
		}
	}
	t.at = min(t.at, max(len(t.rows)-1, 0))
}

func (t *tableView) mentions(row []engine.Cell, word string) bool {
	for _, c := range row {
		if strings.Contains(strings.ToLower(c.Text()), word) {
			return true
		}
	}
	return false
}

// scroll moves by rows and columns.
func (t *tableView) scroll(rows, columns int) {
	t.at = min(max(t.at+rows, 0), max(len(t.rows)-1, 0))
	t.column = min(max(t.column+columns, 0), max(len(t.table.Columns)-1, 0))
}

// typing takes a key for the filter and reports whether it was one.
func (t *tableView) typing(msg tea.KeyPressMsg) bool {
	if t.filter == nil {
		return false
	}
	switch {
	case key.Matches(msg, keys.Accept):
		t.filter = nil
	case key.Matches(msg, keys.Escape):
		t.filter, t.word = nil, ""
	default:
		t.filter.update(msg)
		t.word = t.filter.text()
	}
	t.sift()
	return true
}

// draw shows as many rows and columns as fit, numbers aligned to the right.
func (t *tableView) draw(l look, at rect) block {
	head := l.line(at.width).to(1)
	head.put(l.Dim, numeral.Count(float64(len(t.rows)))+" rows")
	switch {
	case t.filter != nil:
		head.put(l.Text, "  with ")
		t.filter.draw(l, head)
	case t.word != "":
		head.put(l.Dim, "  with "+t.word)
	}
	shown := t.rows[min(t.at, len(t.rows)):]
	shown = shown[:min(len(shown), max(at.height-2, 0))]
	columns, widths := t.fit(l, shown, at.width)
	title := l.line(at.width).to(1)
	for i, c := range columns {
		name := l.Fit(l.Plain(t.table.Columns[c].Name), widths[i])
		if !t.table.Columns[c].Text {
			title.to(title.at + widths[i] - theme.Width(name))
		}
		start := title.at
		title.put(l.Strong, name)
		if t.table.Columns[c].Text {
			title.to(start + widths[i])
		}
		title.to(title.at + 2)
	}
	b := block{head.String(), title.String()}
	for _, r := range shown {
		line := l.line(at.width).to(1)
		for i, c := range columns {
			text := l.Fit(l.Plain(cellText(t.table.Rows[r][c])), widths[i])
			if t.table.Columns[c].Text {
				end := line.at + widths[i]
				line.put(l.Text, text).to(end)
			} else {
				line.to(line.at+widths[i]-theme.Width(text)).put(l.Text, text)
			}
			line.to(line.at + 2)
		}
		b = append(b, line.String())
	}
	return b.fill(at.width, at.height)
}

// fit chooses the columns that have room, from the first one scrolled to.
func (t *tableView) fit(l look, rows []int, width int) (columns, widths []int) {
	used := 1
	for c := t.column; c < len(t.table.Columns); c++ {
		w := theme.Width(t.table.Columns[c].Name)
		for _, r := range rows {
			w = max(w, theme.Width(l.Plain(cellText(t.table.Rows[r][c]))))
		}
		w = min(w, 24)
		if used+w > width && len(columns) > 0 {
			break
		}
		columns, widths = append(columns, c), append(widths, min(w, max(width-used, 1)))
		used += w + 2
	}
	return columns, widths
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
