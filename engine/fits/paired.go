package fits

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"dpscope/engine/known"
)

// Ahead summarises by how much one noise errs more than another on records set apart, split by split.
func Ahead(one, other Runs) known.Summary {
	var differences []float64
	for i := range min(len(one), len(other)) {
		if d := one[i].Out - other[i].Out; !math.IsNaN(d) {
			differences = append(differences, d)
		}
	}
	return known.Summarise(differences).Splits(overlap)
}

// Chance returns the probability of a difference at least as far below 0 without a real one: Student's
// one-sided paired test, with the standard error of overlapping splits. NaN for fewer than two splits.
func Chance(s known.Summary) float64 {
	switch {
	case s.Seeds < 2:
		return math.NaN()
	case s.Deviation == 0 && s.Mean == 0:
		return 0.5
	}
	t := s.Mean / s.Error()
	return distuv.StudentsT{Sigma: 1, Nu: float64(s.Seeds - 1)}.CDF(t)
}
