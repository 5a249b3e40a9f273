package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dpscope/mechanisms"
	"dpscope/views"
)

// call runs the program in this process.
func call(in string, args ...string) (status int, out, trouble string) {
	var o, e bytes.Buffer
	status = Main(runtime.NumCPU(), args, strings.NewReader(in), &o, &e)
	return status, o.String(), e.String()
}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		args    []string
		status  int
		out     string // text that the output contains
		trouble string // text that the error contains
	}{
		{[]string{"show", "concentration", "--width", "80", "--height", "24"}, 0, "attacker right", ""},
		{[]string{"show", "concentration", "--ascii"}, 0, "attacker is right", ""},
		{[]string{"show", "concentration", "--plain"}, 0, "attacker is right: ", ""},
		{[]string{"show", "concentration", "--color", "always"}, 0, "\x1b[", ""},
		{[]string{"show", "concentratio"}, 2, "", "nearest: concentration"},
		{[]string{"show", "concentration?epsilon=0"}, 2, "", "epsilon = 0 is outside [1e-6, 1500]"},
		{[]string{"exprot"}, 2, "", `view or command = "exprot" is not known; nearest: export`},
		{[]string{"exprot", "concentration"}, 2, "", `view or command = "exprot" is not known; nearest: export`},
		{[]string{"show", "lessons"}, 2, "", `view = "lessons": it is a command and no view; dpscope lessons would work`},
		{[]string{"concentratoin"}, 2, "", `view or command = "concentratoin" is not known; nearest: concentration`},
		{[]string{"concentration", "compare"}, 0, "Page 1 of 2.", ""},
		{[]string{"concentration", "epsilon=2", "compare?x=0.1", "theta=0.2"}, 0, "ε = 2.00 allows", ""},
		{[]string{"concentration", "epsilon=0"}, 2, "", "epsilon = 0 is outside [1e-6, 1500]"},
		{[]string{"compare", "concentratoin"}, 2, "", "nearest: concentration"},
		{[]string{"show", "concentration", "--width", "wide"}, 2, "", `--width = "wide" is not a whole number; one such as 100 would work`},
		{[]string{"show"}, 2, "", "one is needed"},
		{[]string{"show", "survey", "noise"}, 2, "", "2 addresses are given"},
		{[]string{"show", "a", "b"}, 2, "", "neither an address nor NAME=VALUE"},
		{[]string{"show", "concentration", "--width", "0"}, 2, "", "width = 0 is outside [1, 1000]"},
		{[]string{"show", "concentration", "--color", "pink"}, 2, "", "auto, always or never"},
		{[]string{"show", "concentration", "--colour", "never"}, 2, "", "--help"},
		{[]string{"export", "compare?x=0.5"}, 0, "mechanism,epsilon,theta,x,mass,basis", ""},
		{[]string{"export", "compare", "--format", "json"}, 0, `"address": "compare?`, ""},
		{[]string{"export", "compare", "--format", "xml"}, 2, "", "csv, json or parquet would work"},
		{[]string{"export", "compare", "-o", "/nonexistent/folder/f.csv"}, 1, "", "there is no folder"},
		{[]string{"export", "compare", "-o", "."}, 1, "", ". is a folder; a file's name would work"},
		{[]string{"export", "compare", "compare?epsilon=2", "-o", ".."}, 1, "", ".. is a folder; a file's name would work"},
		{[]string{"export", "concentration?mechanism=gaussian-classic&epsilon=2"}, 1, "", "epsilon = 2 is too large"},
		{[]string{"read", "concentration?mechanism=pm"}, 0, "loss-audited,1,,,exact,", ""},
		{[]string{"read", "concentration?epsilon=0"}, 1, "error,,,,,\"epsilon = 0 is outside [1e-6, 1500]\"", "some addresses"},
		{[]string{"lesson"}, 0, "promise     8 minutes", ""},
		{[]string{"lesson", "promise"}, 0, "Lesson 1: What does ε promise?", ""},
		{[]string{"lesson", "promise", "--print"}, 0, "An\nattacker believes what is sent. How many of 100 guesses are right?", ""},
		{[]string{"lesson", "promise", "--json"}, 0, `"answer": "88.1 %"`, ""},
		{[]string{"lesson", "promises"}, 2, "", `lesson = "promises" is not known; nearest: promise`},
		{[]string{"lesson", "promise", "coin"}, 2, "", "2 lessons are named"},
		{[]string{"lesson", "--print"}, 2, "", "needs the name of a lesson"},
		{[]string{"lesson", "promise", "--print", "--json"}, 2, "", "one would work"},
		{[]string{"lesson", "./nothing.md"}, 1, "", "./nothing.md: no such file or directory"},
		{[]string{"lesson", "../../README.md"}, 1, "", "README.md:1: a lesson begins with ---"},
		{[]string{"views"}, 0, "concentration: What does one private answer give away?", ""},
		{[]string{"views", "--json"}, 0, `"name": "concentration"`, ""},
		{[]string{"views", "extra"}, 2, "", "one word too many"},
		{[]string{"reference"}, 0, "# Commands", ""},
		{[]string{"--version"}, 0, Version, ""},
		{[]string{"--help"}, 0, "dpscope [ADDRESS ... | FILE ...]", ""},
	} {
		status, out, trouble := call("", c.args...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(trouble, c.trouble) {
			t.Errorf("%q: status %d, want %d; trouble %q; output %.300q", c.args, status, c.status, trouble, out)
		}
		if c.status != 0 && strings.Count(trouble, "\n") != 1 {
			t.Errorf("%q: the error takes %d lines: %s", c.args, strings.Count(trouble, "\n"), trouble)
		}
	}
}

func TestViewsJSON(t *testing.T) {
	_, out, _ := call("", "views", "--json")
	var list []map[string]any
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != len(views.All) {
		t.Errorf("%d views, %v", len(list), err)
	}
}

// The contract of export for compare: one row per mechanism and abscissa.
func TestExportCompare(t *testing.T) {
	for against, want := range map[string]int{"epsilon": 400, "theta": 401, "x": 401} {
		rows := exported(t, "compare?show="+against+"&epsilon=2&theta=0.3&x=0.5&target=0.8")
		if got := strings.Join(rows[0], ","); got != "mechanism,epsilon,theta,x,mass,basis" {
			t.Fatalf("header %s", got)
		}
		samples := map[string]int{}
		for _, row := range rows[1:] {
			samples[row[0]]++
		}
		for _, kind := range mechanisms.All.Kinds {
			classic := kind.Name == "gaussian-classic" // it does not exist at ε = 2
			if n := samples[kind.Name]; n != want && !classic || classic && (n > 0) != (against == "epsilon") {
				t.Errorf("against %s: %s has %d samples", against, kind.Name, n)
			}
		}
	}
}

// The answers of compare are a ranked table of their own, with a number or the reason why it has none.
func TestExportAnswers(t *testing.T) {
	rows := exported(t, "compare?epsilon=2&theta=0.3&x=0.5&target=0.8", "--table", "answers")
	column := func(name string) int { return slices.Index(rows[0], name) }
	needs := map[string][]string{}
	for _, row := range rows[1:] {
		if row[column("reading")] == "epsilon-required" {
			needs[row[column("member")]] = row
		}
	}
	if got := needs["pm"][column("value")]; got != "1.3862943611198908" {
		t.Errorf("pm needs %s", got)
	}
	classic := needs["gaussian-classic"] // up to ε = 1 it never reaches 80 %
	if classic[column("value")] != "" || classic[column("basis")] != "none" || classic[column("missing")] == "" {
		t.Errorf("what has no answer is %q", classic)
	}
	if len(needs) != len(mechanisms.All.Kinds) {
		t.Errorf("%d mechanisms have a row", len(needs))
	}
	if status, _, trouble := call("", "export", "compare", "--table", "curve"); status != 2 || !strings.Contains(trouble, "picture or answers would work") {
		t.Errorf("a table that is not there: %d, %s", status, trouble)
	}
}

// exported calls export and reads its output.
func exported(t *testing.T, args ...string) [][]string {
	t.Helper()
	_, out, _ := call("", append([]string{"export"}, args...)...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestReadStream(t *testing.T) {
	long := "concentration?epsilon=" + strings.Repeat("1", 10<<20)
	in := strings.Join([]string{"concentration?mechanism=pm", "nonsense", "", long, "concentration?mechanism=sw&epsilon=0.5", `concentration?mechanism="p,m`, "last?"}, "\n")
	status, out, trouble := call(in, "read")
	if status != 1 || !strings.Contains(trouble, "some addresses were not understood") {
		t.Errorf("status %d, %q", status, trouble)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "address,reading,value,low,high,basis,unit" {
		t.Errorf("header %s", got)
	}
	var addresses []string
	for _, row := range rows[1:] {
		if len(row[6]) > 200 {
			t.Errorf("a message of %d bytes", len(row[6]))
		}
		if n := len(addresses); n == 0 || addresses[n-1] != row[0] {
			addresses = append(addresses, row[0])
		}
	}
	want := []string{"concentration?mechanism=pm", "nonsense", "", long[:60] + "...", "concentration?mechanism=sw&epsilon=0.5", `concentration?mechanism="p,m`, "last?"}
	if !slices.Equal(addresses, want) {
		t.Errorf("answered %.100q", addresses)
	}
}

// An answer comes as soon as its address is complete, not at the end of input.
func TestReadAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answers, answer := io.Pipe()
	go func() {
		read(t.Context(), questions, answer, io.Discard, inCSV)
		answer.Close()
	}()
	buffer := make([]byte, 1<<16)
	answers.Read(buffer) // the header
	for range 3 {
		io.WriteString(ask, "concentration?mechanism=pm\n")
		n, err := answers.Read(buffer)
		if err != nil || !strings.Contains(string(buffer[:n]), "attacker-right") {
			t.Fatalf("%v: %q", err, buffer[:n])
		}
	}
	ask.Close()
	io.Copy(io.Discard, answers)
}

// The order does not depend on which worker finishes first.
func TestReadKeepsTheOrder(t *testing.T) {
	var in strings.Builder
	for i := range 1200 {
		in.WriteString([]string{"concentration?mechanism=gaussian", "flips?n=10", "nonsense"}[i%3] + "\n")
	}
	_, first, _ := call(in.String(), "read")
	_, second, _ := call(in.String(), "read")
	if first != second {
		t.Error("two runs differ")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullOutput(t *testing.T) {
	for _, args := range [][]string{{"show", "concentration"}, {"export", "concentration"}, {"read", "concentration"}, {"reference"}, {"views", "--json"}, {"convert"},
		{"--help"}, {"help"}, {"show", "--help"}, {"help", "export"}, {"--version"}} {
		var trouble bytes.Buffer
		if status := Main(runtime.NumCPU(), args, strings.NewReader(""), full{}, &trouble); status != 1 || !strings.Contains(trouble.String(), "no space left") {
			t.Errorf("%q: status %d, %q", args, status, trouble.String())
		}
	}
}

// A reader that goes away ends the program without an error.
func TestClosedPipe(t *testing.T) {
	cmd := program("read")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	go func() {
		for range 10000 {
			if _, err := io.WriteString(in, "concentration?mechanism=pm\n"); err != nil {
				return
			}
		}
	}()
	err := cmd.Wait()
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		t.Errorf("it ends with %v", err)
	}
}

// When an export fails, no file is overwritten, and none is left incomplete.
func TestExportOntoAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, _, trouble := call("", "export", "concentration", "-o", path)
	if text, _ := os.ReadFile(path); status != 1 || string(text) != "mine" || !strings.Contains(trouble, "exists already") {
		t.Errorf("status %d, %q, the file holds %q", status, trouble, text)
	}
	if status, _, trouble = call("", "export", "concentration", "-o", path, "--force"); status != 0 {
		t.Errorf("with --force: %d, %q", status, trouble)
	}
	if _, err := os.Stat(path + "-metadata.json"); err != nil {
		t.Error(err)
	}
}

// The ending of the file sets the format, unless a flag does.
func TestExportFormat(t *testing.T) {
	for _, c := range []struct {
		name, format string
		json         bool
	}{{"f.json", "", true}, {"f.JSON", "", true}, {"f.csv", "", false}, {"f", "", false}, {"f.json", "csv", false}, {"f.csv", "json", true}} {
		folder := t.TempDir()
		args := []string{"export", "concentration", "-o", filepath.Join(folder, c.name)}
		if c.format != "" {
			args = append(args, "--format", c.format)
		}
		if status, _, trouble := call("", args...); status != 0 {
			t.Fatalf("%q: status %d, %s", args, status, trouble)
		}
		text, err := os.ReadFile(filepath.Join(folder, c.name))
		_, missing := os.Stat(filepath.Join(folder, c.name+"-metadata.json"))
		if err != nil || json.Valid(text) != c.json || (missing != nil) != c.json {
			t.Errorf("%q: JSON %v, description %v, want JSON %v", args, json.Valid(text), missing == nil, c.json)
		}
	}
}

// An unknown ending is refused before anything is computed, as an error of the call, and nothing is written.
func TestExportRefusesOtherEndings(t *testing.T) {
	for _, name := range []string{"f.jpeg", "f.SVGZ", "f.xlsx", "f.csv.gz", "f.vl"} {
		folder := t.TempDir()
		status, _, trouble := call("", "export", "concentration", "-o", filepath.Join(folder, name))
		written, _ := os.ReadDir(folder)
		if status != 2 || !strings.Contains(trouble, "cannot be written; .csv, .json, .parquet, .svg,") || len(written) != 0 {
			t.Errorf("%s: status %d, %q, %d files", name, status, trouble, len(written))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("concentration?mechanism=pm&epsilon=2")
	f.Add("compare?show=theta&x=0\n\nscore?n=1e12&epsilon=1e-6")
	f.Add("success?show=limit&n=1&flip=0.5&confidence=0.5\nconcentration?mechanism=krr&bins=1000001&from=-5&to=6")
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Count(in, "\n") > 50 {
			return
		}
		var out bytes.Buffer
		err := read(t.Context(), strings.NewReader(in), &out, io.Discard, inCSV)
		if err != nil && !errors.Is(err, errSomeLines) {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatalf("%q gives CSV that cannot be read: %v", in, err)
		}
		for _, row := range rows[1:] {
			if row[2] == "NaN" || row[3] == "NaN" {
				t.Fatalf("%q gives %q", in, row)
			}
		}
	})
}
