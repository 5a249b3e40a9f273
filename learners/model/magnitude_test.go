package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
)

// A classifier scaled by a power of two beyond the ordinary range equals the unscaled one, to the last digit.
func TestRescaledToTheLastDigit(t *testing.T) {
	for _, power := range []int{-900, -300, 300, 900} {
		s := func(v float64) string { return fmt.Sprintf("%.17g", math.Ldexp(v, power)) }
		line := readOne(t, fmt.Sprintf(`"kind":"linear","coef":[%s,%s],"intercept":%s`, s(1.7), s(-1.1), s(0.1))).(*linear.Linear)
		_, shift := math.Frexp(line.Weights[0])
		if got := []float64{math.Ldexp(line.Weights[0], 1-shift), math.Ldexp(line.Weights[1], 1-shift), math.Ldexp(line.Bias, 1-shift)}; !slices.Equal(got, []float64{1.7, -1.1, 0.1}) {
			t.Errorf("2^%d: the linear classifier has become %v", power, got)
		}
		q := readOne(t, fmt.Sprintf(`"kind":"qda","means":[[0.3,0.3],[0.7,0.6]],"precisions":[[[%s,%s],[%s,%s]],[[%s,0],[0,%s]]],"offsets":[0,%s]`,
			s(1), s(0.2), s(0.2), s(2), s(3), s(1), s(0.05))).(*discriminant.QDA)
		if p := q.Precisions[0]; p[1]/p[0] != 0.2 || p[3] != 2*p[0] || q.Offsets[1]/p[0] != 0.05 || !(p[0] > 0.1 && p[0] < 10) {
			t.Errorf("2^%d: the discriminant has become %v, %v", power, q.Precisions, q.Offsets)
		}
	}
	ordinary := readOne(t, `"kind":"linear","coef":[3e50,-1e-300],"intercept":0`).(*linear.Linear)
	if !slices.Equal(ordinary.Weights, []float64{3e50, -1e-300}) {
		t.Errorf("ordinary weights have become %v", ordinary.Weights)
	}
}

func readOne(t *testing.T, rest string) learners.Classifier {
	t.Helper()
	m, err := Read(strings.NewReader(`{"format":"dpscope-classifier/1",`+rest+`}`), "file")
	if err != nil {
		t.Fatal(err)
	}
	return m.Classifier
}

// A number that no power of two can help is refused, with what would work.
func TestBeyondFloat64IsRefused(t *testing.T) {
	for _, c := range []struct{ rest, says string }{
		{`"kind":"linear","coef":[1e308,1e-308],"intercept":-1e308`, "within a factor"},
		{`"kind":"gaussian_nb","means":[[0,0],[1,1]],"variances":[[5e-324,1e-308],[1e308,1e308]],"priors":[1e-320,1]`, "one from 1e-200 to 1e+200"},
		{`"kind":"gaussian_nb","means":[[0,1e60],[1,1]],"variances":[[1,1],[1,1]],"priors":[0.5,0.5]`, "at most 1e+50"},
		{`"kind":"qda","means":[[1e308,0],[-1e308,1]],"precisions":[[[1,0],[0,1]],[[2,1],[1,2]]],"offsets":[0,0]`, "at most 1e+50"},
		{`"kind":"qda","means":[[0,0],[1,1]],"precisions":[[[-1,0],[0,-1]],[[1,0],[0,1]]],"offsets":[0,0]`, "class 0 are not positive definite, as row 0"},
		{`"kind":"qda","means":[[0,0],[1,1]],"precisions":[[[1,0],[0,1]],[[1,2],[2,1]]],"offsets":[0,0]`, "class 1 are not positive definite, as row 1"},
		{`"kind":"qda","means":[[0,0],[1,1]],"precisions":[[[1,0],[0,1]],[[1e-300,2e-300],[2e-300,1e-300]]],"offsets":[0,0]`, "class 1 are not positive definite, as row 1"},
		{`"kind":"nearest_centroid","centroids":[[0,0],[1e200,0]]`, "at most 1e+50"},
		{`"kind":"relu_mlp","layers":[{"W":[[1e308,1e308],[-1e308,1e308]],"b":[1e308,0],"activation":"relu"},{"W":[[1e308,-1e308],[1,1]],"b":[0,0]}]`, "changes no class"},
		{`"kind":"relu_mlp","layers":[{"W":[[1e-60],[-1e-60]],"b":[1,0],"activation":"relu"},{"W":[[1e-60,0],[0,1e-60]],"b":[0,0]}]`, "changes no class"},
		{`"kind":"cnn","input_shape":[1,2,2],"layers":[{"type":"flatten"},{"type":"linear","in":4,"out":2,"weight":[1e200,1,1,1,1,1,1,1],"bias":[0,0]}]`, "changes no class"},
	} {
		_, err := Read(strings.NewReader(`{"format":"dpscope-classifier/1",`+c.rest+`}`), "file")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.rest, err, c.says)
		}
	}
}
