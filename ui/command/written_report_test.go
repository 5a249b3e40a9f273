package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Reports are the same bytes for the same inputs, stand beside their pictures, and overwrite no other file.
func TestReport(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	const address = "concentration?mechanism=gaussian&epsilon=2&delta=1e-6"
	for _, name := range []string{"a.md", "a.html", "a.pdf"} {
		var texts []string
		for range 2 {
			if status, out, trouble := call("", "report", address, "-o", file(name), "--force"); status != 0 || out+trouble != "" {
				t.Fatalf("%s: status %d: %s%s", name, status, out, trouble)
			}
			text, err := os.ReadFile(file(name))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
	text, _ := os.ReadFile(file("a.md"))
	if picture, err := os.ReadFile(file("a.svg")); err != nil || !strings.Contains(string(picture), "</svg>") || !strings.Contains(string(text), "](a.svg)") {
		t.Errorf("the picture beside it: %v", err)
	}
	if status, _, trouble := call("", "report", address, "-o", file("a.md")); status != 1 || !strings.Contains(trouble, "exists already") {
		t.Errorf("over a file that is there: %d, %s", status, trouble)
	}
	os.Remove(file("a.md"))
	if status, _, trouble := call("", "report", address, "-o", file("a.md")); status != 1 || !strings.Contains(trouble, "a.svg exists already") {
		t.Errorf("over a picture that is there: %d, %s", status, trouble)
	}
	if _, err := os.Stat(file("a.md")); err == nil {
		t.Error("the report is there without its picture")
	}
}

// The command in a report makes it again.
func TestReportIsMadeAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	if status, _, trouble := call("", "report", "flips?n=77", "-o", "it's.md"); status != 0 {
		t.Fatal(trouble)
	}
	text, _ := os.ReadFile("it's.md")
	_, rest, _ := strings.Cut(string(text), "```\ndpscope report '")
	address, rest, _ := strings.Cut(rest, "'")
	if !strings.HasPrefix(rest, ` -o 'it'\''s.md'`) {
		t.Errorf("after the address stands %.40q", rest)
	}
	if status, _, trouble := call("", "report", address, "-o", "it's.md", "--force"); status != 0 {
		t.Fatal(trouble)
	}
	if again, _ := os.ReadFile("it's.md"); string(again) != string(text) {
		t.Error("it is another report")
	}
}

// A collection is replayed with its notes, and on other data where a page has them.
func TestReportOfACollection(t *testing.T) {
	t.Chdir(t.TempDir())
	collection := "# mine\nflips?n=50\n> For the board.\n> Twice read.\n\nweights?seeds=2&epsilon=2\n"
	os.WriteFile("mine.txt", []byte(collection), 0o600)
	os.WriteFile("records.csv", []byte("a,b,class\n"+strings.Repeat("1,2,x\n2,1,x\n3,3,y\n4,1,x\n", 20)), 0o600)
	if status, _, trouble := call("", "report", "mine.txt", "-o", "one.md"); status != 0 {
		t.Fatal(trouble)
	}
	if status, _, trouble := call("", "report", "mine.txt", "--with", "data=records.csv", "-o", "other.md"); status != 0 {
		t.Fatal(trouble)
	}
	one, _ := os.ReadFile("one.md")
	other, _ := os.ReadFile("other.md")
	if !strings.Contains(string(one), "> **Note.** For the board. Twice read.") || !strings.Contains(string(one), "mixture") || strings.Contains(string(one), "records.csv") {
		t.Errorf("the collection gives\n%.800s", one)
	}
	if !strings.Contains(string(other), "data=records.csv") || !strings.Contains(string(other), "| records | records.csv | 5a16d6a12259") { // of sha256sum
		_, data, _ := strings.Cut(string(other), "| data or model")
		t.Errorf("on other data it gives %.300s", data)
	}
}

func TestReportCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	os.WriteFile("empty.txt", []byte("# nothing\n"), 0o600)
	os.WriteFile("note.txt", []byte("> a note\n"), 0o600)
	os.WriteFile("wrong.txt", []byte("noize\n"), 0o600)
	os.Mkdir("folder.md", 0o700)
	for _, c := range []struct {
		args    []string
		status  int
		trouble string
	}{
		{[]string{"report", "-o", "a.md"}, 2, "needs an address"},
		{[]string{"report", "noise"}, 2, "needs a file; -o FILE"},
		{[]string{"report", "noise", "-o", "a.docx"}, 2, "a name that ends in .md, .html, .pdf would work"},
		{[]string{"report", "noise", "-o", "folder.md"}, 1, "is a folder"},
		{[]string{"report", "noise", "-o", "nowhere/a.md"}, 1, "there is no folder"},
		{[]string{"report", "noize", "-o", "a.md"}, 2, "nearest: noise"},
		{[]string{"report", "empty.txt", "-o", "a.md"}, 1, "no address in it"},
		{[]string{"report", "note.txt", "-o", "a.md"}, 1, "line 1 is a note to no address"},
		{[]string{"report", "wrong.txt", "-o", "a.md"}, 2, "nearest: noise"},
		{[]string{"report", "nothing.txt", "-o", "a.md"}, 1, "nothing.txt"},
		{[]string{"report", "flips", "--with", "data=x.csv", "-o", "a.md"}, 2, "no page has such a control"},
		{[]string{"report", "flips", "--with", "data", "-o", "a.md"}, 2, "CONTROL=VALUE"},
		{[]string{"report", "flips", "--with", "n=-1", "-o", "a.md"}, 2, "n = -1 is"},
		{[]string{"report", "concentration?mechanism=gaussian-classic&epsilon=2", "-o", "a.md"}, 1, "too large"},
		{[]string{"report", "flips", "population?data=nothing.csv", "-o", "a.md"}, 1, "page 2, population"},
	} {
		status, out, trouble := call("", c.args...)
		if status != c.status || out != "" || !strings.Contains(trouble, c.trouble) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%q: status %d, %s", c.args, status, trouble)
		}
		if _, err := os.Stat("a.md"); err == nil {
			t.Fatalf("%q leaves a file", c.args)
		}
	}
}
