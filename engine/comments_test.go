package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unclear matches comments that point at a thing by its relations, in place of a verb.
var unclear = regexp.MustCompile(`//.*\b((is that|are those) of|whoever|what there is)\b`)

// The comments of the whole program say what a thing does: "returns", "holds".
func TestComments(t *testing.T) {
	for _, root := range []string{"engine", "mechanisms", "learners", "ui", "views", "assets", "bench", "beam", "main.go"} {
		read := 0
		err := filepath.WalkDir(filepath.Join("..", root), func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || file == filepath.Join("..", "engine", "comments_test.go") {
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
