package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// fixture returns a file that testdata/write wrote with another library.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".gz"))
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

// files have every column that every.csv has.
var files = []string{"none-1", "none-2", "snappy-1", "gzip-2", "brotli-1", "zstd-2", "lz4-1"}

// cellsOf returns the names and the cells of all fixtures.
func cellsOf(t testing.TB) (names []string, rows [][]string) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(fixture(t, "every.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[0], rows[1:]
}

// allOf returns the places of n columns.
func allOf(n int) []int {
	all := make([]int, n)
	for k := range all {
		all[k] = k
	}
	return all
}

// Every physical type is read in every encoding and every compression, with missing
// values and without, from both kinds of pages.
func TestEveryEncoding(t *testing.T) {
	names, rows := cellsOf(t)
	for _, name := range files {
		found, err := open(file(fixture(t, "every-"+name+".parquet")))
		if err != nil {
			t.Fatal(name, err)
		}
		if found.Len() != len(rows) || !slices.Equal(found.Header(), names) {
			t.Errorf("%s: %d records, want %d, of %v", name, found.Len(), len(rows), found.Header())
		}
		found.Only(allOf(len(names)))
		for i, want := range rows {
			cells, line, err := found.Next()
			if err != nil || line != i+2 {
				t.Fatalf("%s, record %d: line %d, %v", name, i, line, err)
			}
			for k, c := range cells {
				if c != want[k] {
					t.Fatalf("%s, record %d, %s: %q, want %q", name, i, names[k], c, want[k])
				}
			}
		}
		if _, _, err := found.Next(); err != io.EOF {
			t.Errorf("%s: after the last record there is %v", name, err)
		}
	}
}

// Only the columns that are wanted are read: pages of another may be anything.
func TestOnlyWanted(t *testing.T) {
	_, rows := cellsOf(t)
	text := fixture(t, "every-zstd-2.parquet")
	whole, err := open(file(text))
	if err != nil {
		t.Fatal(err)
	}
	const wanted = 3
	for _, g := range whole.(*records).groups {
		for k, c := range g.chunks {
			if k != wanted {
				clear(text[c.at : c.at+c.size])
			}
		}
	}
	found, err := open(file(text))
	if err != nil {
		t.Fatal(err)
	}
	found.Only([]int{wanted})
	for i, want := range rows {
		if cells, _, err := found.Next(); err != nil || cells[wanted] != want[wanted] {
			t.Fatalf("record %d: %v, %v", i, cells, err)
		}
	}
}
