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
	Also                           string // other words that people look for it by, set apart by commas
	Title, Question, About, Source string

	// Budget says in sentences for people who decide what ε is the budget of: whose, what may change between
	// neighbours, and who is trusted; or that nothing is spent.
	Budget string

	// Model says where noise is added at a setting, assets.Local or assets.Central; nil: no ε is set here.
	Model func(param.Values) string

	param.Form
	Presets []Preset

	// Tries are what may be tried, each for some settings; a page shows the first that is for its own.
	Tries []Try

	// Takes are the files that the view reads, each in one control.
	Takes []Take

	// Runs is the slider that the page lets run, which the view is about: a seed where something
	// is drawn, the rounds of a search; empty: the one along the x axis, else the first.
	Runs string

	// Asks is the question where it depends on the setting; nil: Question.
	Asks func(param.Values) string

	// Ask reads the question from the controls. What several answers share goes
	// into it as a work.Once.
	Ask func(context.Context, param.Values) (Q, error)

	// Defaults says what only opened files know of the controls; nil: nothing.
	Defaults func(context.Context, param.Values) engine.Defaults

	// Provenance says of whom the numbers speak, what was left out, or what is declared
	// public of them; nil: they speak of nobody.
	Provenance func(context.Context, Q) (engine.Note, error)

	// Lead is what the page says first: an answer to its question, and the price.
	Lead Lead

	// Sees is who sees what: the first that applies is said under the price. nil: nothing is said yet.
	Sees []Sees

	// Filled gives the words of the lead that are no readings, each by its name: they
	// follow from the setting or are counted; nil: none.
	Filled func(Q) map[string]string

	// Readings are the answers, the most important first.
	Readings []Entry[Q]

	// Moving is the question that is answered while a slider moves: bounds that are as true,
	// or fewer draws, which the answers say. Its page stands until the slider rests. found is
	// false where the question itself is answered within a frame; nil: it always is.
	Moving func(context.Context, Q) (less Q, found bool)

	// NoteRows are those that long notes need of a page that has room; 0: one.
	NoteRows int

	// Orders are what the answers promise about one another.
	Orders []Inequality

	// Place is the address of what explains a place of the picture, empty where
	// nothing does; what it leaves out is carried along. nil: no place leads anywhere.
	Place func(ctx context.Context, q Q, x, y float64) (string, error)

	// Cited is what is copied of a setting in place of its address; nil or empty: the address.
	Cited func(param.Values) string

	// Draws draws so many private answers as points of the picture, always the
	// same ones; nil: there is nothing to draw.
	Draws func(ctx context.Context, q Q, count int) (engine.Points, error)

	// Plays reports whether the picture is of private answers, so that they come one by one where the view
	// runs, and no slider moves; nil: it never is.
	Plays func(param.Values) bool

	// Python is the main answer in Python, for those who go on there; nil: NoPython says why there are no lines.
	Python   func(context.Context, param.Values, Q) (Python, error)
	NoPython string

	// Draw draws the figure and writes the notes. Whatever number it needs of an
	// answer it asks for; show hands out what is drawn so far, with the answers known by
	// then.
	Draw func(ctx context.Context, q Q, answer Readings, show func(engine.Sheet)) (engine.Sheet, error)
}

// Readings gives an answer of the page by name, and by member where it is one of
// a family.
type Readings func(name string, member ...string) (known.Value, error)

// Entry is a Reading or a Family: their order is that of the page and of read.
type Entry[Q any] interface {
	// Declare says what can be said without a question.
	Declare() Declared
	// Present lists the readings there are for a question.
	Present(context.Context, Q) ([]keyed, error)
	// At finds the reading under a key, if that is one of the entry's.
	At(engine.Key) (Reading[Q], bool)
}

// parts are those of Parts.
func (r Reading[Q]) parts(q Q) int {
	if r.Parts == nil {
		return 0
	}
	return r.Parts(q)
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
	Round     numeral.Rounding // of a number that must be enough as it is written
	Parts     func(Q) int      // how many equal numbers it adds up, each of which is written; nil: none
	Goal      known.Goal
	Expensive bool // takes so long that solving had better ask few

	Range   known.Range         // what the number can be
	RangeOf func(Q) known.Range // where it depends on the question, and how far solving goes; nil: Range
	Level   Level
	LevelOf func(Q) Level // the level where it depends on the question; nil: Level

	// ExactOf is what the number is exact of wherever its basis is exact, in plain words
	// that go on after "exact of": "the law of the answer at x". It names what stands on the
	// page, so that nobody takes it for more.
	ExactOf string

	When     func(Q) bool          // at which questions there is such an answer; nil: at all
	Title    func(Q) string        // the label where it depends on the question; nil: Label
	SymbolOf func(Q) string        // the symbol where it depends on the question; nil: Symbol
	Styled   func(Q) numeral.Style // the style where it depends on the question; nil: Style
	Target   func(Q) float64       // what solving begins with; nil: the next round number

	// Walk solves a reading that jumps for a slider, by its name; nil, or a nil function: solving looks for borders.
	Walk func(q Q, unknown string) func(ctx context.Context, target float64) (engine.Walked, error)

	Value       func(context.Context, Q) (known.Value, error)              // alone, as solving and claims ask it
	Partial     func(Q) known.Value                                        // what is proven of it by then, while it is computed; asked from other goroutines too
	Interval    func(context.Context, Q, known.Value) (known.Value, error) // adds an interval, which solving does not need
	DisplayText func(Q, known.Value) string                                // what people say for the number, in their unit; nil or empty: the number
	Remark      func(context.Context, Q, known.Value) (string, error)      // a remark after the number
	Opens       func(context.Context, Q, known.Value) (string, error)      // the address of what explains it, but for what is carried along

	// Cases explain it where they hold, the first that does; in all that are left the fields below do, as a Case says them.
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
	All   []string // the members that there can be, for the reference; nil: no case is of one member alone

	LevelOf func(Q) Level // the level where it depends on the question; nil: Level

	Members func(context.Context, Q) ([]string, error) // in the order of read
	Rank    func(context.Context, Q) ([]string, error) // in the order of the page; nil: as Members
	Tabled  bool                                       // members that are not on top stand in a table of the page alone
	Places  bool                                       // that order is a ranking: each answer has its place
	Group   func(member string) string                 // what members are told apart by before they are ranked; nil: nothing
	Each    func(member string) Reading[Q]             // Name and Title stand in for the family's where they are given
}

// exactOf is what a value of the reading is exact of: nothing, if it is not exact.
func (r Reading[Q]) exactOf(v known.Value) string {
	if v.Missing() || v.Basis != known.Exact {
		return ""
	}
	return r.ExactOf
}

// title is the label at a question.
func (r Reading[Q]) title(q Q) string {
	if r.Title == nil {
		return r.Label
	}
	return r.Title(q)
}

// style is how the number is spoken of.
func (r Reading[Q]) style(q Q) numeral.Style {
	if r.Styled == nil {
		return r.Style
	}
	return r.Styled(q)
}

// Declare is that of an Entry.
func (r Reading[Q]) Declare() Declared {
	return Declared{Name: r.Name, Label: r.Label, Brief: r.Brief, Symbol: r.Symbol, Unit: r.Unit, Style: r.Style, Goal: r.Goal, ExactOf: r.ExactOf,
		Range: r.Range, Ranges: r.RangeOf != nil, Level: r.Level, Levels: r.LevelOf != nil, Cases: r.explained("")}
}

// Present is that of an Entry.
func (r Reading[Q]) Present(_ context.Context, q Q) ([]keyed, error) {
	if r.When != nil && !r.When(q) {
		return nil, nil
	}
	return []keyed{{engine.Key{Name: r.Name}, &posed[Q]{r, q}}}, nil
}

// At is that of an Entry.
func (r Reading[Q]) At(key engine.Key) (Reading[Q], bool) {
	return r, key == engine.Key{Name: r.Name}
}

// Declare is that of an Entry.
func (f Family[Q]) Declare() Declared {
	each := f.Each("")
	return Declared{Name: f.Name, Of: f.Of, Label: f.Label, Symbol: each.Symbol, Unit: each.Unit, Style: each.Style, Goal: each.Goal, ExactOf: each.ExactOf,
		Range: each.Range, Ranges: each.RangeOf != nil, Level: max(f.Level, each.Level), Levels: f.LevelOf != nil || each.LevelOf != nil,
		Cases: f.explained()}
}

// Present is that of an Entry.
func (f Family[Q]) Present(ctx context.Context, q Q) ([]keyed, error) {
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

// At is that of an Entry.
func (f Family[Q]) At(key engine.Key) (Reading[Q], bool) {
	if key.Name != f.Name || key.Member == "" {
		return Reading[Q]{}, false
	}
	return f.Each(key.Member), true
}

// Of makes a view of its declaration.
func Of[Q any](d Declaration[Q]) View {
	d.Lead.Prices = judged(d.Lead.Prices)
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

// separate returns the parts of a list in one line.
func separate(list string) (parts []string) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
