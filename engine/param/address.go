package param

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Encode writes a setting whole: every control that matters at v, in the form's order, then the held
// setting's differences: "mechanism=pm&epsilon=2&x=0.5&hold.epsilon=1". It leaves out empty words with an
// empty default, and controls AsNeeded at their default, since no view opens with another.
func (f Form) Encode(v Values) string {
	var pairs []pair
	choices, texts := f.Needed(v)
	for _, c := range choices {
		pairs = append(pairs, pair{c.Key(), v.Picked(c).Name})
	}
	for _, t := range texts {
		if word := v.Word(t); word != "" || t.Default != "" {
			pairs = append(pairs, pair{t.Name, word})
		}
	}
	for _, p := range f.Sliders(v) {
		pairs = append(pairs, pair{p.Name, p.Exact(v.Get(p))})
	}
	return joinPairs(append(pairs, f.beside(v)...))
}

// Short writes what v has that a view's opening has not, and what v holds: nothing where v is the
// opening.
func (f Form) Short(v, opening Values) string {
	changed := f.changes(opening.Alone(), v.Alone(), nil)
	return joinPairs(append(changed.pairs, f.beside(v)...))
}

// beside writes the held setting: its differences from v, and controls that do not matter at v, which an
// address of v alone omits.
func (f Form) beside(v Values) []pair {
	held, found := v.Held()
	if !found {
		return nil
	}
	v = v.Alone()
	changed := f.changes(v, held, f.onlyAt(held, v)).pairs
	if same := f.controls(held, held); len(changed) == 0 && len(same) > 0 { // an equal held setting must still be mentioned
		changed = []pair{{same[0].Key, same[0].Word}}
	}
	for i := range changed {
		changed[i].key = HoldPrefix + changed[i].key
	}
	return changed
}

// Parse reads a query by itself: omitted controls have their defaults.
func (f Form) Parse(query string) (Values, error) { return f.Over(Values{}, query) }

// Over reads a query and lays it over a setting, such as a view's opening. A word first clears the controls
// that it resets; if a choice is not named, a control that only one of its options has picks that option. The
// held setting is the one beside it, changed by the keys that begin with "hold.".
//
// The error says what would work: for an unknown or repeated key, an impossible word or number, or a control
// that belongs to another option than the one picked.
func (f Form) Over(setting Values, query string) (Values, error) {
	present, held, err := f.read(query)
	if err != nil {
		return Values{}, err
	}
	v, err := f.lay(setting.Alone(), present, "")
	if err != nil {
		return Values{}, err
	}
	beside, holds := f.besideOf(setting, v)
	if !holds && held.pairs == nil {
		return v, nil
	}
	if beside, err = f.lay(beside, held, HoldPrefix); err != nil {
		return Values{}, err
	}
	return v.Holding(beside), nil
}

// besideOf returns the setting beside v from which a query makes the held one: as far from v as the held
// setting is from the present one, or v itself.
func (f Form) besideOf(setting, v Values) (beside Values, holds bool) {
	before, holds := setting.Held()
	if holds {
		v = f.laid(v, f.changes(setting.Alone(), before, nil))
	}
	return v, holds
}

// read reads what a query says about a setting, and about the held one.
func (f Form) read(query string) (present, held said, err error) {
	present.Values = emptyValues()
	by := "" // a key of another view that contributed
	for query != "" {
		var text string
		text, query, _ = strings.Cut(query, "&")
		if text == "" {
			continue
		}
		p, err := readPair(text)
		if err != nil {
			return present, held, err
		}
		if of, spelled := f.Spelled[p.key]; spelled {
			said, err := of(p.word)
			if err != nil {
				return present, held, err
			}
			by, query = p.key, said+"&"+query
			continue
		}
		s, given := &present, p.key
		if key, found := strings.CutPrefix(p.key, HoldPrefix); found {
			p.key, s = key, &held
			if held.words == nil { // most addresses hold nothing
				held.Values = emptyValues()
			}
		}
		switch {
		case s.names(p.key) && by != "":
			return present, held, fmt.Errorf("%s is given, and said by %s as well; one of both would work", clip(given), by)
		case s.names(p.key):
			return present, held, fmt.Errorf("%s is given twice; once would work", clip(given))
		}
		if err := f.set(s.Values, p.key, p.word); err != nil {
			return present, held, err
		}
		s.pairs = append(s.pairs, p)
	}
	return present, held, nil
}

// set stores one pair in v, whose maps must exist.
func (f Form) set(v Values, key, word string) error {
	for _, c := range f.Choices {
		if c.Key() != key {
			continue
		}
		if !slices.ContainsFunc(c.Options(), func(o Option) bool { return o.Name == word }) {
			return &UnknownError{What: key, Name: word, Known: optionNames(c), Why: c.WhyUnfit(word)}
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

// pair is a control's key with its word in an address.
type pair struct{ key, word string }

func readPair(text string) (pair, error) {
	key, word, found := strings.Cut(text, "=")
	if !found {
		return pair{}, fmt.Errorf("%q has no value; name=value would work", clip(key))
	}
	key, err := unescape(key)
	if err != nil {
		return pair{}, err
	}
	word, err = unescape(word)
	return pair{key, word}, err
}

// joinPairs writes pairs as a query.
func joinPairs(pairs []pair) string {
	var b strings.Builder
	for i, p := range pairs {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.key + "=" + escape(p.word))
	}
	return b.String()
}

// escape protects characters that an address cannot hold, and keeps paths and lists readable.
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

// unescape inverts escape. A plus sign is itself, as in n=1e+12; a blank is %20.
func unescape(word string) (string, error) {
	plain, err := url.PathUnescape(word)
	if err != nil {
		return "", fmt.Errorf("%q is not an address: %% must be followed by two hexadecimal digits (%%25 is %% itself)", clip(word))
	}
	return plain, nil
}
