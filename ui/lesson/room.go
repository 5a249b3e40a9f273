package lesson

import (
	"time"

	"dpscope/views/lesson"
)

// Present begins or ends presenting the lesson to a room: no answer is given or recorded, and the truth is hidden until it is
// asked for. The open step begins anew.
func (r *Run) Present(on bool, now time.Time) {
	opening := r.stage == Opening
	r.room = on
	r.open(r.step, now)
	if opening {
		r.stage = Opening
	}
}

// Presented reports whether the lesson is presented to a room.
func (r *Run) Presented() bool { return r.room }

// Reveal shows the truth to a room; taken reports whether it was hidden.
func (r *Run) Reveal() (taken bool) {
	if !r.filled || r.stage != Asking {
		return false
	}
	r.stage = Acting
	if len(r.moving()) == 0 {
		r.See()
	}
	return true
}

// revealed tells the truth to a room.
func (r *Run) revealed() []Line {
	lines := []Line{{Text: r.asked.Question}}
	switch i := lesson.Right(r.asked.Options); {
	case i >= 0:
		lines = append(lines, Line{Tone: Strong, Text: r.asked.Options[i].Text + "."})
	case r.Step().Ask.Kind.Graded():
		lines = append(lines, Line{Tone: Strong, Text: "It is " + r.asked.Said + "."})
	}
	if i := lesson.Right(r.asked.Reasons); i >= 0 {
		lines = append(lines, Line{Tone: Strong, Text: r.asked.Reasons[i].Text})
	}
	return lines
}
