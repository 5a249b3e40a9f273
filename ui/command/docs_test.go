package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine/effort"
)

// repository is the root of the tree, absolute because tests change the working directory.
var repository, _ = filepath.Abs("../..")

// The recording in the README is what its script makes, and light enough for a page.
func TestReadmeShowsARecording(t *testing.T) {
	const recording = "docs/views/survey.svg"
	if !strings.Contains(document(t, "README.md"), "]("+recording+")") {
		t.Fatalf("the README does not show %s", recording)
	}
	file := filepath.Join(t.TempDir(), "survey.svg")
	if status, _, trouble := call("", "cast", filepath.Join(repository, "docs/survey.script"), "-o", file); status != 0 {
		t.Fatal(trouble)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != document(t, recording) {
		t.Errorf("%s is not what docs/survey.script makes; go generate ./assets/... makes it anew", recording)
	}
	if len(made) > 120_000 {
		t.Errorf("%s has %d bytes; 120,000 would work", recording, len(made))
	}
}

// The README is short, and its lines fit any terminal.
func TestReadmeIsShort(t *testing.T) {
	text := document(t, "README.md")
	if len(text) > 7000 {
		t.Errorf("the README has %d bytes; 7,000 would work", len(text))
	}
	for i, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line); n > 110 {
			t.Errorf("README.md:%d has %d letters; 110 would work", i+1, n)
		}
	}
}

// Commands in blocks marked run succeed, and print each of the lines that follow them. Those of one document share a folder.
func TestDocumentsRun(t *testing.T) {
	effort.Unwatched(t)
	blocks := regexp.MustCompile("(?s)```console run\n(.*?)```")
	ran := 0
	for _, name := range append(documents(t), "README.md") {
		text := document(t, name)
		folder := t.TempDir()
		for _, block := range blocks.FindAllStringSubmatch(text, -1) {
			for _, entry := range strings.Split("\n"+block[1], "\n$ ")[1:] {
				command, printed, _ := strings.Cut(entry, "\n")
				t.Chdir(folder)
				args := arguments(command)
				if args[0] != "dpscope" {
					t.Fatalf("%s runs %q", name, command)
				}
				status, out, trouble := call("", args[1:]...)
				if status != 0 {
					t.Errorf("%s: %s: %d, %s", name, command, status, trouble)
				}
				lines := strings.Split(out, "\n")
				for line := range strings.SplitSeq(strings.TrimSpace(printed), "\n") {
					if line != "" && !slices.Contains(lines, line) {
						t.Errorf("%s: %s prints no line %q, but\n%s", name, command, line, out)
					}
				}
				ran++
			}
		}
	}
	if ran < 20 {
		t.Errorf("%d commands ran", ran)
	}
}

// Links between documents lead to existing files.
func TestDocumentsLink(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)
	for _, name := range append(documents(t), "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md") {
		for _, to := range link.FindAllStringSubmatch(document(t, name), -1) {
			if _, err := os.Stat(filepath.Join(repository, filepath.Dir(name), to[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, to[1], err)
			}
		}
	}
}

// documents lists the pages of the folder docs.
func documents(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(found), err)
		}
		for _, path := range found {
			name, _ := filepath.Rel(repository, path)
			all = append(all, filepath.ToSlash(name))
		}
	}
	return all
}

// document returns the text of a page of the repository.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// arguments splits a command as a shell does, with single quotes alone.
func arguments(command string) []string {
	var all []string
	for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(command, -1) {
		all = append(all, strings.Trim(word, "'"))
	}
	return all
}
