package view

import (
	"strings"

	"dpscope/engine/param"
)

// Ranges reads a query in which controls have ranges. A preset in it applies to every setting.
func (v View) Ranges(query string) (param.Ranges, error) {
	presets, rest := cutPresets(query)
	from := v.Opening()
	for _, name := range presets {
		var err error
		if from, err = v.Preset(name); err != nil {
			return param.Ranges{}, err
		}
	}
	ranges, err := v.Form.Ranges(from, rest)
	if len(presets) > 0 && ranges.Count > 0 {
		ranges = ranges.After("preset=" + strings.Join(presets, "&preset=") + "&")
	}
	return ranges, err
}
