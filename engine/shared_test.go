package engine

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
)

// sharedTable reads a CSV file of the folder `shared`, which lies beside the
// repository and is not part of it, as one map per row. It skips the test when
// the file is not there.
func sharedTable(t testing.TB, name string) []map[string]string {
	t.Helper()
	file, err := os.Open(sharedFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func sharedFile(t testing.TB, name string) string {
	t.Helper()
	folders := []string{os.Getenv("DPSCOPE_SHARED")}
	for up := ".."; len(up) < 30; up = filepath.Join("..", up) {
		folders = append(folders, filepath.Join(up, "shared"))
	}
	for _, folder := range append(folders, "/work/shared") {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); folder != "" && err == nil {
			return path
		}
	}
	t.Skipf("no shared/%s beside the repository; DPSCOPE_SHARED may name the folder", name)
	return ""
}
