package lesson

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dpscope/views/lesson"
)

// Shelved is a lesson of the program, with the progress in it.
type Shelved struct {
	lesson.Lesson
	Place  int // place among the lessons, from 1; the task after them has the last
	step   int // the step that was left, from 0
	begun  bool
	done   bool
	latest time.Time
}

// Shelf lists the lessons of the program in their order, then the task after them.
func Shelf(kept Keeper) (shelf []Shelved, err error) {
	all := kept.all()
	for i, name := range order() {
		l, err := lesson.Open(name)
		if err != nil {
			return nil, err
		}
		s := Shelved{Lesson: l, Place: i + 1}
		if left, found := all[name]; found && left.Version == l.Version {
			s.begun, s.done, s.latest = true, left.done(l), left.At
			s.step = min(left.Step, len(l.Steps)-1)
		}
		shelf = append(shelf, s)
	}
	return shelf, nil
}

// order lists the lessons, and the task after them last.
func order() []string { return append(lesson.Shipped(), lesson.Capstone) }

// NumberOf returns the place of a lesson, from 1, by its name or its number; the error lists the names.
func NumberOf(name string) (int, error) {
	l, err := lesson.Open(name)
	if err != nil {
		return 0, err
	}
	return slices.Index(order(), l.Name) + 1, nil
}

// Row returns the lesson as a list shows it: by its number and its title.
func (s Shelved) Row() string {
	if s.Name == lesson.Capstone {
		return "    " + s.Title
	}
	return fmt.Sprintf("%2d  %s", s.Place, s.Title)
}

// Called returns the lesson's name within a sentence.
func (s Shelved) Called() string { return called(s.Lesson, s.Place) }

func called(l lesson.Lesson, place int) string {
	if l.Name == lesson.Capstone {
		return "the task: " + l.Title
	}
	return fmt.Sprintf("lesson %d, %s", place, l.Title)
}

// calledAll returns the names of lessons within a sentence; one that does not come with the program has its own name alone.
func calledAll(names []string) string {
	var all []string
	for _, name := range names {
		if l, err := lesson.Open(name); err == nil {
			name = called(l, slices.Index(order(), l.Name)+1)
		}
		all = append(all, name)
	}
	return strings.Join(all, "; ")
}

// About returns the first words of the lesson.
func (s Shelved) About() string {
	if len(s.Intro) == 0 {
		return ""
	}
	return s.Intro[0].Text()
}

// Far says how far the student is; empty: not begun.
func (s Shelved) Far() string {
	switch {
	case s.done:
		return "done"
	case s.begun:
		return fmt.Sprintf("at step %d of %d", s.step+1, len(s.Steps))
	}
	return ""
}

// Following returns the place in a shelf, from 0, of the lesson to go on with: the one left last, or, where that is done, the
// first after it that is not; the last once all are done.
func Following(shelf []Shelved) int {
	last := -1
	for i, s := range shelf {
		if s.begun && (last < 0 || s.latest.After(shelf[last].latest)) {
			last = i
		}
	}
	for i := max(last, 0); i < len(shelf); i++ {
		if !shelf[i].done {
			return i
		}
	}
	for i := range shelf {
		if !shelf[i].done {
			return i
		}
	}
	return len(shelf) - 1
}

// Verb says what opening the lesson does.
func (s Shelved) Verb() string {
	switch {
	case s.done:
		return "Repeat"
	case s.begun:
		return "Go on with"
	}
	return "Begin"
}
