package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/effort"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
	"dpscope/ui/lesson"
	"dpscope/ui/theme"
	"dpscope/views/formula"
	written "dpscope/views/lesson"
)

// driveLesson opens a lesson as the program does.
func driveLesson(t *testing.T, l written.Lesson, kept lesson.Keeper, width, height int) *driver {
	t.Helper()
	o := colourless
	o.Lesson = lesson.Begin(l, 1, kept, time.Unix(0, 0))
	at := o.Lesson.Step().At
	d := driveAt(t, shown(), at.View, at.Values, o)
	d.shell.width, d.shell.height = width, height
	d.settle(d.shell.openStep())
	return d
}

// fits fails where the screen is not as large as the terminal, or a hole is left in it.
func (d *driver) fits() {
	d.t.Helper()
	lines := strings.Split(d.screen(), "\n")
	if len(lines) != d.shell.height {
		d.t.Fatalf("%d lines, not %d", len(lines), d.shell.height)
	}
	for _, l := range lines {
		if theme.Width(l) != d.shell.width {
			d.t.Fatalf("a line has %d cells: %q", theme.Width(l), l)
		}
	}
	if text := d.screen(); strings.Contains(text, "cannot be computed") || strings.Contains(text, "computing") {
		d.t.Fatal(text)
	}
}

// answerStep answers the step that is open, by keys, and gives the misconception that is to be named;
// found is whether there is such an answer.
func (d *driver) answerStep(right bool) (misconception string, found bool) {
	run := d.shell.lesson
	asked := run.Asked()
	switch run.Step().Ask.Kind {
	case written.Choice:
		i := slices.IndexFunc(asked.Options, func(o written.Option) bool { return (o.Key == "") == right })
		d.press(strconv.Itoa(i+1), "enter")
		return asked.Options[i].Key, true
	case written.Number, written.Point:
		v := asked.True
		if !right {
			of := slices.IndexFunc(asked.Opposed(), func(w float64) bool {
				return asked.Judge(d.t.Context(), w).Misconception != "" && (asked.Axis.Low == asked.Axis.High || w >= asked.Axis.Low && w <= asked.Axis.High)
			})
			if of < 0 {
				return "", false
			}
			v = asked.Opposed()[of]
			misconception = asked.Judge(d.t.Context(), v).Misconception
		}
		text := strconv.FormatFloat(v, 'f', 9, 64)
		if asked.Style.PerCent() {
			text = strconv.FormatFloat(100*v, 'f', 9, 64) + "%"
		}
		for _, c := range text {
			d.press(string(c))
		}
		d.press("enter")
		return misconception, true
	}
	return "", false
}

// moves lets a step make its moves, or reaches its goal.
func (d *driver) moves() {
	d.t.Helper()
	run := d.shell.lesson
	if moves := run.Moves(); len(moves) > 8 {
		d.t.Errorf("%d moves, more than 8", len(moves))
	}
	for i := 1; run.Stage() == lesson.Acting && run.Step().Goal == nil; i++ {
		if i > 9 {
			d.t.Fatal("the moves do not end")
		}
		d.fits()
		d.send(moveMsg{run, run.At(), i})
	}
	if run.Stage() != lesson.Acting {
		return
	}
	d.fits()
	there, err := run.Step().At.Over(run.Step().Reached.Change)
	if err != nil {
		d.t.Fatal(err)
	}
	d.settle(d.shell.current.Do(explorer.Go{Values: there.Values}))
}

// Every lesson is gone through by keys, answered rightly and wrongly: each step opens, computes, names the
// misconception behind a wrong answer, reaches its goal, and goes on where it was left when the program ends.
func TestLessonsByKeys(t *testing.T) {
	slow := []string{"record", "steps", "meet"} // seconds each
	for _, name := range written.Shipped() {
		if slices.Contains(slow, name) && !effort.Check() {
			continue
		}
		l, err := written.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, right := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/%v", name, right), func(t *testing.T) { walk(t, l, right) })
		}
	}
}

func walk(t *testing.T, l written.Lesson, right bool) {
	kept := lesson.In(t.TempDir())
	d := driveLesson(t, l, kept, 80, 24)
	d.fits()
	d.shows("n begins")
	d.press("n")
	for i := range l.Steps {
		run := d.shell.lesson
		if run.At() != i || run.Stage() != lesson.Asking {
			t.Fatalf("step %d stands at step %d in stage %d", i+1, run.At()+1, run.Stage())
		}
		d.fits()
		d.shows(fmt.Sprintf("step %d of %d", i+1, len(l.Steps)))
		misconception, found := d.answerStep(right)
		if !found { // no number is wrong in a known way
			misconception, _ = d.answerStep(true)
		}
		d.moves()
		if run.Stage() < lesson.Seeing {
			t.Fatalf("step %d is in stage %d after it was answered:\n%s", i+1, run.Stage(), d.screen())
		}
		d.fits()
		told := ""
		for _, line := range run.Says() {
			told += line.Text + "\n"
		}
		if m, known := written.Behind(misconception); known && !strings.Contains(told, m.Thought) {
			t.Errorf("step %d does not name %s: %s", i+1, misconception, told)
		} else if !known && !strings.HasPrefix(told, "Right") {
			t.Errorf("step %d does not say that it is right: %s", i+1, told)
		}
		if run.Stage() == lesson.Seeing {
			d.press("2", "enter")
		}
		if run.Stage() != lesson.Understanding {
			t.Fatalf("step %d is not understood after a reason", i+1)
		}
		d.fits()
		again := lesson.Begin(l, 1, kept, time.Unix(0, 0))
		if again.At() != i || again.Stage() != lesson.Understanding {
			t.Errorf("after step %d it goes on at step %d in stage %d", i+1, again.At()+1, again.Stage())
		}
		d.press("n")
	}
	if d.shell.lesson != nil {
		t.Error("the lesson does not end")
	}
	d.shows("the lesson is done")
}

// What is hidden is nowhere on the screen, and a key that would show it asks once.
func TestPredictionComesFirst(t *testing.T) {
	l, err := written.Open("coin")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.Keeper{}, 80, 24)
	d.press("n")
	for range 3 { // to the step that hides its answers and its points
		d.answerStep(true)
		for d.shell.lesson.Stage() != lesson.Understanding {
			d.press("n")
		}
		d.press("n")
	}
	run := d.shell.lesson
	before := d.shell.current.Values()
	const hidden = "0.50"
	if strings.Contains(d.screen(), hidden) {
		t.Errorf("%s is shown before the prediction:\n%s", hidden, d.screen())
	}
	if !run.Covers() {
		t.Fatal("the step hides nothing")
	}
	d.press("w")
	d.shows("Predict first")
	if run.Stage() != lesson.Asking {
		t.Error("one key goes on without a prediction")
	}
	d.press("right", "w", "u")
	if run.Stage() != lesson.Asking || !d.shell.current.Values().Equal(before) {
		t.Error("two different keys go on without a prediction")
	}
	d.press("u")
	if run.Stage() != lesson.Understanding {
		t.Errorf("the same key again is in stage %d", run.Stage())
	}
	if !strings.Contains(d.screen(), hidden) {
		t.Errorf("nothing is shown after the question was passed over:\n%s", d.screen())
	}
	told := run.Says()[0].Text
	if !strings.HasPrefix(told, "Passed over") {
		t.Errorf("passed over, it says %q", told)
	}
}

// A lesson that is left leaves the page as it is, and says how to go on.
func TestLessonIsLeft(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.In(t.TempDir()), 120, 40)
	d.press("n")
	d.fits()
	d.press("i")
	d.shows("Hint: ")
	d.press("b")
	d.shows("this is the first step")
	d.press("esc")
	if d.shell.lesson != nil {
		t.Fatal("esc does not leave")
	}
	d.shows("dpscope lesson promise goes on")
	d.shows("[concentration]")
}

// Small terminals show the question still.
func TestLessonFitsSmallTerminals(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{120, 40}, {60, 15}, {40, 10}, {20, 4}, {200, 60}} {
		d := driveLesson(t, l, lesson.Keeper{}, size[0], size[1])
		d.fits()
		d.press("n")
		d.fits()
		d.answerStep(true)
		d.fits()
	}
}

// Of several addresses each is a page as it always is, and two keys go from one to the next.
func TestSequenceOfPages(t *testing.T) {
	var pages []formula.Setting
	for _, address := range []string{"concentration?epsilon=2", "compare", "concentration?epsilon=3"} {
		at, err := formula.At(address)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, at)
	}
	d := driveLesson(t, written.Sequence(pages), lesson.Keeper{}, 80, 24)
	d.fits()
	d.shows("back (1 of 3)")
	d.press("right", "b")
	d.shows("this is the first page")
	d.press("n")
	d.shows("[compare]")
	d.press("w", "esc", "n")
	if got := d.value(mechanisms.Epsilon); got != 3 {
		t.Errorf("the third page stands at %v", got)
	}
	d.press("n")
	d.shows("this is the last page")
	d.press("b", "b")
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("the first page stands at %v", got)
	}
}

// Advice is a setting that is left standing and a sentence about it, of which the last one counts: letters are text while it is written,
// and move the page before and after.
func TestAdviceIsLeftStanding(t *testing.T) {
	l, err := written.Open(written.Capstone)
	if err != nil {
		t.Fatal(err)
	}
	kept := lesson.In(t.TempDir())
	d := driveLesson(t, l, kept, 80, 24)
	d.press("n")
	write := func(text string) {
		d.press("n", "end")
		for _, c := range text {
			d.press(string(c))
		}
		d.fits()
		d.shows("You advise: ")
		d.press("enter")
	}
	d.press("right", "n", "esc")
	if d.shell.lesson.Stage() != lesson.Asking || d.shell.lesson.Typing() {
		t.Fatal("a sentence that is given up is kept")
	}
	write("raw: nobody, P n q")
	d.shows("You wrote: raw: nobody, P n q")
	left, _ := kept.Left(l.Name)
	first := left.Advised(l)[0]
	if first.Sentence != "raw: nobody, P n q" || first.Address != d.shell.current.Address() {
		t.Fatalf("%+v is kept", first)
	}
	d.press("right")
	d.shows("You wrote")
	write(", again")
	d.fits()
	left, _ = kept.Left(l.Name)
	if again := left.Advised(l)[0]; again.Sentence != "raw: nobody, P n q, again" || again.Address == first.Address || again.Address != d.shell.current.Address() {
		t.Errorf("%+v is kept", again)
	}
	d.press("n")
	d.shows("step 2 of 6")
	d.press("n", "backspace", "enter")
	d.shows("Passed over")
	d.press("right", "n")
	d.send(tea.PasteMsg{Content: "pasted"})
	d.shows("You advise: pasted")
	d.press("enter")
	if again := lesson.Begin(l, 0, kept, time.Unix(0, 0)); again.At() != 1 {
		t.Errorf("it goes on at task %d", again.At()+1)
	}
	d.press("b")
	if d.shell.current.Address() != left.Advised(l)[0].Address {
		t.Errorf("the page stands at %s, not where it was left", d.shell.current.Address())
	}
}
