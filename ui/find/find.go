// Package find searches by words the views, lessons, commands, terms, presets, options, answers and controls of the program.
// Synonyms are declared with what they name. A typed word matches only the beginning of a word.
package find

import (
	"cmp"
	"slices"
	"strings"

	"dpscope/engine/param"
)

// Kind says what was found.
type Kind string

// The kinds, in the order of the list.
const (
	View    Kind = "view"
	Lesson  Kind = "lesson"
	Command Kind = "command"
	Term    Kind = "term"
	Preset  Kind = "preset"
	Option  Kind = "option"
	Answer  Kind = "answer"
	Control Kind = "control"
)

// class orders the texts that find a thing.
type class int

const (
	label class = iota
	title
	question
	preset
	term
	answer
	control
	text // text of the view that it belongs to; in short lists its meaning
)

// field is a text that finds a thing, as people type it.
type field struct {
	class class
	text  string
	words []string
}

// Words holds the words that find a thing.
type Words struct {
	whole  map[string]place // its names: a typed text equal to one finds it first
	fields []field
	view   string // the view it belongs to
}

// place says how early a match comes.
type place int

const (
	first    place = iota // a view
	signs                 // a symbol
	runs                  // a lesson, or a command
	defines               // a term
	begins                // no whole name, but a text that begins so
	together              // one text has all words
	apart                 // its texts together have them
	nowhere
)

// called returns w with whole names.
func (w Words) called(at place, names ...string) Words {
	for _, name := range names {
		if name = Spelt(name); name == "" {
			continue
		}
		if w.whole == nil {
			w.whole = map[string]place{}
		}
		if was, found := w.whole[name]; !found || at < was {
			w.whole[name] = at
		}
	}
	return w
}

// by returns w with texts of a class.
func (w Words) by(c class, texts ...string) Words {
	for _, t := range texts {
		if t = Spelt(t); t != "" {
			w.fields = append(w.fields, field{c, t, strings.Fields(t)})
		}
	}
	return w
}

// Of returns the words of a line in a short list: its title, and its meaning.
func Of(titled string, means ...string) Words { return Words{}.by(title, titled).by(text, means...) }

// Search returns the entries of a list that match every word of a text, in this order: those with that name; those with a text
// that begins so, by the class of the text, the shorter first; those that contain the words. Among equals those of the view
// come first. Where nothing matches because no entry has one of the words, meant is the text with the nearest words instead,
// and found is what that finds.
func Search(list []Words, typed, view string) (found []int, meant string) {
	if found = search(list, typed, view); len(found) > 0 || Spelt(typed) == "" {
		return found, ""
	}
	if near := corrected(list, strings.Fields(Spelt(typed))); near != "" {
		if found = search(list, near, view); len(found) > 0 {
			return found, near
		}
	}
	return nil, ""
}

func search(list []Words, typed, view string) []int {
	type match struct {
		at, length int
		place      place
		class      class
		other      int // 1: it belongs to another view
	}
	spelt := Spelt(typed)
	words := telling(spelt)
	var all []match
	for i, w := range list {
		m := match{at: i, other: 1}
		if w.view == view {
			m.other = 0
		}
		if m.place, m.class, m.length = w.match(spelt, words); m.place < nowhere {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.class, b.class), cmp.Compare(a.length, b.length),
			cmp.Compare(a.other, b.other))
	})
	found := make([]int, len(all))
	for i, m := range all {
		found[i] = m.at
	}
	return found
}

// match returns how early a text finds a thing, the class of the matching text, and its length.
func (w Words) match(spelt string, words []string) (place, class, int) {
	if spelt == "" {
		return first, label, 0
	}
	for _, name := range []string{spelt, singular(spelt)} {
		if at, found := w.whole[name]; found {
			return at, label, 0
		}
	}
	best, by, length := nowhere, text, 0
	better := func(at place, f field) {
		if cmp.Or(cmp.Compare(at, best), cmp.Compare(f.class, by), cmp.Compare(len(f.text), length)) < 0 {
			best, by, length = at, f.class, len(f.text)
		}
	}
	for _, f := range w.fields {
		switch {
		case strings.HasPrefix(f.text, spelt):
			better(begins, f)
		case f.has(words):
			better(together, f)
		}
	}
	if best == nowhere && len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool { return !w.has(word) }) {
		best = apart
	}
	return best, by, length
}

// has reports whether every word begins a word of the field.
func (f field) has(words []string) bool {
	for _, word := range words {
		if !slices.ContainsFunc(f.words, func(own string) bool { return beginsWith(own, word) }) {
			return false
		}
	}
	return true
}

func (w Words) has(word string) bool {
	return slices.ContainsFunc(w.fields, func(f field) bool { return f.has([]string{word}) })
}

// beginsWith reports whether a word begins with another, or with that one without the s of a plural.
func beginsWith(own, word string) bool {
	return strings.HasPrefix(own, word) || strings.HasPrefix(own, singular(word)) && len(word) > len(own)
}

// singular removes the s of a plural or of a verb.
func singular(word string) string {
	const short = 3
	if len(word) > short && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

// telling returns the meaningful words of a question; all of them where none is.
func telling(spelt string) []string {
	var words []string
	all := strings.Fields(spelt)
	for _, w := range all {
		if !slices.Contains(smallWords, w) {
			words = append(words, w)
		}
	}
	if words == nil {
		return all
	}
	return words
}

var smallWords = strings.Fields("a an and are at can do does for how i in is it me my of on or should that the this to what when where which who whose why with")

// corrected replaces each word that begins no known word by the nearest one: one slip in a word of four letters, two from
// seven on. It returns nothing where no word needs that, or a word has no near one.
func corrected(list []Words, words []string) string {
	vocabulary := map[string]bool{}
	var inOrder []string
	for _, w := range list {
		for _, f := range w.fields {
			for _, word := range f.words {
				if !vocabulary[word] {
					vocabulary[word] = true
					inOrder = append(inOrder, word)
				}
			}
		}
	}
	changed := false
	for i, word := range words {
		if slices.ContainsFunc(inOrder, func(own string) bool { return beginsWith(own, word) }) || slices.Contains(smallWords, word) {
			continue
		}
		near := Nearest(inOrder, word)
		if near == "" {
			return ""
		}
		words[i], changed = near, true
	}
	if !changed {
		return ""
	}
	return strings.Join(words, " ")
}

// Nearest returns the word that another differs least from; empty: all differ too much.
func Nearest(vocabulary []string, word string) (best string) {
	const short, long = 4, 7
	least := 1
	switch n := len(word); {
	case n >= long:
		least = 3
	case n >= short:
		least = 2
	}
	for _, own := range vocabulary {
		if abs(len(own)-len(word)) < least {
			if d := param.Distance(word, own); d < least {
				best, least = own, d
			}
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }
