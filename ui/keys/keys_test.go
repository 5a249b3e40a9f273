package keys

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
)

// names returns the identifiers in a file that declare a variable, or all.
func names(t *testing.T, file string, declared bool) map[string]bool {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if declared {
				found[n.Names[0].Name] = true
			}
		case *ast.Ident:
			if !declared {
				found[n.Name] = true
			}
		}
		return true
	})
	return found
}

// Each declared key stands in the help page and in the reference.
func TestEveryKeyIsInAGroup(t *testing.T) {
	grouped, declared := names(t, "groups.go", false), names(t, "keys.go", true)
	if len(declared) < 40 {
		t.Fatalf("only %d keys are found in keys.go", len(declared))
	}
	for name := range declared {
		if !grouped[name] {
			t.Errorf("%s is in no group", name)
		}
	}
}

// A click on a key's name is a press of that key.
func TestPressIsThatKey(t *testing.T) {
	for _, g := range Groups() {
		for _, b := range g.Keys {
			for _, name := range b.Keys() {
				if press := Named(name); !key.Matches(press, b) {
					t.Errorf("%s is pressed as %q", name, press.String())
				}
			}
			if b.Help().Key == "" || b.Help().Desc == "" {
				t.Errorf("%q says nothing of itself", b.Keys())
			}
			const room = 25 // in a column of the help page, with a blank after it
			if words := utf8.RuneCountInString(b.Help().Desc); words > room {
				t.Errorf("%q takes %d cells to say what it does; the help page has %d", b.Keys(), words, room)
			}
		}
	}
}
