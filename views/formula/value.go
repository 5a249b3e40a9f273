package formula

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/view"
)

// Value is the result of an expression.
type Value struct {
	Number float64 // NaN where it is no number
	Word   string  // of a reading or a control that is a word
	Holds  bool    // of a comparison
	Kind   ValueKind

	Style  numeral.Style
	Answer *engine.Reading // answer that it is the value of; nil: it was calculated
	spoken string          // of a control, as its page writes it; empty: it is none
	odds   bool
	side   numeral.Rounding // to which odds are rounded: a bound's own
}

// ValueKind is the kind of a value.
type ValueKind int

// The kinds of values.
const (
	OfNumber ValueKind = iota
	OfWord
	OfTruth
)

// none is the word of a reading without an answer.
const none = "none"

// Written returns the value as a sentence says it after other words.
func (v Value) Written(before string) string {
	switch {
	case v.odds:
		return oddsText(v.Number, v.side)
	case v.Answer != nil && (v.Kind == OfNumber || v.Answer.Known.Word != ""):
		return v.Answer.Said(before)
	case v.spoken != "":
		return v.spoken
	case v.Kind == OfWord:
		return v.Word
	case v.Kind == OfTruth:
		return map[bool]string{true: "yes", false: "no"}[v.Holds]
	}
	return v.Style.Format(v.Number)
}

// oddsText writes a share as a number out of 100, with the digits of the reading beside it, or out of more where that would be
// none or all.
func oddsText(share float64, side numeral.Rounding) string {
	const most = 1e9
	if math.IsNaN(share) {
		return "none"
	}
	for of := 100.0; of <= most; of *= 10 {
		count, nearest := whole(share*of, side), math.Round(share*of)
		switch inside := min(count, nearest) > 0 && max(count, nearest) < of; {
		case of == 100 && nearest > 0 && nearest < of:
			return strings.TrimSuffix(strings.TrimSuffix(numeral.Percent.Rounded(share, side), " %"), ".0") + " of 100"
		case inside || share <= 0 || share >= 1:
			return numeral.Count(count) + " of " + numeral.Count(of)
		}
	}
	return numeral.Chance(share)
}

// whole rounds a number to a whole one, to a side.
func whole(v float64, side numeral.Rounding) float64 {
	switch side {
	case numeral.Up:
		return math.Ceil(v)
	case numeral.Down:
		return math.Floor(v)
	}
	return math.Round(v)
}

// Asker asks the views, each setting once.
type Asker struct {
	pages map[string]view.Page
}

// NewAsker returns an Asker that has asked nothing yet.
func NewAsker() *Asker { return &Asker{map[string]view.Page{}} }

// page returns the page of a setting.
func (a *Asker) page(ctx context.Context, s Setting) (view.Page, error) {
	address := s.Address()
	if p, found := a.pages[address]; found {
		return p, nil
	}
	p, err := s.View.Ask(ctx, s.Values)
	if err == nil {
		a.pages[address] = p
	}
	return p, err
}

// answer returns one reading at a setting.
func (a *Asker) answer(ctx context.Context, s Setting, key engine.Key) (engine.Reading, error) {
	p, err := a.page(ctx, s)
	if err != nil {
		return engine.Reading{}, err
	}
	return p.Answer(ctx, key)
}

// Scope is where a formula is computed: at a setting, with names of its own besides those of the view.
type Scope struct {
	*Asker
	At    Setting
	Names map[string]Value
}

// Value computes a formula.
func (s Scope) Value(ctx context.Context, f *Formula) (Value, error) {
	v, err := s.node(ctx, f.root)
	if err != nil {
		return v, fmt.Errorf("%s: %w", f.brief(), err)
	}
	if v.Answer == nil && v.Style == numeral.Percent && math.Abs(v.Number) > 1 { // more than the whole is no share, though a mean of shares passes through it
		v.Style = numeral.Plain
	}
	return v, nil
}

// Holds computes a condition.
func (s Scope) Holds(ctx context.Context, f *Formula) (bool, error) {
	v, err := s.Value(ctx, f)
	if err == nil && v.Kind != OfTruth {
		err = fmt.Errorf("%s is no condition; a comparison such as f1 >= 0.5 would work", f.brief())
	}
	return v.Holds, err
}

// Number computes a number.
func (s Scope) Number(ctx context.Context, f *Formula) (Value, error) {
	v, err := s.Value(ctx, f)
	if err == nil && (v.Kind != OfNumber || math.IsNaN(v.Number)) {
		err = fmt.Errorf("%s is no number", f.brief())
	}
	return v, err
}

func (s Scope) node(ctx context.Context, n node) (Value, error) {
	switch n := n.(type) {
	case literal:
		return Value{Number: float64(n)}, nil
	case name:
		return s.name(ctx, n)
	case negative:
		v, err := s.operand(ctx, n.of)
		return Value{Number: -v.Number, Style: v.Style}, err
	case applied:
		v, err := s.operand(ctx, n.of)
		if err != nil {
			return v, err
		}
		return apply(n.word, v)
	case binary:
		return s.binary(ctx, n)
	case near:
		return s.near(ctx, n)
	}
	return Value{}, errors.New("nothing stands there")
}

// apply applies one of the functions.
func apply(word string, v Value) (Value, error) {
	switch word {
	case "odds":
		odds := Value{Number: v.Number, odds: true}
		if v.Answer != nil {
			odds.side = v.Answer.Known.Side().Rounding()
		}
		return odds, nil
	case "root":
		return Value{Number: math.Sqrt(v.Number), Style: v.Style}, nil
	case "exp":
		return Value{Number: math.Exp(v.Number), Style: v.Style}, nil
	}
	if v.Answer == nil {
		return v, fmt.Errorf("%s is of a reading; %s READING would work", word, word)
	}
	number := v.Answer.Known.Low
	if word == "high" {
		number = v.Answer.Known.High
	}
	return Value{Number: number, Style: v.Style}, nil
}

// operand computes a part that must be a number.
func (s Scope) operand(ctx context.Context, n node) (Value, error) {
	v, err := s.node(ctx, n)
	if err == nil && v.Kind != OfNumber {
		err = errors.New("only numbers are added, multiplied and compared by size")
	}
	return v, err
}

func (s Scope) binary(ctx context.Context, b binary) (Value, error) {
	switch b.sign {
	case "and":
		left, err := s.node(ctx, b.left)
		if err != nil {
			return left, err
		}
		right, err := s.node(ctx, b.right)
		if err == nil && (left.Kind != OfTruth || right.Kind != OfTruth) {
			err = errors.New("and joins comparisons")
		}
		return Value{Kind: OfTruth, Holds: left.Holds && right.Holds}, err
	case "=":
		return s.equal(ctx, b)
	}
	left, err := s.operand(ctx, b.left)
	if err != nil {
		return left, err
	}
	right, err := s.operand(ctx, b.right)
	if err != nil {
		return right, err
	}
	x, y := left.Number, right.Number
	switch b.sign {
	case "<", "<=", ">", ">=":
		if math.IsNaN(x) || math.IsNaN(y) {
			return Value{Kind: OfTruth}, nil
		}
		return Value{Kind: OfTruth, Holds: map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[b.sign]}, nil
	}
	v := Value{Number: map[string]float64{"+": x + y, "-": x - y, "*": x * y, "/": x / y}[b.sign]}
	switch share := left.Style == numeral.Percent && right.Style == numeral.Percent; {
	case b.sign == "-" && share:
		v.Style = numeral.Points
	case b.sign == "+" || b.sign == "-":
		v.Style = cmp.Or(left.Style, right.Style)
	case b.sign == "/" && share:
	default:
		v.Style = cmp.Or(left.Style, right.Style)
		times := x
		if left.Style == numeral.Percent {
			times = y
		}
		if b.sign == "*" && v.Style == numeral.Percent && math.Abs(times) > 1 { // a share times a number is a number of people
			v.Style = numeral.Plain
		}
	}
	return v, nil
}

// equal compares numbers to rounding, or two words as they are written.
func (s Scope) equal(ctx context.Context, b binary) (Value, error) {
	const rounding = 1e-9
	left, err := s.node(ctx, b.left)
	if err != nil {
		return left, err
	}
	truth := Value{Kind: OfTruth}
	if word, bare := b.right.(name); bare && word.at == "" && (left.Kind == OfWord || word.text == none) {
		truth.Holds = left.Word == word.text || word.text == none && left.Kind == OfNumber && math.IsNaN(left.Number)
		return truth, nil
	}
	right, err := s.node(ctx, b.right)
	switch {
	case err != nil:
		return right, err
	case left.Kind == OfWord && right.Kind == OfWord:
		truth.Holds = left.Word == right.Word
	case left.Kind != OfNumber || right.Kind != OfNumber:
		return truth, errors.New("a word is compared with a word, a number with a number")
	default:
		truth.Holds = math.Abs(left.Number-right.Number) <= rounding*max(1, math.Abs(right.Number))
	}
	return truth, nil
}

// near compares two numbers to within a third.
func (s Scope) near(ctx context.Context, n near) (Value, error) {
	var v [3]float64
	for i, part := range []node{n.left, n.right, n.within} {
		of, err := s.operand(ctx, part)
		if err != nil {
			return of, err
		}
		v[i] = of.Number
	}
	return Value{Kind: OfTruth, Holds: math.Abs(v[0]-v[1]) <= v[2]}, nil
}

// name evaluates a name of the scope's own, a reading, or a control.
func (s Scope) name(ctx context.Context, n name) (Value, error) {
	if v, own := s.Names[n.text]; own && n.at == "" {
		return v, nil
	}
	at, err := s.place(n.at)
	if err != nil {
		return Value{}, err
	}
	if key, found := ReadingOf(at.View, n.text); found {
		a, err := s.answer(ctx, at, key)
		if err != nil {
			return Value{}, err
		}
		v := Value{Number: a.Known.Value, Style: a.Style, Answer: &a}
		switch {
		case a.Known.Word != "":
			v.Kind, v.Word, v.Number = OfWord, a.Known.Word, math.NaN()
		case a.Known.Missing():
			v.Word = none
		}
		return v, nil
	}
	if v, found := ControlOf(at, n.text); found {
		return v, nil
	}
	return Value{}, fmt.Errorf("%s has no answer and no control called %q", at.View.Name, n.text)
}

// place returns the setting in brackets: a change of the present one, or an address.
func (s Scope) place(brackets string) (Setting, error) {
	switch {
	case brackets == "":
		return s.At, nil
	case strings.Contains(brackets, "?"):
		v, values, err := views.Open(strings.ReplaceAll(brackets, " ", ""))
		return Setting{View: v, Values: values}, err
	}
	return s.At.Over(ReadChange(brackets))
}

// ReadingOf returns the key of a view's answer, or of a member of a family.
func ReadingOf(v view.View, text string) (engine.Key, bool) {
	var key engine.Key
	for _, d := range v.Declared {
		switch member, found := strings.CutPrefix(text, d.Name+"-"); {
		case d.Of == "" && d.Name == text:
			return engine.Key{Name: text}, true
		case d.Of != "" && found && len(d.Name) > len(key.Name):
			key = engine.Key{Name: d.Name, Member: member}
		}
	}
	return key, key.Name != ""
}

// ControlOf returns the value of a control.
func ControlOf(at Setting, text string) (Value, bool) {
	choices, texts := at.View.Needed(at.Values)
	for _, c := range choices {
		if c.Key() == text {
			picked := at.Values.Picked(c)
			return Value{Kind: OfWord, Word: picked.Name, Number: math.NaN(), spoken: picked.Title}, true
		}
	}
	for _, t := range texts {
		if t.Name == text {
			return Value{Kind: OfWord, Word: at.Values.Word(t), Number: math.NaN()}, true
		}
	}
	sliders := at.View.Sliders(at.Values)
	if i := slices.IndexFunc(sliders, func(p param.Param) bool { return p.Name == text }); i >= 0 {
		style := sliders[i].Style
		if sliders[i].Scale == param.Count && style == numeral.Plain {
			style = numeral.Whole
		}
		x := at.Values.Get(sliders[i])
		return Value{Number: x, Style: style, spoken: sliders[i].Text(x)}, true
	}
	return Value{}, false
}
