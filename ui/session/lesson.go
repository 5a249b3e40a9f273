package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/ui/lesson"
	"dpscope/ui/plain"
	"dpscope/views"
	written "dpscope/views/lesson"
)

// lesson opens a lesson by its name or number.
func (s *Session) lesson(name string) {
	if name == "" {
		s.shelf()
		return
	}
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
	s.teach(run)
}

// teach opens a lesson.
func (s *Session) teach(run *lesson.Run) {
	s.taught = run
	if !run.Shows() {
		title, far := run.Title()
		s.say(sentence(title) + " " + capital(far) + ".")
	}
	s.openStep()
}

// shelf lists the lessons, and the one to go on with.
func (s *Session) shelf() {
	shelf, err := lesson.Shelf(s.Kept)
	if err != nil {
		s.say(sentence(err.Error()))
		return
	}
	for _, l := range shelf {
		text := capital(l.Called())
		if far := l.Far(); far != "" {
			text += ", " + far
		}
		s.say(sentence(text))
	}
	next := shelf[lesson.Following(shelf)]
	s.say(next.Verb() + " " + next.Called() + ": say lesson " + next.Name + ".")
}

// handIn says which file of a class to hand in.
func (s *Session) handIn(string) {
	if s.taught == nil || s.taught.Class() == nil {
		s.say("No lesson of a class is open; dpscope lesson FILE.class --plain opens one.")
		return
	}
	class := s.taught.Class()
	name := class.HandInName(class.Student)
	answers, err := class.Answers()
	switch {
	case err != nil:
		s.say(sentence(err.Error()))
	case answers == 0:
		s.say("Nothing is answered yet; " + name + " is written with the first answer.")
	default:
		s.say("Hand in " + name + ", in the folder of the class: it holds " + numeral.Things(answers, "answer") + ".")
	}
}

// openStep goes to the setting of the open step and says what it asks.
func (s *Session) openStep() {
	begin, end := s.taught.Settings()
	at := begin
	if s.taught.Stage() > lesson.Asking {
		at = end
	}
	s.look(at.View, at.Values)
	s.e.Lay(s.taught.Layer())
	s.wait(s.e.Do(explorer.Begin{Values: at.Values}))
	if s.taught.Shows() {
		s.say(fmt.Sprintf("Page %d of %d.", s.taught.At()+1, len(s.taught.Lesson.Steps)))
		if !s.e.Behind() {
			s.lead()
			s.where()
		}
		return
	}
	s.filled = false
	if s.e.Behind() || !s.fill() {
		s.say("Say next to compute this step.")
		return
	}
	s.tellStep()
}

// fill computes the numbers of the step; it reports false where that was stopped.
func (s *Session) fill() bool {
	asked, err := during(s, s.taught.Step().Fill)
	if s.filled = !errors.Is(err, errStopped); s.filled {
		s.taught.Filled(s.taught.At(), asked, err)
	}
	return s.filled
}

// tellStep says what the lesson says now, and the lead of the page, as far as the lesson shows it.
func (s *Session) tellStep() {
	s.e.Lay(s.taught.Layer())
	listed := false
	for _, line := range s.taught.Says(voice()) {
		text := strings.TrimSpace(line.Mark + " " + line.Text + line.After)
		switch line.Way {
		case lesson.ByNumber:
			text = "Say guess and a number" + inUnits(line.After) + "."
		case lesson.BySentence:
			text = "Say guess and a sentence."
		case lesson.ByMark:
			text = "Say guess and a number."
			if g := s.e.Scene().Layer.Guess; g != nil {
				text = "Say guess and a number, from " + g.Ends[0] + " to " + g.Ends[1] + "."
			}
		}
		if text != "" {
			s.say(text)
		}
		listed = listed || line.Option > 0
	}
	switch {
	case listed:
		s.say("Say guess and the number of a line.")
	case s.taught.Stage() == lesson.Acting && s.taught.Step().Goal != nil:
		s.say("Say a control and its value; list says the controls.")
	}
	if s.taught.Stage() == lesson.Understanding { // before, it would give the answer away
		for _, block := range s.taught.Below() {
			s.say(block.Text())
		}
	}
	if lead := s.e.Scene().Sheet.Lead; lead.Said() {
		s.say("The page: " + lead.Answer.String())
	}
}

// inUnits says in which unit a number is typed: ", in %".
func inUnits(unit string) string {
	if unit = strings.TrimSpace(unit); unit == "" {
		return ""
	}
	return ", in " + unit
}

// inLesson reports whether a lesson is open, and says so where none is.
func (s *Session) inLesson() bool {
	if s.taught == nil {
		s.say("No lesson is open. Say lesson 1.")
	}
	return s.taught != nil
}

// inStep reports whether a step of a lesson is open; one whose computation was stopped is opened again in place of what was to
// be done.
func (s *Session) inStep() bool {
	if !s.inLesson() {
		return false
	}
	if !s.filled && !s.taught.Shows() {
		s.openStep()
		return false
	}
	return true
}

// next goes on in the lesson; twice, over what is open.
func (s *Session) next(string) {
	if !s.inStep() {
		return
	}
	run, now := s.taught, time.Now()
	stage := run.Stage()
	switch {
	case run.Start(now), run.Write():
	case !run.Warn("next"):
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
		s.nextLesson()
		return
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

// nextLesson opens the lesson that follows the finished one.
func (s *Session) nextLesson() {
	after := s.taught.After()
	if after == nil {
		s.say("This was the last lesson. Say go and the name of a view.")
		return
	}
	run, err := during(s, func(ctx context.Context) (*lesson.Run, error) { return after.Open(ctx, time.Now()) })
	if err != nil {
		s.fails(err)
		return
	}
	run.GoesOnFrom(s.taught)
	s.teach(run)
}

func (s *Session) back(string) {
	if !s.inLesson() {
		return
	}
	if s.taught.Back(time.Now()) {
		s.openStep()
		return
	}
	s.tellStep()
}

// leaveLesson leaves the lesson; the page stays as it is.
func (s *Session) leaveLesson(string) {
	if !s.inLesson() {
		return
	}
	left := s.taught.Left(voice())
	s.taught = nil
	s.e.Lay(explorer.Layer{})
	s.say(capital(sentence(left)))
	s.lead()
	s.where()
}

// voice names acts by their words.
func voice() lesson.Voice { return lesson.Voice{Verb: "Say", Called: plain.Called} }

func (s *Session) hint(string) {
	if s.inStep() {
		s.taught.Hint()
		s.tellStep()
	}
}

// guess gives the answer that the lesson asks for: a number, the number of an option, or a sentence.
func (s *Session) guess(text string) {
	if !s.inStep() {
		return
	}
	run, stage := s.taught, s.taught.Stage()
	run.Stand(s.e.Address())
	if run.Options() > 0 {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > run.Options() {
			s.say("guess takes the number of a line, from 1 to " + strconv.Itoa(run.Options()) + ", not " + cmp.Or(text, "nothing") + ".")
			return
		}
		run.Picks(n)
	} else if run.Put(text) && text == "" {
		s.say("guess takes an answer.")
		return
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
	if before != lesson.Asking || s.taught.Stage() != lesson.Acting {
		return
	}
	moves := s.taught.Moves()
	if len(moves) == 0 {
		s.lookForGoal()
		return
	}
	s.wait(s.e.Do(explorer.Go{Values: moves[len(moves)-1]}))
	s.taught.See()
}

// lookForGoal says that the page reaches the goal of the lesson's step, where it does.
func (s *Session) lookForGoal() {
	if s.taught == nil || s.taught.Stage() != lesson.Acting || s.taught.Step().Goal == nil {
		return
	}
	v, values, err := views.Open(s.e.Address())
	if err != nil {
		return
	}
	holds, err := during(s, func(ctx context.Context) (bool, error) {
		return s.taught.Step().ReachedAt(ctx, written.Setting{View: v, Values: values})
	})
	switch {
	case errors.Is(err, errStopped):
		s.say("Stopped, before it was known whether the goal is reached. Say again to look.")
	case err == nil && holds:
		s.taught.See()
		s.tellStep()
	}
}
