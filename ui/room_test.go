package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/effort"
	"dpscope/mechanisms"
	"dpscope/ui/lesson"
	written "dpscope/views/lesson"
)

// Before a room a page is its question, its answer and its picture. The answer is shown on request, and only while nothing
// moves; sliders move far.
func TestPageBeforeARoom(t *testing.T) {
	d := drive(t, "concentration", 80, 24, colourless)
	const answer, reading = "an attacker picks the right one", "worst pair"
	d.shows(answer)
	d.press("P")
	d.fits()
	for _, hidden := range []string{answer, reading, "Try:"} {
		if strings.Contains(d.screen(), hidden) {
			t.Errorf("%q is shown before it is asked for:\n%s", hidden, d.screen())
		}
	}
	d.shows("What does one private answer give away?")
	d.shows("What do you think?")
	d.shows("answer y")
	d.shows(shortCaution)
	at := d.value(mechanisms.Epsilon)
	d.press("enter")
	d.fits()
	d.shows(answer)
	d.shows("The price: answers scatter")
	d.press("right")
	if step := d.value(mechanisms.Epsilon) - at; step < 0.5 {
		t.Errorf("ε moved by %g, which no last row sees", step)
	}
	if strings.Contains(d.screen(), answer) {
		t.Error("the answer of another setting is shown at once")
	}
	d.press("w")
	d.fits()
	d.press("esc", "enter")
	d.shows(answer)
	for _, size := range [][2]int{{120, 40}, {60, 15}, {40, 10}, {20, 4}, {200, 60}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.fits()
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press("]")
	d.shows("What do you think?")
	d.press("[", "P")
	d.shows(answer)
	d.shows(reading)
}

// Every lesson is presented at 80 columns and 24 rows: each step asks first, and a key shows the truth and moves the page.
// Nothing is kept.
func TestLessonsBeforeARoom(t *testing.T) {
	slow := []string{"record", "steps", "meet", "broken"} // seconds each
	for i, name := range written.Shipped() {
		if slices.Contains(slow, name) && !effort.All() || !effort.Sample(i, 3, 1) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			l, err := written.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			d := driveLesson(t, l, lesson.In(folder), 80, 24)
			d.press("P", "n")
			for i, s := range l.Steps {
				run := d.shell.lesson
				if run.At() != i || run.Stage() != lesson.Asking {
					t.Fatalf("step %d stands at step %d in stage %d", i+1, run.At()+1, run.Stage())
				}
				d.fits()
				d.shows(fmt.Sprintf("step %d of %d", i+1, len(l.Steps)))
				plot := slices.IndexFunc(strings.Split(d.screen(), "\n"), func(row string) bool { return strings.Contains(row, shortCaution) })
				if plot != 23 {
					t.Errorf("step %d: the keys stand in row %d", i+1, plot+1)
				}
				if run.Covers() && run.Step().Ask.Kind != written.Choice && strings.Contains(d.screen(), run.Asked().Said) && !strings.Contains(run.Asked().Question, run.Asked().Said) {
					t.Errorf("step %d shows %s before it is asked for:\n%s", i+1, run.Asked().Said, d.screen())
				}
				d.press("enter")
				for i := 1; run.Stage() == lesson.Acting; i++ {
					if i > 9 {
						t.Fatal("the moves do not end")
					}
					d.send(moveMsg{run, run.At(), i})
				}
				d.fits()
				told := ""
				for _, line := range run.Says(byKeys()) {
					told += line.Text + "\n"
				}
				is := run.Asked().Said
				if right := written.Right(run.Asked().Options); right >= 0 {
					is = run.Asked().Options[right].Text
				}
				if run.Stage() != lesson.Understanding || !strings.Contains(told, is) {
					t.Errorf("step %d does not tell %q: %s", i+1, is, told)
				}
				if s.Goal != nil {
					if holds, err := s.ReachedAt(t.Context(), written.Setting{View: d.shell.current.View(), Values: d.shell.current.Values()}); err != nil || !holds {
						t.Errorf("step %d does not reach its goal: %v", i+1, err)
					}
				}
				d.press("n")
			}
			if files, _ := os.ReadDir(folder); len(files) > 0 {
				t.Errorf("%s is kept of what was presented", filepath.Join(folder, files[0].Name()))
			}
		})
	}
}

// A lesson that was finished is presented from its first question, and continues as before afterwards.
func TestPresentedAfterwards(t *testing.T) {
	l, err := written.Open("coin")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.In(t.TempDir()), 80, 24)
	d.press("n")
	d.answerStep(true)
	if d.shell.lesson.Stage() < lesson.Seeing {
		t.Fatal("the step is not answered")
	}
	d.press("P")
	if d.shell.lesson.Stage() != lesson.Asking {
		t.Error("what was answered is shown to the room at once")
	}
	d.shows("enter answer")
	d.press("P")
	if d.shell.lesson.Stage() != lesson.Understanding {
		t.Error("what was answered is asked anew")
	}
	d.shows("Right")
}

// A page of a class puts the class's own question to the room, with its options.
func TestClassBeforeARoom(t *testing.T) {
	d := drive(t, "class?question=4", 80, 24, colourless)
	d.press("P")
	d.fits()
	d.shows("As often · Less often")
	if strings.Contains(d.screen(), "What does the class believe?") {
		t.Errorf("the room is asked about the class:\n%s", d.screen())
	}
}
