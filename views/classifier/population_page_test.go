package classifier_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/views"
	"dpscope/views/viewtest"
)

// sortedPeople writes a file of patients, the youngest first, in years and kilograms: every tenth lacks its bmi, and the bmi of
// every twentieth is beyond the scale.
func sortedPeople(t *testing.T, rows int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n")
	for i := range rows {
		bmi := fmt.Sprint(20 + i%25)
		switch {
		case i%10 == 0:
			bmi = "N/A"
		case i%20 == 3:
			bmi = "60"
		}
		fmt.Fprintf(&b, "p%d,%g,%d,0,1,%d,%s\n", i, 1+90*float64(i)/float64(rows), i%2, 80+i%90, bmi)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func sheetOf(t *testing.T, address string) engine.Sheet {
	t.Helper()
	v, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := viewtest.Drawn(session(), v, values)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

func answerOf(t *testing.T, s engine.Sheet, name string) engine.Reading {
	t.Helper()
	for _, a := range s.Readings {
		if a.Key.String() == name {
			return a
		}
	}
	t.Fatalf("there is no answer %s", name)
	return engine.Reading{}
}

// Answers from a part of a sorted file hold for the whole file, whose first rows differ from the rest; for the whole nothing is
// estimated.
func TestSortedFilesAreSampled(t *testing.T) {
	effort.ForPages(t)
	const rows = 3000
	address := "population?classifier=stroke-logistic&values=raw&mechanism=pm&epsilon=2&target=0.8&data=" + sortedPeople(t, rows)
	part, whole := sheetOf(t, address+"&records=1000"), sheetOf(t, address) // which is quick

	usable := rows - rows/10 - rows/20
	for _, c := range []struct {
		sheet engine.Sheet
		used  float64
		whose string
		worst known.Basis // the least of a part may be undercut
	}{
		{part, 1000, "1,000 of 3,000 records, drawn with seed 1, 450 unusable: 300 bmi missing, 150 bmi outside 0 to 50 kg/m²", known.AtMost},
		{whole, float64(usable), "2,550 of 3,000 records, 450 unusable: 300 bmi missing, 150 bmi outside 0 to 50 kg/m²", known.Exact},
	} {
		if c.sheet.Provenance.Text != c.whose || !c.sheet.Provenance.Warning {
			t.Errorf("it says %+v, want %q", c.sheet.Provenance, c.whose)
		}
		for name, want := range map[string]float64{"records-used": c.used, "records-total": rows, "records-left-out": 450} {
			if got := answerOf(t, c.sheet, name).Known.Value; got != want {
				t.Errorf("%s = %g, want %g", name, got, want)
			}
		}
		if got := answerOf(t, c.sheet, "worst").Known; got.Basis != c.worst || got.Value < answerOf(t, whole, "worst").Known.Value {
			t.Errorf("the worst is %+v", got)
		}
	}
	for _, name := range []string{"mean", "fifth", "reach-target", "mean-proven"} {
		about, is := answerOf(t, part, name).Known, answerOf(t, whole, name).Known
		if about.Basis != known.Estimate || !(about.Low <= is.Value && is.Value <= about.High) || about.Confidence == 0 {
			t.Errorf("%s of a part is %+v, of the whole %g", name, about, is.Value)
		}
		if is.Basis == known.Estimate || is.Low != is.High {
			t.Errorf("%s of all is an estimate: %+v", name, is)
		}
	}

	// the record is named by its line in the file
	worst := answerOf(t, whole, "worst")
	line := 0
	named := answerOf(t, whole, "worst-record").Known.Word
	if _, err := fmt.Sscanf(named, "line %d", &line); err != nil || line < 2 || line > rows+1 {
		t.Fatalf("the worst is %q", named)
	}
	if id := fmt.Sprintf("line %d (id p%d)", line, line-2); named != id || !strings.Contains(worst.Why.With, id) {
		t.Errorf("%s is not named in %q", id, worst.Why.With)
	}
	text, err := os.ReadFile(strings.TrimPrefix(address[strings.Index(address, "data="):], "data="))
	if err != nil {
		t.Fatal(err)
	}
	cells := strings.Split(strings.Split(string(text), "\n")[line-1], ",")
	record := make([]float64, 6)
	for i, scale := range []float64{100, 1, 1, 1, 300, 50} {
		fmt.Sscan(cells[i+1], &record[i])
		record[i] /= scale
	}
	x := strings.Trim(strings.ReplaceAll(fmt.Sprintf("%v", record), " ", ","), "[]")
	const utility = "utility?sampling=off&classifier=stroke-logistic&mechanism=pm&epsilon=2&record="
	for _, record := range []string{x, fmt.Sprintf("line:%d&values=raw&%s", line, address[strings.Index(address, "data="):])} {
		if got := answer(t, session(), utility+record, "agreement-exact"); math.Abs(got-worst.Known.Value) > 1e-9 {
			t.Errorf("record=%s keeps its class %g of the time, the worst %g", record, got, worst.Known.Value)
		}
	}
}

// A record is found by its line, whatever was left out before it; a line without a usable record says why.
func TestRecordsByTheirLine(t *testing.T) {
	file := sortedPeople(t, 60)
	for record, says := range map[string]string{
		"line:3":   "",
		"line:2":   `record = "line:2": line 2 holds no record that can be used; of 60 records 9 unusable: 6 bmi missing, 3 bmi outside 0 to 50 kg/m². line:61 would work`,
		"line:62":  "line 62 holds no record that can be used",
		"line:one": "line:3 would work",
	} {
		for _, view := range []string{"utility?sampling=off&", "map?", "recommend?for=record&"} {
			v, values, err := views.Open(view + "classifier=stroke-logistic&values=raw&data=" + file + "&record=" + record)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.Value(session(), values, engine.Key{Name: v.Declared[0].Name}); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
				t.Errorf("%s of %s: %v", view, record, err)
			}
		}
	}
	// made-up records have numbers
	made := sheetOf(t, "population?records=30&epsilon=4&mechanism=pm")
	var number int
	if _, err := fmt.Sscanf(answerOf(t, made, "worst-record").Known.Word, "record %d", &number); err != nil {
		t.Fatal(err)
	}
	got := answer(t, session(), fmt.Sprintf("utility?sampling=off&epsilon=4&mechanism=pm&record=line:%d", number), "agreement-exact")
	if worst := answerOf(t, made, "worst").Known.Value; math.Abs(got-worst) > 1e-12 {
		t.Errorf("record %d keeps its class %g of the time, the worst %g", number, got, worst)
	}
}

// The worst record of a file leads to its map by its line, and the file is carried along.
func TestTheWorstLeadsToItsLine(t *testing.T) {
	const at = "population?classifier=stroke-logistic&values=raw&mechanism=pm&epsilon=2&records=50&data="
	from, values, err := views.Open(at + sortedPeople(t, 60))
	if err != nil {
		t.Fatal(err)
	}
	to, err := from.Place(session(), values, 0, 0.5)
	if err != nil || !strings.HasPrefix(to, "map?record=line:") {
		t.Fatalf("it leads to %q, %v", to, err)
	}
	next, carried, err := views.Follow(to, from, values)
	if err != nil {
		t.Fatal(err)
	}
	got, err := next.Value(session(), carried, engine.Key{Name: "agreement-exact"})
	if err != nil {
		t.Fatalf("%s: %v", next.Address(carried), err)
	}
	worst, err := from.Value(session(), values, engine.Key{Name: "worst"})
	if err != nil || math.Abs(got.Value-worst.Value) > 1e-12 {
		t.Errorf("%s keeps its class %g of the time, the worst %g, %v", next.Address(carried), got.Value, worst.Value, err)
	}
	if plain := next.Address(next.Opening()); strings.Contains(plain, "data=") || strings.Contains(plain, "values=") {
		t.Errorf("what most settings do without is written: %s", plain)
	}
}

// Every row of the export gives the number of records used, and the mean with its interval.
func TestPopulationExportSaysWhose(t *testing.T) {
	table := sheetOf(t, "population?over=epsilon&classifier=stroke-logistic&values=raw&records=50&data="+sortedPeople(t, 200)).Table()
	column := map[string]int{}
	for i, c := range table.Columns {
		column[c.Name] = i
	}
	for _, row := range table.Rows {
		used, total, left := row[column["records_used"]].Number, row[column["records_total"]].Number, row[column["records_left_out"]].Number
		if used != 50 || total != 200 || left != 30 {
			t.Fatalf("a row says %g used of %g, %g left out", used, total, left)
		}
		mean := row[column["curve"]].Word == "mean"
		if mean != (row[column["low"]].Kind == engine.Number) || mean && row[column["basis"]].Word != "estimate" {
			t.Errorf("%v stands beside %v", row[column["curve"]], row[column["low"]])
		}
	}
}

// unscaled writes a file of a tree that takes years and kilograms, without a scale.
func unscaled(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "unscaled.json")
	const text = `{"format":"dpscope-classifier/1","kind":"decision_tree","features":["age","bmi"],"classes":["no","yes"],
"tree":{"feature":[0,1,-1,-1,-1],"threshold":[55.5,30.5,0,0,0],"left":[1,2,0,0,0],"right":[4,3,0,0,0],"p1":[0,0,0.2,0.9,0.4]}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A classifier of unscaled columns keeps its class under any noise in [0, 1]: that is no finding, and the page asks about the
// scale instead.
func TestUnscaledClassifiersAreAQuestion(t *testing.T) {
	file := unscaled(t)
	for _, address := range []string{"utility?sampling=off&record=0.5,0.5", "utility?sampling=off&clamp=on&record=40,20", "map?record=0.5,0.5", "recommend?for=record&record=0.5,0.5",
		"population?data=uniform", "population?clamp=on&data=uniform"} {
		v, values, err := views.Open(address + "&classifier=" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = v.Values(session(), values); err == nil || !strings.Contains(err.Error(), "which scale does the classifier take age on? 1 of its 1 thresholds lie outside [0, 1]") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Where the classifier gives all records of a table one class, as on a wrong scale, the page asks and gives no number, for any
// records looked at; a user who confirms the scale gets an answer, and the page goes on asking. It does not suggest what is
// already set. A part with one class is no reason to ask where the table has two.
func TestOneClassIsAQuestion(t *testing.T) {
	var b strings.Builder
	b.WriteString("age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n")
	for i := range 30 { // children's years over the scale of the table
		fmt.Fprintf(&b, "0.0%d,0,0,0,0.3,0.3\n", i%10)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	write := func() {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write()
	for raw, advice := range map[string]bool{"scaled": true, "raw": false} {
		for _, view := range []string{"population?", "recommend?", "utility?record=line:2&", "map?record=line:2&", "recommend?for=record&record=line:2&"} {
			v, values, err := views.Open(view + "classifier=stroke-logistic&values=" + raw + "&data=" + file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = v.Values(session(), values)
			if err == nil || !strings.Contains(err.Error(), "The classifier gives all 30 records class 0") || strings.Contains(err.Error(), "values=raw") != advice || !strings.HasSuffix(err.Error(), "sure=on goes on") {
				t.Errorf("%s, %s: %v", view, raw, err)
			}
		}
		sheet := sheetOf(t, "population?classifier=stroke-logistic&epsilon=20&sure=on&data="+file+"&values="+raw)
		if !strings.HasPrefix(sheet.Provenance.Text, "all of class 0: 30 of 30 records") || !sheet.Provenance.Warning || answerOf(t, sheet, "classes").Known.Value != 1 {
			t.Errorf("%s: it says %+v", raw, sheet.Provenance)
		}
		first := sheet.Notes[0]
		if !first.Warning || !strings.HasPrefix(first.Text, "Which scale is the table in?") || strings.Contains(first.Text, "values=raw") != advice {
			t.Errorf("%s: the first note is %+v", raw, first)
		}
	}
	b.WriteString("1,1,1,1,1,1\n")
	write()
	part := sheetOf(t, "population?classifier=stroke-logistic&epsilon=20&records=10&seed=2&data="+file)
	if !strings.HasPrefix(part.Provenance.Text, "all of class 0: 10 of 31 records, drawn with seed 2") || len(part.Notes) > 0 {
		t.Errorf("a part: it says %+v, then %+v", part.Provenance, part.Notes)
	}
}

// Where most records lie outside, or were moved inside, the page asks about that before any number, and does not suggest what
// is already done.
func TestStrangeTablesAreAQuestion(t *testing.T) {
	file := sortedPeople(t, 60)
	const at = "population?classifier=stroke-logistic&records=20&private=age&data="
	for setting, asks := range map[string]bool{"": true, "&clamp=on": true, "&clamp=on&values=raw": false, "&values=raw": false} {
		v, values, err := views.Open(at + file + setting)
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Values(session(), values)
		if asks != (err != nil) || asks && (!strings.Contains(err.Error(), "which scale is the table in?") || !strings.Contains(err.Error(), "values=raw scales raw values as the classifier's file says")) {
			t.Errorf("%s: %v", setting, err)
		}
	}
	sheet := sheetOf(t, at+file+"&clamp=on&sure=on")
	if first := sheet.Notes[0]; !first.Warning || !strings.HasPrefix(first.Text, "Which scale is the table in? Of 60 records ") {
		t.Errorf("the first note is %+v", first)
	}
}

// A classifier learnt from years that does not compare with thresholds has one class in [0, 1]: one record is no finding
// either. Declared bounds, or a user's confirmation, answer the question; where [0, 1] has two classes the page does not ask.
func TestOneClassOfAllNoiseIsAQuestion(t *testing.T) {
	effort.ForCheck(t)
	model := func(bias, more string) string {
		file := filepath.Join(t.TempDir(), "linear.json")
		text := `{"format":"dpscope-classifier/1","kind":"logistic_regression","features":["age","bmi"],"sensitive":["age","bmi"],"classes":["no","yes"]` + more + `,"coef":[0.1,0.02],"intercept":` + bias + `}`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for name, c := range map[string]struct {
		bias, more, query string
		asks              bool
	}{
		"years":         {"-5", "", "", true},
		"bounds":        {"-5", `,"normalisation":{"age":{"divisor":100},"bmi":{"divisor":50}}`, "", false},
		"sure":          {"-5", "", "&sure=on", false},
		"scaled":        {"-0.06", "", "", false},
		"public beyond": {"-5", "", "&private=age&record=0.5,248", false},
	} {
		for _, view := range []string{"utility?", "map?", "recommend?for=record&"} {
			v, values, err := views.Open(view + "classifier=" + model(c.bias, c.more) + c.query)
			if err != nil {
				t.Fatal(err)
			}
			_, err = v.Values(session(), values)
			var one *agreement.OneClassError
			if errors.As(err, &one) != c.asks {
				t.Errorf("%s, %s: %v", name, view, err)
			}
		}
	}
}

// A record that was moved into [0, 1], or that was not named, is mentioned above the sentence, which keeps its place.
func TestWhichRecordItIs(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"format":"dpscope-classifier/1","kind":"decision_tree","features":["age","sex_F","sex_M"],"sensitive":["age"],"classes":["no","yes"],
"tree":{"feature":[0,1,-1,-1,-1],"threshold":[0.55,0.5,0,0,0],"left":[1,2,0,0,0],"right":[4,3,0,0,0],"p1":[0,0,0.2,0.9,0.4]}}`)
	file := filepath.Join(t.TempDir(), "tree.json")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]engine.Note{
		"":                        {Text: "simulated record: 0.5 of every feature, 0 of words"},
		"record=0.2,1,0":          {},
		"record=1.5,1,0&clamp=on": {Text: "another record than the one named: age lay outside 0 to 1 (moved to its end)", Warning: true},
	} {
		sheet := sheetOf(t, "utility?sampling=off&classifier="+file+"&"+query)
		if sheet.Provenance != want || !strings.Contains(sheet.Lead.Answer.String(), "at ε = ") {
			t.Errorf("%s: it says %+v, then %q", query, sheet.Provenance, sheet.Lead.Answer)
		}
	}
}

// With three private features a linear classifier has only bounds, and a forest shares of draws: no sentence and no number
// calls them the records' agreement. The mean of a part's bounds is an estimate, and that of all may be any greater one.
func TestBoundsAreToldAsBounds(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		private       string
		bounded       bool
		begins, least string
	}{
		{"age,bmi&classifier=stroke-forest", false, "", ") "},
		{"age,bmi,ever_married&classifier=stroke-logistic", true, "At least ", ") ≥ "},
		{"age,bmi,ever_married&classifier=stroke-forest", false, "About ", ") ≈ "},
	}[:effort.Scale(1, 3, 3)] {
		sheet := sheetOf(t, "population?mechanism=laplace&records=5&private="+c.private)
		for _, name := range []string{"mean", "fifth", "reach-target"} {
			if v := answerOf(t, sheet, name).Known; v.Basis != known.Estimate || v.Confidence != 0.95 || c.bounded && v.High != 1 {
				t.Errorf("%s: %s is %+v", c.private, name, v)
			}
		}
		count, lowest := answerOf(t, sheet, "reach-count"), answerOf(t, sheet, "lowest")
		if got := sheet.Lead.Answer.String(); !strings.HasPrefix(got, c.begins+count.Written()+" of these 5 simulated people") || !strings.HasSuffix(got, c.least+lowest.Written()+".") {
			t.Errorf("%s: it says %q, not %q ... %q", c.private, got, c.begins, c.least)
		}
	}
}
