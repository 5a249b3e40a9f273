package explorer

import (
	"errors"

	"dpscope/engine"
)

// Export holds what a view can save.
type Export struct {
	Name string // a name for the file, without its ending
	engine.Export
}

// Busy reports whether the sheet of the present setting, or a part of it, is still to come.
func (e *Explorer) Busy() bool { return e.sheets.busy() }

// Behind reports whether the page is not the whole page of the present setting: it is being computed, or that was stopped.
func (e *Explorer) Behind() bool { return !e.shown.Equal(e.values) || e.partial }

// Export returns the sheet that is shown, with its address and a table: the answers where they are in sight, else the rows in
// sight of another table, else the picture's. The error says why there is none.
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
