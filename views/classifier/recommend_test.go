package classifier

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/views/viewtest"
)

// clinicOfOne writes a file of people; one of them, near a threshold of the logistic regression, is alone in a clinic.
func clinicOfOne(t *testing.T, people int) string {
	t.Helper()
	text := "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,clinic\n"
	for i := range people {
		age, clinic := 0.05+0.3*float64(i%17)/17, "north"
		switch {
		case i == people-3:
			age, clinic = 0.69, "solo"
		case i%2 == 1:
			clinic = "south"
		}
		text += fmt.Sprintf("%g,0,0,1,0.5,%g,%s\n", age, 0.3+0.2*float64(i%11)/11, clinic)
	}
	file := filepath.Join(t.TempDir(), "clinics.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Advice for every group includes the group of one, which a draw of 20 misses: the interval of a part holds the need of all,
// and stands in the first sentence.
func TestAGroupOfOneIsNotLeftOut(t *testing.T) {
	about := "for=worst-group&by=clinic&sure=on&classifier=stroke-logistic&private=age&target=0.9&data=" + clinicOfOne(t, 120) + "&records="
	all := viewtest.Readings(t, Recommend, about+"120")["epsilon-pm"].Known
	if all.Basis != known.Exact {
		t.Fatalf("of all: %+v", all)
	}
	sheet := viewtest.Sheet(t, Recommend, about+"20")
	if want := "20 of 120 records, drawn with seed 1, and 1 more of small groups"; !strings.HasSuffix(sheet.Provenance.Text, want) {
		t.Fatalf("whose: %s", sheet.Provenance.Text)
	}
	for _, a := range sheet.Readings {
		switch a.Key {
		case engine.Key{Name: "epsilon", Member: "pm"}:
			if a.Known.Value < 0.999*all.Value || a.Known.Low > all.Value || all.Value > a.Known.High {
				t.Errorf("a part needs %+v, all %g", a.Known, all.Value)
			}
		case engine.Key{Name: "best"}:
			if !strings.HasPrefix(a.Remark, "ε ") {
				t.Errorf("beside the best stands %q", a.Remark)
			}
		}
	}
	if lead := sheet.Lead.Answer.String(); !strings.HasPrefix(lead, "No ε is certain: 21 records are too few") && !strings.Contains(lead, "with 95 % confidence, to keep predictions 90 % of the time on average in every group") {
		t.Errorf("it begins: %s", lead)
	}
}

// The total has the interval of its parts.
func TestTotalOfAPartHasAnInterval(t *testing.T) {
	effort.ForPages(t)
	answers := viewtest.Readings(t, Recommend, "for=mean&classifier=stroke-logistic&private=age,bmi&records=10&target=0.9")
	total, each := answers["epsilon-total"].Known, answers["epsilon-"+answers["best"].Known.Word].Known
	for _, c := range [][2]float64{{total.Value, each.Value}, {total.Low, each.Low}, {total.High, each.High}} {
		if math.Abs(c[0]-2*c[1]) > 1e-12*c[0] && c[0] != 2*c[1] {
			t.Errorf("in total %+v, each %+v", total, each)
		}
	}
}

// A file opened on a page is looked at in as many records as are quick, independent of the preset for made-up ones: a short
// file in all of them.
func TestAnOpenedFileIsNotFortyRecords(t *testing.T) {
	data := dataText
	opened := Recommend.Opening().Writing(data, clinicOfOne(t, 120))
	if got := opened.Get(people); got != people.Default {
		t.Errorf("records = %g", got)
	}
	for rows, want := range map[int]int{120: 120, 390: 390, 2000: 200} {
		if got := sizeOf(t, "classifier=stroke-forest&private=age&data="+clinicOfOne(t, rows)); got != want {
			t.Errorf("of %d records %d are looked at, want %d", rows, got, want)
		}
	}
}

// sizeOf returns the number of records that recommend looks at.
func sizeOf(t *testing.T, query string) int {
	t.Helper()
	values, err := Recommend.Form.Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	q, err := askForTable(worktest.Session(t.Context(), 0), values)
	if err != nil {
		t.Fatal(err)
	}
	return q.Sample.Len()
}

// Every guarantee of the menu has its extent in the head of its block.
func TestHeadsOfGuarantees(t *testing.T) {
	for _, kind := range mechanisms.All.Kinds {
		if extents[kind.Tag] == "" {
			t.Errorf("%s begins its block with %q", kind.Name, headOf(kind.Tag))
		}
	}
}
