package parquet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/learners/table"
)

// people returns the cells of people.parquet.
func people() string {
	var b strings.Builder
	b.WriteString("id,age,weight,steps,ill,pet\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%d,%v,%v,4000000000,%d,%s\n", i, float64(i%90)+0.1, float32(i)*0.5, map[bool]int{true: 1}[i%3 == 0], map[bool]string{true: "cat"}[i%2 == 0])
	}
	return b.String()
}

// written writes a file for a test.
func written(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// session returns a session that reads Parquet files.
func session(t *testing.T) context.Context {
	s := &work.Session{Files: work.AnyFile}
	work.Keep(s, table.Formats{Format})
	return work.With(t.Context(), s)
}

// A Parquet file is read as the CSV file with the same cells, missing ones among them.
func TestParquet(t *testing.T) {
	path, text := written(t, "people.parquet", fixture(t, "people.parquet")), people()
	ctx := session(t)
	options := table.RecordOptions{Features: []table.Feature{{Name: "age"}, {Name: "weight"}, {Name: "steps"}, {Name: "ill"}, {Name: "pet=cat", Column: "pet", Word: "cat"}}, Missing: table.DropMissing}
	got, survey, err := table.Named(ctx, path, 1, options)
	if err != nil {
		t.Fatal(err)
	}
	csv := written(t, "people.csv", []byte(text))
	want, _, err := table.Named(ctx, csv, 1, options)
	if err != nil {
		t.Fatal(err)
	}
	if survey.Records != 1000 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d records of %d: %v ..., want %v ...", got.Len(), survey.Records, got.Row(0), want.Row(0))
	}
	if last, err := table.LabelColumn(ctx, path, ""); err != nil || last != "pet" {
		t.Errorf("the last column is %q, %v", last, err)
	}
}

// An unreadable file is refused in a line.
func TestParquetRefuses(t *testing.T) {
	text := fixture(t, "people.parquet")
	for name, c := range map[string]struct{ path, want string }{
		"nested":  {written(t, "nested.parquet", fixture(t, "nested.parquet")), "column address is nested: it holds several values for a record; flat columns"},
		"lists":   {written(t, "listed.parquet", fixture(t, "listed.parquet")), "column ages is nested"},
		"cut":     {written(t, "cut.parquet", text[:len(text)/2]), "the Parquet data are damaged"},
		"damaged": {written(t, "bad.parquet", append(append([]byte("PAR1"), make([]byte, 64)...), text[len(text)-40:]...)), "the Parquet data are damaged"},
	} {
		_, _, err := table.Named(session(t), c.path, 1, table.RecordOptions{Features: []table.Feature{{Name: "age"}}, Missing: table.DropMissing})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
