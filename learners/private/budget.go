package private

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Perturbation holds the parameters for splitting the budget of objective perturbation. The ridge is on the
// mean loss: (λ/2)·‖β‖².
type Perturbation struct {
	Epsilon float64
	Records float64
	Lambda  float64 // λ, public, and above 0 unless the budget's own ridge suffices
	Most    float64 // greatest weight, in (0, 1]
	Rule    Rule
}

// Rule says how much of ε the Jacobian takes.
type Rule int

const (
	// RankOne bounds the Jacobian by 1 + c·w/(nλ), as one record adds a matrix of rank
	// one, and adds a ridge where less than half of ε would be left for the noise.
	RankOne Rule = iota
	// Classic is Algorithm 2 of Chaudhuri, Monteleoni & Sarwate 2011: the square of
	// that, and no ridge of its own while anything at all is left.
	Classic
	// OfData is for the weights n₀/n and n₁/n taken from the data: one label moves all
	// of them, and the Jacobian's logarithm by 2c/(nλ) at most.
	OfData
)

// curvature is c, the greatest second derivative of the logistic loss.
const curvature = 0.25

// Split divides a budget: Noise + Jacobian is at most ε.
type Split struct {
	Noise    float64 // ε′, which scales the noise
	Ridge    float64 // Δ, the ridge added to λ
	Jacobian float64 // the share of the change of variables
	Scale    float64 // of the Gamma law of the noise's norm: 2w/ε′
}

// Split splits the budget. λ = 0 leaves no choice but a ridge of its own.
func (p Perturbation) Split() (Split, error) {
	switch {
	case !(p.Epsilon > 0):
		return Split{}, fmt.Errorf("epsilon = %g; above 0 would work", p.Epsilon)
	case !(p.Records >= 1):
		return Split{}, fmt.Errorf("n = %g records; 1 at least would work", p.Records)
	case !(p.Lambda >= 0):
		return Split{}, fmt.Errorf("lambda = %g; 0 or more would work", p.Lambda)
	case p.Most > 1:
		return Split{}, fmt.Errorf("weight-max = %.6g is above 1, and the noise would cover 1/%.3g of what one record moves; weights divided by the greatest would work", p.Most, p.Most)
	case !(p.Most > 0):
		return Split{}, fmt.Errorf("weight-max = %g; above 0, and at most 1, would work", p.Most)
	}
	jacobian := p.jacobian(p.Lambda)
	s := Split{Noise: p.Epsilon - jacobian, Jacobian: jacobian}
	if s.Noise < p.keeps() || s.Noise <= 0 {
		s = Split{Noise: p.Epsilon / 2, Jacobian: p.Epsilon / 2, Ridge: p.halving() - p.Lambda}
	}
	s.Scale = 2 * p.Most / s.Noise
	return s, nil
}

// jacobian returns the share of ε that the change of variables takes with a ridge.
func (p Perturbation) jacobian(ridge float64) float64 {
	ratio := curvature * p.Most / (p.Records * ridge)
	switch p.Rule {
	case Classic:
		return 2 * math.Log1p(ratio)
	case OfData:
		return 2 * curvature / (p.Records * ridge)
	}
	return math.Log1p(ratio)
}

// halving returns the ridge at which the Jacobian takes half of ε.
func (p Perturbation) halving() float64 {
	switch p.Rule {
	case Classic:
		return curvature * p.Most / (p.Records * math.Expm1(p.Epsilon/4))
	case OfData:
		return 4 * curvature / (p.Records * p.Epsilon)
	}
	return curvature * p.Most / (p.Records * math.Expm1(p.Epsilon/2))
}

// keeps returns the ε′ above which no ridge is added. The published rule keeps any ε′ above 0, and so draws
// enormous noise when hardly any budget is left.
func (p Perturbation) keeps() float64 {
	if p.Rule == Classic {
		return 0
	}
	return p.Epsilon / 2
}

// NormMean returns the mean of the noise's norm in that many dimensions: it is Gamma-distributed with the
// dimension as its shape.
func (s Split) NormMean(dims int) float64 { return float64(dims) * s.Scale }

// NormDensity returns the density of the noise's norm at a length.
func (s Split) NormDensity(dims int, length float64) float64 {
	return distuv.Gamma{Alpha: float64(dims), Beta: 1 / s.Scale}.Prob(length)
}

// NormDeviation returns the standard deviation of the noise's norm.
func (s Split) NormDeviation(dims int) float64 { return math.Sqrt(float64(dims)) * s.Scale }
