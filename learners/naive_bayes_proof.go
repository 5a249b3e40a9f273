package learners

import (
	"math"

	"dpscope/learners/proof"
)

// Verifier bounds the lead of a class, as of a quadratic discriminant. Its
// offsets are sums of logarithms, which may cancel.
func (g *GaussianNB) Verifier(free int) (proof.Verifier, proof.Exactness) {
	sizes := make([]float64, g.Classes())
	for k := range sizes {
		sizes[k] = g.offsetSize(k)
	}
	return &quadraticVerifier{g.asQDA(), sizes, g.Predict}, proof.Cutting(free, 3)
}

// Leads expands the scores about x.
func (g *GaussianNB) Leads(x []float64, free []int, class int) ([]proof.Quadratic, error) {
	return g.asQDA().Leads(x, free, class)
}

// asQDA returns the discriminants of naive Bayes as quadratic functions.
func (g *GaussianNB) asQDA() *QDA {
	q := &QDA{Means: g.Means}
	d := g.Dims()
	for k := range g.Means {
		precision := make([]float64, d*d)
		offset := math.Log(g.Priors[k])
		for i, v := range g.Variances[k] {
			precision[i*d+i] = 1 / v
			offset -= math.Log(2*math.Pi*v) / 2
		}
		q.Precisions = append(q.Precisions, precision)
		q.Offsets = append(q.Offsets, offset)
	}
	return q
}

// offsetSize returns the sum of the sizes of all that makes up the offset.
func (g *GaussianNB) offsetSize(k int) float64 {
	size := math.Abs(math.Log(g.Priors[k]))
	for _, v := range g.Variances[k] {
		size += math.Abs(math.Log(2*math.Pi*v)) / 2
	}
	return size
}
