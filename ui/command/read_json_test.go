//go:build unix

package command

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
)

// spoken is a line of read --json as a program reads it.
type spoken struct {
	Address  string
	Error    string
	Readings []map[string]any
}

// One process answers line by line, whatever the lines are.
func TestReadJSONAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	hear, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- read(worktest.On(t.Context(), 2), questions, answers, io.Discard, inJSON) }()
	lines := bufio.NewReaderSize(hear, 1<<20)
	turn := func(question string) (a spoken) {
		t.Helper()
		if _, err := io.WriteString(ask, question+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadString('\n') // before the next is asked
		if err == nil {
			err = json.Unmarshal([]byte(line), &a)
		}
		if err != nil {
			t.Fatalf("%q: %v in %q", question, err, line)
		}
		return a
	}
	keys := []string{"basis", "high", "low", "reading", "source", "title", "unit", "value"}
	good := "concentration?mechanism=pm&epsilon=2"
	for range 2 { // the answers before and after bad lines are equal
		a := turn(good)
		if a.Address != good || a.Error != "" || len(a.Readings) == 0 {
			t.Fatalf("%+v", a)
		}
		for _, r := range a.Readings {
			for _, k := range keys {
				if _, has := r[k]; !has {
					t.Errorf("%v has no %s", r["reading"], k)
				}
			}
			if r["title"] == "" || r["source"] == "" || r["basis"] == "" {
				t.Errorf("%v says nothing of itself", r)
			}
		}
		i := slices.IndexFunc(a.Readings, func(r map[string]any) bool { return r["reading"] == "loss-audited" })
		if r := a.Readings[i]; r["value"] != 2.0 || r["basis"] != "exact" || r["low"] != nil {
			t.Errorf("%v", r)
		}
		for _, bad := range []string{"", "   ", "#", "nothing", "concentration?epsilon=0", "attack?fpr=1", `{"address":"concentration"}`, "\x1b[31m\xff\u202e",
			"concentration?" + strings.Repeat("x", longestLine), "concentration?data=/etc/shadow", "utility?classifier=/nonexistent", "utility?classifier=cmd:sh",
			"=1+1", "read", "hold.epsilon=1"} {
			if a := turn(bad); a.Error == "" || strings.Contains(a.Error, "\n") || a.Readings != nil {
				t.Errorf("%.60q gives %+v", bad, a)
			}
		}
	}
	ask.Close()
	go io.Copy(io.Discard, lines)
	if err := <-ended; err != errSomeLines {
		t.Errorf("it ends with %v", err)
	}
}

// What JSON cannot hold is a word, a missing answer is null with the reason, and an address comes back as it was.
func TestReadJSON(t *testing.T) {
	address := "concentration?mechanism=gaussian&epsilon=1"
	status, out, trouble := call("", "read", "--json", address, "concentration?mechanism=\x1b[31mred\u202e", "recommend?for=record")
	if status != 1 || strings.ContainsAny(out+trouble, "\x1b\u202e") || strings.Count(out, "\n") != 3 {
		t.Fatalf("status %d, %q, %q", status, out, trouble)
	}
	var both []spoken
	for line := range strings.Lines(out) {
		var a spoken
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		both = append(both, a)
	}
	if both[0].Address != address || both[1].Address != "concentration?mechanism=\x1b[31mred\u202e" || both[1].Error == "" {
		t.Errorf("%q and %+v", both[0].Address, both[1])
	}
	none, endless := 0, 0
	for _, r := range append(both[0].Readings, both[2].Readings...) {
		switch value := r["value"].(type) {
		case nil:
			none++
			if r["missing"] == "" || r["basis"] != "none" {
				t.Errorf("%v does not say why", r)
			}
		case string:
			if value == "INF" {
				endless++
			}
		}
	}
	if none == 0 || endless == 0 {
		t.Errorf("%d readings have no answer, %d are without end", none, endless)
	}
}

// The lines of Python in docs/scripting.md run, as far as this machine has what they need.
func TestDocumentedPython(t *testing.T) {
	effort.Unwatched(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here to run the lines")
	}
	_, after, _ := strings.Cut(document(t, "docs/scripting.md"), "```python\n")
	lines, _, found := strings.Cut(after, "```\n")
	if !found || strings.Count(lines, "\n") > 10+1 { // and an empty one
		t.Fatalf("docs/scripting.md has no ten lines of Python:\n%s", lines)
	}
	folder := t.TempDir()
	door := "#!/bin/sh\n" + asProgram + "=1 exec " + shellWord(os.Args[0]) + ` "$@"` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "dpscope"), []byte(door), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(lines string) string {
		t.Helper()
		c := exec.Command(python, "-c", lines)
		c.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), noCount, "PYTHONIOENCODING=utf-8")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	plain, _, found := strings.Cut(lines, "import pandas\n")
	if !found {
		t.Fatal("the lines have no part without pandas")
	}
	_, want, _ := call("", "read", "attack?of=training&sigma=1.1&rate=0.01&steps=1000")
	_, number, _ := strings.Cut(want, ",found,")
	number, _, _ = strings.Cut(number, ",")
	shown := run(plain + "print([r['value'] for r in rows if r['reading'] == 'found' and 'sigma=1.1' in r['address']])\n")
	var values []float64
	if err := json.Unmarshal([]byte(shown), &values); err != nil || len(values) != 1 {
		t.Fatalf("%v: %s", err, shown)
	}
	var read float64
	if err := json.Unmarshal([]byte(number), &read); err != nil || values[0] != read {
		t.Errorf("Python reads %v, read says %s", values, number)
	}
	t.Run("data frame", func(t *testing.T) {
		if exec.Command(python, "-c", "import pandas").Run() != nil {
			t.Skip("python3 has no pandas here: the last two lines were not run")
		}
		if shown := run(lines); !strings.Contains(shown, "advantage") || !strings.Contains(shown, "sigma=1.5") {
			t.Errorf("the data frame is\n%s", shown)
		}
	})
}
