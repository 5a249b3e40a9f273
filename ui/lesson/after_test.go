package lesson

import (
	"strings"
	"testing"
	"time"

	"dpscope/views/lesson"
	"dpscope/views/view"
)

// At the end of a lesson before a room, where answers are not given, the room learns that it is done and what comes next: no
// score, and no step to look at again.
func TestTheEndInTheRoom(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, c := range []struct {
		room, next bool
		says, not  []string
	}{
		{false, true, []string{"The lesson is done: 0 of ", "To look at again, with b: steps 1, 2, 3,", "n: lesson 2, Coins. esc: explore."}, []string{"last lesson"}},
		{true, true, []string{"The lesson is done.", "n: lesson 2, Coins. esc: explore."}, []string{"right at the first try", "To look at again", "last lesson"}},
		{true, false, []string{"The lesson is done.", "This was the last lesson. esc: explore."}, []string{"right at the first try", "n: lesson"}},
	} {
		r := begin(t, In(t.TempDir()))
		r.Skip(now)
		r.Present(c.room, now)
		if c.next {
			r.Then(After{Name: "lesson 2, Coins"})
		}
		r.End()
		var lines []string
		for _, l := range r.Says(byKeys()) {
			lines = append(lines, l.Text)
		}
		text := strings.Join(lines, "\n")
		for _, what := range c.says {
			if !strings.Contains(text, what) {
				t.Errorf("%+v: it does not say %q:\n%s", c, what, text)
			}
		}
		for _, what := range c.not {
			if strings.Contains(text, what) {
				t.Errorf("%+v: it says %q:\n%s", c, what, text)
			}
		}
	}
}

// A sequence of pages ends without a word of answers: nothing was asked.
func TestTheEndOfPages(t *testing.T) {
	r := Begin(lesson.Sequence(make([]lesson.Setting, 2)), 0, Keeper{}, time.Unix(1000, 0))
	r.End()
	var text string
	for _, l := range r.Says(byKeys()) {
		text += l.Text + "\n"
	}
	if text != "That was the last page.\nesc: explore.\n" {
		t.Errorf("pages end with %q", text)
	}
}

// byKeys names acts as the terminal does.
func byKeys() Voice {
	return Voice{Verb: "Press", Called: func(a view.Act) string {
		return map[view.Act]string{view.NextStep: "n", view.LastStep: "b", view.LeaveLesson: "esc"}[a]
	}}
}
