// Package view says what a screen declares: its question, its controls, its
// answers, its picture. A declaration is over a question of its own type, read
// once from the controls; the list of views never sees that type.
//
// An answer has a level: what answers the question and three to five more stand on top, the others are
// folded until +; one that nobody gave a level is folded. What may be tried is declared with the view
// and pressed by a test; it says no number, so that it is true at every setting.
//
// What a page can tell of its answers without computing them is declared without a question: what each
// can be, and the cases in which it is explained.
package view

import (
	"context"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// View is one screen.
type View struct {
	Name     string   // address, file name and anchor: "concentration"
	Label    string   // the name in plain words: "one answer"
	Also     []string // other words that people look for it by
	Group    Group    // the tab, and whether it stands behind its main views: the list of views says it
	More     bool
	Title    string // "Concentration of one mechanism"
	Question string // the headline, and what the palette finds
	About    string // a paragraph for the reference
	Source   string // papers, theorems, corrections
	Budget   string // what ε is the budget of, in sentences: whose, what may change, who is trusted
	param.Form
	Presets  []Preset   // the first is what the view opens with
	Tries    []Try      // what a page says may be tried
	Runs     string     // the slider that runs; empty: the one along the x axis, else the first
	Takes    []Take     // which files it reads, and where
	Declared []Declared // the answers, in their order
	Lead     Lead       // what its pages say first
	NoteRows int        // what its notes take of a page that has room; 0: as others do

	asks     func(param.Values) string
	model    func(param.Values) string
	cited    func(param.Values) string
	orders   []Inequality
	opens    param.Values
	ask      func(context.Context, param.Values) (Page, error)
	words    func(context.Context, param.Values) engine.Defaults
	draw     func(ctx context.Context, values param.Values, count int) (engine.Points, error)
	plays    func(param.Values) bool
	python   func(context.Context, param.Values) (Python, error)
	noPython string // why there are no lines
	place    func(ctx context.Context, values param.Values, x, y float64) (string, error)
	sides    *sides // nil: it asks one question
}

// Asked is the question that the page of a setting answers.
func (v View) Asked(values param.Values) string {
	if v.asks == nil {
		return v.Question
	}
	return v.asks(values)
}

// Cited is what is copied of a setting in place of its address; empty: nothing is.
func (v View) Cited(values param.Values) string {
	if v.cited == nil {
		return ""
	}
	return v.cited(values)
}

// Preset is a named setting: a thing worth looking at.
type Preset struct {
	Name  string // "paper-example"
	Title string // "The paper's example: PM at ε = 2"
	Query string // "mechanism=pm&epsilon=2"
}

// Group is a tab, which the list of views names.
type Group string

// Declared is what can be said of an answer without computing it.
type Declared struct {
	Name   string // "epsilon-required"
	Of     string // one for each of these: "mechanism"; empty: one answer
	Label  string
	Brief  string // the same where several stand in a row; empty: Label
	Symbol string
	Unit   string
	Style  numeral.Style
	Goal   known.Goal

	ExactOf string // what the number is exact of where it is exact; empty where it never is

	Range  known.Range // what the number can be
	Ranges bool        // that depends on the question
	Level  Level
	Levels bool // that depends on the question
	Cases  []Explained
}

// Pattern is the name of the answer, or of each of a family:
// "epsilon-required-MECHANISM".
func (d Declared) Pattern() string {
	if d.Of == "" {
		return d.Name
	}
	return d.Name + "-" + strings.ToUpper(d.Of)
}

// Page is a view at one setting: an answer is computed when it is asked for,
// and only once. It is for one goroutine.
type Page interface {
	// Value computes one answer by itself. A key that the view does not declare is
	// an error, a member that is not among the present ones may be asked all the same.
	Value(ctx context.Context, key engine.Key) (known.Value, error)

	// Answer computes one answer by itself, with what it is called and how it is written, and
	// without its interval, its remark and its reasons.
	Answer(ctx context.Context, key engine.Key) (engine.Reading, error)

	// Values computes every answer, with its interval, its title and its source, and nothing else for the eye.
	Values(ctx context.Context) ([]engine.Reading, error)

	// Chosen computes those answers of Values that are chosen, each with its key, its unit and what is known,
	// and nothing that only others need.
	Chosen(ctx context.Context, only Chosen) ([]engine.Reading, error)

	// Levels says how much of the page each answer is that there is, and computes none of them.
	Levels(ctx context.Context) ([]Leveled, error)

	// Sheet draws the page and explains every answer. show is handed partial
	// sheets on the way.
	Sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error)

	walk(key engine.Key, unknown string) func(ctx context.Context, target float64) (engine.Walked, error)
}

// Ask opens the page of a setting; the error says why there is none.
func (v View) Ask(ctx context.Context, values param.Values) (Page, error) {
	return v.ask(ctx, values)
}

// Values computes every answer at one setting, without reasons but for their source, then
// every one at the setting that it holds, whose names begin with "hold.".
func (v View) Values(ctx context.Context, values param.Values) ([]engine.Reading, error) {
	answers, err := v.valuesAlone(ctx, values)
	setting, holds := values.Held()
	if err != nil || !holds {
		return answers, err
	}
	held, err := v.valuesAlone(ctx, setting)
	for _, a := range held {
		a.Name = param.HoldPrefix + a.Name
		answers = append(answers, a)
	}
	return answers, err
}

func (v View) valuesAlone(ctx context.Context, values param.Values) ([]engine.Reading, error) {
	page, err := v.ask(ctx, values)
	if err != nil {
		return nil, err
	}
	return page.Values(ctx)
}

// Walk is how an answer is solved for a slider where it jumps.
func (v View) Walk(values param.Values, key engine.Key, unknown string) engine.Walk {
	return func(ctx context.Context, target float64) (last engine.Walked, walks bool, err error) {
		p, err := v.ask(ctx, values.Alone())
		if err != nil {
			return last, false, err
		}
		walk := p.walk(key, unknown)
		if walk == nil {
			return last, false, nil
		}
		last, err = walk(ctx, target)
		return last, true, err
	}
}

// Value computes one answer at one setting, and nothing else.
func (v View) Value(ctx context.Context, values param.Values, key engine.Key) (known.Value, error) {
	ctx = work.Single(ctx)
	page, err := v.ask(ctx, values)
	if err != nil {
		return known.Value{}, err
	}
	return page.Value(ctx, key)
}
