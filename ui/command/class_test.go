package command

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dpscope/engine/classroom"
)

// taken is a lesson with pages that are computed at once: a number, a choice with reasons, and a sentence.
const taken = "---\nlesson: taken\ntitle: A lesson\nversion: 1\nminutes: 3\ntrust: a; b; c; d; e\n---\nYou send a secret.\n\n" +
	"## Read\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: number attacker-right\n" +
	"question: How many?\nanswer: attacker-right\ntolerance: 0.01\nwrong: 0.5 -> draw\nhint: Look.\n```\n\n" +
	"## Choose\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: choice\nquestion: Which?\n" +
	"option: a. Purple elephants\noption: b. Orange giraffes -> end\noption: c. Yellow snails -> draw\n" +
	"because: a. First reason\nbecause: b. -> end. Second reason\nbecause: c. -> draw. Third reason\nbecause: d. -> fit. Fourth reason\n```\n\n" +
	"## Say\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: sentence\nquestion: What now?\n```\n"

// called runs dpscope with some words.
func called(t *testing.T, words ...string) (status int, said, trouble string) {
	t.Helper()
	var out, bad bytes.Buffer
	status = Main(1, words, strings.NewReader(""), &out, &bad)
	return status, out.String(), bad.String()
}

// A wrong class file, an unknown student and an unknown lesson are each refused in a line, and nothing is written.
func TestClassFileIsChecked(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "m.class")
	for text, says := range map[string]string{
		"class: m\nversion: 2\nlessons: promise\n":           "m.class:2: version: 2 is another version",
		"class: m\nversion: 1\nlessons: promises\n":          "promises is no lesson",
		"class: m\nversion: 1\nlessons: promise\nprivate: x": "private: x is no ε",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, _, trouble := called(t, "lesson", file, "--student", "Ann"); status != failed || !strings.Contains(trouble, says) || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%q: %d, %s", text, status, trouble)
		}
	}
	if err := os.WriteFile(file, []byte("class: m\nversion: 1\nlessons: promise\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words  []string
		status int
		says   string
	}{
		{[]string{"lesson", file}, misuse, "--student NAME"},
		{[]string{"lesson", file, "--student", "../.."}, misuse, "no letter and no digit"},
		{[]string{"lesson", file, "--student", "../x", "--hand-in"}, failed, "answered nothing yet"},
		{[]string{"lesson", file, "coin", "--student", "Ann"}, misuse, "coin is no lesson of this class"},
		{[]string{"lesson", "--hand-in"}, misuse, "are for a class"},
		{[]string{"lesson", "--plan", "46"}, misuse, "45 and 90 would work"},
	} {
		if status, _, trouble := called(t, c.words...); status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%v: %d, %s", c.words, status, trouble)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("%d files are in the folder", len(files))
	}
	for _, minutes := range []string{"45", "90"} {
		if status, text, trouble := called(t, "lesson", "--plan", minutes); status != ok || !strings.Contains(text, minutes+" minutes") {
			t.Errorf("%d, %s", status, trouble)
		}
	}
}

// Handed-in files become a gradebook; a faulty file is reported, and the others are kept.
func TestGrade(t *testing.T) {
	folder := t.TempDir()
	var names []string
	for _, student := range []string{"student 01", "student 02"} {
		var rows []classroom.Row
		for _, r := range classroom.Simulated(false) {
			if r.Student == student {
				rows = append(rows, r)
			}
		}
		var b bytes.Buffer
		if err := classroom.Write(&b, rows); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(folder, student+".csv")
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	book := filepath.Join(folder, "book")
	if status, _, trouble := called(t, append([]string{"grade", "-o", book}, names...)...); status != ok || trouble != "" {
		t.Fatalf("%d, %s", status, trouble)
	}
	source, err := os.ReadFile(book)
	if err != nil {
		t.Fatal(err)
	}
	rows, faults, err := classroom.Read("book", source)
	if err != nil || len(faults) > 0 || classroom.Students(rows) != 2 {
		t.Errorf("%d students, %v, %v", classroom.Students(rows), faults, err)
	}
	if status, _, trouble := called(t, append([]string{"grade", "-o", book}, names...)...); status != failed {
		t.Errorf("a gradebook is written over: %s", trouble)
	}
	if err := os.WriteFile(names[1], []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, text, trouble := called(t, append([]string{"grade"}, names...)...)
	if status != failed || !strings.Contains(text, "student 01") || !strings.Contains(trouble, "1 of 2 files could not be read") {
		t.Errorf("%d, %s, %s", status, text, trouble)
	}
	if status, _, _ := called(t, "grade"); status != misuse {
		t.Error("no file is graded")
	}
}

// A folder to give out holds all that a class needs, and is never made over an existing one.
func TestFolderToGiveOut(t *testing.T) {
	folder := t.TempDir()
	file, out := filepath.Join(folder, "m 1.class"), filepath.Join(folder, "out")
	for name, text := range map[string]string{"m 1.class": "class: m\nversion: 1\nlessons: promise, taken.md\nprivate: 2\n", "taken.md": taken} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, said, trouble := called(t, "lesson", file, "--folder", out); status != ok || !strings.Contains(said, "out is made") {
		t.Fatalf("%d, %s%s", status, said, trouble)
	}
	note, err := os.ReadFile(filepath.Join(out, startNote))
	for _, says := range []string{"Linux", "macOS", "Windows", `lesson "m 1.class" --student "ANN B"`, "ε = 2.00 a question"} {
		if err != nil || !strings.Contains(string(note), says) {
			t.Errorf("%q is not in %s, %v", says, note, err)
		}
	}
	if files, _ := os.ReadDir(out); len(files) != 3 {
		t.Errorf("%d files are in it", len(files))
	}
	if status, _, trouble := called(t, "lesson", filepath.Join(out, "m 1.class"), "--json"); status != ok {
		t.Errorf("its class does not open: %s", trouble)
	}
	for _, c := range []struct {
		words  []string
		status int
		says   string
	}{
		{[]string{"lesson", file, "--folder", out}, failed, "is there already"},
		{[]string{"lesson", "coin", "--folder", out}, misuse, "are for a class"},
		{[]string{"lesson", file, "--release", folder}, misuse, "--folder DIR besides would work"},
		{[]string{"lesson", file, "--folder", out + "2", "--release", folder}, failed, "holds no program of a release"},
		{[]string{"lesson", file, "--folder", out + "2", "--release", file}, failed, "is no folder"},
	} {
		if status, _, trouble := called(t, c.words...); status != c.status || !strings.Contains(trouble, c.says) {
			t.Errorf("%v: %d, %s", c.words, status, trouble)
		}
	}
}

// The programs of a release go into the folder to give out, unpacked or side by side, and each system has its line.
func TestFolderToGiveOutHoldsPrograms(t *testing.T) {
	folder := t.TempDir()
	file, out, release := filepath.Join(folder, "m.class"), filepath.Join(folder, "out"), filepath.Join(folder, "[a] release")
	unpacked := filepath.Join(release, "dpscope-0.1.0-darwin-arm64")
	if err := os.MkdirAll(unpacked, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{file: "class: m\nversion: 1\nlessons: promise\n",
		filepath.Join(release, "dpscope-windows-amd64.exe"): "for Windows", filepath.Join(unpacked, "dpscope-darwin-arm64"): "for macOS"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, said, trouble := called(t, "lesson", file, "--folder", out, "--release", release); status != ok || !strings.Contains(said, "it holds programs for macOS") {
		t.Fatalf("%d, %s%s", status, said, trouble)
	}
	for name, want := range map[string]string{"dpscope-windows-amd64.exe": "for Windows", "dpscope-darwin-arm64": "for macOS"} {
		text, err := os.ReadFile(filepath.Join(out, name))
		info, _ := os.Stat(filepath.Join(out, name))
		if err != nil || string(text) != want || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
			t.Errorf("%s holds %q, %v, %v", name, text, info, err)
		}
	}
	note, err := os.ReadFile(filepath.Join(out, startNote))
	for line, there := range map[string]bool{
		"  xattr -c dpscope-darwin-arm64; chmod +x dpscope-darwin-arm64; ./dpscope-darwin-arm64 lesson m.class --student \"ANN B\"\n": true,
		"  .\\dpscope-windows-amd64.exe lesson m.class --student \"ANN B\"\n":                                                         true,
		"linux": false,
	} {
		if err != nil || strings.Contains(string(note), line) != there {
			t.Errorf("%q is in %s: not %v", line, note, there)
		}
	}
}
