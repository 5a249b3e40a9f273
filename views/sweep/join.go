package sweep

import (
	"slices"

	"dpscope/engine"
)

// Joined is a table of all settings, in the order of Add: a row for each row of a setting's table, after the number of the
// setting, its words for the varying controls, and its address.
type Joined struct {
	Sweep
	name  string
	first []engine.TableColumn // of every row
	rest  []engine.TableColumn // of the tables, in the order in which they came up
	rows  []joinedRow
}

// joinedRow is a row of a setting's table; its cells are in the order of rest, and may be fewer.
type joinedRow struct{ first, rest []engine.Cell }

// Join begins a table without computing anything.
func (s Sweep) Join() *Joined { return &Joined{Sweep: s, first: s.settingColumns()} }

// Add adds the table of setting i.
func (j *Joined) Add(i uint64, t engine.Table) {
	j.name = t.Name
	words := j.Words(i)
	first := []engine.Cell{engine.NumberCell(float64(i))}
	for k, v := range j.Varying {
		first = append(first, wordOf(words[k], v.Numbers))
	}
	first = append(first, engine.WordCell(j.Query(words)))
	at := make([]int, len(t.Columns))
	for k, c := range t.Columns {
		at[k] = slices.IndexFunc(j.rest, func(d engine.TableColumn) bool { return d.Name == c.Name })
		if at[k] < 0 {
			at[k] = len(j.rest)
			j.rest = append(j.rest, c)
		}
		d := &j.rest[at[k]]
		d.Text, d.Whole = d.Text || c.Text, d.Whole && c.Whole
		if d.Title != c.Title { // it differs with the setting
			d.Title = c.Name
		}
		if d.Unit != c.Unit {
			d.Unit = ""
		}
	}
	for _, row := range t.Rows {
		rest := make([]engine.Cell, len(j.rest))
		for k, c := range row {
			rest[at[k]] = c
		}
		j.rows = append(j.rows, joinedRow{first, rest})
	}
}

// wordOf returns the word of a varying control as a cell; empty where the control does not apply.
func wordOf(word string, numbers bool) engine.Cell {
	if word == "" {
		return engine.Cell{}
	}
	if numbers {
		if c, err := cellOf([]byte(word), false); err == nil {
			return c
		}
	}
	return engine.WordCell(word)
}

// Whole returns the table once all settings are added. A column of the settings' tables that repeats one before it appears
// once; if it has the same name and other contents, the one before it becomes the setting's: "setting.epsilon".
func (j *Joined) Whole() engine.Table {
	t := engine.Table{Name: j.name, Columns: slices.Clone(j.first)}
	var kept []int // of the columns of the tables
	for k, c := range j.rest {
		at := slices.IndexFunc(j.first, func(d engine.TableColumn) bool { return d.Name == c.Name })
		if at >= 0 && j.repeats(at, k) {
			continue
		}
		if at >= 0 {
			t.Columns[at].Name = "setting." + c.Name
		}
		kept, t.Columns = append(kept, k), append(t.Columns, c)
	}
	for _, r := range j.rows {
		row := slices.Clone(r.first)
		for _, k := range kept {
			row = append(row, r.cell(k, j.rest[k]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cell returns a cell of a column of the tables: a column that held words at one setting holds words.
func (r joinedRow) cell(k int, c engine.TableColumn) engine.Cell {
	switch {
	case k >= len(r.rest):
		return engine.Cell{}
	case c.Text && r.rest[k].Kind == engine.Number:
		return engine.WordCell(engine.Digits(r.rest[k].Number))
	}
	return r.rest[k]
}

// repeats reports whether a column of the tables repeats a column before it, or is empty.
func (j *Joined) repeats(first, rest int) bool {
	return !slices.ContainsFunc(j.rows, func(r joinedRow) bool {
		c := r.cell(rest, j.rest[rest])
		return c.Kind != engine.Nothing && c != r.first[first]
	})
}
