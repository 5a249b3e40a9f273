package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dpscope/views/lesson"
	"dpscope/views/view"
)

// After is the lesson that follows another.
type After struct {
	Name string // its name within a sentence
	Open func(ctx context.Context, now time.Time) (*Run, error)
}

// Then sets the lesson that follows this one.
func (r *Run) Then(after After) { r.after = &after }

// After returns the lesson that follows this one; nil: none.
func (r *Run) After() *After { return r.after }

// GoesOnFrom continues the class time that the lesson before began.
func (r *Run) GoesOnFrom(before *Run) { r.entered = before.entered }

// BeginShipped opens the program's lesson at a place, from 1, where it was left; the next lesson follows it.
func BeginShipped(number int, kept Keeper, now time.Time) (*Run, error) {
	order := order()
	l, err := lesson.Open(order[number-1])
	if err != nil {
		return nil, err
	}
	among := number
	if l.Name == lesson.Capstone { // it has no number
		among = 0
	}
	r := Begin(l, among, kept, now)
	if number < len(order) {
		next, err := lesson.Open(order[number])
		if err != nil {
			return nil, err
		}
		r.Then(After{called(next, number+1), func(_ context.Context, now time.Time) (*Run, error) { return BeginShipped(number+1, kept, now) }})
	}
	return r, nil
}

// ended tells the lesson's result, and what follows it.
func (r *Run) ended(by Voice) (lines []Line) {
	explores := by.Called(view.LeaveLesson) + ": explore."
	if !slices.ContainsFunc(r.Lesson.Steps, lesson.Step.Asks) {
		return []Line{{Tone: Strong, Text: "That was the last page."}, {Tone: Faint, Text: explores}}
	}
	switch right, known := r.Score(); {
	case r.room:
		lines = append(lines, Line{Tone: Strong, Text: "The lesson is done."})
	case r.Lesson.Advises():
		lines = append(lines, Line{Tone: Strong, Text: "All tasks are done."},
			Line{Text: "dpscope lesson " + r.Lesson.Name + " --report writes what you advise."})
	case known == 0 && r.class == nil:
		lines = append(lines, Line{Tone: Strong, Text: "The lesson is done."})
	case known == 0:
		lines = append(lines, Line{Tone: Strong, Text: "The lesson is done. " + r.class.flipped()})
	default:
		lines = append(lines, Line{Tone: Strong, Text: fmt.Sprintf("The lesson is done: %d of %d were right at the first try.", right, known)})
	}
	if missed := r.missed(); len(missed) > 0 && !r.room {
		steps := "step "
		if len(missed) > 1 {
			steps = "steps "
		}
		lines = append(lines, Line{Text: "To look at again, with " + by.Called(view.LastStep) + ": " + steps + strings.Join(missed, ", ") + "."})
	}
	if r.class != nil {
		lines = append(lines, Line{Text: "Hand in " + r.class.HandInName(r.class.Student) + "."})
	}
	if r.after != nil {
		return append(lines, Line{Tone: Faint, Text: by.Called(view.NextStep) + ": " + sentence(r.after.Name) + " " + explores})
	}
	return append(lines, Line{Tone: Faint, Text: "This was the last lesson. " + explores})
}

// missed lists the steps that were answered wrong.
func (r *Run) missed() (steps []string) {
	for i, s := range r.Lesson.Steps {
		if a := r.answers[i]; s.Ask.Kind.Graded() && !a.Right && !a.Unknown() {
			steps = append(steps, fmt.Sprint(i+1))
		}
	}
	return steps
}
