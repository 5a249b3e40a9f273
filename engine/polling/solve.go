package polling

import "math"

// Margins jump with whole counts, so that more people or a greater ε may have a greater margin than a little less of
// it: "least" is said of numbers of three digits, from which on all greater ones keep the target.

// MostEpsilon is where a search for ε begins.
const MostEpsilon = 40

// TinyEpsilon is the least budget above 0 at which noise of all kinds keeps its digits.
const TinyEpsilon = 1e-6

// MostPeople is how many people a survey may have.
const MostPeople = 1e12

// leastPeople returns the least n of three digits that keeps a target together with all greater ones, of which those
// from most on are known to keep it; ok is false where that takes more than MostPeople.
func leastPeople(most float64, keeps func(n float64) bool) (n float64, ok bool) {
	if !(most <= 1e3*MostPeople) {
		return 0, false
	}
	n, ok = walk(max(roundUp(most), 1), 1, func(n float64) bool { return n > MostPeople || keeps(n) })
	return n, ok && n <= MostPeople
}

// hoeffding returns from how many people on a mean of answers, of which each moves by at most a reach, lies within a
// margin for ever.
func hoeffding(margin, reach, confidence float64) float64 {
	return math.Log(2/(1-confidence)) / 2 * (reach / margin) * (reach / margin)
}

// walk goes down the numbers of three digits as long as they keep a target.
func walk(most, least float64, keeps func(float64) bool) (last float64, ok bool) {
	for at := most; at >= least && keeps(at); at = below(at, least >= 1) {
		last, ok = at, true
	}
	return last, ok
}

// below returns the next lesser number of three digits, or the next whole one where there are no digits behind the point.
func below(x float64, whole bool) float64 {
	if whole && x <= 100 {
		return x - 1
	}
	step := digit(x)
	if digits := math.Round(x/step) - 1; digits >= 100 {
		return times(digits, step)
	}
	return times(999, step/10)
}

// times returns so many steps, which are a power of ten: the number that is nearest to it.
func times(digits, step float64) float64 {
	if step < 1 {
		return digits / math.Round(1/step)
	}
	return digits * step
}

// digit returns what one more in the third digit adds.
func digit(x float64) float64 { return math.Pow(10, math.Floor(math.Log10(x)+1e-12)-2) }

// roundUp returns the least number of three digits, or whole one below 100, from x on.
func roundUp(x float64) float64 {
	if x <= 100 {
		return math.Ceil(x)
	}
	return math.Ceil(x/digit(x)-1e-9) * digit(x)
}
