package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/classroom"
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

// fits fails where the screen is not as large as the terminal, or has a hole.
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

// answerStep answers the open step, by keys, and returns the misconception that the program must name; found reports whether
// such an answer exists.
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

// moves waits for a step's moves, or reaches its goal.
func (d *driver) moves() {
	d.t.Helper()
	run := d.shell.lesson
	if moves := run.Moves(); len(moves) > 8 {
		d.t.Errorf("%d moves, more than 8", len(moves))
	}
	for i := 1; run.Stage() == lesson.Acting && run.Step().Goal == nil; i++ {
		if said := run.Says(byKeys()); said[0].Tone != lesson.Strong {
			d.t.Errorf("no verdict is told while the picture moves: %q", said[0].Text)
		}
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

// Every lesson is gone through by keys, answered rightly and wrongly: each step opens, computes, names the misconception behind
// a wrong answer, reaches its goal, and continues where it was left when the program ends.
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
	d.shows("Press n to begin")
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
		if run.Stage() == lesson.Seeing {
			for _, line := range run.Says(byKeys()) {
				if strings.HasPrefix(line.Text, "Many think") {
					t.Errorf("step %d explains before a reason is picked: %s", i+1, line.Text)
				}
			}
			d.press("2", "enter")
		}
		told := ""
		for _, line := range run.Says(byKeys()) {
			told += line.Text + "\n"
		}
		if m, known := classroom.Behind(misconception); known && !strings.Contains(told, m.Thought) {
			t.Errorf("step %d does not name %s: %s", i+1, misconception, told)
		} else if !known && !strings.HasPrefix(told, "Right") {
			t.Errorf("step %d does not say that it is right: %s", i+1, told)
		}
		if run.Stage() != lesson.Understanding {
			t.Fatalf("step %d is not understood after a reason", i+1)
		}
		d.fits()
		for _, block := range run.Below() {
			if screen := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(screen, strings.Join(strings.Fields(block.Text()), " ")) {
				t.Errorf("step %d does not show all of %q:\n%s", i+1, block.Text(), d.screen())
			}
		}
		again := lesson.Begin(l, 1, kept, time.Unix(0, 0))
		if again.At() != i || again.Stage() != lesson.Understanding {
			t.Errorf("after step %d it goes on at step %d in stage %d", i+1, again.At()+1, again.Stage())
		}
		d.press("n")
	}
	if d.shell.lesson.Stage() != lesson.Ended {
		t.Error("the lesson does not end")
	}
	d.fits()
	d.shows("The lesson is done: ")
}

// What is hidden stands nowhere on the screen, and a key that would show it asks once.
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
	const hidden = "1.65"
	if strings.Contains(d.screen(), hidden) {
		t.Errorf("%s is shown before the prediction:\n%s", hidden, d.screen())
	}
	if !run.Covers() {
		t.Fatal("the step hides nothing")
	}
	d.press("w")
	d.shows("Answer first")
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
	told := run.Says(byKeys())[0].Text
	if !strings.HasPrefix(told, "Skipped") {
		t.Errorf("skipped, it says %q", told)
	}
}

// A step shows the controls and readings that it is about, and keys bring the others; the first option is marked as it opens;
// the help of a covered control is hidden; and where there is room the picture stays where it is.
func TestStepShowsWhatItIsAbout(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.Keeper{}, 120, 40)
	axis := func() int {
		return slices.IndexFunc(strings.Split(d.screen(), "\n"), func(line string) bool { return strings.HasPrefix(line, "   0 ┼") })
	}
	others := []string{"neighbour", "actual ε", "ε-LDP", "outputs"}
	d.press("n")
	for i := range 4 {
		before := axis()
		if i == 2 {
			if !d.hides("Privacy budget") {
				t.Errorf("step 3 asks for what the help of ε says:\n%s", d.screen())
			}
			d.press("down")
			d.shows("▸ 2.")
		}
		for _, name := range others[1:] {
			if !d.hides(name) {
				t.Errorf("step %d shows %q:\n%s", i+1, name, d.screen())
			}
		}
		d.answerStep(true)
		d.moves()
		for d.shell.lesson.Stage() == lesson.Seeing {
			if got := axis(); got != before {
				t.Errorf("step %d: the picture ends in row %d, and in row %d while a reason is picked", i+1, before, got)
			}
			d.press("1", "enter")
		}
		if got := axis(); got != before {
			t.Errorf("step %d: the picture ends in row %d, and in row %d once it is understood", i+1, before, got)
		}
		if i == 0 {
			d.press("+")
			for _, name := range others {
				d.shows(name)
			}
			d.press("+")
		}
		d.press("n")
	}
}

// hides reports whether a text is missing from the screen.
func (d *driver) hides(text string) bool { return !strings.Contains(d.screen(), text) }

// Leaving a lesson leaves the page as it is, and says how to continue.
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
	d.shows("left the lesson; press L to go on with it")
	d.shows("[one answer]")
}

// Small terminals still show the question.
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

// Each of several addresses is a page as usual, and two keys go from one to the next.
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

// Advice is a setting and a sentence about it, and the last one counts: letters are text while it is written, and move the page
// before and after.
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
	d.shows("Skipped")
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

// reader keeps the time of a person who reads every new line on the screen except the keys, at 200 words a minute, and presses
// a key every half second. Ticks and other numbers are glanced at: a word has two letters.
type reader struct {
	*driver
	seen    map[string]bool
	words   int
	presses int
	waits   time.Duration
}

// reads reads the lines that were not there before.
func (r *reader) reads() {
	const letters = 2
	lines := strings.Split(r.screen(), "\n")
	for _, line := range lines[:len(lines)-1] {
		if line = strings.TrimSpace(line); r.seen[line] {
			continue
		}
		r.seen[line] = true
		for _, word := range strings.Fields(line) {
			if utf8.RuneCountInString(strings.Map(onlyLetters, word)) >= letters {
				r.words++
			}
		}
	}
}

func onlyLetters(c rune) rune {
	if unicode.IsLetter(c) {
		return c
	}
	return -1
}

// hits presses keys, and reads.
func (r *reader) hits(names ...string) {
	r.presses += len(names)
	r.press(names...)
	r.reads()
}

// spent returns the time.
func (r *reader) spent() time.Duration {
	const wordsPerMinute, perPress = 200, 500 * time.Millisecond
	return time.Duration(r.words)*time.Minute/wordsPerMinute + time.Duration(r.presses)*perPress + r.waits
}

// Each lesson takes at most eight minutes, and no longer than it says, for a reader who reads every new line with its hint,
// answers wrongly, and sees all moves.
func TestLessonsTakeNoLongerThanTheySay(t *testing.T) {
	slow := []string{"record", "steps", "meet"} // seconds each
	for _, name := range written.Shipped() {
		if slices.Contains(slow, name) && !effort.Check() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			l, err := written.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			r := &reader{driver: driveLesson(t, l, lesson.Keeper{}, 80, 24), seen: map[string]bool{}}
			r.reads()
			r.hits("n")
			for range l.Steps {
				if run := r.shell.lesson; run.Asked().Hint != "" {
					r.hits("i")
				}
				const numberKeys = 4
				if _, found := r.answerStep(false); !found {
					r.answerStep(true)
				}
				r.presses += numberKeys
				r.reads()
				r.waits += time.Duration(len(r.shell.lesson.Moves())) * movePause
				if r.shell.lesson.Step().Goal != nil {
					const keysToGoal = 20
					r.presses += keysToGoal
				}
				r.moves()
				r.reads()
				if r.shell.lesson.Stage() == lesson.Seeing {
					r.hits("2", "enter")
				}
				r.hits("n")
			}
			const most = 8 * time.Minute
			said := time.Duration(l.Minutes) * time.Minute
			t.Logf("%v for %d words and %d keys; %d minutes are said", r.spent().Round(time.Second), r.words, r.presses, l.Minutes)
			if spent := r.spent(); spent > most || spent > said {
				t.Errorf("%v for %d words and %d keys, of at most %v", spent.Round(time.Second), r.words, r.presses, min(most, said))
			}
		})
	}
}

// In light and dark, in 16 colours and in none a lesson says the same at 80 columns and 24 rows, and what is marked has a sign
// too; with plain signs it still fits.
func TestLessonsInEveryLook(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	through := func(o Options, room bool) (screens []string) {
		o.Lesson = lesson.Begin(l, 1, lesson.Keeper{}, time.Unix(0, 0))
		at := o.Lesson.Step().At
		d := driveAt(t, shown(), at.View, at.Values, o)
		d.shell.width, d.shell.height = 80, 24
		d.settle(d.shell.openStep())
		if room {
			d.press("P")
		}
		look := func() {
			d.fits()
			screens = append(screens, d.screen())
		}
		look()
		d.press("n")
		for range 4 {
			look()
			if room {
				d.press("enter")
				for i := 1; d.shell.lesson.Stage() == lesson.Acting; i++ {
					d.send(moveMsg{d.shell.lesson, d.shell.lesson.At(), i})
				}
			} else {
				d.answerStep(true)
				d.moves()
			}
			look()
			if d.shell.lesson.Stage() == lesson.Seeing {
				d.press("2", "enter")
				look()
			}
			d.press("n")
		}
		return screens
	}
	plot := regexp.MustCompile(`(?m)^.*(?:[│┤┼▲▓■●█▒]|── ).*$`) // signs of a picture without colour, and its legend
	for _, room := range []bool{false, true} {
		want := through(colourless, room)
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
			for _, dark := range []bool{false, true} {
				for i, got := range through(Options{Profile: profile, Dark: dark}, room) {
					if plot.ReplaceAllString(got, "") != plot.ReplaceAllString(want[i], "") {
						t.Errorf("%v, dark %v, room %v: screen %d says\n%s\nand without colour\n%s", profile, dark, room, i+1, got, want[i])
					}
				}
			}
		}
		for i, got := range through(Options{ASCII: true, Profile: colorprofile.NoTTY}, room) {
			if at := strings.IndexFunc(got, func(c rune) bool { return c > 0x7e }); at >= 0 {
				t.Errorf("with plain signs screen %d has %q:\n%s", i+1, []rune(got[at:])[0], got)
			}
		}
	}
}

// After a skipped goal the page shows where it is reached.
func TestGoalPassedOver(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	kept := lesson.In(t.TempDir())
	if err := kept.Keep(l.Name, lesson.Left{Version: l.Version, Step: 4}); err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, kept, 80, 24)
	d.answerStep(false)
	if d.shell.lesson.Stage() != lesson.Acting {
		t.Fatalf("stage %d", d.shell.lesson.Stage())
	}
	d.press("n", "n")
	holds, err := l.Steps[4].ReachedAt(t.Context(), written.Setting{View: d.shell.current.View(), Values: d.shell.current.Values()})
	if err != nil || !holds || d.shell.lesson.Stage() != lesson.Understanding {
		t.Errorf("the page stands at %s: %v", d.shell.current.Address(), err)
	}
}

// What is open is passed over by n pressed twice: the first n says what is open, at each stage of a step. Then enter goes on as
// n does, also while the picture moves.
func TestOpenIsSaidOnce(t *testing.T) {
	l, err := written.Open("promise")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
		d := driveLesson(t, l, lesson.Keeper{}, size[0], size[1])
		d.press("n")
		run, stages := d.shell.lesson, map[lesson.Stage]int{}
		for step := range l.Steps {
			for run.Stage() < lesson.Understanding {
				stage := run.Stage()
				says := map[lesson.Stage]string{lesson.Asking: "Answer", lesson.Acting: "Reach the goal", lesson.Seeing: "Pick a reason"}[stage]
				if stage == lesson.Acting && run.Step().Goal == nil {
					d.press("enter")
				} else {
					d.press("n")
					d.shows(says + " first, or press n again to skip.")
					if run.Stage() != stage {
						t.Fatalf("step %d: one n goes on from stage %d to %d", step+1, stage, run.Stage())
					}
					d.press("n")
				}
				if run.Stage() <= stage {
					t.Fatalf("step %d stays in stage %d", step+1, stage)
				}
				stages[stage]++
			}
			d.press("enter")
			if run.At() == step && run.Stage() != lesson.Ended || d.shell.current.Scene().Mode != explorer.Browsing {
				t.Fatalf("enter does not go on from step %d:\n%s", step+1, d.screen())
			}
		}
		for _, stage := range []lesson.Stage{lesson.Asking, lesson.Acting, lesson.Seeing} {
			if stages[stage] == 0 {
				t.Errorf("no step has stage %d", stage)
			}
		}
	}
}

// The picture of a wholly covered page has no title, and says that it is hidden.
func TestCoveredPageIsHidden(t *testing.T) {
	l, err := written.Open("coin")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.Keeper{}, 80, 24)
	d.press("n")
	if !d.hides("76 of 240") {
		t.Errorf("the draw is told before the prediction:\n%s", d.screen())
	}
	d.shows("hidden until you answer")
	d.answerStep(true)
	d.shows("76 of 240")
}

// A lesson ends with its result, and n opens the next one; b returns into it.
func TestLessonEndsWithTheNext(t *testing.T) {
	l, err := written.Open("coin")
	if err != nil {
		t.Fatal(err)
	}
	kept, last := lesson.In(t.TempDir()), len(l.Steps)-1
	if err := kept.Keep("coin", lesson.Left{Version: l.Version, Step: last, Answers: []lesson.Answer{{Step: 0, Kind: "point", Right: true},
		{Step: last, Kind: "number"}}}); err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, kept, 80, 24)
	d.shell.lesson, err = lesson.BeginShipped(2, kept, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	d.settle(d.shell.openStep())
	d.press("n")
	for _, text := range []string{"The lesson is done: 1 of 7 were right at the first try.", "steps 2, 3, 4, 5, 6, 7", "n: lesson 3,"} {
		d.shows(text)
	}
	d.press("b")
	if run := d.shell.lesson; run.At() != last || run.Stage() != lesson.Understanding {
		t.Errorf("b goes to step %d in stage %d", run.At()+1, run.Stage())
	}
	d.press("n", "n")
	if run := d.shell.lesson; run.Lesson.Name != "survey" || run.Stage() != lesson.Opening {
		t.Errorf("n opens %s in stage %d", run.Lesson.Name, run.Stage())
	}
	d.fits()
	d.shows("It builds on lesson 2, Flip labels, and what half of ε does.")
	run, err := lesson.BeginShipped(len(written.Shipped())+1, kept, time.Unix(0, 0))
	if err != nil || run.Lesson.Name != written.Capstone || run.After() != nil || run.Number != 0 {
		t.Errorf("the last one is %+v, %v", run, err)
	}
}

// On a small screen the question and the line of its answer are whole, and the picture gets the rest.
func TestQuestionBeforePicture(t *testing.T) {
	l, err := written.Open("broken")
	if err != nil {
		t.Fatal(err)
	}
	d := driveLesson(t, l, lesson.In(t.TempDir()), 60, 15)
	d.press("n")
	for _, text := range []string{"Five rare rows lie on a line.", "What does it", "Your answer:"} {
		d.shows(text)
	}
	d.fits()
}

// On a small screen a lesson's opening says in full who trusts whom, and the picture gives way.
func TestOpeningIsWhole(t *testing.T) {
	for _, name := range written.Shipped() {
		if name == "promise" {
			continue // its opening is longer than the screen
		}
		l, err := written.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		d := driveLesson(t, l, lesson.In(t.TempDir()), 60, 15)
		d.fits()
		trusts := l.Trusts()
		if last := trusts[len(trusts)-1]; !strings.Contains(strings.Join(strings.Fields(d.screen()), " "), last) {
			t.Errorf("%s does not say %q:\n%s", name, last, d.screen())
		}
	}
}
