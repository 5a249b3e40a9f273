package synth

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// readOwn reads a table and takes its schema from it.
func readOwn(ctx context.Context, f File) (Records, error) {
	names, err := table.Columns(ctx, f.Path)
	if err != nil {
		return Records{}, err
	}
	if err := f.checkFirst(ctx, names); err != nil {
		return Records{}, err
	}
	coded, err := table.ReadCoded(ctx, f.Path, f.options())
	if err != nil {
		return Records{}, err
	}
	s := ownSchema(&coded, names)
	if err := s.check(); err != nil {
		return Records{}, &source.FileError{Name: filepath.Base(f.Path), Err: err}
	}
	return s.code(coded)
}

// options says how the file is read without a schema.
func (f File) options() table.CodedOptions {
	return table.CodedOptions{Label: f.Label, Drop: f.Drop, DropIDs: f.DropIDs, Keep: f.Keep, Missing: table.DropMissing}
}

// checkFirst refuses a table early if its first records already have too many attributes: more records have
// no fewer.
func (f File) checkFirst(ctx context.Context, names []string) error {
	const first = 64
	if len(names) <= mostAttributes {
		return nil
	}
	options := f.options()
	options.Part = table.Part{To: first}
	head, err := table.ReadCoded(ctx, f.Path, options)
	if err != nil {
		return ctx.Err() // errors of the table concern all of it
	}
	if err := ownSchema(&head, names).counted(); err != nil {
		return &source.FileError{Name: filepath.Base(f.Path), Err: err}
	}
	return nil
}

// ownSchema takes a schema from the records themselves: their words; the least and the greatest number, with
// even bins between, or the numbers themselves if there are no more than bins; and blocks of neighbouring
// columns with exactly one 1 in every record. Columns of few numbers become columns of words.
func ownSchema(coded *table.Coded, names []string) Schema {
	s := Schema{Origin: FromData}
	before := func(column string) bool { return slices.Index(names, column) < slices.Index(names, coded.Label) }
	for i := 0; i < len(coded.Columns); i++ {
		width := block(coded.Columns[i:])
		part := coded.Columns[i : i+max(width, 1)]
		a := Attribute{Name: part[0].Name, Words: part[0].Words}
		switch {
		case width > 0:
			a = Attribute{Name: part[0].Name + " to " + part[width-1].Name}
			for k := range part {
				a.Columns, a.Words = append(a.Columns, part[k].Name), append(a.Words, part[k].Name)
				toWords(&part[k], []float64{0, 1})
			}
			i += width - 1
		case a.Words == nil:
			few := slices.Compact(slices.Sorted(slices.Values(part[0].Numbers)))
			if len(few) > Bins {
				a.Edges, a.Whole = Even(part[0].Low, part[0].High, Bins), whole(few)
				break
			}
			toWords(&part[0], few)
			a.Words = part[0].Words
		}
		if before(part[0].Name) {
			s.Label = len(s.Attributes) + 1
		}
		s.Attributes = append(s.Attributes, a)
	}
	s.Attributes = slices.Insert(s.Attributes, s.Label, Attribute{Name: coded.Label, Words: coded.Classes})
	return s
}

// whole reports whether all numbers are whole ones.
func whole(numbers []float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return v != math.Trunc(v) })
}

// toWords makes a column of few numbers one of words.
func toWords(c *table.CodedColumn, numbers []float64) {
	c.Words, c.Codes = nil, make([]uint16, len(c.Numbers))
	for _, v := range numbers {
		c.Words = append(c.Words, strconv.FormatFloat(v, 'g', -1, 64))
	}
	for i, v := range c.Numbers {
		at, _ := slices.BinarySearch(numbers, v)
		c.Codes[i] = uint16(at)
	}
	c.Numbers = nil
}

// block returns the number of columns, from the first on, with exactly one 1 and otherwise 0 in every record;
// 0 if there is no such number.
func block(columns []table.CodedColumn) (width int) {
	var ones []uint8
	for k, c := range columns {
		if c.Words != nil || c.Low != 0 || c.High != 1 {
			return 0
		}
		if ones == nil {
			ones = make([]uint8, len(c.Numbers))
		}
		whole := true
		for i, v := range c.Numbers {
			if v != 0 && v != 1 {
				return 0
			}
			if ones[i] += uint8(v); ones[i] > 1 {
				return 0
			}
			whole = whole && ones[i] == 1
		}
		if whole {
			return k + 1
		}
	}
	return 0
}
