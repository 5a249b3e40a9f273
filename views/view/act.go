package view

// Act is something to do on a page or in a lesson. Each surface names it in its own way: by a key, a button or a word.
type Act int

// The acts.
const (
	NoAct Act = iota
	Less
	More
	MuchLess
	MuchMore
	Type // a value
	Solve
	ListPresets
	ListLessons
	NextStep
	LastStep
	LeaveLesson
)
