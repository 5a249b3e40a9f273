package discriminant

import (
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// GaussianNB is Gaussian naive Bayes: features are normal and independent
// within a class. It is QDA with diagonal matrices.
type GaussianNB struct {
	Means     [][]float64 // one per class
	Variances [][]float64 // one per class, positive
	Priors    []float64   // one per class, positive
}

// leastVariance, and its inverse, bound the variances.
const leastVariance = 1e-200

var naiveBayesKind = learners.Kind{
	Name:    "gaussian_nb",
	Title:   "Gaussian naive Bayes",
	Keys:    []string{"means", "variances", "priors"},
	Example: `"means":[[0.2,0.3],[0.7,0.6],[0.5,0.9]],"variances":[[0.05,0.1],[0.1,0.03],[0.02,0.02]],"priors":[0.3,0.4,0.3]`,
	Read:    readGaussianNB,
}

// Kind implements learners.Declared.
func (g *GaussianNB) Kind() learners.Kind { return naiveBayesKind }

// Classes returns the number of classes.
func (g *GaussianNB) Classes() int { return len(g.Means) }

// Dims returns the number of features.
func (g *GaussianNB) Dims() int { return len(g.Means[0]) }

// score returns ln(prior · density) of class k at x.
func (g *GaussianNB) score(x []float64, k int) float64 {
	logs, squares := 0.0, 0.0
	for i, v := range g.Variances[k] {
		logs += math.Log(2 * math.Pi * v)
		d := x[i] - g.Means[k][i]
		squares += d * d / v
	}
	return math.Log(g.Priors[k]) - logs/2 - squares/2
}

// Predict returns the class of largest score.
func (g *GaussianNB) Predict(x []float64) int { return largestScore(len(g.Means), x, g.score) }

// Scores writes each class's ln(prior · density).
func (g *GaussianNB) Scores(x, into []float64) {
	for k := range g.Means {
		into[k] = g.score(x, k)
	}
}

// Check says whether the shapes fit and variances and priors are positive.
func (g *GaussianNB) Check() error {
	if len(g.Means) < 2 {
		return fmt.Errorf("%d means; one per class, 2 or more, would work", len(g.Means))
	}
	if len(g.Variances) != len(g.Means) || len(g.Priors) != len(g.Means) {
		return fmt.Errorf("%d means, %d variances and %d priors; one of each per class would work", len(g.Means), len(g.Variances), len(g.Priors))
	}
	for k := range g.Means {
		if err := checkRow("means", k, g.Means[k], g.Dims()); err != nil {
			return err
		}
		if err := checkRow("variances", k, g.Variances[k], g.Dims()); err != nil {
			return err
		}
		if err := checkFar("mean", k, g.Means[k]); err != nil {
			return err
		}
		for i, v := range g.Variances[k] {
			if v <= 0 {
				return fmt.Errorf("variances of class %d: %d is %g; a positive one would work", k, i, v)
			}
			if v < leastVariance || v > 1/leastVariance {
				return fmt.Errorf("variances of class %d: %d is %g, where densities are beyond float64; one from %g to %g would work", k, i, v,
					leastVariance, 1/leastVariance)
			}
		}
	}
	for k, p := range g.Priors {
		if !(p > 0 && p <= 1) {
			return fmt.Errorf("prior of class %d is %g, outside (0, 1]", k, p)
		}
	}
	return nil
}

func readGaussianNB(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	g := &GaussianNB{}
	if err := o.Need("means", &g.Means, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	if err := o.Need("variances", &g.Variances, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	return g, o.Need("priors", &g.Priors, table.MaxClasses)
}

// Members implements learners.Declared.
func (g *GaussianNB) Members() modelfile.Members {
	return modelfile.Members{}.Add("means", g.Means).Add("variances", g.Variances).Add("priors", g.Priors)
}

// RescaleInputs implements learners.Rescalable. All classes lose the same logarithm of the divisors.
func (g *GaussianNB) RescaleInputs(scales []table.Scale) error {
	for k, mean := range g.Means {
		for i, s := range scales {
			mean[i] = s.Apply(mean[i])
			g.Variances[k][i] /= s.Width() * s.Width()
		}
	}
	return g.Check()
}

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
