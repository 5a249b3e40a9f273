// Package lesson reads lessons and checks them. A lesson is a Markdown file whose steps stand at addresses of views: it holds
// no number of its own; every number that it shows is a reading.
package lesson

import (
	"fmt"
	"math"
	"slices"

	"dpscope/learners/source"
	"dpscope/views/formula"
)

// Lesson is a lesson as it is written.
type Lesson struct {
	Name    string
	Title   string
	Version int
	Needs   []string // the lessons that come before it
	Minutes int
	Digest  string   // of the file: another one has another
	Trust   []string // who trusts whom, who sees raw data, what a leak reveals, what δ is, whose unit
	Intro   []Block
	Steps   []Step
}

// Sequence returns the simplest lesson: settings one after another, without questions.
func Sequence(settings []Setting) Lesson {
	var l Lesson
	for _, at := range settings {
		l.Steps = append(l.Steps, Step{At: at})
	}
	return l
}

// TrustLines is the number of lines that say who trusts whom.
const TrustLines = 5

// Step is one question at one setting.
type Step struct {
	Heading string
	Line    int // of its block
	At      Setting
	atLine  int
	Cover   []named     // hidden until there is a prediction
	Ask     Ask         // the zero Ask asks nothing
	To      []Change    // the moves that the program makes then, one after another
	Goal    *expression // what the student reaches; nil: nothing
	Reached *Change     // a setting that reaches it
	Prose   []Block     // the explanation

	question, hint named
	answer         *expression
	tolerance      tolerance
	axis           *Axis
	wrong          []wrong
	options        []option
	because        []option
	tells          []*expression // readings that a sentence of advice tells in its own words
	uses           []choiceOf    // words that it must contain
}

// choiceOf lists words; one of them is enough.
type choiceOf struct {
	words []string
	line  int
}

// Asks reports whether the step has a question.
func (s Step) Asks() bool { return s.Ask.Kind != "" }

// AskKind returns how the question is answered; empty: nothing is asked.
func (s Step) AskKind() string { return string(s.Ask.Kind) }

// Mover says what the student does to reach the goal: "move ε", where the question asks for ε itself.
func (s Step) Mover() string {
	for _, p := range s.At.View.Sliders(s.At.Values) {
		if p.Name == s.Ask.Of && s.saysMover() {
			return "move " + p.Symbol
		}
	}
	return "move the controls"
}

// saysMover reports whether the question says which control reaches the goal.
func (s Step) saysMover() bool {
	return s.Reached != nil && slices.Contains(s.Reached.Names(), s.Ask.Of)
}

// End returns the setting where the moves of the step end, or where its goal is reached.
func (s Step) End() Setting {
	end := s.At
	changes := s.To
	if s.Reached != nil {
		changes = append(slices.Clone(changes), *s.Reached)
	}
	for _, to := range changes {
		if next, err := end.Over(to.Change); err == nil {
			end = next
		}
	}
	return end
}

// controlsAt returns the names of the controls of a page.
func controlsAt(at Setting) (names []string) {
	choices, texts := at.View.Needed(at.Values)
	for _, c := range choices {
		names = append(names, c.Key())
	}
	for _, t := range texts {
		names = append(names, t.Name)
	}
	for _, p := range at.View.Sliders(at.Values) {
		names = append(names, p.Name)
	}
	return names
}

// OptionCount returns the number of options to choose from.
func (s Step) OptionCount() int { return len(s.options) }

// Covered returns the names of what is hidden until there is a prediction.
func (s Step) Covered() []string {
	var names []string
	for _, c := range s.Cover {
		names = append(names, c.text)
	}
	return names
}

// About returns the readings and controls that the step names: those that it asks for, moves, computes with and tells.
func (s Step) About() []string {
	about := []string{s.Ask.Of}
	if s.Goal != nil && !s.saysMover() {
		about = append(about, controlsAt(s.At)...)
	}
	for _, to := range s.To {
		about = append(about, to.Names()...)
	}
	if s.Reached != nil {
		about = append(about, s.Reached.Names()...)
	}
	for _, f := range s.formulas() {
		about = append(about, f.Names()...)
	}
	texts := []string{s.question.text, s.hint.text}
	for _, o := range slices.Concat(s.options, s.because) {
		texts = append(texts, o.text)
	}
	for _, b := range s.Prose {
		texts = append(texts, b.Text())
	}
	for _, t := range texts {
		about = append(about, formula.NamesIn(t)...)
	}
	slices.Sort(about)
	return slices.Compact(about)
}

// Setting is an address that has been read.
type Setting = formula.Setting

// Change is a change of a setting with its line.
type Change struct {
	formula.Change
	line int
}

// expression is a formula with its line.
type expression struct {
	*formula.Formula
	line int
}

// compile reads an expression.
func compile(text string, line int) (*expression, error) {
	f, err := formula.Compile(text)
	if err != nil {
		return nil, err
	}
	return &expression{f, line}, nil
}

// Ask says what is asked for: a kind, and the reading or control whose style the answer has.
type Ask struct {
	Kind Kind
	Of   string
}

// Kind says how a question is answered.
type Kind string

// The kinds.
const (
	Number   Kind = "number"   // typed
	Point    Kind = "point"    // a mark moved along an axis, or typed
	Choice   Kind = "choice"   // one of several options
	Sentence Kind = "sentence" // kept, and never graded
	Advice   Kind = "advice"   // a setting with a sentence about it; examined in a report
)

// Graded reports whether an answer is right or wrong.
func (k Kind) Graded() bool { return k == Number || k == Point || k == Choice }

// Axis is the range in which the mark of a point moves.
type Axis struct {
	Low, High float64
	Log       bool
}

// At returns the value at a share of the axis, from 0 to 1.
func (a Axis) At(share float64) float64 {
	if a.Log {
		return a.Low * math.Pow(a.High/a.Low, share)
	}
	return a.Low + (a.High-a.Low)*share
}

// Share returns a value's place on the axis, from 0 to 1.
func (a Axis) Share(v float64) float64 {
	low, high := a.Low, a.High
	if a.Log {
		low, high, v = math.Log(low), math.Log(high), math.Log(max(v, a.Low))
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// tolerance is how far a right answer may be from the truth: by an amount, or by a factor.
type tolerance struct {
	by     float64
	factor bool
}

// named is a word or a text with its line.
type named struct {
	text string
	line int
}

// wrong recognises a wrong answer: a number, or a condition on the given number.
type wrong struct {
	formula *expression
	key     string
}

// option is one of several answers: the true one has no misconception.
type option struct {
	text string
	key  string      // of the misconception behind it; empty: it is the true one
	when *expression // the condition that makes it true; nil: an argument, which nothing computes
	line int
}

// Fault is a mistake of a lesson file, in one line.
type Fault struct {
	File string
	Line int
	Text string
}

// String returns the fault as it is reported.
func (f Fault) String() string {
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, source.Message(f.Text))
}
