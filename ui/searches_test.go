package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// searches counts, for each file that draws pages, the calls that search a text or take it apart. Sentences come in typed
// parts: these numbers may only shrink.
var searches = map[string]int{
	"chart/field.go":       1,
	"chart/heading.go":     12,
	"chart/outline.go":     4,
	"chart/panels.go":      2,
	"chart/readout.go":     1,
	"chart/seats.go":       1,
	"chart/titles.go":      1,
	"page/answer.go":       5,
	"page/control.go":      1,
	"page/help.go":         4,
	"page/note.go":         1,
	"page/row.go":          1,
	"page/side.go":         2,
	"picture/axes.go":      4,
	"picture/format.go":    2,
	"picture/html.go":      1,
	"picture/layout.go":    5,
	"picture/panel.go":     1,
	"picture/size.go":      7,
	"picture/svg.go":       2,
	"picture/tex.go":       1,
	"picture/text.go":      4,
	"picture/told.go":      4,
	"picture/vega.go":      1,
	"picture/vega_rows.go": 1,
	"picture/words.go":     2,
	"plain/plain.go":       1,
	"plan/axis.go":         5,
	"plan/legend.go":       3,
	"plan/naming.go":       7,
	"plan/series.go":       1,
	"plan/ticks.go":        12,
	"plan/title.go":        2,
	"plan/words.go":        2,
	"report/attacker.go":   1,
	"report/collection.go": 10,
	"report/digest.go":     4,
	"report/format.go":     1,
	"report/markdown.go":   6,
	"report/report.go":     10,
}

// Files that draw pages search texts no more often than the table says.
func TestTextIsNotTakenApart(t *testing.T) {
	for _, folder := range []string{"chart", "page", "picture", "plain", "plan", "report"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			ast.Inspect(tree, func(n ast.Node) bool {
				if s, is := n.(*ast.SelectorExpr); is && takesApart(s) {
					count++
				}
				return true
			})
			if allowed := searches[filepath.ToSlash(file)]; count != allowed {
				t.Errorf("%s searches texts %d times, where the table has %d: give what it searches a type, or lower the number in the table", file, count, allowed)
			}
		}
	}
}

// takesApart reports whether a selector is a function that searches or cuts a text.
func takesApart(s *ast.SelectorExpr) bool {
	in, is := s.X.(*ast.Ident)
	if !is || in.Name != "strings" && in.Name != "regexp" {
		return false
	}
	for _, start := range []string{"Cut", "Contains", "Has", "Trim", "Index", "LastIndex", "Split", "Replace", "NewReplacer", "Fields", "MustCompile", "Compile"} {
		if strings.HasPrefix(s.Sel.Name, start) {
			return true
		}
	}
	return false
}
