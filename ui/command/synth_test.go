package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A synthetic table has the columns and the words of its table; the description beside it says what was spent and what no ε
// covers, and serves as a schema. Each error is one line.
func TestSynth(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	text := "age,sex,y\n"
	for i := range 200 {
		text += []string{"10.5", "20", "31", "44", "52.5", "60"}[i%6] + []string{",F", ",M"}[i%2] + []string{",no\n", ",no\n", ",no\n", ",yes\n"}[i%4]
	}
	if err := os.WriteFile(at("people.csv"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"gem", "privbayes"} {
		out := at(method + ".csv")
		status, _, trouble := call("", "synth", "--data", at("people.csv"), "--epsilon", "2", "--method", method, "--rows", "50", "--balanced", "-o", out)
		if status != ok || !strings.Contains(trouble, "nothing is guaranteed") || !strings.Contains(trouble, ", 50 rows by ") || !strings.Contains(trouble, "do not release") {
			t.Fatalf("%s: %d, %s", method, status, trouble)
		}
		rows, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(rows), "age,sex,y\n") || strings.Count(string(rows), "\n") != 51 || strings.Count(string(rows), ",yes\n") != 25 {
			t.Errorf("%s writes %s", method, rows)
		}
		beside, err := os.ReadFile(out + "-metadata.json")
		if err != nil {
			t.Fatal(err)
		}
		var said struct {
			Epsilon float64 `json:"epsilon_spent"`
			Delta   float64
		}
		if err := json.Unmarshal(beside, &said); err != nil || !(said.Epsilon > 1.9 && said.Epsilon <= 2) || (said.Delta == 0) != (method == "privbayes") {
			t.Errorf("%s says %+v, %v", method, said, err)
		}
		declared := strings.ReplaceAll(strings.Replace(string(beside), `"origin": "taken from the data",`, "", 1), `"words_bounds_and_bins": "taken`, `"words_bounds_and_bins": "not taken`)
		for _, schema := range []struct {
			name, text string
			own        bool
		}{
			{"as it was written", string(beside), true},
			{"as a version before wrote it", strings.Replace(string(beside), `"origin": "taken from the data",`, "", 1), true},
			{"declared", declared, false},
		} {
			path, again := at("schema.json"), at(method+"-again.csv")
			if err := os.WriteFile(path, []byte(schema.text), 0o600); err != nil {
				t.Fatal(err)
			}
			status, _, trouble := call("", "synth", "--data", at("people.csv"), "--schema", path, "--epsilon", "2", "-o", again, "--method", method, "--force")
			if status != ok || strings.Contains(trouble, "no guarantee; of the noise alone ε ≤") != schema.own || strings.Contains(trouble, "nothing is guaranteed") != schema.own {
				t.Errorf("%s: %d, %s", schema.name, status, trouble)
			}
			if text, err := os.ReadFile(again + "-metadata.json"); err != nil || strings.Contains(string(text), `"words_bounds_and_bins": "declared"`) == schema.own ||
				strings.Contains(string(text), "what they can be") == schema.own || strings.Contains(string(text), `"origin": "taken from the data"`) != schema.own {
				t.Errorf("%s: beside it stands %s, %v", schema.name, text, err)
			}
		}
	}
	for _, c := range []struct {
		args, says string
		status     int
	}{
		{"--epsilon 1 -o x.csv", "--data is missing", misuse},
		{"--data DATA -o x.csv", "--epsilon is missing", misuse},
		{"--data DATA --epsilon 1", "--output is missing", misuse},
		{"--data DATA --epsilon 1 -o x.csv --rows 0", "rows", misuse},
		{"--data DATA --epsilon 1 -o x.csv --rows 10000000", "rows", misuse},
		{"--data DATA --epsilon 1 -o x.csv --method gan", "gan", misuse},
		{"--data DATA --epsilon 1 -o x.csv --method privbayes --workload label", "--workload label is not for --method privbayes", misuse},
		{"--data DATA --epsilon 1 -o x.csv --method privbayes --delta 1e-6", "--delta is not for --method privbayes", misuse},
		{"--data DATA --epsilon 1 -o x.json", ".csv would work", misuse},
		{"--data DATA --epsilon 1 -o x", ".csv would work", misuse},
		{"--data DATA --epsilon 1 -o x.csv --schema nowhere", "ecoli", failed},
		{"--data DATA --epsilon 1 -o x.csv --delta 0", "delta = 0", failed},
		{"--data DATA --epsilon 1 -o x.csv --label age", "age has 6 words", failed},
		{"--data DATA --epsilon 1 -o x.csv --drop ward", "ward", failed},
		{"--data DATA --epsilon 1 -o x.csv --drop age,sex", "no column is left to learn from", failed},
		{"--data DATA --epsilon 1 -o x.csv --schema nowhere.json", "nowhere.json", failed},
	} {
		args := append([]string{"synth"}, strings.Fields(strings.NewReplacer("DATA", at("people.csv"), "x.csv", at("x.csv")).Replace(c.args))...)
		if status, _, trouble := call("", args...); status != c.status || !strings.Contains(trouble, c.says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%s: %d, %q; want %d, %q", c.args, status, trouble, c.status, c.says)
		}
	}
}

// An id and the columns of --drop are in no row that is written, and whole numbers stay whole.
func TestSynthLeavesOut(t *testing.T) {
	folder := t.TempDir()
	people, out := filepath.Join(folder, "people.csv"), filepath.Join(folder, "out.csv")
	text := "id,name,age,y\n"
	for i := range 120 {
		text += fmt.Sprintf("%d,n%d,%d,%d\n", i, i%7, 18+i%60, i%2)
	}
	if err := os.WriteFile(people, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, trouble := call("", "synth", "--data", people, "--drop", "name", "--epsilon", "2", "--rows", "40", "-o", out)
	if status != ok || !strings.Contains(trouble, "id") {
		t.Fatal(status, trouble)
	}
	rows, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(rows), "age,y\n") || strings.Contains(string(rows), ".") {
		t.Errorf("%v: %s", err, rows)
	}
	if status, _, trouble := call("", "synth", "--data", people, "--keep", "id", "--epsilon", "2", "--rows", "40", "-o", out, "--force"); status != ok {
		t.Fatal(trouble)
	}
	if rows, err = os.ReadFile(out); err != nil || !strings.HasPrefix(string(rows), "id,name,age,y\n") {
		t.Errorf("%v: %s", err, rows)
	}
}
