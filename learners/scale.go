package learners

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
)

// scales reads the object "normalisation": for each feature a text such as
// "years/100" or an object {"offset", "divisor", "unit", "from_data", "column",
// "word"}. The key "others" speaks of all features that are not named.
func (o *object) scales(m *Model) error {
	if !o.has("normalisation") {
		return nil
	}
	n, err := readObject(o.fields["normalisation"], MaxFeatures+1)
	if err != nil {
		return fmt.Errorf("normalisation: %w", err)
	}
	names := m.FeatureNames()
	for _, key := range n.keys {
		i := slices.Index(names, cleanName(key))
		if i < 0 && key != "others" {
			return fmt.Errorf("normalisation: %w", &param.UnknownError{What: "feature", Name: cleanName(key), Known: names})
		}
		if i < 0 {
			continue
		}
		if err := m.Features[i].readScale(n.fields[key]); err != nil {
			return fmt.Errorf("normalisation of %s: %w", names[i], err)
		}
	}
	if n.has("others") && !slices.Contains(names, "others") {
		for i := range m.Features {
			if n.has(m.Features[i].Name) {
				continue
			}
			if err := m.Features[i].readScale(n.fields["others"]); err != nil {
				return fmt.Errorf("normalisation of others: %w", err)
			}
		}
	}
	return nil
}

func (f *Feature) readScale(raw json.RawMessage) error {
	if describe(raw) == "a text" {
		var text string
		if err := read(raw, &text); err != nil {
			return err
		}
		f.readScaleText(clean(text, maxName))
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
	f.Unit, f.Column, f.Word, f.Text = cleanName(f.Unit), cleanName(f.Column), cleanName(f.Word), clean(f.Text, maxNote)
	if f.Scale.Divisor == 0 && !o.has("divisor") {
		return Scale{Offset: f.Scale.Offset, Divisor: 1}.Check()
	}
	return f.Scale.Check()
}

// readScaleText reads "years/100" as a unit and a divisor; any other text is
// kept as it is.
func (f *Feature) readScaleText(text string) {
	f.Text = text
	slash := strings.LastIndexByte(text, '/')
	if slash < 0 {
		return
	}
	divisor, err := strconv.ParseFloat(text[slash+1:], 64)
	if scale := (Scale{Divisor: divisor}); err == nil && scale.Check() == nil {
		f.Unit, f.Scale = strings.TrimSpace(text[:slash]), scale
	}
}

// Check says that a scale given for a column has a finite offset and a
// positive, finite divisor.
func (s Scale) Check() error {
	if math.IsNaN(s.Offset) || math.IsInf(s.Offset, 0) {
		return fmt.Errorf("offset = %g; a finite number would do", s.Offset)
	}
	if !(s.Divisor > 0) || math.IsInf(s.Divisor, 0) {
		return fmt.Errorf("divisor = %g; a positive number would do", s.Divisor)
	}
	return nil
}
