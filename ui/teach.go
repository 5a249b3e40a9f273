package ui

import (
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
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

// reachedMsg says whether a setting reaches a goal.
type reachedMsg struct {
	run    *lesson.Run
	step   int
	at     param.Values
	holds  bool
	failed error
}

// movePause is the time between two moves, so that each is visible.
const movePause = 150 * time.Millisecond

// openLesson opens a lesson of the program by its number, from 1.
func (s *Shell) openLesson(number int) tea.Cmd {
	run, err := lesson.BeginShipped(number, s.kept, s.session.Clock.Now())
	if err != nil {
		s.current.Say(err.Error())
		return nil
	}
	s.lesson, s.overlay = run, noOverlay
	return tea.Batch(s.openStep(), s.begin())
}

// openStep goes to the setting of the open step: where it begins, or where it was left.
func (s *Shell) openStep() tea.Cmd {
	run := s.lesson
	begin, end := run.Settings()
	at := begin
	if run.Stage() != lesson.Asking {
		at = end
	}
	if at.View.Name != s.current.View().Name {
		s.current.Leave()
		s.current.Lay(explorer.Layer{})
	}
	s.current = s.explorer(at.View, at.Values)
	s.current.Lay(run.Layer())
	step, index, ctx := run.Step(), run.At(), s.session.Context
	s.goalAt = nil
	return tea.Batch(s.current.Do(explorer.Begin{Values: at.Values}), func() tea.Msg {
		asked, err := work.Recover(func() (written.Asked, error) { return step.Fill(ctx) })
		return filledMsg{run, index, asked, err}
	})
}

// filled takes a step with its numbers, and brings the answer it asks for into sight.
func (s *Shell) filled(msg filledMsg) tea.Cmd {
	if msg.run != s.lesson {
		return nil
	}
	s.lesson.Filled(msg.step, msg.asked, msg.err)
	s.layLesson()
	if s.lesson.Stage() == lesson.Asking && s.lesson.Step().Goal == nil {
		return s.current.Do(explorer.Focus{Key: s.lesson.Step().Ask.Of})
	}
	return nil
}

// layLesson lays the lesson's layer over the page.
func (s *Shell) layLesson() { s.current.Lay(s.lesson.Layer()) }

// acted shows what has changed of the step, and begins the moves that it makes.
func (s *Shell) acted(before lesson.Stage) tea.Cmd {
	defer s.layLesson()
	if before != lesson.Asking || s.lesson.Stage() == lesson.Asking {
		return nil
	}
	focus := s.current.Do(explorer.Focus{Key: s.current.Scene().Main.Key})
	if s.lesson.Stage() != lesson.Acting {
		return focus
	}
	return tea.Batch(focus, s.nextMove(0))
}

// nextMove makes a move and plans the next one; after the last it shows the truth.
func (s *Shell) nextMove(i int) tea.Cmd {
	run := s.lesson
	moves := run.Moves()
	if len(moves) == 0 {
		return s.lookForGoal()
	}
	if i >= len(moves) {
		run.See()
		s.layLesson()
		return nil
	}
	return tea.Batch(s.current.Do(explorer.Go{Values: moves[i]}), s.session.Clock.After(movePause, moveMsg{run, run.At(), i + 1}))
}

func (s *Shell) moved(msg moveMsg) tea.Cmd {
	if msg.run != s.lesson || msg.step != s.lesson.At() || s.lesson.Stage() != lesson.Acting {
		return nil
	}
	return s.nextMove(msg.next)
}

// lookForGoal asks whether the page's setting reaches the goal, once for each setting.
func (s *Shell) lookForGoal() tea.Cmd {
	run := s.lesson
	if run == nil || run.Stage() != lesson.Acting || run.Step().Goal == nil || s.current.Busy() {
		return nil
	}
	at := s.current.Values()
	if s.goalAt != nil && s.goalAt.Equal(at) {
		return nil
	}
	s.goalAt = &at
	step, index, ctx, setting := run.Step(), run.At(), s.session.Context, written.Setting{View: s.current.View(), Values: at.Alone()}
	return func() tea.Msg {
		holds, err := work.Recover(func() (bool, error) { return step.ReachedAt(ctx, setting) })
		return reachedMsg{run, index, at, holds, err}
	}
}

func (s *Shell) reached(msg reachedMsg) {
	if msg.run != s.lesson || msg.step != s.lesson.At() || s.lesson.Stage() != lesson.Acting || !msg.holds {
		return
	}
	s.lesson.See()
	s.layLesson()
}

// lessonKey handles a key while a lesson is open, if it has a meaning of its own there.
func (s *Shell) lessonKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	run, scene, now := s.lesson, s.current.Scene(), s.session.Clock.Now()
	if scene.Mode != explorer.Browsing || scene.Pane != explorer.PicturePane && key.Matches(msg, keys.Escape) {
		return nil, false
	}
	if run.Shows() {
		return s.sequenceKey(msg)
	}
	if run.Presented() {
		return s.roomKey(msg)
	}
	if key.Matches(msg, keys.Present) && !run.Typing() {
		return nil, false
	}
	name := msg.String()
	run.Quiet(name)
	stage := run.Stage()
	run.Stand(s.current.Address())
	switch {
	case key.Matches(msg, keys.LessonLeave) && run.Unwrite():
		return nil, true
	case key.Matches(msg, keys.LessonLeave) && stage == lesson.Ended:
		return s.leaveLesson("the lesson is done"), true
	case key.Matches(msg, keys.LessonLeave):
		return s.leaveLesson(run.Left(byKeys())), true
	case run.Typing() && !key.Matches(msg, keys.Accept):
		return nil, run.Type(msg)
	case key.Matches(msg, keys.LessonNext, keys.Accept) && run.Start(now):
		s.layLesson()
		return nil, true
	case key.Matches(msg, keys.LessonNext), key.Matches(msg, keys.Accept) && run.GoesOn() && !s.reads():
		return s.nextStep(), true
	case key.Matches(msg, keys.LessonBack, keys.LessonHint):
		return s.helpStep(msg, now), true
	case key.Matches(msg, keys.Accept):
		if run.Give(s.session.Context, now) {
			return s.acted(stage), true
		}
	case key.Matches(msg, keys.Previous) && run.Mark(-1), key.Matches(msg, keys.Next) && run.Mark(+1):
		return nil, true
	case s.pointKey(msg):
		s.layLesson()
		return nil, true
	}
	if n, err := strconv.Atoi(name); err == nil && run.Picks(n) {
		return nil, true
	}
	if key.Matches(msg, keys.Type, keys.Back) && run.Type(msg) || name == "%" && run.Type(msg) {
		return nil, true
	}
	if stage == lesson.Opening && run.Covers() {
		return nil, true
	}
	if stage == lesson.Asking && !key.Matches(msg, keys.Quit, keys.Help) && run.Covers() {
		if !run.Warn(name) {
			return nil, true
		}
		run.Skip(now)
		return s.acted(stage), true
	}
	return nil, false
}

// sequenceKey goes from page to page of a sequence.
func (s *Shell) sequenceKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	now := s.session.Clock.Now()
	switch {
	case key.Matches(msg, keys.LessonNext):
		if moved, _ := s.lesson.Next(now); moved {
			return s.openStep(), true
		}
		s.current.Say("this is the last page")
		return nil, true
	case key.Matches(msg, keys.LessonBack):
		if s.lesson.Back(now) {
			return s.openStep(), true
		}
		s.current.Say("this is the first page")
		return nil, true
	}
	return nil, false
}

// pointKey moves the mark of a point.
func (s *Shell) pointKey(msg tea.KeyPressMsg) bool {
	const far = 10
	for _, m := range []struct {
		key   key.Binding
		steps int
	}{{keys.Less, -1}, {keys.More, +1}, {keys.MuchLess, -far}, {keys.MuchMore, +far}} {
		if key.Matches(msg, m.key) {
			return s.lesson.Move(m.steps)
		}
	}
	return false
}

// reads reports whether a pane or the crosshair is open, where enter has a meaning of its own.
func (s *Shell) reads() bool {
	scene := s.current.Scene()
	return scene.Pane != explorer.PicturePane || scene.Pointer.Held
}

// nextStep goes on: past what is open when the key is pressed again, and to the next step after the explanation.
func (s *Shell) nextStep() tea.Cmd {
	run, stage, now := s.lesson, s.lesson.Stage(), s.session.Clock.Now()
	if run.Write() || !run.Warn(keys.LessonNext.Keys()[0]) {
		return nil
	}
	switch stage {
	case lesson.Asking:
		run.Skip(now)
		return s.acted(stage)
	case lesson.Acting:
		if moves := run.Moves(); len(moves) > 0 { // to its end at once
			run.See()
			s.layLesson()
			return s.current.Do(explorer.Go{Values: moves[len(moves)-1]})
		}
		run.Skip(now)
		s.layLesson()
		return s.current.Do(explorer.Go{Values: run.Step().End().Values}) // where its goal is reached
	case lesson.Seeing:
		run.Skip(now)
		s.layLesson()
		return nil
	case lesson.Ended:
		return s.nextLesson()
	}
	moved, done := run.Next(now)
	if done {
		run.End()
		s.layLesson()
		return nil
	}
	if moved {
		return s.openStep()
	}
	return nil
}

// openedMsg brings the lesson that follows another.
type openedMsg struct {
	before, run *lesson.Run
	err         error
}

// nextLesson opens the lesson that follows the finished one; where there is none it closes the lesson.
func (s *Shell) nextLesson() tea.Cmd {
	before, ctx, now := s.lesson, s.session.Context, s.session.Clock.Now()
	after := before.After()
	if after == nil {
		return s.leaveLesson("the lesson is done")
	}
	return func() tea.Msg {
		run, err := work.Recover(func() (*lesson.Run, error) { return after.Open(ctx, now) })
		return openedMsg{before, run, err}
	}
}

// opened continues with a lesson that was opened.
func (s *Shell) opened(msg openedMsg) tea.Cmd {
	if msg.before != s.lesson {
		return nil
	}
	if msg.err != nil {
		return s.leaveLesson(msg.err.Error())
	}
	s.lesson = msg.run
	s.lesson.GoesOnFrom(msg.before)
	if s.room != nil {
		s.lesson.Present(true, s.session.Clock.Now())
	}
	return s.openStep()
}

// helpStep goes back a step, or gives a hint.
func (s *Shell) helpStep(msg tea.KeyPressMsg, now time.Time) tea.Cmd {
	if key.Matches(msg, keys.LessonHint) {
		s.lesson.Hint()
		return nil
	}
	if s.lesson.Back(now) {
		return s.openStep()
	}
	return nil
}

// leaveLesson closes the lesson; the page stays as it is.
func (s *Shell) leaveLesson(say string) tea.Cmd {
	s.lesson = nil
	s.current.Lay(explorer.Layer{})
	s.current.Say(say)
	return nil
}
