package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/find"
	"dpscope/ui/keys"
	"dpscope/ui/lesson"
)

// invitation stands in the foot for newcomers, until they open a lesson or close it; where the foot has no room it takes the
// place of what may be tried.
const invitation = "New here? L: lesson 1, 8 minutes. x: close"

// newcomer reports whether the user has yet to open a lesson.
func (s *Shell) newcomer() bool { return s.begun != nil && s.lesson == nil && s.room == nil }

// begin notes that the user is no newcomer any more.
func (s *Shell) begin() tea.Cmd {
	begun := s.begun
	if s.begun = nil; begun == nil {
		return nil
	}
	return func() tea.Msg {
		begun()
		return nil
	}
}

// dismiss closes the line for newcomers.
func (s *Shell) dismiss() tea.Cmd {
	if s.begun == nil {
		s.current.Say("there is no line for newcomers to close; " + keys.Lessons.Help().Key + " lists the lessons")
		return nil
	}
	return s.begin()
}

// openLessons lists the lessons with the progress in each; the first line continues where the user left off.
func (s *Shell) openLessons() tea.Cmd {
	shelf, err := lesson.Shelf(s.kept)
	if err != nil {
		s.current.Warn(err)
		return nil
	}
	var items []item
	for _, l := range shelf {
		detail := fmt.Sprintf("%d minutes", l.Minutes)
		if far := l.Far(); far != "" {
			detail += ", " + far
		}
		items = append(items, item{title: l.Row(), detail: detail, help: l.About(), words: lessonWords(l),
			run: func(s *Shell) tea.Cmd { return s.openLesson(l.Place) }})
	}
	next := shelf[lesson.Following(shelf)]
	first := item{title: next.Verb() + " " + next.Called(), detail: next.Far(), help: next.About(), words: lessonWords(next),
		run: func(s *Shell) tea.Cmd { return s.openLesson(next.Place) }}
	return s.openPalette("lessons", append([]item{first}, items...))
}

func lessonWords(l lesson.Shelved) *find.Words {
	words := find.Of(l.Row(), l.Called(), l.Name, l.About())
	return &words
}
