//go:build unix

package command

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
)

// A program gives only estimates, and only where the command line names it.
func TestPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predict")
	if err := os.WriteFile(path, []byte("read h; while IFS=, read -r age; do case $age in [0-4]?|[0-4]?.*|?|?.*) echo no;; *) echo yes;; esac; done"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := "utility?classifier=cmd:sh%20" + path + "&private=age&draws=100&record=0.7"
	status, out, trouble := call("", "read", address, "--command", "sh "+path, "--feature", "age=0..100 years")
	if status != 0 {
		t.Fatalf("status %d: %s", status, trouble)
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, ",at least,") || strings.Contains(line, ",agreement-exact,") && !strings.Contains(line, "none") {
			t.Errorf("more than an estimate: %s", line)
		}
	}
	if !strings.Contains(out, "agreement-estimate,0.") {
		t.Errorf("no estimate in %s", out)
	}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{nil, "an address by itself runs no program"},
		{[]string{"--command", "sh other", "--feature", "age"}, "an address by itself runs no program"},
		{[]string{"--command", "sh " + path}, "which columns does the program take?"},
		{[]string{"--feature", "age"}, "--command names none"},
		{[]string{"--command", "sh " + path, "--feature", "age=5"}, `--feature = "age=5" is not NAME=LOW..HIGH`},
		{[]string{"--command", "sh " + path, "--feature", "age", "--feature", "age"}, "age"},
	} {
		if status, out, trouble := call("", append([]string{"read", address}, c.flags...)...); status == 0 || !strings.Contains(strings.ReplaceAll(out, `""`, `"`)+trouble, c.want) {
			t.Errorf("%v: status %d, %s%s", c.flags, status, out, trouble)
		}
	}
}

// A population of a program has estimates with intervals, and so have the budgets recommended for it.
func TestPopulationsOfPrograms(t *testing.T) {
	folder := t.TempDir()
	path, data := filepath.Join(folder, "predict"), filepath.Join(folder, "people.csv")
	for file, text := range map[string]string{
		path: `read h; while IFS=, read -r age bmi; do if [ ${age%.*} -lt 50 ] 2>/dev/null; then echo no; else echo yes; fi; done`,
		data: "id,age,bmi,town\n1,10,20,a\n2,30,25,b\n3,45,33,a\n4,60,40,b\n5,90,41,a\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	of := "?classifier=cmd:sh%20" + path + "&values=raw&data=" + data
	flags := []string{"--command", "sh " + path, "--feature", "age=0..100 years", "--feature", "bmi=10..60"}
	for _, asked := range [][2]string{
		{"population" + of + "&by=town", "mean fifth worst reach-target gap mean-a worst-b reach-a"},
		{"recommend" + of + "&records=1&private=age", "epsilon-pm epsilon-laplace"},
	}[:effort.Scale(1, 2, 2)] {
		address, want := asked[0], asked[1]
		status, out, trouble := call("", append([]string{"read", address}, flags...)...)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", address, status, trouble)
		}
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if strings.HasPrefix(row[1], "attacker-") || row[1] == view.WrongOnceIn { // these depend on the mechanism, not on predictions
				continue
			}
			if row[5] == "at least" || row[5] == "at most" || row[5] == "exact" && strings.HasPrefix(row[1], "mean") {
				t.Errorf("more than an estimate: %v", row)
			}
			if slices.Contains(strings.Fields(want), row[1]) && (row[5] != "estimate" || row[3] == "" || row[3] == row[4]) {
				t.Errorf("%s is no estimate with an interval: %v", row[1], row)
			}
		}
	}
}

// No address, and no word within one, runs a program that the command line does not name.
func TestAddressesRunNoProgram(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	script := filepath.Join(t.TempDir(), "predict")
	if err := os.WriteFile(script, []byte("touch "+mark+"; while read r; do echo a; done"), 0o600); err != nil {
		t.Fatal(err)
	}
	word := "cmd:sh%20" + script
	var lines strings.Builder
	for _, parameters := range []string{
		"classifier=" + word, "classifier=" + word + "&command=sh%20" + script + "&feature=age", "classifier=--command&private=" + word, "data=" + word, "record=" + word,
	} {
		for _, view := range []string{"utility?", "population?", "recommend?for=record&"} {
			lines.WriteString(view + parameters + "\n")
		}
	}
	call(lines.String(), "read", "--command", "sh other", "--feature", "age=0..100 years")
	if _, err := os.Stat(mark); err == nil {
		t.Error("an address has run a program")
	}
}

// A column of declared words reaches the program as words: from a table, from a record in raw values, and wherever classes are
// looked for.
func TestProgramsTakeWords(t *testing.T) {
	folder := t.TempDir()
	path, data, seen := filepath.Join(folder, "predict"), filepath.Join(folder, "people.csv"), filepath.Join(folder, "seen")
	for file, text := range map[string]string{
		path: `read h; echo "$h" >` + seen + `; while IFS=, read -r age sex town; do echo "$age,$sex,$town" >>` + seen + `; case $sex in Female) echo yes;; Male|Other) echo no;; *) echo odd;; esac; done`,
		data: "age,sex,town\n10,Male,5\n30,Female,6\n45,Other,7\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	flags := []string{"--command", "sh " + path, "--feature", "age=0..100 years", "--feature", "sex=Male|Female|Other", "--feature", "town"}
	read := func(address string) string {
		t.Helper()
		status, out, trouble := call("", append([]string{"read", address}, flags...)...)
		if status != 0 {
			t.Fatalf("%s: %d, %s%s", address, status, trouble, out)
		}
		return out
	}
	of := "classifier=cmd:sh%20" + path + "&private=age"
	if out := read("utility?" + of + "&draws=100&record=raw:45,Female,6"); !strings.Contains(out, "agreement-estimate,1,") {
		t.Errorf("of a woman it says %s", out)
	}
	read("population?" + of + "&values=raw&data=" + data)
	text, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] != "age,sex,town" {
		t.Errorf("the header is %s", lines[0])
	}
	for _, line := range lines[1:] {
		if cells := strings.Split(line, ","); len(cells) != 3 || !slices.Contains([]string{"Male", "Female", "Other"}, cells[1]) {
			t.Fatalf("a row is %s", line)
		}
	}
	for _, c := range []struct{ address, feature, want string }{
		{"utility?" + of + "&record=raw:45,Man,6", "", `sex = "Man" is not known; nearest: Male, Female, Other`},
		{"utility?" + of, "sex=Male||Other", "word 2 is empty"},
		{"utility?" + of, "sex=Male|Male", "both called Male"},
		{"utility?" + of, "sex=Male", "NAME=WORD|WORD for a column of words"},
		{"utility?classifier=cmd:sh%20" + path + "&private=sex%3DMale", "", "of the 3 words of sex a person has exactly one"},
	} {
		with := slices.Clone(flags)
		if c.feature != "" {
			with = append(with, "--feature", c.feature)
		}
		if status, out, trouble := call("", append([]string{"read", c.address}, with...)...); status == 0 || !strings.Contains(strings.ReplaceAll(out, `""`, `"`)+trouble, c.want) {
			t.Errorf("%s %s: status %d, %s%s", c.address, c.feature, status, out, trouble)
		}
	}
}
