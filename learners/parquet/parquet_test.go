package parquet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	lib "github.com/parquet-go/parquet-go"

	"dpscope/engine/work"
	"dpscope/learners/table"
)

// person is a record with a column of each sort.
type person struct {
	ID     int64   `parquet:"id"`
	Age    float64 `parquet:"age,optional"`
	Weight float32 `parquet:"weight"`
	Steps  uint32  `parquet:"steps"`
	Ill    bool    `parquet:"ill"`
	Pet    *string `parquet:"pet,optional"`
}

// people writes a file of some records in groups of rows, and the same as CSV.
func people(t *testing.T, n int) (file, text string) {
	t.Helper()
	cat := "cat"
	var rows []person
	var b strings.Builder
	b.WriteString("id,age,weight,steps,ill,pet\n")
	for i := range n {
		p := person{ID: int64(i), Age: float64(i%90) + 0.1, Weight: float32(i) * 0.5, Steps: 4e9, Ill: i%3 == 0}
		if i%2 == 0 {
			p.Pet = &cat
		}
		rows = append(rows, p)
		fmt.Fprintf(&b, "%d,%v,%v,4000000000,%d,%s\n", i, p.Age, p.Weight, map[bool]int{true: 1}[p.Ill], map[bool]string{true: cat}[i%2 == 0])
	}
	path := filepath.Join(t.TempDir(), "people.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := lib.NewGenericWriter[person](f, lib.MaxRowsPerRowGroup(400))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path, b.String()
}

// session is one that reads Parquet files.
func session(t *testing.T) context.Context {
	s := &work.Session{Files: work.AnyFile}
	work.Keep(s, table.Formats{Format})
	return work.With(t.Context(), s)
}

// A Parquet file is read as the CSV file with the same cells, missing ones among them.
func TestParquet(t *testing.T) {
	path, text := people(t, 1000)
	ctx := session(t)
	options := table.RecordOptions{Features: []table.Feature{{Name: "age"}, {Name: "weight"}, {Name: "steps"}, {Name: "ill"}, {Name: "pet=cat", Column: "pet", Word: "cat"}}, Missing: table.DropMissing}
	got, survey, err := table.Named(ctx, path, 1, options)
	if err != nil {
		t.Fatal(err)
	}
	csv := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(csv, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want, _, err := table.Named(ctx, csv, 1, options)
	if err != nil {
		t.Fatal(err)
	}
	if survey.Records != 1000 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d records of %d: %v ..., want %v ...", got.Len(), survey.Records, got.Row(0), want.Row(0))
	}
	if last, err := table.LastColumn(ctx, path); err != nil || last != "pet" {
		t.Errorf("the last column is %q, %v", last, err)
	}
}

// What cannot be read is a line.
func TestParquetRefuses(t *testing.T) {
	whole, _ := people(t, 10)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	type nested struct {
		Age     float64 `parquet:"age"`
		Address struct {
			Street string `parquet:"street"`
		} `parquet:"address"`
	}
	type listed struct {
		Ages []float64 `parquet:"ages,list"`
	}
	for name, c := range map[string]struct{ path, want string }{
		"nested":  {written(t, []nested{{Age: 1}}), "column address is nested: it holds several values for a record; flat columns"},
		"lists":   {written(t, []listed{{Ages: []float64{1}}}), "column ages is nested"},
		"cut":     {write("cut.parquet", text[:len(text)/2]), "the Parquet data are damaged"},
		"damaged": {write("bad.parquet", append(append([]byte("PAR1"), make([]byte, 64)...), text[len(text)-40:]...)), "the Parquet data are damaged"},
	} {
		_, _, err := table.Named(session(t), c.path, 1, table.RecordOptions{Features: []table.Feature{{Name: "age"}}, Missing: table.DropMissing})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// written writes rows of any type.
func written[T any](t *testing.T, rows []T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if err := lib.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	return path
}
