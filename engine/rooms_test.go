package engine_test

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// neighbours lists, for the tabs whose views share a package, the ordered pairs of views where the first uses a declaration of
// the second: what both need stands in a file of neither. No pair is added; one that is gone is removed here.
var neighbours = map[string]string{
	"mechanism":  "compare>concentration compare>winner winner>concentration", // a side of compare
	"label":      "flips>identity success>budget success>score",               // sides of flips and of success
	"noise":      "bayes>noise coordinates>bayes frontier>noise frontier>ranges noise>frontier noise>shifts ranges>noise rounds>frontier rounds>noise shifts>noise shifts>rounds",
	"classifier": "map>population map>utility population>utility recommend>population recommend>utility utility>population",
	"learning":   "learning>race losses>risk race>boundary risk>losses", // a side of losses
	"risk":       "attack>digits digits>attack profile>attack",
}

// Views of one package do not take from one another.
func TestViewsUseOneAnother(t *testing.T) {
	effort.ForCheck(t)
	check := newStateCheck(t)
	for tab, known := range neighbours {
		i := slices.IndexFunc(check.packages, func(p listed) bool { return p.ImportPath == module+"/views/"+tab })
		pkg, files := check.load(t, check.packages[i].ImportPath, check.packages[i].sources())
		var views []string
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if value, is := n.(*ast.CompositeLit); is && declares(value.Type) {
					views = append(views, strings.TrimSuffix(filepath.Base(check.files.Position(f.Pos()).Filename), ".go"))
				}
				return true
			})
		}
		of := func(file string) string {
			name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".go"), "_")
			if slices.Contains(views, name) {
				return name
			}
			return ""
		}
		found := map[string]bool{}
		for id, o := range check.info.Uses {
			if o.Pkg() != pkg || !o.Pos().IsValid() {
				continue
			}
			from, to := of(check.files.Position(id.Pos()).Filename), of(check.files.Position(o.Pos()).Filename)
			if from != to && from != "" && to != "" {
				found[from+">"+to] = true
			}
		}
		listed := strings.Fields(known)
		for pair := range found {
			if !slices.Contains(listed, pair) {
				t.Errorf("views/%s: %s is new: move what both need to a file of neither", tab, pair)
			}
		}
		for _, pair := range listed {
			if !found[pair] {
				t.Errorf("views/%s: %s is gone: take it out of the table", tab, pair)
			}
		}
	}
}

// declares reports whether a type is view.Declaration of some question.
func declares(e ast.Expr) bool {
	of, is := e.(*ast.IndexExpr)
	return is && selector(of.X) == "view.Declaration"
}

// selector writes the name of another package that is called.
func selector(e ast.Expr) string {
	if s, is := e.(*ast.SelectorExpr); is {
		if x, is := s.X.(*ast.Ident); is {
			return x.Name + "." + s.Sel.Name
		}
	}
	return ""
}
