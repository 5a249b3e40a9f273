package explorer

import (
	"time"

	"dpscope/engine/param"
)

// history remembers settings for undo and redo. Changes of one control in quick succession, as when an arrow is held or a
// slider dragged, are one step.
type history struct {
	past, future []param.Values
	control      string // the control that the newest step changed
	changed      time.Time
}

const (
	sameGesture = time.Second
	longestPast = 500
)

// repeats reports whether a control that is about to change has just changed.
func (h *history) repeats(control string, at time.Time) bool {
	return h.control == control && at.Sub(h.changed) < sameGesture
}

// rested comes a while after a change: if no other change followed, the value has stopped moving.
type rested struct{ moves uint64 }

// record notes that control is about to change from a setting, at a time.
func (h *history) record(control string, from param.Values, at time.Time) {
	if h.repeats(control, at) && len(h.future) == 0 && len(h.past) > 0 {
		h.changed = at
		return
	}
	h.past = append(h.past, from)
	if len(h.past) > longestPast {
		h.past = h.past[len(h.past)-longestPast:]
	}
	h.future, h.control, h.changed = nil, control, at
}

// undo returns the setting before the newest step.
func (h *history) undo(present param.Values) (param.Values, bool) {
	return shift(&h.past, &h.future, present, &h.control)
}

// redo returns the setting that the last undo left.
func (h *history) redo(present param.Values) (param.Values, bool) {
	return shift(&h.future, &h.past, present, &h.control)
}

func shift(from, to *[]param.Values, present param.Values, control *string) (param.Values, bool) {
	if len(*from) == 0 {
		return present, false
	}
	last := len(*from) - 1
	v := (*from)[last]
	*from, *to = (*from)[:last], append(*to, present)
	*control = ""
	return v, true
}
