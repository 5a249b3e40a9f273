package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// scales reads the object "normalisation": for each feature a text such as "years/100" or an object
// {"offset", "divisor", "unit", "from_data", "column", "word", "missing", "words", "other"}. The key "others"
// applies to all features that are not named.
func (o file) scales(m *Model) error {
	if !o.Has("normalisation") {
		return nil
	}
	n, err := modelfile.ReadObject(o.Raw("normalisation"), table.MaxFeatures+1)
	if err != nil {
		return fmt.Errorf("normalisation: %w", err)
	}
	names := m.FeatureNames()
	for _, key := range n.Keys() {
		i := slices.Index(names, source.Name(key))
		if i < 0 && key != "others" {
			return fmt.Errorf("normalisation: %w", &param.UnknownError{What: "feature", Name: source.Name(key), Known: names})
		}
		if i < 0 {
			continue
		}
		if err := readScale(&m.Features[i], n.Raw(key)); err != nil {
			return fmt.Errorf("normalisation of %s: %w", names[i], err)
		}
	}
	if n.Has("others") && !slices.Contains(names, "others") {
		for i := range m.Features {
			if n.Has(m.Features[i].Name) {
				continue
			}
			if err := readScale(&m.Features[i], n.Raw("others")); err != nil {
				return fmt.Errorf("normalisation of others: %w", err)
			}
		}
	}
	return nil
}

func readScale(f *table.Feature, raw json.RawMessage) error {
	if modelfile.IsText(raw) {
		text, err := modelfile.Text(raw)
		if err != nil {
			return err
		}
		readScaleText(f, source.Clean(text, source.MaxName))
		return nil
	}
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return err
	}
	if err := o.Only("offset", "divisor", "unit", "from_data", "column", "word", "note", "missing", "words", "other"); err != nil {
		return err
	}
	for key, into := range map[string]any{"offset": &f.Scale.Offset, "divisor": &f.Scale.Divisor, "unit": &f.Unit,
		"from_data": &f.Scale.FromData, "column": &f.Column, "word": &f.Word, "note": &f.Text} {
		if err := o.May(key, into); err != nil {
			return err
		}
	}
	if err := readWords(f, o); err != nil {
		return err
	}
	f.Unit, f.Column, f.Word, f.Text = source.Name(f.Unit), source.Name(f.Column), source.Name(f.Word), source.Clean(f.Text, source.MaxNote)
	if f.Scale.Divisor == 0 && !o.Has("divisor") {
		return table.Scale{Offset: f.Scale.Offset, Divisor: 1}.Check()
	}
	return f.Scale.Check()
}

// readWords reads the words of an ordered text column, and the replacement for a missing value.
func readWords(f *table.Feature, o *modelfile.Object) error {
	if err := o.May("words", &f.Words, table.MaxClasses); err != nil {
		return err
	}
	for i := range f.Words {
		f.Words[i] = source.Name(f.Words[i])
	}
	if o.Has("other") {
		f.Other = new(float64)
		if err := o.Need("other", f.Other); err != nil {
			return err
		}
	}
	if o.Has("missing") {
		word, err := modelfile.Word(o.Raw("missing"))
		if err != nil {
			return fmt.Errorf("missing: %w", err)
		}
		f.Missing = word
	}
	if err := source.Distinct("words", f.Words); err != nil {
		return err
	}
	return f.Check()
}

// readScaleText reads "years/100" as a unit and a divisor; any other text is
// kept as it is.
func readScaleText(f *table.Feature, text string) {
	f.Text = text
	slash := strings.LastIndexByte(text, '/')
	if slash < 0 {
		return
	}
	divisor, err := strconv.ParseFloat(text[slash+1:], 64)
	if scale := (table.Scale{Divisor: divisor}); err == nil && scale.Check() == nil {
		f.Unit, f.Scale = strings.TrimSpace(text[:slash]), scale
	}
}
