// Package oracle finds, for tests, the reference material that lies beside the
// repository and is no part of it. Only tests import it.
package oracle

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
)

// Present tells whether the folder of the reference material is here.
func Present() bool { return find() != "" }

// Path returns the path of a file of the material, named by its parts below the folder. It skips the test if
// the folder, or the file in it, is missing.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	path := filepath.Join(find(), name)
	if _, err := os.Stat(path); err != nil || find() == "" {
		t.Skipf("%s is not here: it comes with the folder `shared` beside the repository, or where DPSCOPE_SHARED says", name)
	}
	return path
}

// Table reads a CSV file of the material as one map a row, from the names in
// its first line to the row's cells. It skips the test as Path does.
func Table(t testing.TB, parts ...string) []map[string]string {
	t.Helper()
	file, err := os.Open(Path(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]string, 0, len(lines))
	for _, line := range lines[1:] {
		row := make(map[string]string, len(line))
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// find returns the folder: the one that DPSCOPE_SHARED names, else the nearest `shared` beside or above the
// working folder; "" if there is none, or if the named one holds no reference.
func find() string {
	if folder := os.Getenv("DPSCOPE_SHARED"); folder != "" {
		if _, err := os.Stat(filepath.Join(folder, "reference")); err != nil {
			return ""
		}
		return folder
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for ; ; here = filepath.Dir(here) {
		folder := filepath.Join(here, "shared")
		if _, err := os.Stat(filepath.Join(folder, "reference")); err == nil {
			return folder
		}
		if here == filepath.Dir(here) {
			return ""
		}
	}
}
