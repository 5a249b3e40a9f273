package synth

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

var update = flag.Bool("update", false, "take the schemas that come with the program anew from the tables in ../shared")

// sets lists the public tables with schemas that come with the program, with the blocks that their readme describes: the first
// column of each, its subject and its words.
var sets = []struct {
	name   string
	blocks []Attribute
}{
	{"ecoli", nil},
	{"yeast_me2", nil},
	{"mammography", nil},
	{"abalone", sex},
	{"abalone_19", sex},
	{"car_eval_34", car},
	{"car_eval_4", car},
	{"solar_flare_m0", []Attribute{
		{Name: "zurich-class", Words: []string{"B", "C", "D", "E", "F", "H"}}, {Name: "largest-spot", Words: []string{"A", "H", "K", "R", "S", "X"}},
		{Name: "distribution", Words: []string{"C", "I", "O", "X"}}, {Name: "activity", Words: []string{"2", "1"}},
		{Name: "evolution", Words: []string{"2", "3", "1"}}, {Name: "previous-activity", Words: []string{"2", "3", "1"}},
		{Name: "historically-complex", Words: []string{"2", "1"}}, {Name: "became-complex", Words: []string{"2", "1"}},
		{Name: "area", Words: []string{"2", "1"}}, {Name: "area-of-largest", Words: []string{"2", "1"}},
	}},
}

var (
	sex = []Attribute{{Name: "sex", Words: []string{"F", "I", "M"}}}
	car = []Attribute{
		{Name: "buying", Words: []string{"high", "low", "med", "vhigh"}}, {Name: "maint", Words: []string{"high", "low", "med", "vhigh"}},
		{Name: "doors", Words: []string{"2", "3", "4", "5more"}}, {Name: "persons", Words: []string{"2", "4", "more"}},
		{Name: "lug_boot", Words: []string{"big", "med", "small"}}, {Name: "safety", Words: []string{"high", "low", "med"}},
	}
)

// named gives the blocks of a schema their names and words.
func named(s Schema, blocks []Attribute) Schema {
	s.Attributes = slices.Clone(s.Attributes)
	for i, a := range s.Attributes {
		if a.Columns != nil && len(blocks) > 0 {
			s.Attributes[i].Name, s.Attributes[i].Words = blocks[0].Name, blocks[0].Words
			blocks = blocks[1:]
		}
	}
	return s
}

// The schemas that come with the program agree with the eight public tables, blocks found as blocks, and read them whole.
func TestSchemasOfSets(t *testing.T) {
	for _, set := range sets {
		file := oracle.Path(t, "data", "imbalanced", set.name+".csv")
		own, err := Read(t.Context(), File{Path: file, Label: "y"})
		if err != nil {
			t.Fatal(err)
		}
		want := named(own.Schema, set.blocks)
		want.Origin, want.Records = "taken from the data once", own.Len()
		text, err := json.MarshalIndent(want, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "assets", "schemas", set.name+".json")
		if *update {
			if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.TrimSpace(kept), text) {
			t.Errorf("%s is another schema than its table says: go test ./learners/synth -run SchemasOfSets -update takes it anew", set.name)
		}
		declared, err := Read(t.Context(), File{Path: file, Schema: set.name})
		if err != nil {
			t.Fatal(err)
		}
		if !declared.Schema.Own() {
			t.Errorf("%s comes with the program, taken from its table, and is called declared", set.name)
		}
		for a := range declared.Codes {
			if !slices.Equal(declared.Codes[a], own.Codes[a]) {
				t.Errorf("%s: %s is read otherwise by its schema", set.name, declared.Schema.Attributes[a].Name)
			}
		}
		if others := len(declared.Schema.Others()); len(set.blocks) > 1 && others != len(set.blocks) {
			t.Errorf("%s has %d attributes, want %d", set.name, others, len(set.blocks))
		}
	}
}

// file writes a file of the test.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const small = "age,f0,f1,sex,y\n10,1,0,F,0\n20,0,1,M,1\n35.5,1,0,M,0\n"

// Each fault of a schema, or of a table under one, is reported in a line with what would work.
func TestRefusals(t *testing.T) {
	const label, sexes = `{"name":"y","words":["0","1"]}`, `{"name":"sex","words":["F","M"]}`
	const age, blood = `{"name":"age","low":0,"high":100,"bins":4}`, `{"name":"blood","columns":["f0","f1"],"words":["A","B"]}`
	whole := `{"label":"y","attributes":[` + strings.Join([]string{age, blood, sexes, label}, ",") + `]}`
	for _, c := range []struct{ name, table, schema, want string }{
		{"as it is", small, whole, ""},
		{"not JSON", small, `{"label":`, "it is not JSON"},
		{"no label", small, `{"attributes":[` + label + `]}`, "label is missing"},
		{"a label that is none", small, strings.Replace(whole, `"label":"y"`, `"label":"z"`, 1), `label = "z" is none of the attributes`},
		{"edges that do not rise", small, strings.Replace(whole, age, `{"name":"age","edges":[0,50,50,100]}`, 1), "age has edges that do not rise: 50 and then 50"},
		{"bounds the wrong way round", small, strings.Replace(whole, age, `{"name":"age","low":5,"high":1}`, 1), "age lies between 5 and 1"},
		{"a key that is misspelt", small, strings.Replace(whole, `"bins"`, `"bin"`, 1), `bin`},
		{"a label of numbers", small, strings.Replace(whole, label, `{"name":"y","low":0,"high":1}`, 1), "label = y is a column of numbers"},
		{"a label of three words", small, strings.Replace(whole, `["0","1"]`, `["0","1","2"]`, 1), "label = y has 3 words; a label with two words would work"},
		{"a column that is not declared", small, strings.Replace(whole, sexes+",", "", 1), `column "sex" is not declared`},
		{"a column that is not there", strings.ReplaceAll(small, "sex", "gender"), whole, `column "sex" is declared and is none of the file`},
		{"n other than the file's", small, strings.Replace(whole, "{", `{"records":4,`, 1), "the schema declares n = 4 records and the file has 3"},
		{"a broken block", strings.Replace(small, "20,0,1", "20,1,1", 1), whole, "record 2 has more than one 1 in the block blood"},
		{"an empty block", strings.Replace(small, "20,0,1", "20,0,0", 1), whole, "record 2 has no 1 in the block blood"},
		{"a block of other numbers", strings.Replace(small, "20,0,1", "20,0,7", 1), whole, "record 2 is neither 0 nor 1"},
		{"numbers where words were declared", strings.Replace(small, "0,1,M", "0,1,4.2", 1), whole, `record 2 has a word in column "sex" that is none of those declared (F, M)`},
		{"words where numbers were declared", strings.Replace(small, "35.5", "old", 1), whole, "age"},
		{"one class of the own", strings.ReplaceAll(small, "M,1", "M,0"), "", "column y has one value, 0, in all 3 records; two classes would work"},
		{"three classes of the own", strings.Replace(small, "M,1", "M,2", 1) + "4,1,0,F,1\n", "", "label = y has 3 words; a label with two words would work"},
	} {
		schema := c.schema
		if schema != "" {
			schema = file(t, "schema.json", schema)
		}
		_, err := Read(t.Context(), File{Path: file(t, "people.csv", c.table), Schema: schema})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Numbers outside the bounds count in the outermost bins, and are counted.
func TestOutsideIsClampedAndCounted(t *testing.T) {
	const schema = `{"label":"y","attributes":[{"name":"x","edges":[0,1,4]},{"name":"y","words":["no","yes"]}]}`
	r, err := Read(t.Context(), File{Path: file(t, "people.csv", "x,y\n-3,no\n0.5,yes\n1,no\n4,no\n99,yes\n"), Schema: file(t, "schema.json", schema)})
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint16{0, 0, 1, 1, 1}; !slices.Equal(r.Codes[0], want) {
		t.Errorf("bins %v, want %v", r.Codes[0], want)
	}
	if notes := strings.Join(r.Notes, "; "); !strings.Contains(notes, "x 2 (first in line 2)") {
		t.Errorf("notes %q count no value outside", notes)
	}
}

// Settings and domains that cannot be are refused before anything is fitted.
func TestPlanRefuses(t *testing.T) {
	words := func(n int) (list []string) {
		for i := range n {
			list = append(list, strings.Repeat("w", i+1))
		}
		return list
	}
	label := Attribute{Name: "y", Words: []string{"0", "1"}}
	wide := Schema{Label: 2, Attributes: []Attribute{{Name: "city", Words: words(1000)}, {Name: "street", Words: words(900)}, label}}
	many := Schema{Attributes: []Attribute{label}}
	for i := range 600 {
		many.Attributes = append(many.Attributes, Attribute{Name: "f" + words(600)[i], Words: []string{"0", "1"}})
	}
	one := Schema{Attributes: []Attribute{label, {Name: "x", Edges: Even(0, 1, 4)}}}
	for _, c := range []struct {
		name   string
		of     Settings
		schema Schema
		want   string
	}{
		{"a domain that is too large", Settings{Workload: Triples, Epsilon: 1, Delta: 1e-6}, wide, "the marginals have 1,800,000 cells together, and y with city with street 1,800,000"},
		{"too many columns", Settings{Epsilon: 1, Delta: 1e-6}, many, "601 attributes; at most 500 would work"},
		{"no δ", Settings{Epsilon: 1}, one, "delta = 0"},
		{"no ε", Settings{Delta: 1e-6}, one, "epsilon = 0; above 0 would work"},
		{"rounds", Settings{Epsilon: 1, Delta: 1e-6, Rounds: -1}, one, "rounds = -1"},
		{"triples of one", Settings{Epsilon: 1, Delta: 1e-6, Workload: Triples}, one, "workload = triples needs two attributes"},
		{"an ε that nothing reaches", Settings{Epsilon: 1e-12, Delta: 1e-300}, one, "no σ up to"},
	} {
		if _, err := c.of.Plan(t.Context(), c.schema, 100); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := Fit(context.Background(), Records{Schema: one, Codes: [][]uint16{{}, {}}}, Settings{Epsilon: 1, Delta: 1e-6}); err == nil {
		t.Error("nobody is fitted to")
	}
}

// A table with far too many columns is refused by its first records: the unreadable ones after them are not looked at. A block
// of the same number of columns is one attribute.
func TestTooManyColumnsAreRefusedAtOnce(t *testing.T) {
	many := func(cell func(row, column int) string) string {
		var b strings.Builder
		for j := range 600 {
			fmt.Fprintf(&b, "f%d,", j)
		}
		b.WriteString("y\n")
		for i := range 100 {
			for j := range 600 {
				b.WriteString(cell(i, j) + ",")
			}
			fmt.Fprintf(&b, "%d\n", i%2)
		}
		return b.String()
	}
	text := many(func(i, j int) string { return strconv.Itoa((i*7 + j) % 10) })
	if _, err := Read(t.Context(), File{Path: file(t, "wide.csv", text+"1,2\n"), Label: "y"}); err == nil || !strings.Contains(err.Error(), "601 attributes; at most 500 would work") {
		t.Errorf("it is refused by %v", err)
	}
	hot := many(func(i, j int) string { return map[bool]string{true: "1", false: "0"}[j == i*6] })
	if r, err := Read(t.Context(), File{Path: file(t, "hot.csv", hot), Label: "y"}); err != nil || len(r.Schema.Attributes) != 2 {
		t.Errorf("%d attributes, %v", len(r.Schema.Attributes), err)
	}
}
