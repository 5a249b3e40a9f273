package table

import (
	"math"
	"slices"
	"strings"
)

// NamesID reports whether a column's name says that it tells records apart: "id",
// "patient_id", "CustomerId", "RowNumber".
func NamesID(name string) bool {
	plain := strings.NewReplacer(" ", "_", "-", "_", ".", "_").Replace(name)
	low := strings.ToLower(plain)
	switch {
	case slices.Contains([]string{"id", "uid", "uuid", "guid", "row", "index", "row_number", "rownumber", "record_number", "recordnumber"},
		low):
		return true
	case strings.HasSuffix(low, "_id"), strings.HasPrefix(low, "id_"):
		return true
	}
	before, camel := strings.CutSuffix(plain, "Id")
	if !camel {
		before, camel = strings.CutSuffix(plain, "ID")
	}
	return camel && before != "" && 'a' <= before[len(before)-1] && before[len(before)-1] <= 'z'
}

// asID reports whether a column is left out if it tells records apart.
func (o Options) asID(name string) bool {
	_, scaled := o.Scales[name]
	return o.DropIDs && name != o.Label && !scaled && !slices.Contains(o.Keep, name) && NamesID(name)
}

// settleIDs leaves out columns named as ids with a value of its own for most records: they identify people,
// and say nothing else about them. Columns with more different words than are kept have been skipped already.
func (c *columns) settleIDs(options Options, s *Survey) {
	leave := func(name string) { s.IDs = append(s.IDs, Count{name, len(c.lines), 0}) }
	if options.DropIDs {
		for _, name := range c.odd {
			leave(name)
		}
	}
	c.list = slices.DeleteFunc(c.list, func(col *column) bool {
		own := options.asID(col.name) && col.mostlyOwn()
		if own {
			leave(col.name)
		}
		return own
	})
}

// mostlyOwn reports whether the column has more different words or whole numbers
// than half of the records.
func (c *column) mostlyOwn() bool {
	if c.values == nil {
		return 2*len(c.used()) > len(c.codes)
	}
	if slices.ContainsFunc(c.values, func(v float64) bool { return v != math.Trunc(v) }) {
		return false
	}
	own := slices.Compact(slices.Sorted(slices.Values(c.values)))
	return 2*len(own) > len(c.values)
}

// Numbers names the features of columns of numbers that are not ids, in the order of the table, whatever
// their values.
func (d Data) Numbers() []string {
	var names []string
	for _, feature := range d.Features {
		if feature.Column == "" && !NamesID(feature.Name) {
			names = append(names, feature.Name)
		}
	}
	return names
}

// Measured names the features that are numbers of more than two values and no
// ids, in the order of the table.
func (d Data) Measured() []string {
	numbers := d.Numbers()
	var names []string
	for f, feature := range d.Features {
		if !slices.Contains(numbers, feature.Name) {
			continue
		}
		seen := map[float64]bool{}
		for i := 0; i < d.Len() && len(seen) <= 2; i++ {
			seen[d.Row(i)[f]] = true
		}
		if len(seen) > 2 {
			names = append(names, feature.Name)
		}
	}
	return names
}
