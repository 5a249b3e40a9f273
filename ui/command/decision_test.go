package command

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// decide writes a decision on an address to a file.
func decide(t *testing.T, file string, words ...string) {
	t.Helper()
	args := append([]string{"decision", "--by", "Ada", "--because", "it is enough", "-o", file}, words...)
	if status, out, trouble := call("", args...); status != ok || out+trouble != "" {
		t.Fatalf("%q: status %d: %s%s", words, status, out, trouble)
	}
}

// A file of decisions is computed again to the same, and what is not the same is told with its exit status.
func TestDecisions(t *testing.T) {
	t.Chdir(t.TempDir())
	const people = "a,b,class\n1,2,x\n2,1,x\n3,3,y\n4,1,x\n"
	os.WriteFile("people.csv", []byte(people+strings.Repeat("1,2,x\n4,3,y\n", 20)), 0o600)
	decide(t, "two.json", "flips?n=20", "survey?data=people.csv&column=class")
	status, out, trouble := call("", "check", "two.json")
	if status != ok || trouble != "" || strings.Count(out, "same: all ") != 2 || !strings.Contains(out, "decided by Ada, with dpscope") {
		t.Errorf("as it was: %d, %s%s", status, out, trouble)
	}
	whole, _ := os.ReadFile("two.json")
	if strings.Contains(string(whole), "1,2,x") || !strings.Contains(string(whole), `"sha256"`) {
		t.Errorf("the file holds\n%s", whole)
	}
	for _, c := range []struct {
		name   string
		make   func()
		args   []string
		status int
		says   string
	}{
		{"moved", func() { os.Rename("people.csv", "elsewhere.csv") }, nil, undecided, "cannot be told: people.csv cannot be read here: no such file or directory; --data FILE would say where it is"},
		{"found", func() {}, []string{"--data", "elsewhere.csv"}, ok, "same: all"},
		{"another named", func() { os.WriteFile("other.csv", []byte(people), 0o600) }, []string{"--data", "other.csv"}, untrue, "data differs: no file that --data names is people.csv as it was"},
		{"another in its place", func() { os.Rename("other.csv", "people.csv") }, nil, untrue, "data differs: people.csv is another file than it was"},
		{"both", func() {}, []string{"--data", "elsewhere.csv"}, ok, "same: all"},
		{"a number", func() {
			os.WriteFile("two.json", []byte(strings.Replace(string(whole), `"value": 0.`, `"value": 0.1`, 1)), 0o600)
		}, []string{"--data", "elsewhere.csv"}, untrue, "differs: it was changed after it was written"},
	} {
		c.make()
		status, out, trouble := call("", append([]string{"check", "two.json"}, c.args...)...)
		if status != c.status || !strings.Contains(out, c.says) || (status == ok) != (trouble == "") {
			t.Errorf("%s: %d, %s%s", c.name, status, out, trouble)
		}
	}
	for _, c := range []struct{ args, opens, holds string }{
		{"--data elsewhere.csv", "# 2 decisions, computed again\n\n## 1. How many of my labels will flip?\n\n**Differs: it was changed", "\n# How good will our survey be?\n"},
		{"", "# 2 decisions, computed again\n", "**Data differs: people.csv is another file"},
	} {
		call("", strings.Fields("report two.json --force -o of.md "+c.args)...)
		if text, _ := os.ReadFile("of.md"); !strings.HasPrefix(string(text), c.opens) || !strings.Contains(string(text), c.holds) {
			t.Errorf("the report with %q is\n%.1500s", c.args, text)
		}
	}
	status, out, _ = call("", "check", "--json", "two.json", "--data", "elsewhere.csv")
	var told struct {
		Decisions []struct {
			Verdict     string
			Differences []struct {
				Of, Field string
				By        float64
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &told); err != nil || status != untrue || told.Decisions[0].Verdict != "differs" ||
		told.Decisions[1].Verdict != "same" || len(told.Decisions[0].Differences) != 1 || told.Decisions[0].Differences[0].By <= 0 {
		t.Errorf("%d, %v: %s", status, err, out)
	}
}

// What is no decision, or asks for what a decision does not have, gets one sentence.
func TestDecisionCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	decide(t, "d.json", "flips?n=20")
	whole, _ := os.ReadFile("d.json")
	file := func(name, text string) string {
		os.WriteFile(name, []byte(text), 0o600)
		return name
	}
	replaced := func(name, old, with string) string {
		return file(name, strings.Replace(string(whole), old, with, 1))
	}
	huge, _ := os.Create("huge.json")
	huge.WriteString(`{"decisions": [`)
	huge.Truncate(100 << 20)
	huge.Close()
	by := []string{"--by", "Ada", "--because", "enough"}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"check", "huge.json"}, failed, "it has 100 MB; at most 20 MB would work"},
		{[]string{"check", file("cut.json", string(whole[:200]))}, failed, "the JSON ends too early, after"},
		{[]string{"check", replaced("twice.json", `"by": `, `"address": "noise", "by": `)}, failed, `"address" is said twice in one object`},
		{[]string{"check", replaced("case.json", `"by": `, `"Address": "noise", "by": `)}, failed, `a decision has no field "Address"`},
		{[]string{"check", replaced("more.json", `"by": `, `"more": 1, "by": `)}, failed, `decision 1: a decision has no field "more"`},
		{[]string{"check", replaced("kind.json", `"by": "Ada"`, `"by": 7`)}, failed, "by is a number, which it cannot be"},
		{[]string{"check", replaced("newer.json", `"version": "0.1.0"`, `"version": "9.0.0"`)}, untrue, "not what was recorded"},
		{[]string{"check", replaced("version.json", `"version": "0.1.0"`, `"version": "soon"`)}, failed, `version = "soon" is none; one such as 0.1.0 would work`},
		{[]string{"check", replaced("digest.json", `"sha256": "`, `"sha256": "no`)}, failed, "is no SHA-256"},
		{[]string{"check", file("none.json", `{"decisions": []}`)}, failed, "there is no decision in it"},
		{[]string{"check", file("odd.json", `{"decisions": 7}`)}, failed, "it is no file of decisions"},
		{[]string{"check", file("deep.json", `{"decisions": `+strings.Repeat("[", 1<<20))}, failed, "nested more than"},
		{[]string{"check", file("bytes.json", "{\"decisions\": \"\xff\"}")}, failed, "is not UTF-8"},
		{[]string{"check", file("after.json", string(whole)+"7")}, failed, "something follows the end"},
		{[]string{"check", "d.json", "--sigma", "1"}, misuse, "--sigma is of a training run"},
		{[]string{"check", "--sigma", "1", "--data", "x.csv"}, misuse, "--data is of a decision"},
		{[]string{"decision", "-o", "x.json"}, misuse, "needs an address"},
		{append([]string{"decision", "flips"}, by...), misuse, "needs a file"},
		{[]string{"decision", "flips", "-o", "x.json", "--because", "x"}, misuse, "needs who decided"},
		{[]string{"decision", "flips", "-o", "x.json", "--by", "x"}, misuse, "needs a reason"},
		{append([]string{"decision", "flips", "-o", "x.json", "--name", "x"}, by...), misuse, "--name is a field of the registry"},
		{append([]string{"decision", "flips", "noise", "-o", "x.json", "--registry"}, by...), misuse, "of one address; 2 are given"},
		{append([]string{"decision", "noize", "-o", "x.json"}, by...), misuse, "nearest: noise"},
		{append([]string{"decision", "flips", "-o", "d.json"}, by...), failed, "exists already"},
	} {
		status, _, trouble := call("", c.args...)
		if status != c.status || !strings.Contains(trouble, c.says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%q: %d, %s", c.args, status, trouble)
		}
	}
	if _, err := os.Stat("x.json"); err == nil {
		t.Error("a refused decision leaves a file")
	}
}

// An entry of the registry has what the page says, asks for the rest, and promises no less noise than there is.
func TestRegistry(t *testing.T) {
	t.Chdir(t.TempDir())
	call := func(words ...string) (int, string) {
		status, _, trouble := call("", append([]string{"decision", "--by", "Ada", "--because", "enough", "-o", "d.json", "--registry", "--force"}, words...)...)
		return status, trouble
	}
	status, trouble := call("survey?epsilon=1.5")
	const asked = "name, data_curators, description, intended_use, data_product_type, data_product_region, publication_date, privacy_unit, composition, mechanisms"
	if status != misuse || !strings.Contains(trouble, "the registry asks for "+asked+",") || !strings.Contains(trouble, "--privacy-unit, --composition") {
		t.Errorf("%d, %s", status, trouble)
	}
	full := []string{"--name", "Smokers of a town", "--data-curators", "A; B, C", "--description", "shares", "--intended-use", "planning",
		"--data-product-type", "Summary statistics", "--data-product-region", "nowhere", "--publication-date", "2026-12-01",
		"--privacy-unit", "person", "--composition", "one release", "--mechanisms", "randomised response"}
	with := func(address string, more ...string) []string {
		return append(append([]string{address}, full...), more...)
	}
	for _, c := range []struct {
		words []string
		says  string // of the trouble, or of the file
	}{
		{with("survey?epsilon=1.5"), `"epsilon": 1.5`},
		{with("survey?epsilon=1.5"), `"variant_name": "Pure DP"`},
		{with("survey?epsilon=1.5"), `"model_name": "Local"`},
		{with("survey?epsilon=1.5"), `"url_slug": "smokers-of-a-town"`},
		{with("survey?epsilon=1.5", "--epsilon", "2"), `"epsilon": 2`},
		{with("survey?epsilon=1.5", "--epsilon", "1"), "epsilon = 1 is less than the 1.5 that the page says"},
		{with("survey?epsilon=1.5", "--variant-name", "pure"), `variant_name = "pure" is not known; nearest: Pure DP`},
		{with("survey?epsilon=1.5", "--publication-date", "soon"), "publication_date = soon is no date"},
		{with("noise?epsilon=1&delta=1e-6"), `"delta": 0.000001`},
		{with("noise?epsilon=1&delta=1e-6"), `"variant_name": "Approximate DP"`},
		{with("noise?epsilon=1&delta=1e-6", "--variant-name", "Pure DP"), "pure privacy has no δ"},
		{with("run?drawn=shuffled&neighbours=zeroed&delta=1e-5"), `"epsilon": 20.5622`},
		{with("copies"), `"delta": 3.1192`},
		{with("copies"), `"variant_name": "Approximate DP"`},
		{with("utility?mechanism=gaussian"), "the registry asks for variant_name, which"},
		{with("weights"), "the registry asks for variant_name, epsilon, which the page does not say"},
		{with("weights", "--epsilon", "1", "--variant-name", "Pure DP"), `"notes": "`},
		{with("concentration?mechanism=gaussian-pac"), `"variant_name": "Custom"`},
	} {
		status, trouble := call(c.words...)
		text, _ := os.ReadFile("d.json")
		if says := trouble + string(text); !strings.Contains(says, c.says) || status != ok && status != misuse {
			t.Errorf("%q: %d, %s does not say %s", c.words, status, trouble, c.says)
		}
		os.Remove("d.json")
	}
}
