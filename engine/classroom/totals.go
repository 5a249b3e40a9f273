package classroom

import "slices"

// Total sums up one student's work on all questions.
type Total struct {
	Class, Student               string
	Answers, Open, Right, Passed int     // Open counts unprotected answers, Right the ones right at first
	Tries, Hints, Seconds        int     // of open questions
	Epsilon                      float64 // spent on protected answers
	thoughts                     map[string]int
	Last                         string // the last question reached
}

// Thoughts returns the misconceptions behind wrong answers, with their frequencies.
func (t Total) Thoughts() []Count { return counts(t.thoughts) }

// Totals adds up the questions of each student, in the order of classes and names.
func Totals(questions []Question) (list []Total) {
	type student struct{ class, name string }
	at := map[student]int{}
	for _, q := range questions {
		for _, r := range slices.Concat(q.rows, q.others) {
			who := student{r.Class, r.Student}
			i, known := at[who]
			if !known {
				i, at[who] = len(list), len(list)
				list = append(list, Total{Class: r.Class, Student: r.Student, thoughts: map[string]int{}})
			}
			list[i].add(r)
			list[i].Last = q.Name()
		}
	}
	slices.SortStableFunc(list, func(a, b Total) int { return byName(a.Class, a.Student, b.Class, b.Student) })
	return list
}

func (t *Total) add(r Row) {
	epsilon, protected := protectionOf(r.Kind)
	switch {
	case protected:
		t.Answers++
		t.Epsilon += epsilon
		return
	case r.Skipped:
		t.Passed++
	default:
		t.Answers++
		t.Open++
	}
	if r.Right && !r.Skipped {
		t.Right++
	}
	if r.Misconception != "" {
		t.thoughts[r.Misconception]++
	}
	t.Tries, t.Hints, t.Seconds = t.Tries+r.Tries, t.Hints+r.Hints, t.Seconds+r.Seconds
}

// Passage says how far a class has come in a lesson.
type Passage struct {
	Lesson          string
	Version         int
	Began, Finished int // students who have reached its first question here, and the last one that any student reached
	Half            int // the last step that at least half of the students have reached; 0: none
}

// Passages returns the passages of all lessons, in the order of the class.
func Passages(rows []Row, questions []Question) (list []Passage) {
	students := Students(rows)
	for _, q := range questions {
		reached := q.reached()
		last := len(list) - 1
		if last < 0 || list[last].Lesson != q.Lesson || list[last].Version != q.Version {
			list = append(list, Passage{Lesson: q.Lesson, Version: q.Version, Began: reached})
			last++
		}
		list[last].Finished = reached
		if 2*reached >= students {
			list[last].Half = q.Step
		}
	}
	return list
}
