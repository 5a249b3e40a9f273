package command

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An address with ranges is exported as one table, in which the rows of each setting follow the columns that tell it from the
// others, and as one picture.
func TestExportOfRanges(t *testing.T) {
	read := func(address string) [][]string {
		t.Helper()
		status, text, trouble := call("", "export", address, "--table", "answers")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if status != ok || err != nil {
			t.Fatalf("%s: status %d, %v, %s", address, status, err, trouble)
		}
		return rows
	}
	all := read("concentration?mechanism=pm,laplace&epsilon=1..8:3&x=0.25&from=0.2&to=0.8")
	if head := strings.Join(all[0][:5], ","); head != "row,mechanism,epsilon,address,reading" {
		t.Errorf("its columns are %s", head)
	}
	next := 1
	for row, mechanism := range []string{"pm", "pm", "pm", "laplace", "laplace", "laplace"} {
		epsilon := []string{"1", "4.5", "8"}[row%3]
		address := "concentration?mechanism=" + mechanism + "&epsilon=" + epsilon + "&x=0.25&from=0.2&to=0.8"
		alone := read(address)
		place := map[string]int{}
		for i, name := range all[0] {
			place[name] = i
		}
		for _, cells := range alone[1:] {
			of := all[next]
			if of[1] != mechanism || of[2] != epsilon || of[3] != address {
				t.Fatalf("row %d is of %q", next, of[:4])
			}
			for i, name := range alone[0] {
				if of[place[name]] != cells[i] {
					t.Errorf("row %d: %s is %q, and alone %q", next, name, of[place[name]], cells[i])
				}
			}
			next++
		}
	}
	if next != len(all) {
		t.Errorf("%d rows, and alone %d", len(all)-1, next-1)
	}
	folder := t.TempDir()
	for _, name := range []string{"s.csv", "s.json", "s.parquet", "s.svg"} {
		file := filepath.Join(folder, name)
		if status, _, trouble := call("", "export", "concentration?mechanism=pm,laplace&epsilon=1,2&x=0.25", "-o", file); status != ok {
			t.Errorf("%s: status %d, %s", name, status, trouble)
		}
		if text, err := os.ReadFile(file); err != nil || name == "s.svg" && strings.Count(string(text), "Laplace") < 2 {
			t.Errorf("%s: %v, %d bytes", name, err, len(text))
		}
	}
}

// An export that is impossible says so in one line, before any long computation, and leaves no file.
func TestExportOfRangesThatAreNone(t *testing.T) {
	folder := t.TempDir()
	csv, picture := filepath.Join(folder, "s.csv"), filepath.Join(folder, "s.svg")
	for says, args := range map[string][]string{
		"1000000000000 settings are too many for an export":       {"concentration?epsilon=1..2:1000000&x=0..1:1000000", "-o", csv},
		"dpscope sweep, would work":                               {"concentration?epsilon=1..2:1000000&x=0..1:1000000", "-o", csv},
		"100 settings are too many for a picture: at most 32":     {"concentration?epsilon=1..2:100", "-o", picture},
		"epsilon=1&x=2: x = 2 is outside [0, 1]":                  {"concentration?epsilon=1&x=0.5,2", "-o", csv},
		"record = 1..5 is a range, and record takes a word":       {"utility?record=1..5", "-o", csv},
		"is a folder; a file's name would work":                   {"concentration?epsilon=1,2", "-o", folder},
		"2 addresses are given; a table is of one":                {"concentration?epsilon=1,2", "concentration", "-o", csv},
		"is one number, or a list of several; 100200 or 100.0,20": {"success?show=outcomes&n=100,200&epsilon=0.5,1", "-o", csv},
	} {
		status, _, trouble := call("", append([]string{"export"}, args...)...)
		if status == ok || !strings.Contains(trouble, says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%v: status %d, %s", args, status, trouble)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}
