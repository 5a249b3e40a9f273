package command

import (
	"strings"
	"testing"
)

// Find prints the kind, the name and the title of what has the words, the best first.
func TestFind(t *testing.T) {
	status, out, trouble := call("", "find", "noise", "multiplier")
	first, _, _ := strings.Cut(out, "\n")
	if status != 0 || trouble != "" || strings.Join(strings.Fields(first)[:3], " ") != "view budget-sum What" {
		t.Errorf("status %d: %s%s", status, first, trouble)
	}
	for _, c := range []struct {
		words  string
		status int
		says   string
	}{
		{"", 2, "dpscope find survey would work"},
		{" ?", 2, "dpscope find survey would work"},
		{"lapalce", 1, `did you mean "laplace"?`},
		{"qqq", 1, `nothing has the words "qqq"; dpscope views lists every view`},
	} {
		if status, out, trouble := call("", "find", c.words); status != c.status || out != "" || !strings.Contains(trouble, c.says) {
			t.Errorf("find %q: status %d, %q, %q", c.words, status, out, trouble)
		}
	}
}
