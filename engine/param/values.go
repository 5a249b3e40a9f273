package param

import (
	"maps"
	"slices"
)

// Values is one setting of the controls, on which a figure depends alone, perhaps with another setting held
// beside it. It is immutable; With, Picking and Writing return changed copies. The zero Values holds every
// default.
type Values struct {
	numbers map[string]float64
	words   map[string]string
	held    *Values // to compare with; it holds nothing itself
}

func emptyValues() Values { return Values{numbers: map[string]float64{}, words: map[string]string{}} }

// Get returns the value of p, or its default.
func (v Values) Get(p Param) float64 {
	if x, ok := v.numbers[p.Name]; ok {
		return x
	}
	return p.Default
}

// With returns v with p set to x.
func (v Values) With(p Param, x float64) Values {
	v.numbers = clone(v.numbers)
	v.numbers[p.Name] = x
	return v
}

// Picked returns the option of c chosen in v, the first that fits if none is, or an unknown one
// or one that does not fit.
func (v Values) Picked(c Choice) Option {
	options := c.Options()
	if name, ok := v.words[c.Key()]; ok {
		if i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name && o.fits(v) }); i >= 0 {
			return options[i]
		}
	}
	return options[max(0, slices.IndexFunc(options, func(o Option) bool { return o.fits(v) }))]
}

// Picking returns v with the named option of c chosen.
func (v Values) Picking(c Choice, name string) Values { return v.word(c.Key(), name) }

// Word returns the word of t, or its default.
func (v Values) Word(t Text) string {
	w, ok := v.words[t.Name]
	if !ok {
		w = t.Default
	}
	return w
}

// Writing returns v with the word of t set, and with defaults for the controls that t resets.
func (v Values) Writing(t Text, word string) Values {
	changed := word != v.Word(t)
	v = v.word(t.Name, word)
	if changed {
		v.numbers = clone(v.numbers)
		v.forget(t.Resets)
	}
	return v
}

// forget resets controls to their defaults, in v itself.
func (v Values) forget(names []string) {
	for _, name := range names {
		delete(v.words, name)
		delete(v.numbers, name)
	}
}

func (v Values) word(key, word string) Values {
	v.words = clone(v.words)
	v.words[key] = word
	return v
}

// Only returns v without the controls that has does not name; they are at their defaults.
func (v Values) Only(has map[string]bool) Values {
	v.numbers, v.words = only(v.numbers, has), only(v.words, has)
	return v
}

func only[V any](m map[string]V, has map[string]bool) map[string]V {
	for key := range m {
		if !has[key] {
			m = maps.Clone(m)
			maps.DeleteFunc(m, func(key string, _ V) bool { return !has[key] })
			break
		}
	}
	return m
}

// Equal reports whether v and w set the same controls to the same values, and
// hold the same.
func (v Values) Equal(w Values) bool {
	if v.held == nil || w.held == nil {
		return v.held == w.held && v.same(w)
	}
	return v.same(w) && v.held.same(*w.held)
}

func (v Values) same(w Values) bool {
	return maps.Equal(v.numbers, w.numbers) && maps.Equal(v.words, w.words)
}

func clone[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}
