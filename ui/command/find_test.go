package command

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"dpscope/views/lesson"
)

// Find prints kind, name and title of what matches the words, the best match first.
func TestFind(t *testing.T) {
	status, out, trouble := call("", "find", "noise", "multiplier")
	first, _, _ := strings.Cut(out, "\n")
	if status != 0 || trouble != "" || strings.Join(strings.Fields(first)[:3], " ") != "view run Is" {
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

// A lesson can be named by its number; an unknown number is refused in one sentence.
func TestLessonsHaveNumbers(t *testing.T) {
	_, byName, _ := call("", "lesson", "promise", "--print")
	if status, byNumber, trouble := call("", "lesson", "1", "--print"); status != 0 || byNumber != byName || byName == "" {
		t.Errorf("status %d: %s", status, trouble)
	}
	last := len(lesson.Shipped())
	for _, number := range []int{0, last + 1, -1} {
		status, out, trouble := call("", "lesson", "--print", "--", strconv.Itoa(number))
		want := fmt.Sprintf("dpscope: lesson = %d is outside [1, %d]; the task after the lessons is called clinic\n", number, last)
		if status != 2 || out != "" || trouble != want {
			t.Errorf("lesson %d: status %d, %q", number, status, trouble)
		}
	}
	if status, _, trouble := call("", "learn", "more"); status != 2 || !strings.Contains(trouble, "takes none") {
		t.Errorf("learn more: status %d, %q", status, trouble)
	}
	if status, out, trouble := call("", "learn"); status != 0 || !strings.Contains(out, "say lesson promise") {
		t.Errorf("learn: status %d, %q, %q", status, out, trouble)
	}
}
