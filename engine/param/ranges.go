package param

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"dpscope/engine/numeral"
)

// Ranges is a query in which controls have ranges: many settings in one line, each of them a query. The last
// range turns fastest.
type Ranges struct {
	Varying []Varying // in the order of the query
	Count   uint64    // number of settings: 1 if nothing varies

	pairs   []rangedPair // in the order of the query
	before  string       // of each query
	form    Form
	from    Values // the setting that queries are laid over
	lenient bool   // a choice varies, so that controls may apply in some settings only
}

// rangedPair is a pair of a query, "epsilon=2", or for one that varies the part before its words.
type rangedPair struct {
	key, text string
	varying   int // place in Varying; -1: none
}

// Varying is a control that a query gives a range.
type Varying struct {
	Key     string // "epsilon", "hold.epsilon"
	Title   string // in words
	Unit    string
	Numbers bool // or words
	Points
}

// AmbiguousError reports a word that is one number or a list: "100,200".
type AmbiguousError struct{ Key, Word string }

func (e *AmbiguousError) Error() string {
	list := strings.ReplaceAll(e.Word, ",", ".0,")
	return fmt.Sprintf("%s = %s is one number, or a list of several; %s or %s.0 would work", e.Key, clip(e.Word), clip(numeral.Bare(e.Word)),
		clip(list))
}

// Ranges reads a query, to be laid over a setting, with ranges as numbers and lists as choices. It checks the
// shared part of all settings; each setting is checked when it is read. With a list of choices, a control
// that applies to at least one of its options is left out of the other settings. An *AmbiguousError comes
// with ranges in which its word is one number.
func (f Form) Ranges(from Values, query string) (Ranges, error) {
	r := Ranges{Count: 1, form: f, from: from}
	if !MayVary(query) {
		r.pairs = []rangedPair{{text: query, varying: -1}}
		return r, nil
	}
	var fixed strings.Builder
	var doubt error
	for text := range strings.SplitSeq(query, "&") {
		if text == "" {
			continue
		}
		v, varies, err := f.varying(text)
		if _, doubtful := err.(*AmbiguousError); doubtful {
			doubt, err = err, nil
		}
		if err != nil {
			return Ranges{}, err
		}
		if !varies {
			r.pairs = append(r.pairs, rangedPair{v.Key, text, -1})
			fixed.WriteString("&" + text)
			continue
		}
		for _, other := range r.Varying {
			if other.Key == v.Key {
				return Ranges{}, fmt.Errorf("%s is given twice; once would work", clip(v.Key))
			}
		}
		r.pairs = append(r.pairs, rangedPair{v.Key, text[:strings.IndexByte(text, '=')+1], len(r.Varying)})
		over, count := bits.Mul64(r.Count, v.Count)
		if over > 0 || count > mostPoints {
			return Ranges{}, fmt.Errorf("the ranges have %.3g settings together; at most %g would work", float64(r.Count)*float64(v.Count),
				float64(mostPoints))
		}
		r.Count = count
		r.lenient = r.lenient || !v.Numbers
		r.Varying = append(r.Varying, v)
	}
	if _, _, err := f.read(fixed.String()); err != nil {
		return Ranges{}, err
	}
	if err := r.applied(); err != nil {
		return Ranges{}, err
	}
	return r, doubt
}

// MayVary reports whether an address has a character that ranges have. Most have none.
func MayVary(query string) bool {
	return strings.ContainsAny(query, "*,%:") || strings.Contains(query, "..")
}

// varying reads a pair; varies is false where it is no range.
func (f Form) varying(text string) (v Varying, varies bool, err error) {
	p, err := readPair(text)
	if err != nil {
		return v, false, err
	}
	v.Key = p.key
	key := strings.TrimPrefix(p.key, HoldPrefix)
	for _, c := range f.Choices {
		if c.Key() == key {
			if p.word != every && !strings.Contains(p.word, ",") {
				return v, false, nil
			}
			v.Title = cmp.Or(c.About(), c.Title())
			v.Points, err = options(c, p.word)
			return v, err == nil, err
		}
	}
	for _, t := range f.Texts {
		if t.Name == key {
			if p.word == every || ofNumbers.MatchString(p.word) {
				return v, false, fmt.Errorf("%s = %s is a range, and %s takes a word; numbers and choices may be ranges", clip(p.key), clip(p.word),
					clip(p.key))
			}
			return v, false, nil
		}
	}
	number, found := f.find(key)
	switch {
	case !found:
		return v, false, nil
	case !ranged(p.word):
		if strings.Contains(p.word, ",") {
			err = &AmbiguousError{p.key, p.word}
		}
		return v, false, err
	case p.word == every:
		return v, false, fmt.Errorf("%s = * is for a choice; a number takes a range such as %s..%s:15", clip(p.key), number.Exact(number.At(0)),
			number.Exact(number.At(1)))
	}
	v.Title, v.Unit, v.Numbers = number.Help, number.Unit, true
	v.Points, err = number.Points(p.word)
	return v, err == nil, err
}

// Words returns the words of the i-th setting, from 0, one for each control that varies; empty if the control
// does not apply in that setting.
func (r Ranges) Words(i uint64) []string {
	words := make([]string, len(r.Varying))
	for j := len(words) - 1; j >= 0; j-- {
		n := r.Varying[j].Count
		words[j] = r.Varying[j].Word(i % n)
		i /= n
	}
	if left := r.leftOut(words); left != nil {
		for j, v := range r.Varying {
			if slices.Contains(left, v.Key) {
				words[j] = ""
			}
		}
	}
	return words
}

// Query returns the setting with these words: one for each control that varies. It leaves out empty words,
// and controls that do not apply there.
func (r Ranges) Query(words []string) string { return r.before + r.query(words, r.leftOut(words)) }

// query returns the query without the controls left out.
func (r Ranges) query(words, left []string) string {
	var b strings.Builder
	for _, p := range r.pairs {
		if slices.Contains(left, p.key) || p.varying >= 0 && words[p.varying] == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.text)
		if p.varying >= 0 {
			b.WriteString(escape(words[p.varying]))
		}
	}
	return b.String()
}

// leftOut returns the controls that do not apply in a setting, if lists of choices have others in which they
// do.
func (r Ranges) leftOut(words []string) (keys []string) {
	for more := r.lenient; more; {
		more = false
		for _, s := range r.strays(r.query(words, keys)) { // without these others may have nothing to do
			if key := s.prefix + s.key; slices.ContainsFunc(r.pairs, func(p rangedPair) bool { return p.key == key }) {
				keys, more = append(keys, key), true
			}
		}
	}
	return keys
}

// applied refuses a control that applies with none of the options that lists name.
func (r Ranges) applied() error {
	if !r.lenient {
		return nil
	}
	var first, never []straying
	words, combinations := make([]string, len(r.Varying)), uint64(1)
	for j, v := range r.Varying {
		words[j] = r.form.readable(v)
		if !v.Numbers {
			combinations *= v.Count
		}
	}
	for i := range combinations {
		for j := len(words) - 1; j >= 0; j-- {
			if v := r.Varying[j]; !v.Numbers {
				words[j] = v.Word(i % v.Count)
				i /= v.Count
			}
		}
		strays := r.strays(r.query(words, nil))
		if first == nil {
			first, never = strays, strays
		}
		never = slices.DeleteFunc(slices.Clone(never), func(s straying) bool {
			return !slices.ContainsFunc(strays, func(t straying) bool { return t.prefix+t.key == s.prefix+s.key })
		})
		if len(never) == 0 {
			return nil
		}
	}
	return r.form.refusal(never[0].pair, never[0].said, never[0].at, never[0].prefix)
}

// readable returns a valid word of a control that varies.
func (f Form) readable(v Varying) string {
	const tried = 1000
	p, found := f.find(strings.TrimPrefix(v.Key, HoldPrefix))
	if !found {
		return v.Word(0)
	}
	for i := range min(v.Count, tried) {
		if _, err := p.Read(v.Word(i)); err == nil {
			return v.Word(i)
		}
	}
	return p.Exact(p.Default)
}

// After returns the same ranges after a text that begins each query.
func (r Ranges) After(text string) Ranges {
	r.before = text + r.before
	return r
}

// straying is a control of a query that does not apply, and where.
type straying struct {
	pair
	prefix string
	said   said
	at     Values
}

// strays returns the strays of a query; none if it cannot be read.
func (r Ranges) strays(query string) (list []straying) {
	present, held, err := r.form.read(query)
	if err != nil {
		return nil
	}
	v := r.form.laid(r.from.Alone(), present)
	for _, p := range r.form.strays(present, v) {
		list = append(list, straying{p, "", present, v})
	}
	if held.pairs == nil {
		return list
	}
	beside, _ := r.form.besideOf(r.from, v)
	beside = r.form.laid(beside, held)
	for _, p := range r.form.strays(held, beside) {
		list = append(list, straying{p, HoldPrefix, held, beside})
	}
	return list
}
