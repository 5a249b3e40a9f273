package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// python returns an interpreter that has scikit-learn.
func python(t testing.TB) string {
	t.Helper()
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(p, "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('sklearn') is None)").Run() == nil {
			return p
		}
	}
	t.Skip("no Python with scikit-learn here (Debian: apt-get install python3-sklearn)")
	return ""
}

// runPython runs a program in a folder that holds the conversion script, and
// returns that folder.
func runPython(t testing.TB, program string) string {
	t.Helper()
	interpreter := python(t)
	folder := t.TempDir()
	for name, text := range map[string]string{"dpscope_convert.py": ConvertScript(), "program.py": program} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(interpreter, "-W", "ignore", "program.py")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1") // threads that wait by spinning cost more than they do
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

const fitEverything = `
import json, numpy as np
from dpscope_convert import save_model
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from sklearn.ensemble import RandomForestClassifier, ExtraTreesClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.neighbors import NearestCentroid
rng = np.random.RandomState(0)
X = rng.rand(400, 4)
P = np.vstack([X, rng.rand(2000, 4) * 1.4 - 0.2])
radius = ((X[:, :2] - 0.5) ** 2).sum(axis=1) + 0.1 * X[:, 2]
for classes in 2, 3:
    y = np.array(["no", "yes", "maybe"])[np.minimum((radius * 3 * classes).astype(int), classes - 1)]
    flip = rng.rand(400) < 0.05
    y[flip] = "no"
    models = [LogisticRegression(C=3), DecisionTreeClassifier(min_samples_leaf=4, random_state=0), RandomForestClassifier(n_estimators=30, random_state=0),
              ExtraTreesClassifier(n_estimators=10, min_samples_leaf=3, random_state=0),
              MLPClassifier((8, 5), max_iter=60, random_state=0), GaussianNB(), QuadraticDiscriminantAnalysis(reg_param=0.01), NearestCentroid()]
    for i, model in enumerate(models):
        model.fit(X, y)
        name = "%s-%d" % (type(model).__name__, classes)
        if hasattr(model, "predict_proba"):
            scores = model.predict_proba(P)
        else:
            scores = -((P[:, None, :] - model.centroids_[None]) ** 2).sum(axis=2)
        save_model(model, name + (".json.gz" if i % 2 else ".json"), features=["age", "bmi", "f2", "f3"], sensitive=["age"], scales={"age": 100, "bmi": (10, 40)},
                   records={"first": X[0]}, title="a test", provenance={"data": "random"})
        json.dump({"points": P.ravel().tolist(), "classes": [list(model.classes_).index(c) for c in model.predict(P)], "scores": scores.ravel().tolist()}, open(name + ".expected", "w"))
`

// One process answers for all tests: to load scikit-learn takes longer than any
// of them.
func TestScikitLearn(t *testing.T) {
	effort.ForNumbers(t)
	effort.ForCheck(t)
	d := twoRings()
	x, _ := json.Marshal(d.X)
	y, _ := json.Marshal(d.Y)
	folder := runPython(t, fitEverything+refuseWrongCalls+fmt.Sprintf(fitLogistic, x, y))
	t.Run("converted models answer alike", func(t *testing.T) { checkConverted(t, folder) })
	t.Run("logistic regression agrees", func(t *testing.T) { checkLogistic(t, folder, d) })
}

// Classes equal those of scikit-learn at 2,400 points, a quarter of them outside [0, 1], and probabilities to 1e-12 (1e-9 for
// QDA, with covariances that are reassembled).
func checkConverted(t *testing.T, folder string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.json*"))
	if len(files) != 16 {
		t.Fatalf("%d files, want 16", len(files))
	}
	for _, file := range files {
		m, err := Open(file)
		if err != nil {
			t.Error(err)
			continue
		}
		name := filepath.Base(file)
		name = name[:bytes.IndexByte([]byte(name), '.')]
		text, err := os.ReadFile(filepath.Join(folder, name+".expected"))
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Points, Scores []float64
			Classes        []int
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		got := make([]int, len(want.Classes))
		if err := learners.PredictAll(t.Context(), m.Classifier, want.Points, got); err != nil {
			t.Fatal(err)
		}
		wrong, worst := 0, 0.0
		scores := make([]float64, m.Classifier.Classes())
		for i, k := range want.Classes {
			x := want.Points[4*i : 4*i+4]
			if got[i] != k || m.Classifier.Predict(x) != k {
				wrong++
			}
			m.Classifier.(learners.Scorer).Scores(x, scores)
			switch m.Classifier.(type) {
			case *tree.Tree, *tree.Forest, *discriminant.NearestCentroid:
			default: // scores are logarithms of the probabilities, but for a constant
				softmax(scores)
			}
			for k, s := range scores {
				worst = max(worst, math.Abs(s-want.Scores[i*len(scores)+k]))
			}
		}
		tolerance := 1e-12
		if _, qda := m.Classifier.(*discriminant.QDA); qda {
			tolerance = 1e-9
		}
		if wrong > 0 || !(worst <= tolerance) {
			t.Errorf("%s: %d of %d classes differ, scores by %g", name, wrong, len(got), worst)
		}
		t.Logf("%s: %d points, largest difference %.2g", name, len(got), worst)
		if m.PrivateNames()[0] != "age" || m.Features[1].Scale != (table.Scale{Offset: 10, Divisor: 40}) || m.Records[0].X[0] != want.Points[0] || m.Title != "a test" {
			t.Errorf("%s: the envelope is %+v", name, m)
		}
	}
}

func softmax(scores []float64) {
	most, sum := scores[learners.Argmax(scores)], 0.0
	for k := range scores {
		scores[k] = math.Exp(scores[k] - most)
		sum += scores[k]
	}
	for k := range scores {
		scores[k] /= sum
	}
}

// twoRings returns made-up data of two classes.
func twoRings() table.Data {
	d := rings(500, 3, 3, 0.3, 12)
	d.ClassNames = d.ClassNames[:2]
	for i := range d.Y {
		d.Y[i] = d.Y[i] / 2
		if d.X[3*i] > 0.6 {
			d.Y[i] = 1
		}
	}
	return d
}

const fitLogistic = `
m = LogisticRegression(C=2.5, solver="newton-cg", tol=1e-12, max_iter=10000).fit(np.array(%s).reshape(-1, 3), np.array(%s))
json.dump(m.coef_[0].tolist() + [m.intercept_[0]], open("fitted", "w"))
`

// Both minimise the same function; scikit-learn by its Newton solver, as its
// L-BFGS stops at 1e-5.
func checkLogistic(t *testing.T, folder string, d table.Data) {
	text, err := os.ReadFile(filepath.Join(folder, "fitted"))
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	fitted, err := linear.Logistic{C: 2.5}.Fit(context.Background(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := fitted.(*linear.Linear)
	for j, v := range append(l.Weights, l.Bias) {
		if math.Abs(v-want[j]) > 1e-7 {
			t.Errorf("coefficient %d: %.9f, scikit-learn %.9f", j, v, want[j])
		}
	}
}

// The script refuses what it cannot convert, with a reason.
const refuseWrongCalls = `
from dpscope_convert import convert_model
from sklearn.svm import SVC
X, y = np.random.RandomState(0).rand(40, 2), np.arange(40) % 2
m = LogisticRegression().fit(X, y)
for arguments, message in [(dict(features=["a"]), "1 features are named, the model takes 2"), (dict(classes=["a"]), "1 classes are named, the model has 2"),
                           (dict(sensitive=["age"]), "age is not a feature; they are x0, x1; the model knows no names, features=[...] gives them in the order of its columns"),
                           (dict(features=["a", "b"], scales={"bmi": 2}), "bmi is not a feature; they are a, b")]:
    try:
        convert_model(m, **arguments)
    except ValueError as e:
        assert str(e) == message, e
    else:
        raise AssertionError(arguments)
try:
    convert_model(SVC().fit(X, y))
except TypeError as e:
    assert str(e).startswith("SVC is not a kind that can be converted; LogisticRegression, "), e
else:
    raise AssertionError("SVC")

from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, OneHotEncoder, StandardScaler
W = np.array([[w, v] for w, v in zip(["a", "b", "c", "d"] * 10, range(40))], dtype=object)
def words(second, **of):
    return make_pipeline(ColumnTransformer([("w", OneHotEncoder(**of), [0]), ("v", second, [1])]), LogisticRegression()).fit(W, y)
number = StandardScaler()
for model, arguments, message in [
    (make_pipeline(PCA(1), LogisticRegression()).fit(X, y), {}, "PCA is not a step that can be converted; ColumnTransformer, "),
    (make_pipeline(MinMaxScaler(clip=True), LogisticRegression()).fit(X, y), {}, "MinMaxScaler clips column x0, which only trees can take"),
    (make_pipeline(FunctionTransformer(np.abs), LogisticRegression()).fit(X, y), {}, "FunctionTransformer of a function cannot be converted"),
    (make_pipeline(SimpleImputer(add_indicator=True), LogisticRegression()).fit(X, y), {}, "SimpleImputer adds columns that tell what was missing"),
    (CalibratedClassifierCV(LogisticRegression(), cv=2).fit(X, y), {}, "CalibratedClassifierCV averages 2 classifiers"),
    (words(number), dict(private=["x0"]), "x0 is private and one-hot: its 4 words are inputs of which exactly one is 1"),
    (words(number), dict(private=["x1"]), "x1 is private and has no bounds; bounds={'x1': (LOW, HIGH)} would work"),
    (words("drop"), dict(private=["x1"], bounds={"x1": (0, 40)}), "x1 is private, and the pipeline drops it"),
    (words(number), dict(bounds={"x0": (0, 1)}), "x0 has bounds, and holds words"),
    (words(number, min_frequency=20), {}, "OneHotEncoder puts rare words together"),
    (words(number), dict(bounds={"x1": (1, 0)}), "bounds of x1: 1 to 0; the lower first would work"),
]:
    try:
        convert_model(model, **arguments)
    except (TypeError, ValueError) as e:
        assert str(e).startswith(message) and "\n" not in str(e), e
    else:
        raise AssertionError(message)
`
