package page

import (
	"charm.land/bubbles/v2/key"

	"dpscope/ui/keys"
	"dpscope/views/view"
)

// keyOf returns the key of an act.
func keyOf(a view.Act) key.Binding {
	return map[view.Act]key.Binding{view.Less: keys.Less, view.More: keys.More, view.MuchLess: keys.MuchLess, view.MuchMore: keys.MuchMore, view.Type: keys.Type, view.Solve: keys.Solve,
		view.ListPresets: keys.Presets, view.ListLessons: keys.Lessons, view.NextStep: keys.LessonNext, view.LastStep: keys.LessonBack, view.LeaveLesson: keys.LessonLeave}[a]
}

// Called returns the name of an act's key.
func Called(a view.Act) string { return keyOf(a).Help().Key }

// Tried says by keys what to try: "Try: → on ε: spend more, and see the margin shrink." Without an act it is what that shows.
func Tried(t view.Try) string {
	if t.Do == view.NoAct {
		return t.Shows
	}
	text := Called(t.Do)
	for range t.Times - 1 {
		text += " " + Called(t.Do)
	}
	if t.Do == view.Type {
		text = "type " + t.Value
	}
	if t.Called != "" {
		text += " on " + t.Called
	}
	if t.Do == view.Solve {
		text += ", then " + keys.Accept.Help().Key
	}
	return "Try: " + text + ": " + t.Shows
}
