package parquet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// sums lists columns of every kind.
var sums = []Column{{"row", Wholes}, {"value", Numbers}, {"word", Words}, {"none", Words}}

// write writes n rows; some lack a cell and one column lacks all.
func write(t testing.TB, to io.Writer, n int) {
	t.Helper()
	w, err := NewWriter(to, sums, About{Program: "a program 1.0", Notes: [][2]string{{"what", "rows = 2, ≤ 3"}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		w.Whole(0, int64(i)-3)
		if i%3 > 0 {
			w.Number(1, number(i))
		}
		if i%5 > 0 {
			w.Word(2, word(i))
		}
		if err := w.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func number(i int) float64 {
	special := []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1), math.MaxFloat64, 5e-324}
	if i < 2*len(special) {
		return special[i/2]
	}
	return math.Sin(float64(i)) * math.Pow(10, float64(i%40-20))
}

func word(i int) string { return strings.Repeat("ε, \"so\"\n", i%4) + strconv.Itoa(i) }

// cellsFor returns the cells of a row, with missing for absent ones.
func cellsFor(i int, missing string) []string {
	cells := []string{strconv.Itoa(i - 3), missing, missing, missing}
	if i%3 > 0 {
		cells[1] = fmt.Sprint(number(i))
	}
	if i%5 > 0 {
		cells[2] = word(i)
	}
	return cells
}

// Written rows are read again to the last digit, over the ends of groups, and writing twice gives the same bytes.
func TestWritten(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1000, mostRows, mostRows + 5} {
		var text, again bytes.Buffer
		write(t, &text, n)
		write(t, &again, n)
		if !bytes.Equal(text.Bytes(), again.Bytes()) {
			t.Errorf("%d rows are written in two ways", n)
		}
		found, err := open(file(text.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if found.Len() != n {
			t.Errorf("%d rows of %d", found.Len(), n)
		}
		found.Only(allOf(len(sums)))
		for i := range n {
			cells, _, err := found.Next()
			if err != nil {
				t.Fatal(n, i, err)
			}
			for k, want := range cellsFor(i, "") {
				if k == 1 && want != "" && cells[k] != "" { // however it is written, it is this number
					is, err := strconv.ParseFloat(cells[k], 64)
					if wanted := number(i); err != nil || math.Float64bits(is) != math.Float64bits(wanted) && !math.IsNaN(wanted) {
						t.Fatalf("%d rows, row %d: %s, want %v", n, i, cells[k], wanted)
					}
				} else if cells[k] != want && !(k == 1 && math.IsNaN(number(i))) {
					t.Fatalf("%d rows, row %d, column %d: %q, want %q", n, i, k, cells[k], want)
				}
			}
		}
		if _, _, err := found.Next(); err != io.EOF {
			t.Error(err)
		}
	}
}

// A library that shares nothing with the writer reads the same.
func TestWrittenForOthers(t *testing.T) {
	if !effort.Check() {
		t.Skip("another library is built for it: DPSCOPE_TESTS=check runs this")
	}
	const n = mostRows + 100
	folder := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "main.go.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata", "read", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, strings.TrimSuffix(name, ".txt")), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "rows.parquet")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, out, n)
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", "read", ".")
	build.Dir = folder
	if said, err := build.CombinedOutput(); err != nil {
		t.Skipf("the other library cannot be had here: %s", said)
	}
	var trouble bytes.Buffer
	read := exec.Command(filepath.Join(folder, "read"), path)
	read.Stderr = &trouble
	text, err := read.Output()
	if err != nil {
		t.Fatal(err, trouble.String())
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := "[row INT64 value DOUBLE word STRING none STRING]"; fmt.Sprint(rows[0]) != want {
		t.Errorf("columns %v, want %s", rows[0], want)
	}
	for i := range n {
		if got, want := fmt.Sprintf("%q", rows[1+i]), fmt.Sprintf("%q", cellsFor(i, "NULL")); got != want {
			t.Fatalf("row %d: %s, want %s", i, got, want)
		}
	}
	if got, want := fmt.Sprintf("%q", rows[1+n:]), fmt.Sprintf(`[["note" "what" "rows = 2, ≤ 3"] ["program" "a program 1.0" "%d"]]`, n); got != want {
		t.Errorf("it ends with %s, want %s", got, want)
	}
}

// Columns without distinct names, or no columns, are refused in one line; an error of the file below is passed on.
func TestWriterRefuses(t *testing.T) {
	for says, columns := range map[string][]Column{"two columns are called a b; a name for each": {{"a b", Words}, {"c", Words}, {"a b", Numbers}}, "one with a column would work": nil} {
		if _, err := NewWriter(io.Discard, columns, About{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v", columns, err)
		}
	}
	full := errors.New("no space left on device")
	w, err := NewWriter(&short{left: 1000, err: full}, sums, About{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; err == nil && i < 2*mostRows; i++ {
		w.Number(1, number(i))
		err = w.Next()
	}
	if !errors.Is(err, full) {
		t.Errorf("a full disk is %v", err)
	}
}

// short is a file that takes a limited number of bytes.
type short struct {
	left int
	err  error
}

func (s *short) Write(text []byte) (int, error) {
	if s.left -= len(text); s.left < 0 {
		return 0, s.err
	}
	return len(text), nil
}

// A writer keeps a group of rows, however many it has written.
func TestWriterKeepsAGroup(t *testing.T) {
	effort.ForNumbers(t)
	w, err := NewWriter(io.Discard, []Column{{"value", Numbers}, {"word", Words}}, About{})
	if err != nil {
		t.Fatal(err)
	}
	held := func(rows int) uint64 {
		for i := range rows {
			w.Number(0, number(i))
			w.Word(1, word(i%100))
			if err := w.Next(); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held(3 * mostRows)
	if after := held(20 * mostRows); after > before+4<<20 {
		t.Errorf("after %d rows it holds %d bytes, after %d more %d", 3*mostRows, before, 20*mostRows, after)
	}
}

func BenchmarkWriter(b *testing.B) {
	w, err := NewWriter(io.Discard, sums, About{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		w.Whole(0, int64(i))
		w.Number(1, number(i))
		w.Word(2, "compare?epsilon=1")
		if err := w.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
