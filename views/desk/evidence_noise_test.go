package desk_test

import (
	"math"
	"testing"

	"dpscope/engine/claim"
)

func init() {
	evidence["TruncatedLaplace"] = truncatedLaplace
	evidence["GroupShifts"] = groupShifts
}

// truncatedLaplace checks the inverse by summing the density, at ε = 1 and δ = 0.2.
func truncatedLaplace(*testing.T) claim.Finding {
	const epsilon, delta, steps = 1.0, 0.2, 400000
	scale := 1 / epsilon
	end := scale * math.Log(1+(math.Exp(epsilon)-1)/(2*delta))
	height := 1 / (2 * scale * (1 - math.Exp(-end/scale)))
	inverse := func(u float64) float64 {
		size := -scale * math.Log(min(u, 1-u)/(height*scale)+math.Exp(-end/scale))
		if u < 0.5 {
			return -size
		}
		return size
	}
	worst := 0.0
	for _, u := range []float64{0.01, 0.2, 0.4, 0.6, 0.8, 0.99} {
		x, below := inverse(u), 0.0
		for i := range steps {
			y := -end + (float64(i)+0.5)*(x+end)/steps
			below += height * math.Exp(-math.Abs(y)/scale) * (x + end) / steps
		}
		worst = max(worst, math.Abs(below-u))
	}
	mean := 0.0
	for i := range steps {
		mean += math.Abs(inverse((float64(i)+0.5)/steps)) / steps
	}
	return claim.Finding{Holds: worst < 1e-6, Numbers: numbers{"difference": worst, "mean": mean}}
}

// groupShifts lists the shifts of all pairs of cells of two groups and compares them with the range.
func groupShifts(*testing.T) claim.Finding {
	f := claim.Finding{Holds: true, Numbers: numbers{"cells": 0}}
	for _, starts := range [][]int{{1, 4, 5, 9}, {1, 2, 3, 4}, {1, 6, 7, 12, 13}} {
		for l := range len(starts) - 1 {
			for other := range len(starts) - 1 {
				listed := map[int]bool{}
				for k := starts[l]; k < starts[l+1]; k++ {
					for m := starts[other]; m < starts[other+1]; m++ {
						listed[m-k-1], listed[m-k], listed[m-k+1] = true, true, true
					}
				}
				low, high := starts[other]-starts[l+1], starts[other+1]-starts[l]
				f.Holds = f.Holds && len(listed) == high-low+1
				for shift := low; shift <= high; shift++ {
					f.Holds = f.Holds && listed[shift]
				}
				f.Numbers["cells"]++
			}
		}
	}
	return f
}
