package picture

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dpscope/engine"
	"dpscope/views/pages"
)

// The library of Vega-Lite compiles the files of all pages and Vega runs the result, without a warning. DPSCOPE_VEGA names a
// folder with the files of .ci/npm in which npm has installed it.
func TestVegaLiteCompiles(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("DPSCOPE_VEGA")
	node, err := exec.LookPath("node")
	if folder == "" || err != nil {
		t.Skip("no Vega-Lite to compile with: .ci/run has npm install it, and DPSCOPE_VEGA say where")
	}
	program, err := filepath.Abs(filepath.Join(folder, "compile.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	var files []string
	pages.Some(t, 23, func(name string, page engine.Sheet) {
		if Empty(page.Shown()) {
			return
		}
		path := filepath.Join(out, name+string(Vega))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := VegaLite(file, []Part{{Sheet: page, Question: name, Address: name}}, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		files = append(files, path)
	})
	if said, err := exec.Command(node, append([]string{program}, files...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
