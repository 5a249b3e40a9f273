package model

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

func (o file) classes(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("classes", &raw, table.MaxClasses); err != nil {
		return err
	}
	for i, r := range raw {
		name, err := modelfile.Word(r)
		if err != nil {
			return fmt.Errorf("classes, number %d: %w", i, err)
		}
		m.ClassNames = append(m.ClassNames, name)
	}
	return source.Distinct("classes", m.ClassNames)
}

// classTitles reads what people call the classes, where the file says so.
func (o file) classTitles(m *Model) error {
	if err := o.May("class_titles", &m.ClassTitles, table.MaxClasses); err != nil {
		return err
	}
	if n := len(m.ClassTitles); n != 0 && n != len(m.ClassNames) {
		return fmt.Errorf("class_titles has %s for %d classes; one for each would work", numeral.Things(n, "word"), len(m.ClassNames))
	}
	return source.Distinct("class_titles", m.ClassTitles)
}

func (o file) features(m *Model) error {
	var raw []json.RawMessage
	if err := o.May("features", &raw, table.MaxFeatures); err != nil {
		return err
	}
	var names []string
	for i, r := range raw {
		name, err := modelfile.Word(r)
		if err != nil {
			return fmt.Errorf("features, number %d: %w", i, err)
		}
		if strings.Contains(name, ",") {
			return fmt.Errorf("features, number %d: %s has a comma, which separates names; a name without one would work", i, source.Quote(name))
		}
		names = append(names, name)
		m.Features = append(m.Features, table.Feature{Name: name})
	}
	return source.Distinct("features", names)
}

// fill names features and classes that the file leaves out, and reports numbers of names that differ from the
// classifier's.
func (m *Model) fill() error {
	c := m.Classifier
	if err := source.AtMost(c.Dims(), "features", table.MaxFeatures); err != nil {
		return err
	}
	if err := source.AtMost(c.Classes(), "classes", table.MaxClasses); err != nil {
		return err
	}
	if len(m.Features) == 0 {
		for _, name := range plainNames(c) {
			m.Features = append(m.Features, table.Feature{Name: name})
		}
	}
	if len(m.ClassNames) == 0 {
		for k := range c.Classes() {
			m.ClassNames = append(m.ClassNames, strconv.Itoa(k))
		}
	}
	if n := len(m.Features); n != c.Dims() {
		return fmt.Errorf("names of features: %d; the classifier takes %d, and a name for each would work", n, c.Dims())
	}
	if n := len(m.ClassNames); n != c.Classes() {
		return fmt.Errorf("names of classes: %d; the classifier has %d, and a name for each would work", n, c.Classes())
	}
	return nil
}

// plainNames makes up names of features.
func plainNames(c learners.Classifier) []string {
	if image, ok := c.(learners.Imaging); ok {
		return image.Image().Names()
	}
	names := make([]string, c.Dims())
	for i := range names {
		names[i] = "x" + strconv.Itoa(i)
	}
	return names
}

func (o file) private(m *Model) error {
	var names []string
	for _, key := range []string{"sensitive", "private"} {
		if err := o.May(key, &names, table.MaxFeatures); err != nil {
			return err
		}
	}
	for i := range names {
		names[i] = source.Name(names[i])
	}
	var err error
	if m.Private, err = m.FeatureIndices(names); err != nil {
		return fmt.Errorf("sensitive: %w", err)
	}
	return nil
}
