// Package view declares screens: a question, controls, answers, a picture. A declaration has a question of its own type, read
// once from the controls; the list of views never sees that type.
//
// An answer has a level: the one that answers the question and three to five more stand on top, the others are folded until +;
// an answer without a level is folded. Suggestions of what to try are declared with the view and tested by their keys; they
// contain no number, so that they are true at every setting.
//
// What is known of the answers without computing them is declared without a question: their ranges, and the cases that explain
// them.
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
	Also     []string // other words that people search for
	Group    Group    // the tab, and whether it stands behind its main views: set by the list of views
	More     bool
	Title    string // "Concentration of one mechanism"
	Question string // the headline, which the palette also finds
	About    string // a paragraph for the reference
	Source   string // papers, theorems, corrections
	Budget   string // what ε is spent on, in sentences: whose data, how neighbours differ, who is trusted
	param.Form
	Presets  []Preset   // the first is the opening
	Tries    []Try      // suggestions of what to try
	Runs     string     // the slider that playing moves; empty: the one along the x axis, else the first
	Takes    []Take     // the files that it reads, and their controls
	Declared []Declared // the answers, in their order
	Lead     Lead       // the first text of its pages
	NoteRows int        // rows of its notes on a page with room; 0: as for other views

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

// Asked returns the question that the page of a setting answers.
func (v View) Asked(values param.Values) string {
	if v.asks == nil {
		return v.Question
	}
	return v.asks(values)
}

// Cited returns what is copied of a setting in place of its address; empty: nothing is.
func (v View) Cited(values param.Values) string {
	if v.cited == nil {
		return ""
	}
	return v.cited(values)
}

// Preset is a named setting that is worth looking at.
type Preset struct {
	Name  string // "paper-example"
	Title string // "The paper's example: PM at ε = 2"
	Query string // "mechanism=pm&epsilon=2"
}

// Group is a tab, named by the list of views.
type Group string

// Declared holds what is known of an answer without computing it.
type Declared struct {
	Name   string // "epsilon-required"
	Of     string // one for each of these: "mechanism"; empty: one answer
	Label  string
	Brief  string // the same where several stand in a row; empty: Label
	Symbol string
	Unit   string
	Style  numeral.Style
	Goal   known.Goal

	ExactOf string // what the number is exact for where it is exact; empty where it never is

	Range  known.Range // possible values of the number
	Ranges bool        // the range depends on the question
	Level  Level
	Levels bool // the level depends on the question
	Cases  []Explained
}

// Pattern returns the name of the answer, or the pattern of a family's names: "epsilon-required-MECHANISM".
func (d Declared) Pattern() string {
	if d.Of == "" {
		return d.Name
	}
	return d.Name + "-" + strings.ToUpper(d.Of)
}

// Page is a view at one setting: it computes an answer on request, and only once. It is for one goroutine.
type Page interface {
	// Value computes one answer by itself. A key that the view does not declare is an error; a member that is not present may
	// be requested.
	Value(ctx context.Context, key engine.Key) (known.Value, error)

	// Answer computes one answer by itself, with its name and its style, without its interval, its remark and its reasons.
	Answer(ctx context.Context, key engine.Key) (engine.Reading, error)

	// Values computes every answer, with its interval, its title and its source, without the parts that only people see.
	Values(ctx context.Context) ([]engine.Reading, error)

	// Chosen computes the chosen ones of Values, each with its key, its unit and its value, and nothing that only others need.
	Chosen(ctx context.Context, only Chosen) ([]engine.Reading, error)

	// Levels returns the level of each present answer, and computes none of them.
	Levels(ctx context.Context) ([]Leveled, error)

	// Sheet draws the page and explains every answer. show receives partial sheets before.
	Sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error)

	walk(key engine.Key, unknown string) func(ctx context.Context, target float64) (engine.Walked, error)
}

// Ask opens the page of a setting; the error says why there is none.
func (v View) Ask(ctx context.Context, values param.Values) (Page, error) { return v.ask(ctx, values) }

// Values computes every answer at one setting, without reasons except their source, then every one at its held setting, with
// names that begin with "hold.".
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

// Walk returns how an answer that jumps is solved for a slider.
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
