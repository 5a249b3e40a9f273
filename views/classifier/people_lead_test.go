package classifier

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// fewPeople writes a file of a few people with long ids.
func fewPeople(t *testing.T, rows int) string {
	t.Helper()
	text := "patient_id,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n"
	for i := range rows {
		text += fmt.Sprintf("%s%d,%g,0,0,1,0.5,%g\n", strings.Repeat("id", 100), i, 0.3+0.5*float64(i%17)/17, 0.3+0.4*float64(i%11)/11)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// saved writes a file and returns its path.
func saved(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each case of the pages about all people has a sentence of its own, which fits.
func TestLeadsOfPeople(t *testing.T) {
	effort.ForPages(t)
	few, one := fewPeople(t, 40), fewPeople(t, 1)
	onePlane := "sure=on&classifier=" + saved(t, "plane.json", `{"format": "dpscope-classifier/1", "kind": "linear", "features": ["a", "b"], "coef": [0.001, 0.001], "intercept": 1}`) +
		"&data=" + saved(t, "points.csv", "a,b\n"+strings.Repeat("0.2,0.7\n0.9,0.1\n", 20))
	for i, c := range []struct {
		view                 view.View
		query, answer, price string // what the sentences hold, in this order, "…" between
	}{
		{Population, "records=1", "The only one, record 1, keeps its prediction with probability … (target 90 %).", "Little protection: an attacker is right about which of two people sent them at most "},
		{Population, "records=50&target=0.01", "All 50 simulated people keep their prediction at least 1 % of the time; worst off are the … predicted “stroke”, at ", ""},
		{Population, "classifier=stroke-logistic&records=50&target=0.999&epsilon=0.001", "None of these 50 simulated people keep", ""},
		{Population, "records=50&private=age", " of these 50 simulated people keep", "An attacker is right about which of two people sent them at most "},
		{Population, "records=12&by=class&epsilon=1", " of the simulated people drawn keep", ""},
		{Population, "classifier=circle-qda&records=20", " of these 20 simulated records keep", ""},
		{Population, "classifier=stroke-logistic&data=" + few, " of these 40 records keep their prediction … ; " +
			"worst off are the … predicted “stroke”, at ", ""},
		{Population, "classifier=stroke-logistic&sure=on&data=" + one, "The only one, line 2, patient_id idid…, keeps", ""},
		{Population, "classifier=stroke-logistic&private=age,bmi,ever_married&records=5&epsilon=9", "At least … of these 5 simulated " +
			"people keep … ≥ ", "An attacker is wrong about which of two people sent them about once in "},
		{Recommend, "classifier=stroke-logistic&target=0.3&records=30", "Even pure noise keeps predictions 30 % of the time on average, with 95 % " +
			"confidence: this target asks for nothing that privacy costs.", ""},
		{Recommend, onePlane, "This model says class 1 to all 40 records: there is nothing to lose. Even pure noise keeps predictions 90 % of the time on average.",
			"So ε can be as small as you like"},
		{Recommend, onePlane + "&for=worst", "This model says class 1 to all 40 records: there is nothing to lose.", ""},
		{Recommend, "classifier=stroke-logistic&records=5&for=worst", "No ε is certain: 5 records are too few; for these alone … " +
			"needs ε = ", ""},
		{Recommend, "classifier=stroke-logistic&records=5&for=worst&sure=on&data=" + few, "5 records are too few (records=40 takes all); for these alone ", ""},
		{Recommend, "classifier=stroke-logistic&records=200&private=age&for=p5&target=0.6", "ε = … enough, with 95 % confidence, to " +
			"keep predictions 60 % of the time for 95 % of people.", "n attacker is right about which of two people sent them at most "},
		{Recommend, "classifier=stroke-logistic&for=share&share=0.6&records=60", "to keep predictions 90 % of the time for 60 % of " +
			"people.", ""},
		{Recommend, "classifier=stroke-logistic&private=age,bmi,avg_glucose_level&sure=on&data=" + few, " keeps predictions 90 % of the time on average at ε = … each, … in total; split unequally, at ", ""},
		{Recommend, "classifier=stroke-logistic&for=worst&target=0.7&data=" + few, " 70 % of the time for everyone", " about which of two people sent them "},
	} {
		if !effort.Sample(i, 5, 1) && c.view.Name == Recommend.Name {
			continue
		}
		lead := viewtest.Sheet(t, c.view, c.query).Lead
		for _, s := range []struct {
			said, want string
			most       int
		}{{lead.Answer.String(), c.answer, view.MostAnswer}, {lead.Price.String(), c.price, view.MostPrice}} {
			rest := s.said
			for _, part := range strings.Split(s.want, " … ") {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Errorf("%s?%s says %q, not %q", c.view.Name, c.query, s.said, s.want)
					break
				}
				rest = after
			}
			if utf8.RuneCountInString(s.said) > s.most {
				t.Errorf("%s?%s says in %d characters: %s", c.view.Name, c.query, utf8.RuneCountInString(s.said), s.said)
			}
		}
	}
}

// Where nearly all people keep the prediction the average has an informative interval, one record has one number, and no
// sentence confuses a group with a record.
func TestWhatLeadsOfPeopleSaidFalsely(t *testing.T) {
	effort.ForPages(t)
	many := viewtest.Readings(t, Population, "mechanism=pm&classifier=stroke-forest&epsilon=20&records=100&target=0.9")
	if m := many["mean"].Known; m.Low < 0.86 {
		t.Errorf("the average is %g, from %g to %g", m.Value, m.Low, m.High)
	}
	sheet := viewtest.Sheet(t, Population, "mechanism=pm&records=1")
	written := map[string]string{}
	for _, a := range sheet.Readings {
		written[a.Key.String()] = a.Written()
		if a.Name == "mean" && a.Why.Formula == "" {
			t.Error("the average is not explained")
		}
	}
	if written["mean"] != written["lowest"] {
		t.Errorf("one record keeps its prediction %s and %s", written["mean"], written["lowest"])
	}
	for _, p := range Population.Presets {
		if lead := viewtest.Sheet(t, Population, p.Query).Lead.Answer.String(); strings.Contains(lead, "worst (") && strings.Contains(lead, "lowest for those") {
			t.Errorf("a group and a record in one sentence: %s", lead)
		}
	}
}

// Any ε is written as a word, and not as the end of the range.
func TestAnyBudgetIsNoNumber(t *testing.T) {
	effort.ForPages(t)
	sheet := viewtest.Sheet(t, Recommend, "classifier=stroke-logistic&target=0.3&records=30")
	for _, a := range sheet.Readings {
		if text := a.Written(); strings.Contains(text, "e-6") && a.DisplayText == "" && a.Known.Word == "" {
			t.Errorf("%s is %s", a.Key, text)
		}
	}
}

// Advice from a part suffices for the whole, as often as stated, and never below the need of the records used.
func TestWhatIsEnoughIsEnough(t *testing.T) {
	effort.ForNumbers(t)
	const all = "for=mean&classifier=stroke-logistic&target=0.85&private=age"
	need := map[string]float64{}
	least := func(mechanism string) float64 {
		if _, found := need[mechanism]; !found {
			values, err := Recommend.Setting(all + "&records=2000")
			if err != nil {
				t.Fatal(err)
			}
			v, err := Recommend.Value(worktest.Session(t.Context(), 64<<20), values, engine.Key{Name: "epsilon", Member: mechanism})
			if err != nil {
				t.Fatal(err)
			}
			need[mechanism] = v.Value
		}
		return need[mechanism]
	}
	seeds, missed := effort.Scale(2, 6, 60), 0
	for seed := range seeds {
		answers := viewtest.Readings(t, Recommend, fmt.Sprintf("%s&records=60&seed=%d", all, seed+1))
		enough, name := answers["epsilon-enough"].Known, answers["enough"].Known.Word
		if enough.Missing() || enough.Word != "" {
			continue
		}
		own := answers["epsilon-"+name].Known
		if enough.Value < own.Value || enough.Value < own.High*(1-1e-3) || enough.Basis != known.ConfidentAtMost {
			t.Errorf("seed %d: %+v is enough, and %s needs %+v", seed, enough, name, own)
		}
		if enough.Value < least(name)*(1-1e-3) {
			missed++
		}
	}
	if float64(missed) > 0.05*float64(seeds)+2 {
		t.Errorf("%d of %d advices are too little", missed, seeds)
	}
}
