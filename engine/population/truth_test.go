package population

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
)

// Whoever waits for the true classes of a long file hears how much of it has been read, though
// it is read for all who ask, and by a goroutine of its own.
func TestReadingTheTruthReports(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	const half = 400_000
	text := "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,ill\n" +
		strings.Repeat("0.25,0,0,1,0.5,0.5,0\n0.75,0,1,1,0.5,0.25,1\n", half)
	file := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	private, err := m.FeatureIndices([]string{"age"})
	if err != nil {
		t.Fatal(err)
	}
	session := worktest.Session(t.Context(), 1<<30)
	long, err := OpenTable(session, m, private, TableKey{Data: file})
	if err != nil {
		t.Fatal(err)
	}
	told, last := 0, 0.0
	truth, err := long.OpenTruth(work.Reporting(session, func(p work.Progress) { told, last = told+1, p.Share() }), m, "ill")
	if err != nil || len(truth.Of) != 2*half || truth.Of[0] != 0 || truth.Of[1] != 1 {
		t.Fatalf("%d true classes; %v", len(truth.Of), err)
	}
	if told == 0 || !(last > 0.1) {
		t.Errorf("told %d times, the last of %v", told, last)
	}
}
