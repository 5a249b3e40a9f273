package param

import (
	"fmt"
	"slices"
	"strings"
)

// strays returns the controls in a query with nothing to do at v, in the query's order.
func (f Form) strays(s said, v Values) []pair {
	var strays []pair
	sliders := f.Sliders(v)
	for _, p := range s.pairs {
		if !f.matters(p, v, sliders) {
			strays = append(strays, p)
		}
	}
	return strays
}

// matters reports whether a control has something to do at v, which has these sliders, and whether the option
// given to it fits.
func (f Form) matters(said pair, v Values, sliders []Param) bool {
	if i := slices.IndexFunc(f.Choices, func(c Choice) bool { return c.Key() == said.key }); i >= 0 {
		c := f.Choices[i]
		return f.chooses(c, v) && slices.ContainsFunc(c.Options(), func(o Option) bool { return o.Name == said.word && o.fits(v) })
	}
	if i := slices.IndexFunc(f.Texts, func(t Text) bool { return t.Name == said.key }); i >= 0 {
		return f.means(f.Texts[i], v)
	}
	return slices.ContainsFunc(sliders, func(p Param) bool { return p.Name == said.key })
}

// StrayError reports a control that has nothing to do with the others of its query.
type StrayError struct {
	text string
	adds []pair // what would give the control something to do
	key  string // the control, where nothing would
}

func (e *StrayError) Error() string { return e.text }

// Mend returns the query with what gives the control something to do, or without the control where nothing does. Another control
// may then have nothing to do. A query that lacks a file stays as it is.
func (e *StrayError) Mend(query string) string {
	drops, adds := []string{e.key}, []string(nil)
	for _, p := range e.adds {
		drops, adds = append(drops, p.key), append(adds, p.key+"="+escape(p.word))
	}
	var kept []string
	for said := range strings.SplitSeq(query, "&") {
		if key, _, _ := strings.Cut(said, "="); !slices.Contains(drops, key) {
			kept = append(kept, said)
		}
	}
	return strings.Join(append(kept, adds...), "&")
}

// refusal says why a control has nothing to do at v, and with what it would. Keys of a held setting have a
// prefix.
func (f Form) refusal(stray pair, s said, v Values, prefix string) *StrayError {
	e := new(StrayError)
	means := fmt.Sprintf("%s%s = %s means nothing ", prefix, stray.key, clip(stray.word))
	if h, found := f.rescue(stray, s, v); found {
		e.text = means + "with " + prefix + h.choice.Key() + "=" + v.Picked(h.choice).Name + "; " + prefix + h.offer() + " would work"
		e.adds = []pair{{key: prefix + h.choice.Key(), word: h.options[0]}}
		return e
	}
	for _, t := range f.Texts {
		if t.Name == stray.key && t.With != "" && !f.written(t.With, v) {
			e.text = means + "without " + prefix + t.With + "; " + prefix + t.With + "=FILE would work"
			return e
		}
		if without := v.Writing(t, t.Default); f.written(t.Name, v) && f.matters(stray, without, f.Sliders(without)) {
			e.text = means + "with " + prefix + t.Name + "=" + clip(escape(v.Word(t))) + "; " + prefix + t.Name + "=" + t.Default + " would work"
			e.adds = []pair{{key: prefix + t.Name, word: t.Default}}
			return e
		}
	}
	if homes := f.rescues(stray, v); homes != nil {
		var offers []string
		for _, h := range homes {
			offers = append(offers, prefix+h.offer())
			e.adds = append(e.adds, pair{key: prefix + h.choice.Key(), word: h.options[0]})
		}
		e.text = means + "here; " + strings.Join(offers, "&") + " would work"
		return e
	}
	e.key = prefix + stray.key
	e.text = means + "here; leaving it out would work"
	return e
}

// rescue finds the choice whose other options would give a control something to do, and those options: of
// several the one with the fewest strays left.
func (f Form) rescue(stray pair, s said, v Values) (best home, found bool) {
	least := len(s.pairs) + 1
	for _, c := range f.Choices {
		for _, o := range c.Options() {
			w := v.Picking(c, o.Name)
			if c.Key() == stray.key || !o.fits(w) || !f.matters(stray, w, f.Sliders(w)) {
				continue
			}
			lost := 0
			for _, p := range f.strays(s, w) {
				if p.key != c.Key() {
					lost++
				}
			}
			switch {
			case lost < least:
				best, least = home{c, []string{o.Name}}, lost
			case lost == least && best.choice.Key() == c.Key():
				best.options = append(best.options, o.Name)
			}
		}
	}
	return best, best.choice != nil
}

// rescues finds two choices that give a control something to do together.
func (f Form) rescues(stray pair, v Values) []home {
	for _, c := range f.Choices {
		for _, o := range c.Options() {
			w := v.Picking(c, o.Name)
			if h, found := f.rescue(stray, said{}, w); found && h.choice.Key() != c.Key() {
				return []home{{c, []string{o.Name}}, h}
			}
		}
	}
	return nil
}
