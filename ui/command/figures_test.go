package command

import (
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// The commands of the README that draw the figures of the papers draw them; an ordinary run tries two of them.
func TestFiguresOfThePapers(t *testing.T) {
	effort.Unwatched(t)
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	commands := regexp.MustCompile(`(?m)^    dpscope (export .* -o (\S+)-(\d)\.png)$`).FindAllStringSubmatch(string(text), -1)
	if len(commands) < 7 {
		t.Fatalf("the README draws %d figures", len(commands))
	}
	for i, c := range commands {
		if !effort.Sample(i, 2, 1) || !effort.Check() && strings.HasPrefix(c[2], "dro") {
			continue
		}
		var args []string
		for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(c[1], -1) {
			args = append(args, strings.Trim(word, "'"))
		}
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
