package lesson

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/classroom"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/formula"
	"dpscope/views/view"
)

// Asked is a step with all of its numbers filled in.
type Asked struct {
	Question string
	Hint     string
	Options  []Option
	Reasons  []Option
	Prose    []Block
	Goal     string // the goal, in words; empty: there is none

	Name  string  // of the quantity asked for, in the user's words; empty: it has none
	Start float64 // where the mark of a point begins: the value before anything moves, and never the answer
	Axis  Axis    // of a point
	Style numeral.Style
	Unit  string

	True    float64 // the answer of a number or a point
	Said    string  // the same as a sentence says it
	tol     tolerance
	wrong   []recognised
	opposed []float64 // the wrong numbers, by which an answer is graded
	scope   formula.Scope
}

// Option is an answer of a choice, or a reason.
type Option struct {
	Text string
	Key  string // of the misconception behind it; empty: it is the true one
}

// recognised is a wrong answer that the lesson recognises.
type recognised struct {
	number  float64 // NaN: by the formula
	formula *expression
	key     string
}

// Verdict is the judgement of an answer.
type Verdict struct {
	Right         bool
	Misconception string  // its key; empty: no known one
	Grade         float64 // 1 for a right answer; less the farther it is off
}

// Fill fills in a step.
func (s Step) Fill(ctx context.Context) (Asked, error) {
	a := Asked{scope: formula.Scope{Asker: formula.NewAsker(), At: s.At}, tol: s.tolerance, Start: math.NaN(), True: math.NaN()}
	f := filler{scope: a.scope}
	a.Question, a.Hint = f.text(ctx, s.question), f.text(ctx, s.hint)
	for _, o := range shuffled(s.options) {
		a.Options = append(a.Options, Option{f.text(ctx, named{o.text, o.line}), o.key})
	}
	for _, o := range shuffled(s.because) {
		a.Reasons = append(a.Reasons, Option{f.text(ctx, named{o.text, o.line}), o.key})
	}
	a.Prose = f.blocks(ctx, s.Prose)
	if s.Goal != nil {
		a.Goal = formula.Scope{Asker: a.scope.Asker, At: s.End()}.Words(ctx, s.Goal.Formula)
	}
	if f.err != nil {
		return a, f.err
	}
	if s.Ask.Kind == Number || s.Ask.Kind == Point {
		if err := a.number(ctx, s); err != nil {
			return a, err
		}
	}
	return a, nil
}

// shuffled returns options in the order in which they are shown.
func shuffled(list []option) []option {
	return classroom.Shuffled(list, func(o option) string { return o.text })
}

// number fills in the parts of a number question.
func (a *Asked) number(ctx context.Context, s Step) error {
	v, err := a.scope.Number(ctx, s.answer.Formula)
	if err != nil {
		return atLine(s.answer.line, err)
	}
	a.True, a.Style, a.Said = v.Number, v.Style, v.Written("")
	if of := s.Ask.Of; of != "" {
		if err := a.quantity(ctx, s); err != nil {
			return atLine(s.Line, fmt.Errorf("ask: %w", err))
		}
	}
	for _, w := range s.wrong {
		r := recognised{number: math.NaN(), formula: w.formula, key: w.key}
		said := a.True
		v, err := a.after(said).Value(ctx, w.formula.Formula)
		if err != nil {
			return atLine(w.formula.line, err)
		}
		if v.Kind == formula.OfNumber {
			r.number = v.Number
			a.opposed = append(a.opposed, v.Number)
		}
		a.wrong = append(a.wrong, r)
	}
	if s.Ask.Kind == Point {
		return a.along(s)
	}
	return nil
}

// quantity returns the reading or control that is asked for, before anything moves.
func (a *Asked) quantity(ctx context.Context, s Step) error {
	of, err := formula.Compile(s.Ask.Of)
	if err != nil {
		return err
	}
	v, err := a.scope.Value(ctx, of)
	if err != nil {
		return err
	}
	a.Name, a.Style, a.Start = s.Ask.Of, v.Style, v.Number
	if v.Answer != nil {
		a.Name, a.Unit = v.Answer.Label, v.Answer.Unit
		return nil
	}
	for _, p := range s.At.View.Sliders(s.At.Values) {
		if p.Name == s.Ask.Of {
			a.Name = p.Symbol
		}
	}
	return nil
}

// along fills in the axis of a point: the given one, or the range of the reading.
func (a *Asked) along(s Step) error {
	if s.axis != nil {
		a.Axis = *s.axis
	} else {
		r, found := rangeOf(s.At.View, s.Ask.Of)
		if !found || math.IsInf(r.Low, 0) || math.IsInf(r.High, 0) || !r.OfNumbers() {
			return atLine(s.Line, fmt.Errorf("a point of %s needs axis: FROM to TO", s.Ask.Of))
		}
		a.Axis = Axis{Low: r.Low, High: r.High}
	}
	if !(a.True >= a.Axis.Low && a.True <= a.Axis.High) {
		return atLine(s.Line, fmt.Errorf("the answer %s lies outside of the axis", a.Said))
	}
	if math.IsNaN(a.Start) {
		a.Start = a.Axis.Low
	}
	a.Start = min(max(a.Start, a.Axis.Low), a.Axis.High)
	for _, share := range []float64{0.5, 0.2} { // where nothing moves, the present value would be the answer
		if a.tol.right(a.Start, a.True) {
			a.Start = a.Axis.At(share)
		}
	}
	return nil
}

func rangeOf(v view.View, reading string) (known.Range, bool) {
	key, found := formula.ReadingOf(v, reading)
	i := slices.IndexFunc(v.Declared, func(d view.Declared) bool { return d.Name == key.Name })
	if !found || i < 0 || v.Declared[i].Ranges {
		return known.Range{}, false
	}
	return v.Declared[i].Range, true
}

// Judge returns the verdict on a number.
func (a Asked) Judge(ctx context.Context, said float64) Verdict {
	if a.tol.right(said, a.True) {
		return Verdict{Right: true, Grade: 1}
	}
	v := Verdict{Grade: a.grade(said)}
	for _, w := range a.wrong {
		if a.is(ctx, w, said) {
			v.Misconception = w.key
			break
		}
	}
	return v
}

// Opposed returns the numbers that are recognised as wrong answers.
func (a Asked) Opposed() []float64 { return slices.Clone(a.opposed) }

// right reports whether a number is near enough to another.
func (t tolerance) right(said, is float64) bool {
	const rounding = 1e-12
	if t.factor {
		return said > 0 && is > 0 && math.Abs(math.Log(said/is)) <= math.Log(t.by)*(1+rounding)
	}
	return math.Abs(said-is) <= t.by+rounding*max(1, math.Abs(is))
}

// after returns the scope once an answer was given, under the name said.
func (a Asked) after(said float64) formula.Scope {
	in := a.scope
	in.Names = map[string]formula.Value{"said": {Number: said}}
	return in
}

// is reports whether a number is a known wrong answer.
func (a Asked) is(ctx context.Context, w recognised, said float64) bool {
	if !math.IsNaN(w.number) {
		return a.tol.right(said, w.number)
	}
	holds, err := a.after(said).Holds(ctx, w.formula.Formula)
	return err == nil && holds
}

// grade returns 1 less the gap over that of the worst sensible guess, never below 0.
func (a Asked) grade(said float64) float64 {
	distance := func(v float64) float64 { return math.Abs(v - a.True) }
	if a.tol.factor {
		distance = func(v float64) float64 {
			if v <= 0 {
				return math.Inf(1)
			}
			return math.Abs(math.Log(v / a.True))
		}
	}
	worst := 0.0
	for _, w := range a.opposed {
		worst = max(worst, distance(w))
	}
	if a.Axis.Low < a.Axis.High {
		worst = max(distance(a.Axis.Low), distance(a.Axis.High))
	}
	if gap := distance(said); worst > 0 && gap < worst {
		return 1 - gap/worst
	}
	return 0
}

// Bin returns the bin that a number lies in, from 0: along the axis of a point, else between the truth and the recognised wrong
// answers, and half as far beyond. Numbers outside belong to the bin at that end.
func (a Asked) Bin(said float64, bins int) int {
	low, high := a.Axis.Low, a.Axis.High
	if low == high {
		low, high = a.True, a.True
		for _, w := range a.opposed {
			low, high = min(low, w), max(high, w)
		}
		wide := (high - low) / 2
		if wide == 0 {
			wide = max(math.Abs(a.True), 1)
		}
		low, high = low-wide, high+wide
	}
	share := (said - low) / (high - low)
	if a.Axis.Log && said > 0 {
		share = math.Log(said/low) / math.Log(high/low)
	}
	return int(min(max(math.Floor(share*float64(bins)), 0), float64(bins-1)))
}

// Chosen returns the verdict on an option.
func Chosen(o Option) Verdict {
	if o.Key == "" {
		return Verdict{Right: true, Grade: 1}
	}
	return Verdict{Misconception: o.Key}
}

// Right returns the place of the true option.
func Right(options []Option) int {
	return slices.IndexFunc(options, func(o Option) bool { return o.Key == "" })
}

// Apart writes the distance of two numbers of the kind.
func (a Asked) Apart(gap float64) string {
	if a.Style == numeral.Percent {
		return numeral.Points.Format(gap)
	}
	return a.Write(gap)
}

// Write writes a number of the kind that is asked for.
func (a Asked) Write(v float64) string {
	text := a.Style.Format(v)
	if a.Unit != "" {
		text += " " + a.Unit
	}
	return text
}

// ReachedAt reports whether the goal is reached at a setting.
func (s Step) ReachedAt(ctx context.Context, at Setting) (bool, error) {
	if s.Goal == nil || at.View.Name != s.At.View.Name {
		return false, nil
	}
	return formula.Scope{Asker: formula.NewAsker(), At: at}.Holds(ctx, s.Goal.Formula)
}

// GoalText returns the goal as it is written; empty: there is none.
func (s Step) GoalText() string {
	if s.Goal == nil {
		return ""
	}
	return s.Goal.String()
}

// lineError is an error with its line of the file.
type lineError struct {
	error
	line int
}

func atLine(line int, err error) error { return lineError{err, line} }

// filler fills the holes of texts, until an error.
type filler struct {
	scope formula.Scope
	err   error
}

// text fills the holes of a text: {EXPRESSION}.
func (f *filler) text(ctx context.Context, n named) string {
	if f.err != nil {
		return n.text
	}
	text, err := f.scope.Fill(ctx, n.text)
	if err != nil {
		f.err = atLine(n.line, err)
	}
	return text
}

func (f *filler) blocks(ctx context.Context, blocks []Block) []Block {
	filled := slices.Clone(blocks)
	for i, b := range filled {
		filled[i].Spans = f.spans(ctx, b.Spans, b.line)
		filled[i].Cells = nil
		for _, cell := range b.Cells {
			filled[i].Cells = append(filled[i].Cells, f.spans(ctx, cell, b.line))
		}
	}
	return filled
}

func (f *filler) spans(ctx context.Context, spans []Span, line int) []Span {
	filled := slices.Clone(spans)
	for i, s := range filled {
		if !s.Code {
			filled[i].Text = f.text(ctx, named{s.Text, line})
		}
	}
	return filled
}

// Hides reports whether a name of cover belongs to an answer.
func Hides(cover string, key engine.Key) bool { return cover == key.Name || cover == key.String() }
