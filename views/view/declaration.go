package view

import (
	"cmp"
	"context"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// Declaration declares a view over questions of type Q.
type Declaration[Q any] struct {
	Name                           string
	Label                          string // the name in plain words, in the row of its tab
	Also                           string // other words that people search for, separated by commas
	Title, Question, About, Source string

	// Budget says in sentences for decision makers what ε is spent on: whose data, how neighbours differ, and who is trusted;
	// or that nothing is spent.
	Budget string

	// Model returns where noise is added at a setting, assets.Local or assets.Central; nil: no ε is set here.
	Model func(param.Values) string

	param.Form
	Presets []Preset

	// Tries lists suggestions of what to try, each for some settings; a page shows the first that applies.
	Tries []Try

	// Takes lists the files that the view reads, each with its control.
	Takes []Take

	// Runs names the slider that playing moves, the view's main one: a seed where answers are drawn, the rounds of a search;
	// empty: the one along the x axis, else the first.
	Runs string

	// Asks returns the question where it depends on the setting; nil: Question.
	Asks func(param.Values) string

	// Ask reads the question from the controls. What several answers share is a work.Once in it.
	Ask func(context.Context, param.Values) (Q, error)

	// Defaults returns what is known of the controls only from opened files; nil: nothing.
	Defaults func(context.Context, param.Values) engine.Defaults

	// Provenance says which people the numbers are about, what was left out, or what is declared public about them; nil: they
	// are about no people.
	Provenance func(context.Context, Q) (engine.Note, error)

	// Lead is the first text of the page: an answer to its question, and the price.
	Lead Lead

	// Sees declares who sees what: the first that applies is said under the price. nil: nothing is said.
	Sees []Sees

	// Filled returns the words of the lead that are no readings, by name: they follow from the setting or are counted; nil:
	// none.
	Filled func(Q) map[string]string

	// Readings lists the answers, the most important first.
	Readings []Entry[Q]

	// Moving returns the question to answer while a slider moves: its answers are valid bounds, or come from fewer draws, and
	// say so. Its page stays until the slider rests. found is false where the question itself is answered within a frame; nil:
	// it always is.
	Moving func(context.Context, Q) (less Q, found bool)

	// NoteRows is the number of rows that long notes need on a page with room; 0: one.
	NoteRows int

	// Orders lists inequalities between the answers.
	Orders []Inequality

	// Place returns the address that explains a place of the picture, empty where there is none; controls that it leaves out
	// are carried along. nil: no place leads anywhere.
	Place func(ctx context.Context, q Q, x, y float64) (string, error)

	// Cited returns what is copied of a setting in place of its address; nil or empty: the address.
	Cited func(param.Values) string

	// Draws draws count private answers as points of the picture, always the same ones; nil: none can be drawn.
	Draws func(ctx context.Context, q Q, count int) (engine.Points, error)

	// Plays reports whether the picture shows private answers, so that playing draws them one by one and moves no slider; nil:
	// it never does.
	Plays func(param.Values) bool

	// Python returns the main answer in Python; nil: NoPython says why there are no lines.
	Python   func(context.Context, param.Values, Q) (Python, error)
	NoPython string

	// Draw draws the figure and writes the notes. It asks for the numbers of answers that it needs; show receives partial
	// drawings, with the answers known by then.
	Draw func(ctx context.Context, q Q, answer Readings, show func(engine.Sheet)) (engine.Sheet, error)
}

// Readings returns an answer of the page by name, and by member for a family.
type Readings func(name string, member ...string) (known.Value, error)

// Entry is a Reading or a Family, in the order of the page and of read.
type Entry[Q any] interface {
	// Declare returns what is known without a question.
	Declare() Declared
	// Present lists the readings at a question.
	Present(context.Context, Q) ([]keyed, error)
	// At returns the reading under a key, if the entry has it.
	At(engine.Key) (Reading[Q], bool)
}

// parts returns the number of parts; 0 without Parts.
func (r Reading[Q]) parts(q Q) int {
	if r.Parts == nil {
		return 0
	}
	return r.Parts(q)
}

// summands returns the numbers of Summands; nil without it.
func (r Reading[Q]) summands(q Q) []float64 {
	if r.Summands == nil {
		return nil
	}
	return r.Summands(q)
}

// keyed is a reading under its name on the page.
type keyed struct {
	key     engine.Key
	reading bound
}

// Reading declares one answer to questions of type Q.
type Reading[Q any] struct {
	Name      string // "mass"
	Label     string // in the user's words: "lands in the window"
	Brief     string // the same where several answers stand in a row; empty: Label
	Symbol    string // "ρ"
	Unit      string
	Style     numeral.Style
	Round     numeral.Rounding  // of a number that must suffice as it is written
	Parts     func(Q) int       // number of equal terms in a sum, each of which is written; nil: none
	Summands  func(Q) []float64 // unequal terms, as far as they are known; nil: none
	Goal      known.Goal
	Expensive bool // slow enough that solving should ask rarely

	Range   known.Range         // possible values of the number
	RangeOf func(Q) known.Range // where it depends on the question, and how far solving goes; nil: Range
	Level   Level
	LevelOf func(Q) Level // the level where it depends on the question; nil: Level

	// ExactOf says what the number is exact for, wherever its basis is exact, in plain words that follow "exact of": "the law
	// of the answer at x". It names what stands on the page, so that the claim is not read as more.
	ExactOf string

	When     func(Q) bool          // whether a question has this answer; nil: all have
	Title    func(Q) string        // the label where it depends on the question; nil: Label
	SymbolOf func(Q) string        // the symbol where it depends on the question; nil: Symbol
	Styled   func(Q) numeral.Style // the style where it depends on the question; nil: Style
	Target   func(Q) float64       // first target of solving; nil: the next round number

	// Walk solves for a named slider a reading that jumps; nil, or a nil function: solving searches borders.
	Walk func(q Q, unknown string) func(ctx context.Context, target float64) (engine.Walked, error)

	Value       func(context.Context, Q) (known.Value, error)              // alone, as solving and claims ask for it
	Partial     func(Q) known.Value                                        // bounds proven so far, while it is computed; called from other goroutines too
	Interval    func(context.Context, Q, known.Value) (known.Value, error) // adds an interval, which solving does not need
	DisplayText func(Q, known.Value) string                                // the number as people say it, in their unit; nil or empty: the number
	Remark      func(context.Context, Q, known.Value) (string, error)      // a remark after the number
	Opens       func(context.Context, Q, known.Value) (string, error)      // the address that explains it; other controls are carried along

	// Cases explain the answer, the first one that holds; otherwise the fields below do, with the meaning they have in Case.
	Cases    []Case[Q]
	Formula  string
	With     func(context.Context, Q, known.Value) (string, error)
	Source   string
	SourceOf func(Q) string
	Assumes  string
}

// Family declares one answer per member: a mechanism, a group, a feature.
type Family[Q any] struct {
	Name  string
	Of    string // what the members are: "mechanism"
	Label string // of the family, for the reference: "least ε with it"
	Level Level
	All   []string // the possible members, for the reference; nil: no case belongs to one member alone

	LevelOf func(Q) Level // the level where it depends on the question; nil: Level

	When    func(Q) bool                               // whether a question has members; nil: all have
	Members func(context.Context, Q) ([]string, error) // in the order of read
	Rank    func(context.Context, Q) ([]string, error) // in the order of the page; nil: as Members
	Tabled  bool                                       // members that are not on top stand only in a table of the page
	Places  bool                                       // that order is a ranking: each answer has its place
	Group   func(member string) string                 // group within which a member is ranked; nil: one group
	Each    func(member string) Reading[Q]             // its Name and Title replace the family's where they are set
}

// exactOf returns what a value of the reading is exact for; empty if it is not exact.
func (r Reading[Q]) exactOf(v known.Value) string {
	if v.Missing() || v.Basis != known.Exact {
		return ""
	}
	return r.ExactOf
}

// title returns the label at a question.
func (r Reading[Q]) title(q Q) string {
	if r.Title == nil {
		return r.Label
	}
	return r.Title(q)
}

// style returns the style of the number.
func (r Reading[Q]) style(q Q) numeral.Style {
	if r.Styled == nil {
		return r.Style
	}
	return r.Styled(q)
}

// Declare implements Entry.
func (r Reading[Q]) Declare() Declared {
	return Declared{Name: r.Name, Label: r.Label, Brief: r.Brief, Symbol: r.Symbol, Unit: r.Unit, Style: r.Style, Goal: r.Goal, ExactOf: r.ExactOf,
		Range: r.Range, Ranges: r.RangeOf != nil, Level: r.Level, Levels: r.LevelOf != nil, Cases: r.explained("")}
}

// Present implements Entry.
func (r Reading[Q]) Present(_ context.Context, q Q) ([]keyed, error) {
	if r.When != nil && !r.When(q) {
		return nil, nil
	}
	return []keyed{{engine.Key{Name: r.Name}, &posed[Q]{r, q}}}, nil
}

// At implements Entry.
func (r Reading[Q]) At(key engine.Key) (Reading[Q], bool) { return r, key == engine.Key{Name: r.Name} }

// Declare implements Entry.
func (f Family[Q]) Declare() Declared {
	each := f.Each("")
	return Declared{Name: f.Name, Of: f.Of, Label: f.Label, Symbol: each.Symbol, Unit: each.Unit, Style: each.Style, Goal: each.Goal, ExactOf: each.ExactOf,
		Range: each.Range, Ranges: each.RangeOf != nil, Level: max(f.Level, each.Level), Levels: f.LevelOf != nil || each.LevelOf != nil,
		Cases: f.explained()}
}

// Present implements Entry.
func (f Family[Q]) Present(ctx context.Context, q Q) ([]keyed, error) {
	if f.When != nil && !f.When(q) {
		return nil, nil
	}
	members, err := f.Members(ctx, q)
	if err != nil {
		return nil, err
	}
	var list []keyed
	for _, m := range members {
		if r := f.Each(m); r.When == nil || r.When(q) {
			list = append(list, keyed{engine.Key{Name: f.Name, Member: m}, &posed[Q]{r, q}})
		}
	}
	return list, nil
}

// At implements Entry.
func (f Family[Q]) At(key engine.Key) (Reading[Q], bool) {
	if key.Name != f.Name || key.Member == "" {
		return Reading[Q]{}, false
	}
	return f.Each(key.Member), true
}

// Of makes a view from its declaration.
func Of[Q any](d Declaration[Q]) View {
	v := View{Name: d.Name, Label: d.Label, Also: separate(d.Also), Title: d.Title, Question: d.Question, About: d.About, Source: d.Source, Budget: d.Budget,
		Form: d.Form.Indexed(), Presets: d.Presets, Tries: d.Tries, Takes: d.Takes, Runs: d.Runs, Lead: d.Lead, NoteRows: d.NoteRows, asks: d.Asks, model: d.Model, cited: d.Cited, words: d.Defaults,
		orders: d.Orders, plays: d.Plays}
	if len(d.Presets) > 0 {
		v.opens, _ = v.Parse(d.Presets[0].Query) // a test opens it like the others
	}
	for _, e := range d.Readings {
		v.Declared = append(v.Declared, e.Declare())
	}
	v.ask = func(ctx context.Context, values param.Values) (Page, error) {
		q, err := d.Ask(ctx, values)
		if err != nil {
			return nil, err
		}
		return &page{asking: &question[Q]{&d, q}, values: values}, nil
	}
	v.noPython = cmp.Or(d.NoPython, "nobody has written them yet") + "; dpscope read gives its answers to a program"
	if d.Python != nil {
		v.python = func(ctx context.Context, values param.Values) (Python, error) {
			q, err := d.Ask(ctx, values)
			if err != nil {
				return Python{}, err
			}
			return d.Python(ctx, values, q)
		}
	}
	if d.Place != nil {
		v.place = func(ctx context.Context, values param.Values, x, y float64) (string, error) {
			q, err := d.Ask(ctx, values)
			if err != nil {
				return "", err
			}
			return d.Place(ctx, q, x, y)
		}
	}
	if d.Draws != nil {
		v.draw = func(ctx context.Context, values param.Values, count int) (engine.Points, error) {
			q, err := d.Ask(ctx, values)
			if err != nil {
				return engine.Points{}, err
			}
			return d.Draws(ctx, q, count)
		}
	}
	return v
}

// separate splits a list on commas.
func separate(list string) (parts []string) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
