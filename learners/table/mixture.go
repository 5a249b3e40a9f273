package table

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/num/normal"
)

// Mixture is two normal classes in the plane: the negative one about the origin,
// the positive one about (Separation, Separation), both with a standard deviation
// of MixtureSpread along either axis.
type Mixture struct {
	Separation float64
	Share      float64 // of the records that are positive, in (0, 1)
}

// MixtureSpread is the standard deviation of the classes of a Mixture.
const MixtureSpread = 2

// Draw draws records, at least 2, with at least one of either class and otherwise each class's share.
func (m Mixture) Draw(records int, rng *rand.Rand) Data {
	positives := min(max(int(math.Round(m.Share*float64(records))), 1), records-1)
	d := Data{Features: []Feature{{Name: "x"}, {Name: "y"}}, ClassNames: []string{"negative", "positive"},
		X: make([]float64, 0, 2*records), Y: make([]int, records), Rows: make([]int, records)}
	for i := range records {
		d.Rows[i] = i
		if i < positives {
			d.Y[i] = 1
		}
		d.X = m.AppendTo(d.X, d.Y[i], rng)
	}
	return d
}

// AppendTo draws a record of a class, 0 or 1, and appends both its values.
func (m Mixture) AppendTo(x []float64, class int, rng *rand.Rand) []float64 {
	return append(x, m.middle(class)+MixtureSpread*rng.NormFloat64(), m.middle(class)+MixtureSpread*rng.NormFloat64())
}

// middle returns the mean of a class, the same along both axes.
func (m Mixture) middle(class int) float64 { return m.Separation * float64(class) }

// Level returns the sum of both coordinates from which on the positive class is more probable: no rule is
// right more often (Bayes). It is infinite if the classes coincide.
func (m Mixture) Level() float64 {
	if m.Separation == 0 {
		return math.Copysign(math.Inf(1), 0.5-m.Share)
	}
	return m.Separation + MixtureSpread*MixtureSpread*math.Log(1/m.Share-1)/m.Separation
}

// BestAccuracy returns the accuracy of that rule: the sum is normal in either class, with √2 times the
// spread.
func (m Mixture) BestAccuracy() float64 {
	below := func(z float64) float64 { return math.Erfc(-z/2/MixtureSpread) / 2 }
	return (1-m.Share)*below(m.Level()) + m.Share*below(2*m.Separation-m.Level())
}

// BestBalancedAccuracy returns the balanced accuracy of the rule for equally likely classes; no rule has a
// greater one.
func (m Mixture) BestBalancedAccuracy() float64 {
	m.Share = 0.5
	return m.BestAccuracy()
}

// BestAUC returns the AUC of that sum, which no score exceeds: Φ of the distance of the means over √2
// standard deviations.
func (m Mixture) BestAUC() float64 {
	return normal.UpperTail(-m.Separation / MixtureSpread)
}
