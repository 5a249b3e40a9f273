package classifier_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/learners/model"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/views"
)

// deepNetwork writes a file of a network of seven features, three of them private; its proofs take a second.
func deepNetwork(t *testing.T) string {
	rng := rand.New(rand.NewPCG(4, 12))
	n, widths := &network.Network{}, []int{7, 13, 13, 15, 4}
	for i := 1; i < len(widths); i++ {
		l := network.Dense{In: widths[i-1], Out: widths[i], ReLU: i < len(widths)-1, Bias: make([]float64, widths[i])}
		for range l.In * l.Out {
			l.Weights = append(l.Weights, 1.5*rng.NormFloat64())
		}
		n.Layers = append(n.Layers, l)
	}
	m := &model.Model{Classifier: n, Private: []int{0, 1, 2}}
	for i := range widths[0] {
		m.Features = append(m.Features, table.Feature{Name: "x" + strconv.Itoa(i)})
	}
	for k := range n.Classes() {
		m.ClassNames = append(m.ClassNames, strconv.Itoa(k))
	}
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	return written(t, text.String())
}

// While proofs go on a page tells what is proven so far, ever more, and never more than is true.
func TestBoundsComeBeforeAnswers(t *testing.T) {
	effort.ForCheck(t)
	v, values, err := views.Open("utility?mechanism=krr&epsilon=8&target=0.9&sampling=off&record=0.5,0.4,0.6,0.3,0.7,0.2,0.8&classifier=" + deepNetwork(t))
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Ask(session(), values)
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string][]known.Value{}
	whole, err := page.Sheet(session(), func(part engine.Sheet) {
		for _, a := range part.Readings {
			if a.Pending && !a.Known.Missing() {
				bounds[a.Name] = append(bounds[a.Name], a.Known)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range whole.Readings {
		shown := bounds[a.Name]
		for i, b := range shown {
			switch {
			case a.Name == "box-mass" && (b.Basis != known.AtLeast || b.Value > a.Known.Value*(1+1e-12) || i > 0 && b.Value < shown[i-1].Value),
				a.Name == "epsilon-required" && (b.Basis != known.AtMost || b.Value < a.Known.Value*(1-1e-12) || i > 0 && b.Value > shown[i-1].Value):
				t.Errorf("%s: %+v was shown, after %+v, of %+v", a.Name, b, shown[:i], a.Known)
			}
		}
	}
	if len(bounds["box-mass"]) == 0 {
		t.Error("nothing was shown of the mass before it was there")
	}
	t.Logf("%d bounds on the mass, %d on the need", len(bounds["box-mass"]), len(bounds["epsilon-required"]))
}
