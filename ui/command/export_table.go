package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/views/sweep"
)

// Limits of an export of an address with ranges: all rows of a table stay in memory until the last is computed, and a picture
// with more pages would not be readable.
const (
	mostJoined = 10_000
	mostPages  = 32
)

// exported returns the table of an address, or of all settings of an address with ranges.
func (f exportFlags) exported(c *cobra.Command, address string) (engine.Export, error) {
	s, varies, err := sweep.Ranged(address)
	switch {
	case err != nil:
		return engine.Export{}, usageError{err}
	case !varies:
		return f.tableOf(c, address)
	case s.Count > mostJoined:
		return engine.Export{}, usageError{fmt.Errorf(
			"%d settings are too many for an export, whose rows are all kept: at most %d, or dpscope sweep, would work", s.Count, mostJoined)}
	}
	var x engine.Export
	var rests []string
	joined := s.Join()
	for i := range s.Count {
		at := s.Query(s.Words(i))
		if x, err = f.tableOf(c, at); err != nil {
			return x, fmt.Errorf("%s: %w; ranges without it, or dpscope sweep, whose rows say why, would work", engine.Visible(at), err)
		}
		joined.Add(i, x.Table)
		for _, work := range x.Origin.Rests {
			if !slices.Contains(rests, work) {
				rests = append(rests, work)
			}
		}
	}
	x.Sheet, x.Table = engine.Sheet{}, joined.Whole()
	x.Origin.Address, x.Origin.Title, x.Origin.Rests = address, s.View.Question, rests
	return x, nil
}

// tableOf returns the table of an address without ranges.
func (f exportFlags) tableOf(c *cobra.Command, address string) (x engine.Export, err error) {
	v, values, err := open(address)
	if err != nil {
		return x, err
	}
	sheet, err := sheetOf(c, asked{v, values})
	if err != nil {
		return x, err
	}
	table, err := sheet.TableNamed(f.table)
	if err != nil {
		return x, usageError{err}
	}
	if why := whyEmpty(table, sheet.Readings); why != "" {
		return x, fmt.Errorf("%s has no table: %s; --table %s has what there is to read", engine.Visible(address), why, engine.AnswersTable)
	}
	x = engine.Export{Sheet: sheet, Table: table, Origin: v.Origin(values, sheet.Readings)}
	x.Origin.Program = thisProgram()
	return x, nil
}

// whyEmpty says why a table has no rows, by the first reading without a value; it is empty where the table has rows or no
// reading gives a reason.
func whyEmpty(table engine.Table, readings []engine.Reading) string {
	if len(table.Rows) > 0 {
		return ""
	}
	for _, a := range readings {
		if a.Known.Missing() && a.Known.None != "" {
			return a.Known.None
		}
	}
	return ""
}

// settingsIn lists the settings of addresses in their order; each address may have ranges.
func settingsIn(addresses []string) (list []string, err error) {
	for _, address := range addresses {
		s, varies, err := sweep.Ranged(address)
		switch {
		case err != nil:
			return nil, usageError{err}
		case !varies:
			list = append(list, address)
			continue
		case s.Count > mostPages:
			return nil, usageError{fmt.Errorf("%d settings are too many for a picture: at most %d, or a table (-o FILE.csv), would work", s.Count,
				mostPages)}
		}
		for i := range s.Count {
			list = append(list, s.Query(s.Words(i)))
		}
	}
	return list, nil
}
