package binomial

// LowerLimit returns the one-sided Clopper–Pearson lower confidence limit for the chance of success: the
// greatest p at which that many successes or more have probability at most alpha, in (0, 1); zero for no
// success. It is rounded down (Clopper & Pearson 1934).
func LowerLimit(successes, trials, alpha float64) float64 {
	if successes == 0 {
		return 0
	}
	a := LeastLogOdds(trials, successes-1, Level{Below: 1 - alpha, Above: alpha})
	return FromLogOdds(trials, a).P
}

// UpperLimit returns the one-sided upper limit: the least p at which so few
// successes or fewer have probability at most alpha; one for no failure. It is
// rounded up.
func UpperLimit(successes, trials, alpha float64) float64 {
	if successes == trials {
		return 1
	}
	a := LeastLogOdds(trials, trials-successes-1, Level{Below: 1 - alpha, Above: alpha})
	return FromLogOdds(trials, a).Q
}

// Interval returns the two-sided Clopper–Pearson interval of confidence
// 1 − alpha: each side errs with probability at most alpha/2.
func Interval(successes, trials, alpha float64) (low, high float64) {
	return LowerLimit(successes, trials, alpha/2), UpperLimit(successes, trials, alpha/2)
}
