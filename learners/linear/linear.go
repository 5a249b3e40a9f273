package linear

import (
	"context"
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// Linear separates two classes by a hyperplane: class 1 if and only if
// w·x + b > 0. Logistic regression and the linear support vector machine are
// such classifiers; the probability that logistic regression gives to class 1
// is 1/(1+exp(-(w·x+b))).
type Linear struct {
	Weights []float64 // w, one per feature
	Bias    float64   // b
}

var linearKind = learners.Kind{
	Name:    "logistic_regression",
	Also:    []string{"linear"},
	Title:   "a linear classifier",
	Keys:    []string{"coef", "intercept"},
	Example: `"coef":[3,-1],"intercept":-0.5`,
	Read:    readLinear,
}

// Kind implements learners.Declared.
func (l *Linear) Kind() learners.Kind { return linearKind }

// Classes returns 2.
func (l *Linear) Classes() int { return 2 }

// Dims returns the number of features.
func (l *Linear) Dims() int { return len(l.Weights) }

// Margin returns w·x + b, added up from left to right, the bias last.
func (l *Linear) Margin(x []float64) float64 { return dot(l.Weights, x) + l.Bias }

// Predict returns 1 if and only if the margin is positive.
func (l *Linear) Predict(x []float64) int {
	if l.Margin(x) > 0 {
		return 1
	}
	return 0
}

// Scores writes the margin for class 1 and 0 for class 0.
func (l *Linear) Scores(x, into []float64) { into[0], into[1] = 0, l.Margin(x) }

// Check says whether every weight is a number.
func (l *Linear) Check() error {
	if len(l.Weights) == 0 {
		return fmt.Errorf("coef is empty; one weight per feature would work")
	}
	if err := learners.CheckFinite("coef", l.Weights); err != nil {
		return err
	}
	return learners.CheckFinite("intercept", []float64{l.Bias})
}

// Rescale makes the largest number ordinary.
func (l *Linear) Rescale() error {
	power := learners.ToOrdinary(max(learners.LargestSize(l.Weights), math.Abs(l.Bias)))
	if power == 0 {
		return nil
	}
	bias := []float64{l.Bias}
	if err := learners.Multiply("coef", l.Weights, power); err != nil {
		return err
	}
	err := learners.Multiply("intercept", bias, power)
	l.Bias = bias[0]
	return err
}

func readLinear(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	l := &Linear{}
	if err := o.Need("coef", &l.Weights, table.MaxFeatures); err != nil {
		return nil, err
	}
	return l, o.Need("intercept", &l.Bias)
}

// Members implements learners.Declared.
func (l *Linear) Members() modelfile.Members {
	return modelfile.Members{}.Add("coef", l.Weights).Add("intercept", l.Bias)
}

// RescaleInputs implements learners.Rescalable.
func (l *Linear) RescaleInputs(scales []table.Scale) error {
	learners.Fold(l.Weights, &l.Bias, scales)
	return l.Check()
}

// Normal returns the weights.
func (l *Linear) Normal() []float64 { return l.Weights }

// Verifier looks at one corner of a box.
func (l *Linear) Verifier(int) (proof.Verifier, proof.Exactness) {
	return linearVerifier{l}, proof.Complete
}

// linearVerifier looks at the one corner of the box that has the least margin,
// or the greatest. That is exact for the margin as computed: each rounded
// product and each rounded sum is a monotone function of every coordinate, and
// so is their composition.
type linearVerifier struct{ *Linear }

func (v linearVerifier) Constant(_ context.Context, box proof.Box, class int) (proof.Verdict, error) {
	var room [32]float64
	corner := room[:0]
	for i, w := range v.Weights {
		least, greatest := box[i].Ends()
		switch {
		case w == 0:
			corner = append(corner, proof.Middle(least, greatest))
		case w > 0 == (class == 1):
			corner = append(corner, least)
		default:
			corner = append(corner, greatest)
		}
	}
	if v.Linear.Predict(corner) == class {
		return proof.Verdict{Proven: true}, nil
	}
	return proof.Verdict{Counterexample: append([]float64(nil), corner...)}, nil
}

// Bounds returns the margin itself.
func (v linearVerifier) Bounds(_ context.Context, _ proof.Box, class int) []proof.LinearBound {
	if class == 1 {
		return []proof.LinearBound{{Weights: v.Weights, Constant: v.Bias}}
	}
	b := proof.LinearBound{Constant: -v.Bias}
	for _, w := range v.Weights {
		b.Weights = append(b.Weights, -w)
	}
	return []proof.LinearBound{b}
}

// Pieces cuts the window along the hyperplane.
func (l *Linear) Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	scores := proof.Stage{In: len(x), Out: 2, Rows: []proof.Row{{}, proof.FullRow(l.Weights, l.Bias)}}
	return proof.Piecewise{Stages: []proof.Stage{scores}}.Pieces(ctx, x, free, window)
}

// dot returns the inner product, added up from left to right.
func dot(a, b []float64) float64 {
	sum := 0.0
	b = b[:len(a)]
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
