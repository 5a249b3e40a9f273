package classifier

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/views/viewtest"
)

// strokeWithClinics writes the stroke data with a column of clinics, one of them with a single person; it skips the test where
// the data are missing.
func strokeWithClinics(t *testing.T) string {
	t.Helper()
	data, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "stroke", "healthcare-dataset-stroke-data.csv"))
	if err != nil {
		t.Skip("the stroke data are not beside the project")
	}
	defer data.Close()
	rows, err := csv.NewReader(data).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	married, bmi, solo := slices.Index(rows[0], "ever_married"), slices.Index(rows[0], "bmi"), 0
	rows[0] = append(rows[0], "clinic")
	for i, row := range rows[1:] {
		clinic := [...]string{"north", "south", "west"}[i%3]
		if row[bmi] != "N/A" && row[2] == "79" && solo == 0 { // nearer to the other class than most
			clinic, solo = "solo", i
		}
		row[married] = map[string]string{"Yes": "1", "No": "0"}[row[married]]
		rows[i+1] = append(row, clinic)
	}
	if solo == 0 {
		t.Fatal("nobody is alone")
	}
	file := filepath.Join(t.TempDir(), "clinics.csv")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := csv.NewWriter(out).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// In the stroke data a clinic of one person, and the one person of gender Other, are looked at in every draw: advice for every
// group includes them.
func TestAClinicOfOneInTheStrokeData(t *testing.T) {
	file := strokeWithClinics(t)
	const about = "classifier=stroke-logistic&values=raw&mechanism=pm&epsilon=4&records=60&data="
	for by, alone := range map[string]string{"clinic": "solo", "gender": "Other"} {
		sheet := viewtest.Sheet(t, Population, about+file+"&by="+by)
		i := slices.IndexFunc(sheet.Readings, func(a engine.Reading) bool { return a.Key == engine.Key{Name: "mean", Member: alone} })
		if i < 0 || sheet.Readings[i].Known.Basis != known.Exact {
			t.Errorf("by=%s: what %s keeps is not known of all of that group", by, alone)
		}
		if !strings.Contains(sheet.Provenance.Text, "1 more of small groups") {
			t.Errorf("by=%s: whose: %s", by, sheet.Provenance.Text)
		}
	}
	effort.ForNumbers(t)
	goal := "for=worst-group&by=clinic&classifier=stroke-logistic&values=raw&private=age&target=0.9&data=" + file + "&records="
	whole, err := Recommend.Setting(goal + "6000")
	if err != nil {
		t.Fatal(err)
	}
	all, err := Recommend.Value(worktest.Session(t.Context(), 64<<20), whole, engine.Key{Name: "epsilon", Member: "pm"})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range viewtest.Readings(t, Recommend, goal+"60") {
		switch {
		case a.Key == engine.Key{Name: "epsilon", Member: "pm"} && (a.Known.Low > all.Value || all.Value > a.Known.High):
			t.Errorf("a part needs %+v, all %g", a.Known, all.Value)
		case a.Name == "epsilon-enough" && !a.Known.Missing() && a.Known.Value < 0.999*all.Value:
			t.Errorf("enough for all is said to be %g, they need %g", a.Known.Value, all.Value)
		}
	}
}
