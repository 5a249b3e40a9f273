package command

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// Wherever a CSV file is read, the same table in Parquet is read too, and gives the same answers.
func TestParquetIsReadAsCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	text := "x_u,x_v,inner\n"
	for i := range 80 {
		text += fmt.Sprintf("%v,%v,%d\n", rng.Float64(), rng.Float64(), i%2)
	}
	folder := t.TempDir()
	columns, csv := filepath.Join(folder, "points.parquet"), filepath.Join(folder, "points.csv")
	if err := os.WriteFile(columns, points(t), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(csv, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"population?classifier=circle-qda&data=", "weights?label=inner&data=", "boundary?label=inner&learners=logistic&data="}[:effort.Scale(1, 3, 3)] {
		of := func(file string) string {
			status, out, trouble := call("", "read", address+file)
			if status != 0 {
				t.Fatalf("%s%s: %s", address, file, trouble)
			}
			return strings.ReplaceAll(out, filepath.Base(file), "")
		}
		if got, want := of(columns), of(csv); got != want {
			t.Errorf("%s of Parquet reads\n%s\nof CSV\n%s", address, got, want)
		}
	}
	model := filepath.Join(folder, "m.json")
	if status, _, trouble := call("", "train", "--data", columns, "--label", "inner", "--model", "tree", "-o", model); status != 0 {
		t.Error(trouble)
	}
}

// points returns the test's points in Parquet, as a library wrote them.
func points(t *testing.T) []byte {
	t.Helper()
	f, err := os.Open("../../learners/parquet/testdata/points.parquet.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
