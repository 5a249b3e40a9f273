package agreement

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// shared returns the path of a file of the material that lies beside the
// repository, and skips the test when it is not there.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	var folders []string
	if f := os.Getenv("DPSCOPE_SHARED"); f != "" {
		folders = append(folders, f)
	}
	if dir, err := os.Getwd(); err == nil {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			folders = append(folders, filepath.Join(dir, "shared"))
		}
	}
	folders = append(folders, "/work/shared")
	for _, f := range folders {
		path := filepath.Join(append([]string{f}, parts...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("%s is not here; set DPSCOPE_SHARED to the folder that holds it", filepath.Join(parts...))
	return ""
}

// sharedTable reads a CSV file as one map per row.
func sharedTable(t testing.TB, parts ...string) []map[string]string {
	t.Helper()
	file, err := os.Open(shared(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, cell := range record {
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// peer opens a classifier of the paper's authors.
func peer(t testing.TB, name string) *learners.Model {
	t.Helper()
	m, err := learners.Open(shared(t, "reference", "peer-classifiers", name))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mechanism makes one of the menu.
func mechanism(t testing.TB, name string, epsilon float64) mechanisms.Mechanism {
	t.Helper()
	kind, err := mechanisms.All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, epsilon))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// number reads a decimal.
func number(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// numbers reads decimals with spaces between.
func numbers(t testing.TB, text string) []float64 {
	var all []float64
	for _, f := range strings.Fields(text) {
		all = append(all, number(t, f))
	}
	return all
}
