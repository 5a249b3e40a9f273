package engine

import (
	"cmp"
	"math"

	"dpscope/engine/numeral"
)

// Rounded writes a value of the axis as it is read out, rounded to one side: a word of its list, or a number with its unit.
func (a Axis) Rounded(v float64, r numeral.Rounding) string {
	if len(a.Words) > 0 {
		if i := math.Round(v); i >= 0 && i < float64(len(a.Words)) {
			return a.Words[int(i)]
		}
		return ""
	}
	number := a.Style.Rounded(a.Raw.Of(v), r)
	if unit := cmp.Or(a.Raw.Unit, a.Unit); a.Style == numeral.Plain && unit != "" {
		number += " " + unit
	}
	return number
}
