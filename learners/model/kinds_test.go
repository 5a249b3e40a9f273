package model

import (
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dpscope/learners"
	"dpscope/learners/tree"
)

// examples reads the example of each kind.
func examples() iter.Seq2[learners.Kind, *Model] {
	return func(yield func(learners.Kind, *Model) bool) {
		for _, k := range Kinds {
			if !yield(k, exampleOf(k)) {
				return
			}
		}
	}
}

// exampleOf reads the example of a kind.
func exampleOf(k learners.Kind) *Model {
	m, err := Read(strings.NewReader(`{"format":"`+Format+`","kind":"`+k.Name+`",`+k.Example+`}`), k.Name)
	if err != nil {
		panic(err)
	}
	return m
}

// Every kind describes itself in a file and in a sentence, and its names are unique.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for k, m := range examples() {
		for _, name := range append(k.Also, k.Name, k.Title) {
			if name == "" || seen[name] {
				t.Errorf("%s: the name %q is missing or given twice", k.Name, name)
			}
			seen[name] = true
		}
		if got := learners.Title(m.Classifier); got != k.Title {
			t.Errorf("%s: its example is called %s, not %s", k.Name, got, k.Title)
		}
		if c := m.Classifier; c.Dims() < 1 || c.Dims() > 4 {
			t.Errorf("%s: an example over %d features; a small one would work", k.Name, c.Dims())
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

// A classifier of no known kind is a black box.
func TestBlackBox(t *testing.T) {
	box := struct{ learners.Classifier }{&tree.Interval{From: 0, To: 1}}
	if _, ok := any(box).(learners.Provable); ok || learners.Title(box) != "a black box" {
		t.Errorf("%s, provable: %v", learners.Title(box), ok)
	}
	if err := (&Model{Classifier: box}).Write(io.Discard); err == nil || err.Error() != "a black box has no file format; a classifier of a kind of its own would work" {
		t.Errorf("written: %v", err)
	}
}

// The margin is linear with the normal, and decides.
func TestHyperplanesSeparate(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 7))
	for k, m := range examples() {
		c, ok := m.Classifier.(learners.Separating)
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
		if c, ok := m.Classifier.(learners.Imaging); ok && c.Image().Size() != c.Dims() {
			t.Errorf("%s: an image of %v has %d features", k.Name, c.Image(), c.Dims())
		}
	}
}

// plainly is a classifier that reveals only its classes.
type plainly struct{ learners.Classifier }

// slow is a classifier that takes long, and says so.
type slow struct {
	plainly
	long bool
}

func (s slow) TakesLong() bool { return s.long }

// Every capability that a classifier's methods make is gathered, and no other.
func TestCapabilities(t *testing.T) {
	classifiers := map[string]learners.Classifier{}
	for _, m := range sampleModels() {
		classifiers[m.Name], classifiers["plain "+m.Name] = m.Classifier, plainly{m.Classifier}
	}
	for name, c := range classifiers {
		can := reflect.ValueOf(learners.CapabilitiesOf(c))
		for i := range can.NumField() {
			field, is := can.Type().Field(i), can.Field(i)
			if field.Type.Kind() != reflect.Interface {
				continue
			}
			if has := reflect.TypeOf(c).Implements(field.Type); has == is.IsNil() || has && is.Interface() != any(c) {
				t.Errorf("%s: %s is %v", name, field.Name, is)
			}
		}
	}
	toy := plainly{&tree.Interval{From: 0.2, To: 0.8}}
	for c, long := range map[learners.Classifier]bool{toy: false, slow{toy, false}: false, slow{toy, true}: true, &blackBox{}: true} {
		if got := learners.CapabilitiesOf(c).TakesLong; got != long {
			t.Errorf("%T takes long: %t", c, got)
		}
	}
}
