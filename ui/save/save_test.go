package save

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/num/grid"
)

var sheet = engine.Sheet{Figure: engine.Figure{
	X: engine.Axis{Name: "epsilon"}, Y: engine.Axis{Name: "mass"}, Series: "mechanism",
	Marks: []engine.Mark{engine.Curve{Name: "=pm", X: []float64{1, 2}, Y: []float64{0.1, 1.0 / 3}}},
}}

var export = engine.Export{Sheet: sheet, Table: sheet.Table(), Origin: engine.Origin{Address: "compare?x=0.5", Title: "T", Program: engine.Program{Version: "test"}}}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestFigureCSV(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f.csv")
	if err := Export(t.Context(), path, export, CSV, false); err != nil {
		t.Fatal(err)
	}
	file, _ := os.Open(path)
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[2], ","); got != "'=pm,2,0.33333333333333331,exact" {
		t.Errorf("row 2 is %s", got)
	}
	text, _ := os.ReadFile(path + MetadataSuffix)
	var metadata map[string]any
	if err := json.Unmarshal(text, &metadata); err != nil || metadata["url"] != "f.csv" {
		t.Errorf("metadata %v, url %v", err, metadata["url"])
	}

	err = Export(t.Context(), path, export, CSV, false)
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second export onto %s gave %v", path, err)
	}
	if err := Export(t.Context(), path, export, CSV, true); err != nil {
		t.Errorf("overwriting when asked gave %v", err)
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("the folder holds %q", got)
	}
}

func TestMetadataInTheWay(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f.csv")
	if err := os.WriteFile(path+MetadataSuffix, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Export(t.Context(), path, export, CSV, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	if got := names(t, folder); len(got) != 1 {
		t.Errorf("the folder holds %q", got)
	}
}

func TestNoFolder(t *testing.T) {
	err := Export(t.Context(), filepath.Join(t.TempDir(), "none", "f.csv"), export, CSV, false)
	if err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("got %v", err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		folder = "/sys" // the superuser may write everywhere else
	}
	err := Export(t.Context(), filepath.Join(folder, "f.csv"), export, CSV, false)
	if err == nil || !strings.Contains(err.Error(), "does not let you write") {
		t.Errorf("got %v", err)
	}
}

// A failing write, half-way through the second file, leaves neither.
func TestHalfWritten(t *testing.T) {
	folder := t.TempDir()
	full := errors.New("no space left on device")
	err := whole(t.Context(), []part{
		{path: filepath.Join(folder, "a"), write: func(w io.Writer) error { _, err := w.Write([]byte("whole")); return err }},
		{path: filepath.Join(folder, "b"), write: func(w io.Writer) error { w.Write([]byte("ha")); return full }},
	}, false)
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if got := names(t, folder); len(got) != 0 {
		t.Errorf("the folder holds %q", got)
	}
}

// The shell's file size limit makes the kernel refuse a write as a full disk
// does; the export runs in a process of its own under that limit.
func TestFullDisk(t *testing.T) {
	if folder := os.Getenv("DPSCOPE_FULL_DISK"); folder != "" {
		big := export
		x := grid.Even(0, 1, 20000)
		wide := sheet
		wide.Figure.Marks = []engine.Mark{engine.Curve{Name: "pm", X: x, Y: x}}
		big.Table = wide.Table()
		for name, left := range map[string]string{"f.csv": "nothing is left of it", "old.csv": "what was there is left as it was"} {
			if err := Export(t.Context(), filepath.Join(folder, name), big, CSV, true); err == nil {
				t.Fatal("a write beyond the limit succeeded")
			} else if !strings.Contains(err.Error(), left) {
				t.Fatal(err)
			}
		}
		return
	}
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash to set a file size limit with")
	}
	folder := t.TempDir()
	old := filepath.Join(folder, "old.csv")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(shell, "-c", `ulimit -f 16; exec "$0" -test.run='^TestFullDisk$'`, os.Args[0])
	command.Env = append(os.Environ(), "DPSCOPE_FULL_DISK="+folder)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	if text, err := os.ReadFile(old); string(text) != "old" {
		t.Errorf("the old file holds %q, %v", text, err)
	}
	if got := names(t, folder); len(got) != 1 {
		t.Errorf("the folder holds %q", got)
	}
}

// A write that is stopped half-way leaves the former file and nothing else.
func TestStopped(t *testing.T) {
	for _, old := range []string{"", "old"} {
		path := filepath.Join(t.TempDir(), "f")
		if old != "" {
			if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		err := New(ctx, path, func(w io.Writer) error {
			if _, err := io.WriteString(w, "half"); err != nil {
				return err
			}
			stop()
			_, err := io.WriteString(w, "rest")
			return err
		}, true)
		if err == nil || !strings.Contains(err.Error(), "told to stop") {
			t.Errorf("it ends with %v", err)
		}
		text, _ := os.ReadFile(path)
		if got := names(t, filepath.Dir(path)); string(text) != old || len(got) != len(old)/3 {
			t.Errorf("%q became %q, and the folder holds %q", old, text, got)
		}
	}
}
