package accounting

import (
	"context"
	"math"
	"math/bits"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"
)

// tilted is the law of a sum of losses, weighed by a tilt, on multiples of a width
// around a circle.
type tilted struct {
	width  float64
	theta  float64
	scale  float64   // ln of what the weights are multiplied by in all
	start  int       // the multiple that masses[0] belongs to
	masses []float64 // their sum is about 1
	astray float64   // how much of them may be at another place, in all
	grain  float64   // by how much they may be wrong besides: the root of the sum of squares
	wrong  float64   // by which part of their size all of them may be wrong
}

// compose adds up so many losses, each on the multiples of a width from first on.
func compose(ctx context.Context, transform *fourier.FFT, points []float64, first int, width, steps float64, t tilt) (tilted, error) {
	size := transform.Len()
	sum := tilted{width: width, theta: t.theta}
	circle, total, farthest := make([]float64, size), 0.0, 0.0
	for i, mass := range points {
		circle[i%size] += mass
		total += mass
		if mass > 0 {
			farthest = max(farthest, math.Abs(t.theta*float64(first+i)*width-t.log))
		}
	}
	for i := range circle {
		circle[i] /= total
	}
	sum.scale = steps * math.Log(total)
	sum.wrong = steps * unit * (64 + 8*farthest)
	cumulant := func(u float64) float64 { return moment(points, first, width, u) - math.Log(total) }
	sum.start = int(math.Floor(-chernoff(cumulant(t.down), steps, -t.down) / width))
	end := float64(sum.start+size) * width
	sum.astray = little + math.Exp(min(steps*cumulant(t.up)-t.up*end, 0))
	coefficients := transform.Coefficients(nil, circle)
	if ctx.Err() != nil {
		return tilted{}, ctx.Err()
	}
	sum.grain = raise(coefficients, steps, size)
	transform.Sequence(circle, coefficients)
	sum.masses = make([]float64, size)
	shift := mod(sum.start-int(steps)*first, size)
	for i := range sum.masses {
		sum.masses[i] = max(circle[(i+shift)%size], 0) / float64(size)
	}
	return sum, ctx.Err()
}

// moment is ln Σ mass·e^(u·loss).
func moment(points []float64, first int, width, u float64) float64 {
	most, sum := math.Inf(-1), 0.0
	for i, mass := range points {
		if mass == 0 {
			continue
		}
		log := u * float64(first+i) * width
		if log > most {
			sum, most = sum*math.Exp(most-log), log
		}
		sum += mass * math.Exp(log-most)
	}
	return most + math.Log(sum)
}

// raise raises the coefficients of a transform to a power, and returns by how much
// the numbers of the transform back may be wrong, as the root of the sum of squares,
// which a transform keeps but for the root of its size.
//
// A coefficient is the sum of masses, 1 in all, each multiplied at every level of
// the transform by a factor that is right to a few units: it is wrong by at most a
// dozen of them times the levels. Its power is wrong by as many times that as there
// are steps, and by the rounding of its angle.
func raise(coefficients []complex128, steps float64, size int) (grain float64) {
	const negligible = -80 // e^−80 is 2e-35
	each := 12 * unit * float64(bits.Len(uint(size)))
	squares := 0.0
	for i, c := range coefficients {
		most := cmplx.Abs(c) + each
		log := steps * math.Log(most)
		wrong := math.Exp(min(log, 0)) * each * (1 + steps*(1+1/most))
		squares += wrong * wrong
		if log < negligible {
			coefficients[i] = 0
			continue
		}
		radius, angle := math.Exp(steps*math.Log(cmplx.Abs(c))), math.Mod(steps*cmplx.Phase(c), 2*math.Pi)
		coefficients[i] = complex(radius*math.Cos(angle), radius*math.Sin(angle))
	}
	return 2 * math.Sqrt(squares/float64(size)) // every coefficient but two stands for a pair
}

// mod is the remainder of a number on a circle.
func mod(n, size int) int { return (n%size + size) % size }
