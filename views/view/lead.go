package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// Lead declares the first text of a page. Each list gives its first variant whose condition holds and whose holes are known, so
// that the last of Answers must be known at every setting.
type Lead struct {
	Answers  []Variant // answer the question in their first words; at most MostAnswer characters
	Prices   []Variant // say what it costs; at most MostPrice. nil: nothing is spent
	Warnings []Variant // stand between them where they apply
	Trials   bool      // an answer of an unfinished page covers the trials so far, and says so
}

// The most characters of a lead's sentences, for which the smallest pages have room.
const (
	MostAnswer = 150
	MostPrice  = 150
)

// Variant is a sentence with holes. Its text holds no digits except 50 % and 95 %: all other numbers, names and words are
// filled in.
//
//	{mass}        a reading as it is displayed, the sign of its basis before it, or a control
//	{mass.low}    the lower end of its interval, {mass.high} the upper
//	{mass.bound}  without its sign, where the sentence calls it a bound
//	{mass.bare}   without its sign and its unit, after a number of the same unit
//	{mass-BEST}   the member of a family that the reading best names, or the word best of Filled
//	{mass-BEST-raw}  the member with this suffix
//	{people}      a word of Filled
//	{called-BEST} its word called-NAME for that member
//
// After "at most" or "at least" a number's own ≤ or ≥ is left out.
type Variant struct {
	When  func(Facts) bool // nil: always
	Text  string
	Guess bool // it says how often an attacker is right or wrong
}

// Always returns a list of one variant without a condition.
func Always(text string) []Variant { return []Variant{{Text: text}} }

// Branch is a list of variants with a common condition.
type Branch struct {
	When     func(Facts) bool // nil: always
	Variants []Variant
}

// Either returns the variants of several branches, in their order.
func Either(branches ...Branch) []Variant {
	var all []Variant
	for _, b := range branches {
		for _, v := range b.Variants {
			switch {
			case v.When == nil:
				v.When = b.When
			case b.When != nil:
				v.When = All(b.When, v.When)
			}
			all = append(all, v)
		}
	}
	return all
}

// Facts holds what is known of a page. It computes nothing, so that a lead contains no number that the page does not show.
type Facts struct {
	answers []engine.Reading
	form    param.Form
	values  param.Values
	filled  map[string]string
	pending *bool // whether a value was requested that is still being computed
	part    bool  // the page is not finished: its numbers cover what is computed by then
}

// UnderWay reports whether the page is not finished: its numbers cover what is computed by then.
func (f Facts) UnderWay() bool { return f.part }

// find returns the answer under a key, if it is there and known.
func (f Facts) find(key engine.Key) (engine.Reading, bool) {
	i := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key == key })
	if i < 0 {
		return engine.Reading{}, false
	}
	a := f.answers[i]
	if a.Pending {
		*f.pending = true
	}
	return a, !a.Pending && !a.Known.Missing()
}

// Of returns the value of a reading; a missing one where there is none yet.
func (f Facts) Of(name string) known.Value {
	a, ok := f.find(engine.Key{Name: name})
	if !ok {
		return known.Nothing("")
	}
	return a.Known
}

// Member returns the value of a member of a family.
func (f Facts) Member(name, member string) known.Value {
	a, ok := f.find(engine.Key{Name: name, Member: member})
	if !ok {
		return known.Nothing("")
	}
	return a.Known
}

// Later reports whether a reading is still being computed. The question itself does not make a lead wait for it.
func (f Facts) Later(name string) bool {
	return slices.ContainsFunc(f.answers, func(a engine.Reading) bool { return a.Key == engine.Key{Name: name} && a.Pending })
}

// Number returns the value of a reading or of a slider; NaN where there is none.
func (f Facts) Number(name string) float64 {
	if p, ok := f.slider(name); ok {
		return f.values.Get(p)
	}
	return f.Of(name).Number()
}

// None reports whether a reading has no value, and will have none.
func (f Facts) None(name string) bool {
	i := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key.Name == name })
	if i >= 0 && f.answers[i].Pending {
		*f.pending = true
	}
	return i < 0 || !f.answers[i].Pending && f.answers[i].Known.Missing()
}

// Refused reports whether a reading has no value because it is not computed here.
func (f Facts) Refused(name string) bool {
	i := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key.Name == name })
	return f.None(name) && i >= 0 && f.answers[i].Known.Refused
}

// Said reports whether a reading is a word.
func (f Facts) Said(name, word string) bool { return f.Of(name).Word == word }

// Picked reports whether a control of the page is set to an option.
func (f Facts) Picked(key, option string) bool {
	for _, c := range f.form.Choices {
		if c.Key() == key {
			return f.values.Picked(c).Name == option
		}
	}
	return false
}

// All holds where all conditions hold.
func All(each ...func(Facts) bool) func(Facts) bool {
	return func(f Facts) bool {
		return !slices.ContainsFunc(each, func(one func(Facts) bool) bool { return !one(f) })
	}
}

// Not holds where a condition does not.
func Not(one func(Facts) bool) func(Facts) bool { return func(f Facts) bool { return !one(f) } }

// Filled returns a word that the page gives, empty where it gives none.
func (f Facts) Filled(name string) string { return f.filled[name] }

func (f Facts) slider(name string) (param.Param, bool) {
	sliders := f.form.Sliders(f.values)
	i := slices.IndexFunc(sliders, func(p param.Param) bool { return p.Name == name })
	if i < 0 {
		return param.Param{}, false
	}
	return sliders[i], true
}

// lead returns the lead of a page. It is empty while a value that it needs is being computed; an error is a mistake in the
// declaration.
func (l Lead) lead(f Facts) (engine.Lead, error) {
	if len(l.Answers) == 0 {
		return engine.Lead{}, nil
	}
	f.pending = new(bool)
	answer, of, err := f.first(l.Answers)
	if *f.pending {
		return engine.Lead{}, nil
	}
	if err != nil {
		return engine.Lead{}, err
	}
	if l.Trials && f.part {
		answer = slices.Insert(answer, 0, engine.Part{Text: "So far: "})
	}
	lead := engine.Lead{Answer: answer}
	// Where the price is not known it has no sentence: the answer stands alone.
	price, cost, _ := f.first(l.Prices)
	lead.Price = price
	switch {
	case of.Guess:
		lead.Guess = engine.GuessInAnswer
	case cost.Guess:
		lead.Guess = engine.GuessInPrice
	}
	if warning, _, err := f.first(l.Warnings); err == nil {
		lead.Warning = warning.String()
	}
	return lead, nil
}

// first returns the first variant that applies, filled, and the variant itself.
func (f Facts) first(variants []Variant) (engine.Sentence, Variant, error) {
	err := fmt.Errorf("no variant applies")
	for _, v := range variants {
		if v.When != nil && !v.When(f) || *f.pending {
			continue
		}
		s, unknown := f.say(v.Text)
		if unknown == nil {
			return s, v, nil
		}
		err = unknown
	}
	return nil, Variant{}, err
}

// hole matches a name in braces: of a reading, perhaps with an end of its interval or with the reading that names a member, in
// capitals.
var hole = regexp.MustCompile(`\{([a-z0-9+*/-]+?)(?:-([A-Z](?:[A-Z-]*[A-Z])?)(-[a-z]+)?)?(\.low|\.high|\.bound|\.bare)?\}`)

// say fills the holes of a text.
func (f Facts) say(text string) (engine.Sentence, error) {
	var s engine.Sentence
	last := 0
	for _, m := range hole.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		before := text[last:m[0]]
		part, err := f.fill(hollow{name: group(1), member: group(2), more: group(3), end: group(4)}, before)
		if err != nil {
			return nil, err
		}
		if before != "" {
			s = append(s, engine.Part{Text: before})
		}
		if len(s) == 0 || strings.HasSuffix(before, ". ") {
			part.Text = began(part.Text)
		}
		s = append(s, part)
		last = m[1]
	}
	if rest := text[last:]; rest != "" {
		s = append(s, engine.Part{Text: rest})
	}
	return s, nil
}

// began returns a text as the beginning of a sentence: a word gets a capital letter, and a symbol stays as it is.
func began(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if len(word) < 3 || strings.ContainsFunc(word, func(c rune) bool { return c < 'a' || c > 'z' }) {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// hollow is a parsed hole.
type hollow struct{ name, member, more, end string }

// fill returns the content of a hole, and its source.
func (f Facts) fill(h hollow, before string) (engine.Part, error) {
	name := h.name
	if text, ok := f.filled[name]; ok && h.member == "" {
		return engine.Part{Text: text}, nil
	}
	if p, ok := f.slider(name); ok {
		return engine.Part{Text: p.Text(f.values.Get(p)), Control: name}, nil
	}
	key := engine.Key{Name: name}
	if h.member != "" {
		by := strings.ToLower(h.member)
		word := f.filled[by]
		if word == "" {
			word = f.Of(by).Word
		}
		if word == "" {
			return engine.Part{}, fmt.Errorf("%s names no member of %s", h.member, name)
		}
		key.Member = word + h.more
		if text, ok := f.filled[name+"-"+key.Member]; ok {
			return engine.Part{Text: text}, nil
		}
	}
	a, ok := f.find(key)
	if !ok {
		return engine.Part{}, fmt.Errorf("%s is not known", key)
	}
	return engine.Part{Text: written(a, h.end, before), Of: key}, nil
}

// written returns an answer as it is displayed, with the sign of its basis.
func written(a engine.Reading, end, before string) string {
	switch v := a.Known; {
	case v.Word != "":
	case end == ".low":
		return a.Style.Rounded(v.Low, numeral.Down)
	case end == ".high":
		return a.Style.Rounded(v.High, numeral.Up)
	case end == ".bound":
		return a.Written()
	case end == ".bare":
		return strings.TrimSuffix(a.Written(), " points")
	}
	return a.Signed(before)
}
