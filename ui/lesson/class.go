package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dpscope/engine/classroom"
	"dpscope/engine/numeral"
	"dpscope/views/lesson"
)

// Class is a class that somebody goes through lessons in. What is answered is written into one file, and goes nowhere else.
type Class struct {
	classroom.Class
	Student string
	Folder  string         // of the file that is handed in
	Coin    classroom.Coin // flips what is protected; nil: the system's random bits
}

// HandIn is the file that is handed in.
func (c Class) HandIn() string { return filepath.Join(c.Folder, c.HandInName(c.Student)) }

// Begin opens a lesson of a class where the student left it.
func (c Class) Begin(l lesson.Lesson, number int, kept Keeper, now time.Time) *Run {
	if c.Coin == nil {
		c.Coin = classroom.Crypto
	}
	r := &Run{Lesson: l, Number: number, kept: kept, answers: map[int]Answer{}, class: &c, entered: now, latest: now}
	r.begin(now)
	for _, row := range c.handedIn() { // what was sent once is not sent anew, whatever else was lost
		if _, known := r.answers[row.Step-1]; !known && c.mine(row) && row.Lesson == l.Name && row.Version == l.Version &&
			row.Step <= len(l.Steps) && c.Private > 0 {
			r.answers[row.Step-1] = Answer{Step: row.Step - 1, Kind: r.Lesson.Steps[row.Step-1].AskKind(), Sent: row.Prediction, Is: row.Answer}
		}
	}
	r.open(r.step, now)
	if r.stage == Asking && r.step == 0 {
		r.stage = Opening
	}
	return r
}

// Done reports whether a lesson was gone through to its end.
func (c Class) Done(l lesson.Lesson, kept Keeper) bool {
	left, found := kept.Left(c.KeptAs(l.Name))
	if !found || left.Version != l.Version || left.Step < len(l.Steps)-1 {
		return false
	}
	return slices.ContainsFunc(left.Answers, func(a Answer) bool { return a.Step == len(l.Steps)-1 })
}

// KeptAs is the name under which a lesson is kept: of every class and student apart.
func (c Class) KeptAs(name string) string { return c.Name + "/" + c.Student + "/" + name }

func (c Class) mine(row classroom.Row) bool { return row.Class == c.Name && row.Student == c.Student }

// handedIn are the rows that were written before; none where there is no such file yet.
func (c Class) handedIn() []classroom.Row {
	source, err := os.ReadFile(c.HandIn())
	if err != nil {
		return nil
	}
	rows, _, _ := classroom.Read(filepath.Base(c.HandIn()), source)
	return rows
}

// protection is that of a step's answers; found is false where they are written as they are, or not at all.
func (r *Run) protection(step lesson.Step) (p classroom.Protection, found bool) {
	switch {
	case r.class == nil || r.class.Private == 0:
		return p, false
	case step.Ask.Kind == lesson.Choice:
		return classroom.Protection{Epsilon: r.class.Private, Options: step.OptionCount()}, true
	case step.Ask.Kind == lesson.Number || step.Ask.Kind == lesson.Point:
		return classroom.Protection{Epsilon: r.class.Private, Options: classroom.Bins}, true
	}
	return p, false
}

// send flips an answer of a protected class, once.
func (r *Run) send(a *Answer) {
	p, found := r.protection(r.Step())
	if !found {
		return
	}
	option, is := 0, 0
	if r.Step().Ask.Kind == lesson.Choice {
		option, is = r.marked, lesson.Right(r.asked.Options)
	} else {
		option, is = r.asked.Bin(a.Value, p.Options), r.asked.Bin(r.asked.True, p.Options)
	}
	a.Sent, a.Is = p.Sent(p.Flip(option, r.class.Coin)), p.Sent(is)
}

// written are the answers as files may hold them: of a protected class what was sent and nothing else.
func (r *Run) written() (list []Answer) {
	for i, s := range r.Lesson.Steps {
		a, answered := r.answers[i]
		switch _, protected := r.protection(s); {
		case !answered:
			continue
		case protected && a.Sent == "":
			continue
		case protected:
			a = Answer{Step: a.Step, Kind: a.Kind, Sent: a.Sent, Is: a.Is}
		case r.class != nil && r.class.Private > 0:
			continue // a sentence
		}
		list = append(list, a)
	}
	return list
}

// rows are the answers of this lesson as they are handed in.
func (r *Run) rows() (rows []classroom.Row) {
	for _, a := range r.written() {
		row := classroom.Row{Class: r.class.Name, Student: r.class.Student, Lesson: r.Lesson.Name, Version: r.Lesson.Version, Step: a.Step + 1,
			Kind:       a.Kind,
			Prediction: a.Prediction, Answer: a.Is, Right: a.Right, Graded: lesson.Kind(a.Kind).Graded() && !a.Skipped,
			Misconception: a.Misconception,
			Tries:         a.Tries, Skipped: a.Skipped, Seconds: int(a.Seconds)}
		if a.Hinted {
			row.Hints = 1
		}
		if p, protected := r.protection(r.Lesson.Steps[a.Step]); protected {
			row = classroom.Row{Class: row.Class, Student: row.Student, Lesson: row.Lesson, Version: row.Version, Step: row.Step,
				Kind: p.Kind(a.Kind), Prediction: a.Sent, Answer: a.Is}
		}
		rows = append(rows, row)
	}
	return rows
}

// handIn writes the file that is handed in: whole, or not at all.
func (r *Run) handIn() error {
	path := r.class.HandIn()
	if source, err := os.ReadFile(path); err == nil {
		if _, _, err := classroom.Read(filepath.Base(path), source); err != nil {
			return errors.New(filepath.Base(path) + " is there, and no hand-in: move it away")
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return plain(err)
	}
	rows := slices.DeleteFunc(r.class.handedIn(), func(row classroom.Row) bool { // what another version asked stays answered
		return r.class.mine(row) && row.Lesson == r.Lesson.Name && row.Version == r.Lesson.Version
	})
	var b bytes.Buffer
	if err := classroom.Write(&b, append(rows, r.rows()...)); err != nil {
		return err
	}
	return replace(path, b.Bytes())
}

// replace writes a file whole, or not at all.
func replace(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return plain(err)
	}
	return plain(os.Rename(path+".new", path))
}

// aboutClass says what a class does with answers, before anything is answered.
func (r *Run) aboutClass() (lines []Line) {
	if r.class == nil {
		return nil
	}
	c := *r.class
	lines = append(lines, Line{Mark: "-", Text: fmt.Sprintf("Class %s, as %s: answers stay here, in %s.", c.Name, c.Student,
		c.HandInName(c.Student))})
	if c.Private == 0 {
		return lines
	}
	protected := 0
	for _, s := range r.Lesson.Steps {
		if _, found := r.protection(s); found {
			protected++
		}
	}
	const room = 40
	share := classroom.Protection{Epsilon: c.Private, Options: 2}.Share(room/2, room, 0.95)
	return append(lines, Line{Mark: "-", Tone: Strong,
		Text: fmt.Sprintf("Protected: answers are flipped by chance and only then written: ε = %s a question, %s for all %d. "+
			"A class of %d learns a share of two options to ± %.0f points.", numeral.Short(c.Private), numeral.Short(c.Private*float64(protected)),
			protected, room, 50*(share.High-share.Low))})
}

// minutes is how long a class has still.
func (r *Run) minutes() string {
	if r.class == nil || r.class.Minutes == 0 {
		return ""
	}
	gone := max(r.latest.Sub(r.entered).Minutes(), 0)
	return fmt.Sprintf(", %.0f of %d min left", max(math.Ceil(float64(r.class.Minutes)-gone), 0), r.class.Minutes)
}
