//go:build unix

package model

import (
	"os"
	"path/filepath"
	"testing"

	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
)

// A program takes raw values, its labels are the classes, and its failure is an error
// wherever it was asked.
func TestOpenProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predict")
	if err := os.WriteFile(path, []byte(`read h; while IFS=, read -r age bmi; do case $age in 99) exit 1;; [0-4]?|[0-4]?.*|?|?.*) echo young;; *) echo old;; esac; done`), 0o600); err != nil {
		t.Fatal(err)
	}
	session := &subprocess.Programs{}
	t.Cleanup(session.Close)
	session.Allow([]string{"sh " + path}, []table.Feature{{Name: "age", Scale: table.Scale{Divisor: 100}}, {Name: "bmi"}})
	m, err := OpenProgram(t.Context(), session, "cmd:sh "+path)
	if err != nil {
		t.Fatal(err)
	}
	if m.PrivateNames()[0] != "age" || len(m.Private) != 1 || m.Classifier.Classes() != 2 {
		t.Errorf("private %v, %d classes", m.PrivateNames(), m.Classifier.Classes())
	}
	for age, want := range map[float64]string{0.3: "young", 0.75: "old"} {
		if got := m.ClassName(m.Classifier.Predict([]float64{age, 1})); got != want {
			t.Errorf("at %g: %s", age, got)
		}
	}
	if _, provable := m.Classifier.(learners.Provable); provable || learners.Title(m.Classifier) != "a black box" {
		t.Errorf("%s, provable: %v", learners.Title(m.Classifier), provable)
	}
	if _, err := work.Recover(func() (int, error) { return m.Classifier.Predict([]float64{0.99, 1}), nil }); err == nil {
		t.Error("a program that ends is no error")
	}
}
