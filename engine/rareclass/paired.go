package rareclass

import (
	"math"

	"dpscope/engine/known"
)

// Paired summarises by how much a number of one trial exceeds that of another on the same splits with the
// same draws of noise: differences cancel what splits have in common, unlike two intervals side by side.
func Paired(a, b Repeats, ofA, ofB func(Result) float64) known.Summary {
	var differences []float64
	for i := range min(len(a), len(b)) {
		if d := ofA(a[i]) - ofB(b[i]); !math.IsNaN(d) {
			differences = append(differences, d)
		}
	}
	return known.Summarise(differences).Splits(a.overlap())
}
