//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// responses writes a file of randomised responses, three of four of them true: their privacy loss is ln 3 = 1.0986.
func responses(t *testing.T, rows int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	b.WriteString("in,score\n")
	for i := range rows {
		answer := i % 2
		if rng.IntN(4) == 0 {
			answer = 1 - answer
		}
		fmt.Fprintf(&b, "%d,%d\n", i%2, answer)
	}
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// An audit refutes a promise or does not, which proves nothing; it never calls anything private.
func TestAudit(t *testing.T) {
	file := responses(t, 8000)
	for _, c := range []struct {
		args         []string
		status       int
		out, trouble string
	}{
		{[]string{"--delta", "0", "--epsilon", "0.5"}, 1, "refuted: ε ≥ 1.00 at δ = 0", "refuted: ε ≥ 1.00"},
		{[]string{"--delta", "0", "--epsilon", "1.1"}, 0, "not refuted, and this proves nothing\nadvantage ≥ 0.4", ""},
		{[]string{"--delta", "0"}, 0, "at δ = 0 with 95 % confidence\n", ""},
		{[]string{"--delta", "0.2", "--epsilon", "0.7", "--confidence", "0.999"}, 0, "at δ = 0.2 with 99.9 % confidence, and ε = 0.7 was stated: not refuted", ""},
		{nil, 2, "", "--delta is missing"},
		{[]string{"--delta", "1"}, 2, "", "--delta = 1 is outside [0, 1)"},
		{[]string{"--delta", "-1"}, 2, "", "--delta = -1 is outside [0, 1)"},
		{[]string{"--delta", "nan"}, 2, "", "--delta = nan is outside [0, 1)"},
		{[]string{"--delta", "few"}, 2, "", `--delta = "few" is not a number; one from 0 to below 1 would work`},
		{[]string{"--delta", "0", "--confidence", "1"}, 2, "", "confidence = 1 is outside"},
		{[]string{"--delta", "0", "--epsilon", "-1"}, 2, "", "epsilon = -1 is outside"},
		{[]string{"--delta", "0", "--command", "true"}, 2, "", "both a file and a program"},
		{[]string{"other.csv", "--delta", "0"}, 2, "", "2 files are given"},
	} {
		status, out, trouble := call("", append([]string{"audit", file}, c.args...)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(trouble, c.trouble) || strings.Contains(out, "private") {
			t.Errorf("%q: status %d, want %d; %q, %q", c.args, status, c.status, out, trouble)
		}
		if strings.Count(trouble, "\n") > 1 {
			t.Errorf("%q: the error takes several lines: %s", c.args, trouble)
		}
	}
	status, out, _ := call("", "audit", file, "--delta", "0", "--epsilon", "0.5", "--json")
	var found struct {
		Refuted bool
		In      int
		Epsilon struct {
			Value float64
			Basis string
		}
		Tests []struct{ TprAtLeast, FprAtMost float64 }
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || status != 1 {
		t.Fatal(err, status)
	}
	if !found.Refuted || found.In != 4000 || found.Epsilon.Basis != "at least with 95 % confidence" || !(found.Epsilon.Value > 0.9 && found.Epsilon.Value < 1.0986) || len(found.Tests) == 0 {
		t.Errorf("%s", out)
	}
}

// A program is run on two inputs until it has answered often enough; each fault of it is told in one line.
func TestAuditOfProgram(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	with, without := write("with", "1\n"), write("without", "0\n")
	random := "od -An -v -tu1 -w1 -N700 /dev/urandom | while read b; do " // it ends after 700 runs, and is started again
	audited := func(program string, args ...string) (status int, out, trouble string) {
		return call("", append([]string{"audit", "--command", "sh " + write("program", program), "--with", with, "--without", without, "--delta", "0"}, args...)...)
	}
	response := "read v; " + random + "if [ $b -lt 192 ]; then echo $v; else echo $((1 - v)); fi; done"
	for _, c := range []struct {
		program      string
		args         []string
		status       int
		out, trouble string
	}{
		{response, []string{"--epsilon", "1.0987", "--runs", "2000", "--confidence", "0.999999"}, 0, "not refuted", ""},
		{response, []string{"--epsilon", "0.5", "--runs", "4000"}, 1, "refuted: ε ≥ ", "refuted"},
		{"read v; echo $v", []string{"--epsilon", "0.5", "--runs", "20"}, 1, "of 10 runs with the record", "refuted"}, // one run a start
		{"exit 3", nil, 1, "", "ended after 0 scores, with exit status 3"},
		{"echo 1; echo sorry >&2; exit 1", nil, 1, "", "ended after 1 score, with exit status 1: sorry"},
		{"cat > /dev/null", nil, 1, "", "ended after 0 scores, with status 0"},
		{"echo words", nil, 1, "", `run 1: "words" is no number`},
		{"yes nan", nil, 1, "", `run 1: "nan" is neither above nor below`},
		{"yes 1", []string{"--runs", "5"}, 1, "", "5 runs with the record and 5 without show nothing"},
		{"yes 1", []string{"--runs", "3000"}, 0, "all scores are the same", ""},
		{"yes " + strings.Repeat("1", 5000), nil, 1, "", "a line of more than"},
	} {
		status, out, trouble := audited(c.program, c.args...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(trouble, c.trouble) || strings.Count(trouble, "\n") > 1 {
			t.Errorf("%q %q: status %d, %q, %q", c.program, c.args, status, out, trouble)
		}
	}
	if status, _, trouble := call("", "audit", "--command", "sh x", "--delta", "0", "--with", with); status != 2 || !strings.Contains(trouble, "--without") {
		t.Errorf("status %d, %q", status, trouble)
	}
	if status, _, trouble := call("", "audit", "--command", "/nonexistent/program", "--delta", "0", "--with", with, "--without", without); status != 1 || !strings.Contains(trouble, "cannot be started") {
		t.Errorf("status %d, %q", status, trouble)
	}
}
