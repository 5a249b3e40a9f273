package lesson

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpscope/engine/classroom"
	"dpscope/views/lesson"
)

// classed is a lesson of a class with steps that are quick to compute.
const classed = "---\nlesson: classed\ntitle: A lesson of a class\nversion: 1\nminutes: 3\n" +
	"trust: local; nobody sees raw values; a leak reveals noisy answers; δ is 0; one value of one person\n---\nYou send a secret.\n\n" +
	"## Read\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: number attacker-right\n" +
	"question: How many?\nanswer: attacker-right\ntolerance: 0.01\nwrong: 0.5 -> draw\nhint: Look.\n```\n\n" +
	"## Choose\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: choice\nquestion: Which?\n" +
	"option: a. Purple elephants\noption: b. Orange giraffes -> end\noption: c. Yellow snails -> draw\n" +
	"because: a. First reason\nbecause: b. -> end. Second reason\nbecause: c. -> draw. Third reason\nbecause: d. -> fit. Fourth reason\n```\n\n" +
	"## Point\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: point attacker-right\n" +
	"question: Where?\nanswer: attacker-right\ntolerance: 0.01\nwrong: 0.6 -> draw\n```\n\n" +
	"## Say\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: sentence\nquestion: What do you think?\n```\n"

// answers holds a student's answers: two numbers, an option, a reason and a sentence.
type answers struct {
	number, point  float64
	option, reason int
	sentence       string
	hint           bool
}

// goThrough answers all steps in a folder, and returns every byte that was written: names and contents.
func goThrough(t testing.TB, c Class, folder string, a answers, at time.Time) string {
	t.Helper()
	l, faults := lesson.Parse("classed.md", []byte(classed))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c.Folder = folder
	r := c.Begin(l, 0, In(filepath.Join(folder, "own")), at)
	r.Start(at)
	for i := range l.Steps {
		asked, err := r.Step().Fill(t.Context())
		r.Filled(r.At(), asked, err)
		if a.hint {
			r.Hint()
		}
		at = at.Add(time.Duration(1+len(a.sentence)) * time.Second)
		switch r.Step().Ask.Kind {
		case lesson.Choice:
			r.Picks(1 + a.option%3)
		case lesson.Sentence:
			typed(r, "x"+a.sentence)
		case lesson.Point:
			typed(r, strconv.FormatFloat(100*a.point, 'f', 4, 64)+"%")
		default:
			typed(r, strconv.FormatFloat(100*a.number, 'f', 4, 64)+"%")
		}
		r.Give(t.Context(), at)
		if _, answered := r.answers[i]; !answered {
			t.Fatalf("step %d was not answered: %s", i+1, r.say)
		}
		r.Picks(1 + a.reason%4)
		r.Give(t.Context(), at)
		r.Next(at)
	}
	var all bytes.Buffer
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		all.WriteString(name + "\n" + string(text) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func typed(r *Run, text string) {
	for _, c := range text {
		r.Type(keyOf(string(c)))
	}
}

// protected returns a class that flips answers.
func protected(coin classroom.Coin) Class {
	return Class{Class: classroom.Class{Name: "m", Version: 1, Private: 2}, Student: "Ann", Coin: coin}
}

// Whatever a student of a protected class answers, how fast, with hints or without, the files are equal to the byte except for
// the flipped answers: without these, nothing differs. So no file holds a true answer.
func FuzzProtectedClass(f *testing.F) {
	f.Add(73.1, 60.0, uint8(0), uint8(1), "my secret thought", true)
	f.Add(50.0, 99.9, uint8(2), uint8(3), "=cmd", false)
	f.Fuzz(func(t *testing.T, number, point float64, option, reason uint8, sentence string, hint bool) {
		if !(number >= 1 && number < 1000) || !(point >= 50 && point <= 100) || len(sentence) > 40 || strings.ContainsFunc(sentence, func(c rune) bool { return c < ' ' || c > '~' }) {
			t.Skip()
		}
		a := answers{number / 100, point / 100, int(option), int(reason), sentence, hint}
		with := bare(goThrough(t, protected(nil), t.TempDir(), a, time.Unix(1000, 0)))
		none := bare(goThrough(t, protected(nil), t.TempDir(), answers{number: 0.9, point: 0.9, sentence: "other"}, time.Unix(99_999, 0)))
		if with != none {
			t.Errorf("what was said can be seen:\n%s\nbeside\n%s", with, none)
		}
	})
}

// bare returns a written text without the flipped answers.
func bare(text string) string { return sentAnswer.ReplaceAllString(text, "$1") }

// sentAnswer matches a flipped answer in a hand-in or in kept progress, with the text before it.
var sentAnswer = regexp.MustCompile(`(private 2",|"sent": ")[1-8] of [38]`)

// Flips have the stated probabilities, and a question is flipped once: neither another try nor a lost file of progress sends it
// again.
func TestFlippedOnce(t *testing.T) {
	always := func() uint64 { return ^uint64(0) - 1024 } // never kept
	folder := t.TempDir()
	first := goThrough(t, protected(always), folder, answers{number: 0.7, point: 0.7}, time.Unix(0, 0))
	if strings.Contains(first, "elephant") || !strings.Contains(first, " of 3") || !strings.Contains(first, " of 8") {
		t.Fatal(first)
	}
	if err := os.RemoveAll(filepath.Join(folder, "own")); err != nil {
		t.Fatal(err)
	}
	c := protected(func() uint64 { t.Error("a coin is tossed again"); return 0 })
	c.Folder = folder
	l, _ := lesson.Parse("classed.md", []byte(classed))
	r := c.Begin(l, 0, In(filepath.Join(folder, "own")), time.Unix(5, 0))
	if r.Stage() != Understanding || !r.answers[1].Unknown() {
		t.Errorf("stage %d, %+v", r.Stage(), r.answers)
	}
	asked, err := r.Step().Fill(t.Context())
	r.Filled(r.At(), asked, err)
	if says := r.Says(byKeys()); !strings.Contains(says[0].Text, "sent flipped") {
		t.Errorf("%+v", says)
	}
	r.class.Served = true
	if says := r.Says(byKeys()); !strings.Contains(says[0].Text, "The server flipped what you said") {
		t.Errorf("at a server: %+v", says)
	}
	r.Next(time.Unix(6, 0))
	r.keep()
	if source, _ := os.ReadFile(c.HandIn()); !strings.Contains(first, string(source)) {
		t.Errorf("the hand-in became\n%s", source)
	}
}

// An open class hands in the answer, the true value, and how it was reached; the file continues where it was, and two lessons
// share it.
func TestHandIn(t *testing.T) {
	folder := t.TempDir()
	c := Class{Class: classroom.Class{Name: "Maths 10b", Version: 1, Minutes: 45}, Student: "../x"}
	text := goThrough(t, c, folder, answers{number: 0.5, point: 0.6, option: 1, sentence: "=1+1", hint: true}, time.Unix(0, 0))
	c.Folder = folder
	source, err := os.ReadFile(c.HandIn())
	if err != nil || filepath.Dir(c.HandIn()) != folder {
		t.Fatal(err, text)
	}
	rows, faults, err := classroom.Read("x.csv", source)
	if err != nil || len(faults) > 0 || len(rows) != 4 {
		t.Fatalf("%d rows, %v, %v", len(rows), faults, err)
	}
	for i, r := range rows {
		if r.Student != "../x" || r.Class != "Maths 10b" || r.Step != i+1 || r.Lesson != "classed" || r.Tries != 1 || r.Seconds == 0 {
			t.Errorf("%+v", r)
		}
	}
	if rows[0].Right || rows[0].Misconception != "draw" || rows[0].Hints != 1 || rows[0].Prediction != "50.0 %" || rows[0].Answer != "73.1 %" || rows[3].Graded || rows[3].Prediction != "x=1+1" {
		t.Errorf("%+v", rows)
	}
	l, _ := lesson.Parse("classed.md", []byte(classed))
	if !c.Done(l, In(filepath.Join(folder, "own"))) {
		t.Error("the lesson is done, and said not to be")
	}
	l.Name = "another"
	r := c.Begin(l, 0, In(filepath.Join(folder, "own")), time.Unix(0, 0))
	r.Start(time.Unix(0, 0))
	if _, step := r.Title(); !strings.Contains(step, "45 of 45 min left") {
		t.Error(step)
	}
	r.Skip(time.Unix(-60, 0)) // the clock was set back
	source, _ = os.ReadFile(c.HandIn())
	if rows, _, _ := classroom.Read("x.csv", source); len(rows) != 5 || !rows[4].Skipped || rows[4].Graded {
		t.Errorf("%s", source)
	}
	l.Version++
	r = c.Begin(l, 0, In(filepath.Join(folder, "own")), time.Unix(0, 0))
	r.Start(time.Unix(0, 0))
	r.Skip(time.Unix(0, 0))
	source, _ = os.ReadFile(c.HandIn())
	if rows, faults, _ := classroom.Read("x.csv", source); len(rows) != 6 || len(faults) > 0 || rows[5].Version != l.Version {
		t.Errorf("answers to another version became\n%s", source)
	}
	if err := os.WriteFile(c.HandIn(), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r.keep(); !strings.Contains(r.say, "no hand-in: move it away") {
		t.Errorf("a file of the student's own is written over: %q", r.say)
	}
}

// A hand-in lists lessons in the order of the class file, whichever was finished first.
func TestHandInsFollowTheClass(t *testing.T) {
	c := Class{Class: classroom.Class{Name: "m", Version: 1}, Student: "Ann", Folder: t.TempDir(), Order: []string{"early", "classed"}}
	for _, name := range []string{"classed", "early"} {
		l, faults := lesson.Parse(name+".md", []byte(strings.Replace(classed, "lesson: classed", "lesson: "+name, 1)))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		r := c.Begin(l, 0, In(c.Folder), time.Unix(0, 0))
		r.Start(time.Unix(0, 0))
		r.Skip(time.Unix(0, 0))
	}
	rows, err := c.handedIn()
	if err != nil || len(rows) != 2 || rows[0].Lesson != "early" || rows[1].Lesson != "classed" {
		t.Errorf("%+v, %v", rows, err)
	}
}
