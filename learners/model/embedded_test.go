package model

import (
	"bytes"
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

var update = flag.Bool("update", false, "write the embedded classifiers anew")

// makeEmbedded trains or writes down every classifier that comes with the
// program. Those of the stroke data need the material beside the repository.
func makeEmbedded(t *testing.T) map[string]*Model {
	ctx := context.Background()
	models := map[string]*Model{}

	d, _, err := table.Open(ctx, oracle.Path(t, "data", "stroke", "processed_stroke_data_normalized.csv"), table.Options{Label: "stroke"})
	if err != nil {
		t.Fatal(err)
	}
	d.Features = []table.Feature{ // the file holds scaled values
		{Name: "age", Unit: "years", Scale: table.Scale{Divisor: 100}}, {Name: "hypertension"}, {Name: "heart_disease"}, {Name: "ever_married"},
		{Name: "avg_glucose_level", Unit: "mg/dL", Scale: table.Scale{Divisor: 300}}, {Name: "bmi", Unit: "kg/m²", Scale: table.Scale{Divisor: 50}}}
	for name, l := range map[string]learners.Learner{"stroke-forest": tree.RandomForest{}, "stroke-logistic": linear.Logistic{C: 1}} {
		m, report, err := Train(ctx, l, d, TrainOptions{HeldOut: 0.2, Seed: 1, Private: []string{"age", "bmi"},
			Title: map[string]string{"stroke-forest": "Stroke, random forest", "stroke-logistic": "Stroke, logistic regression"}[name],
			Data:  "the first 1000 rows of the Kaggle set Stroke Prediction, as prepared for Quantifying Classifier Utility under LDP; fixed divisors"})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", name, report)
		m.ClassTitles = []string{"no stroke", "stroke"}
		for _, r := range []struct {
			id   string
			row  int
			note string
		}{
			{"stroke-A", 4, "row index 4, the record of Section 7.2.1, Figure 6 and Table 2"},
			{"stroke-B", 0, "row index 0, the record of Appendix B.4, Figures 9 and 10"},
			{"stroke-tiny", 81, "row index 81, the record of Figure 12 whose published bound exceeds the truth most"},
		} {
			m.Records = append(m.Records, Record{r.id, append([]float64(nil), d.Row(r.row)...), r.note})
		}
		models[name] = m
	}

	// Class 2 is the inside of the unit circle (Example 1, Figure 3).
	plane := []table.Feature{{Name: "x_u"}, {Name: "x_v"}}
	centre := []Record{{ID: "centre", X: []float64{0.5, 0.5}, Note: "the record of Examples 1 to 5"}}
	circle := table.Data{Features: plane, ClassNames: []string{"1", "2"}}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 4000 {
		u, v := rng.Float64(), rng.Float64()
		class := 0
		if u*u+v*v < 1 {
			class = 1
		}
		circle.X, circle.Y, circle.Rows = append(circle.X, u, v), append(circle.Y, class), append(circle.Rows, i)
	}
	m, report, err := Train(ctx, network.MLP{Width: 12, Hidden: 1, Rate: 0.01, L2: 1e-4, Patience: 100}, circle, TrainOptions{HeldOut: 0.2, Seed: 1, Private: []string{"x_u", "x_v"},
		Title: "Unit circle, ReLU network", Data: "4000 uniform points of the unit square, class 2 where x_u² + x_v² < 1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("circle-network: %+v", report)
	m.Records = centre
	models["circle-network"] = m

	models["example5-network"] = &Model{Title: "Example 5, ReLU network as printed", Features: plane, ClassNames: []string{"1", "2"}, Private: []int{0, 1}, Records: centre,
		Provenance: []Note{{"source", "Quantifying Classifier Utility under LDP, Example 5: weights rounded to two digits as printed"}},
		Classifier: &network.Network{Layers: []network.Dense{
			{In: 2, Out: 2, Weights: []float64{-1.86, -2.09, 0.12, -0.46}, Bias: []float64{3.71, -0.08}, ReLU: true},
			{In: 2, Out: 2, Weights: []float64{-3.05, 0.4, 4.02, -0.22}, Bias: []float64{0.94, -0.58}}}}}

	// h₁ = −½(u² + v²) + ln ½ and h₂ = −½(½(u−1)² + ½(v−1)²) − ½ ln 4 + ln ½.
	models["circle-qda"] = &Model{Title: "Circle, quadratic discriminant analysis", Features: plane, ClassNames: []string{"1", "2"}, Private: []int{0, 1}, Records: centre,
		Provenance: []Note{{"source", "Quantifying Classifier Utility under LDP, Example 4, with the factors ½·½ in h₂ that its text leaves out and its circle needs: radius 2√(1 + ln 2) around (−1, −1)"}},
		Classifier: &discriminant.QDA{Means: [][]float64{{0, 0}, {1, 1}}, Precisions: [][]float64{{1, 0, 0, 1}, {0.5, 0, 0, 0.5}},
			Offsets: []float64{math.Log(0.5), -math.Log(4)/2 + math.Log(0.5)}}}

	models["interval"] = &Model{Title: "Interval [0.2, 0.8]", Features: []table.Feature{{Name: "x"}}, ClassNames: []string{"1", "2"}, Private: []int{0},
		Records:    []Record{{ID: "middle", X: []float64{0.5}, Note: "the record of Section 3"}, {ID: "edge", X: []float64{0.79}}, {ID: "outside", X: []float64{0.9}}},
		Provenance: []Note{{"source", "Quantifying Classifier Utility under LDP, Section 3.1"}},
		Classifier: &tree.Interval{From: 0.2, To: 0.8}}
	return models
}

// The embedded files must be those that the program makes now; -update writes
// them.
func TestEmbeddedModelsAreCurrent(t *testing.T) {
	effort.ForNumbers(t)
	if !*update {
		effort.ForCheck(t)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round sums of products differently; the files were made on amd64")
	}
	models := makeEmbedded(t)
	if len(models) != len(embeddedModels) {
		t.Errorf("%d models are made, %d are embedded", len(models), len(embeddedModels))
	}
	for _, e := range embeddedModels {
		var text bytes.Buffer
		if err := models[e.name].Write(&text); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("embedded", e.file)
		if *update {
			writeEmbedded(t, path, text.Bytes())
			continue
		}
		got, err := embeddedText(e.file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, text.Bytes()) {
			t.Errorf("%s is not what the program makes; go generate ./learners/model would write it anew", path)
		}
	}
}

func writeEmbedded(t *testing.T, path string, text []byte) {
	t.Helper()
	if strings.HasSuffix(path, ".zst") {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(1<<20))
		if err != nil {
			t.Fatal(err)
		}
		text = z.EncodeAll(text, nil)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestEmbeddedModelsLoad(t *testing.T) {
	var size int64
	for _, e := range embeddedModels {
		m, err := Load(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Name != e.name || m.Title == "" || len(m.Private) == 0 || len(m.Provenance) == 0 {
			t.Errorf("%s: name %q, title %q, private %v, provenance %v", e.name, m.Name, m.Title, m.Private, m.Provenance)
		}
		for _, r := range m.Records {
			if slices.Min(r.X) < 0 || slices.Max(r.X) > 1 {
				t.Errorf("%s: record %s lies outside [0, 1]: %v", e.name, r.ID, r.X)
			}
		}
		f, _ := embeddedFiles.Open("embedded/" + e.file)
		info, _ := f.Stat()
		size += info.Size()
		f.Close()
	}
	if size > 400<<10 {
		t.Errorf("the embedded classifiers take %d bytes", size)
	}
	if _, err := Load("stroke-forrest"); err == nil || err.Error() != `classifier = "stroke-forrest" is not known; nearest: stroke-forest, stroke-logistic, circle-network` {
		t.Errorf("a wrong name: %v", err)
	}
	if _, err := Load("./stroke-forest"); err == nil || err.Error() != `classifier = "./stroke-forest": there is no such file; the path of one, or stroke-forest, stroke-logistic, circle-network, example5-network, circle-qda, interval, would work` {
		t.Errorf("a file by that name: %v", err)
	}
}

// The paper's toys: classes by robustness.csv, its class k is index k−1.
func TestEmbeddedToysAnswerAsThePaper(t *testing.T) {
	for _, c := range []struct {
		model string
		x     []float64
		class string
	}{
		{"interval", []float64{0.5}, "1"}, {"interval", []float64{0.2}, "1"}, {"interval", []float64{0.8}, "1"}, {"interval", []float64{0.1}, "2"}, {"interval", []float64{1}, "2"},
		{"circle-qda", []float64{0.5, 0.5}, "1"}, {"circle-qda", []float64{1, 1}, "2"}, {"circle-qda", []float64{0.2, 0.9}, "1"}, {"circle-qda", []float64{0.9, 0.9}, "2"}, {"circle-qda", []float64{0.84, 0.84}, "1"},
		{"example5-network", []float64{0.5, 0.5}, "2"}, {"circle-network", []float64{0.5, 0.5}, "2"}, {"circle-network", []float64{0.9, 0.9}, "1"},
		{"stroke-forest", []float64{0.79, 1, 0, 1, 0.5804, 0.48}, "1"}, {"stroke-logistic", []float64{0.79, 1, 0, 1, 0.5804, 0.48}, "1"},
	} {
		m, err := Load(c.model)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.ClassNames[m.Classifier.Predict(c.x)]; got != c.class {
			t.Errorf("%s at %v: class %s, want %s", c.model, c.x, got, c.class)
		}
	}
	// Outputs of the printed network at the centre, in exact arithmetic.
	m, _ := Load("example5-network")
	var out [2]float64
	m.Classifier.(*network.Network).Scores([]float64{0.5, 0.5}, out[:])
	if math.Abs(out[0]+4.35175) > 1e-12 || math.Abs(out[1]-6.3947) > 1e-12 {
		t.Errorf("printed network: %v, want -4.35175 and 6.3947", out)
	}
	// The QDA's boundary is the circle of radius 2√(1+ln 2) around (−1, −1).
	q, _ := Load("circle-qda")
	radius := 2 * math.Sqrt(1+math.Ln2)
	for angle := 0.1; angle < math.Pi/2; angle += 0.1 {
		for _, side := range []struct {
			r     float64
			class int
		}{{radius - 1e-9, 0}, {radius + 1e-9, 1}} {
			x := []float64{side.r*math.Cos(angle) - 1, side.r*math.Sin(angle) - 1}
			if got := q.Classifier.Predict(x); got != side.class {
				t.Errorf("circle-qda at %v: class %d, want %d", x, got, side.class)
			}
		}
	}
	// The trained network misses the unit circle on less than 2 % of the square.
	network, _ := Load("circle-network")
	wrong := 0
	for i := range 200 {
		for j := range 200 {
			u, v := (float64(i)+0.5)/200, (float64(j)+0.5)/200
			if (network.Classifier.Predict([]float64{u, v}) == 1) != (u*u+v*v < 1) {
				wrong++
			}
		}
	}
	if share := float64(wrong) / 40000; share > 0.02 {
		t.Errorf("the trained network is wrong on %.2f %% of the square", 100*share)
	}
}

// The made-up patients have the columns of the stroke classifiers, which find some of their strokes.
func TestPatientsAreForTheStrokeClassifiers(t *testing.T) {
	m, err := Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := table.Named(t.Context(), "patients", 1, table.RecordOptions{Features: m.Features})
	if err != nil {
		t.Fatal(err)
	}
	accuracy, err := learners.Accuracy(t.Context(), m.Classifier, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("accuracy of stroke-logistic: %.3f, always no: %.3f", accuracy, d.Always())
}
