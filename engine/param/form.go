package param

import (
	"slices"
	"strings"
)

// Form is the set of controls of one screen.
type Form struct {
	Choices []Choice
	Texts   []Text
	Params  []Param

	// First lists keys of the controls that one sets first, in this order.
	First []string

	// AsNeeded lists keys of choices and texts that most settings do without: they are shown and written only
	// if they differ from their defaults.
	AsNeeded []string

	// Idle reports whether a control has nothing to do at a setting: then it is neither shown nor written;
	// nil: never.
	Idle func(key string, v Values) bool

	// Spelled translates keys of other views whose controls have other names here: it returns a word of
	// theirs as a query of this form. It is never written.
	Spelled map[string]func(word string) (query string, err error)

	index  map[string][]home // of every control; nil: searched
	params map[string]Param  // by name; nil: searched
}

// Needed returns the choices and texts that matter at v.
func (f Form) Needed(v Values) (choices []Choice, texts []Text) {
	for _, c := range f.Choices {
		if (!slices.Contains(f.AsNeeded, c.Key()) || v.Picked(c).Name != c.Options()[0].Name) && f.chooses(c, v) {
			choices = append(choices, c)
		}
	}
	for _, t := range f.Texts {
		if (!slices.Contains(f.AsNeeded, t.Name) || v.Word(t) != t.Default) && f.means(t, v) {
			texts = append(texts, t)
		}
	}
	return choices, texts
}

// means reports whether a text matters at v: whether an option is picked, or the
// text is written, that it belongs to.
func (f Form) means(t Text, v Values) bool {
	return (t.With == "" || f.written(t.With, v)) && f.picked(t.Of, v) && !f.idle(t.Name, v)
}

// chooses reports whether a choice matters at v: whether an option is picked that it belongs to.
func (f Form) chooses(c Choice, v Values) bool {
	return f.picked(c.BelongsTo(), v) && !f.idle(c.Key(), v)
}

func (f Form) idle(key string, v Values) bool { return f.Idle != nil && f.Idle(key, v) }

// picked reports whether one of some options, "loss=pieces,power", is picked at v, in a menu that matters
// there; no options count as picked.
func (f Form) picked(options string, v Values) bool {
	return options == "" || slices.ContainsFunc(f.Choices, func(c Choice) bool {
		return among(options, c, v.Picked(c)) && f.chooses(c, v)
	})
}

// among reports whether an option of a choice is one of some, "loss=pieces,power".
func among(options string, c Choice, o Option) bool {
	key, names, _ := strings.Cut(options, "=")
	return key == c.Key() && slices.Contains(strings.Split(names, ","), o.Name)
}

// Sliders returns the parameters that matter at v: those of the options picked, then the form's own, each
// once.
func (f Form) Sliders(v Values) []Param {
	var sliders []Param
	for _, c := range f.Choices {
		if f.chooses(c, v) {
			sliders = appendNew(sliders, v.Picked(c).Params)
		}
	}
	return slices.DeleteFunc(appendNew(sliders, f.Params), func(p Param) bool {
		return !f.picked(p.Of, v) || f.written(p.Without, v) || f.idle(p.Name, v)
	})
}

// written reports whether the text of that key matters at v and differs from its default.
func (f Form) written(key string, v Values) bool {
	return slices.ContainsFunc(f.Texts, func(t Text) bool { return t.Name == key && v.Word(t) != t.Default && f.means(t, v) })
}

// All returns every parameter that some setting shows.
func (f Form) All() []Param {
	var all []Param
	for _, c := range f.Choices {
		for _, o := range c.Options() {
			all = appendNew(all, o.Params)
		}
	}
	return appendNew(all, f.Params)
}

func appendNew(list, more []Param) []Param {
	for _, p := range more {
		if !slices.ContainsFunc(list, func(q Param) bool { return q.Name == p.Name }) {
			list = append(list, p)
		}
	}
	return list
}

// With returns v with p set to x, and moves controls that it meets: the ends of a range push one another, so
// that neither setting loses the other.
func (f Form) With(v Values, p Param, x float64) Values {
	v = v.With(p, x)
	for _, q := range f.Sliders(v) {
		switch {
		case p.Above == q.Name && v.Get(q) < x:
			v = v.With(q, min(max(x, q.Min), q.Max))
		case q.Above == p.Name && v.Get(q) > x:
			v = v.With(q, min(max(x, q.Min), q.Max))
		}
	}
	return v
}

func (f Form) find(key string) (Param, bool) {
	if f.params != nil {
		p, found := f.params[key]
		return p, found
	}
	return f.lookFor(key)
}

func (f Form) lookFor(key string) (Param, bool) {
	for _, p := range f.Params {
		if p.Name == key {
			return p, true
		}
	}
	for _, c := range f.Choices {
		for _, o := range c.Options() {
			for _, p := range o.Params {
				if p.Name == key {
					return p, true
				}
			}
		}
	}
	return Param{}, false
}

// Keys lists every address key of the form.
func (f Form) Keys() []string {
	var keys []string
	for _, c := range f.Choices {
		keys = append(keys, c.Key())
	}
	for _, t := range f.Texts {
		keys = append(keys, t.Name)
	}
	for _, p := range f.All() {
		keys = append(keys, p.Name)
	}
	return keys
}

func optionNames(c Choice) []string {
	options := c.Options()
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.Name
	}
	return names
}
