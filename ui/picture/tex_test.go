package picture

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/views/pages"
)

// LaTeX sets the files without an error, alone and within a paper. An ordinary run leaves this out.
func TestLaTeXSetsThem(t *testing.T) {
	program, err := exec.LookPath("pdflatex")
	if err != nil || !effort.Check() {
		t.Skip("no pdflatex, or an ordinary run: with texlive-pictures DPSCOPE_TESTS=check runs this")
	}
	folder, i := t.TempDir(), 0
	set := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", name)
		c.Dir = folder
		if said, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, said[max(0, len(said)-1500):])
		}
	}
	pages.Some(t, 1, func(name string, page engine.Sheet) {
		if i++; Empty(page.Shown()) || !effort.Sample(i, 1, 9) {
			return
		}
		var text strings.Builder
		if err := TeX.Write(&text, []Part{{Sheet: page, Question: name, Address: name}}, Options{Width: 3.25 * Inch}); err != nil {
			t.Fatal(err)
		}
		set(name+".tex", text.String())
		if i == 1 {
			set("paper.tex", "\\documentclass{article}\\usepackage{pgf}\\begin{document}\\begin{figure}\\input{"+name+".tex}\\caption{So.}\\end{figure}\\end{document}\n")
		}
	})
}
