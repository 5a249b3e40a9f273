package robustness

import (
	"context"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/learners/table"
)

// peopleTable is the name of the table of everybody who is looked at.
const peopleTable = "people"

// everybody is the table of the people, made when it is wanted: who they are, what
// the classifier says of them, how they fare, and what the file says of them, in its
// units.
func (q crowd) everybody(ctx context.Context, o population.Outcome) engine.Later {
	var truth []int
	if t, err := q.sample.OpenTruth(ctx, q.model, q.truth); err == nil && !q.underWay { // nobody asked for it
		truth = t.Of
	}
	return engine.Later{Name: peopleTable, Make: func() engine.Table {
		t := engine.Table{Name: peopleTable}
		columns := q.peopleColumns(truth, of(o, true), of(o, false))
		for _, c := range columns {
			for slices.ContainsFunc(t.Columns, func(d engine.TableColumn) bool { return d.Name == c.Name }) {
				c.Name += "_in_file" // a feature called as one of ours
			}
			t.Columns = append(t.Columns, c.TableColumn)
		}
		for i := range q.sample.Len() {
			row := make([]engine.Cell, len(columns))
			for k, c := range columns {
				row[k] = c.of(i)
			}
			t.Rows, t.Opens = append(t.Rows, row), append(t.Opens, q.recordAddress(i))
		}
		return t
	}}
}

// personColumn tells something of every record looked at.
type personColumn struct {
	engine.TableColumn
	of func(i int) engine.Cell
}

func (q crowd) peopleColumns(truth []int, exact, proven []float64) []personColumn {
	s := q.sample
	var columns []personColumn
	add := func(c engine.TableColumn, of func(i int) engine.Cell) { columns = append(columns, personColumn{c, of}) }
	if s.Lines != nil {
		add(engine.TableColumn{Name: "line", Title: "line in the file"}, func(i int) engine.Cell { return engine.NumberCell(float64(s.Lines[s.At[i]])) })
	} else {
		add(engine.TableColumn{Name: "record", Title: "number among those made up"}, func(i int) engine.Cell { return engine.NumberCell(float64(s.At[i] + 1)) })
	}
	if s.IDs != nil {
		add(engine.TableColumn{Name: s.IDName, Title: "id", Text: true}, func(i int) engine.Cell { return engine.WordCell(s.IDs[s.At[i]]) })
	}
	add(engine.TableColumn{Name: "agreement", Title: q.computed() + " share of answers that keep the class"}, func(i int) engine.Cell { return shareCell(exact, i, numeral.Nearest) })
	add(engine.TableColumn{Name: "proven", Title: "proven bound on the agreement"}, func(i int) engine.Cell { return shareCell(proven, i, numeral.Down) })
	add(engine.TableColumn{Name: "predicted_class", Title: "class that the classifier gives", Text: true}, func(i int) engine.Cell { return engine.WordCell(q.model.ClassName(s.Classes[i])) })
	if truth != nil {
		add(engine.TableColumn{Name: "true_class", Title: "class that the file gives", Text: true}, func(i int) engine.Cell {
			if k := truth[s.At[i]]; k >= 0 {
				return engine.WordCell(q.model.ClassName(k))
			}
			return engine.Cell{}
		})
	}
	if q.groups != nil {
		add(engine.TableColumn{Name: "group", Title: "by " + q.groups.By, Text: true}, func(i int) engine.Cell { return engine.WordCell(q.groups.Names[q.groups.Of[i]]) })
	}
	return append(columns, q.featureColumns()...)
}

// shareCell is a share as people write it, and as it is in exports.
func shareCell(values []float64, i int, round numeral.Rounding) engine.Cell {
	if i >= len(values) || math.IsNaN(values[i]) {
		return engine.Cell{}
	}
	c := engine.NumberCell(values[i])
	c.Word = round.Chance(values[i])
	return c
}

// featureColumns tell a record's features in their own units; the features that stand
// for words of one column are that column again.
func (q crowd) featureColumns() []personColumn {
	var columns []personColumn
	of := map[string][]int{} // features of a column of words
	for f, feature := range q.model.Features {
		if feature.Column == "" {
			columns = append(columns, personColumn{engine.TableColumn{Name: feature.Name, Title: feature.Name, Unit: feature.Unit},
				func(i int) engine.Cell { return rawCell(feature.Scale, q.sample.Rows[q.sample.At[i]][f]) }})
			continue
		}
		if of[feature.Column] == nil {
			columns = append(columns, personColumn{engine.TableColumn{Name: feature.Column, Title: feature.Column, Text: true},
				func(i int) engine.Cell { return q.wordCell(of[feature.Column], q.sample.Rows[q.sample.At[i]]) }})
		}
		of[feature.Column] = append(of[feature.Column], f)
	}
	return columns
}

// rawCell is a value in its own unit: without the last digits, which scaling there and
// back has made.
func rawCell(s table.Scale, v float64) engine.Cell {
	const digits = 12
	raw := s.Raw(v)
	if raw == 0 || math.IsInf(raw, 0) {
		return engine.NumberCell(raw)
	}
	unit := math.Pow(10, digits-1-math.Floor(math.Log10(math.Abs(raw))))
	return engine.NumberCell(math.Round(raw*unit) / unit)
}

// wordCell is the word that a record has in a column of words; of a column of two one
// alone has a feature.
func (q crowd) wordCell(features []int, x []float64) engine.Cell {
	for _, f := range features {
		if x[f] == 1 {
			return engine.WordCell(q.model.Features[f].Word)
		}
	}
	if len(features) == 1 {
		return engine.WordCell("not " + q.model.Features[features[0]].Word)
	}
	return engine.Cell{}
}
