package explorer

import (
	"errors"

	"dpscope/engine"
)

// Export is what a view has to save.
type Export struct {
	Name string // a name for it, without an end
	engine.Export
}

// Busy reports whether the sheet of the present setting is still to come, or a
// part of it.
func (e *Explorer) Busy() bool { return e.sheets.busy() }

// Export is the sheet that is shown, with the table of its answers where that is
// in sight, or the rows in sight of one of its own, else of its picture, and where
// it comes from. The error says why there
// is none.
func (e *Explorer) Export() (Export, error) {
	if !e.drawn || e.trouble != nil {
		return Export{}, errors.New("there is no picture to export at this setting")
	}
	name := e.view.Name
	choices, _ := e.view.Needed(e.values)
	for _, c := range choices {
		name += "-" + e.values.Picked(c).Name
	}
	table := e.sheet.Table()
	switch {
	case e.pane != TablePane:
	case e.table.Name() == engine.AnswersTable:
		name, table = name+"-"+engine.AnswersTable, e.sheet.AnswersTable()
	case !e.table.Last():
		name, table = name+"-"+e.table.Name(), e.table.sifted()
	}
	origin := e.view.Origin(e.shown, e.sheet.Readings)
	return Export{name, engine.Export{Sheet: e.sheet, Table: table, Origin: origin}}, nil
}
