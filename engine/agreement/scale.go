package agreement

import (
	"fmt"
	"slices"

	"dpscope/engine/numeral"
	"dpscope/learners"
	"dpscope/learners/model"
)

// ScaleError says that a classifier seems to take a private feature on another
// scale than [0, 1], where every mechanism answers: noise would never cross most
// of its thresholds, and the class seem to survive any.
type ScaleError struct {
	Feature      string
	Outside, All int     // thresholds
	Low, High    float64 // the least and the greatest of them
}

func (e *ScaleError) Error() string {
	return fmt.Sprintf("which scale does the classifier take %s on? %s of its %s thresholds lie outside [0, 1], between %s and %s: noise, which stays in [0, 1], "+
		"never crosses those. Bounds (dpscope convert MODEL.json --bounds %[1]s=LOW..HIGH), columns scaled to [0, 1] or other private features would work",
		e.Feature, numeral.Count(float64(e.Outside)), numeral.Count(float64(e.All)), numeral.Short(e.Low), numeral.Short(e.High))
}

// CheckScale returns a *ScaleError for the first private feature with most of its thresholds outside [0, 1].
// A classifier without thresholds passes.
func CheckScale(m *model.Model, private []int) error {
	c := learners.CapabilitiesOf(m.Classifier).Comparing
	if c == nil {
		return nil
	}
	for _, f := range private {
		thresholds := c.Thresholds(f)
		outside := 0
		for _, t := range thresholds {
			if !(0 <= t && t <= 1) {
				outside++
			}
		}
		if 2*outside > len(thresholds) {
			return &ScaleError{m.Features[f].Name, outside, len(thresholds), slices.Min(thresholds), slices.Max(thresholds)}
		}
	}
	return nil
}
