package learners

import (
	"encoding/json"
	"fmt"
	"strings"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// describe reads the names of features and classes, where the file has them.
func (x xgboost) describe(m *Model) error {
	var names []json.RawMessage
	if err := x.May("feature_names", &names, table.MaxFeatures); err != nil {
		return err
	}
	for i, raw := range names {
		name, err := modelfile.Word(raw)
		if err != nil {
			return fmt.Errorf("feature_names, number %d: %w", i, err)
		}
		m.Features = append(m.Features, table.Feature{Name: strings.ReplaceAll(name, ",", ";")})
	}
	attributes, err := x.part("attributes")
	if err != nil {
		return nil
	}
	var text string
	if attributes.Has("scikit_learn") && attributes.Need("scikit_learn", &text) == nil {
		var told struct {
			Classes []json.RawMessage `json:"classes_"`
		}
		if json.Unmarshal([]byte(strings.ReplaceAll(text, "NaN", "null")), &told) == nil && len(told.Classes) == m.Classifier.Classes() {
			for _, raw := range told.Classes {
				if name, err := modelfile.Word(raw); err == nil {
					m.ClassNames = append(m.ClassNames, name)
				}
			}
		}
	}
	if len(m.ClassNames) != m.Classifier.Classes() {
		m.ClassNames = nil
	}
	if err := source.Distinct("features", table.Names(m.Features)); err != nil {
		return err
	}
	return source.Distinct("classes", m.ClassNames)
}
