package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/views/lesson"
)

func keyOf(text string) tea.Msg { return tea.KeyPressMsg{Code: []rune(text)[0], Text: text} }

func begin(t *testing.T, kept Keeper) *Run {
	t.Helper()
	l, err := lesson.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	r := Begin(l, 1, kept, time.Unix(1000, 0))
	r.Start(time.Unix(1000, 0))
	asked, err := r.Step().Fill(t.Context())
	r.Filled(r.At(), asked, err)
	return r
}

// The first answer counts; the progress that is kept does not depend on the clock.
func TestFirstAnswerCounts(t *testing.T) {
	kept := In(filepath.Join(t.TempDir(), "new", "folder"))
	r := begin(t, kept)
	r.Type(keyOf("5"))
	r.Type(keyOf("0"))
	r.Give(t.Context(), time.Unix(0, 0)) // the clock was set back
	left, found := kept.Left("promise")
	if !found || len(left.Answers) != 1 || left.Answers[0].Misconception != "nothing" || left.Answers[0].Seconds != 0 {
		t.Fatalf("kept %+v, %v", left, found)
	}
	r.answers[0] = left.Answers[0]
	r.stage = Asking
	r.typed = nil
	for _, c := range "75" {
		r.Type(keyOf(string(c)))
	}
	r.Give(t.Context(), time.Unix(2000, 0))
	if a := r.answers[0]; a.Right || a.Tries != 2 || a.Prediction != "50.0 %" {
		t.Errorf("the second answer counts: %+v", a)
	}
}

// When a lesson's file changes while it is open, or later, no answer is lost, and the lesson says that it changed.
func TestLessonChangedWhileOpen(t *testing.T) {
	kept := In(t.TempDir())
	r := begin(t, kept)
	for _, c := range "50" {
		r.Type(keyOf(string(c)))
	}
	r.Give(t.Context(), time.Unix(2000, 0))
	changed := r.Lesson
	changed.Digest = "another"
	again := Begin(changed, 1, kept, time.Unix(3000, 0))
	if a := again.answers[0]; a.Prediction != "50.0 %" || again.At() != 0 || !strings.Contains(again.say, "has changed since you left it") {
		t.Errorf("it goes on at %d with %+v and says %q", again.At(), a, again.say)
	}
	if same := Begin(r.Lesson, 1, kept, time.Unix(3000, 0)); same.say != "" {
		t.Errorf("the same lesson says %q", same.say)
	}
}

// A lesson of another version begins anew; a file without progress counts as missing.
func TestKeptFromElsewhere(t *testing.T) {
	folder := t.TempDir()
	kept := In(folder)
	if err := kept.Keep("promise", Left{Version: 99, Step: 3}); err != nil {
		t.Fatal(err)
	}
	if r := begin(t, kept); r.At() != 0 || !strings.Contains(r.say, "has changed") {
		t.Errorf("it goes on at %d and says %q", r.At(), r.say)
	}
	for _, text := range []string{"", "{", "[]", `{"promise": 3}`, `{"promise": {"version": 1, "step": 99, "answers": [{"step": -4}, {"step": 77}]}}`} {
		if err := os.WriteFile(filepath.Join(folder, "lessons.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := begin(t, kept)
		if r.At() < 0 || r.At() >= len(r.Lesson.Steps) || len(r.answers) > 0 {
			t.Errorf("%q begins at step %d with %v", text, r.At(), r.answers)
		}
	}
	nowhere := In(filepath.Join(folder, "lessons.json"))
	r := begin(t, nowhere)
	r.Skip(time.Unix(0, 0))
	if !strings.Contains(r.say, "is not kept") {
		t.Errorf("a folder that is a file is kept in: %q", r.say)
	}
}

// The program moves a control in at most eight steps; the last one is its goal.
func TestMovesAreFew(t *testing.T) {
	for _, name := range lesson.Shipped() {
		l, err := lesson.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := Begin(l, 0, Keeper{}, time.Unix(0, 0))
		for i, s := range l.Steps {
			r.open(i, time.Unix(0, 0))
			moves := r.Moves()
			_, end := r.Settings()
			if len(moves) > mostMoves || len(s.To) > 0 && (len(moves) == 0 || !moves[len(moves)-1].Equal(end.Values)) {
				t.Errorf("%s, step %d makes %d moves, the last to %v", name, i+1, len(moves), moves)
			}
		}
	}
}

// A number beyond the axis is refused as it was typed: 200 is not read as 100 %.
func TestBeyondTheAxis(t *testing.T) {
	l, err := lesson.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	r := Begin(l, 1, Keeper{}, time.Unix(0, 0))
	r.open(1, time.Unix(0, 0))
	asked, err := r.Step().Fill(t.Context())
	r.Filled(r.At(), asked, err)
	for _, c := range "200" {
		r.Type(keyOf(string(c)))
	}
	r.Give(t.Context(), time.Unix(0, 0))
	if want := "200 lies outside of the axis, which goes from 50.0 % to 100 %"; r.say != want {
		t.Errorf("it says %q, want %q", r.say, want)
	}
}
