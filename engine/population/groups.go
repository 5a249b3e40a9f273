package population

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Words that divide people without being columns. A column of such a name is written column:NAME.
const (
	ByClass  = "class"
	ByTruth  = "truth"
	byColumn = "column:"
)

// The divisions by class, in words.
const (
	predicted = "predicted class"
	truly     = "true class"
)

// small is the least number of records of a group that is not called small.
const small = 30

// mostGroups limits the number of groups.
const mostGroups = 20

// noWord names the group of records with an empty cell.
const noWord = "not given"

// Groups divides the records of a sample.
type Groups struct {
	By    string   // in words: "gender", "predicted class", "true class"
	Names []string // in their order
	Of    []int    // the group of each record looked at
	Sizes []int    // records of each group in the table drawn from; nil: unknown or infinite

	titles []string // of classes, as the model names them; nil: Names

	Unfinished bool // the results belong to an unfinished run: some records have no answer yet
}

// OpenGroups tells the records of a sample apart by a column of their file, by the
// classes that the classifier gives them, or by the true ones, which truth, a column,
// holds.
func (s Sample) OpenGroups(ctx context.Context, m *model.Model, by, truth string) (*Groups, error) {
	switch by {
	case ByClass:
		g := &Groups{By: predicted, Names: classNames(m), titles: classTitles(m), Of: s.Classes}
		if s.Whole() {
			return g.settled(s.Classes), nil
		}
		return g.settled(nil), nil
	case ByTruth:
		t, err := s.OpenTruth(ctx, m, truth)
		if err != nil {
			return nil, fmt.Errorf("by = %s: %w", ByTruth, err)
		}
		g := &Groups{By: truly, Names: append(classNames(m), noWord), titles: classTitles(m)}
		return g.among(s, t.Of), nil
	}
	return s.openColumnGroups(ctx, m, by)
}

func classNames(m *model.Model) []string {
	var names []string
	for k := range m.Classifier.Classes() {
		names = append(names, m.ClassName(k))
	}
	return names
}

// classTitles returns the classes' names as the model calls them.
func classTitles(m *model.Model) []string {
	var titles []string
	for k := range m.Classifier.Classes() {
		title, _ := m.ClassInWords(k)
		titles = append(titles, title)
	}
	return titles
}

// Ways returns the words that can divide a table's people, as far as its file or the rules that make it up
// can say.
func (t *Table) Ways() []string {
	ways := []string{ByClass}
	if t.path != "" || t.Truth != nil {
		ways = append(ways, ByTruth)
	}
	for _, c := range t.Columns {
		switch {
		case c == t.IDName:
		case c == ByClass || c == ByTruth:
			ways = append(ways, byColumn+c)
		default:
			ways = append(ways, c)
		}
	}
	return ways
}

// openColumnGroups tells records apart by a column of the file.
func (s Sample) openColumnGroups(ctx context.Context, m *model.Model, by string) (*Groups, error) {
	if s.path == "" {
		return nil, fmt.Errorf("by = %s: simulated records have no further columns; by=class or by=truth would work", source.Quote(by))
	}
	if err := work.MayOpen(ctx, s.path); err != nil {
		return nil, err
	}
	type key struct {
		table TableKey
		by    string
	}
	type grouping struct {
		names []string
		of    []int
	}
	bytes := func(g grouping) int64 { return 1<<10 + 8*int64(len(g.of)) }
	column := strings.TrimPrefix(by, byColumn)
	g, err := work.Do(ctx, work.Simple(key{s.Key, by}, bytes, func(ctx context.Context) (grouping, error) {
		cells, err := table.ReadCells(ctx, s.path, s.part, column, 1000)
		if err != nil {
			return grouping{}, err
		}
		names, of, err := s.Table.split(cells, m)
		return grouping{names, of}, err
	}), nil)
	var unknown *param.UnknownError
	var words *table.WordsError
	switch {
	case errors.As(err, &unknown):
		return nil, fmt.Errorf("by = %s is no column; %s, %s or one of %s would work", source.Quote(by), ByClass, ByTruth,
			strings.Join(param.Nearest(column, unknown.Known, 3), ", "))
	case errors.As(err, &words):
		return nil, tooMany(by, words.Count(), len(s.Rows))
	case err != nil:
		return nil, err
	}
	return (&Groups{By: column, Names: g.names}).among(s, g.of), nil
}

// tooMany refuses more groups than people can look at.
func tooMany(by string, groups, records int) error {
	many := fmt.Sprintf("%d groups or more", groups)
	if 2*groups > records {
		many = "nearly a group per record"
	}
	return fmt.Errorf("by = %s makes %s; a column of numbers or of at most %d different words, %s or %s would work", source.Quote(by), many,
		mostGroups, ByClass, ByTruth)
}

// among assigns the table's groups to the records looked at; the last group holds those without one.
func (g *Groups) among(s Sample, of []int) *Groups {
	last := len(g.Names) - 1
	of = append([]int(nil), of...)
	for i, k := range of {
		if k < 0 {
			of[i] = last
		}
	}
	for _, at := range s.At {
		g.Of = append(g.Of, of[at])
	}
	if s.Lines == nil {
		of = nil
	}
	return g.settled(of)
}

// settled drops empty groups, and counts the others in the table if it has their groups.
func (g *Groups) settled(table []int) *Groups {
	counted := g.Of
	if table != nil {
		counted = table
	}
	sizes := make([]int, len(g.Names))
	for _, k := range counted {
		sizes[k]++
	}
	now, names := make([]int, len(g.Names)), g.Names
	g.Names = nil
	for k, n := range sizes {
		now[k] = len(g.Names)
		if n > 0 {
			g.Names = append(g.Names, names[k])
			if table != nil {
				g.Sizes = append(g.Sizes, n)
			}
		}
	}
	of := make([]int, len(g.Of))
	for i, k := range g.Of {
		of[i] = now[k]
	}
	g.Of = of
	return g
}

// Count returns the number of records looked at in a group.
func (g *Groups) Count(group int) int {
	n := 0
	for _, k := range g.Of {
		if k == group {
			n++
		}
	}
	return n
}

// Small reports whether a group is so small that its numbers say little.
func (g *Groups) Small(group int) bool { return Few(g.Count(group)) }

// Few reports whether a group of that many records is small.
func Few(records int) bool { return records < small }

// Find returns the group of a name, or -1.
func (g *Groups) Find(name string) int {
	for k, n := range g.Names {
		if n == name {
			return k
		}
	}
	return -1
}

// Label returns a group in words: its name, preceded by what divides the groups if the name is a number or a
// class: "Private", "true class 1", "predicted “stroke”".
func (g *Groups) Label(group int) string {
	name := g.Names[group]
	if group < len(g.titles) {
		name = g.titles[group]
	}
	switch {
	case name[0] >= '0' && name[0] <= '9':
		return g.By + " " + name
	case (g.By == predicted || g.By == truly) && name != noWord:
		return strings.TrimSuffix(g.By, " class") + " “" + name + "”"
	}
	return name
}

// Brief returns Label in fewer letters: "predicted 1" for "predicted class 1".
func (g *Groups) Brief(group int) string {
	label := g.Label(group)
	if name := g.Names[group]; label == predicted+" "+name {
		return "predicted " + name
	}
	return label
}
