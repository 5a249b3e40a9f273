package param

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"dpscope/engine/numeral"
)

// Ranges is a query in which controls have ranges: many settings in one line, each of them a
// query. The last range turns fastest.
type Ranges struct {
	Varying []Varying // in the order of the query
	Count   uint64    // of the settings: 1 where nothing varies
	texts   []string  // what stands before, between and after the words that vary
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

// Ranges reads a query whose numbers may be ranges and whose choices may be lists. What every
// setting shares is checked; whether a setting can be is found when it is read. An *AmbiguousError
// comes with ranges in which the word that it is of is one number.
func (f Form) Ranges(query string) (Ranges, error) {
	r := Ranges{Count: 1}
	if !MayVary(query) {
		r.texts = []string{query}
		return r, nil
	}
	var fixed, text strings.Builder
	var doubt error
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		if text.Len() > 0 || len(r.Varying) > 0 {
			text.WriteByte('&')
		}
		v, varies, err := f.varying(pair)
		if _, doubtful := err.(*AmbiguousError); doubtful {
			doubt, err = err, nil
		}
		if err != nil {
			return Ranges{}, err
		}
		if !varies {
			text.WriteString(pair)
			fixed.WriteString("&" + pair)
			continue
		}
		for _, other := range r.Varying {
			if other.Key == v.Key {
				return Ranges{}, fmt.Errorf("%s is given twice; once would work", clip(v.Key))
			}
		}
		text.WriteString(pair[:strings.IndexByte(pair, '=')+1])
		r.texts = append(r.texts, text.String())
		text.Reset()
		over, count := bits.Mul64(r.Count, v.Count)
		if over > 0 || count > mostPoints {
			return Ranges{}, fmt.Errorf("the ranges have %.3g settings together; at most %g would work", float64(r.Count)*float64(v.Count),
				float64(mostPoints))
		}
		r.Count = count
		r.Varying = append(r.Varying, v)
	}
	r.texts = append(r.texts, text.String())
	if _, _, err := f.read(fixed.String()); err != nil {
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

// Words are those of the i-th setting, from 0, one for each control that varies.
func (r Ranges) Words(i uint64) []string {
	words := make([]string, len(r.Varying))
	for j := len(words) - 1; j >= 0; j-- {
		n := r.Varying[j].Count
		words[j] = r.Varying[j].Word(i % n)
		i /= n
	}
	return words
}

// Query is the setting with these words: one for each control that varies.
func (r Ranges) Query(words []string) string {
	var b strings.Builder
	for i, w := range words {
		b.WriteString(r.texts[i])
		b.WriteString(escape(w))
	}
	b.WriteString(r.texts[len(words)])
	return b.String()
}

// After is the same behind a text that each query begins with.
func (r Ranges) After(text string) Ranges {
	r.texts = append([]string{text + r.texts[0]}, r.texts[1:]...)
	return r
}
