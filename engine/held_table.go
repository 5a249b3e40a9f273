package engine

import "slices"

// settingColumn tells the rows of the present setting from those of the held one.
const settingColumn = "setting"

// under returns a table with the held setting's rows after its own; of makes that table of a sheet.
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

// place returns the position of a column, which it adds at the end if it is new.
func (t *Table) place(c TableColumn) int {
	i := slices.IndexFunc(t.Columns, func(d TableColumn) bool { return d.Name == c.Name })
	if i < 0 {
		t.Columns = append(t.Columns, c)
		return len(t.Columns) - 1
	}
	return i
}

// labelled returns the table with a first column that names the setting of each row.
func (t Table) labelled(setting string) Table {
	column := TableColumn{Name: settingColumn, Title: "the present setting, or the one that is held", Text: true}
	labelled := Table{Name: t.Name, Columns: append([]TableColumn{column}, t.Columns...)}
	for _, row := range t.Rows {
		labelled.Rows = append(labelled.Rows, append([]Cell{WordCell(setting)}, row...))
	}
	return labelled
}
