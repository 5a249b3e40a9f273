package engine_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// A session's results are found by content: no key of a job holds a pointer, which differs between equal things and may be
// reused later. A key is an argument for a parameter of that name and of any type, or the field Key of a Job. The check does
// not see into an interface within a key.
func TestKeysAreContents(t *testing.T) {
	effort.ForCheck(t)
	check, count := newStateCheck(t), 0
	for _, p := range check.packages {
		if inModule(p.ImportPath) {
			found, keys := check.pointing(t, p.ImportPath, p.sources())
			count += keys
			for _, why := range found {
				t.Error(why)
			}
		}
	}
	if count < 30 {
		t.Errorf("only %d keys were found", count)
	}
}

// The rule finds planted mistakes, and none in keys that are contents.
func TestPointingKeysAreSeen(t *testing.T) {
	effort.ForCheck(t)
	found, keys := newStateCheck(t).pointing(t, module+"/engine/planted", []source{{"planted.go", `package planted

import ("context"; "dpscope/engine/work")

type record struct{ values []float64 }
type good struct { file string; sizes [2]int; of any }
type bad struct { good; of [1]struct{ r *record } }

func keep(ctx context.Context, key any) { work.Peek[int](ctx, key) }

func jobs(ctx context.Context, r *record) []work.Job[int] {
	keep(ctx, r)
	keep(ctx, good{})
	return []work.Job[int]{work.Simple[int](bad{}, nil, nil), work.Simple[int](good{}, nil, nil), {Key: r}, {Key: "word"}, {func() {}, nil, nil}}
}
`}})
	for i := range found {
		_, found[i], _ = strings.Cut(found[i], ": ")
	}
	slices.Sort(found)
	if want := []string{"a key has a pointer", "a key has a pointer", "a key has a pointer", "a key has a function"}; keys != 8 || !slices.Equal(slices.Sorted(slices.Values(want)), found) {
		t.Errorf("of %d keys these hold what is no content: %q", keys, found)
	}
}

// pointing reports the keys in a package that are not contents, and counts all keys.
func (c stateCheck) pointing(t *testing.T, path string, sources []source) (found []string, count int) {
	t.Helper()
	_, files := c.load(t, path, sources)
	note := func(key ast.Expr) {
		count++
		if part := noContent(c.info.Types[key].Type); part != "" {
			found = append(found, fmt.Sprintf("%s: a key has %s", c.files.Position(key.Pos()), part))
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := c.info.Types[n.Fun].Type.(*types.Signature); ok {
					for i := range min(f.Params().Len(), len(n.Args)) {
						if p := f.Params().At(i); p.Name() == "key" && types.Identical(p.Type(), types.Universe.Lookup("any").Type()) {
							note(n.Args[i])
						}
					}
				}
			case *ast.CompositeLit:
				if named, ok := c.info.Types[n].Type.(*types.Named); ok && named.Obj().Name() == "Job" {
					if key := fieldOf(n, "Key"); key != nil {
						note(key)
					}
				}
			}
			return true
		})
	}
	return found, count
}

// fieldOf returns the value of a literal's field, which is the first where fields are not named.
func fieldOf(n *ast.CompositeLit, name string) ast.Expr {
	for i, e := range n.Elts {
		if pair, named := e.(*ast.KeyValueExpr); !named && i == 0 {
			return e
		} else if named && fmt.Sprint(pair.Key) == name {
			return pair.Value
		}
	}
	return nil
}

// noContent names a part of a type that is no content.
func noContent(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return "a pointer"
	case *types.Chan, *types.Map, *types.Slice:
		return "what is compared by its place"
	case *types.Signature:
		return "a function"
	case *types.Array:
		return noContent(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if part := noContent(u.Field(i).Type()); part != "" {
				return part
			}
		}
	}
	return ""
}
