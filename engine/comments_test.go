package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unclear matches comments that say what a thing is that of, in place of what it does.
var unclear = regexp.MustCompile(`//.*\b(is that|are those) of\b`)

// Comments say what a thing does ("returns", "holds") and not what it is that of.
func TestComments(t *testing.T) {
	for _, root := range []string{"engine", "mechanisms", "learners"} {
		read := 0
		err := filepath.WalkDir(filepath.Join("..", root), func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			read++
			for i, line := range strings.Split(string(text), "\n") {
				if unclear.MatchString(line) {
					t.Errorf("%s:%d: %s: begin with a verb, as \"returns\" or \"holds\"", file, i+1, unclear.FindString(line))
				}
			}
			return nil
		})
		if err != nil || read == 0 {
			t.Fatal(root, "is not read", read, err)
		}
	}
}
