package mydata

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dpscope/assets"
	"dpscope/engine/classroom"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
	"dpscope/views"
	"dpscope/views/view"
)

const people = "age,ill\n20,0\n30,1\n"

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A file is identified by its content, under any name.
func TestKinds(t *testing.T) {
	classifier, found := model.EmbeddedFile("interval")
	schema, has := assets.Schema("abalone")
	if !found || !has {
		t.Fatal("they are not there")
	}
	long := "a,b\n" + strings.Repeat("1,2\n", Head)
	for _, c := range []struct {
		what, text string
		whole      bool
		kind       view.File
		wrong      error
	}{
		{"a table", people, true, view.Table, nil},
		{"with a mark at its start", "\ufeff" + people, true, view.Table, nil},
		{"with semicolons", "age;ill\n20;0\n", true, view.Table, nil},
		{"compressed", zipped(t, people), true, view.Table, nil},
		{"compressed, cut off", zipped(t, long)[:100], false, view.Table, nil},
		{"cut off", long[:Head], false, view.Table, nil},
		{"cut off within a letter", "name,ill\né,0\n\xc3", false, view.Table, nil},
		{"Parquet", "PAR1\x15\x04", false, view.Table, nil},
		{"a classifier", string(classifier), true, view.Classifier, nil},
		{"a classifier, cut off", string(classifier[:120]), false, view.Classifier, nil},
		{"a schema", string(schema), true, view.Schema, nil},
		{"a gradebook", strings.Join(classroom.Columns(), ",") + "\nm,Ann\n", true, view.Gradebook, nil},
		{"scores of runs", "in,score\n1,0.3\n", true, view.Runs, nil},
		{"a sweep", "row,epsilon,address,reading,value\n1,1,flips,flipped,3\n", true, view.Sweep, nil},
		{"nothing", "", true, "", errEmpty},
		{"blanks", " \n\n", true, "", errEmpty},
		{"a header alone", "age,ill\n", true, "", errRows},
		{"one column", "age\n20\n", true, view.Table, nil},
		{"prose", "It was a dark and stormy night; the rain fell in torrents except at occasional\nintervals.\n", true, "", errUnknown},
		{"a picture", "\x89PNG\r\n\x1a\n\x00", false, "", errUnknown},
		{"gzip of a picture", zipped(t, "\x89PNG\r\n\x1a\n\x00"), true, "", errUnknown},
		{"broken gzip", "\x1f\x8bno", true, "", errUnknown},
		{"other JSON", `{"a": 1}`, true, "", errJSON},
		{"a list in JSON", `[1, 2]`, true, "", errUnknown},
	} {
		if kind, err := KindOf([]byte(c.text), c.whole); kind != c.kind || err != c.wrong {
			t.Errorf("%s is %q (%v), not %q (%v)", c.what, kind, err, c.kind, c.wrong)
		}
	}
}

// Every view that reads a file declares it in one of its controls, under a setting that has the control.
func TestTakes(t *testing.T) {
	for _, v := range views.All {
		for _, take := range v.Takes {
			if _, err := v.Setting(take.At); err != nil {
				t.Errorf("%s: %v", v.Name, err)
				continue
			}
			shown := false
			for _, x := range v.Texts {
				shown = shown || x.Name == take.Control && len(x.Files) > 0 && x.Of == take.At
			}
			if !shown {
				t.Errorf("%s has no control %s for a file at %q", v.Name, take.Control, take.At)
			}
		}
		for _, x := range v.Texts {
			for _, name := range []string{"data", "classifier", "model", "file"} {
				if x.Name == name && len(x.Files) > 0 && !slices.ContainsFunc(v.Takes, func(take view.Take) bool { return take.Control == name }) {
					t.Errorf("%s reads a file in %s, and does not declare which", v.Name, name)
				}
			}
		}
	}
}

// A table has its questions; one that needs a classifier says so with the command, until a classifier is given, in any order.
func TestQuestions(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	interval, _ := model.EmbeddedFile("interval")
	csv, json := write("people.csv", "x,ill\n0.1,0\n0.5,1\n,1\n"), write("model.json", string(interval))
	ctx := worktest.Shared()
	alone, err := Open(ctx, []string{csv})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := alone.Counts(ctx)
	if want := "3 rows; missing: x 1."; err != nil || counts != want {
		t.Errorf("it has %q (%v), not %q", counts, err, want)
	}
	of := func(d Data, name string) Question {
		all := d.Questions()
		i := slices.IndexFunc(all, func(q Question) bool { return q.View.Name == name })
		if i < 0 {
			t.Fatalf("%s asks nothing of %s", name, d.Name())
		}
		return all[i]
	}
	if q := of(alone, "population"); !strings.Contains(q.Why, "dpscope train --data "+csv+" --label ill -o model.json") {
		t.Errorf("without a classifier it says %q", q.Why)
	}
	if q := of(alone, "weights"); q.Why != "" || !strings.Contains(q.View.Address(q.Values), "data="+csv) {
		t.Errorf("of the table it asks %s, %q", q.View.Address(q.Values), q.Why)
	}
	questions := alone.Questions()
	if first, last := questions[0], questions[len(questions)-1]; first.Why != "" || first.View.More || last.Why == "" {
		t.Errorf("first comes %s, last %s", first.View.Name, last.View.Name)
	}
	for _, order := range [][]string{{csv, json}, {json, csv}} {
		both, err := Open(ctx, order)
		if err != nil {
			t.Fatal(err)
		}
		q := of(both, "population")
		if address := q.View.Address(q.Values); q.Why != "" || !strings.Contains(address, "data="+csv) || !strings.Contains(address, "classifier="+json) {
			t.Errorf("of both it asks %s, %q", address, q.Why)
		}
		if text, err := q.FirstLine(ctx, time.Minute); err != nil || text == "" {
			t.Errorf("its first line is %q (%v)", text, err)
		}
	}
	if text, err := of(alone, "weights").FirstLine(ctx, 0); err != nil || text != "" {
		t.Errorf("in no time it says %q (%v)", text, err)
	}
	single, err := Open(ctx, []string{write("one.csv", "age\n20\n30\n40\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range single.Questions() {
		if survey := q.View.Name == "survey"; survey != (q.Why == "") || !survey && !strings.Contains(q.Why, "1 column; at least 2 would work") {
			t.Errorf("of one column %s says %q", q.View.Name, q.Why)
		}
	}
	two := write("two.csv", people)
	for _, c := range []struct {
		paths []string
		says  string
	}{
		{[]string{csv, two}, "are both a table; one of them would work"},
		{[]string{folder}, "this is a folder; a file would work"},
		{[]string{filepath.Join(folder, "none.csv")}, "no such file"},
		{[]string{write("empty.csv", "")}, "the file is empty"},
	} {
		if _, err := Open(ctx, c.paths); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.paths, err)
		}
	}
}

// BenchmarkList measures the time before the list of questions can be drawn: at most 100 ms, whatever the size of the table.
func BenchmarkList(b *testing.B) {
	row := func(columns int, text string) string { return strings.Repeat(text+",", columns-1) + "0\n" }
	for _, c := range []struct {
		name    string
		columns int
		bytes   int64
	}{{"small", 2, 0}, {"wide", 10000, 4 << 20}, {"large", 8, 511 << 20}} {
		b.Run(c.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "people.csv")
			text := strings.Repeat(row(c.columns, "1"), 1+Head/(2*c.columns))
			if err := os.WriteFile(path, []byte(row(c.columns, "x")+text), 0o600); err != nil {
				b.Fatal(err)
			}
			if c.bytes > 0 { // what follows is not read yet
				if err := os.Truncate(path, c.bytes); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				d, err := Open(worktest.Shared(), []string{path})
				if err != nil || len(d.Questions()) == 0 {
					b.Fatalf("%v", err)
				}
			}
		})
	}
}
