package command

import (
	"path/filepath"
	"strings"
	"testing"
)

// hostile is a name that retitles a terminal, colours it by both kinds of escapes and turns the direction of writing.
const hostile = "\x1b]0;owned\x07it's \u009b31m\u202e$(id)"

func TestErrorsMoveNoCursor(t *testing.T) {
	for _, args := range [][]string{{"show", hostile}, {hostile}, {"show", "utility?classifier=" + hostile}, {"read", "--" + hostile}, {"train", "--data", hostile, "--label", "a", "--model", "tree"}} {
		_, out, trouble := call("", args...)
		if strings.ContainsAny(out+trouble, "\x1b\x07\u009b\u202e") || strings.Count(trouble, "\n") != 1 {
			t.Errorf("%q says %q", args, trouble)
		}
	}
}

// Training names the file it wrote, and quotes the command that opens it for a shell.
func TestTrainNamesHostileFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), hostile+".json")
	status, _, trouble := call("", "train", "--data", patients(t), "--label", "ill", "--model", "tree", "--drop", "bmi", "-o", file)
	if status != 0 || strings.ContainsAny(trouble, "\x1b\x07\u009b\u202e") {
		t.Fatalf("status %d: %q", status, trouble)
	}
	_, hint, _ := strings.Cut(trouble, "; dpscope '")
	address, _, found := strings.Cut(hint, "' opens it\n")
	if !found || strings.ContainsAny(address, "' $;") {
		t.Fatalf("the address is not quoted: %q", trouble)
	}
	if status, _, trouble := call("", "show", address); status != 0 {
		t.Errorf("%s does not open: %s", address, trouble)
	}
}

func TestShellWord(t *testing.T) {
	if got, want := shellWord("a'b $c"), `'a'\''b $c'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
