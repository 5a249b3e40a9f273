package explorer

import (
	"cmp"
	"slices"

	"dpscope/engine"
)

// tableOf is a table of the sheet that is shown; make builds it on demand.
type tableOf struct {
	name string
	made func() engine.Table
}

// tables lists the tables of the sheet that is shown, by what they hold.
func (e *Explorer) tables() []tableOf {
	tables := []tableOf{{engine.AnswersTable, func() engine.Table { return answersTable(e.answers()) }}}
	for _, l := range e.sheet.Later {
		tables = append(tables, tableOf{l.Name, l.Table})
	}
	return append(tables, tableOf{"samples", e.sheet.Table})
}

// answersTable returns the answers as the page tells them, one a row; numbers keep the value that they are sorted by.
func answersTable(answers []engine.Reading) engine.Table {
	var t engine.Table
	for _, c := range answerColumns {
		if slices.ContainsFunc(answers, func(a engine.Reading) bool { return c.of(a).Kind != engine.Nothing }) {
			t.Columns = append(t.Columns, c.TableColumn)
		}
	}
	for _, a := range answers {
		var row []engine.Cell
		for _, c := range answerColumns {
			if slices.Contains(t.Columns, c.TableColumn) {
				row = append(row, c.of(a))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// answerColumns lists what the screen tells of every answer.
var answerColumns = []struct {
	engine.TableColumn
	of func(engine.Reading) engine.Cell
}{
	{engine.TableColumn{Name: "answer", Text: true}, func(a engine.Reading) engine.Cell { return engine.WordCell(a.Heading()) }},
	{engine.TableColumn{Name: "value"}, valueCell},
	{engine.TableColumn{Name: "unit", Text: true}, func(a engine.Reading) engine.Cell { return engine.WordCell(a.Unit) }},
	{engine.TableColumn{Name: "held"}, func(a engine.Reading) engine.Cell {
		if a.Held == nil {
			return engine.Cell{}
		}
		a.Known, a.Held = *a.Held, nil
		return valueCell(a)
	}},
	{engine.TableColumn{Name: "change"}, func(a engine.Reading) engine.Cell {
		if a.Held == nil {
			return engine.Cell{}
		}
		c := engine.NumberCell(a.Known.Number() - a.Held.Number())
		if change, is := a.Change(); is {
			c.Word = change.String()
		}
		if c.Kind == engine.Nothing {
			c.Kind = engine.Word
		}
		return c
	}},
	{engine.TableColumn{Name: "among", Text: true}, func(a engine.Reading) engine.Cell { return engine.WordCell(a.Group) }},
	{engine.TableColumn{Name: "known", Text: true}, func(a engine.Reading) engine.Cell { return engine.WordCell(a.Known.How()) }},
	{engine.TableColumn{Name: "remark", Text: true}, func(a engine.Reading) engine.Cell {
		return engine.WordCell(cmp.Or(a.DisplayText, a.Remark, a.Known.None))
	}},
}

// valueCell returns an answer as it is written, sorted as a number where it is one.
func valueCell(a engine.Reading) engine.Cell {
	if a.Known.Missing() && !a.Pending {
		return engine.Cell{Word: "none"}
	}
	text, _ := Written(a)
	c := engine.NumberCell(a.Known.Number())
	if c.Word = text; c.Kind == engine.Nothing {
		c.Kind = engine.Word
	}
	return c
}
