package agreement

import (
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/network"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// referenceMechanisms maps the mechanisms of robustness.csv to the menu.
var referenceMechanisms = map[string]string{
	"pm": "pm", "sw": "sw", "laplace_raw": "laplace", "laplace_inside": "laplace", "laplace_clamp": "laplace-clamped",
	"exp101": "exponential", "exp101_nohalf": "exponential-sharp", "krr101": "krr",
}

// only restricts a law to the answers in a side: robustness.csv has agreements that count leaving the unit square as an error.
type only struct {
	mechanisms.Law
	side proof.Side
}

func (l only) Mass(from, to float64) float64 {
	return l.Law.Mass(max(from, l.side.Low), min(to, l.side.High))
}

func (l only) Density(y float64) float64 {
	if y < l.side.Low || y > l.side.High {
		return 0
	}
	return l.Law.Density(y)
}

func (l only) Support() (low, high float64) { return l.side.Low, l.side.High }

// even is the uniform law on [0, 1], under which mass equals area.
type even struct{}

func (even) Mass(from, to float64) float64      { return max(min(to, 1)-max(from, 0), 0) }
func (l even) Outside(from, to float64) float64 { return 1 - l.Mass(from, to) }
func (even) Density(y float64) float64 {
	if y < 0 || y > 1 {
		return 0
	}
	return 1
}
func (even) Atoms() []mechanisms.Atom      { return nil }
func (even) Support() (low, high float64)  { return 0, 1 }
func (even) Mean() float64                 { return 0.5 }
func (even) Variance() float64             { return 1.0 / 12 }
func (even) Sample(rng *rand.Rand) float64 { return rng.Float64() }

// printedNetwork has the weights printed in Example 5 of the paper.
var printedNetwork = &network.Network{Layers: []network.Dense{
	{In: 2, Out: 2, Weights: []float64{-1.86, -2.09, 0.12, -0.46}, Bias: []float64{3.71, -0.08}, ReLU: true},
	{In: 2, Out: 2, Weights: []float64{-3.05, 0.4, 4.02, -0.22}, Bias: []float64{0.94, -0.58}},
}}

// circleQDA is Example 4 of the paper, with the factors of its repository.
var circleQDA = &discriminant.QDA{
	Means:      [][]float64{{0, 0}, {1, 1}},
	Precisions: [][]float64{{1, 0, 0, 1}, {0.5, 0, 0, 0.5}},
	Offsets:    []float64{math.Log(0.5), math.Log(0.5) - math.Log(4)/2},
}

// unitCircle has class 1 where u² + v² < 1.
var unitCircle = &discriminant.QDA{
	Means:      [][]float64{{0, 0}, {0, 0}},
	Precisions: [][]float64{{0, 0, 0, 0}, {2, 0, 0, 2}},
	Offsets:    []float64{0, 1},
}

// referenceTable reads robustness.csv and keeps what its rows share.
type referenceTable struct {
	*testing.T
	models  map[string]*model.Model
	regions map[string]*Region
	count   map[string]int
	worst   map[string]float64
}

// region builds the classifier of a row; nil for a row without a record.
func (r *referenceTable) region(row map[string]string) *Region {
	key := row["case"] + " " + row["x"]
	if known, ok := r.regions[key]; ok {
		return known
	}
	q := Question{Record: numbers(r, row["x"]), Private: []int{0, 1}}
	switch file := strings.Fields(row["classifier"])[0]; row["case"] {
	case "nn2-printed":
		q.Classifier = printedNetwork
	case "toy1d":
		q.Classifier, q.Private = &tree.Interval{From: 0.2, To: 0.8}, []int{0}
	case "qda":
		q.Classifier = circleQDA
	case "unit-circle":
		q.Classifier = unitCircle
	case "lin-a", "lin-b", "lin-c", "lin-edge", "lin-never":
		parts := regexp.MustCompile(`w=\[(.*)\] b=(\S+) sensitive=\[(.*)\]`).FindStringSubmatch(row["classifier"])
		q.Classifier = &linear.Linear{Weights: numbers(r, strings.ReplaceAll(parts[1], "'", "")), Bias: number(r, parts[2])}
		q.Private = nil
		for _, i := range numbers(r, parts[3]) {
			q.Private = append(q.Private, int(i))
		}
	default:
		m, ok := r.models[file]
		if !ok {
			m = peer(r, file)
			r.models[file] = m
		}
		q.Classifier, q.Private = m.Classifier, m.Private
	}
	var region *Region
	if len(q.Record) == q.Classifier.Dims() {
		var err error
		if region, err = Prepare(r.Context(), q); err != nil {
			r.Fatal(err)
		}
	}
	r.regions[key] = region
	return region
}

// laws reads "mechanism=pm eps=4" from a row's note.
func (r *referenceTable) laws(q Question, note string) []mechanisms.Law {
	parts := regexp.MustCompile(`mechanism=(\S+) eps=(\d+)`).FindStringSubmatch(note)
	if parts == nil {
		return nil
	}
	laws := q.Laws(mechanism(r, referenceMechanisms[parts[1]], number(r, parts[2])))
	if parts[1] == "laplace_inside" {
		for i := range laws {
			laws[i] = only{laws[i], UnitInterval}
		}
	}
	return laws
}

// claimed reads "[0.63 1] x [0 1]" or "[0.4 0.6]^2" from a row's note.
func (r *referenceTable) claimed(note string) []proof.Side {
	if p := regexp.MustCompile(`\[(\S+) (\S+)\] x \[(\S+) (\S+)\]`).FindStringSubmatch(note); p != nil {
		return []proof.Side{{Low: number(r, p[1]), High: number(r, p[2])}, {Low: number(r, p[3]), High: number(r, p[4])}}
	}
	if p := regexp.MustCompile(`\[(\S+) (\S+)\]\^2`).FindStringSubmatch(note); p != nil {
		s := proof.Side{Low: number(r, p[1]), High: number(r, p[2])}
		return []proof.Side{s, s}
	}
	r.Fatalf("no box in %q", note)
	return nil
}

// wrong returns the mass of other classes in a box, without sampling.
func (r *referenceTable) wrong(region *Region, laws []mechanisms.Law, sides []proof.Side) float64 {
	var within []mechanisms.Law
	for k := range laws {
		within = append(within, only{laws[k], sides[k]})
	}
	return mass(laws, sides) - r.exact(region, within)
}

func (r *referenceTable) exact(region *Region, laws []mechanisms.Law) float64 {
	e, err := region.Exact(r.Context(), laws)
	if err != nil {
		r.Fatal(err)
	}
	return e.Value
}

func (r *referenceTable) box(region *Region, laws []mechanisms.Law) CertifiedBox {
	b, err := region.LargestBox(r.Context(), laws, UnitInterval)
	if err != nil {
		r.Fatal(err)
	}
	if v, err := region.Proven(r.Context(), b.Sides); err != nil || !v.Proven {
		r.Errorf("box %v is not proven: %+v, %v", b.Sides, v, err)
	}
	return b
}

// Rows of robustness.csv: exact rationals, mpmath quadrature, exact grids. Published boxes are refuted by a counterexample,
// except [0, 0.72] of the bank, which has no row in the table (see TestPublishedBoxes).
func TestReference(t *testing.T) {
	r := &referenceTable{t, map[string]*model.Model{}, map[string]*Region{}, map[string]int{}, map[string]float64{}}
	passed := map[string]int{}
	for line, row := range oracle.Table(t, "reference/robustness.csv") {
		got, tolerance, asked := r.answer(row)
		if !asked {
			passed[row["quantity"]]++
			continue
		}
		want := number(t, row["value"])
		miss := math.Abs(got - want)
		if got == want {
			miss = 0
		}
		kind := row["quantity"] + " " + kindOf(row["case"])
		r.count[kind]++
		r.worst[kind] = max(r.worst[kind], miss)
		if !(miss <= tolerance) {
			t.Errorf("line %d: %s of %s at %s, %s = %.17g, want %s (off by %.1e)", line+2, row["quantity"], row["case"], row["x"], row["note"], got, row["value"], miss)
		}
	}
	total := 0
	for _, k := range slices.Sorted(maps.Keys(r.count)) {
		t.Logf("%-36s %4d rows, largest error %.1e", k, r.count[k], r.worst[k])
		total += r.count[k]
	}
	t.Logf("%d rows in all; not asked here: %v", total, passed)
}

func kindOf(name string) string {
	switch {
	case strings.HasSuffix(name, "-rf"):
		return "forests"
	case strings.HasSuffix(name, "-lr"):
		return "logistic"
	case strings.HasPrefix(name, "lin-"):
		return "linear"
	case strings.HasPrefix(name, "nn2-"):
		return "networks"
	}
	return name
}

// answer computes the quantity of a row.
func (r *referenceTable) answer(row map[string]string) (got, tolerance float64, asked bool) {
	region := r.region(row)
	if region == nil {
		return 0, 0, false
	}
	laws := r.laws(region.Question, row["note"])
	square := []mechanisms.Law{even{}, even{}}[:len(region.Private)]
	forest := region.grid != nil && row["case"] != "toy1d"
	tolerance = 1e-12
	if forest {
		tolerance = 1e-9
	}
	switch row["quantity"] {
	case "radius_linf", "radius_linf_box":
		limits := Everywhere
		if row["quantity"] == "radius_linf_box" {
			limits = UnitInterval
		}
		radius, err := region.Radius(r.Context(), limits)
		if err != nil {
			r.Fatal(err)
		}
		if want := row["closed"] == "yes"; row["closed"] != "" && radius.Attained != want {
			r.Errorf("%s at %s: attained = %v, want %v", row["case"], row["x"], radius.Attained, want)
		}
		if radius.gap() > tolerance {
			r.Errorf("%s at %s: the radius is known to %g only", row["case"], row["x"], radius.gap())
		}
		return radius.Value, tolerance, true
	case "radius_linf_lower_bound": // of the paper's footnote; ours is at least as large
		radius, err := region.Radius(r.Context(), Everywhere)
		if err != nil {
			r.Fatal(err)
		}
		return min(radius.Value, number(r, row["value"])), tolerance, true
	case "exact_utility":
		return r.exact(region, laws), 1e-9, true
	case "best_box_mass":
		return r.box(region, laws).Mass, 1e-9, true
	case "best_box_volume":
		return r.box(region, square).Mass, tolerance, true
	case "wrong_area":
		return 1 - r.exact(region, square), tolerance, true
	case "claimed_box_mass":
		sides, known := publishedSides(row)
		return mass(laws, sides), tolerance, known
	case "claimed_box_wrong_mass":
		sides, known := publishedSides(row)
		return r.wrong(region, laws, sides), tolerance, known
	case "claimed_box_wrong_fraction", "box_wrong_fraction":
		sides := r.claimed(row["note"])
		got := r.wrong(region, square, sides) / mass(square, sides)
		if v, err := region.Proven(r.Context(), sides); err != nil || v.Proven == (number(r, row["value"]) > 0) || !v.Proven && v.Counterexample == nil {
			r.Errorf("%s, box %v: %+v, %v, though %s of it is wrong", row["case"], sides, v, err, row["value"])
		}
		return got, tolerance, true
	case "grid_cells":
		return r.cells(region, row["value"]), 0, false
	case "class", "class_index":
		got = float64(region.Class)
		if row["case"] == "toy1d" || row["case"] == "qda" {
			got++ // the paper counts classes from 1
		}
		return got, 0, true
	}
	return 0, 0, false
}

// cells checks a row "121 389": cells within [0, 1) between the thresholds that can
// be reached.
func (r *referenceTable) cells(region *Region, value string) float64 {
	want := numbers(r, value)
	m, err := region.Classifier.(learners.Thresholded).Map(r.Context(), region.Record, region.Private)
	if err != nil {
		r.Fatal(err)
	}
	for a, edges := range m.Edges {
		n := 1.0
		for i := range edges.Len() {
			if edges.At(i).At < 1 {
				n++
			}
		}
		if n != want[a] {
			r.Errorf("%g cells on axis %d, want %g", n, a, want[a])
		}
	}
	return 0
}

// publishedSides returns the box of a claimed_box row, which names it by the place where it is printed.
func publishedSides(row map[string]string) ([]proof.Side, bool) {
	boxes := map[string][]proof.Side{
		"stroke-A-lr paper Section 7.2.1":                         {{Low: 0.63, High: 1}, {Low: 0, High: 1}},
		"stroke-A-lr box printed by the authors script":           {{Low: 0.6259375, High: 1}, {Low: 0, High: 1}},
		"stroke-A-rf paper Section 7.2.1":                         {{Low: 0.5, High: 1}, {Low: 0, High: 0.62}},
		"stroke-A-rf box behind the published rf_accuracy.csv":    {{Low: 0.498, High: 1}, {Low: 0, High: 0.622}},
		"bank-A-lr box behind the published bank lr_accuracy.csv": {{Low: 0, High: 0.77}, {Low: 0, High: 1}},
		"bank-A-lr paper Section 7.2.2":                           {{Low: 0, High: 0.72}, {Low: 0, High: 1}},
		"bank-A-rf box behind the published bank rf_accuracy.csv": {{Low: 0, High: 0.456}, {Low: 0, High: 1}},
	}
	where, _, _ := strings.Cut(row["note"], ";")
	sides, ok := boxes[row["case"]+" "+where]
	if !ok {
		sides = []proof.Side{UnitInterval, UnitInterval}
	}
	return sides, ok
}

// The four boxes published in the paper, and their robust part: only [0, 0.72] x [0, 1] is robust (claims table, rows 15 to
// 17).
func TestPublishedBoxes(t *testing.T) {
	for _, c := range []struct {
		file, record string
		sides        []proof.Side
		robust       bool
	}{
		{"stroke_lr.json", "stroke-A", []proof.Side{{Low: 0.63, High: 1}, {Low: 0, High: 1}}, false},
		{"stroke_rf.json", "stroke-A", []proof.Side{{Low: 0.5, High: 1}, {Low: 0, High: 0.62}}, false},
		{"bank_lr.json", "bank-A", []proof.Side{{Low: 0, High: 0.72}, {Low: 0, High: 1}}, true},
		{"bank_lr.json", "bank-A", []proof.Side{{Low: 0, High: 0.77}, {Low: 0, High: 1}}, false},
		{"bank_rf.json.gz", "bank-A-rf", []proof.Side{{Low: 0, High: 0.456}, {Low: 0, High: 1}}, false},
	}[:effort.Scale(4, 5, 5)] { // the last is a forest of a second's reading
		m := peer(t, c.file)
		record, err := m.Record(c.record)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Prepare(t.Context(), Question{Classifier: m.Classifier, Record: record.X, Private: m.Private})
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Proven(t.Context(), c.sides)
		if err != nil {
			t.Fatal(err)
		}
		if v.Proven != c.robust || !c.robust && (v.Counterexample == nil || m.Classifier.Predict(v.Counterexample) == r.Class) {
			t.Errorf("%s, box %v: %+v, want robust = %v", c.file, c.sides, v, c.robust)
		}
		t.Logf("%s %v: robust %v, counterexample %v", c.file, c.sides, v.Proven, v.Counterexample)
	}
}

// The paper's bound for row 81 of the stroke data is .8331 where the exact
// utility is .1031; a certified bound stays below it.
func TestCertifiedBoundOfTheSmallestBox(t *testing.T) {
	m := peer(t, "stroke_rf.json")
	record, err := m.Record("stroke-tiny")
	if err != nil {
		t.Fatal(err)
	}
	q := Question{Classifier: m.Classifier, Record: record.X, Private: m.Private}
	r, err := Prepare(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	laws := q.Laws(mechanism(t, "pm", 8))
	box, err := r.LargestBox(t.Context(), laws, UnitInterval)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := r.Exact(t.Context(), laws)
	if err != nil {
		t.Fatal(err)
	}
	if !(box.Mass <= 0.1031 && box.Mass <= exact.Value && math.Abs(exact.Value-0.1031) < 5e-5) {
		t.Errorf("certified %.6f, exact %.6f", box.Mass, exact.Value)
	}
	t.Logf("certified %.6f, exact %.6f, as printed .8331", box.Mass, exact.Value)
}
