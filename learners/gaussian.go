package learners

import (
	"fmt"
	"math"
)

// QDA is quadratic discriminant analysis: the class with the largest
//
//	−½ (x−μₖ)ᵀ Pₖ (x−μₖ) + cₖ
//
// For normal classes of covariance Σₖ and prior πₖ, Pₖ = Σₖ⁻¹ and
// cₖ = −½ ln det Σₖ + ln πₖ (Ghojogh & Crowley 2019, eq. 27).
type QDA struct {
	Means      [][]float64 // μₖ, one per class
	Precisions [][]float64 // Pₖ, one per class: symmetric, row-major, Dims() rows
	Offsets    []float64   // cₖ, one per class
}

// Classes returns the number of classes.
func (q *QDA) Classes() int { return len(q.Means) }

// Dims returns the number of features.
func (q *QDA) Dims() int { return len(q.Means[0]) }

// Score returns the discriminant of class k at x.
func (q *QDA) Score(x []float64, k int) float64 {
	mean, precision, d := q.Means[k], q.Precisions[k], len(x)
	sum := 0.0
	for i := range d {
		row := 0.0
		for j := range d {
			row += precision[i*d+j] * (x[j] - mean[j])
		}
		sum += (x[i] - mean[i]) * row
	}
	return -sum/2 + q.Offsets[k]
}

// Predict returns the class of largest discriminant.
func (q *QDA) Predict(x []float64) int { return largestScore(len(q.Means), x, q.Score) }

// Scores gives each class its discriminant, which is ln of density times prior
// but for a constant.
func (q *QDA) Scores(x, into []float64) {
	for k := range q.Means {
		into[k] = q.Score(x, k)
	}
}

// Check says whether the shapes fit and the matrices are symmetric.
func (q *QDA) Check() error {
	if len(q.Means) < 2 {
		return fmt.Errorf("%d means; one per class, 2 or more, would do", len(q.Means))
	}
	if len(q.Precisions) != len(q.Means) || len(q.Offsets) != len(q.Means) {
		return fmt.Errorf("%d means, %d precisions and %d offsets; one of each per class would do", len(q.Means), len(q.Precisions), len(q.Offsets))
	}
	d := q.Dims()
	for k := range q.Means {
		if err := checkRow("means", k, q.Means[k], d); err != nil {
			return err
		}
		if err := checkRow("precisions", k, q.Precisions[k], d*d); err != nil {
			return err
		}
		for i := range d {
			for j := range i {
				if a, b := q.Precisions[k][i*d+j], q.Precisions[k][j*d+i]; math.Abs(a-b) > 1e-9*(math.Abs(a)+math.Abs(b)) {
					return fmt.Errorf("precisions of class %d: entries %d,%d and %d,%d are %g and %g; a symmetric matrix would do", k, i, j, j, i, a, b)
				}
			}
		}
	}
	return checkFinite("offset", q.Offsets)
}

// GaussianNB is Gaussian naive Bayes: features are normal and independent
// within a class. It is QDA with diagonal matrices.
type GaussianNB struct {
	Means     [][]float64 // one per class
	Variances [][]float64 // one per class, positive
	Priors    []float64   // one per class, positive
}

// Classes returns the number of classes.
func (g *GaussianNB) Classes() int { return len(g.Means) }

// Dims returns the number of features.
func (g *GaussianNB) Dims() int { return len(g.Means[0]) }

// Score returns ln(prior · density) of class k at x.
func (g *GaussianNB) Score(x []float64, k int) float64 {
	logs, squares := 0.0, 0.0
	for i, v := range g.Variances[k] {
		logs += math.Log(2 * math.Pi * v)
		d := x[i] - g.Means[k][i]
		squares += d * d / v
	}
	return math.Log(g.Priors[k]) - logs/2 - squares/2
}

// Predict returns the class of largest score.
func (g *GaussianNB) Predict(x []float64) int { return largestScore(len(g.Means), x, g.Score) }

// Scores gives each class ln(prior · density).
func (g *GaussianNB) Scores(x, into []float64) {
	for k := range g.Means {
		into[k] = g.Score(x, k)
	}
}

// Check says whether the shapes fit and variances and priors are positive.
func (g *GaussianNB) Check() error {
	if len(g.Means) < 2 {
		return fmt.Errorf("%d means; one per class, 2 or more, would do", len(g.Means))
	}
	if len(g.Variances) != len(g.Means) || len(g.Priors) != len(g.Means) {
		return fmt.Errorf("%d means, %d variances and %d priors; one of each per class would do", len(g.Means), len(g.Variances), len(g.Priors))
	}
	for k := range g.Means {
		if err := checkRow("means", k, g.Means[k], g.Dims()); err != nil {
			return err
		}
		if err := checkRow("variances", k, g.Variances[k], g.Dims()); err != nil {
			return err
		}
		for i, v := range g.Variances[k] {
			if v <= 0 {
				return fmt.Errorf("variances of class %d: %d is %g; a positive one would do", k, i, v)
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

func largestScore(classes int, x []float64, score func([]float64, int) float64) int {
	best, most := 0, score(x, 0)
	for k := 1; k < classes; k++ {
		if s := score(x, k); s > most {
			best, most = k, s
		}
	}
	return best
}

// checkRow says whether row k of a list has the length and holds numbers.
func checkRow(what string, k int, row []float64, length int) error {
	if len(row) != length || length == 0 {
		return fmt.Errorf("%s of class %d: %d numbers; %d would do", what, k, len(row), max(length, 1))
	}
	if err := checkFinite("number", row); err != nil {
		return fmt.Errorf("%s of class %d: %w", what, k, err)
	}
	return nil
}
