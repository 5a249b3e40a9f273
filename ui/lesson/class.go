package lesson

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"time"

	"dpscope/engine/classroom"
	"dpscope/engine/numeral"
	"dpscope/learners/source"
	"dpscope/ui/save"
	"dpscope/views/lesson"
)

// Class is a student's class of lessons. Answers are written into one file, and nowhere else.
type Class struct {
	classroom.Class
	Student string
	Folder  string         // folder of the file to hand in
	Order   []string       // names of its lessons, in the order of the hand-in
	Coin    classroom.Coin // flips protected answers; nil: the system's random bits
	Drawer  Drawer         // keeps the text to hand in; nil: it is a file in the folder
	Served  bool           // the student types at a server, which flips answers and keeps the file
}

// Drawer keeps a text to hand in where there are no files.
type Drawer interface {
	Text(name string) []byte // nil: nothing was answered yet
	Keep(name string, text []byte) error
}

// locked runs a function while no other process of the student's writes the file to hand in.
func (c Class) locked(do func() error) error {
	if c.Drawer != nil {
		return do()
	}
	return save.Locked(c.HandIn(), do)
}

// text returns what was written before, whether that is all of it, and fs.ErrNotExist where nothing was.
func (c Class) text() (text []byte, whole bool, err error) {
	if c.Drawer == nil {
		return source.Begin(c.HandIn(), longest)
	}
	if text = c.Drawer.Text(c.HandInName(c.Student)); text == nil {
		err = fs.ErrNotExist
	}
	return text, true, err
}

// replace writes the text to hand in, whole or not at all.
func (c Class) replace(text []byte) error {
	if c.Drawer != nil {
		return c.Drawer.Keep(c.HandInName(c.Student), text)
	}
	return replace(c.HandIn(), text)
}

// HandIn returns the path of the file to hand in.
func (c Class) HandIn() string { return filepath.Join(c.Folder, c.HandInName(c.Student)) }

// Begin opens a lesson of a class where the student left it.
func (c Class) Begin(l lesson.Lesson, number int, kept Keeper, now time.Time) *Run {
	if c.Coin == nil {
		c.Coin = classroom.Crypto
	}
	r := &Run{Lesson: l, Number: number, kept: kept, answers: map[int]Answer{}, class: &c, entered: now, latest: now}
	r.begin(now)
	for step, a := range r.answers {
		if a.Sent != "" && a.Epsilon == 0 { // kept by a version that did not store it
			a.Epsilon = c.Private
			r.answers[step] = a
		}
	}
	maps.DeleteFunc(r.answers, func(step int, a Answer) bool { // answers from before the class was protected are asked for again
		_, protected := r.protection(l.Steps[step])
		return protected && a.Sent == ""
	})
	rows, _ := c.handedIn()     // write reports a file that cannot be read
	for step := range l.Steps { // what was sent once is not sent anew, whatever else was lost
		if row, sent := r.sent(rows, step); sent {
			r.answers[step] = r.taken(row)
		}
	}
	r.open(r.step, now)
	if r.stage == Asking && r.step == 0 {
		r.stage = Opening
	}
	return r
}

// Done reports whether the student has finished a lesson.
func (c Class) Done(l lesson.Lesson, kept Keeper) bool {
	left, found := kept.Left(c.KeptAs(l.Name))
	return found && left.done(l)
}

// KeptAs returns the name under which a lesson is kept: one for each class and student.
func (c Class) KeptAs(name string) string { return c.Name + "/" + c.Student + "/" + name }

func (c Class) mine(row classroom.Row) bool { return row.Class == c.Name && row.Student == c.Student }

// longest limits the bytes of a hand-in.
const longest = 64 << 20

// handedIn returns the rows that were written before; none where the file does not exist. It fails if the file is no hand-in.
func (c Class) handedIn() ([]classroom.Row, error) {
	name := filepath.Base(c.HandIn())
	text, whole, err := c.text()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var rows []classroom.Row
	if err == nil && whole {
		rows, _, err = classroom.Read(name, text)
	}
	if err != nil || !whole {
		return nil, errors.New(name + " is there, and no hand-in: move it away")
	}
	return rows, nil
}

// Answers returns how many answers of the student are ready to hand in.
func (c Class) Answers() (int, error) {
	rows, err := c.handedIn()
	count := 0
	for _, row := range rows {
		if c.mine(row) {
			count++
		}
	}
	return count, err
}

// sent returns the row of a step that was sent protected before, in the form of the step: with its own ε, whatever the class
// says since.
func (r *Run) sent(rows []classroom.Row, step int) (row classroom.Row, found bool) {
	i := slices.IndexFunc(rows, func(row classroom.Row) bool { return row.Step == step+1 && r.isSent(row) })
	if i < 0 {
		return row, false
	}
	return rows[i], true
}

// isSent reports whether a row belongs to this lesson, and was sent protected in the form of its step.
func (r *Run) isSent(row classroom.Row) bool {
	p, kind, sent := row.SentWith()
	if !sent || !r.ofThis(row) || row.Step > len(r.Lesson.Steps) {
		return false
	}
	step := r.Lesson.Steps[row.Step-1]
	options, protects := form(step)
	return protects && kind == step.AskKind() && p.Options == options
}

// taken returns an answer that is known only as it was sent.
func (r *Run) taken(row classroom.Row) Answer {
	p, kind, _ := row.SentWith()
	return Answer{Step: row.Step - 1, Kind: kind, Sent: row.Prediction, Is: row.Answer, Epsilon: p.Epsilon}
}

// ofThis reports whether a row belongs to this student and this version of the lesson.
func (r *Run) ofThis(row classroom.Row) bool {
	return r.class.mine(row) && row.Lesson == r.Lesson.Name && row.Version == r.Lesson.Version
}

// form returns the number of options that an answer is flipped among; found is false for a step that cannot be protected.
func form(step lesson.Step) (options int, found bool) {
	switch step.Ask.Kind {
	case lesson.Choice:
		return step.OptionCount(), true
	case lesson.Number, lesson.Point:
		return classroom.Bins, true
	}
	return 0, false
}

// protection returns how a step's answers are protected; found is false where they are written as they are, or not at all.
func (r *Run) protection(step lesson.Step) (p classroom.Protection, found bool) {
	if r.class == nil || r.class.Private == 0 {
		return p, false
	}
	options, found := form(step)
	return classroom.Protection{Epsilon: r.class.Private, Options: options}, found
}

// send flips an answer of a protected class, once: it keeps one that another process has sent since, and writes this one before
// any other process may look.
func (r *Run) send(a *Answer) {
	p, found := r.protection(r.Step())
	if !found {
		return
	}
	err := r.class.locked(func() error {
		rows, err := r.class.handedIn()
		if err != nil {
			return err
		}
		if row, sent := r.sent(rows, a.Step); sent {
			before := r.taken(row)
			a.Sent, a.Is, a.Epsilon = before.Sent, before.Is, before.Epsilon
			return nil
		}
		option, is := r.marked, lesson.Right(r.asked.Options)
		if r.Step().Ask.Kind != lesson.Choice {
			option, is = r.asked.Bin(a.Value, p.Options), r.asked.Bin(r.asked.True, p.Options)
		}
		a.Sent, a.Is, a.Epsilon = p.Sent(p.Flip(option, r.class.Coin)), p.Sent(is), p.Epsilon
		r.answers[a.Step] = *a
		return r.write(rows)
	})
	if err != nil {
		r.say = err.Error()
	}
}

// written returns the answers as files may hold them: in a protected class only what was sent.
func (r *Run) written() (list []Answer) {
	for i, s := range r.Lesson.Steps {
		a, answered := r.answers[i]
		switch _, protected := r.protection(s); {
		case !answered:
			continue
		case a.Sent != "":
			a = Answer{Step: a.Step, Kind: a.Kind, Sent: a.Sent, Is: a.Is, Epsilon: a.Epsilon}
		case protected:
			continue
		case r.class != nil && r.class.Private > 0:
			continue // a sentence
		}
		list = append(list, a)
	}
	return list
}

// rows returns the answers of this lesson as they are handed in.
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
		if p := (classroom.Protection{Epsilon: a.Epsilon}); a.Sent != "" {
			row = classroom.Row{Class: row.Class, Student: row.Student, Lesson: row.Lesson, Version: row.Version, Step: row.Step,
				Kind: p.Kind(a.Kind), Prediction: a.Sent, Answer: a.Is}
		}
		rows = append(rows, row)
	}
	return rows
}

// handIn writes the file to hand in, whole or not at all.
func (r *Run) handIn() error {
	return r.class.locked(func() error {
		rows, err := r.class.handedIn()
		if err != nil {
			return err
		}
		return r.write(rows)
	})
}

// write writes the earlier rows and those of this lesson. Answers to another version stay, and so does what was sent; open
// answers from before the class was protected are left out.
func (r *Run) write(before []classroom.Row) error {
	var rows []classroom.Row
	own, stays := r.rows(), map[int]bool{}
	for _, row := range before {
		elsewhere := r.class.Private == 0 && !slices.ContainsFunc(own, func(o classroom.Row) bool { return o.Step == row.Step }) // in another terminal
		switch {
		case !r.ofThis(row):
			rows = append(rows, row)
		case (r.isSent(row) || elsewhere) && !stays[row.Step]:
			stays[row.Step] = true
			rows = append(rows, row)
		}
	}
	for _, row := range own {
		if !stays[row.Step] {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b classroom.Row) int {
		return slices.Index(r.class.Order, a.Lesson) - slices.Index(r.class.Order, b.Lesson)
	})
	var b bytes.Buffer
	if err := classroom.Write(&b, rows); err != nil {
		return err
	}
	return r.class.replace(b.Bytes())
}

// replace writes a file, whole or not at all.
func replace(path string, text []byte) error {
	return plain(save.Private(context.Background(), path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}))
}

// Class returns the class that the lesson is taken in; nil: none.
func (r *Run) Class() *Class { return r.class }

// flipped says what became of a protected answer.
func (c *Class) flipped() string {
	if c.Served {
		return "The server flipped what you said, and keeps only that."
	}
	return "What you said was sent flipped, and is not kept."
}

// aboutClass says what a class does with answers, before the first question.
func (r *Run) aboutClass() (lines []Line) {
	if r.class == nil {
		return nil
	}
	c := *r.class
	stay, flipped := "answers stay here", "flipped by chance"
	if c.Served {
		stay, flipped = "answers go to the server of the class", "flipped by chance on the server"
	}
	lines = append(lines, Line{Mark: "-", Text: fmt.Sprintf("Class %s, as %s: %s, in %s.", c.Name, c.Student, stay, c.HandInName(c.Student))})
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
		Text: fmt.Sprintf("Protected: answers are %s and only then written: ε = %s a question, %s for all %d. "+
			"A class of %d learns a share of two options to ± %.0f points.", flipped, numeral.Short(c.Private), numeral.Short(c.Private*float64(protected)),
			protected, room, 50*(share.High-share.Low))})
}

// minutes says how long the class still lasts.
func (r *Run) minutes() string {
	if r.class == nil || r.class.Minutes == 0 {
		return ""
	}
	gone := max(r.latest.Sub(r.entered).Minutes(), 0)
	return fmt.Sprintf(", %.0f of %d min left", max(math.Ceil(float64(r.class.Minutes)-gone), 0), r.class.Minutes)
}
