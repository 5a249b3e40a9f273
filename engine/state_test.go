package engine_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// Values are passed, not kept: under ui, views, engine, learners and mechanisms a variable of a package is written once, where
// it is declared. Embedded files read by sync.OnceValue and OnceValues are constants; they are functions.
//
// A variable is state if its type holds a lock, an atomic, a channel or any other thing of sync; or if some function of the
// module assigns to it or to a part of it, clears it, takes its address or calls a method on its address. The check does not
// see writes through a copy of a map, slice or pointer.
func TestNoPackageState(t *testing.T) {
	effort.ForCheck(t)
	check := newStateCheck(t)
	for _, p := range check.packages {
		if inModule(p.ImportPath) {
			check.look(t, p.ImportPath, p.sources())
		}
	}
	for name, reasons := range check.found {
		t.Errorf("%s is kept for everybody: %s", name, strings.Join(reasons, "; "))
	}
}

// The rule finds planted state, and none in constants.
func TestPackageStateIsSeen(t *testing.T) {
	effort.ForCheck(t)
	check := newStateCheck(t)
	check.look(t, module+"/engine/planted", []source{{"planted.go", `package planted

import ("sync"; "dpscope/mechanisms")

type store struct { lock *sync.RWMutex }

type counter struct{ n int }

func (c *counter) add()     { c.n++ }
func (c counter) read() int { return c.n }

var (
	count, first, second int
	names                = map[string]int{}
	list                 = []int{1}
	slot                 [2]counter
	tally, pointed       counter
	guarded              []store
	news                 chan int

	table  = map[string]int{"a": 1}
	once   = sync.OnceValue(func() int { return 1 })
	quiet  counter
	filled = func() (l [3]int) { l[1] = 2; return l }()
)

func write(count2 *counter) {
	count++
	first, second = 1, 2
	names["a"] = 1
	copy(list, list)
	slot[1].n = 2
	tally.add()
	count2 = &pointed
	mechanisms.Epsilon.Min = 1
	table := table
	table = nil
	_, _, _ = once(), quiet.read(), table
}
`}})
	var got []string
	for name := range check.found {
		got = append(got, strings.TrimPrefix(name, "engine/planted."))
	}
	slices.Sort(got)
	if want := strings.Fields("count first guarded list mechanisms.Epsilon names news pointed second slot tally"); !slices.Equal(got, want) {
		t.Errorf("state is seen in %v, want %v", got, want)
	}
}

// stateCheck gathers the variables that are state, and why.
type stateCheck struct {
	packages []listed
	files    *token.FileSet
	imports  types.Importer
	info     *types.Info
	found    map[string][]string
}

// source is a file, or the text of one.
type source struct {
	name string
	text any
}

// sources returns the files of a package.
func (p listed) sources() (all []source) {
	for _, name := range p.GoFiles {
		all = append(all, source{filepath.Join(p.Dir, name), nil})
	}
	return all
}

func newStateCheck(t *testing.T) stateCheck {
	t.Helper()
	packages, err := list("-export", "-deps", module+"/...")
	if err != nil {
		t.Fatal(err)
	}
	c := stateCheck{packages: packages, files: token.NewFileSet(), found: map[string][]string{}}
	exports := map[string]string{}
	for _, p := range c.packages {
		exports[p.ImportPath] = p.Export
	}
	c.imports = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	c.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	return c
}

// look checks one package.
func (c stateCheck) look(t *testing.T, path string, sources []source) {
	t.Helper()
	pkg, files := c.load(t, path, sources)
	c.declared(pkg)
	for _, file := range files {
		ast.Inspect(file, c.written)
	}
}

// load reads one package.
func (c stateCheck) load(t *testing.T, path string, sources []source) (*types.Package, []*ast.File) {
	t.Helper()
	var files []*ast.File
	for _, s := range sources {
		file, err := parser.ParseFile(c.files, s.name, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := (&types.Config{Importer: c.imports}).Check(path, c.files, files, c.info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, files
}

// declared looks at the types of a package's variables.
func (c stateCheck) declared(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok {
			if part := shared(v.Type(), map[types.Type]bool{}); part != "" {
				c.add(v, "it holds "+part)
			}
		}
	}
}

// shared names a part of a type that exists to be written by several.
func shared(t types.Type, seen map[types.Type]bool) string {
	if seen[t] {
		return ""
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok {
		if pkg := named.Obj().Pkg(); pkg != nil && (pkg.Path() == "sync" || pkg.Path() == "sync/atomic") {
			return "a " + pkg.Name() + "." + named.Obj().Name()
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return "a channel"
	case *types.Pointer:
		return shared(u.Elem(), seen)
	case *types.Slice:
		return shared(u.Elem(), seen)
	case *types.Array:
		return shared(u.Elem(), seen)
	case *types.Map:
		return shared(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if part := shared(u.Field(i).Type(), seen); part != "" {
				return part
			}
		}
	}
	return ""
}

// written looks at one node for a write to a package's variable.
func (c stateCheck) written(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			c.write(left, "assigned to")
		}
	case *ast.IncDecStmt:
		c.write(n.X, "counted")
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			c.write(n.Key, "assigned to")
			c.write(n.Value, "assigned to")
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.write(n.X, "its address is taken")
		}
	case *ast.CallExpr:
		c.call(n)
	}
	return true
}

// call looks for built-in functions that write, and for methods on an address.
func (c stateCheck) call(call *ast.CallExpr) {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if _, builtin := c.info.Uses[f].(*types.Builtin); builtin && slices.Contains([]string{"delete", "clear", "copy"}, f.Name) {
			c.write(call.Args[0], f.Name)
		}
	case *ast.SelectorExpr:
		s := c.info.Selections[f]
		if s == nil || s.Kind() != types.MethodVal {
			return
		}
		receiver := s.Obj().(*types.Func).Signature().Recv().Type()
		_, pointer := receiver.(*types.Pointer)
		if _, already := s.Recv().Underlying().(*types.Pointer); pointer && !already {
			c.write(f.X, "a method on its address, "+f.Sel.Name)
		}
	}
}

// write notes a write to the variable at the root of an expression, if it is a
// package's.
func (c stateCheck) write(e ast.Expr, how string) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.SelectorExpr:
			if _, qualified := c.info.Uses[rootIdent(x.X)].(*types.PkgName); qualified {
				e = x.Sel
			} else {
				e = x.X
			}
			continue
		case *ast.Ident:
			if v, ok := c.info.Uses[x].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				c.add(v, how)
			}
		}
		return
	}
}

func rootIdent(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	return id
}

// add notes a variable of the packages that the rule is about.
func (c stateCheck) add(v *types.Var, how string) {
	name := fmt.Sprintf("%s.%s", place(v.Pkg().Path()), v.Name())
	for _, under := range []string{"ui", "views", "engine", "learners", "mechanisms"} {
		if strings.HasPrefix(name, under+"/") || strings.HasPrefix(name, under+".") {
			if !slices.Contains(c.found[name], how) {
				c.found[name] = append(c.found[name], how)
			}
		}
	}
}
