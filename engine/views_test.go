package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// computing lists calls by which a view would compute what a question of the engine should: all functions of a package, or the
// named ones. A view may lay out axes and their ranges; its answers are shared by work.Once, and stand in the session's store
// under the keys of questions.
var computing = map[string]string{
	"math/rand/v2":               "",
	module + "/engine/num/least": "", module + "/engine/num/lp": "", module + "/engine/num/normal": "", module + "/engine/num/binomial": "",
	module + "/engine/num/optimize1d": "", module + "/engine/num/quad": "", module + "/engine/num/rootfind": "", module + "/engine/num/sum": "",
	module + "/engine/num/lattice": "", module + "/engine/num/gemm": "", module + "/engine/num/exp": "", module + "/engine/num/orderstat": "",
	module + "/engine/work": "Each Seated ParallelFor Do Simple Remember Reported Peek Repeat NewParts NewStream Job",
}

// A view maps controls to a question, and the question's answers to readings and marks.
func TestViewsComputeNothing(t *testing.T) {
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	tabs := 0
	for _, p := range all {
		if !isTab(place(p.ImportPath)) {
			continue
		}
		tabs++
		for _, file := range p.GoFiles {
			for _, why := range computes(t, filepath.Join(p.Dir, file), nil) {
				t.Error(why)
			}
		}
	}
	if tabs < 8 {
		t.Errorf("only %d tabs were looked at", tabs)
	}
}

// The rule finds planted calls, and none in what a view may do.
func TestComputingIsSeen(t *testing.T) {
	found := computes(t, "planted.go", `package planted

import (
	"math/rand/v2"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/grid"
	"dpscope/engine/work"
)

var once = work.NewOnce[int](nil)
var most, places = binomial.MaxTrials, grid.Even(0, 1, 5)

func draws(r *rand.Rand) float64 { return r.Float64() }
func drawn() float64 { return rand.Float64() }
func tail() float64 { return binomial.Tail(3) }
func kept() (int, error) { return work.Do[int](nil, work.Job[int]{}, nil) }
`)
	if len(found) != 4 {
		t.Errorf("of four places these are seen: %q", found)
	}
}

// isTab reports whether a package holds the views of a tab.
func isTab(name string) bool {
	for _, layer := range layers {
		if layer.name == "tabs" {
			return strings.Contains(" "+layer.packages+" ", " "+name+" ")
		}
	}
	return false
}

// computes lists where a file computes. Its text is read where none is given.
func computes(t *testing.T, path string, text any) (found []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // what is computing of the imports, by the names they have here
	for _, i := range file.Imports {
		of, _ := strconv.Unquote(i.Path.Value)
		if functions, is := computing[of]; is {
			name := of[strings.LastIndex(strings.TrimSuffix(of, "/v2"), "/")+1:]
			names[strings.TrimSuffix(name, "/v2")] = functions
		}
	}
	note := func(of ast.Expr) {
		if generic, is := of.(*ast.IndexExpr); is {
			of = generic.X
		}
		s, is := of.(*ast.SelectorExpr)
		if !is {
			return
		}
		from, is := s.X.(*ast.Ident)
		if !is {
			return
		}
		if functions, is := names[from.Name]; is && (functions == "" || strings.Contains(" "+functions+" ", " "+s.Sel.Name+" ")) {
			found = append(found, files.Position(s.Pos()).String()+": "+from.Name+"."+s.Sel.Name+": a view computes nothing")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			note(n.Fun)
		case *ast.CompositeLit:
			note(n.Type)
		}
		return true
	})
	return found
}
