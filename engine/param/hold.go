package param

import (
	"maps"
	"strings"
)

// HoldPrefix begins the names of what belongs to a held setting, in addresses
// and answers: "hold.epsilon=1".
const HoldPrefix = "hold."

// Holding returns v with another setting held beside it, to be compared with.
func (v Values) Holding(w Values) Values {
	w = w.Alone()
	v.held = &w
	return v
}

// Held returns the setting that is held beside v, if one is.
func (v Values) Held() (held Values, found bool) {
	if v.held == nil {
		return Values{}, false
	}
	return *v.held, true
}

// Alone returns v with nothing held beside it.
func (v Values) Alone() Values {
	v.held = nil
	return v
}

// Differing is a control that two settings set apart, and what one of them sets
// it to.
type Differing struct {
	Key  string
	Word string // as in an address
	Text string // for people: "ε = 1.00", "Laplace"
}

// Apart lists the controls that matter at what v holds and say something else
// there than at v, in the form's order. A control that does not matter at v has
// its default there, as in v's address.
func (f Form) Apart(v Values) []Differing {
	held, found := v.Held()
	if !found {
		return nil
	}
	present, _ := f.Parse(f.Encode(v.Alone()))
	at, there := f.words(present, held), f.words(held, held)
	var apart []Differing
	for i, d := range there {
		if d.Word != at[i].Word {
			apart = append(apart, d)
		}
	}
	return apart
}

// words writes every control that matters at a setting as v sets it.
func (f Form) words(v, at Values) []Differing {
	var list []Differing
	for _, c := range f.Choices {
		picked := v.Picked(c)
		list = append(list, Differing{c.Key(), picked.Name, picked.Title})
	}
	for _, t := range f.Texts {
		list = append(list, Differing{t.Name, v.Word(t), t.Heading() + " " + v.Word(t)})
	}
	for _, p := range f.Sliders(at) {
		x := v.Get(p)
		list = append(list, Differing{p.Name, p.Exact(x), p.Format(x)})
	}
	return list
}

// parseHeld reads what is held beside v: v itself but for the pairs given,
// whose keys have lost their prefix.
func (f Form) parseHeld(v Values, pairs []pair) (Values, error) {
	given := emptyValues()
	for _, p := range pairs {
		if err := f.set(given, p.key, p.word); err != nil {
			return v, err
		}
	}
	return v.Holding(v.Overlaid(given)), nil
}

// Overlaid returns v with the controls that w sets as they are there.
func (v Values) Overlaid(w Values) Values {
	v.numbers, v.words = clone(v.numbers), clone(v.words)
	maps.Copy(v.numbers, w.numbers)
	maps.Copy(v.words, w.words)
	return v
}

// heldKey is the control whose held value a key of an address names.
func heldKey(key string) (control string, held bool) { return strings.CutPrefix(key, HoldPrefix) }
