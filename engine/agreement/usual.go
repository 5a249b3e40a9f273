package agreement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Middle is the word for a record in the middle of every feature, for
// classifiers that come without an example.
const Middle = "middle"

// UsualRecord names the first example of a model; without any, Middle.
func UsualRecord(m *model.Model) string {
	if len(m.Records) > 0 {
		return m.Records[0].ID
	}
	return Middle
}

// rawPrefix begins a record of raw numbers: "raw:67,0,1,1,228.69,36.6".
const rawPrefix = "raw:"

// findRecord reads a record: an example, Middle, or numbers, scaled or raw.
func findRecord(m *model.Model, text string) (model.Record, error) {
	if values, raw := strings.CutPrefix(text, rawPrefix); raw {
		values, err := spelled(m, values)
		if err != nil {
			return model.Record{}, source.Blame("record", text, err)
		}
		r, err := m.FindRecord(values)
		if err != nil {
			return r, err
		}
		x := make([]float64, len(r.X))
		for i, v := range r.X {
			x[i] = m.Features[i].Scale.Apply(v)
		}
		return model.Record{ID: text, X: x}, nil
	}
	if _, err := m.Record(text); err == nil || text != Middle {
		return m.FindRecord(text)
	}
	return middle(m), nil
}

// spelled converts one raw value per column, a word for a column of words, into one value per feature. It
// returns other texts unchanged.
func spelled(m *model.Model, values string) (string, error) {
	cells, columns := strings.Split(values, ","), table.ColumnsOf(m.Features)
	if len(cells) != len(columns) || len(columns) == len(m.Features) {
		return values, nil
	}
	row := make([]string, len(m.Features))
	for k, column := range columns {
		var words []string
		found := false
		for i, f := range m.Features {
			switch {
			case f.Column == "" && f.Name == column:
				row[i], found = cells[k], true
			case f.Column == column:
				words = append(words, f.Word)
				row[i] = "0"
				if f.Word == source.Name(cells[k]) {
					row[i], found = "1", true
				}
			}
		}
		if !found {
			return "", &param.UnknownError{What: column, Name: source.Name(cells[k]), Known: words}
		}
	}
	return strings.Join(row, ","), nil
}

// middle returns the record with 0.5 for every measured feature, or the filling for missing values if the
// model takes the feature raw and without bounds. Of the features for the words of one column the first is 1
// and the others are 0, as in real records; a feature for a lone word is 0.
func middle(m *model.Model) model.Record {
	r := model.Record{ID: Middle, X: make([]float64, len(m.Features))}
	groups := wordGroups(m)
	for i, f := range m.Features {
		r.X[i] = 0.5
		if filled := f.Filled(); boundless(f) && !math.IsNaN(filled) {
			r.X[i] = filled
		}
	}
	for _, group := range groups {
		for k, i := range group {
			r.X[i] = 0
			if k == 0 && len(group) > 1 {
				r.X[i] = 1
			}
		}
	}
	return r
}

// boundless reports whether raw values of a feature are taken as they are.
func boundless(f table.Feature) bool {
	return f.Column == "" && f.Words == nil && f.Scale.Offset == 0 && f.Scale.Width() == 1
}

// DescribeMiddle says what Middle is of a model: "0.5 of every feature, 1 of
// country=Italy, 0 of other words".
func DescribeMiddle(m *model.Model) string {
	const most = 2
	var ones []string
	groups := wordGroups(m)
	for _, group := range groups {
		if len(group) > 1 {
			ones = append(ones, m.Features[group[0]].Name)
		}
	}
	text := "0.5 of every feature"
	if slices.ContainsFunc(m.Features, func(f table.Feature) bool { return boundless(f) && !math.IsNaN(f.Filled()) }) {
		text = "0.5 of every feature with bounds"
	}
	if more := len(ones) - most; more > 0 {
		ones = append(ones[:most], fmt.Sprintf("%d more", more))
	}
	switch {
	case len(ones) > 0:
		return text + ", 1 of " + numeral.Listed(ones) + ", 0 of other words"
	case len(groups) > 0:
		return text + ", 0 of words"
	}
	return text
}

// wordGroups returns the features that stand for words, grouped by column.
func wordGroups(m *model.Model) (groups [][]int) {
	of := map[string]int{}
	for i, f := range m.Features {
		column := columnOf(m, i, f)
		if column == "" {
			continue
		}
		g, known := of[column]
		if !known {
			g = len(groups)
			of[column], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// columnOf returns the column with the word that a feature stands for: as the file says, or from its name if
// the classifier only tells 0 from 1 by it.
func columnOf(m *model.Model, i int, f table.Feature) string {
	if f.Column != "" {
		return f.Column
	}
	c := learners.CapabilitiesOf(m.Classifier).Comparing
	if c == nil {
		return ""
	}
	thresholds := c.Thresholds(i)
	if len(thresholds) == 0 || slices.ContainsFunc(thresholds, func(t float64) bool { return t != 0.5 }) {
		return ""
	}
	if at := strings.LastIndexAny(f.Name, "=_"); at > 0 {
		return f.Name[:at]
	}
	return f.Name
}

// UsualPrivate returns the features that the model calls private; without any, all of an image and the first
// two of a table, skipping words and ids.
func UsualPrivate(m *model.Model) []string {
	names := m.PrivateNames()
	if len(names) > 0 {
		return names
	}
	names = m.FeatureNames()
	if learners.CapabilitiesOf(m.Classifier).Imaging != nil {
		return names
	}
	words := slices.Concat(wordGroups(m)...)
	var measured []string
	for i, name := range names {
		if !table.NamesID(name) && !slices.Contains(words, i) {
			measured = append(measured, name)
		}
	}
	if len(measured) == 0 {
		measured = names
	}
	return measured[:min(2, len(measured))]
}

// FindPrivate reads the private features as a person writes them, with commas
// between. A column of two words may be called by its own name.
func FindPrivate(m *model.Model, text string) ([]int, error) {
	words := strings.Split(text, ",")
	for i, w := range words {
		words[i] = ofColumn(m, w)
	}
	private, err := m.FeatureIndices(words)
	if err != nil {
		return nil, source.Blame("private", text, err)
	}
	return private, oneWord(m, private)
}

// ofColumn returns the first feature of a named column of words; other names stay.
func ofColumn(m *model.Model, name string) string {
	name = strings.TrimSpace(name)
	first := slices.IndexFunc(m.Features, func(f table.Feature) bool { return f.Column == name })
	if name == "" || first < 0 || slices.Contains(m.FeatureNames(), name) {
		return name
	}
	return m.Features[first].Name
}

// oneWord refuses a private feature that is one of several words of a column: exactly one of those is 1, and
// noise on each by itself makes people with several words or none.
func oneWord(m *model.Model, private []int) error {
	for _, i := range private {
		column, words := m.Features[i].Column, 0
		for _, f := range m.Features {
			if column != "" && f.Column == column {
				words++
			}
		}
		if words > 1 {
			return fmt.Errorf("private = %s: of the %d words of %s a person has exactly one, and noise on each by itself makes people of several or none; "+
				"no mechanism here takes all together. A feature of numbers, or the column as codes in an order (OrdinalEncoder), would work",
				source.Quote(m.Features[i].Name), words, column)
		}
	}
	return nil
}
