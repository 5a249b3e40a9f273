package lesson

import (
	"fmt"
	"strconv"

	"dpscope/assets"
	"dpscope/engine/param"
)

// Shipped returns the names of the lessons that come with the program, in their order.
func Shipped() []string {
	return []string{"promise", "coin", "survey", "budget", "losses", "record", "meet", "mechanism", "delta", "shape", "steps", "rare", "broken"}
}

// Capstone is the task after the lessons: advice, page by page, with a report to hand in.
const Capstone = "clinic"

// Open reads a lesson that comes with the program, by its name or its number.
func Open(name string) (Lesson, error) {
	if number, err := strconv.Atoi(name); err == nil {
		all := Shipped()
		if number < 1 || number > len(all) {
			return Lesson{}, fmt.Errorf("lesson = %d is outside [1, %d]; the task after the lessons is called %s", number, len(all), Capstone)
		}
		name = all[number-1]
	}
	source, err := assets.Lesson(name)
	if err != nil {
		return Lesson{}, &param.UnknownError{What: "lesson", Name: name, Known: append(Shipped(), Capstone)}
	}
	l, faults := Parse(name+".md", source)
	if len(faults) > 0 {
		return l, fmt.Errorf("%s", faults[0])
	}
	return l, nil
}
