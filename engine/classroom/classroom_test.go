package classroom

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func row(student string, step int) Row {
	return Row{Class: "m", Student: student, Lesson: "promise", Version: 1, Step: step, Kind: "choice", Prediction: "ε = 5", Answer: "ε = 0.1", Graded: true, Misconception: "end", Tries: 1, Seconds: 9}
}

func written(t testing.TB, rows []Row) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Written rows are read back, with any names and answers; a spreadsheet runs nothing in them.
func TestRowsAreReadBack(t *testing.T) {
	rows := []Row{row("Ann", 1), row(`=cmd|' /C calc'!A0`, 2), row("+1", 3), row("@x, \"y\"\nz", 4), row("-2+3", 5), row("../x", 6)}
	rows[2].Right, rows[2].Skipped, rows[2].Hints = true, true, 2
	rows = append(rows, Row{Class: "m", Student: "P", Lesson: "coin", Version: 1, Step: 2, Kind: Protection{2, 4}.Kind("choice"), Prediction: "2 of 4", Answer: "1 of 4"})
	text := written(t, rows)
	for _, cell := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '\n' || c == '"' }) {
		if strings.ContainsAny(cell[:1], "=@\t\r") {
			t.Errorf("%q is run by a spreadsheet", cell)
		}
	}
	got, faults, err := Read("a.csv", []byte(text))
	if err != nil || len(faults) > 0 || len(got) != len(rows) {
		t.Fatalf("%d rows, %v, %v", len(got), faults, err)
	}
	if again := written(t, got); again != strings.ReplaceAll(text, "\nz", " z") {
		t.Errorf("read and written again it is\n%s, not\n%s", again, text)
	}
	if got[2].Hints != 2 || !got[2].Right || !got[2].Skipped || got[0].Right || !got[0].Graded || got[6].Graded {
		t.Errorf("%+v", got)
	}
}

// Half a file gives its whole rows, and each fault is told with its line.
func TestBrokenFiles(t *testing.T) {
	whole := written(t, []Row{row("Ann", 1), row("Ann", 2), row("Ann", 3)})
	for _, c := range []struct {
		name, text string
		rows       int
		says       string // of a fault, or of the error
	}{
		{"whole", whole, 3, ""},
		{"cut in the last row", whole[:len(whole)-1], 2, "middle of a row"},
		{"cut in the middle", whole[:len(whole)-40], 2, "cells"},
		{"an open quote", whole + `m,"Ann`, 3, "broken from here on"},
		{"another table", "a,b\n1,2\n", 0, "other columns"},
		{"nothing", "", 0, "no table"},
		{"no text", "\xff\xfe\x00", 0, "UTF-8"},
		{"a step that is none", strings.Replace(whole, ",2,choice", ",x,choice", 1), 2, `step = "x"`},
		{"a word for right", strings.Replace(whole, "false,end", "perhaps,end", 1), 2, "neither true nor false"},
		{"a cell without end", strings.Replace(whole, "Ann", strings.Repeat("A", 600), 1), 2, "longer"},
		{"nobody", strings.Replace(whole, "m,Ann", "m,", 1), 2, "no student"},
		{"with a mark before it", "\ufeff" + whole, 3, ""},
	} {
		rows, faults, err := Read("a.csv", []byte(c.text))
		said := fmt.Sprint(faults, err)
		if len(rows) != c.rows || c.says != "" && !strings.Contains(said, c.says) || c.says == "" && (err != nil || len(faults) > 0) {
			t.Errorf("%s: %d rows, %s", c.name, len(rows), said)
		}
	}
}

// Files of a class become one gradebook: no student is lost, and none counts twice.
func TestMerge(t *testing.T) {
	ann, bob := []Row{row("Ann", 2), row("Ann", 1)}, []Row{row("Bob", 1)}
	other := row("Ann", 1)
	other.Prediction = "ε = 0.1"
	newer := row("Cem", 1)
	newer.Version = 2
	rows, faults := Merge([]HandIn{{"b.csv", bob}, {"a.csv", ann}, {"again.csv", ann}, {"x.csv", []Row{other, other}}, {"c.csv", []Row{row("Cem", 1), newer}}})
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s %d", r.Student, r.Step))
	}
	if want := []string{"Ann 1", "Ann 2", "Ann (2) 1", "Bob 1", "Cem 1", "Cem 1"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	said := fmt.Sprint(faults)
	for _, what := range []string{"again.csv:1: the same as a.csv", "x.csv:2: Ann is in a.csv too; here counted as Ann (2)", "answers step 1 of promise again", "version 2 here, and 1 elsewhere"} {
		if !strings.Contains(said, what) {
			t.Errorf("%q is not said in %s", what, said)
		}
	}
	if len(faults) != 4 {
		t.Errorf("%d faults: %v", len(faults), faults)
	}
}

// 10^5 rows take no minute.
func TestLongGradebook(t *testing.T) {
	var rows []Row
	for i := range 100_000 {
		rows = append(rows, row(fmt.Sprintf("s%05d", i/10), 1+i%10))
	}
	began := time.Now()
	read, faults, err := Read("long.csv", []byte(written(t, rows)))
	merged, more := Merge([]HandIn{{"long.csv", read}})
	if err != nil || len(faults)+len(more) > 0 || len(merged) != len(rows) {
		t.Fatalf("%d rows, %v", len(merged), err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A file of more rows than a gradebook has is refused, and of one with a fault in each line not every one is told.
func TestLimitsOfHandIns(t *testing.T) {
	head := strings.Join(Columns(), ",") + "\n"
	one := strings.TrimPrefix(written(t, []Row{row("Ann", 1)}), head)
	if _, _, err := Read("x.csv", []byte(head+strings.Repeat("x\n", MostRows+1))); err == nil || !strings.Contains(err.Error(), "more than 250,000 rows") {
		t.Errorf("too many rows: %v", err)
	}
	rows, faults, err := Read("x.csv", []byte(head+one+strings.Repeat("x\n", 5000)))
	if err != nil || len(rows) != 1 || len(faults) != mostFaults+1 || faults[mostFaults].Text != "4,900 more rows are left out up to here" {
		t.Errorf("%d rows, %d faults, %v", len(rows), len(faults), err)
	}
	rows, _, err = Read("x.csv", []byte(head+strings.Repeat(one, 5000)))
	if err != nil || len(rows) != 5000 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	merged, faults := Merge([]HandIn{{"x.csv", rows}})
	if len(merged) != 1 || len(faults) != mostFaults+1 || !strings.HasPrefix(faults[mostFaults].Text, "4,899 more rows answer a step again") {
		t.Errorf("%d rows, %d faults", len(merged), len(faults))
	}
}

func TestClassFiles(t *testing.T) {
	good := "# of a school\nclass: Maths 10b\nversion: 1\nlessons: promise, coin\nseed: each\nminutes: 45\nprivate: 2\n"
	c, faults := ParseClass("a.class", []byte(good))
	if len(faults) > 0 || c.Name != "Maths 10b" || !slices.Equal(c.Lessons, []string{"promise", "coin"}) || !c.Each || c.Minutes != 45 || c.Private != 2 {
		t.Errorf("%+v, %v", c, faults)
	}
	if a, b := c.SeedOf("Ann"), c.SeedOf("Bob"); a == b || a != c.SeedOf("Ann") || a == 0 {
		t.Errorf("seeds %d and %d", a, b)
	}
	for from, says := range map[string]string{
		"version: 1": "version: 2 is another version", "seed: each": "seed: some is neither", "minutes: 45": "minutes: 0 is no whole", "private: 2": "private: -1 is no ε",
		"lessons: promise, coin": "lessons: names at least one", "class: Maths 10b": "class: a name has letters",
	} {
		to := map[string]string{"version: 1": "version: 2", "seed: each": "seed: some", "minutes: 45": "minutes: 0", "private: 2": "private: -1", "lessons: promise, coin": "lessons: ,", "class: Maths 10b": "class: ../.."}[from]
		_, faults := ParseClass("a.class", []byte(strings.Replace(good, from, to, 1)))
		if len(faults) != 1 || !strings.Contains(faults[0].String(), says) {
			t.Errorf("%s: %v", to, faults)
		}
	}
	for _, bad := range []string{"", "hello", "class: a\nclass: b\nversion: 1\nlessons: x", "class: a\nversion: 1\nlessons: x\ncolour: red"} {
		if _, faults := ParseClass("a.class", []byte(bad)); len(faults) == 0 {
			t.Errorf("%q has no fault", bad)
		}
	}
}

// A file's name stays in its folder, and two students have two files.
func TestFileNames(t *testing.T) {
	c := Class{Name: "Maths 10b"}
	seen := map[string]string{}
	for _, student := range []string{"Ann", "../x", "..-x", "x", "Ann B", "Ann-B", "Ünal", "a/b\\c", strings.Repeat("y", 300), "CON"} {
		file := c.HandInName(student)
		if strings.ContainsAny(file, `/\ `) || strings.HasPrefix(file, ".") || len(file) > 200 || !strings.HasSuffix(file, ".csv") {
			t.Errorf("%q has the file %q", student, file)
		}
		if other, taken := seen[file]; taken {
			t.Errorf("%q and %q have the file %s", student, other, file)
		}
		seen[file] = student
	}
	if FileName("...") != "" || FileName("") != "" {
		t.Error("a name without letters is none")
	}
}

// Any rows read from a file can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(strings.Join(Columns(), ",") + "\nm,Ann,promise,1,1,choice,a,b,true,end,1,0,false,3\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		rows, _, err := Read("x.csv", source)
		if err != nil {
			return
		}
		again, faults, err := Read("y.csv", []byte(written(t, rows)))
		if err != nil || len(faults) > 0 || len(again) != len(rows) {
			t.Fatalf("%d rows became %d: %v %v", len(rows), len(again), faults, err)
		}
		Merge([]HandIn{{"x.csv", rows}, {"y.csv", again}})
	})
}

// Lessons stand in the order of the class, which rows tell: each student has them in that order, even if some lack a few.
func TestLessonsStandInTheClassesOrder(t *testing.T) {
	of := func(student string, lessons ...string) (h HandIn) {
		h.File = student + ".csv"
		for _, lesson := range lessons {
			r := row(student, 1)
			r.Lesson = lesson
			h.Rows = append(h.Rows, r)
		}
		return h
	}
	for _, c := range []struct {
		files []HandIn
		want  []string
	}{
		{[]HandIn{of("Ann", "promise", "coin", "broken")}, []string{"promise", "coin", "broken"}},
		{[]HandIn{of("Ann", "coin", "broken"), of("Bob", "coin", "shape"), of("Cem", "shape", "broken")}, []string{"coin", "shape", "broken"}},
		{[]HandIn{of("Ann", "broken"), of("Bob", "rare", "broken"), of("Cem", "promise", "rare")}, []string{"promise", "rare", "broken"}},
		{[]HandIn{of("Ann", "shape", "coin"), of("Bob", "coin", "shape")}, []string{"coin", "shape"}}, // they disagree
	} {
		rows, _ := Merge(c.files)
		again, _ := Merge([]HandIn{{"book.csv", rows}})
		if !slices.Equal(rows, again) {
			t.Errorf("of %q the gradebook of a gradebook is another one", c.want)
		}
		var names []string
		for _, q := range Questions(rows) {
			names = append(names, q.Lesson)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("lessons stand as %q, not as %q", names, c.want)
		}
	}
}
