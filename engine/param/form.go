package param

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Form is the set of controls of one screen, in the order they are shown.
type Form struct {
	Choices []Choice
	Texts   []Text
	Params  []Param

	// AsNeeded are the keys of choices and texts that most settings do without: they
	// are shown and written only where they are not what they are when nobody says.
	AsNeeded []string
}

// Needed returns the choices and texts that matter at v.
func (f Form) Needed(v Values) (choices []Choice, texts []Text) {
	for _, c := range f.Choices {
		if (!slices.Contains(f.AsNeeded, c.Key()) || v.Picked(c).Name != c.Options()[0].Name) && f.picked(c.BelongsTo(), v) {
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

// means reports whether a text matters at v: whether the option is picked, or the
// text is written, that it belongs to.
func (f Form) means(t Text, v Values) bool {
	return (t.With == "" || f.written(t.With, v)) && f.picked(t.Of, v)
}

// picked reports whether an option, "loss=pieces", is the one picked at v; no
// option always is.
func (f Form) picked(option string, v Values) bool {
	return option == "" || slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Key()+"="+v.Picked(c).Name == option })
}

// Sliders returns the parameters that matter at v: those of the options
// picked, then the form's own, each once.
func (f Form) Sliders(v Values) []Param {
	var sliders []Param
	for _, c := range f.Choices {
		sliders = appendNew(sliders, v.Picked(c).Params)
	}
	return slices.DeleteFunc(appendNew(sliders, f.Params), func(p Param) bool { return !f.picked(p.Of, v) || f.written(p.Without, v) })
}

// written reports whether a text of that key says something else than when nobody speaks.
func (f Form) written(key string, v Values) bool {
	return slices.ContainsFunc(f.Texts, func(t Text) bool { return t.Name == key && v.Word(t) != t.Default })
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

// With returns v with p set to x, and whatever it meets moved along: the ends of
// a range push one another, so that neither setting loses the other.
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

// Encode writes every control that matters at v, in the form's order, but for
// words that were not written, then what v holds where that differs:
// "mechanism=pm&epsilon=2&x=0.5&hold.epsilon=1".
func (f Form) Encode(v Values) string {
	var b strings.Builder
	put := func(key, word string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(key + "=" + escape(word))
	}
	choices, texts := f.Needed(v)
	for _, c := range choices {
		put(c.Key(), v.Picked(c).Name)
	}
	for _, t := range texts {
		if word := v.Word(t); word != "" || t.Default != "" {
			put(t.Name, word)
		}
	}
	for _, p := range f.Sliders(v) {
		put(p.Name, p.Exact(v.Get(p)))
	}
	for _, d := range f.Apart(v) {
		put(HoldPrefix+d.Key, d.Word)
	}
	return b.String()
}

// Parse reads a query against the form, the inverse of Encode. A parameter of
// an option that is not picked is checked and kept, so that a setting survives
// a change of mechanism. What is held is as what stands beside it, but for the
// keys that begin with "hold.".
func (f Form) Parse(query string) (Values, error) {
	v := emptyValues()
	var held []pair
	for query != "" {
		var text string
		text, query, _ = strings.Cut(query, "&")
		if text == "" {
			continue
		}
		p, err := readPair(text)
		if err != nil {
			return v, err
		}
		if control, found := heldKey(p.key); found {
			held = append(held, pair{control, p.word})
		} else if err := f.set(v, p.key, p.word); err != nil {
			return v, err
		}
	}
	if len(held) == 0 {
		return v, nil
	}
	return f.parseHeld(v, held)
}

// pair is a control's key and what an address says of it.
type pair struct{ key, word string }

func readPair(text string) (pair, error) {
	key, word, found := strings.Cut(text, "=")
	if !found {
		return pair{}, fmt.Errorf("%q has no value; name=value would do", clip(key))
	}
	key, err := unescape(key)
	if err != nil {
		return pair{}, err
	}
	word, err = unescape(word)
	return pair{key, word}, err
}

// set stores one pair in v, whose maps have been made.
func (f Form) set(v Values, key, word string) error {
	_, number := v.numbers[key]
	_, text := v.words[key]
	if number || text {
		return fmt.Errorf("%s is given twice; once would do", clip(key))
	}
	for _, c := range f.Choices {
		if c.Key() != key {
			continue
		}
		names := optionNames(c)
		if !slices.Contains(names, word) {
			return &UnknownError{What: key, Name: word, Known: names}
		}
		v.words[key] = word
		return nil
	}
	for _, t := range f.Texts {
		if t.Name != key {
			continue
		}
		word, err := t.Read(word)
		v.words[key] = word
		return err
	}
	if p, ok := f.find(key); ok {
		x, err := p.Read(word)
		v.numbers[key] = x
		return err
	}
	return &UnknownError{What: "control", Name: key, Known: f.Keys()}
}

func (f Form) find(key string) (Param, bool) {
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

// escape protects what an address cannot hold and leaves paths and lists
// readable.
func escape(word string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(word) {
		c := word[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-_.~,/:", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return b.String()
}

// unescape is the inverse of escape. A plus sign is itself, as in n=1e+12; a
// blank is %20.
func unescape(word string) (string, error) {
	plain, err := url.PathUnescape(word)
	if err != nil {
		return "", fmt.Errorf("%q is not an address: %% must be followed by two hexadecimal digits (%%25 is %% itself)", clip(word))
	}
	return plain, nil
}
