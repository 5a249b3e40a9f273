package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written puts files into a folder.
func written(t *testing.T, files map[string]string) func(name string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string {
		if name == "" {
			return ""
		}
		return filepath.Join(folder, name)
	}
}

const people = "id,age,pet,state\n1,30,cat,well\n2,?,dog,ill\n3,50,dog,ill\n4,130,bird,well\n5,40,cat,gone\n"

var codedFiles = map[string]string{
	"people.csv": people,
	"domain.csv": "column,value,low,high\nid,,0,10\nage,,0,100\npet,cat,,\npet,dog,,\nstate,well,,\nstate,ill,,\n",
	"short.csv":  "column,value,low,high\nid,,0,10\nage,,0,100\npet,cat,,\n",
	"twice.csv":  "column,value,low,high\nage,,0,100\nage,,0,90\n",
	"upside.csv": "column,value,low,high\nage,,100,0\n",
	"mixed.csv":  "column,value,low,high\nage,old,,\nage,,0,90\n",
	"one.csv":    "a,state\n1,well\n2,well\n",
}

// A file is read as words and numbers, with missing and undeclared values.
func TestReadCoded(t *testing.T) {
	path := written(t, codedFiles)
	c, err := ReadCoded(t.Context(), path("people.csv"), CodedOptions{Label: "state", Drop: []string{"id"}, Missing: DropMissing})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.Classes, c.Class, c.Declared, c.Columns)
	if want := "[gone ill well] [2 1 2 0] false [{age [] [] 30 130 [30 50 130 40]} {pet [bird cat dog] [1 2 0 1] 0 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if text := strings.Join(c.Notes, "; "); !strings.Contains(text, "1 of 5 records left out because a value is missing") {
		t.Errorf("notes: %s", text)
	}
	d, err := ReadDomain(t.Context(), path("domain.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if c, err = ReadCoded(t.Context(), path("people.csv"), CodedOptions{Label: "state", Missing: DropMissing, Domain: d}); err != nil {
		t.Fatal(err)
	}
	got = fmt.Sprint(c.Classes, c.Class, c.Declared, c.Columns)
	if want := "[ill well] [1 0 1] true [{id [] [] 0 10 [1 3 4]} {age [] [] 0 100 [30 50 100]} {pet [cat dog] [0 1 2] 0 0 []}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if c.Clamped != 1 || c.Strange != 1 {
		t.Errorf("%d numbers clamped, %d words that are not declared; want one of each", c.Clamped, c.Strange)
	}
	for _, note := range []string{"records of classes that are not declared, left out: state 1 (first in line 6)", "values outside their bounds: age 1 (first in line 5); clamped",
		"words that are not declared, counted in no cell: pet 1 (first in line 5)"} {
		if !slices.Contains(c.Notes, note) {
			t.Errorf("no note %q among %q", note, c.Notes)
		}
	}
	if c, err = ReadCoded(t.Context(), path("people.csv"), CodedOptions{Label: "state", Words: AllWords, Missing: DropMissing}); err != nil || fmt.Sprint(c.Columns[1].Words) != "[30 40 50 130]" {
		t.Errorf("numbers as words: %v, %v", c.Columns, err)
	}
}

// An unreadable file is refused in a line that says what would work.
func TestReadCodedRefuses(t *testing.T) {
	path := written(t, codedFiles)
	var long strings.Builder
	long.WriteString("a,state\n")
	for i := range 1200 {
		fmt.Fprintf(&long, "%d,%d\n", i, i%2)
	}
	if err := os.WriteFile(path("long.csv"), []byte(long.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, domain string
		options      CodedOptions
		want         string
	}{
		{"people.csv", "", CodedOptions{Label: "stat"}, "column"},
		{"people.csv", "", CodedOptions{Label: "state", Drop: []string{"x"}}, "x"},
		{"people.csv", "", CodedOptions{Label: "state"}, "missing values: age 1"},
		{"people.csv", "", CodedOptions{Label: "state", Missing: DropMissing, Words: NoWords}, "words=auto or drop=pet would work"},
		{"people.csv", "short.csv", CodedOptions{Label: "state", Missing: DropMissing}, `says nothing of column "state"`},
		{"people.csv", "twice.csv", CodedOptions{Label: "state"}, "line 3: column age stands twice"},
		{"people.csv", "upside.csv", CodedOptions{Label: "state"}, "two numbers, the lower first, would work"},
		{"people.csv", "mixed.csv", CodedOptions{Label: "state"}, "column age has both words and bounds"},
		{"people.csv", "people.csv", CodedOptions{Label: "state"}, "column"},
		{"one.csv", "", CodedOptions{}, "two classes would work"},
		{"long.csv", "", CodedOptions{Label: "a"}, "too many for classes"},
		{"long.csv", "", CodedOptions{Words: AllWords}, "words=auto takes it for numbers"},
	} {
		var err error
		if c.domain != "" {
			c.options.Domain, err = ReadDomain(t.Context(), path(c.domain))
		}
		if err == nil {
			_, err = ReadCoded(t.Context(), path(c.file), c.options)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s by %q: %v, want %q", c.file, c.domain, err, c.want)
		}
	}
}
