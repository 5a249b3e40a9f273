package model

import (
	"fmt"

	"dpscope/learners"
	"dpscope/learners/table"
)

// Bound declares what raw values of features lie between, offset and offset plus
// divisor, and lets the classifier take them scaled. A feature that has a scale
// already is an error.
func (m *Model) Bound(bounds map[string]table.Scale) error {
	scales := make([]table.Scale, len(m.Features))
	for name, scale := range bounds {
		at, err := m.FeatureIndices([]string{name})
		if err != nil {
			return err
		}
		f := &m.Features[at[0]]
		if err := scale.Check(); err != nil {
			return fmt.Errorf("bounds of %s: %w", name, err)
		}
		if f.Scale.Offset != 0 || f.Scale.Width() != 1 {
			return fmt.Errorf("%s has bounds in the file, %g to %g; a file of raw values would work", name, f.Scale.Raw(0), f.Scale.Raw(1))
		}
		scales[at[0]] = scale
	}
	if err := rescaleInputs(m.Classifier, scales); err != nil {
		return err
	}
	for i, s := range scales {
		if s != (table.Scale{}) {
			m.Features[i].Scale = s
		}
	}
	return nil
}

func rescaleInputs(c learners.Classifier, scales []table.Scale) error {
	if r := learners.CapabilitiesOf(c).Rescalable; r != nil {
		return r.RescaleInputs(scales)
	}
	return fmt.Errorf("%s cannot take its inputs on another scale; one of scaled inputs would work", learners.Title(c))
}
