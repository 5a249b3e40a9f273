package learners

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// scales reads the object "normalisation": for each feature a text such as
// "years/100" or an object {"offset", "divisor", "unit", "from_data", "column",
// "word"}. The key "others" speaks of all features that are not named.
func (o *object) scales(m *Model) error {
	if !o.has("normalisation") {
		return nil
	}
	n, err := readObject(o.fields["normalisation"], table.MaxFeatures+1)
	if err != nil {
		return fmt.Errorf("normalisation: %w", err)
	}
	names := m.FeatureNames()
	for _, key := range n.keys {
		i := slices.Index(names, source.Name(key))
		if i < 0 && key != "others" {
			return fmt.Errorf("normalisation: %w", &param.UnknownError{What: "feature", Name: source.Name(key), Known: names})
		}
		if i < 0 {
			continue
		}
		if err := readScale(&m.Features[i], n.fields[key]); err != nil {
			return fmt.Errorf("normalisation of %s: %w", names[i], err)
		}
	}
	if n.has("others") && !slices.Contains(names, "others") {
		for i := range m.Features {
			if n.has(m.Features[i].Name) {
				continue
			}
			if err := readScale(&m.Features[i], n.fields["others"]); err != nil {
				return fmt.Errorf("normalisation of others: %w", err)
			}
		}
	}
	return nil
}

func readScale(f *table.Feature, raw json.RawMessage) error {
	if describe(raw) == "a text" {
		var text string
		if err := read(raw, &text); err != nil {
			return err
		}
		readScaleText(f, source.Clean(text, source.MaxName))
		return nil
	}
	o, err := readObject(raw, maxKeys)
	if err != nil {
		return err
	}
	if err := o.only("offset", "divisor", "unit", "from_data", "column", "word", "note"); err != nil {
		return err
	}
	for key, into := range map[string]any{"offset": &f.Scale.Offset, "divisor": &f.Scale.Divisor, "unit": &f.Unit,
		"from_data": &f.Scale.FromData, "column": &f.Column, "word": &f.Word, "note": &f.Text} {
		if err := o.may(key, into); err != nil {
			return err
		}
	}
	f.Unit, f.Column, f.Word, f.Text = source.Name(f.Unit), source.Name(f.Column), source.Name(f.Word), source.Clean(f.Text, source.MaxNote)
	if f.Scale.Divisor == 0 && !o.has("divisor") {
		return table.Scale{Offset: f.Scale.Offset, Divisor: 1}.Check()
	}
	return f.Scale.Check()
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
