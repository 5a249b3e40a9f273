package learners

import (
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// examples reads the example of each kind.
func examples() iter.Seq2[Kind, *Model] {
	return func(yield func(Kind, *Model) bool) {
		for _, k := range Kinds {
			if !yield(k, exampleOf(k)) {
				return
			}
		}
	}
}

// exampleOf reads the example of a kind.
func exampleOf(k Kind) *Model {
	m, err := Read(strings.NewReader(`{"format":"`+Format+`","kind":"`+k.Name+`",`+k.Example+`}`), k.Name)
	if err != nil {
		panic(err)
	}
	return m
}

// Every kind says what it is, in a file and in a sentence, and each of its names
// is its own.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for k, m := range examples() {
		for _, name := range append(k.Also, k.Name, k.Title) {
			if name == "" || seen[name] {
				t.Errorf("%s: the name %q is missing or given twice", k.Name, name)
			}
			seen[name] = true
		}
		if got := Title(m.Classifier); got != k.Title {
			t.Errorf("%s: its example is called %s, not %s", k.Name, got, k.Title)
		}
		if c := m.Classifier; c.Dims() < 1 || c.Dims() > 4 {
			t.Errorf("%s: an example over %d features; a small one would do", k.Name, c.Dims())
		}
		for _, also := range k.Also {
			m.Kind = also
			var text strings.Builder
			if err := m.Write(&text); err != nil || !strings.Contains(text.String(), `"kind":"`+also+`"`) {
				t.Errorf("%s, also %s: written %s, %v", k.Name, also, text.String(), err)
			}
		}
	}
}

// A classifier that is none of the kinds is a black box.
func TestBlackBox(t *testing.T) {
	box := struct{ Classifier }{&Interval{From: 0, To: 1}}
	if _, ok := any(box).(Provable); ok || Title(box) != "a black box" {
		t.Errorf("%s, provable: %v", Title(box), ok)
	}
	if err := (&Model{Classifier: box}).Write(io.Discard); err == nil || err.Error() != "a black box has no file format; a classifier of a kind of its own would do" {
		t.Errorf("written: %v", err)
	}
}

// The margin is linear with the normal, and decides.
func TestHyperplanesSeparate(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 7))
	for k, m := range examples() {
		c, ok := m.Classifier.(Separating)
		if !ok {
			continue
		}
		for range 100 {
			x, step := anywhere(c.Dims())(rng), anywhere(c.Dims())(rng)
			moved, change := slices.Clone(x), 0.0
			for i, s := range step {
				moved[i] += s
				change += s * c.Normal()[i]
			}
			if got := c.Margin(moved) - c.Margin(x); math.Abs(got-change) > 1e-12 {
				t.Errorf("%s: the margin changes by %g, want %g", k.Name, got, change)
			}
			if (c.Margin(x) > 0) != (c.Predict(x) == 1) {
				t.Errorf("%s at %v: margin %g, class %d", k.Name, x, c.Margin(x), c.Predict(x))
			}
		}
	}
}

// The features of an image are its pixels.
func TestImagesHavePixels(t *testing.T) {
	for k, m := range examples() {
		if c, ok := m.Classifier.(Imaging); ok && c.Image().Size() != c.Dims() {
			t.Errorf("%s: an image of %v has %d features", k.Name, c.Image(), c.Dims())
		}
	}
}
