package proof

import (
	"math"
	"slices"
)

// factored returns the Cholesky factor of the bend of some coordinates, or nil
// when they do not bend upwards every way. Every diagonal entry is first raised
// by more than rounding may take from a factor, so that none is refused that is
// convex; loss bounds what that adds to the function on the box.
func (s *bowlSearch) factored(free []int) (factor [][]float64, loss float64) {
	n := len(free)
	raise := 4 * float64(n*(n+2)) * Roundoff
	factor = make([][]float64, n)
	for k, i := range free {
		row := make([]float64, k+1)
		for l, j := range free[:k+1] {
			sum := s.Bend[i][j]
			if k == l {
				sum += raise * sum
			}
			for m := range l {
				sum -= row[m] * factorAt(factor, row, k, l, m)
			}
			if k > l {
				row[l] = sum / factor[l][l]
			} else if !(sum > 0) {
				return nil, 0
			} else {
				row[k] = math.Sqrt(sum)
			}
		}
		factor[k] = row
		reach := max(-s.Low[i], s.High[i])
		loss += raise * s.Bend[i][i] * reach * reach
	}
	return factor, loss
}

// factorAt returns entry m of row l, with row as the unfinished row k.
func factorAt(factor [][]float64, row []float64, k, l, m int) float64 {
	if l == k {
		return row[m]
	}
	return factor[l][m]
}

// descend moves d to the lowest point of a face on which the function is convex:
// Newton's step over the coordinates that may move, as far as the box goes, until
// none can be let go of an end (Nocedal & Wright 2006, algorithm 16.3). Where it
// stops early the tangent plane still bounds, only not as well.
func (s *bowlSearch) descend(d []float64) {
	moving := make([]bool, len(d))
	for i, held := range s.held {
		moving[i] = !held
	}
	for range 4*len(d) + 4 {
		if s.step(d, moving) {
			continue
		}
		if !s.release(d, moving) {
			return
		}
	}
}

// step goes to the lowest point over the moving coordinates, or as far as the
// first end, at which one then stays; it reports whether that happened.
func (s *bowlSearch) step(d []float64, moving []bool) (stopped bool) {
	var free []int
	for i, m := range moving {
		if m {
			free = append(free, i)
		}
	}
	factor, _ := s.factored(free)
	if factor == nil || len(free) == 0 {
		return false
	}
	by := s.newton(d, free, factor)
	share, stop := 1.0, -1
	for k, i := range free {
		end := s.High[i]
		if by[k] < 0 {
			end = s.Low[i]
		}
		if room := end - d[i]; math.Abs(by[k])*share > math.Abs(room) {
			share, stop = room/by[k], i
		}
	}
	for k, i := range free {
		d[i] = min(max(d[i]+share*by[k], s.Low[i]), s.High[i])
	}
	if stop < 0 {
		return false
	}
	if moving[stop] = false; by[slices.Index(free, stop)] > 0 {
		d[stop] = s.High[stop]
	} else {
		d[stop] = s.Low[stop]
	}
	return true
}

// newton solves for the step to the point where no slope is left.
func (s *bowlSearch) newton(d []float64, free []int, factor [][]float64) []float64 {
	by := make([]float64, len(free))
	for k, i := range free {
		by[k] = -s.slope(d, i)
		for m := range k {
			by[k] -= factor[k][m] * by[m]
		}
		by[k] /= factor[k][k]
	}
	for k := len(free) - 1; k >= 0; k-- {
		for m := k + 1; m < len(free); m++ {
			by[k] -= factor[m][k] * by[m]
		}
		by[k] /= factor[k][k]
	}
	return by
}

// release lets the coordinate move again that gains most by leaving its end.
func (s *bowlSearch) release(d []float64, moving []bool) bool {
	best, most := -1, 0.0
	for i := range d {
		if s.held[i] || moving[i] {
			continue
		}
		g := s.slope(d, i)
		if inward := d[i] == s.Low[i] && g < 0 || d[i] == s.High[i] && g > 0; inward && math.Abs(g)*(s.High[i]-s.Low[i]) > most {
			best, most = i, math.Abs(g)*(s.High[i]-s.Low[i])
		}
	}
	if best < 0 {
		return false
	}
	moving[best] = true
	return true
}
