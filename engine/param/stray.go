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

// refusal says why a control has nothing to do at v, and with what it would. Keys of a held setting have a
// prefix.
func (f Form) refusal(stray pair, s said, v Values, prefix string) string {
	text := fmt.Sprintf("%s%s = %s means nothing ", prefix, stray.key, clip(stray.word))
	if h, found := f.rescue(stray, s, v); found {
		present := h.choice.Key() + "=" + v.Picked(h.choice).Name
		return text + "with " + prefix + present + "; " + prefix + h.offer() + " would work"
	}
	for _, t := range f.Texts {
		if t.Name == stray.key && t.With != "" && !f.written(t.With, v) {
			return text + "without " + prefix + t.With + "; " + prefix + t.With + "=FILE would work"
		}
		if without := v.Writing(t, t.Default); f.written(t.Name, v) && f.matters(stray, without, f.Sliders(without)) {
			return text + "with " + prefix + t.Name + "=" + clip(escape(v.Word(t))) + "; " + prefix + t.Name + "=" + t.Default + " would work"
		}
	}
	if picks := f.rescues(stray, v); picks != nil {
		return text + "here; " + prefix + strings.Join(picks, "&"+prefix) + " would work"
	}
	return text + "here; leaving it out would work"
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
func (f Form) rescues(stray pair, v Values) []string {
	for i, c := range f.Choices {
		for _, o := range c.Options() {
			w := v.Picking(c, o.Name)
			if h, found := f.rescue(stray, said{}, w); found && h.choice.Key() != c.Key() {
				return []string{f.Choices[i].Key() + "=" + o.Name, h.offer()}
			}
		}
	}
	return nil
}
