package main

import (
	"encoding/json"
	"fmt"
	"os"

	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// predictRaw compares classes of raw rows, read from a CSV file as people's are, with the maker's.
func (c *checker) predictRaw(m *model.Model, file string) error {
	text, err := os.ReadFile(file + ".classes")
	if err != nil {
		return err
	}
	var classes []int
	if err := json.Unmarshal(text, &classes); err != nil {
		return fmt.Errorf("%s.classes: %w", file, err)
	}
	d, survey, err := table.Named(session(), file+".csv", 1, table.RecordOptions{
		Features: m.Features, ClassNames: m.ClassNames, Raw: true, Missing: table.DropMissing,
		Gaps: func(int) bool { return learners.CapabilitiesOf(m.Classifier).TakesMissing }})
	if err != nil {
		return err
	}
	if d.Len() != len(classes) {
		return fmt.Errorf("%d of %d rows are read: %v", d.Len(), len(classes), survey.Notes())
	}
	got := make([]int, len(classes))
	if err := learners.PredictAll(session(), m.Classifier, d.X, got); err != nil {
		return err
	}
	c.rows += len(got)
	wrong, first := 0, 0
	for i, k := range classes {
		if one := m.Classifier.Predict(d.Row(i)); got[i] != k || one != k {
			if wrong++; wrong == 1 {
				first = i
			}
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d rows have another class than at their maker's; the first is line %d, %v: class %d, and %d there",
			wrong, len(classes), d.Lines[first], d.Row(first), got[first], classes[first])
	}
	return nil
}
