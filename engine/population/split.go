package population

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

const (
	fewNumbers = 12 // different ones, each a group; more are cut into ranges
	ranges     = 4  // with about equally many records each
)

// split divides a table's records by a column: by one of a few words, or by the range of a number. The last
// group holds records without an entry.
func (t *Table) split(c table.Cells, m *model.Model) (names []string, of []int, err error) {
	places := t.places(c.Lines)
	in := t.unitOf(c.Name, m)
	switch {
	case c.Numbers != nil && table.NamesID(c.Name):
		return nil, nil, tooMany(c.Name, len(t.Rows), len(t.Rows))
	case c.Numbers != nil:
		names, of = byNumber(c.Numbers, places, in)
	default:
		names, of = byWord(c, places)
	}
	if len(names) > mostGroups {
		return nil, nil, tooMany(c.Name, len(names), len(t.Rows))
	}
	return append(names, noWord), of, nil
}

// wordsAt returns the words of a column at its places; empty without an entry.
func wordsAt(c table.Cells, places []int) []string {
	words := make([]string, len(places))
	for i, p := range places {
		if k := c.Codes[p]; k >= 0 && source.Name(c.Words[k]) != noWord {
			words[i] = source.Name(c.Words[k])
		}
	}
	return words
}

// byWord makes a group of every word, in the order of the alphabet.
func byWord(c table.Cells, places []int) (names []string, of []int) {
	words := wordsAt(c, places)
	names = slices.Compact(slices.Sorted(slices.Values(words)))
	names = slices.DeleteFunc(names, func(w string) bool { return w == "" })
	for _, w := range words {
		k, found := slices.BinarySearch(names, w)
		if !found {
			k = -1
		}
		of = append(of, k)
	}
	return names, of
}

// byNumber makes a group of every number where they are few, else of ranges.
func byNumber(numbers []float64, places []int, in unit) (names []string, of []int) {
	var values []float64
	for _, p := range places {
		if v := numbers[p]; !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	tops := slices.Compact(slices.Clone(values))
	if len(tops) > fewNumbers {
		tops = nil
		for k := range ranges {
			tops = append(tops, values[(k+1)*len(values)/ranges-1])
		}
		tops = slices.Compact(tops)
	}
	of = make([]int, len(places))
	for i, p := range places {
		of[i] = -1
		if v := numbers[p]; !math.IsNaN(v) {
			of[i], _ = slices.BinarySearch(tops, v)
		}
	}
	return in.ranges(values, tops), of
}

// unit says in which unit people count a file's values.
type unit struct {
	scale table.Scale // of scaled values
	name  string
}

// unitOf returns a column's unit: the feature's where it is one.
func (t *Table) unitOf(column string, m *model.Model) (u unit) {
	for _, f := range m.Features {
		if f.Name != column {
			continue
		}
		if u.name = f.Unit; !t.Key.Raw {
			u.scale = f.Scale
		}
	}
	return u
}

// ranges names the stretches of sorted values that end at some of them: "8 to 25
// years"; with all their digits where short names are not told apart.
func (u unit) ranges(values, tops []float64) []string {
	const few, all = 4, -1
	names := u.named(values, tops, few)
	if len(slices.Compact(slices.Clone(names))) < len(names) {
		names = u.named(values, tops, all)
	}
	return names
}

func (u unit) named(values, tops []float64, digits int) (names []string) {
	write := func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) }
	at := 0
	for _, top := range tops {
		name := write(u.scale.Raw(values[at]))
		if last := write(u.scale.Raw(top)); last != name {
			name += " to " + last
		}
		names = append(names, strings.TrimSpace(name+" "+u.name))
		at, _ = slices.BinarySearchFunc(values, top, func(v, top float64) int { return cmp.Or(cmp.Compare(v, top), -1) })
	}
	return names
}
