package session

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"dpscope/engine/classroom"
	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/views"
	written "dpscope/views/lesson"
)

// student takes lessons by typed lines: it reads what the session says, and answers each prompt. It knows what is right.
type student struct {
	types io.Writer
	said  bytes.Buffer // since the last line it typed
	whole bytes.Buffer
	run   *lesson.Run
	plan  []string // lines to type before it reads on
}

// Write takes what the session says; at a prompt it types a line.
func (s *student) Write(text []byte) (int, error) {
	s.whole.Write(text)
	if string(text) != "> " {
		return s.said.Write(text)
	}
	line := s.line()
	s.said.Reset()
	fmt.Fprintln(&s.whole, line)
	go fmt.Fprintln(s.types, line)
	return len(text), nil
}

// line returns what is typed next, by what was said alone.
func (s *student) line() string {
	if len(s.plan) == 0 {
		s.plan = s.plans(s.said.String())
	}
	line := s.plan[0]
	s.plan = s.plan[1:]
	return line
}

func (s *student) plans(said string) []string {
	asked := s.run.Asked()
	switch {
	case strings.Contains(said, "Say guess and the number of a line."):
		options := asked.Options
		if s.run.Stage() == lesson.Seeing {
			options = asked.Reasons
		}
		return []string{fmt.Sprint("guess ", written.Right(options)+1)}
	case strings.Contains(said, "Say guess and a sentence."):
		return []string{"guess An attacker is seldom right in total, and the share is smaller."}
	case strings.Contains(said, "Say guess and a number"):
		return []string{"guess " + asked.Write(asked.True)}
	case strings.Contains(said, "\nNow ") && strings.Contains(said, " until "):
		return s.reaches()
	case strings.Contains(said, "This was the last lesson."):
		return []string{"hand-in", "quit"}
	}
	return []string{"next"}
}

// reaches returns the lines that set the controls as the goal of the step wants them, each value as list writes it.
func (s *student) reaches() (lines []string) {
	begin, end := s.run.Step().At, s.run.Step().End()
	for _, p := range end.View.Sliders(end.Values) {
		if at := end.Values.Get(p); at != begin.Values.Get(p) {
			lines = append(lines, p.Name+" "+p.Text(at))
		}
	}
	choices, _ := end.View.Needed(end.Values)
	for _, c := range choices {
		if picked := end.Values.Picked(c); picked.Name != begin.Values.Picked(c).Name {
			lines = append(lines, c.Key()+" "+picked.Name)
		}
	}
	return lines
}

// The lessons are gone through in one session by words alone, each question answered rightly and each goal reached, to the file to
// hand in.
func TestLessonsToTheirHandIn(t *testing.T) {
	names := written.Shipped()
	if !effort.Check() {
		names = names[:1]
	}
	ctx, end := context.WithCancel(work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 26)}))
	defer end()
	class := lesson.Class{Class: classroom.Class{Name: "maths", Lessons: names}, Student: "Ann", Folder: t.TempDir(), Order: names}
	in, types := io.Pipe()
	ann := &student{types: types}
	var answered []classroom.Row // what is to be handed in, by lesson and step
	var begin func(i int, now time.Time) (*lesson.Run, error)
	begin = func(i int, now time.Time) (*lesson.Run, error) {
		l, err := written.Open(names[i])
		if err != nil {
			return nil, err
		}
		for step, s := range l.Steps {
			if s.Asks() {
				answered = append(answered, classroom.Row{Lesson: l.Name, Step: step + 1, Graded: s.Ask.Kind.Graded()})
			}
		}
		ann.run = class.Begin(l, i+1, lesson.Keeper{}, now)
		if i+1 < len(names) {
			ann.run.Then(lesson.After{Name: names[i+1], Open: func(_ context.Context, now time.Time) (*lesson.Run, error) { return begin(i+1, now) }})
		}
		return ann.run, nil
	}
	run, err := begin(0, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	at := run.Step().At
	if err := Run(ctx, at.View, at.Values, Options{In: in, Out: ann, Files: files.Own{}, Prompt: true, Open: views.Open, Lesson: run}); err != nil {
		t.Fatal(err)
	}
	said := ann.whole.String()
	for _, never := range []string{"Press ", "Skipped", "again to skip", "computing …", "cannot be computed", "Nothing is asked", "\n… "} {
		if _, goes, found := strings.Cut(said, never); found {
			t.Errorf("it says %q:%.200s", never, goes)
		}
	}
	text, err := os.ReadFile(class.HandIn())
	if err != nil {
		t.Fatal(err)
	}
	rows, faults, err := classroom.Read("maths-Ann.csv", text)
	if err != nil || len(faults) > 0 || len(rows) != len(answered) {
		t.Fatalf("%d rows are handed in, not %d: %v %v", len(rows), len(answered), faults, err)
	}
	for i, r := range rows {
		if want := answered[i]; r.Lesson != want.Lesson || r.Step != want.Step || r.Graded != want.Graded || r.Graded && !r.Right || r.Skipped {
			t.Errorf("handed in is %+v", r)
		}
	}
	if want := fmt.Sprintf("Hand in maths-Ann.csv, in the folder of the class: it holds %d answers.", len(answered)); !strings.Contains(said, want) {
		t.Errorf("it does not say %q:\n%s", want, said[max(0, len(said)-400):])
	}
}
