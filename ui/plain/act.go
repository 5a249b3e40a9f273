package plain

import (
	"dpscope/views/view"
)

// Called returns the word of an act in a plain session.
func Called(a view.Act) string {
	return map[view.Act]string{view.Less: "left", view.More: "right", view.MuchLess: "much-less", view.MuchMore: "much-more", view.Solve: "solve by",
		view.ListPresets: "presets", view.ListLessons: "lesson", view.NextStep: "next", view.LastStep: "back", view.LeaveLesson: "leave"}[a]
}

// Tried says by words what to try: "Try: much-more epsilon: spend more, and see the margin shrink."
func Tried(t view.Try) string {
	text := Called(t.Do)
	switch {
	case t.Do == view.Type:
		text = t.On + " " + t.Value
	case t.On != "":
		text += " " + t.On
	}
	for range t.Times - 1 {
		text += ", again"
	}
	return "Try: " + text + ": " + t.Shows
}
