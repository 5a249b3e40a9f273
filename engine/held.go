package engine

import (
	"math"
	"reflect"
	"slices"

	"dpscope/engine/numeral"
)

// Held is the sheet of another setting, which a sheet is compared with.
type Held struct {
	Setting string // what it sets otherwise: "ε = 1.00"; empty: nothing
	Sheet   Sheet
	Trouble error // why it has no sheet
}

// Against returns the sheet with another held beside it: every answer knows what
// it was there.
func (s Sheet) Against(h Held) Sheet {
	s.Held = &h
	s.Answers = slices.Clone(s.Answers)
	for i, a := range s.Answers {
		if at := slices.IndexFunc(h.Sheet.Answers, func(b Answer) bool { return b.Key == a.Key }); at >= 0 {
			s.Answers[i].Held = &h.Sheet.Answers[at].Known
		}
	}
	return s
}

// Title names what is held: "held: ε = 1.00".
func (h Held) Title() string {
	if h.Setting == "" {
		return "held: as now"
	}
	return "held: " + h.Setting
}

// Shown is the figure with the answers that were drawn, and with what is held as a ghost under it, where both are of
// the same quantities. What covers an area casts none, nor does what is as it
// was.
func (s Sheet) Shown() Figure {
	f := s.Figure
	if len(s.Drawn.X) > 0 {
		f.Marks = append(slices.Clone(f.Marks), s.Drawn)
	}
	if s.Held == nil || s.Held.Setting == "" || s.Held.Trouble != nil {
		return f
	}
	ghost := s.Held.Sheet.Figure
	if !f.X.alike(ghost.X) || !f.Y.alike(ghost.Y) {
		return f
	}
	f.X, f.Y = f.X.spanning(ghost.X), f.Y.spanning(ghost.Y)
	f.Marks = slices.Clone(f.Marks)
	for _, m := range ghost.Marks {
		same := func(n Mark) bool { return reflect.DeepEqual(m, n) }
		if casts(m) && !slices.ContainsFunc(s.Figure.Marks, same) {
			f.Marks = append(f.Marks, Ghost{Mark: m, Title: s.Held.Title()})
		}
	}
	return f
}

// casts reports whether a mark can be drawn as a ghost: one of many that are
// muted cannot be told from the others, and the mark of the present values is of
// these.
func casts(m Mark) bool {
	switch m := m.(type) {
	case Curve:
		return !m.Muted
	case Steps:
		return !m.Muted
	case Points:
		return !m.Here
	case Bars:
		return true
	}
	return false
}

// alike reports whether two axes are of one quantity.
func (a Axis) alike(b Axis) bool {
	return a.Name == b.Name && a.Log == b.Log && slices.Equal(a.Words, b.Words)
}

// spanning is the axis with the range of another beside its own.
func (a Axis) spanning(b Axis) Axis {
	if a.Low < a.High && b.Low < b.High {
		a.Low, a.High = min(a.Low, b.Low), max(a.High, b.High)
	}
	return a
}

// Change says what became of an answer since the held setting: "+5.28 points",
// "-0.12", "same", "was Laplace"; nothing where nothing is held.
func (a Answer) Change() string {
	if a.Held == nil || a.Pending {
		return ""
	}
	was := *a.Held
	switch {
	case a.Known.Word != "" || was.Word != "" || a.Known.Missing() || was.Missing():
		if a.Known.Word == was.Word && a.Known.Missing() == was.Missing() {
			return "same"
		}
		return "was " + a.Was()
	case a.Known.Value == was.Value:
		return "same"
	}
	d := a.Known.Value - was.Value
	switch {
	case math.IsInf(d, 0) || math.IsNaN(d):
		return "was " + a.Was()
	case math.Abs(d) <= 1e-12*math.Max(math.Abs(a.Known.Value), math.Abs(was.Value)): // rounding alone
		return "same"
	}
	return signed(d, a.Style)
}

// Was is what the answer was at the held setting.
func (a Answer) Was() string {
	switch {
	case a.Held.Word != "":
		return a.Held.Word
	case a.Held.Missing():
		return "none"
	}
	return a.Held.Written(a.Style, a.Round)
}

// signed writes a difference of quantities of a style: shares differ in points.
func signed(d float64, style numeral.Style) string {
	if style.PerCent() {
		style = numeral.Points
	}
	if d < 0 {
		return style.Format(d)
	}
	return "+" + style.Format(d)
}

// settingColumn tells the rows of the present setting from those of the held one.
const settingColumn = "setting"

// under returns a table with the rows of what is held after its own; of makes
// such a table.
func (h *Held) under(t Table, of func(Sheet) Table) Table {
	if h == nil {
		return t
	}
	present, held := t.labelled("present"), of(h.Sheet).labelled("held")
	all := Table{Name: t.Name, Columns: slices.Clone(present.Columns)}
	places := make([]int, len(held.Columns))
	for i, c := range held.Columns {
		places[i] = all.place(c)
	}
	for _, row := range present.Rows {
		all.Rows = append(all.Rows, append(row, make([]Cell, len(all.Columns)-len(row))...))
	}
	for _, row := range held.Rows {
		wide := make([]Cell, len(all.Columns))
		for i, c := range row {
			wide[places[i]] = c
		}
		all.Rows = append(all.Rows, wide)
	}
	return all
}

// place is where a column stands, at the end if it is new.
func (t *Table) place(c TableColumn) int {
	i := slices.IndexFunc(t.Columns, func(d TableColumn) bool { return d.Name == c.Name })
	if i < 0 {
		t.Columns = append(t.Columns, c)
		return len(t.Columns) - 1
	}
	return i
}

// labelled returns the table with a first column that says of which setting its
// rows are.
func (t Table) labelled(setting string) Table {
	column := TableColumn{Name: settingColumn, Title: "the present setting, or the one that is held", Text: true}
	labelled := Table{Name: t.Name, Columns: append([]TableColumn{column}, t.Columns...)}
	for _, row := range t.Rows {
		labelled.Rows = append(labelled.Rows, append([]Cell{WordCell(setting)}, row...))
	}
	return labelled
}
