package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/classroom"
	"dpscope/engine/work"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/lesson"
	written "dpscope/views/lesson"
)

// filledMsg brings a step with its numbers.
type filledMsg struct {
	run   *lesson.Run
	step  int
	asked written.Asked
	err   error
}

// moveMsg says that the next move of a step is due.
type moveMsg struct {
	run  *lesson.Run
	step int
	next int
}

// reachedMsg says that a setting reaches a goal.
type reachedMsg struct {
	run   *lesson.Run
	step  int
	holds bool
}

// movePause is the time between two moves, so that each is visible.
const movePause = 150 * time.Millisecond

// lessonName begins the address of a lesson or a class: "lesson?name=promise", "lesson?class=maths&lessons=coin,broken&student=Ann".
const lessonName = "lesson"

// longestLink limits the bytes of a link to a class.
const longestLink = 4 << 10

// openLink opens a lesson or a class by its address.
func (t *Tab) openLink(query string) tea.Cmd {
	run, err := t.linked(query)
	if err != nil {
		t.astray = err.Error()
		return t.again()
	}
	return t.begin(run)
}

// linked returns the lesson of an address; the lines of a class file are its keys.
func (t *Tab) linked(query string) (*lesson.Run, error) {
	if len(query) > longestLink {
		return nil, fmt.Errorf("the link of a class has %d characters; at most %d would work, or its file", len(query), longestLink)
	}
	words, err := url.ParseQuery(query)
	if err != nil {
		return nil, errors.New("the link of a class is broken; its file would work")
	}
	if name := words.Get("name"); name != "" {
		number, err := lesson.NumberOf(name)
		if err != nil {
			return nil, err
		}
		return lesson.BeginShipped(number, t.kept.keeper(), time.Now())
	}
	var lines []string
	for _, k := range slices.Sorted(func(yield func(string) bool) {
		for k := range words {
			if k != "student" && !yield(k) {
				return
			}
		}
	}) {
		lines = append(lines, k+": "+strings.Join(strings.Fields(words.Get(k)), " "))
	}
	if !words.Has("version") {
		lines = append(lines, fmt.Sprintf("version: %d", classroom.ClassVersion))
	}
	class, faults := classroom.ParseClass(lessonName, []byte(strings.Join(lines, "\n")))
	if len(faults) > 0 {
		return nil, errors.New(faults[0].Text)
	}
	student := strings.Join(strings.Fields(words.Get("student")), " ")
	if classroom.FileName(student) == "" {
		return nil, fmt.Errorf("class %s knows its students by name; the link ends in &student=NAME", class.Name)
	}
	return t.inClass(t.session.Context, lesson.Class{Class: class, Student: student, Order: class.Lessons, Drawer: t.kept}, 0, time.Now())
}

// inClass opens a lesson of a class, the first from a place on that is not finished; the next one follows at its end.
func (t *Tab) inClass(ctx context.Context, class lesson.Class, at int, now time.Time) (*lesson.Run, error) {
	for {
		l, err := written.Open(class.Lessons[at])
		if err != nil {
			return nil, err
		}
		if at < len(class.Lessons)-1 && class.Done(l, t.kept.keeper()) {
			at++
			continue
		}
		number, err := lesson.NumberOf(l.Name)
		if err != nil {
			return nil, err
		}
		run := class.Begin(l.Seeded(ctx, class.SeedOf(class.Student)), number, t.kept.keeper(), now)
		if next := at + 1; next < len(class.Lessons) {
			run.Then(lesson.After{Name: "lesson " + class.Lessons[next], Open: func(ctx context.Context, now time.Time) (*lesson.Run, error) {
				return t.inClass(ctx, class, next, now)
			}})
		}
		return run, nil
	}
}

// openLesson opens a lesson of the program by its number, from 1.
func (t *Tab) openLesson(number int) tea.Cmd {
	run, err := lesson.BeginShipped(number, t.kept.keeper(), time.Now())
	if err != nil {
		t.current.Warn(err)
		return nil
	}
	return t.begin(run)
}

// begin opens a lesson.
func (t *Tab) begin(run *lesson.Run) tea.Cmd {
	t.lesson, t.lessons, t.typed, t.data = run, nil, "", nil
	return t.openStep()
}

// listLessons lists the lessons with what is known of their progress.
func (t *Tab) listLessons() tea.Cmd {
	shelf, err := lesson.Shelf(t.kept.keeper())
	if err != nil {
		t.current.Warn(err)
		return nil
	}
	t.lessons, t.typed, t.data = shelf, "", nil
	t.send(Point{"focus", "found"})
	return nil
}

// shelfPart returns the list of lessons; the one to go on with comes first.
func shelfPart(shelf []lesson.Shelved) string {
	var m markup
	m.put("h2", "Lessons")
	m.open("ul", "class", "results")
	row := func(title string, s lesson.Shelved) {
		m.open("li")
		m.open("button", "type", "button", "data-do", "lesson", "data-steps", number(s.Place))
		m.put("b", title)
		m.put("span", s.Far(), "class", "dim")
		m.put("span", s.About(), "class", "says")
		m.end("button")
		m.end("li")
	}
	first := shelf[lesson.Following(shelf)]
	row(first.Verb()+" "+first.Called(), first)
	for _, s := range shelf {
		row(strings.TrimSpace(s.Row()), s)
	}
	m.end("ul")
	m.put("p", "How far you are is kept in this browser, and nowhere else.", "class", "dim")
	m.button("Clear my progress", "forget")
	m.button("Close", "close")
	return m.String()
}

// openStep goes to the setting of the open step: where it begins, or where it was left.
func (t *Tab) openStep() tea.Cmd {
	run := t.lesson
	begin, end := run.Settings()
	at := begin
	if run.Stage() != lesson.Asking {
		at = end
	}
	if at.View.Name != t.current.View().Name {
		t.current.Leave()
		t.current.Lay(explorer.Layer{})
	}
	t.current = t.explorer(at.View, at.Values)
	t.current.Lay(run.Layer())
	step, index, ctx := run.Step(), run.At(), t.session.Context
	t.goalAt = nil
	return tea.Batch(t.current.Do(explorer.Begin{Values: at.Values}), func() tea.Msg {
		asked, err := work.Recover(func() (written.Asked, error) { return step.Fill(ctx) })
		return filledMsg{run, index, asked, err}
	})
}

// filled takes a step with its numbers.
func (t *Tab) filled(msg filledMsg) tea.Cmd {
	if msg.run != t.lesson {
		return nil
	}
	t.lesson.Filled(msg.step, msg.asked, msg.err)
	t.current.Lay(t.lesson.Layer())
	return nil
}

// acted shows what has changed of the step, and begins the moves that it makes.
func (t *Tab) acted(before lesson.Stage) tea.Cmd {
	defer func() { t.current.Lay(t.lesson.Layer()) }()
	if before != lesson.Asking || t.lesson.Stage() != lesson.Acting {
		return nil
	}
	return t.nextMove(0)
}

// nextMove makes a move and plans the next one; after the last it shows the truth.
func (t *Tab) nextMove(i int) tea.Cmd {
	run := t.lesson
	moves := run.Moves()
	if len(moves) == 0 {
		return t.lookForGoal()
	}
	if i >= len(moves) {
		run.See()
		t.current.Lay(run.Layer())
		return nil
	}
	return tea.Batch(t.current.Do(explorer.Go{Values: moves[i]}), t.session.Clock.After(movePause, moveMsg{run, run.At(), i + 1}))
}

func (t *Tab) moved(msg moveMsg) tea.Cmd {
	if msg.run != t.lesson || msg.step != t.lesson.At() || t.lesson.Stage() != lesson.Acting {
		return nil
	}
	return t.nextMove(msg.next)
}

// lookForGoal asks whether the page's setting reaches the goal, once for each setting.
func (t *Tab) lookForGoal() tea.Cmd {
	run := t.lesson
	if run == nil || run.Stage() != lesson.Acting || run.Step().Goal == nil || t.current.Busy() {
		return nil
	}
	at := t.current.Values()
	if t.goalAt != nil && t.goalAt.Equal(at) {
		return nil
	}
	t.goalAt = &at
	step, index, ctx, setting := run.Step(), run.At(), t.session.Context, written.Setting{View: t.current.View(), Values: at.Alone()}
	return func() tea.Msg {
		holds, err := work.Recover(func() (bool, error) { return step.ReachedAt(ctx, setting) })
		return reachedMsg{run, index, holds && err == nil}
	}
}

func (t *Tab) reached(msg reachedMsg) {
	if msg.run == t.lesson && t.lesson != nil && msg.step == t.lesson.At() && t.lesson.Stage() == lesson.Acting && msg.holds {
		t.lesson.See()
		t.current.Lay(t.lesson.Layer())
	}
}

// takeAnswer takes a part of an answer: an option, a typed text, a place on the axis; with the key "enter" the answer is given.
func (t *Tab) takeAnswer(m Message) tea.Cmd {
	run := t.lesson
	if run == nil {
		return nil
	}
	run.Quiet("")
	run.Stand(t.current.Address())
	switch {
	case m.Steps > 0:
		run.Picks(m.Steps)
	case m.Control == "point":
		run.Place(m.At)
	case m.Control == "text":
		run.Put(m.Value)
	}
	stage := run.Stage()
	if m.Key != "" {
		run.Give(t.session.Context, time.Now())
		return t.acted(stage)
	}
	t.current.Lay(run.Layer())
	return nil
}

// lessonKey handles a key while a lesson is open, if it has a meaning of its own there.
func (t *Tab) lessonKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	run, now := t.lesson, time.Now()
	run.Quiet(msg.String())
	run.Stand(t.current.Address())
	switch {
	case key.Matches(msg, keys.LessonNext, keys.Accept) && run.Start(now):
		t.current.Lay(run.Layer())
		return nil, true
	case key.Matches(msg, keys.LessonNext), key.Matches(msg, keys.Accept) && run.GoesOn():
		return t.nextStep(), true
	case key.Matches(msg, keys.LessonBack):
		if run.Back(now) {
			return t.openStep(), true
		}
		return nil, true
	case key.Matches(msg, keys.LessonHint):
		run.Hint()
		return nil, true
	case key.Matches(msg, keys.Type):
		return nil, run.Picks(int(msg.Code - '0'))
	}
	return nil, false
}

// nextStep goes on: past what is open when it is asked for again, and to the next step after the explanation.
func (t *Tab) nextStep() tea.Cmd {
	run, stage, now := t.lesson, t.lesson.Stage(), time.Now()
	if run.Write() || !run.Warn(keys.LessonNext.Keys()[0]) {
		return nil
	}
	switch stage {
	case lesson.Asking:
		run.Skip(now)
		return t.acted(stage)
	case lesson.Acting:
		to := run.Step().End().Values // where its goal is reached
		if moves := run.Moves(); len(moves) > 0 {
			to = moves[len(moves)-1]
			run.See()
		} else {
			run.Skip(now)
		}
		t.current.Lay(run.Layer())
		return t.current.Do(explorer.Go{Values: to})
	case lesson.Seeing:
		run.Skip(now)
		t.current.Lay(run.Layer())
		return nil
	case lesson.Ended:
		return t.nextLesson()
	}
	moved, done := run.Next(now)
	if done {
		run.End()
		t.current.Lay(run.Layer())
	}
	if moved {
		return t.openStep()
	}
	return nil
}

// nextLesson opens the lesson that follows the finished one; where there is none it closes the lesson.
func (t *Tab) nextLesson() tea.Cmd {
	after := t.lesson.After()
	if after == nil {
		t.leaveLesson("the lesson is done")
		return nil
	}
	run, err := after.Open(t.session.Context, time.Now())
	if err != nil {
		t.leaveLesson(err.Error())
		return nil
	}
	run.GoesOnFrom(t.lesson)
	return t.begin(run)
}

// leaveLesson closes the lesson; the page stays as it is.
func (t *Tab) leaveLesson(say string) {
	t.lesson = nil
	t.current.Lay(explorer.Layer{})
	t.current.Say(say)
}

// handIn hands over what was answered in a class.
func (t *Tab) handIn(Message) tea.Cmd {
	if t.lesson == nil || t.lesson.Class() == nil {
		return nil
	}
	name := t.lesson.Class().HandInName(t.lesson.Class().Student)
	text := t.kept.Text(name)
	if text == nil {
		t.current.Say("nothing is answered yet")
		return nil
	}
	t.send(Save{"save", name, "text/csv", text})
	return nil
}
