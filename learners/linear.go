package learners

import (
	"fmt"
	"math"

	"dpscope/learners/modelfile"
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

var linearKind = Kind{
	Name:    "logistic_regression",
	Also:    []string{"linear"},
	Title:   "a linear classifier",
	Keys:    []string{"coef", "intercept"},
	Example: `"coef":[3,-1],"intercept":-0.5`,
	read:    readLinear,
}

func (l *Linear) kind() Kind { return linearKind }

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

// Scores gives class 1 the margin and class 0 nothing.
func (l *Linear) Scores(x, into []float64) { into[0], into[1] = 0, l.Margin(x) }

// Check says whether every weight is a number.
func (l *Linear) Check() error {
	if len(l.Weights) == 0 {
		return fmt.Errorf("coef is empty; one weight per feature would do")
	}
	if err := checkFinite("coef", l.Weights); err != nil {
		return err
	}
	return checkFinite("intercept", []float64{l.Bias})
}

// rescale makes the largest number ordinary.
func (l *Linear) rescale() error {
	power := toOrdinary(max(largestSize(l.Weights), math.Abs(l.Bias)))
	if power == 0 {
		return nil
	}
	bias := []float64{l.Bias}
	if err := multiply("coef", l.Weights, power); err != nil {
		return err
	}
	err := multiply("intercept", bias, power)
	l.Bias = bias[0]
	return err
}

func readLinear(o *modelfile.Object, _, _ int) (declared, error) {
	l := &Linear{}
	if err := o.Need("coef", &l.Weights, table.MaxFeatures); err != nil {
		return nil, err
	}
	return l, o.Need("intercept", &l.Bias)
}

func (l *Linear) members() modelfile.Members {
	return modelfile.Members{}.Add("coef", l.Weights).Add("intercept", l.Bias)
}
