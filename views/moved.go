package views

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dpscope/engine/param"
	"dpscope/views/view"
)

// moved.csv holds a rule a row: a part of a former view and its successor. A row of the view alone gives the address that
// replaced it; one of a control, a reading or a preset gives its name today, nothing where it was removed; one of an option
// gives the pair of an address that replaced it. A capital suffix stands for a member, or for the one that a reading names.
//
//go:embed moved.csv
var movedFile string

// move is a rule.
type move struct{ view, control, option, reading, preset, becomes string }

var rules = sync.OnceValue(func() (all []move) {
	rows, err := csv.NewReader(strings.NewReader(movedFile)).ReadAll()
	if err != nil {
		panic(err)
	}
	for _, r := range rows[1:] {
		all = append(all, move{r[0], r[1], r[2], r[3], r[4], r[5]})
	}
	return all
})

// rule returns the successor of a part of a view.
func rule(of move) (becomes string, found bool) {
	for _, m := range rules() {
		if becomes, m.becomes = m.becomes, ""; m == of {
			return becomes, true
		}
	}
	return "", false
}

// Moved translates a former address into the words of today.
func Moved(address string) string {
	name, query, _ := strings.Cut(address, "?")
	became, found := rule(move{view: name})
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
		if today := movedPair(name, pair); today == pair && !found { // a pair that is given twice stays so
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

// movedPair translates a pair of a former view's address.
func movedPair(name, pair string) string {
	key, word, _ := strings.Cut(pair, "=")
	switch key {
	case "":
		return ""
	case "preset":
		if becomes, found := rule(move{view: name, preset: word}); found {
			return "preset=" + becomes
		}
		return pair
	}
	key, held := strings.CutPrefix(key, param.HoldPrefix)
	prefix := ""
	if held {
		prefix = param.HoldPrefix
	}
	if becomes, found := rule(move{view: name, control: key, option: word}); found {
		return prefix + strings.ReplaceAll(becomes, "&", "&"+prefix)
	}
	if becomes, found := rule(move{view: name, control: key}); found {
		if becomes == "" {
			return ""
		}
		return prefix + becomes + "=" + word
	}
	return pair
}

// MovedReading returns today's name of a former view's reading.
func MovedReading(name, reading string) string {
	for _, m := range rules() {
		if m.view != name || m.reading == "" {
			continue
		}
		if m.reading == reading {
			return m.becomes
		}
		before, family := stem(m.reading)
		if member, of := strings.CutPrefix(reading, before); family && of {
			after, _ := stem(m.becomes)
			return after + member
		}
	}
	return reading
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
	today := Moved(address)
	if today == address {
		return err
	}
	if _, _, still := open(today); still != nil {
		name, _, _ := strings.Cut(address, "?")
		if became, gone := rule(move{view: name}); gone {
			return fmt.Errorf("%s has become %s, where %w", name, became, still)
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
			if today := MovedReading(former, unknown.Name); today != unknown.Name {
				return chosen, fmt.Errorf("reading %s has become %s", unknown.Name, today)
			}
		}
	}
	return chosen, err
}

// takenOver lists the former views that a view has taken over.
func takenOver(name string) (former []string) {
	for _, m := range rules() {
		if today, _, _ := strings.Cut(m.becomes, "?"); today == name && m == (move{view: m.view, becomes: m.becomes}) {
			former = append(former, m.view)
		}
	}
	return former
}
