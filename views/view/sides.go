package view

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
)

// A view may ask several questions about one thing; a menu picks one. Each is a view by itself, with controls, answers and a
// picture of its own: together they have one name, one form, and one list of answers, in which a name has one meaning.

// Side is one of those questions, or several with one declaration.
type Side struct {
	View View
	Is   param.Option // its option in the menu; none where the view has that menu, with an option for each of its pictures
}

// OneOf is a menu of sides; the first one opens.
type OneOf struct {
	Key, Label, Help string
	Sides            []Side
}

// presets returns the presets of a side, with its option where it has one.
func (s Side) presets(key string) []Preset {
	if s.Is.Name == "" {
		return s.View.Presets
	}
	list := slices.Clone(s.View.Presets)
	for i := range list {
		list[i].Query = key + "=" + s.Is.Name + "&" + list[i].Query
	}
	return list
}

// View makes one view of the sides. Beside the menu it has the texts of the first side.
func (d OneOf) View() View {
	s := &sides{menu: sideMenu{key: d.Key, label: d.Label, help: d.Help}}
	for _, side := range d.Sides {
		options := []param.Option{side.Is}
		for _, c := range side.View.Choices {
			if c.Key() == d.Key {
				options = c.Options()
			}
		}
		s.add(side.View, options)
	}
	v := s.views[0]
	v.asks = func(values param.Values) string { side, own := s.own(values); return side.Asked(own) }
	v.Form = s.form().Indexed()
	v.Declared, v.Presets, v.Tries, v.Lead, v.orders = nil, nil, nil, Lead{}, nil
	var abouts, sources []string
	for i, side := range s.views {
		v.Presets, v.orders = append(v.Presets, d.Sides[i].presets(d.Key)...), append(v.orders, side.orders...)
		for _, t := range side.Tries {
			when := t.When
			t.When = func(at param.Values) bool { return s.pick(at) == i && (when == nil || when(at)) }
			v.Tries = append(v.Tries, t)
		}
		here := func(f Facts) bool { return s.pick(f.values) == i }
		for _, list := range []struct{ to, of *[]Variant }{{&v.Lead.Answers, &side.Lead.Answers}, {&v.Lead.Prices, &side.Lead.Prices},
			{&v.Lead.Warnings, &side.Lead.Warnings}} {
			*list.to = append(*list.to, Either(Branch{here, *list.of})...)
		}
		abouts = appendNew(abouts, side.About)
		sources = appendNew(sources, side.Source)
		v.Declared = declared(v.Declared, side.Declared)
	}
	v.About, v.Source = strings.Join(abouts, " "), strings.Join(sources, "; ")
	v.opens = param.Values{}
	for _, side := range slices.Backward(d.Sides) { // a control of one side only is as that side opens with it
		v.opens, _ = v.Over(v.opens, side.presets(d.Key)[0].Query)
	}
	s.name, s.all, s.whole = v.Name, v.Declared, v.Form
	v.sides = s
	v.ask = s.ask
	v.words = func(ctx context.Context, values param.Values) (words engine.Defaults) {
		if side, own := s.own(values); side.words != nil {
			words = side.words(ctx, own)
		}
		return words
	}
	v.cited = func(values param.Values) string { side, own := s.own(values); return side.Cited(own) }
	v.python = func(ctx context.Context, values param.Values) (Python, error) {
		side, own := s.own(values)
		return side.Python(ctx, own)
	}
	v.draw, v.place = nil, nil
	for _, side := range s.views {
		if side.Draws() {
			v.draw = func(ctx context.Context, values param.Values, count int) (engine.Points, error) {
				side, own := s.own(values)
				return side.Drawn(ctx, own, count)
			}
		}
		if side.Leads() {
			v.place = func(ctx context.Context, values param.Values, x, y float64) (string, error) {
				side, own := s.own(values)
				return side.Place(ctx, own, x, y)
			}
		}
	}
	return v
}

// At returns the view at a setting: for a view with several questions, with the texts of the one asked there.
func (v View) At(values param.Values) View {
	if v.sides == nil {
		return v
	}
	side := v.sides.at(values)
	v.Title, v.Source, v.Budget, v.Runs, v.NoteRows = side.Title, side.Source, side.Budget, side.Runs, side.NoteRows
	return v
}

// sides holds the views behind one.
type sides struct {
	name  string
	whole param.Form
	all   []Declared
	menu  sideMenu
	views []View
	of    []int             // the side of each option
	has   []map[string]bool // the keys of the controls that each option has
}

func (s *sides) add(v View, options []param.Option) {
	for _, o := range options {
		s.of, s.has = append(s.of, len(s.views)), append(s.has, s.controls(v, o))
	}
	s.views, s.menu.options = append(s.views, v), append(s.menu.options, options...)
}

// controls returns the keys of the controls that a side has with an option of the menu.
func (s *sides) controls(v View, o param.Option) map[string]bool {
	has := map[string]bool{s.menu.key: true}
	add := func(key, of string) { has[key] = has[key] || !s.owns(of) || s.owns(of, o.Name) }
	for _, c := range v.Choices {
		add(c.Key(), c.BelongsTo())
		for _, option := range c.Options() {
			for _, p := range option.Params {
				add(p.Name, c.Key()+"="+option.Name)
			}
		}
	}
	for _, t := range v.Texts {
		add(t.Name, t.Of)
	}
	for _, p := range v.Params {
		add(p.Name, p.Of)
	}
	return has
}

// owns reports whether a control that belongs to some options, "show=plane,x", belongs to options of the menu, and to these.
func (s *sides) owns(of string, options ...string) bool {
	key, names, _ := strings.Cut(of, "=")
	return key == s.menu.key && !slices.ContainsFunc(options, func(o string) bool { return !slices.Contains(strings.Split(names, ","), o) })
}

// picked returns the number of the picked option.
func (s *sides) picked(values param.Values) int {
	name := values.Picked(s.menu).Name
	return slices.IndexFunc(s.menu.options, func(o param.Option) bool { return o.Name == name })
}

// pick returns the number of the picked side.
func (s *sides) pick(values param.Values) int { return s.of[s.picked(values)] }

func (s *sides) at(values param.Values) View { return s.views[s.pick(values)] }

// own returns the picked side, and the setting without the controls that the picked option does not have.
func (s *sides) own(values param.Values) (View, param.Values) {
	i := s.picked(values)
	return s.views[s.of[i]], values.Only(s.has[i])
}

// sideMenu is the menu of the sides.
type sideMenu struct {
	key, label, help string
	options          []param.Option
}

func (m sideMenu) Key() string             { return m.key }
func (m sideMenu) Title() string           { return m.label }
func (m sideMenu) About() string           { return m.help }
func (m sideMenu) BelongsTo() string       { return "" }
func (m sideMenu) Options() []param.Option { return m.options }
func (m sideMenu) WhyUnfit(string) string  { return "" }

// owned is a choice that belongs to options of the menu.
type owned struct {
	param.Choice
	of string
}

func (o owned) BelongsTo() string { return o.of }

// form returns the controls of all sides, with the menu where the first side has it. Controls of only some sides belong to
// their options.
func (s *sides) form() param.Form {
	f := param.Form{Spelled: map[string]func(string) (string, error){}}
	first := s.views[0].Choices
	if !slices.ContainsFunc(first, func(c param.Choice) bool { return c.Key() == s.menu.key }) {
		f.Choices = append(f.Choices, s.menu)
	}
	for _, v := range s.views {
		for _, c := range v.Choices {
			if c.Key() == s.menu.key {
				c = s.menu
			}
			if !slices.ContainsFunc(f.Choices, func(d param.Choice) bool { return d.Key() == c.Key() }) {
				c = owned{c, s.owners(c.Key(), c.BelongsTo())}
				f.Choices = append(f.Choices, c)
			}
		}
		for _, t := range v.Texts {
			if !slices.ContainsFunc(f.Texts, func(u param.Text) bool { return u.Name == t.Name }) {
				t.Of = s.owners(t.Name, t.Of)
				f.Texts = append(f.Texts, t)
			}
		}
		for _, p := range v.Params {
			if !slices.ContainsFunc(f.Params, func(q param.Param) bool { return q.Name == p.Name }) {
				p.Of = s.owners(p.Name, p.Of)
				f.Params = append(f.Params, p)
			}
		}
		f.First = appendNew(f.First, v.First...)
		f.AsNeeded = appendNew(f.AsNeeded, v.AsNeeded...)
		for key, of := range v.Spelled {
			f.Spelled[key] = of
		}
	}
	f.Idle = func(key string, values param.Values) bool {
		i := s.picked(values)
		side := s.views[s.of[i]]
		return !s.has[i][key] || side.Idle != nil && side.Idle(key, values)
	}
	return f
}

// owners returns the options of the sides that have a control, "show=plane", or those of another menu that it belongs to;
// empty: all have it.
func (s *sides) owners(key, of string) string {
	if of != "" && !s.owns(of) {
		return of
	}
	var names []string
	for i, o := range s.menu.options {
		if s.has[i][key] {
			names = append(names, o.Name)
		}
	}
	if len(names) == len(s.menu.options) {
		return ""
	}
	return s.menu.key + "=" + strings.Join(names, ",")
}

// declared adds answers to a list, each after its predecessor. An answer that both have gets the cases of both.
func declared(all, more []Declared) []Declared {
	all = slices.Clone(all)
	at := 0
	for _, d := range more {
		i := slices.IndexFunc(all, func(e Declared) bool { return e.Pattern() == d.Pattern() })
		if i < 0 {
			all = slices.Insert(all, at, d)
			at++
			continue
		}
		all[i].Cases = appendNew(slices.Clone(all[i].Cases), d.Cases...)
		all[i].Range = known.Range{Low: min(all[i].Range.Low, d.Range.Low), High: max(all[i].Range.High, d.Range.High)}
		all[i].Levels = all[i].Levels || d.Levels || all[i].Level != d.Level
		at = max(at, i+1)
	}
	return all
}

func appendNew[T comparable](list []T, more ...T) []T {
	for _, m := range more {
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

// ask opens the page of the picked side.
func (s *sides) ask(ctx context.Context, values param.Values) (Page, error) {
	of, own := s.own(values)
	opened, err := of.ask(ctx, own)
	if err != nil {
		return nil, err
	}
	p, alone := opened.(*page)
	if !alone {
		return nil, fmt.Errorf("%s is of several sides itself", of.Name)
	}
	p.asking = s.beside(p.asking, of)
	return p, nil
}

// beside returns a side's question with the entries of all sides.
func (s *sides) beside(q asking, of View) asking {
	a := aside{asking: q, of: of, sides: s}
	for _, d := range s.all {
		a.places = append(a.places, slices.IndexFunc(of.Declared, func(e Declared) bool { return e.Pattern() == d.Pattern() }))
	}
	return a
}

// aside is the question of one side, with the entries of all sides.
type aside struct {
	asking
	of     View
	sides  *sides
	places []int // of the entries in its own list; -1: it lacks this one
}

func (a aside) about() about {
	own := a.asking.about()
	own.name, own.form = a.sides.name, a.sides.whole
	return own
}

func (a aside) names() (list []string) {
	for _, d := range a.sides.all {
		list = append(list, d.Name)
	}
	return list
}

func (a aside) entries() int { return len(a.places) }

func (a aside) present(ctx context.Context, entry int) ([]keyed, error) {
	if a.places[entry] < 0 {
		return nil, nil
	}
	return a.asking.present(ctx, a.places[entry])
}

func (a aside) at(key engine.Key) (bound, bool) {
	if r, found := a.asking.at(key); found {
		return r, true
	}
	elsewhere := slices.ContainsFunc(a.sides.all, func(d Declared) bool { return d.Name == key.Name && (d.Of == "") == (key.Member == "") })
	return &posed[View]{Reading[View]{When: func(View) bool { return false }}, a.of}, elsewhere
}

func (a aside) level(entry int, member string) Level {
	if a.places[entry] < 0 {
		return Folded
	}
	return a.asking.level(a.places[entry], member)
}

func (a aside) tabled(entry int) bool {
	return a.places[entry] >= 0 && a.asking.tabled(a.places[entry])
}

func (a aside) ranking(ctx context.Context, entry int) (ranking, error) {
	if a.places[entry] < 0 {
		return ranking{}, nil
	}
	return a.asking.ranking(ctx, a.places[entry])
}

func (a aside) less(ctx context.Context) (asking, bool, bool) {
	less, found, can := a.asking.less(ctx)
	if less != nil {
		less = a.sides.beside(less, a.of)
	}
	return less, found, can
}
