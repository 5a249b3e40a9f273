package model

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

var peerFiles = []string{"stroke_lr.json", "bank_lr.json", "stroke_rf.json", "bank_rf.json.gz", "nn2d_relu.json", "mnist7_cnn.json"}

func peer(t testing.TB, name string) *Model {
	t.Helper()
	if m, read := peers.Load(name); read {
		return m.(*Model)
	}
	m, err := Open(oracle.Path(t, "reference", "peer-classifiers", name))
	if err != nil {
		t.Fatal(err)
	}
	peers.Store(name, m)
	return m
}

// peers holds the classifiers read so far.
var peers sync.Map

// The outputs equal those of the original scikit-learn and PyTorch models (vectors.json): logistic regression gives w·x + b, a
// forest the probability of class 1, a network all its outputs, computed there in float32.
func TestPeerClassifiersAnswerAsTheOriginals(t *testing.T) {
	effort.ForNumbers(t)
	text, err := os.ReadFile(oracle.Path(t, "reference", "peer-classifiers", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []struct {
			File  string
			X     []float64
			Score json.RawMessage
			Class int
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	models := map[string]*Model{}
	worst := map[string]float64{}
	for _, name := range peerFiles {
		models[name] = peer(t, name)
	}
	for i, v := range file.Vectors {
		m := models[v.File]
		scores := make([]float64, m.Classifier.Classes())
		m.Classifier.(learners.Scorer).Scores(v.X, scores)
		tolerance := 1e-5
		var want []float64
		if json.Unmarshal(v.Score, &want) != nil {
			want = make([]float64, 1)
			if err := json.Unmarshal(v.Score, &want[0]); err != nil {
				t.Fatal(err)
			}
			scores, tolerance = scores[1:], 1e-12
		}
		for k, w := range want {
			difference := math.Abs(scores[k] - w)
			worst[v.File] = max(worst[v.File], difference)
			if !(difference <= tolerance) {
				t.Errorf("vector %d of %s, output %d: %.17g, want %.17g", i, v.File, k, scores[k], w)
			}
		}
		into := make([]int, 1)
		if err := learners.PredictAll(t.Context(), m.Classifier, v.X, into); err != nil {
			t.Fatal(err)
		}
		if got := m.Classifier.Predict(v.X); got != v.Class || into[0] != v.Class {
			t.Errorf("vector %d of %s: class %d, %d in a batch, want %d", i, v.File, got, into[0], v.Class)
		}
	}
	t.Logf("largest difference from the original scores: %v", worst)
}

func TestPeerEnvelopes(t *testing.T) {
	m := peer(t, "stroke_rf.json")
	if got, want := strings.Join(m.FeatureNames(), ","), "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi"; got != want {
		t.Errorf("features %s, want %s", got, want)
	}
	if got := strings.Join(m.PrivateNames(), ","); got != "age,bmi" {
		t.Errorf("private %s, want age,bmi", got)
	}
	if f := m.Features[0]; f.Unit != "years" || f.Scale.Divisor != 100 {
		t.Errorf("age is scaled by %+v; years/100 is in the file", f)
	}
	if f := m.Features[1]; f.Text != "0 or 1" || f.Scale.Apply(1) != 1 {
		t.Errorf("hypertension is scaled by %+v; \"0 or 1\" is in the file", f)
	}
	r, err := m.Record("stroke-tiny")
	if err != nil || r.X[0] != 0.66 {
		t.Errorf("record stroke-tiny = %v, %v", r, err)
	}
	if m := peer(t, "mnist7_cnn.json"); m.Features[48].Name != "p66" || m.ClassNames[9] != "9" || len(m.ClassNames) != 10 {
		t.Errorf("the image model has features %v and classes %v", m.FeatureNames(), m.ClassNames)
	}
	if m := peer(t, "bank_rf.json.gz"); m.Features[1].Scale.Divisor != 100 || m.Features[0].Scale != (table.Scale{}) {
		t.Errorf("bank forest: scales %+v", m.Features[:2])
	}
}

// Every file survives Write and Read: the same numbers, the same text.
func TestModelsSurviveWriting(t *testing.T) {
	effort.ForNumbers(t)
	models := sampleModels()
	for _, name := range peerFiles {
		if !oracle.Present() || !effort.Check() {
			break
		}
		models = append(models, peer(t, name))
	}
	for _, m := range models {
		var first, second bytes.Buffer
		if err := m.Write(&first); err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		again, err := Read(bytes.NewReader(first.Bytes()), m.Name)
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		if err := again.Write(&second); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: the second writing differs from the first", m.Name)
		}
		was, is := m.Classifier, again.Classifier
		if f, ok := was.(*tree.Forest); ok { // compare without what Predict has built
			was, is = &tree.Forest{Trees: f.Trees}, &tree.Forest{Trees: is.(*tree.Forest).Trees}
			for _, trees := range [][]*tree.Tree{was.(*tree.Forest).Trees, is.(*tree.Forest).Trees} {
				if len(trees) == 0 {
					t.Fatal("no trees")
				}
			}
		}
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%s: the classifier read differs from the one written", m.Name)
		}
		if !reflect.DeepEqual(m.Records, again.Records) || !reflect.DeepEqual(m.Private, again.Private) || !reflect.DeepEqual(m.ClassNames, again.ClassNames) {
			t.Errorf("%s: the envelope read differs from the one written", m.Name)
		}
	}
}

// sampleModels holds a small model of each kind, with all that a file can say
// beside it, and the examples.
func sampleModels() []*Model {
	stump := func(feature int32, threshold float64, rows ...float64) *tree.Tree {
		return &tree.Tree{NumFeatures: 2, NumClasses: len(rows) / 3, Feature: []int32{feature, tree.Leaf, tree.Leaf},
			Threshold: []float64{threshold, 0, 0},
			Left:      []int32{1, tree.Leaf, tree.Leaf}, Right: []int32{2, tree.Leaf, tree.Leaf}, Probability: rows}
	}
	two := []table.Feature{{Name: "age", Unit: "years", Scale: table.Scale{Offset: 18, Divisor: 60, FromData: true}}, {Name: "smokes=yes", Column: "smokes", Word: "yes"}}
	classes := []string{"no", "yes"}
	model := func(name string, c learners.Classifier) *Model {
		return &Model{Name: name, Title: "A " + name, Classifier: c, Features: two, ClassNames: classes, Private: []int{0},
			Records:    []Record{{ID: "first", X: []float64{0.25, 1}, Note: "made up"}},
			Provenance: []Note{{"made by", "a test"}, {"seed", "1"}}}
	}
	three := model("three", stump(1, 0.5, 0, 0, 0, 0.2, 0.3, 0.5, 1, 0, 0))
	three.ClassNames = []string{"a", "b", "c"}
	image := model("image", &network.ConvNet{Input: learners.Shape{Channels: 1, Rows: 1, Columns: 2}, Layers: []network.Layer{
		&network.Conv{In: 1, Out: 1, Kernel: 1, Stride: 1, Weights: []float64{-1}, Bias: []float64{0.5}, ReLU: true},
		&network.MaxPool{Kernel: 1, Stride: 1},
		&network.Dense{In: 2, Out: 2, Weights: []float64{1, 2, 3, 4}, Bias: []float64{1, 0}}}})
	toy := model("toy", &tree.Interval{From: 0.2, To: 0.8})
	toy.Features, toy.Records = two[:1], nil
	all := []*Model{
		model("linear", &linear.Linear{Weights: []float64{1.5, -0.1}, Bias: 1e-17}),
		model("tree", stump(0, 0.3, 0, 0, 1, 0, 0.25, 0.75)),
		model("forest", &tree.Forest{Trees: []*tree.Tree{
			stump(0, 0.3, 0, 0, 1, 0, 0.25, 0.75), stump(1, 0.1, 0.3, 0.7, 0.1, 0.9, 1./3, 1-1./3)}}),
		three,
		model("network", &network.Network{Layers: []network.Dense{
			{In: 2, Out: 3, Weights: []float64{1, 2, 3, 4, 5, 6}, Bias: []float64{0, -1, 1}, ReLU: true},
			{In: 3, Out: 2, Weights: []float64{1, 2, 3, 4, 1, -4}, Bias: []float64{0, 7.5}}}}),
		image,
		model("qda", &discriminant.QDA{Means: [][]float64{{0, 0}, {1, 1}},
			Precisions: [][]float64{{1, 0, 0, 1}, {2, 0.5, 0.5, 1}}, Offsets: []float64{-1, -1.1}}),
		model("bayes", &discriminant.GaussianNB{Means: [][]float64{{0, 0}, {1, 1}},
			Variances: [][]float64{{0.1, 0.2}, {0.3, 0.4}}, Priors: []float64{0.75, 0.25}}),
		model("centroid", &discriminant.NearestCentroid{Centroids: [][]float64{{0, 0}, {1, 1}, {0.5, 0}}, Class: []int{0, 1, 1}}),
		toy,
	}
	for _, m := range examples() {
		all = append(all, m)
	}
	return all
}

// A batch must answer as one point at a time does.
func TestBatchesAnswerAsPoints(t *testing.T) {
	points := gridPoints(2, 33)
	for _, m := range sampleModels() {
		d := m.Classifier.Dims()
		into := make([]int, len(points)/d)
		if err := learners.PredictAll(t.Context(), m.Classifier, points[:len(into)*d], into); err != nil {
			t.Fatal(err)
		}
		scores := make([]float64, m.Classifier.Classes())
		seen := map[int]bool{}
		for i, got := range into {
			x := points[i*d : (i+1)*d]
			want := m.Classifier.Predict(x)
			if got != want {
				t.Fatalf("%s at %v: %d in a batch, %d alone", m.Name, x, got, want)
			}
			if s, ok := m.Classifier.(learners.Scorer); ok {
				s.Scores(x, scores)
				if learners.Argmax(scores) != want {
					t.Fatalf("%s at %v: class %d, scores %v", m.Name, x, want, scores)
				}
			}
			seen[want] = true
		}
		if len(seen) < 2 {
			t.Errorf("%s gives one class only on the grid", m.Name)
		}
	}
}

// gridPoints lists the points of a grid over [0, 1]^2.
func gridPoints(dims, side int) []float64 {
	var points []float64
	for i := range side {
		for j := range side {
			points = append(points, float64(i)/float64(side-1), float64(j)/float64(side-1))
		}
	}
	return points
}

func TestWrongFilesAreRefusedWithThePlace(t *testing.T) {
	effort.ForNumbers(t)
	const head = `{"format":"dpscope-classifier/1","kind":`
	leaf := `{"feature":[-1],"threshold":[0],"left":[-1],"right":[-1],"p1":[0.5]}`
	forest := func(tree string) string { return head + `"random_forest","trees":[` + leaf + "," + tree + "]}" }
	image := func(layers string) string { return head + `"cnn","input_shape":[1,4,4],"layers":[` + layers + "]}" }
	var bomb bytes.Buffer
	z, _ := gzip.NewWriterLevel(&bomb, gzip.BestSpeed)
	zeros := make([]byte, 1<<20)
	for range 64 + 8 {
		z.Write(zeros)
	}
	z.Close()
	var cut bytes.Buffer
	z = gzip.NewWriter(&cut)
	z.Write([]byte(forest(leaf)))
	z.Close()
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "f.json: the file is empty; a classifier as JSON would work"},
		{"blanks", " \n ", "f.json: the file is empty; a classifier as JSON would work"},
		{"not JSON", "age,bmi\n1,2\n", "f.json: line 1, column 1: not JSON (invalid character 'a' looking for beginning of value); a file as `dpscope convert` describes would work"},
		{"cut off", head + `"linear","coef":[1,`, "f.json: line 1, column 59: the JSON text ends too early; a whole file would work"},
		{"NaN", head + "\"linear\",\n\"coef\":[1,NaN],\"intercept\":0}", "f.json: line 2, column 11: NaN is no number; only finite numbers will do"},
		{"minus infinity", head + `"linear","coef":[1,-Infinity],"intercept":0}`, "f.json: line 1, column 61: Infinity is no number; only finite numbers will do"},
		{"a list", "[1]", "f.json: a list where an object {...} would work"},
		{"no format", `{"kind":"linear"}`, `f.json: format is missing; "dpscope-classifier/1" would work`},
		{"other format", `{"format":"onnx"}`, `f.json: format = "onnx" is not known; "dpscope-classifier/1" would work`},
		{"other kind", head + `"random_forrest"}`, `f.json: kind = "random_forrest" is not known; nearest: random_forest, ...`},
		{"misspelt key", head + `"linear","coeff":[1],"intercept":0}`, `f.json: key = "coeff" is not known; nearest: coef, note, format`},
		{"twice", head + `"linear","coef":[1],"coef":[2],"intercept":0}`, `f.json: key "coef" is given twice; once would work`},
		{"missing", head + `"linear","intercept":0}`, `f.json: coef is missing`},
		{"null", head + `"linear","coef":[1,null],"intercept":0}`, `f.json: coef: number 1 is null; only finite numbers will do`},
		{"overflow", head + `"linear","coef":[1,1e999],"intercept":0}`, `f.json: coef: number 1 is "1e999", which is too large`},
		{"text weight", head + `"linear","coef":["1"],"intercept":0}`, `f.json: coef: number 0 is a text; only finite numbers will do`},
		{"nested", head + `"linear","coef":[[1]],"intercept":0}`, `f.json: coef: number 0 is a list; only finite numbers will do`},
		{"names", head + `"linear","coef":[1,2],"intercept":0,"features":["a"]}`, `f.json: names of features: 1; the classifier takes 2, and a name for each would work`},
		{"classes", head + `"linear","coef":[1],"intercept":0,"classes":["a","b","c"]}`, `f.json: names of classes: 3; the classifier has 2, and a name for each would work`},
		{"same names", head + `"linear","coef":[1,2],"intercept":0,"features":["a","a\u001b"]}`, `f.json: features 0 and 1 are both called a; different names would work`},
		{"invisible name", head + `"linear","coef":[1],"intercept":0,"features":["\u001b\u200e"]}`, `f.json: features, number 0: the name has no character that can be shown; a word would work`},
		{"comma", head + `"linear","coef":[1,2],"intercept":0,"features":["age","a,b"]}`, `f.json: features, number 1: "a,b" has a comma, which separates names; a name without one would work`},
		{"private", head + `"linear","coef":[1],"intercept":0,"features":["age"],"sensitive":["bmi"]}`, `f.json: sensitive: feature = "bmi" is not known; nearest: age`},
		{"record", head + `"linear","coef":[1],"intercept":0,"records":[{"id":"r","x":[1,2]}]}`, `f.json: record 0: x has 2 numbers; 1, one per feature, would work`},
		{"scale", head + `"linear","coef":[1],"intercept":0,"features":["age"],"normalisation":{"age":{"divisor":0}}}`, `f.json: normalisation of age: divisor = 0; a positive number would work`},
		{"scale of nothing", head + `"linear","coef":[1],"intercept":0,"features":["age"],"normalisation":{"agge":"/2"}}`, `f.json: normalisation: feature = "agge" is not known; nearest: age`},
		{"child", forest(`{"feature":[0,-1,-1],"threshold":[0,0,0],"left":[99,-1,-1],"right":[2,-1,-1],"p1":[0,0,1]}`), "f.json: tree 1, node 0: left child 99 does not exist (3 nodes)"},
		{"cycle", forest(`{"feature":[0,0,-1,-1],"threshold":[0,0,0,0],"left":[1,0,-1,-1],"right":[2,3,-1,-1],"p1":[0,0,1,1]}`), "f.json: tree 1, node 1: left child is the root, a cycle"},
		{"island", forest(`{"feature":[-1,0,-1],"threshold":[0,0,0],"left":[-1,1,-1],"right":[-1,2,-1],"p1":[0,0,1]}`), "f.json: tree 1, node 1 is its own ancestor, a cycle that the root does not reach"},
		{"shared child", forest(`{"feature":[0,-1,-1],"threshold":[0,0,0],"left":[1,-1,-1],"right":[1,-1,-1],"p1":[0,0,1]}`), "f.json: tree 1, node 0: right child 1 is also a child of node 0; each node needs one parent"},
		{"lost node", forest(`{"feature":[-1,-1],"threshold":[0,0],"left":[-1,-1],"right":[-1,-1],"p1":[0,0]}`), "f.json: tree 1, node 1 is not reached from the root"},
		{"short list", forest(`{"feature":[-1],"threshold":[],"left":[-1],"right":[-1],"p1":[0]}`), "f.json: tree 1: 0 thresholds for 1 nodes; one each would work"},
		{"probability", forest(`{"feature":[-1],"threshold":[0],"left":[-1],"right":[-1],"p1":[1.5]}`), "f.json: tree 1, node 0: probability of class 0 is -0.5, outside [0, 1]"},
		{"feature", head + `"decision_tree","features":["a"],"tree":{"feature":[7,-1,-1],"threshold":[0,0,0],"left":[1,0,0],"right":[2,0,0],"p1":[0,0,1]}}`, "f.json: tree: node 0: feature 7 does not exist (1 features; -1 makes a leaf)"},
		{"whole", forest(`{"feature":[0.5],"threshold":[0],"left":[-1],"right":[-1],"p1":[1]}`), "f.json: tree 1: feature: number 0 is 0.5 where a whole number would work"},
		{"count", head + `"random_forest","n_trees":2,"trees":[` + leaf + `]}`, "f.json: n_trees = 2, but 1 trees are there; the same number would work"},
		{"no trees", head + `"random_forest","trees":[]}`, "f.json: no trees; at least 1 would work"},
		{"activation", head + `"relu_mlp","layers":[{"W":[[1]],"b":[0],"activation":"tanh"}]}`, `f.json: layer 0: activation = "tanh" is not known; relu or none would work`},
		{"rows", head + `"relu_mlp","layers":[{"W":[[1,2],[3]],"b":[0,0]}]}`, `f.json: layer 0: W, row 1: 1 number; 2 would work`},
		{"widths", head + `"relu_mlp","layers":[{"W":[[1],[3]],"b":[0,0]},{"W":[[1,2,3],[1,2,3]],"b":[0,0]}]}`, `f.json: layer 1 takes 3 inputs, layer 0 gives 2`},
		{"kernel", image(`{"type":"conv2d","in":1,"out":1,"kernel":9,"weight":[],"bias":[0]}`), "f.json: layer 0: 0 weights for 1·1 channels and kernel 9; 81 would work"},
		{"overflowing kernel", image(`{"type":"conv2d","in":1,"out":1,"kernel":9000000000,"weight":[],"bias":[0]}`), "f.json: layer 0: kernel = 9000000000 is outside [1, 64]"},
		{"dilation", image(`{"type":"conv2d","in":1,"out":1,"kernel":1,"dilation":2,"weight":[1],"bias":[0]}`), "f.json: layer 0: dilation = 2 is outside [1, 1]"},
		{"channels", image(`{"type":"conv2d","in":3,"out":1,"kernel":1,"weight":[1,1,1],"bias":[0]}`), "f.json: layer 0: a convolution of 3 channels is given 1×4×4"},
		{"relu first", image(`{"type":"relu"}`), "f.json: layer 0: a relu with no layer before it; a conv2d or linear layer before it would work"},
		{"unflattened", image(`{"type":"linear","in":16,"out":2,"weight":[],"bias":[]}`), "f.json: layer 0: a linear layer is given 1×4×4; a flatten layer before it would work"},
		{"ends as image", image(`{"type":"maxpool2d","kernel":2}`), "f.json: the last layer gives 1×2×2; a vector of one number per class, 2 or more, would work"},
		{"batchnorm", image(`{"type":"batchnorm2d"}`), `f.json: layer 0: type = "batchnorm2d" is not known; conv2d, relu, maxpool2d, flatten or linear would work`},
		{"large image", head + `"cnn","input_shape":[1,20000,20000],"layers":[]}`, "f.json: 400000000 pixels; at most 20000 would work"},
		{"asymmetric", head + `"qda","means":[[0,0],[1,1]],"precisions":[[[1,2],[3,1]],[[1,0],[0,1]]],"offsets":[0,0]}`, "f.json: precisions of class 0: entries 1,0 and 0,1 are 3 and 2; a symmetric matrix would work"},
		{"variance", head + `"gaussian_nb","means":[[0],[1]],"variances":[[1],[0]],"priors":[0.5,0.5]}`, "f.json: variances of class 1: 0 is 0; a positive one would work"},
		{"centroids", head + `"nearest_centroid","centroids":[[0],[1]],"centroid_class":[0,0]}`, "f.json: all centroids have one class; 2 or more would work"},
		{"interval", head + `"interval","from":1,"to":0}`, "f.json: the interval [1, 0] is empty; its ends in order would work"},
		{"bomb", bomb.String(), "f.json: decompressed, the file holds more than 64 MB, which is the limit"},
		{"cut gzip", cut.String()[:cut.Len()-9], "f.json: the gzip data end too early; a whole file would work"},
		{"gzip magic", "\x1f\x8b", "f.json: the gzip data end too early; a whole file would work"},
		{"damaged gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xffnonsense", "f.json: the gzip data are damaged (flate: corrupt input before offset 1); a whole file would work"},
	} {
		_, err := Read(strings.NewReader(c.text), "f.json")
		start, open := strings.CutSuffix(c.want, "...")
		if err == nil || err.Error() != c.want && !(open && strings.HasPrefix(err.Error(), start)) {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// A limit on a file is checked where it is exceeded: the wrong text that follows is not reported.
func TestLimitsAreMetBeforeTheRestIsRead(t *testing.T) {
	const head = `{"format":"dpscope-classifier/1","kind":`
	many := func(n int, value string) string { return "[" + strings.Repeat(value+",", n) + `"wrong"]` }
	tree := func(feature, p string) string {
		return `{"feature":` + feature + `,"threshold":[0],"left":[-1],"right":[-1],"p":` + p + "}"
	}
	var keys strings.Builder
	for i := range 100 {
		fmt.Fprintf(&keys, `"k%d":0,`, i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"coef", head + `"linear","coef":` + many(table.MaxFeatures+1, "0") + `,"intercept":0}`, "f.json: coef: a list of more than 20000 values; at most as many would work"},
		{"trees", head + `"random_forest","trees":` + many(10_001, "{}") + "}", "f.json: 10002 trees; at most 10000 would work: training with fewer, each of which may learn more"},
		{"rows of a tree", head + `"decision_tree","tree":` + tree("[-1]", many(2, "[1,0]")) + "}", "f.json: tree: p: a list of more than 1 values; at most as many would work"},
		{"classes of a row", head + `"decision_tree","tree":` + tree("[-1]", "["+many(table.MaxClasses+1, "0")+"]") + "}", "f.json: tree: p: number 0: a list of more than 1000 values; at most as many would work"},
		{"layers", head + `"relu_mlp","layers":` + many(65, "{}") + "}", "f.json: layers: a list of more than 64 values; at most as many would work"},
		{"keys", "{" + keys.String() + `"k0":0}`, "f.json: an object of more than 100 keys; at most as many would work"},
		{"keys of a tree", head + `"decision_tree","tree":{` + keys.String() + `"k0":0}}`, "f.json: tree: an object of more than 100 keys; at most as many would work"},
		{"title", head + `"linear","coef":[0],"intercept":0,"title":"` + strings.Repeat("a", 1<<20) + `"}`, "f.json: title: a text of 1 MB; at most 1 MB would work"},
		{"key", `{"` + strings.Repeat("a", 2<<20) + `":0}`, "f.json: key 0: a text of 2 MB; at most 1 MB would work"},
		{"nodes", head + `"decision_tree","tree":` + tree(many(4<<20+1, "0"), "[]") + "}", "f.json: tree: feature: a list of more than 4194304 values; at most as many would work"},
		{"units", head + `"relu_mlp","layers":[{"b":[0],"W":` + many(1<<20+1, "[]") + "}]}", "f.json: layer 0: W: a list of more than 1048576 values; at most as many would work"},
	}[:effort.Scale(9, 11, 11)] { // the last have millions of numbers
		_, err := Read(strings.NewReader(c.text), "f.json")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// hugeFile makes a file of 2 GB that is all hole: no disk is used.
func hugeFile(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(2 << 30); err != nil {
		t.Skip("no room for a sparse file:", err)
	}
	return path
}

// A file too large is refused by its size; its content is not read.
func TestHugeFilesAreNotRead(t *testing.T) {
	path := hugeFile(t, "huge\x1b[31m.json")
	before := testing.AllocsPerRun(1, func() {
		_, err := Open(path)
		if err == nil || !strings.HasSuffix(err.Error(), "[31m.json: it has 2.0 GB; at most 64 MB would work") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("got %v", err)
		}
	})
	if before > 100 {
		t.Errorf("%v allocations to refuse a file by its size", before)
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), "this is a folder; a file would work") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open("/nowhere/at all"); err == nil || err.Error() != "/nowhere/at all: no such file or directory" {
		t.Errorf("a missing file: %v", err)
	}
}

func TestNamesFromFilesAreHarmless(t *testing.T) {
	text := `{"format":"dpscope-classifier/1","kind":"linear","coef":[1],"intercept":0,"features":["a\u001b[31mge\u0007\u202e"],"classes":["no\r\nway","\u0000yes"],
		"title":"x\u009b2Jy","records":[{"id":"r\t1","x":[0],"note":"\u001b]0;title\u0007n"}],"provenance":{"k\u001b":"v\n\u001bc"}}`
	m, err := Read(strings.NewReader(text), "bad\x1bname\n")
	if err != nil {
		t.Fatal(err)
	}
	got := []string{m.Name, m.Title, m.Features[0].Name, m.ClassNames[0], m.ClassNames[1], m.Records[0].ID, m.Records[0].Note, m.Provenance[0].Key, m.Provenance[0].Text}
	want := []string{"badname", "x2Jy", "a[31mge", "no way", "yes", "r 1", "]0;titlen", "k", "v c"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
