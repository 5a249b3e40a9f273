package discriminant

import (
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/table"
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

var qdaKind = learners.Kind{
	Name:    "qda",
	Title:   "a quadratic discriminant",
	Keys:    []string{"means", "precisions", "offsets"},
	Example: `"means":[[0.2,0.3],[0.7,0.6]],"precisions":[[[20,5],[5,10]],[[10,-4],[-4,30]]],"offsets":[0.3,0.4]`,
	Read:    readQDA,
}

// Kind implements learners.Declared.
func (q *QDA) Kind() learners.Kind { return qdaKind }

// Classes returns the number of classes.
func (q *QDA) Classes() int { return len(q.Means) }

// Dims returns the number of features.
func (q *QDA) Dims() int { return len(q.Means[0]) }

// score returns the discriminant of class k at x.
func (q *QDA) score(x []float64, k int) float64 {
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
func (q *QDA) Predict(x []float64) int { return largestScore(len(q.Means), x, q.score) }

// Scores writes each class's discriminant: ln of density times prior, up to a constant.
func (q *QDA) Scores(x, into []float64) {
	for k := range q.Means {
		into[k] = q.score(x, k)
	}
}

// Check says whether the shapes fit and the matrices are symmetric.
func (q *QDA) Check() error {
	if len(q.Means) < 2 {
		return fmt.Errorf("%d means; one per class, 2 or more, would work", len(q.Means))
	}
	if len(q.Precisions) != len(q.Means) || len(q.Offsets) != len(q.Means) {
		return fmt.Errorf("%d means, %d precisions and %d offsets; one of each per class would work", len(q.Means), len(q.Precisions),
			len(q.Offsets))
	}
	d := q.Dims()
	for k := range q.Means {
		if err := checkRow("means", k, q.Means[k], d); err != nil {
			return err
		}
		if err := checkRow("precisions", k, q.Precisions[k], d*d); err != nil {
			return err
		}
		if err := checkFar("mean", k, q.Means[k]); err != nil {
			return err
		}
		for i := range d {
			for j := range i {
				if a, b := q.Precisions[k][i*d+j], q.Precisions[k][j*d+i]; math.Abs(a-b) > 1e-9*(math.Abs(a)+math.Abs(b)) {
					return fmt.Errorf("precisions of class %d: entries %d,%d and %d,%d are %g and %g; a symmetric matrix would work", k, i, j, j, i, a, b)
				}
			}
		}
		if i := failingPivot(q.Precisions[k], d); i >= 0 {
			return fmt.Errorf("precisions of class %d are not positive definite, as row %d shows; the inverse of a covariance matrix would work", k,
				i)
		}
	}
	return learners.CheckFinite("offset", q.Offsets)
}

// failingPivot returns the first row of a symmetric matrix at which Cholesky's
// decomposition meets a pivot that is not positive; -1 where there is none.
// Rows are divided by the roots of the diagonal, so that no size matters.
func failingPivot(matrix []float64, d int) int {
	factor := make([]float64, d*d)
	for i := range d {
		for j := range i + 1 {
			entry := matrix[i*d+j] / math.Sqrt(matrix[i*d+i]) / math.Sqrt(matrix[j*d+j])
			for m := range j {
				entry -= factor[i*d+m] * factor[j*d+m]
			}
			switch {
			case !(matrix[i*d+i] > 0) || i == j && !(entry > 0):
				return i
			case i == j:
				factor[i*d+i] = math.Sqrt(entry)
			default:
				factor[i*d+j] = entry / factor[j*d+j]
			}
		}
	}
	return -1
}

// Rescale makes the largest of the precisions and offsets ordinary.
func (q *QDA) Rescale() error {
	size := learners.LargestSize(q.Offsets)
	for _, p := range q.Precisions {
		size = max(size, learners.LargestSize(p))
	}
	power := learners.ToOrdinary(size)
	if power == 0 {
		return nil
	}
	for _, p := range q.Precisions {
		if err := learners.Multiply("precision", p, power); err != nil {
			return err
		}
	}
	return learners.Multiply("offset", q.Offsets, power)
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
		return fmt.Errorf("%s of class %d: %d numbers; %d would work", what, k, len(row), max(length, 1))
	}
	if err := learners.CheckFinite("number", row); err != nil {
		return fmt.Errorf("%s of class %d: %w", what, k, err)
	}
	return nil
}

func readQDA(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	q := &QDA{}
	if err := o.Need("means", &q.Means, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	var matrices [][][]float64
	if err := o.Need("precisions", &matrices, table.MaxClasses, table.MaxFeatures, table.MaxFeatures); err != nil {
		return nil, err
	}
	for k, rows := range matrices {
		flat, err := modelfile.Flatten("precisions", rows, len(rows))
		if err != nil {
			return nil, fmt.Errorf("class %d: %w", k, err)
		}
		q.Precisions = append(q.Precisions, flat)
	}
	return q, o.Need("offsets", &q.Offsets, table.MaxClasses)
}

// Members implements learners.Declared.
func (q *QDA) Members() modelfile.Members {
	matrices := make([][][]float64, len(q.Precisions))
	for k, p := range q.Precisions {
		matrices[k] = modelfile.Unflatten(p, q.Dims())
	}
	return modelfile.Members{}.Add("means", q.Means).Add("precisions", matrices).Add("offsets", q.Offsets)
}

// RescaleInputs implements learners.Rescalable.
func (q *QDA) RescaleInputs(scales []table.Scale) error {
	d := q.Dims()
	for k, mean := range q.Means {
		for i, s := range scales {
			mean[i] = s.Apply(mean[i])
			for j, r := range scales {
				q.Precisions[k][i*d+j] *= s.Width() * r.Width()
			}
		}
	}
	return q.Check()
}

// far bounds the coordinates of points from which squared distances are taken.
const far = 1e50

// checkFar says whether a point is near enough for squared distances to it.
func checkFar(what string, k int, point []float64) error {
	if most := learners.LargestSize(point); most > far {
		return fmt.Errorf("%s %d reaches %g, where squared distances are beyond float64; at most %g would work", what, k, most, far)
	}
	return nil
}
