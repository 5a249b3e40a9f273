package population

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/learners/table"
	"dpscope/mechanisms"
)

// crowd writes a file of people; some lack a value, some lie outside [0, 1] and some have no town.
func crowd(t *testing.T) (file string, records int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	b.WriteString("id,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,town,rooms,ill\n")
	const n = 120
	for i := range n {
		bmi, town := fmt.Sprintf("%.4f", rng.Float64()), []string{"Ely", "Bath", "\"Lee,\nnorth\"", ""}[rng.IntN(4)]
		switch {
		case i%50 == 7:
			bmi = ""
		case i%30 == 9:
			bmi = "1.5"
		}
		fmt.Fprintf(&b, "p%d,%.4f,%d,%d,1,%.4f,%s,%s,%d,%d\n", i, rng.Float64(), rng.IntN(2), rng.IntN(2), rng.Float64(), bmi, town, 1+rng.IntN(12), rng.IntN(2))
	}
	file = filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, n
}

func surveyOf(t *testing.T, file, classifier, by, truth string) Survey {
	t.Helper()
	kind, err := mechanisms.All.Find("pm")
	if err != nil {
		t.Fatal(err)
	}
	setting := mechanisms.Setting{Kind: kind.Name}.WithBudget(4)
	return Survey{Cohort: Cohort{Classifier: classifier, Data: file, Records: 1000, Seed: 1}, By: by, Truth: truth, Mechanism: setting}
}

// counted returns the answers of a census in parts of size records, merged in the given order.
func counted(t *testing.T, s Survey, records, size int, order []int) map[string]known.Value {
	t.Helper()
	ctx := worktest.Session(t.Context(), 0)
	c, err := s.Census(ctx, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	var tallies []*Tally
	for from := 0; from < records; from += size {
		part, err := c.Part(ctx, s.Cohort.Data, 0, false, table.Part{From: from, To: from + size})
		if err != nil {
			t.Fatal(err)
		}
		b, err := part.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if part, err = DecodeTally(b); err != nil {
			t.Fatal(err)
		}
		tallies = append(tallies, part)
	}
	all := &Tally{}
	for _, k := range order {
		if k < len(tallies) {
			all.Merge(tallies[k])
		}
	}
	answers, err := c.Answers(all)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]known.Value{}
	for _, a := range answers {
		said[a.Key.String()] = a.Known
	}
	return said
}

// A census gives the answers of a survey of all people at once, to the last digit, for any parts and any order; order
// statistics lie in their stated intervals.
func TestCensusIsTheSurvey(t *testing.T) {
	file, records := crowd(t)
	ctx := worktest.Session(t.Context(), 0)
	for _, c := range []struct{ classifier, by, truth string }{
		{"stroke-forest", "town", ""}, {"stroke-logistic", "class", ""}, {"stroke-logistic", "truth", "ill"}, {"stroke-logistic", "rooms", ""},
	} {
		s := surveyOf(t, file, c.classifier, c.by, c.truth)
		surveyed, err := s.Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		spread, err := surveyed.Described(ctx)
		if err != nil {
			t.Fatal(err)
		}
		proven, err := surveyed.Proven(ctx)
		if err != nil {
			t.Fatal(err)
		}
		groups, err := surveyed.GroupsDescribed(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{7, 50} {
			said := counted(t, s, records, size, rand.New(rand.NewPCG(uint64(size), 1)).Perm(records))
			same := func(name string, want float64) {
				if got, is := said[name]; !is || got.Value != want {
					t.Errorf("%s by %s, %d a part: %s = %v, not %v", c.classifier, c.by, size, name, got.Value, want)
				}
				delete(said, name)
			}
			within := func(name string, want float64) {
				if got := said[name]; !(got.Low <= want && want <= got.High && got.High-got.Low <= 1.0/65536) {
					t.Errorf("%s by %s, %d a part: %s lies in [%v, %v], and is %v", c.classifier, c.by, size, name, got.Low, got.High, want)
				}
				delete(said, name)
			}
			same("mean", spread.Mean.Value)
			same("worst", spread.Worst)
			same("reach-target", spread.Reach(0.9).Value)
			same("reach-count", math.Round(spread.Reach(0.9).Value*float64(spread.Count)))
			same("records", float64(spread.Count))
			same("mean-proven", proven.Value)
			within("fifth", spread.Fifth.Value)
			same("records-used", float64(surveyed.Looked.Sample.Len()))
			same("records-total", float64(surveyed.Looked.Sample.Total))
			same("records-left-out", float64(surveyed.Looked.Sample.LeftOut()))
			same("classes", float64(surveyed.Looked.Sample.Met()))
			if got, want := said["worst-record"].Word, surveyed.Looked.Sample.FullNameOf(spread.WorstAt); got != want {
				t.Errorf("the worst is %s, not %s", got, want)
			}
			delete(said, "worst-record")
			for k, name := range groups.Names {
				key := func(number string) string { return engine.Key{Name: number, Member: name}.String() }
				same(key("mean"), groups.Each[k].Mean.Value)
				same(key("worst"), groups.Each[k].Worst)
				same(key("reach"), groups.Each[k].Reach(0.9).Value)
				within(key("p5"), groups.Each[k].Fifth.Value)
			}
			if len(said) > 0 {
				t.Errorf("%s by %s: nothing is held against %v", c.classifier, c.by, said)
			}
		}
	}
}

// An impossible or unreliable census is refused with what would work.
func TestCensusesThatAreNone(t *testing.T) {
	file, records := crowd(t)
	ctx := worktest.Session(t.Context(), 0)
	ask := func(ctx context.Context, s Survey) error {
		c, err := s.Census(ctx, 0.9)
		if err != nil {
			return err
		}
		tally, err := c.Part(ctx, s.Cohort.Data, 0, false, table.Part{To: records})
		if err != nil {
			return err
		}
		_, err = c.Answers(tally)
		return err
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const head = "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n"
	synthetic := surveyOf(t, table.Synthetic, "stroke-forest", "", "")
	three := surveyOf(t, file, "stroke-forest", "", "")
	three.Cohort.Private = "age,bmi,ever_married"
	for says, s := range map[string]Survey{
		"simulated records are in no file":           synthetic,
		"estimated by draws":                         three,
		"truth=COLUMN would work":                    surveyOf(t, file, "stroke-logistic", "truth", ""),
		"by = \"age\" has more than 12":              surveyOf(t, file, "stroke-logistic", "age", ""),
		"nearly a group per record":                  surveyOf(t, file, "stroke-logistic", "id", ""),
		"column = \"street\" is not known":           surveyOf(t, file, "stroke-logistic", "street", ""),
		"gives all 3 records class 0":                surveyOf(t, write("one.csv", head+strings.Repeat("0.1,0,0,0,0.1,0.1\n", 3)), "stroke-logistic", "", ""),
		"No record has its private values in [0, 1]": surveyOf(t, write("raw.csv", head+"40,0,0,0,0.1,30\n50,0,0,0,0.1,40\n50,0,0,0,0.1,20\n"), "stroke-logistic", "", ""),
		"Of 3 records 2 age or bmi outside 0 to 1":   surveyOf(t, write("some.csv", head+"40,0,0,0,0.1,30\n50,0,0,0,0.1,40\n0.5,0,0,0,0.1,0.2\n"), "stroke-logistic", "", ""),
		"each of the 2 records lacks a value":        surveyOf(t, write("none.csv", head+"0.1,0,0,0,0.1,\n0.2,0,0,0,,0.1\n"), "stroke-logistic", "", ""),
		"there are no records":                       surveyOf(t, write("empty.csv", head), "stroke-logistic", "", ""),
		"holds the word \"x\"; numbers would work":   surveyOf(t, write("word.csv", head+"0.1,0,0,0,0.1,x\n"), "stroke-logistic", "", ""),
	} {
		if err := ask(ctx, s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// A column that makes too many groups is refused by the first part, and not when everybody has been asked.
func TestTooManyGroupsAreRefusedAtOnce(t *testing.T) {
	file, records := crowd(t)
	ctx := worktest.Session(t.Context(), 0)
	for by, says := range map[string]string{"age": "has more than 12 different numbers", "id": "nearly a group per record", "town": "", "rooms": ""} {
		c, err := surveyOf(t, file, "stroke-logistic", by, "").Census(ctx, 0.9)
		if err != nil {
			t.Fatal(err)
		}
		switch _, err := c.Part(ctx, file, 0, false, table.Part{To: records}); {
		case says == "" && err != nil, says != "" && (err == nil || !strings.Contains(err.Error(), says)):
			t.Errorf("by = %s: %v", by, err)
		}
	}
}
