package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// xgboost reads a file of XGBoost's. Its classifier takes raw values, and it knows no
// scales: bounds are declared later, by Model.Bound.
func (o file) xgboost() (*Model, error) {
	learner, err := modelfile.NewObject(o.Raw("learner"))
	if err != nil {
		return nil, fmt.Errorf("learner: %w", err)
	}
	trees, err := tree.ReadXGBoost(learner)
	if err != nil {
		return nil, err
	}
	m := &Model{Kind: trees.Kind().Name, Classifier: trees, Provenance: []Note{{"from", "XGBoost"}}}
	if err := m.describe(learner); err != nil {
		return nil, err
	}
	return m, m.fill()
}

// describe reads the names of features and classes, where the file has them.
func (m *Model) describe(learner *modelfile.Object) error {
	var names []json.RawMessage
	if err := learner.May("feature_names", &names, table.MaxFeatures); err != nil {
		return err
	}
	for i, raw := range names {
		name, err := modelfile.Word(raw)
		if err != nil {
			return fmt.Errorf("feature_names, number %d: %w", i, err)
		}
		m.Features = append(m.Features, table.Feature{Name: strings.ReplaceAll(name, ",", ";")})
	}
	if !learner.Has("attributes") {
		return nil
	}
	attributes, err := modelfile.NewObject(learner.Raw("attributes"))
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
