package session

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"dpscope/ui/explorer"
	"dpscope/ui/lesson"
	"dpscope/views"
	written "dpscope/views/lesson"
)

// lesson opens a lesson by its name or number.
func (s *Session) lesson(name string) {
	number, err := strconv.Atoi(name)
	if err != nil {
		number, err = lesson.NumberOf(name)
	}
	var run *lesson.Run
	if err == nil {
		run, err = lesson.BeginShipped(number, s.Kept, time.Now())
	}
	if err != nil {
		s.say(sentence(err.Error()))
		return
	}
	s.run = run
	title, far := run.Title()
	s.say(title + ", " + far + ".")
	s.openStep()
}

// openStep goes to the setting of the open step and says what it asks.
func (s *Session) openStep() {
	begin, end := s.run.Settings()
	at := begin
	if s.run.Stage() > lesson.Asking {
		at = end
	}
	s.e.Leave()
	s.e = explorer.New(explorer.Session{Context: s.ctx, Files: s.Files, Clock: s.clock()}, at.View, at.Values)
	s.e.Lay(s.run.Layer())
	s.wait(s.e.Do(explorer.Begin{Values: at.Values}))
	asked, err := s.run.Step().Fill(s.ctx)
	s.run.Filled(s.run.At(), asked, err)
	s.tellStep()
}

// tellStep says what the lesson says now, and the lead of the page, as far as the lesson shows it.
func (s *Session) tellStep() {
	s.e.Lay(s.run.Layer())
	for _, line := range s.run.Says() {
		if text := strings.TrimSpace(line.Mark + " " + line.Text + line.After); text != "" {
			s.say(text)
		}
	}
	if s.run.Stage() == lesson.Understanding { // before, it would give the answer away
		for _, block := range s.run.Below() {
			s.say(block.Text())
		}
	}
	if lead := s.e.Scene().Sheet.Lead; lead.Said() {
		s.say("The page: " + lead.Answer.String())
	}
	if s.run.Stage() == lesson.Ended {
		s.say("The lesson is done. Say list, or lesson and the name of another.")
	}
}

// inLesson reports whether a lesson is open, and says so where none is.
func (s *Session) inLesson() bool {
	if s.run == nil {
		s.say("No lesson is open. Say lesson 1.")
	}
	return s.run != nil
}

// next goes on in the lesson; twice, over what is open.
func (s *Session) next(string) {
	if !s.inLesson() {
		return
	}
	run, now := s.run, time.Now()
	stage := run.Stage()
	switch {
	case run.Start(now), run.Write():
	case !run.Warn("n"):
	case stage == lesson.Asking:
		run.Skip(now)
		s.acted(stage)
	case stage == lesson.Acting:
		if moves := run.Moves(); len(moves) > 0 {
			run.See()
			s.wait(s.e.Do(explorer.Go{Values: moves[len(moves)-1]}))
		} else {
			run.Skip(now)
			s.wait(s.e.Do(explorer.Go{Values: run.Step().End().Values}))
		}
	case stage == lesson.Seeing:
		run.Skip(now)
	case stage == lesson.Ended:
	default:
		moved, done := run.Next(now)
		if done {
			run.End()
		}
		if moved {
			s.openStep()
			return
		}
	}
	s.tellStep()
}

func (s *Session) back(string) {
	if !s.inLesson() {
		return
	}
	if s.run.Back(time.Now()) {
		s.openStep()
		return
	}
	s.tellStep()
}

func (s *Session) hint(string) {
	if s.inLesson() {
		s.run.Hint()
		s.tellStep()
	}
}

// guess gives the answer that the lesson asks for: a number, the number of an option, or a sentence.
func (s *Session) guess(text string) {
	if !s.inLesson() {
		return
	}
	run, stage := s.run, s.run.Stage()
	run.Quiet("guess")
	run.Stand(s.e.Address())
	if run.Options() > 0 {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > run.Options() {
			s.say("guess takes the number of a line, from 1 to " + strconv.Itoa(run.Options()) + ", not " + cmp.Or(text, "nothing") + ".")
			return
		}
		run.Picks(n)
	} else {
		run.Put(text)
	}
	if !run.Give(s.ctx, time.Now()) {
		s.say("Nothing is asked here. Say next.")
		return
	}
	s.acted(stage)
	s.tellStep()
}

// acted makes the moves that follow an answer, or looks whether the goal is reached.
func (s *Session) acted(before lesson.Stage) {
	if before != lesson.Asking || s.run.Stage() != lesson.Acting {
		return
	}
	moves := s.run.Moves()
	if len(moves) == 0 {
		s.lookForGoal()
		return
	}
	s.wait(s.e.Do(explorer.Go{Values: moves[len(moves)-1]}))
	s.run.See()
}

// lookForGoal says that the page reaches the goal of the lesson's step, where it does.
func (s *Session) lookForGoal() {
	if s.run == nil || s.run.Stage() != lesson.Acting || s.run.Step().Goal == nil {
		return
	}
	v, values, err := views.Open(s.e.Address())
	if err != nil {
		return
	}
	if holds, err := s.run.Step().ReachedAt(s.ctx, written.Setting{View: v, Values: values}); err == nil && holds {
		s.run.See()
		s.tellStep()
	}
}
