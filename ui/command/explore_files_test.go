//go:build unix

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A table of a sweep, long or wide, opens as a list of its settings over the first valid one, and enter opens one.
func TestASweepsTableOpens(t *testing.T) {
	const address = "concentration?show=window&mechanism=pm,laplace&epsilon=1..8:3&x=1.5,0.25&from=0.2&to=0.8"
	for _, layout := range []string{"--wide", "--wide=false"} {
		file := filepath.Join(t.TempDir(), "swept.csv")
		if status, _, trouble := call("", "sweep", address, layout, "-o", file); status != 1 { // x = 1.5 is outside [0, 1]
			t.Fatalf("status %d: %s", status, trouble)
		}
		x := openTerminal(t, program(file), 120, 40)
		x.await("mechanism pm, epsilon 1, x 0.25")
		x.await("cannot be: x = 1.5 is outside [0, 1]")
		x.send("laplace 4.5 0.25")
		x.await("mechanism laplace, epsilon 4.5")
		x.send("\r")
		x.await("How close does a private answer land?")
		x.await("4.50")
		x.send("q")
		if err := x.exit(); err != nil {
			t.Errorf("it ends with %v", err)
		}
		x.restored()
	}
}

// A file that answers no question is refused in one sentence; an address is never taken for a file, even where a file has its
// name.
func TestFilesThatAnswerNothing(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{"empty.csv": "", "norows.csv": "a,b\n", "one.csv": "a\n1\n", "notes.txt": strings.Repeat("a line of words ", 9) + "\nand another\n", "odd.csv": "\x00\x01", "people.csv": "a,b\n1,2\n",
		"folder/people.csv": "a,b\n1,2\n", "other.json": "{}", "decision.json": `{"decisions": []}`, "survey": "a,b\n1,2\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	large, err := os.Create("large.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := large.WriteString("a,b\n" + strings.Repeat("1,2\n", 1<<15)); err != nil {
		t.Fatal(err)
	}
	if err := large.Truncate(4 << 30); err != nil {
		t.Fatal(err)
	}
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words  string
		status int
		says   string
	}{
		{"folder/", 1, "this is a folder; a file would work"},
		{"none.csv", 1, "none.csv: no such file or directory"},
		{"empty.csv", 1, "the file is empty; a table with a header and rows would work"},
		{"norows.csv", 1, "it has a header and no rows; at least 1 row would work"},
		{"one.csv", 0, "Say go and a number."},
		{"notes.txt", 1, "this is neither a table (CSV, Parquet) nor a classifier (JSON)"},
		{"odd.csv", 1, "this is neither a table (CSV, Parquet) nor a classifier (JSON)"},
		{filepath.Join(repository, "engine", "script", "testdata", "opacus_shuffled.py"), 1, "this is a training script; dpscope check says"},
		{filepath.Join(repository, "engine", "script", "testdata", "opacus_notebook.ipynb"), 1, "this is a training script; dpscope check says"},
		{filepath.Join(repository, "engine", "script", "testdata", "tf_flags.py"), 1, "this is a training script; dpscope check says"},
		{"decision.json", 1, "this file holds decisions; dpscope check computes them again"},
		{"other.json", 1, "neither a classifier nor a schema"},
		{"large.csv", 1, "it has 4.0 GB; at most"},
		{"people.csv folder/people.csv", 1, "people.csv and folder/people.csv are both a table; one of them would work"},
		{"people.csv flips", 2, "\"flips\" is an address beside files"},
		{"people.csv", 0, "Say go and a number."},
		{"./survey", 0, "Say go and a number."},
		{"servey", 2, "nearest: survey"},
	} {
		status, out, trouble := call("", strings.Fields(c.words)...)
		if failed := c.status != 0; status != c.status || failed != (out == "") || failed != (strings.Count(trouble, "\n") == 1) || !strings.Contains(out+trouble, c.says) {
			t.Errorf("%s: status %d, %q, %q", c.words, status, out, trouble)
		}
	}
}

// A word that names a view and a file opens the view, and the foot says how the file opens.
func TestAFileCalledLikeAView(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("survey", []byte("age,ill\n1,0\n2,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
		x := openTerminal(t, program("survey"), size[0], size[1])
		x.await("How good will our survey be?")
		x.await("survey is a view; dpscope ./survey opens the file")
		x.send("q")
		if err := x.exit(); err != nil {
			t.Errorf("it ends with %v", err)
		}
		x.restored()
	}
}
