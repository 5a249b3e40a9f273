package classroom

import (
	"cmp"
	"fmt"
	"slices"
)

// HandIn is a file that a student handed in.
type HandIn struct {
	File string
	Rows []Row
}

// place identifies a row: each question of each student occurs once.
type place struct {
	class, student, lesson string
	version, step          int
}

func (r Row) place() place { return place{r.Class, r.Student, r.Lesson, r.Version, r.Step} }

// Merge puts files together, sorted by class, student, lesson in the order of the class, and step. A file that was handed in twice counts once. Of two students of one name the second is told
// apart by a number; of a question that one file answers twice the first row counts.
func Merge(files []HandIn) (rows []Row, faults []Fault) {
	owner := map[[2]string]int{}   // the file of a class and a student
	version := map[string][2]int{} // of a lesson, and the file that has it
	count := 0
	for _, f := range files {
		count += len(f.Rows)
	}
	rows = make([]Row, 0, count)
	for i, f := range files {
		if same := slices.IndexFunc(files[:i], func(g HandIn) bool { return len(f.Rows) > 0 && slices.Equal(f.Rows, g.Rows) }); same >= 0 {
			faults = append(faults, Fault{f.File, 1, "the same as " + files[same].File + ", and counted once"})
			continue
		}
		seen, names := make(map[place]bool, len(f.Rows)), map[[2]string]string{}
		again := faultList{file: f.File}
		for k, r := range f.Rows {
			line := k + 2
			if seen[r.place()] {
				again.add(line, fmt.Sprintf("%s answers step %d of %s again; the first row counts", r.Student, r.Step, r.Lesson))
				continue
			}
			seen[r.place()] = true
			who := [2]string{r.Class, r.Student}
			if _, known := names[who]; !known {
				names[who] = r.Student
				if other, taken := owner[who]; taken && other != i {
					names[who] = another(owner, who)
					faults = append(faults, Fault{f.File, line, fmt.Sprintf("%s is in %s too; here counted as %s", r.Student, files[other].File,
						names[who])})
				}
				owner[[2]string{r.Class, names[who]}] = i
			}
			r.Student = names[who]
			if v, known := version[r.Lesson]; !known {
				version[r.Lesson] = [2]int{r.Version, i}
			} else if v[0] != r.Version && v[1] != i {
				version[r.Lesson] = [2]int{v[0], i}
				faults = append(faults, Fault{f.File, line, fmt.Sprintf("%s is version %d here, and %d elsewhere: counted as another question",
					r.Lesson, r.Version, v[0])})
			}
			rows = append(rows, r)
		}
		faults = append(faults, again.told("rows answer a step again")...)
	}
	order := inOrder(lessonPlaces(rows))
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Or(byName(a.Class, a.Student, b.Class, b.Student), order(a, b)) })
	return rows, faults
}

// another returns a name not yet taken in the class.
func another(owner map[[2]string]int, who [2]string) string {
	for n := 2; ; n++ {
		name := fmt.Sprintf("%s (%d)", who[1], n)
		if _, taken := owner[[2]string{who[0], name}]; !taken {
			return name
		}
	}
}
