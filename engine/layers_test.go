package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// layers names every package of the module, from top to bottom. A package may
// import those of the layers below its own, and no other. A new one is a word
// in the layer where it belongs. Eight groups stand above them.
var layers = []struct{ name, packages string }{
	// command
	{"main", ". bench/ml bench/outside"},
	{"commands", "ui/command"},
	// app
	{"guests over SSH", "ui/serve"},
	{"sessions in a terminal", "ui/terminal"},
	{"recordings of the shell", "ui/cast"},
	{"shell", "ui"},
	{"the explorer in a browser", "ui/browser"},
	{"decisions that another can check", "ui/decision"},
	{"reports, and lines of Python", "ui/report ui/code"},
	{"pictures to take away", "ui/picture"},
	{"explored by lines of text", "ui/session"},
	{"renderers, and a lesson under way", "ui/page ui/plain ui/lesson ui/find"},
	{"state of an open view", "ui/explorer"},
	{"parts of the screen", "ui/chart ui/line ui/slider ui/files ui/screen ui/starts"},
	{"what stands where in a picture", "ui/plan"},
	{"parts of those", "ui/theme ui/keys ui/entry ui/save ui/pdf"},
	// views
	{"lessons over the views, and what answers files of a user's", "views/lesson views/mydata"},
	{"claims of papers, checked", "views/desk"},
	{"expressions over the views", "views/formula"},
	{"addresses with ranges", "views/sweep"},
	{"the list of views", "views"},
	{"tabs", "views/survey views/mechanism views/label views/noise views/classifier views/learning views/risk views/claims " +
		"views/imbalance/anatomy views/imbalance/approaches views/imbalance/bagging views/imbalance/run views/imbalance/copies views/imbalance/network views/imbalance/synth views/imbalance/threshold views/imbalance/weights"},
	{"what screens of a rare class share", "views/imbalance"},
	// declarations
	{"how tests ask views", "views/viewtest"},
	{"pages computed before", "views/pages"},
	{"what screens of several tabs say alike", "views/publishing"},
	{"what a screen declares, and the controls that several have", "views/view views/control"},
	// questions
	{"questions about many, and runs of training as scripts have them", "engine/population engine/script"},
	{"questions about what others find", "engine/attack engine/matching engine/sampling"},
	{"questions", "engine/claim engine/classroom engine/polling engine/agreement engine/audit engine/concentration engine/labelling engine/training engine/querynoise engine/rareclass engine/synthesis engine/fits engine/composition"},
	{"what questions run over seeds", "engine/trial"},
	{"it in files, and its picture in words", "engine/sheetfile engine/described"},
	{"shape of an answer", "engine"},
	// learners
	{"classifier files, and the lists of kinds", "learners/model"},
	{"rooms of kinds that are others in part", "learners/linear"},
	{"rooms of kinds", "learners/discriminant learners/network learners/tree"},
	{"what a classifier is", "learners"},
	{"private learners", "learners/private learners/synth"},
	{"rooms of learners that know the records", "learners/train"},
	{"programs of others, which are told the features", "learners/subprocess"},
	{"files of formats of their own", "learners/parquet"},
	{"rooms of learners", "learners/loss learners/metric learners/modelfile learners/proof learners/table"},
	{"files of any kind", "learners/source"},
	// mechanisms
	{"laws found by a program", "mechanisms/optimal"},
	{"noise for queries", "mechanisms/central"},
	{"answers of many, to be counted or averaged", "mechanisms/frequency mechanisms/unbiased"},
	{"mechanisms", "mechanisms"},
	{"how promises add up", "mechanisms/accounting"},
	{"pairs of laws", "mechanisms/pairs"},
	{"what they promise", "mechanisms/privacy"},
	// ground
	{"ground: quantities", "engine/param engine/known"},
	{"sessions for tests", "engine/work/worktest"},
	{"ground: methods upon methods", "engine/num/binomial engine/num/normal engine/num/gemm engine/num/least"},
	{"ground", "engine/numeral engine/work engine/num/exp engine/num/grid engine/num/lattice engine/num/lp engine/num/optimize1d engine/num/orderstat engine/num/quad engine/num/rootfind engine/num/sum engine/num/ticks"},
	{"nothing of the module", "assets engine/effort engine/oracle"},
}

// forTests lists packages that only tests import.
const forTests = "engine/oracle engine/effort engine/work/worktest engine/sheetfile views/pages views/viewtest"

// apart lists arrows that point down and are still forbidden, however many packages lie between: a prefix of packages, and the
// prefixes that they must not depend on.
var apart = []struct {
	from, to, why string
	direct        bool // a widget that does may lie between
}{
	{"views engine learners mechanisms assets", "charm.land/ github.com/NimbleMarkets/ntcharts", "mathematics and declarations know no terminal", false},
	{"ui/chart ui/line ui/slider ui/files ui/screen ui/theme ui/keys ui/entry ui/save ui/starts", "dpscope/views", "they serve any figure", false},
	{"ui/explorer ui/entry ui/plain", "dpscope/ui/chart dpscope/ui/theme dpscope/ui/line", "they draw nothing", false},
	{"ui/explorer", "charm.land/lipgloss", "it knows no colour", true},
}

// listed holds what the go command says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports, Deps  []string
	TestGoFiles             []string
	ImportMap               map[string]string
}

// packages lists those of the module; it asks the go command once.
var packages = sync.OnceValues(func() ([]listed, error) { return list(module + "/...") })

// list asks the go command.
func list(arguments ...string) ([]listed, error) {
	out, err := exec.Command("go", append([]string{"list", "-json"}, arguments...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %v: %w", arguments, err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := d.Decode(&p); err {
		case nil:
			all = append(all, p)
		case io.EOF:
			return all, nil
		default:
			return nil, err
		}
	}
}

const module = "dpscope"

// Arrows point down, and every package has its place.
func TestLayers(t *testing.T) {
	level := map[string]int{}
	for i, layer := range layers {
		for name := range strings.FieldsSeq(layer.packages) {
			if _, twice := level[name]; twice {
				t.Errorf("%s stands in two layers", name)
			}
			level[name] = i
		}
	}
	seen := map[string]bool{}
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		name := place(p.ImportPath)
		seen[name] = true
		own, known := level[name]
		if !known {
			t.Errorf("%s has no layer; add it to the table in this file", name)
			continue
		}
		for _, path := range p.Imports {
			if !inModule(path) {
				continue
			}
			if other, known := level[place(path)]; known && other <= own {
				t.Errorf("%s, of %q, imports %s, of %q: arrows point down", name, layers[own].name, place(path), layers[other].name)
			}
		}
		for helper := range strings.FieldsSeq(forTests) {
			if slices.Contains(p.Imports, module+"/"+helper) && !slices.Contains(strings.Fields(forTests), name) {
				t.Errorf("%s imports %s, which is for tests", name, helper)
			}
		}
	}
	for name := range level {
		if !seen[name] {
			t.Errorf("%s has a layer and does not exist", name)
		}
	}
}

// Imports stand in groups: Go's own, those of others, and the module's.
func TestImportsStandInGroups(t *testing.T) {
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	group := func(path string) int {
		switch first, _, _ := strings.Cut(path, "/"); {
		case inModule(path):
			return 2
		case strings.Contains(first, "."):
			return 1
		}
		return 0
	}
	for _, p := range all {
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles) {
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			last, line := 0, 0
			for _, i := range f.Imports {
				own, at := group(strings.Trim(i.Path.Value, `"`)), files.Position(i.Pos())
				if line > 0 && (own < last || (own > last) != (at.Line > line+1)) {
					t.Errorf("%s is imported among those of another group", at)
				}
				last, line = own, at.Line
			}
		}
	}
}

// The map in ARCHITECTURE.md names every package.
func TestMapIsComplete(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "arrows down only")
	drawn, _, ended := strings.Cut(after, "## One slider move")
	if !found || !ended {
		t.Fatal("ARCHITECTURE.md has no map")
	}
	words := strings.FieldsFunc(drawn, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, layer := range layers {
		for name := range strings.FieldsSeq(layer.packages) {
			if last := name[strings.LastIndex(name, "/")+1:]; last != "." && !strings.HasPrefix(name, "engine/num/") && !slices.Contains(words, last) {
				t.Errorf("%s is not on the map", name)
			}
		}
	}
}

// Forbidden dependencies are not reached through other packages either.
func TestApart(t *testing.T) {
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		for _, rule := range apart {
			for from := range strings.FieldsSeq(rule.from) {
				if name := place(p.ImportPath); name != from && !strings.HasPrefix(name, from+"/") {
					continue
				}
				known := p.Deps
				if rule.direct {
					known = p.Imports
				}
				for to := range strings.FieldsSeq(rule.to) {
					if i := slices.IndexFunc(known, func(dep string) bool { return strings.HasPrefix(dep, to) }); i >= 0 {
						t.Errorf("%s depends on %s: %s", p.ImportPath, known[i], rule.why)
					}
				}
			}
		}
	}
}

func inModule(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// place returns a package's path in the module; "." is its root.
func place(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// The terminal program neither serves nor asks a server, and has nothing of the libraries that pipelines for clusters need.
func TestProgramHasNoServer(t *testing.T) {
	all, err := list("-deps", module)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if strings.Contains(p.ImportPath, "/beam") || strings.HasPrefix(p.ImportPath, "google.golang.org/grpc") || p.ImportPath == "net/http" {
			t.Errorf("the program imports %s", p.ImportPath)
		}
	}
	if len(all) < 100 {
		t.Errorf("the program imports %d packages alone", len(all))
	}
}
