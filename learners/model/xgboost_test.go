package model

import (
	"math"
	"strings"
	"testing"

	"dpscope/learners"
	"dpscope/learners/table"
)

// xgboostFile returns a file in the form of XGBoost 1.7.4, with what a reader needs; nodes 2 and 3 of the first tree were
// pruned.
func xgboostFile(change ...string) string {
	const text = `{"learner":{"attributes":{"scikit_learn":"{\"missing\": NaN, \"classes_\": [3, 7]}","best_iteration":"1"},"feature_names":["age","bmi"],
"gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1"},"tree_info":[0,0,0],"trees":[
{"default_left":[1,0,0,0,0],"left_children":[1,-1,-1,-1,-1],"right_children":[4,-1,-1,-1,-1],"split_conditions":[5.1E1,-5E-1,0,0,7.5E-1],"split_indices":[0,0,0,0,0],"split_type":[0,0,0,0,0]},
{"default_left":[0,0,0],"left_children":[1,-1,-1],"right_children":[2,-1,-1],"split_conditions":[2.55E1,1E-1,-2E-1],"split_indices":[1,0,0],"split_type":[0,0,0]},
{"default_left":[0],"left_children":[-1],"right_children":[-1],"split_conditions":[9E9],"split_indices":[0],"split_type":[0]}]},"name":"gbtree"},
"learner_model_param":{"base_score":"3E-1","num_class":"0","num_feature":"2"},"objective":{"name":"binary:logistic"}},"version":[1,7,4]}`
	return strings.NewReplacer(change...).Replace(text)
}

// Left means strictly below, missing values have their side, the margin begins with the logit of base_score, and trees after
// the best iteration are left out.
func TestXGBoost(t *testing.T) {
	m, err := Read(strings.NewReader(xgboostFile()), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(append(m.FeatureNames(), m.ClassNames...), " "); got != "age bmi 3 7" {
		t.Errorf("names: %s", got)
	}
	base := math.Log(0.3 / 0.7)
	for _, c := range []struct{ age, bmi, margin float64 }{
		{50, 20, -0.5 + 0.1}, {51, 20, 0.75 + 0.1}, {50.9999999, 20, 0.75 + 0.1}, // which float32 rounds to 51
		{51, 25.5, 0.75 - 0.2}, {math.NaN(), math.NaN(), -0.5 - 0.2},
	} {
		scores := make([]float64, 2)
		m.Classifier.(learners.Scorer).Scores([]float64{c.age, c.bmi}, scores)
		if math.Abs(scores[1]-base-c.margin) > 1e-6 || scores[1] != float64(float32(scores[1])) {
			t.Errorf("age %g, bmi %g: margin %.9g, want %.9g", c.age, c.bmi, scores[1], base+c.margin)
		}
	}
}

func TestXGBoostRefuses(t *testing.T) {
	for _, c := range []struct{ was, is, want string }{
		{`"name":"binary:logistic"`, `"name":"reg:squarederror"`, `objective = "reg:squarederror" gives no classes that are known here; binary:logistic`},
		{`"name":"gbtree"`, `"name":"dart"`, `booster = "dart" cannot be read; gbtree would work`},
		{`"split_type":[0,0,0]}`, `"split_type":[1,0,0]}`, "tree 1, node 0 asks for categories, which have no order"},
		{`"tree_info":[0,0,0]`, `"tree_info":[0,0]`, "tree_info has 2 entries for 3 trees"},
		{`"split_indices":[1,0,0]`, `"split_indices":[2,0,0]`, "tree 1, node 0: feature 2 does not exist"},
		{`"left_children":[1,-1,-1],`, `"left_children":[0,-1,-1],`, "tree 1, node 2 does not exist, or hangs from two others"},
		{`"tree_info":[0,0,0]`, `"tree_info":[0,0,-1]`, "tree_info: tree 2 adds to group -1; 0 to 0 would work"},
		{`"tree_info":[0,0,0]`, `"tree_info":[0,7,0]`, "tree_info: tree 1 adds to group 7; 0 to 0 would work"},
		{`"num_parallel_tree":"1"`, `"num_parallel_tree":"-1"`, `num_parallel_tree = "-1" is outside [0, 10000]`},
		{`"best_iteration":"1"},"feature_names":["age","bmi"],
"gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1"}`, `"x":"1"},"feature_names":["age","bmi"],
"gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"-3"}`, `num_parallel_tree = "-3" is outside [0, 10000]`},
		{`"base_score":"3E-1"`, `"base_score":"1"`, "base_score = 1 is outside (0, 1)"},
	} {
		_, err := Read(strings.NewReader(xgboostFile(c.was, c.is)), "x.json")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.is, err, c.want)
		}
	}
}

// A classifier of raw values that is given bounds has the classes that it had, at
// thresholds too.
func TestBoundsChangeNoClass(t *testing.T) {
	m, err := Read(strings.NewReader(xgboostFile()), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := Read(strings.NewReader(xgboostFile()), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Bound(map[string]table.Scale{"age": {Divisor: 100}, "bmi": {Offset: 10, Divisor: 47}}); err != nil {
		t.Fatal(err)
	}
	for age := range 100 {
		for _, bmi := range []float64{10, 25.4, 25.5, 25.499999, 30.3} {
			x := []float64{float64(age), bmi}
			scaled := []float64{m.Features[0].Scale.Apply(x[0]), m.Features[1].Scale.Apply(x[1])}
			if got, want := m.Classifier.Predict(scaled), raw.Classifier.Predict(x); got != want {
				t.Errorf("age %d, bmi %g: class %d, and %d without bounds", age, bmi, got, want)
			}
		}
	}
	if err := m.Bound(map[string]table.Scale{"age": {Divisor: 10}}); err == nil || !strings.Contains(err.Error(), "age has bounds in the file, 0 to 100") {
		t.Errorf("bounds twice: %v", err)
	}
}

// Every kind that can take its inputs on another scale keeps its classes.
func TestRawInputs(t *testing.T) {
	scale := table.Scale{Offset: -0.25, Divisor: 2}
	for k, m := range examples() {
		bounds := map[string]table.Scale{}
		for _, name := range m.FeatureNames() {
			bounds[name] = scale
		}
		raw := exampleOf(k)
		if err := m.Bound(bounds); err != nil {
			if learners.CapabilitiesOf(m.Classifier).Rescalable != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
			continue
		}
		x, scaled := make([]float64, len(m.Features)), make([]float64, len(m.Features))
		for i := range 500 {
			for f := range x {
				x[f] = math.Mod(float64(i)*(0.377+float64(f)*0.153), 1)
				scaled[f] = scale.Apply(x[f])
			}
			if got, want := m.Classifier.Predict(scaled), raw.Classifier.Predict(x); got != want {
				t.Fatalf("%s: class %d at %v, and %d of raw values", k.Name, got, x, want)
			}
		}
	}
}
