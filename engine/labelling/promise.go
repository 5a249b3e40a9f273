package labelling

import (
	"math"
	"strconv"
	"strings"

	"dpscope/engine/num/binomial"
)

// Promise asks that at most a fraction Flip of n labels be flipped, with probability at least Confidence.
// Records is whole, from 1 to binomial.MaxTrials; Flip and Confidence are in (0, 1). Its answers are what is
// spent, half of what the paper names.
type Promise struct{ Records, Flip, Confidence float64 }

// Allowed returns ⌊n·Flip⌋, the number of flips that keeps the promise. Flip
// counts as the decimal that was typed: 0.29 of 100 is 29, although the product
// of the two float64 is less.
func (p Promise) Allowed() float64 { return math.Floor(p.product()) }

// product returns n·Flip, exact if Flip is the float64 nearest to a fraction of n.
func (p Promise) product() float64 {
	if whole := math.Round(p.Flip * p.Records); whole/p.Records == p.Flip {
		return whole
	}
	return p.Flip * p.Records
}

// level returns the two sides of the promise. The confidence counts as the
// decimal that was typed, so that 1 − 0.999 is 0.001 to its last digit.
func (p Promise) level() binomial.Level {
	return binomial.Level{Below: p.Confidence, Above: decimalComplement(p.Confidence)}
}

// decimalComplement returns 1 − x, 0 < x < 1, for the shortest decimal that
// reads back as x.
func decimalComplement(x float64) float64 {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	scale, _ := strconv.Atoi(exponent)
	places := len(digits) - 1 - scale // x = digits·10^−places
	if places > 18 {                  // x < 0.1, and nothing cancels
		return 1 - x
	}
	whole, _ := strconv.ParseUint(digits, 10, 64)
	one := uint64(1)
	for range places {
		one *= 10
	}
	rest, _ := strconv.ParseFloat(strconv.FormatUint(one-whole, 10)+"e-"+strconv.Itoa(places), 64)
	return rest
}

// exponent returns ln(1/(1 − Confidence)).
func (p Promise) exponent() float64 {
	level := p.level()
	if level.Below < 0.5 {
		return -math.Log1p(-level.Below)
	}
	return -math.Log(level.Above)
}

// met reports whether fair coins, ε = 0, already keep the promise. A tail equal to its target up to rounding,
// such as an odd number of coins at one half, keeps it.
func (p Promise) met() bool {
	level, fair := p.level(), binomial.New(p.Records, 0.5).Tails(p.Allowed())
	if level.Above <= level.Below {
		return fair.LogAbove <= math.Log(level.Above)+binomial.Slack(p.Records)
	}
	return fair.LogBelow >= math.Log(level.Below)-binomial.Slack(p.Records)
}
