package lesson

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// Asked is a step with all of its numbers filled in.
type Asked struct {
	Question string
	Hint     string
	Options  []Option
	Reasons  []Option
	Prose    []Block

	Name  string  // of what is asked for, in the user's words; empty: it has none
	Start float64 // where the mark of a point begins: what it is before anything moves
	Axis  Axis    // of a point
	Style numeral.Style
	Unit  string

	True    float64 // the answer of a number or a point
	Said    string  // the same as a sentence says it
	tol     tolerance
	wrong   []recognised
	opposed []float64 // the wrong numbers, by which an answer is graded
	scope   scope
}

// Option is an answer of a choice, or a reason.
type Option struct {
	Text string
	Key  string // of the misconception behind it; empty: it is the true one
}

// recognised is a wrong answer as it is recognised.
type recognised struct {
	number  float64 // NaN: by the formula
	formula *formula
	key     string
}

// Verdict is what an answer was.
type Verdict struct {
	Right         bool
	Misconception string  // its key; empty: none that is known
	Grade         float64 // 1 for what is right; less the farther it is
}

// Ask fills in a step.
func (s Step) Fill(ctx context.Context) (Asked, error) {
	a := Asked{scope: scope{asker: newAsker(), at: s.At}, tol: s.tolerance, Start: math.NaN(), True: math.NaN()}
	f := filler{ctx: ctx, scope: a.scope}
	a.Question, a.Hint = f.text(s.question), f.text(s.hint)
	for _, o := range s.options {
		a.Options = append(a.Options, Option{f.text(named{o.text, o.line}), o.key})
	}
	for _, o := range s.because {
		a.Reasons = append(a.Reasons, Option{f.text(named{o.text, o.line}), o.key})
	}
	a.Prose = f.blocks(s.Prose)
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

// number fills in what a number needs.
func (a *Asked) number(ctx context.Context, s Step) error {
	v, err := a.scope.number(ctx, s.answer)
	if err != nil {
		return atLine(s.answer.line, err)
	}
	a.True, a.Style, a.Said = v.Number, v.style, v.Written("")
	if of := s.Ask.Of; of != "" {
		if err := a.quantity(ctx, s); err != nil {
			return atLine(s.Line, fmt.Errorf("ask: %w", err))
		}
	}
	for _, w := range s.wrong {
		r := recognised{number: math.NaN(), formula: w.formula, key: w.key}
		said := a.True
		in := a.scope
		in.said = &said
		v, err := in.value(ctx, w.formula)
		if err != nil {
			return atLine(w.formula.line, err)
		}
		if v.Kind == OfNumber {
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

// quantity is the reading or control that is asked for, as it is before anything moves.
func (a *Asked) quantity(ctx context.Context, s Step) error {
	v, err := a.scope.name(ctx, name{text: s.Ask.Of})
	if err != nil {
		return err
	}
	a.Name, a.Style, a.Start = s.Ask.Of, v.style, v.Number
	if v.answer != nil {
		a.Name, a.Unit = v.answer.Label, v.answer.Unit
		return nil
	}
	for _, p := range s.At.View.Sliders(s.At.Values) {
		if p.Name == s.Ask.Of {
			a.Name = p.Symbol
		}
	}
	return nil
}

// along is the axis of a point: the one that is given, or all that the reading can be.
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
	return nil
}

func rangeOf(v view.View, reading string) (known.Range, bool) {
	key, found := readingOf(v, reading)
	i := slices.IndexFunc(v.Declared, func(d view.Declared) bool { return d.Name == key.Name })
	if !found || i < 0 || v.Declared[i].Ranges {
		return known.Range{}, false
	}
	return v.Declared[i].Range, true
}

// Judge says what a number was.
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

// right reports whether a number is near enough to another.
func (t tolerance) right(said, is float64) bool {
	const rounding = 1e-12
	if t.factor {
		return said > 0 && is > 0 && math.Abs(math.Log(said/is)) <= math.Log(t.by)*(1+rounding)
	}
	return math.Abs(said-is) <= t.by+rounding*max(1, math.Abs(is))
}

// is reports whether a number is a wrong answer that is known.
func (a Asked) is(ctx context.Context, w recognised, said float64) bool {
	if !math.IsNaN(w.number) {
		return a.tol.right(said, w.number)
	}
	in := a.scope
	in.said = &said
	holds, err := in.holds(ctx, w.formula)
	return err == nil && holds
}

// grade is 1 less the gap over that of the worst sensible guess, never below 0.
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

// Chosen says what an option was.
func Chosen(o Option) Verdict {
	if o.Key == "" {
		return Verdict{Right: true, Grade: 1}
	}
	return Verdict{Misconception: o.Key}
}

// Right is the option that is true.
func Right(options []Option) int {
	return slices.IndexFunc(options, func(o Option) bool { return o.Key == "" })
}

// Write writes a number of the kind that is asked for.
func (a Asked) Write(v float64) string {
	text := a.Style.Format(v)
	if a.Unit != "" {
		text += " " + a.Unit
	}
	return text
}

// Reached reports whether a goal is reached at a setting.
func (s Step) ReachedAt(ctx context.Context, at Setting) (bool, error) {
	if s.Goal == nil || at.View.Name != s.At.View.Name {
		return false, nil
	}
	return scope{asker: newAsker(), at: at}.holds(ctx, s.Goal)
}

// GoalText is the goal as it is written; empty: there is none.
func (s Step) GoalText() string {
	if s.Goal == nil {
		return ""
	}
	return s.Goal.text
}

// lineError is an error with the line of the file that it is of.
type lineError struct {
	error
	line int
}

func atLine(line int, err error) error { return lineError{err, line} }

// filler fills the holes of texts, until something is wrong.
type filler struct {
	ctx   context.Context
	scope scope
	err   error
}

// text fills the holes of a text: {EXPRESSION}.
func (f *filler) text(n named) string {
	var b strings.Builder
	rest := n.text
	for {
		before, hole, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found || f.err != nil {
			return b.String()
		}
		inside, after, closed := strings.Cut(hole, "}")
		if !closed {
			f.err = atLine(n.line, fmt.Errorf("a { has no }"))
			return b.String()
		}
		formula, err := compile(inside, n.line)
		if err == nil {
			var v Value
			if v, err = f.scope.value(f.ctx, formula); err == nil {
				b.WriteString(v.Written(b.String()))
			}
		}
		if err != nil {
			f.err = atLine(n.line, err)
			return b.String()
		}
		rest = after
	}
}

func (f *filler) blocks(blocks []Block) []Block {
	filled := slices.Clone(blocks)
	for i, b := range filled {
		filled[i].Spans = f.spans(b.Spans, b.line)
		filled[i].Cells = nil
		for _, cell := range b.Cells {
			filled[i].Cells = append(filled[i].Cells, f.spans(cell, b.line))
		}
	}
	return filled
}

func (f *filler) spans(spans []Span, line int) []Span {
	filled := slices.Clone(spans)
	for i, s := range filled {
		if !s.Code {
			filled[i].Text = f.text(named{s.Text, line})
		}
	}
	return filled
}

// Hides reports whether a name of cover is that of an answer.
func Hides(cover string, key engine.Key) bool { return cover == key.Name || cover == key.String() }
