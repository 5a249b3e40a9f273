package views

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// moved.csv holds a rule a row: a part of a former view and its successor. A row of the view alone gives the address that
// replaced it; one of a control, a reading or a preset gives its name today, nothing where it was removed; one of an option
// gives the pair of an address that replaced it. A number of today is factor times the former one. A capital suffix stands for a member, or for the one that a reading names.
//
//go:embed moved.csv
var movedFile string

// part is what a rule is about.
type part struct{ view, control, option, reading, preset string }

// move is a rule.
type move struct {
	part
	becomes string
	factor  float64
}

var rules = sync.OnceValue(func() (all []move) {
	lines := csv.NewReader(strings.NewReader(movedFile))
	lines.FieldsPerRecord = -1 // most have no factor
	rows, err := lines.ReadAll()
	if err != nil {
		panic(err)
	}
	for _, r := range rows[1:] {
		m := move{part{r[0], r[1], r[2], r[3], r[4]}, r[5], 1}
		if len(r) > 6 {
			m.factor, _ = strconv.ParseFloat(r[6], 64)
		}
		all = append(all, m)
	}
	return all
})

// rule returns the rule about a part of a view.
func rule(of part) (m move, found bool) {
	i := slices.IndexFunc(rules(), func(m move) bool { return m.part == of })
	if i < 0 {
		return move{}, false
	}
	return rules()[i], true
}

// Moved translates a former address into the words and the numbers of today.
func Moved(address string) string { return moved(address, true) }

// moved translates the words alone unless numbers are scaled too.
func moved(address string, scaled bool) string {
	name, query, _ := strings.Cut(address, "?")
	m, found := rule(part{view: name})
	became := m.becomes
	if !found {
		became = name
	}
	today, says, _ := strings.Cut(became, "?")
	var pairs, keys []string
	say := func(text string) {
		for pair := range strings.SplitSeq(text, "&") {
			if key, _, _ := strings.Cut(pair, "="); pair != "" && !slices.Contains(keys, key) {
				keys, pairs = append(keys, key), append(pairs, pair)
			}
		}
	}
	for pair := range strings.SplitSeq(query, "&") {
		if today := movedPair(name, query, pair, scaled); today == pair && !found { // a pair that is given twice stays so
			pairs = append(pairs, pair)
		} else {
			say(today)
		}
	}
	own := pairs // what the address itself says
	pairs = nil
	if !slices.Contains(keys, "preset") { // it says all
		say(says)
	}
	if pairs = append(pairs, own...); len(pairs) == 0 {
		return today
	}
	return today + "?" + strings.Join(pairs, "&")
}

// movedPair translates a pair of a former view's query.
func movedPair(name, query, pair string, scaled bool) string {
	key, word, _ := strings.Cut(pair, "=")
	switch key {
	case "":
		return ""
	case "preset":
		if m, found := rule(part{view: name, preset: word}); found {
			return "preset=" + m.becomes
		}
		return pair
	}
	key, held := strings.CutPrefix(key, param.HoldPrefix)
	prefix := ""
	if held {
		prefix = param.HoldPrefix
	}
	if m, found := rule(part{view: name, control: key, option: word}); found {
		return prefix + strings.ReplaceAll(m.becomes, "&", "&"+prefix)
	}
	m, found := rule(part{view: name, control: key})
	for said := range strings.SplitSeq(query, "&") { // some rules are about one of its options: "attack?of=labels"
		if !found {
			m, found = rule(part{view: name + "?" + said, control: key})
		}
	}
	switch {
	case !found:
		return pair
	case m.becomes == "":
		return ""
	case scaled:
		word = timesFactor(word, m.factor)
	}
	return prefix + m.becomes + "=" + word
}

// timesFactor returns a number as it is written, times a factor; other words stay.
func timesFactor(word string, factor float64) string {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || factor == 1 {
		return word
	}
	return numeral.Exact(v * factor)
}

// MovedReading returns today's name of a former view's reading, and the factor of its number.
func MovedReading(name, reading string) (today string, factor float64) {
	for _, m := range rules() {
		if m.view != name || m.reading == "" {
			continue
		}
		if m.reading == reading {
			return m.becomes, m.factor
		}
		before, family := stem(m.reading)
		if member, of := strings.CutPrefix(reading, before); family && of {
			after, _ := stem(m.becomes)
			return after + member, m.factor
		}
	}
	return reading, 1
}

// stem returns a name without the capital word at its end; family reports whether it has one.
func stem(name string) (before string, family bool) {
	i := strings.LastIndexByte(name, '-') + 1
	if last := name[i:]; i > 0 && last == strings.ToUpper(last) && last != strings.ToLower(last) {
		return name[:i], true
	}
	return name, false
}

// orMoved adds today's form of a former address to the error, where that is why it does not open.
func orMoved(address string, err error) error {
	if moved(address, false) == address { // its numbers may be those of today
		return err
	}
	today := Moved(address)
	if _, _, still := open(today); still != nil {
		name, _, _ := strings.Cut(address, "?")
		if became, gone := rule(part{view: name}); gone {
			return fmt.Errorf("%s has become %s, where %w", name, became.becomes, still)
		}
		return err
	}
	return fmt.Errorf("%s has become %s", address, today)
}

// Choose finds answers of a view by their names; the error for a former name gives today's.
func Choose(v view.View, names []string) (view.Chosen, error) {
	chosen, err := v.Choose(names)
	var unknown *param.UnknownError
	if errors.As(err, &unknown) {
		for _, former := range append([]string{v.Name}, takenOver(v.Name)...) {
			if today, _ := MovedReading(former, unknown.Name); today != unknown.Name {
				return chosen, fmt.Errorf("reading %s has become %s", unknown.Name, today)
			}
		}
	}
	return chosen, err
}

// takenOver lists the former views that a view has taken over.
func takenOver(name string) (former []string) {
	for _, m := range rules() {
		if today, _, _ := strings.Cut(m.becomes, "?"); today == name && m.part == (part{view: m.view}) {
			former = append(former, m.view)
		}
	}
	return former
}
