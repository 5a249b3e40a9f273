package lp

import "math"

// vector holds the entries of a vector that are not 0, by place. Its entries never change.
type vector struct {
	at []int32
	of []float64
}

// vectorOf returns a vector without its zeros.
func vectorOf(all []float64) vector {
	count := 0
	for _, a := range all {
		if a != 0 {
			count++
		}
	}
	v := vector{make([]int32, 0, count), make([]float64, 0, count)}
	for j, a := range all {
		if a != 0 {
			v.at, v.of = append(v.at, int32(j)), append(v.of, a)
		}
	}
	return v
}

func (v vector) dot(x []float64) (sum float64) {
	for i, j := range v.at {
		sum += v.of[i] * x[j]
	}
	return sum
}

func (v vector) addTo(into []float64, times float64) {
	for i, j := range v.at {
		into[j] += times * v.of[i]
	}
}

func (v vector) times(by float64) vector {
	of := make([]float64, len(v.of))
	for i, a := range v.of {
		of[i] = by * a
	}
	return vector{v.at, of}
}

// plus returns the sum of two vectors. It leaves out entries that are nonzero only by rounding.
func (v vector) plus(other vector) vector {
	const rounding = 1e-13
	sum := vector{make([]int32, 0, len(v.at)+len(other.at)), make([]float64, 0, len(v.at)+len(other.at))}
	for i, j := 0, 0; i < len(v.at) || j < len(other.at); {
		switch {
		case j == len(other.at) || i < len(v.at) && v.at[i] < other.at[j]:
			sum.at, sum.of = append(sum.at, v.at[i]), append(sum.of, v.of[i])
			i++
		case i == len(v.at) || other.at[j] < v.at[i]:
			sum.at, sum.of = append(sum.at, other.at[j]), append(sum.of, other.of[j])
			j++
		default:
			a, b := v.of[i], other.of[j]
			if math.Abs(a+b) > rounding*max(math.Abs(a), math.Abs(b)) {
				sum.at, sum.of = append(sum.at, v.at[i]), append(sum.of, a+b)
			}
			i, j = i+1, j+1
		}
	}
	return sum
}
