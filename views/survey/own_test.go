package survey

import (
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/views/viewtest"
)

// written writes a CSV file of one column beside ages; compressed where its name says so.
func written(t *testing.T, name, column string, cells ...string) string {
	t.Helper()
	text := "age," + column + "\n"
	for i, cell := range cells {
		text += fmt.Sprintf("%d,%s\n", 20+i%50, cell)
	}
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if strings.HasSuffix(name, ".gz") {
		z := gzip.NewWriter(f)
		defer z.Close()
		_, err = z.Write([]byte(text))
	} else {
		_, err = f.WriteString(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// times repeats words, and numbered makes that many different ones.
func times(n int, words ...string) (list []string) {
	for range n {
		list = append(list, words...)
	}
	return list
}

func numbered(n int, format string) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(format, i))
	}
	return list
}

// One sentence says which cell of a column is no answer, and what would work.
func TestColumnsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		column string
		cells  []string
		query  string
		says   string
	}{
		"no UTF-8 name":   {"gr\xf6\xdfe", times(9, "no", "yes"), "", "line 1: the name of column 2, \"gre\", is not in UTF-8; a file in UTF-8 would work"},
		"one word":        {"smokes", times(9, "no"), "", `smokes has one word only, "no", so that there is nothing to ask; a column with two or more would work`},
		"empty":           {"smokes", times(9, "", "NA", "?"), "", "smokes has no answer: all 27 cells are missing; a column with answers would work"},
		"no record":       {"smokes", nil, "", "smokes has no record"},
		"an id":           {"id", numbered(40, "%d"), "", "id has 40 different words among 40 records: it tells people apart and is no answer; a column with answers would work"},
		"a long id":       {"patient_id", numbered(3000, "%d"), "", "patient_id has more than 1,000 different words among the first 1,001 records: it tells people apart"},
		"free text":       {"note", numbered(3000, "what person %d has to say"), "", "which is free text; a column of at most 1,000 words would work"},
		"many words":      {"town", times(3, numbered(1200, "t%d")...), "", "town has more than 1,000 different words; a column of at most 1,000, or asks=number with bounds, would work"},
		"below a bound":   {"hours", []string{"3", "-1", "4"}, "&asks=number&bounds=0:24", "line 3: hours is -1, out of its bounds 0 and 24"},
		"above a bound":   {"hours", []string{"3", "24", "24.5"}, "&asks=number&bounds=0:24", "line 4: hours is 24.5, out of its bounds 0 and 24"},
		"no number":       {"hours", []string{"3", "many"}, "&asks=number&bounds=0:24", `line 3: hours has "many" where a number would work`},
		"no numbers":      {"hours", times(3, ""), "&asks=number&bounds=0:24", "hours has no number: all 3 cells are missing"},
		"no bounds":       {"hours", []string{"3"}, "&asks=number", "bounds of hours are not declared; bounds=LOW:HIGH would work"},
		"unknown word":    {"smokes", times(9, "no", "yes"), "&word=maybe", `word = "maybe" is not known`},
		"unknown column":  {"smokes", times(9, "no", "yes"), "&column=smoke", "nearest: smokes"},
		"infinite number": {"hours", []string{"3", "inf"}, "&asks=number&bounds=0:24", "line 3: hours"},
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "people.csv", c.column, c.cells...)
			v, err := View.Setting("data=" + path + c.query)
			if err != nil {
				t.Fatal(err)
			}
			_, err = View.Values(worktest.Session(t.Context(), 1<<20), v)
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, where %q is to be said", err, c.says)
			}
		})
	}
	if _, err := View.Setting("data=people.csv&asks=number&bounds=24:0"); err == nil || !strings.Contains(err.Error(), "the lower one first") {
		t.Errorf("bounds that are upside down: %v", err)
	}
}

// People, options and shares are the file's, sorted or not and repeated a hundred times; missing cells are left out and
// reported.
func TestAnswersOfAFile(t *testing.T) {
	mixed := times(20, "yes", "no", "no", "", "no")
	sorted := append(append(times(20, "yes"), times(60, "no")...), times(20, "NA")...)
	for name, cells := range map[string][]string{"mixed.csv": mixed, "sorted.csv": sorted, "packed.csv.gz": mixed} {
		path := written(t, name, "smokes", cells...)
		same(t, "data="+path, "n=80&true-share=0.25")
		same(t, "word=no&data="+path, "n=80&true-share=0.75")
		sheet := viewtest.Sheet(t, View, "data="+path)
		if lead := sheet.Lead.Answer.String(); !strings.HasPrefix(lead, "Smokes = yes: 25.0 % ± ") {
			t.Errorf("%s: the lead says %q", name, lead)
		}
		whose := sheet.Provenance.Text
		for _, part := range []string{"80 people of " + name + ", column smokes", "20 answered yes, one of 2 words", "20 more without an answer are left out", "which no ε covers"} {
			if !strings.Contains(whose, part) {
				t.Errorf("%s: %q does not say %q", name, whose, part)
			}
		}
	}
	same(t, "data="+written(t, "many.csv", "smokes", times(100, mixed...)...), "n=8000&true-share=0.25")
	towns := written(t, "towns.csv", "town", times(30, "Rom", "Bern", "Linz", "Rom")...)
	same(t, "asks=options&data="+towns, "asks=options&k=3&n=120&true-share=0.5")
}

// same compares the margins of a file with those of a setting.
func same(t *testing.T, file, setting string) {
	t.Helper()
	names := []string{"margin-of-error", "margin-noise", "margin-chance", "epsilon-required"}
	got, want := viewtest.Some(t, View, file, names...), viewtest.Some(t, View, setting, names...)
	for _, name := range names {
		if g, w := got[name], want[name]; fmt.Sprint(g) != fmt.Sprint(w) {
			t.Errorf("%s: %s is %v, of %s it is %v", file, name, g, setting, w)
		}
	}
}

// A mean and its margin are computed from the numbers between the bounds.
func TestNumbersOfAFile(t *testing.T) {
	path := written(t, "hours.csv", "hours", "3", "6", "", "12", "3")
	got := viewtest.Some(t, View, "asks=number&bounds=0:12&protocol=laplace&data="+path, "standard-deviation")["standard-deviation"]
	mean, squares := 0.0, 0.0
	numbers := []float64{0.25, 0.5, 1, 0.25}
	for _, x := range numbers {
		mean += x / 4
		squares += x * x / 4
	}
	if want := math.Sqrt((squares - mean*mean + 2) / 4); math.Abs(got.Value-want) > 1e-12 { // Laplace noise of scale 1 has a variance of 2
		t.Errorf("the deviation is %g, where %g is", got.Value, want)
	}
	sheet := viewtest.Sheet(t, View, "asks=number&bounds=0:12&data="+path)
	if whose := sheet.Provenance.Text; !strings.Contains(whose, "4 people of hours.csv, column hours, between the declared bounds 0 and 12; mean 6.00; 1 more without an answer") {
		t.Error(whose)
	}
	many := written(t, "hours.csv", "hours", times(300, "3", "9")...)
	if lead := viewtest.Sheet(t, View, "asks=number&bounds=0:12&data="+many).Lead.Answer.String(); !strings.HasPrefix(lead, "Mean hours: 50.0 % ± about ") {
		t.Errorf("the lead says %q", lead)
	}
	ends := written(t, "ends.csv", "x", times(5, "0", "12")...)
	same(t, "asks=number&bounds=0:12&protocol=duchi&data="+ends, "asks=number&n=10&protocol=duchi&spread=ends&x=0.5")
}

// A table has a row for each word, with the margin of its share.
func TestTableOfWords(t *testing.T) {
	path := written(t, "towns.csv", "town", times(30, "Rom", "Bern", "Linz", "Rom")...)
	tables := viewtest.Sheet(t, View, "asks=options&data="+path).Later
	if len(tables) != 1 {
		t.Fatalf("there are %d tables", len(tables))
	}
	rows := tables[0].Table().Rows
	if len(rows) != 3 || rows[2][0].Word != "Rom" || rows[2][1].Number != 60 || rows[2][2].Number != 0.5 {
		t.Fatalf("%v", rows)
	}
	want := viewtest.Some(t, View, "asks=options&k=3&n=120&true-share=0.25", "margin-of-error")["margin-of-error"]
	if got := rows[0][3].Number; got != want.Value {
		t.Errorf("the margin of Bern is %g, where %g is", got, want.Value)
	}
}
