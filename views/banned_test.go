package views

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// banned lists words with better ones: the term of the field, or plain English. Keys, addresses and the words of a basis stay
// as they are.
var banned = []struct{ word, better string }{
	{`\bonlookers?\b`, "attacker"},
	{`true privacy loss`, "actual ε"},
	{`\bnominal\b`, "stated"},
	{`as audited`, "actual ε"},
	{`half-width θ`, "tolerance θ"},
	{`\bmade[- ]up\b`, "simulated"},
	{`law of the answer`, "distribution of the answer"},
	{`law of the loss`, "privacy loss distribution"},
	{`any ε (does|do)\b`, "any ε"},
	{`\bwould do\b`, "is enough, would work"},
	{`\blearnt\b`, "learned"},
	{`by heart`, "memorised"},
	{`flipped twin`, "the same record with its label flipped"},
	{`\bwhoever\b`, "anyone who"},
	{`(where|when) nobody says`, "by default"},
	{`told as without`, "same prediction as without noise"},
	{`takes it for true`, "takes it at face value"},
	{`\bfalse alarms?\b`, "false positive"},
	{`alarms that are right`, "precision"},
	{`wors[et] class(es)?\b[^-]`, "worst-class accuracy"},
	{`Matthews corr`, "MCC"},
	{`geometric mean`, "G-mean"},
	{`lets everybody through`, "calls everyone positive"},
	{`models that vote`, "majority vote"},
	{`noisy descent`, "DP-SGD"},
	{`tossing a coin`, "Poisson sampling"},
	{`drawn one by one`, "sampled independently"},
	{`takes part for itself`, "Poisson sampling"},
	{`one record more or less`, "add-or-remove neighbours"},
	{`adding up claims`, "basic composition"},
	{`tight drift`, "tight"},
	{`order that says most`, "best Rényi order"},
	{`chance to be drawn`, "probability of being drawn"},
	{`ridge of its own`, "extra ridge"},
	{`\bfor ever\b`, "for every n"},
	{`thousand million`, "a billion"},
	{`stand out\b`, "highlight"},
	{`those ahead`, "the leaders"},
	{`shared out`, "split"},
	{`as well as possible`, "best split found"},
	{`\bmean record`, "on average a record"},
	{`class stays`, "the prediction stays"},
	{`keeps? (its|their) class`, "keeps its prediction"},
	{`by drawing\b`, "sampled"},
	{`signal kept`, "signal left"},
	{`the better one is taken`, "we use the better of the two"},
	{`no noise has below`, "lower bound for any noise"},
	{`certified slack`, "certified δ"},
	{`not told apart`, "cannot be told apart"},
	{`\bfares? worst`, "worst-off"},
	{`sent raw`, "sent without noise"},
	{`\b[Ll]aws?\b`, "distribution"},
	{`\bpromis(e|es|ed)\b`, "guarantee"},
	{`\b[Ss]lack\b`, "δ"},
	{`at most once in`, "about once in"},
	{`are told apart|is told apart|told apart (best|no better)`, "tells apart"},
}

// All texts for users avoid the banned words: the strings of the program that have a blank, the glossary and the README. The
// reference is made of these.
func TestWords(t *testing.T) {
	effort.ForNumbers(t)
	var patterns []*regexp.Regexp
	for _, b := range banned {
		patterns = append(patterns, regexp.MustCompile(b.word))
	}
	check := func(where, text string) {
		text = strings.NewReplacer("law of large numbers", "", "?law=", "", "&law=", "").Replace(text) // an address keeps its words
		for i, p := range patterns {
			if found := p.FindString(text + " "); found != "" {
				t.Errorf("%s says %q; better: %s\n\t%.160s", where, strings.TrimSpace(found), banned[i].better, text)
			}
		}
	}
	files, err := filepath.Glob("../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d documents: %v", len(files), err)
	}
	for _, file := range append(files, "../README.md", "../assets/glossary.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(line, "explains:") { // those are keys
				check(file+":"+strconv.Itoa(n+1), line)
			}
		}
	}
	for _, root := range []string{"../engine", "../learners", "../mechanisms", "../ui", "../views"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			return literals(path, check)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// literals passes on every string of a file that has a blank, with its place.
func literals(path string, check func(where, text string)) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, " ") {
				check(set.Position(lit.Pos()).String(), text)
			}
		}
		return true
	})
	return nil
}
