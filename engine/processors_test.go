package engine_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// The program and its tests compile for other processors, of 64 bits and of 32: this finds files that only those take, and
// constants that overflow an int of 32 bits. Types are checked from source, which takes a tenth of the time of compiling all
// dependencies.
func TestOtherProcessors(t *testing.T) {
	effort.ForCheck(t)
	t.Setenv("CGO_ENABLED", "0")
	for i, arch := range []string{"386", "arm64"} { // both compile what is written without amd64's instructions
		if !effort.Sample(i, 2, 2) {
			continue
		}
		t.Setenv("GOARCH", arch)
		if errs := checkTypes(t, arch); len(errs) > 0 {
			t.Errorf("%s: %v", arch, errs)
		}
	}
}

// An int of 32 bits is seen to be one.
func TestOtherProcessorsOverflow(t *testing.T) {
	for arch, errors := range map[string]int{"arm64": 0, "386": 1} {
		c := typeCheck{sizes: types.SizesFor("gc", arch), files: token.NewFileSet()}
		if c.check("planted", []source{{"planted.go", "package planted\nconst bytes int = 1 << 40\n"}}, nil, false); len(c.errs) != errors {
			t.Errorf("%s: %v", arch, c.errs)
		}
	}
}

// checkTypes returns the errors in the packages of the module on a processor.
func checkTypes(t *testing.T, arch string) []error {
	packages, err := list("-deps", "-test", module+"/...")
	if err != nil {
		t.Fatal(err)
	}
	c := typeCheck{sizes: types.SizesFor("gc", arch), files: token.NewFileSet()}
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range packages { // each after its imports
		if strings.ContainsAny(p.ImportPath, " ") || strings.HasSuffix(p.ImportPath, ".test") || p.ImportPath == "unsafe" {
			continue // a package once more, for the tests of another, or a main that go test writes
		}
		imports := known
		if len(p.ImportMap) > 0 {
			imports = maps.Clone(known)
		}
		for written, path := range p.ImportMap {
			imports[written] = known[path]
		}
		known[p.ImportPath] = c.check(p.ImportPath, p.sources(), imports, !inModule(p.ImportPath))
	}
	for _, p := range packages {
		if inModule(p.ImportPath) && len(p.TestGoFiles) > 0 && !strings.Contains(p.ImportPath, " ") {
			all := p.sources()
			for _, name := range p.TestGoFiles {
				all = append(all, source{filepath.Join(p.Dir, name), nil})
			}
			c.check(p.ImportPath, all, known, false)
		}
	}
	return c.errs
}

// typeCheck gathers errors.
type typeCheck struct {
	sizes types.Sizes
	files *token.FileSet
	errs  []error
}

// check checks one package; of dependencies only the declarations.
func (c *typeCheck) check(path string, sources []source, imports map[string]*types.Package, declarations bool) *types.Package {
	var files []*ast.File
	for _, s := range sources {
		file, err := parser.ParseFile(c.files, s.name, s.text, parser.SkipObjectResolution)
		if err != nil {
			c.errs = append(c.errs, err)
			return nil
		}
		files = append(files, file)
	}
	config := types.Config{Importer: imported(imports), Sizes: c.sizes, IgnoreFuncBodies: declarations, Error: func(err error) { c.errs = append(c.errs, err) }}
	pkg, _ := config.Check(path, c.files, files, nil)
	return pkg
}

// imported holds packages that were checked before.
type imported map[string]*types.Package

func (m imported) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nothing is known of %s", path)
}
