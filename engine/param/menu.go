package param

import (
	"cmp"
	"fmt"
	"slices"
)

// Kind declares one way to make a T: a mechanism, a classifier, a loss.
type Kind[T any] struct {
	Name   string // address word: "laplace"
	Title  string // "Laplace"
	Tag    string // a few characters beside the title: "ε-LDP"; may be empty
	Help   string // one or two sentences
	Source string // where its formulas come from
	Params []Param
	New    func(Values) (T, error) // reads Params, and nothing else
	// Fits reports whether the kind may be picked at a setting of other controls; nil: always. A kind that
	// does not fit is not offered, and refused in an address.
	Fits func(Values) bool
	// Lasting options take minutes instead of seconds: searches over many settings leave them out.
	Lasting bool
}

// With returns the kind with sliders of its own.
func (k Kind[T]) With(params ...Param) Kind[T] {
	k.Params = params
	return k
}

// Where returns the kind with the settings at which it may be picked.
func (k Kind[T]) Where(fits func(Values) bool) Kind[T] {
	k.Fits = fits
	return k
}

// Menu is a picker and a constructor in one; the first kind is the default.
type Menu[T any] struct {
	Name  string // address key: "mechanism"
	Label string // beside the picker
	Help  string
	Of    string // the option of another menu that it belongs to, "query=real", or options, "query=real,count"; it does not matter with others; empty: none
	Kinds []Kind[T]
	// Unfit explains names of other menus that a reader may expect here: why they are no kinds, and what
	// would work.
	Unfit map[string]string
}

// New makes the kind picked in v.
func (m Menu[T]) New(v Values) (T, error) {
	k, err := m.Picked(v)
	if err != nil {
		var none T
		return none, err
	}
	return k.New(v)
}

// Chosen returns New's result for a menu of plain options, which read no controls and cannot fail.
func (m Menu[T]) Chosen(v Values) T {
	name := v.Picked(m).Name
	i := slices.IndexFunc(m.Kinds, func(k Kind[T]) bool { return k.Name == name })
	chosen, _ := m.Kinds[i].New(v)
	return chosen
}

// Picked returns the kind picked in v, the first that fits where that one does not.
func (m Menu[T]) Picked(v Values) (Kind[T], error) {
	if name, ok := v.words[m.Name]; ok {
		if k, err := m.Find(name); err != nil || k.Fits == nil || k.Fits(v) {
			return k, err
		}
	}
	return m.Find(v.Picked(m).Name)
}

// Find returns the kind called name.
func (m Menu[T]) Find(name string) (Kind[T], error) {
	for i := range m.Kinds {
		if m.Kinds[i].Name == name {
			return m.Kinds[i], nil
		}
	}
	return Kind[T]{}, unknown(m, name)
}

// unknown says that no kind is called so. It is compiled once, and not for each type of menu.
func unknown(c Choice, name string) error {
	var known []string
	for _, o := range c.Options() {
		known = append(known, o.Name)
	}
	return &UnknownError{What: c.Key(), Name: name, Known: known, Why: c.WhyUnfit(name)}
}

// Names lists the names of the kinds in menu order.
func (m Menu[T]) Names() []string {
	names := make([]string, len(m.Kinds))
	for i := range names {
		names[i] = m.Kinds[i].Name
	}
	return names
}

// Choice is a menu without its type.
type Choice interface {
	Key() string
	Title() string
	About() string
	BelongsTo() string
	Options() []Option
	WhyUnfit(name string) string
}

// Option describes one kind of a menu.
type Option struct {
	Name, Title, Tag, Help, Source string
	Params                         []Param
	Fits                           func(Values) bool // as in Kind
	Lasting                        bool
}

// fits reports whether the option may be picked at v.
func (o Option) fits(v Values) bool { return o.Fits == nil || o.Fits(v) }

// Offered lists the options of a menu that may be picked at v.
func Offered(c Choice, v Values) []Option {
	return slices.DeleteFunc(slices.Clone(c.Options()), func(o Option) bool { return !o.fits(v) })
}

// Key returns the address key.
func (m Menu[T]) Key() string { return m.Name }

// Title returns the words beside the picker.
func (m Menu[T]) Title() string {
	if m.Label == "" {
		return m.Name
	}
	return m.Label
}

// About returns the help of the menu as a whole.
func (m Menu[T]) About() string { return m.Help }

// BelongsTo returns the options without which the menu means nothing.
func (m Menu[T]) BelongsTo() string { return m.Of }

// WhyUnfit says why a name that other menus have is no option of this one; empty where there is nothing to say.
func (m Menu[T]) WhyUnfit(name string) string { return m.Unfit[name] }

// Options lists the kinds in menu order.
func (m Menu[T]) Options() []Option {
	options := make([]Option, len(m.Kinds))
	for i := range options {
		k := &m.Kinds[i]
		options[i] = Option{k.Name, k.Title, k.Tag, k.Help, k.Source, k.Params, k.Fits, k.Lasting}
	}
	return options
}

// Text declares a control with a word that no menu can list in advance: a file, a record, the names of some
// features.
type Text struct {
	Name    string // address key
	Label   string // beside the control
	Help    string
	Default string
	Check   func(string) error // nil accepts every word
	Files   []string           // endings of the files that the word may name, ".csv"; none: it names no file
	Resets  []string           // names of texts and sliders whose meaning changes with this one
	Among   []Option           // the word names some of these, with commas between; nil: free
	Most    int                // greatest number of them
	Of      string             // the option that it belongs to, "loss=pieces", or options, "loss=pieces,power"; it does not matter with others; empty: none
	With    string             // name of the text that it belongs to: it does not matter while that has its default; empty: none

	Arrows *Arrows // effect of arrows; nil: they walk along the suggestions
}

// Arrows change a word by small and great steps.
type Arrows struct {
	Small, Great string // their names: "join, split", "move its end"
	Step         func(v Values, steps int, great bool) (word string)
}

// Heading returns the words beside the control.
func (t Text) Heading() string { return cmp.Or(t.Label, t.Name) }

// Read checks a word as a person or an address writes it.
func (t Text) Read(word string) (string, error) {
	const most = 4096
	if len(word) > most {
		return "", fmt.Errorf("%s has %d characters; at most %d would work", t.Name, len(word), most)
	}
	if t.Check != nil {
		if err := t.Check(word); err != nil {
			return "", err
		}
	}
	if t.Among != nil {
		return t.readSet(word)
	}
	return word, nil
}
