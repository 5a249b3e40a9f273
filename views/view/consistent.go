package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Inequality says that the quantity of one answer of a page is at most that of another, at every setting, so that one may
// contradict the other. Either name may be a family with a prefix of its members: "box-low".
type Inequality struct {
	Less, More string
	Told       bool // about the values themselves, with intervals about something else
}

// everywhere lists inequalities between answers with the same names in all views, as they are told: bounds too, since a
// contradicted bound is no answer.
var everywhere = []Inequality{
	{Less: "right", More: "right-allowed", Told: true},
	{Less: "found", More: "tpr-of-claim", Told: true},
	{Less: "epsilon-actual", More: "epsilon-at-delta", Told: true},
	{Less: "lower-bound", More: "loss", Told: true},
}

// SameQuantity returns inequalities that say that two answers are about one number.
func SameQuantity(one, other string) []Inequality {
	return []Inequality{{Less: one, More: other}, {Less: other, More: one}}
}

// Consistent returns an error where one answer of a page contradicts another, or itself.
func (v View) Consistent(answers []engine.Reading) error {
	for _, a := range answers {
		if k := a.Known; !k.Missing() && k.Word == "" && !(k.Low <= k.Value && k.Value <= k.High) {
			return fmt.Errorf("%s of %s is %v, which is not between %v and %v", a.Key, v.Name, k.Value, k.Low, k.High)
		}
	}
	for _, o := range slices.Concat(v.orders, everywhere) {
		for _, less := range answers {
			for _, more := range answers {
				if rest, ok := strings.CutPrefix(less.Key.String(), o.Less); ok && more.Key.String() == o.More+rest {
					if err := o.check(less, more); err != nil {
						return fmt.Errorf("%s: %w", v.Name, err)
					}
				}
			}
		}
	}
	return nil
}

// roundoff is the tolerance for rounding when numbers are compared: relative, and absolute below 1.
const roundoff = 1e-12

func (o Inequality) check(less, more engine.Reading) error {
	low, high := atLeast(less.Known), atMost(more.Known)
	if o.Told {
		low, high = less.Known.Number(), more.Known.Number()
	}
	if low > high+roundoff*max(1, math.Abs(high)) {
		return fmt.Errorf("%s is at least %v (%s), %s at most %v (%s)", less.Key, low, less.Known.Basis, more.Key, high, more.Known.Basis)
	}
	return nil
}

// atLeast returns the least value that a number can have.
func atLeast(v known.Value) float64 {
	switch {
	case v.Never():
		return math.Inf(1)
	case v.Missing() || v.Word != "" || v.Basis == known.AtMost || v.Basis == known.AsPrinted:
		return math.Inf(-1)
	case v.Basis.Confident(): // it may be wrong
		return math.Inf(-1)
	case v.Basis == known.Estimate:
		return v.Value - doubt(v)
	}
	return v.Low
}

// atMost returns the greatest value that a number can have.
func atMost(v known.Value) float64 {
	switch {
	case v.Missing() || v.Word != "" || v.Basis == known.AtLeast || v.Basis == known.AsPrinted:
		return math.Inf(1)
	case v.Basis.Confident():
		return math.Inf(1)
	case v.Basis == known.Estimate:
		return v.Value + doubt(v)
	}
	return v.High
}

// doubt returns a distance that a share of draws exceeds from the truth only in one case in 10⁹: six times as far as in one of
// twenty, even where the share is 0 or 1 (√2·erfc⁻¹ is 6.1 to 1.96, and the logarithms of the two chances are 21 to 3.7). An
// estimate without an interval has no such distance.
func doubt(v known.Value) float64 {
	if v.Confidence == 0 {
		return math.Inf(1)
	}
	return 6 * max(v.Value-v.Low, v.High-v.Value)
}
