package param

import "slices"

// HoldPrefix begins the names of a held setting's controls and answers, in addresses and answers:
// "hold.epsilon=1".
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

// Differing is a control with different values in two settings, and its value in one of them.
type Differing struct {
	Key  string
	Word string // as in an address
	Text string // for people: "ε = 1.00", "Laplace"
}

// Apart lists the controls that matter at what v holds and are not the same at v, in the form's order.
func (f Form) Apart(v Values) []Differing {
	held, found := v.Held()
	if !found {
		return nil
	}
	at, there := f.controls(v, held), f.controls(held, held)
	only := f.onlyAt(held, v)
	var apart []Differing
	for i, d := range there {
		if d.Word != at[i].Word || slices.Contains(only, d.Key) {
			apart = append(apart, d)
		}
	}
	return apart
}

// controls writes every control that matters at a setting as v sets it.
func (f Form) controls(v, at Values) []Differing {
	var list []Differing
	for _, c := range f.Choices {
		if f.chooses(c, at) {
			picked := v.Picked(c)
			list = append(list, Differing{c.Key(), picked.Name, picked.Title})
		}
	}
	for _, t := range f.Texts {
		if f.means(t, at) {
			list = append(list, Differing{t.Name, v.Word(t), t.Heading() + " " + v.Word(t)})
		}
	}
	for _, p := range f.Sliders(at) {
		x := v.Get(p)
		list = append(list, Differing{p.Name, p.Exact(x), p.Format(x)})
	}
	return list
}

// onlyAt lists the controls that matter at v and not at w.
func (f Form) onlyAt(v, w Values) []string {
	var keys []string
	there := f.controls(w, w)
	for _, d := range f.controls(v, v) {
		if !slices.ContainsFunc(there, func(e Differing) bool { return e.Key == d.Key }) {
			keys = append(keys, d.Key)
		}
	}
	return keys
}
