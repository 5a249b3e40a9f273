package classroom

import (
	"cmp"
	"strings"
)

// lessonPlaces numbers lessons in the order of the class: each after those that any student has before it,
// because hand-ins list lessons as the class file does. Lessons without such a comparison keep the order of
// first appearance.
func lessonPlaces(rows []Row) map[string]int {
	type student struct{ class, name string }
	last := map[student]string{}
	met := map[student]map[string]bool{}
	before := map[string][]string{} // per lesson, those right before it
	follows := map[[2]string]bool{}
	var names []string
	for _, r := range rows {
		who := student{r.Class, r.Student}
		if met[who] == nil {
			met[who] = map[string]bool{}
		}
		if met[who][r.Lesson] {
			continue
		}
		if _, known := before[r.Lesson]; !known {
			before[r.Lesson] = nil
			names = append(names, r.Lesson)
		}
		if previous, found := last[who]; found && !follows[[2]string{previous, r.Lesson}] {
			follows[[2]string{previous, r.Lesson}] = true
			before[r.Lesson] = append(before[r.Lesson], previous)
		}
		met[who][r.Lesson], last[who] = true, r.Lesson
	}
	places, entered := make(map[string]int, len(names)), map[string]bool{}
	var place func(name string)
	place = func(name string) {
		if entered[name] { // placed, or in a cycle of students who disagree
			return
		}
		entered[name] = true
		for _, other := range before[name] {
			place(other)
		}
		places[name] = len(places)
	}
	for _, name := range names {
		place(name)
	}
	return places
}

// inOrder compares rows by lesson as these places say, then by version and step.
func inOrder(places map[string]int) func(a, b Row) int {
	return func(a, b Row) int {
		return cmp.Or(places[a.Lesson]-places[b.Lesson], a.Version-b.Version, a.Step-b.Step)
	}
}

// byName compares students by class and name.
func byName(class, student, otherClass, otherStudent string) int {
	return cmp.Or(strings.Compare(class, otherClass), strings.Compare(student, otherStudent))
}
