package classifier

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/views/viewtest"
)

// A single record has no mean that could hide a person.
func TestOneRecordIsNoPopulation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.csv")
	if err := os.WriteFile(file, []byte("bmi,age,hypertension,heart_disease,ever_married,avg_glucose_level\n30,50,0,0,1,90\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sheet := viewtest.Sheet(t, Population, "classifier=stroke-logistic&values=raw&data="+file)
	lead := sheet.Lead.Answer.String()
	if !strings.HasPrefix(lead, "The only one, line 2, keeps its prediction with probability ") || strings.Contains(lead, "average") {
		t.Errorf("said: %s", lead)
	}
}
