package lesson

import (
	"time"

	"dpscope/views/lesson"
)

// Present begins or ends to present the lesson to a room: no answer is given and nothing is recorded, and what is true is hidden
// until it is asked for. The step that is open begins anew, as it is then.
func (r *Run) Present(on bool, now time.Time) {
	opening := r.stage == Opening
	r.room = on
	r.open(r.step, now)
	if opening {
		r.stage = Opening
	}
}

// Presented reports whether it is presented to a room.
func (r *Run) Presented() bool { return r.room }

// Reveal shows a room what is true; taken is whether it was hidden.
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

// revealed says to a room what is true.
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
