package model

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
)

// FuzzRead feeds the reader of classifier files any bytes. An accepted file must be sound: it predicts within its classes, is
// written, and is read again; a refusal must be one harmless line.
func FuzzRead(f *testing.F) {
	for _, m := range sampleModels() {
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"format":"dpscope-classifier/1","kind":"random_forest","trees":[{"feature":[0,-1,-1],"threshold":[0.5,0,0],"left":[1,0,0],"right":[2,0,0],"p":[[0,0,1],[1,0,0],[0,1,0]]}]}`))
	f.Add([]byte(xgboostFile()))
	f.Add([]byte(`{"format":"dpscope-classifier/1","kind":"additive_trees","inputs":"raw","features":["a","b=x"],"normalisation":{"a":{"offset":1,"divisor":9,"missing":4},"b=x":{"words":["x","y"],"other":-1}},` +
		`"start":[0,0.1],"compares":"float64","sums":"float32","trees":[{"class":1,"feature":[0,-1,-1],"threshold":[5.5,0,0],"left":[1,0,0],"right":[2,0,0],"missing_left":[0],"value":[0,-1,1]}]}`))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Read(bytes.NewReader(text), "f")
		if err != nil {
			checkLine(t, err)
			return
		}
		c := m.Classifier
		x := make([]float64, c.Dims())
		for i := range x {
			x[i] = float64(i%3) / 2
		}
		if k := c.Predict(x); k < 0 || k >= c.Classes() || len(m.ClassNames) != c.Classes() || len(m.Features) != c.Dims() {
			t.Fatalf("class %d of %d, %d names, %d features of %d", k, c.Classes(), len(m.ClassNames), len(m.Features), c.Dims())
		}
		for _, name := range append(m.FeatureNames(), m.ClassNames...) {
			if strings.ContainsFunc(name, unicode.IsControl) {
				t.Fatalf("a name with a control character: %q", name)
			}
		}
		var first, second bytes.Buffer
		if err := m.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(first.Bytes()), "f")
		if err != nil {
			t.Fatalf("%v\nafter writing %s", err, first.Bytes())
		}
		if err := again.Write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%v; written once %s, twice %s", err, first.Bytes(), second.Bytes())
		}
	})
}

// checkLine says that an error is one short line that moves no cursor.
func checkLine(t *testing.T, err error) {
	t.Helper()
	line := err.Error()
	if line == "" || len(line) > 1000 || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) }) {
		t.Fatalf("the error is not one harmless line: %q", line)
	}
}
