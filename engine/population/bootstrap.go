package population

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"dpscope/engine/num/orderstat"
	"dpscope/engine/work"
)

// bootstrap returns an interval of the mean, taking at either end the farther of the percentile interval and
// bootstrap-t (Efron & Tibshirani 1993, ch. 12 and 13). If a few people fare far worse than the others, a
// sample often has too few of them, and looks narrow: percentiles alone then miss with 6 or 7 in 100 instead
// of 5, with the mean below. Relative to n records it is about 1/√n too narrow.
func bootstrap(ctx context.Context, values []float64, alpha float64, source *rand.PCG) (low, high float64, err error) {
	const (
		most = 2000
		work = 20_000_000 // total draws, for very long tables
	)
	n := len(values)
	resamples := max(200, min(most, work/n))
	center, deviation := spread(values, values[0])
	means, deviations, err := resampled(ctx, values, resamples, source)
	if err != nil {
		return 0, 0, err
	}
	away := make([]float64, 0, resamples) // their distances from the mean, in standard errors
	for b, mean := range means {
		if deviations[b] > 0 {
			away = append(away, (mean-center)/deviations[b])
		}
	}
	low, high = tails(means, alpha)
	if len(away) > 0 {
		least, most := tails(away, alpha)
		low, high = min(low, center-most*deviation), max(high, center-least*deviation)
	}
	return max(low, 0), min(high, 1), nil
}

// resampled returns the mean and standard error of many samples with replacement. The session keeps the drawn
// places: a moving slider changes the values and not the draw.
func resampled(ctx context.Context, values []float64, samples int, source *rand.PCG) (means, deviations []float64, err error) {
	const most = 1 << 20 // draws that are kept
	n := len(values)
	means, deviations = make([]float64, samples), make([]float64, samples)
	if n <= math.MaxUint16 && n*samples <= most {
		d, err := drawnPlaces(ctx, n, samples, source)
		if err != nil {
			return nil, nil, err
		}
		spreadAt(values, d.places, means, deviations)
		return means, deviations, nil
	}
	picked := make([]float64, n)
	for b := range samples {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		resample(picked, values, source)
		means[b], deviations[b] = spread(picked, values[0])
	}
	return means, deviations, nil
}

// spreadAt returns the spread of successive samples with given places. It sums two at a time, because each
// addition waits for the one before it.
func spreadAt(values []float64, places []uint16, means, deviations []float64) {
	n, near := len(values), values[0]
	terms := make([]struct{ value, square float64 }, n)
	for i, v := range values {
		v -= near
		terms[i].value, terms[i].square = v, v*v
	}
	for b := 0; b < len(means); b += 2 {
		other := min(b+1, len(means)-1)
		first, second := places[b*n:(b+1)*n], places[other*n:(other+1)*n]
		var sum, squares, otherSum, otherSquares float64
		for i, place := range first {
			one, two := &terms[place], &terms[second[i]]
			sum, squares = sum+one.value, squares+one.square
			otherSum, otherSquares = otherSum+two.value, otherSquares+two.square
		}
		means[b], deviations[b] = meanAndError(sum, squares, near, n)
		means[other], deviations[other] = meanAndError(otherSum, otherSquares, near, n)
	}
}

// places holds the places of successive samples, and the state of the source after them.
type places struct {
	places []uint16
	after  string
}

// drawnPlaces draws samples of n places among as many, or finds them in the session's
// store. The source is then where drawing leaves it.
func drawnPlaces(ctx context.Context, n, samples int, source *rand.PCG) (places, error) {
	type key struct {
		n, samples int
		from       string
	}
	from, err := source.MarshalBinary()
	if err != nil {
		return places{}, err
	}
	bytes := func(d places) int64 { return 2 * int64(len(d.places)) }
	d, err := work.Do(ctx, work.Simple(key{n, samples, string(from)}, bytes, func(ctx context.Context) (places, error) {
		d := places{places: make([]uint16, n*samples)}
		all := make([]uint16, n)
		for i := range all {
			all[i] = uint16(i)
		}
		source := &rand.PCG{} // another one: who waits for these draws may be gone
		if err := source.UnmarshalBinary(from); err != nil {
			return d, err
		}
		for b := range samples {
			if err := ctx.Err(); err != nil {
				return d, err
			}
			resample(d.places[b*n:(b+1)*n], all, source)
		}
		after, err := source.MarshalBinary()
		d.after = string(after)
		return d, err
	}), nil)
	if err != nil {
		return d, err
	}
	return d, source.UnmarshalBinary([]byte(d.after))
}

// resample draws as many as there are with replacement. It inlines rand.Rand.IntN (Lemire 2019) to avoid
// millions of calls.
func resample[T any](into, from []T, source *rand.PCG) {
	n := uint64(len(from))
	if n&(n-1) == 0 {
		for i := range into {
			into[i] = from[source.Uint64()&(n-1)]
		}
		return
	}
	refused := -n % n // of the 2^64 numbers, which would favour some picks
	for i := range into {
		pick, rest := bits.Mul64(source.Uint64(), n)
		for rest < refused {
			pick, rest = bits.Mul64(source.Uint64(), n)
		}
		into[i] = from[pick]
	}
}

// spread returns the mean of values and its standard error, computed about a value near them.
func spread(values []float64, near float64) (mean, deviation float64) {
	sum, squares := 0.0, 0.0
	for _, v := range values {
		v -= near
		sum += v
		squares += v * v
	}
	return meanAndError(sum, squares, near, len(values))
}

// meanAndError returns the mean and its standard error from the sums of the values' distances, and of their
// squares, from a value near them.
func meanAndError(sum, squares, near float64, count int) (mean, deviation float64) {
	n := float64(count)
	mean = sum / n
	return mean + near, math.Sqrt(max(squares/n-mean*mean, 0) / n)
}

// tails returns the values that a share alpha/2 lies beyond on either side. It puts them
// into another order.
func tails(values []float64, alpha float64) (low, high float64) {
	tail := int(alpha / 2 * float64(len(values)))
	low = orderstat.Nth(values, tail)
	return low, orderstat.Nth(values[tail:], len(values)-1-2*tail)
}
