package classifier

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
)

// peopleTable is the name of the table of all people looked at.
const peopleTable = "people"

// everybody returns the table of the people: their identity, their class, their agreement, and their values in the units of the
// file.
func (q populationQuestion) everybody(ctx context.Context, o population.Outcome) engine.Later {
	var truth []int
	if t, err := q.Sample.OpenTruth(ctx, q.Model, q.Truth); err == nil && !q.UnderWay { // without a request for the truth
		truth = t.Of
	}
	l := engine.Later{Name: peopleTable, Measured: q.Sample.Records()}
	l.Opens, l.ByFirst = q.recordAddresses()
	for _, c := range append(q.who(), append(q.faring(truth, o), q.measured()...)...) {
		for slices.ContainsFunc(l.Columns, func(d engine.LaterColumn) bool { return d.Name == c.Name }) {
			c.Name += "_in_file" // a feature with the name of one of our columns
		}
		l.Columns = append(l.Columns, c)
	}
	return l
}

// who returns the columns that identify the records.
func (q populationQuestion) who() []engine.LaterColumn {
	s := q.Sample
	which := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "record", Title: "number of the simulated record"},
		Numbers: make([]float64, s.Len())}
	if s.Lines != nil {
		which.Name, which.Title = "line", "line in the file"
	}
	for i, at := range s.At {
		which.Numbers[i] = float64(at + 1)
		if s.Lines != nil {
			which.Numbers[i] = float64(s.Lines[at])
		}
	}
	if s.IDs == nil {
		return []engine.LaterColumn{which}
	}
	id := engine.LaterColumn{TableColumn: engine.TableColumn{Name: s.IDName, Title: "id", Text: true}, Words: make([]string, s.Len())}
	for i, at := range s.At {
		id.Words[i] = s.IDs[at]
	}
	return []engine.LaterColumn{which, id}
}

// faring returns the columns for the records' agreements, and for what tells them apart.
func (q populationQuestion) faring(truth []int, o population.Outcome) []engine.LaterColumn {
	s := q.Sample
	columns := []engine.LaterColumn{
		{TableColumn: engine.TableColumn{Name: "agreement", Title: q.computed() + " share of answers that keep the class"}, Numbers: o.Now(true),
			Share: true},
		{TableColumn: engine.TableColumn{Name: "proven", Title: "proven bound on the agreement"}, Numbers: o.Now(false), Share: true,
			Round: numeral.Down},
		{TableColumn: engine.TableColumn{Name: "predicted_class", Title: "class that the classifier gives", Text: true},
			Words: q.classNames(s.Classes), Of: s.Classes},
	}
	if truth != nil {
		given := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "true_class", Title: "class that the file gives", Text: true},
			Of: make([]int, s.Len())}
		for i, at := range s.At {
			given.Of[i] = truth[at]
		}
		given.Words = q.classNames(given.Of)
		columns = append(columns, given)
	}
	if q.Groups != nil {
		columns = append(columns, engine.LaterColumn{TableColumn: engine.TableColumn{Name: "group", Title: "by " + q.Groups.By, Text: true},
			Words: q.Groups.Names, Of: q.Groups.Of})
	}
	return columns
}

// classNames returns the names of the classes up to the greatest in some.
func (q populationQuestion) classNames(some []int) (names []string) {
	for k := range slices.Max(append([]int{-1}, some...)) + 1 {
		names = append(names, q.Model.ClassName(k))
	}
	return names
}

// measured returns a record's features in their own units; features that stand for the words of one column become that column
// again.
func (q populationQuestion) measured() (columns []engine.LaterColumn) {
	at := map[string]int{} // place of each column of words
	for f, feature := range q.Model.Features {
		if feature.Column == "" {
			columns = append(columns, engine.LaterColumn{TableColumn: engine.TableColumn{Name: feature.Name, Title: feature.Name,
				Unit: feature.Unit},
				Measured: []int{f}, Factor: feature.Scale.Width(), From: feature.Scale.Offset})
			continue
		}
		k, known := at[feature.Column]
		if !known {
			k = len(columns)
			at[feature.Column] = k
			columns = append(columns, engine.LaterColumn{TableColumn: engine.TableColumn{Name: feature.Column, Title: feature.Column, Text: true}})
		}
		columns[k].Measured, columns[k].Words = append(columns[k].Measured, f), append(columns[k].Words, feature.Word)
	}
	for k, c := range columns {
		if c.Text && len(c.Measured) == 1 { // a column of two words has one feature, for one of them
			columns[k].Words = append(c.Words, "not "+c.Words[0])
		}
	}
	return columns
}
