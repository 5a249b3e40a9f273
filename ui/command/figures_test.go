package command

import (
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// The commands in docs/scripting.md that draw the figures of the papers succeed; an ordinary run tries two of them.
func TestFiguresOfThePapers(t *testing.T) {
	effort.Unwatched(t)
	text := document(t, "docs/scripting.md")
	t.Chdir(t.TempDir())
	commands := regexp.MustCompile(`(?m)^    dpscope (export .* -o (\S+)-(\d)\.png)$`).FindAllStringSubmatch(text, -1)
	if len(commands) < 7 {
		t.Fatalf("docs/scripting.md draws %d figures", len(commands))
	}
	for i, c := range commands {
		if !effort.Sample(i, 2, 1) || !effort.Check() && strings.HasPrefix(c[2], "dro") {
			continue
		}
		args := arguments(c[1])
		if status, _, trouble := call("", args...); status != 0 {
			t.Errorf("%s: %d, %s", c[1], status, trouble)
			continue
		}
		file, err := os.Open(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(file); err != nil {
			t.Errorf("%s: %v", c[1], err)
		}
		file.Close()
	}
}
