package model

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/learners"
)

// The six maps of rf_maps.json.gz: the same thresholds within [0, 1), the same
// class in every cell.
func TestDecisionMapsOfThePeerForests(t *testing.T) {
	effort.ForCheck(t)
	f, err := os.Open(oracle.Path(t, "reference", "rf_maps.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Maps map[string]struct {
			Classifier    string
			Record        []float64
			Sensitive     []string
			ClassAtRecord int `json:"class_at_record"`
			Thresholds0   []float64
			Thresholds1   []float64
			RowsHex       []string `json:"rows_hex"`
		}
	}
	if err := json.NewDecoder(z).Decode(&file); err != nil {
		t.Fatal(err)
	}
	for name, want := range file.Maps {
		model := peer(t, want.Classifier)
		free, err := model.FeatureIndices(want.Sensitive)
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Classifier.(learners.Thresholded).Map(t.Context(), want.Record, free)
		if err != nil {
			t.Fatal(err)
		}
		for a, thresholds := range [2][]float64{want.Thresholds0, want.Thresholds1} {
			for i, v := range thresholds {
				if i >= m.Edges[a].Len() || m.Edges[a].At(i).At != v {
					t.Fatalf("%s: threshold %d of axis %d is not %v", name, i, a, v)
				}
			}
			for i := len(thresholds); i < m.Edges[a].Len(); i++ {
				if at := m.Edges[a].At(i).At; at < 1 {
					t.Errorf("%s: threshold %v is missing there", name, at)
				}
			}
		}
		cells := 0
		for i, row := range want.RowsHex {
			bits, ok := new(big.Int).SetString(row, 16)
			if !ok {
				t.Fatalf("%s: row %d is no hexadecimal number", name, i)
			}
			columns := len(want.Thresholds1) + 1
			for j := range columns {
				if got := m.At(i, j); got != int(bits.Bit(columns-1-j)) {
					t.Fatalf("%s: cell (%d, %d) has class %d", name, i, j, got)
				}
				cells++
			}
		}
		if got := m.At(m.Home[0], m.Home[1]); got != want.ClassAtRecord {
			t.Errorf("%s: class %d at the record, want %d", name, got, want.ClassAtRecord)
		}
		t.Logf("%s: %d cells equal", name, cells)
	}
}

// The map is the slow twin of asking the forest at every point, at thresholds
// and their neighbours above all.
func TestDecisionMapAgreesWithPredict(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for trial := range 60 {
		classes := 2 + trial%3
		forest := randomForest(rng, 1+rng.IntN(12), 6, 4, classes, trial%2 == 0)
		if trial%10 == 0 {
			checkMap(t, forest.Trees[0], trial, rng)
		} else {
			checkMap(t, forest, trial, rng)
		}
	}
	for trial := range 40 {
		checkMap(t, randomAdditive(rng, 1+rng.IntN(12), 5, 4, 2+trial%3, trial%2 == 0, trial%3 == 0), trial, rng)
	}
	for _, m := range examples() {
		if c, ok := m.Classifier.(learners.Thresholded); ok {
			for trial := range 10 {
				checkMap(t, c, trial, rng)
			}
		}
	}
}

func checkMap(t *testing.T, c learners.Thresholded, trial int, rng *rand.Rand) {
	t.Helper()
	x := anywhere(c.Dims())(rng)
	free := []int{trial % c.Dims()}
	if other := (trial + 1 + trial%2) % c.Dims(); trial%3 > 0 && other != free[0] {
		free = append(free, other)
	}
	m, err := c.Map(t.Context(), x, free)
	if err != nil {
		t.Fatal(err)
	}
	if lacking, ok := c.(learners.AcceptsMissing); ok && lacking.TakesMissing() && len(free) < c.Dims() {
		held := slices.IndexFunc(rangeOf(c.Dims()), func(i int) bool { return !slices.Contains(free, i) })
		x[held] = math.NaN()
		if m, err = c.Map(t.Context(), x, free); err != nil {
			t.Fatal(err)
		}
	}
	y := append([]float64(nil), x...)
	for range 400 {
		var cell [2]int
		for a, f := range free {
			y[f] = rng.Float64()*1.4 - 0.2
			if edges := m.Edges[a]; edges.Len() > 0 && rng.IntN(2) == 0 {
				e := edges.At(rng.IntN(edges.Len()))
				y[f] = [3]float64{e.Cut, math.Nextafter(e.Cut, 2), e.At}[rng.IntN(3)]
			}
			cell[a] = m.Cell(a, y[f])
		}
		if got, want := m.At(cell[0], cell[1]), c.Predict(y); got != want {
			t.Fatalf("trial %d: the map gives class %d at %v, %s %d", trial, got, y, learners.Title(c), want)
		}
	}
}

func TestDecisionMapRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	if _, err := randomForest(rng, 2, 2, 3, 2, true).Map(t.Context(), []float64{0, 0, 0}, []int{0, 1, 2}); err == nil {
		t.Error("a map over three features was made")
	}
}

func BenchmarkDecisionMap(b *testing.B) {
	model := peer(b, "stroke_rf.json")
	r, err := model.Record("stroke-A")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := model.Classifier.(learners.Thresholded).Map(b.Context(), r.X, model.Private); err != nil {
			b.Fatal(err)
		}
	}
}
