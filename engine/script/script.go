// Package script reads what a training with Opacus or TensorFlow Privacy does out of its Python script, or its notebook. No
// Python runs: calls of both libraries are found, and what is given to them is looked up in the text. A value is taken only if
// the script says it, once; what is said twice, or computed when the script runs, is asked for and never guessed.
package script

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Script holds what the training in a script says of its run.
type Script struct {
	Library string // "Opacus", "TensorFlow Privacy"
	Found   []Finding
	Twice   []Twice
	Missing []Missing
	Notes   []Note

	way way
}

// Finding is a word of a run (composition.Run) with its value.
type Finding struct {
	Name  string // "sigma"
	Value string // "1.1", "shuffled"
	At    Place  // the call that it is given to
	From  []Origin
	Said  string // "noise_multiplier of make_private", or what the library does where nothing is given
}

// Twice is a word with several values in the script.
type Twice struct {
	Name   string
	Values []Finding
}

// Missing is a word to ask for, and why.
type Missing struct{ Name, Why string }

// Note tells the reader something besides.
type Note struct {
	At   Place
	Text string
}

// way holds how a library takes the words of a run.
type way struct {
	coins       bool    // Opacus draws by coins in place of the loader
	samples     float64 // that a weighted sampler draws an epoch, which counts as the number of records; 0: none
	accumulated float64 // batches whose gradients, each with noise, are added up; 0: one
	halved      bool    // what is clipped is a mean of several gradients
}

// How long a script may be, and how many statements it may have.
const (
	most           = 20 << 20
	mostStatements = 20_000
)

// Read reads a script, or a notebook where the text is JSON.
func Read(data []byte) (Script, error) {
	if len(data) > most {
		return Script{}, fmt.Errorf("the script has %d bytes: one up to %d would work", len(data), most)
	}
	var lines []line
	if text := bytes.TrimSpace(data); len(text) > 0 && text[0] == '{' && bytes.Contains(text, []byte(`"cells"`)) {
		var err error
		if lines, err = notebook(text); err != nil {
			return Script{}, err
		}
	} else {
		lines = logical(string(data), Place{Line: 1})
	}
	if len(lines) > mostStatements {
		return Script{}, fmt.Errorf("the script has %d statements: one up to %d would work", len(lines), mostStatements)
	}
	s := &search{program: parse(lines)}
	opacus, tensorflow := s.opacusCalls(), s.tensorflowCalls()
	switch {
	case len(opacus) > 0 && len(tensorflow) > 0:
		return Script{}, fmt.Errorf("the script uses Opacus on %v and TensorFlow Privacy on %v: one training a script would work",
			opacus[0].at, tensorflow[0].at)
	case len(opacus) > 0:
		s.Library = "Opacus"
		s.opacus(opacus)
	case len(tensorflow) > 0:
		s.Library = "TensorFlow Privacy"
		s.tensorflow(tensorflow)
	default:
		return Script{}, errors.New("no training with Opacus or TensorFlow Privacy is found: a script that calls make_private, or makes a DPKerasSGDOptimizer, would work")
	}
	s.finish()
	return s.Script, nil
}

// search fills a Script.
type search struct {
	*program
	Script
}

// named returns the calls of functions with one of the names.
func (s *search) named(names ...string) (list []site) {
	for _, c := range s.calls {
		if slices.Contains(names, c.called()) {
			list = append(list, c)
		}
	}
	return list
}

// said is a word as several calls say it.
type said struct {
	values
	at   Place
	what string
}

// given adds what a call gives for an argument; found reports whether it gives anything, or may.
func (s *search) given(to *said, c site, word string, place int) (found bool) {
	v, sure := c.argument(word, place)
	switch {
	case v == nil && sure:
		return false
	case v == nil:
		to.values = to.and(unread("%s may be among the arguments on %v that are not read", word, c.at))
	default:
		to.values = to.and(s.value(v, c.in))
	}
	if to.what == "" {
		to.at, to.what = c.at, word+" of "+c.called()
	}
	return true
}

// place returns where the only value of a word is written, else the call that it is given to.
func (v said) place() Place {
	if len(v.list) == 1 && len(v.list[0].from) > 0 {
		return v.list[0].from[0].Place
	}
	return v.at
}

// also adds what a script says elsewhere, as when it asks for ε; what is not read there is no matter if the training says it.
func (v *said) also(other said) {
	if len(v.list) > 0 || v.why != "" {
		other.why = ""
	}
	v.values = v.and(other.values)
	if v.what == "" {
		v.at, v.what = other.at, other.what
	}
}

// enter takes what was said of a word: once it is found, several times it is said twice, else it is asked for.
func (s *search) enter(word string, v said) {
	if v.what == "" || s.entered(word) {
		return
	}
	var list []Finding
	for _, x := range v.list {
		what := v.what
		if len(x.notes) > 0 {
			what += ", " + strings.Join(slices.Compact(slices.Clone(x.notes)), ", ")
		}
		list = append(list, Finding{word, x.String(), v.at, x.from, what})
	}
	switch {
	case len(list) == 1 && v.why == "":
		s.Found = append(s.Found, list[0])
	case len(list) > 1:
		s.Twice = append(s.Twice, Twice{word, list})
	case v.why != "":
		s.ask(word, v.why)
	}
}

// entered reports whether something is known of a word.
func (s *search) entered(word string) bool {
	return slices.ContainsFunc(s.Found, func(f Finding) bool { return f.Name == word }) ||
		slices.ContainsFunc(s.Twice, func(t Twice) bool { return t.Name == word }) ||
		slices.ContainsFunc(s.Missing, func(m Missing) bool { return m.Name == word })
}

// standard enters what a library does where nothing is given.
func (s *search) standard(word, value, why string, at Place) {
	if !s.entered(word) {
		s.Found = append(s.Found, Finding{Name: word, Value: value, At: at, Said: why})
	}
}

// because adds to what was found of a word why it holds.
func (s *search) because(word, why string) {
	for i, f := range s.Found {
		if f.Name == word {
			s.Found[i].Said += ", as " + why
		}
	}
}

// ask asks for a word, and drops what was found of it.
func (s *search) ask(word, why string) {
	s.Found = slices.DeleteFunc(s.Found, func(f Finding) bool { return f.Name == word })
	if !slices.ContainsFunc(s.Missing, func(m Missing) bool { return m.Name == word }) {
		s.Missing = append(s.Missing, Missing{word, why})
	}
}

func (s *search) tell(at Place, format string, words ...any) {
	s.Notes = append(s.Notes, Note{at, fmt.Sprintf(format, words...)})
}

// number is the value of a word that was found.
func (s *search) number(word string) (v string, found bool) {
	for _, f := range s.Found {
		if f.Name == word {
			return f.Value, true
		}
	}
	return "", false
}

// truth makes a word of True and False.
func (v said) truth(yes, no string) said {
	v.values = v.values.each(func(x value) (value, bool) {
		switch x.word {
		case "True":
			x.word = yes
		case "False", "None":
			x.word = no
		default:
			return x, false
		}
		return x, true
	}, v.at)
	return v
}

// numeric keeps numbers alone: None is nothing given.
func (v said) numeric() said {
	v.values = v.values.each(func(x value) (value, bool) { return x, x.word == "" }, v.at)
	return v
}

// finish asks for what nothing says, and for what is said twice.
func (s *search) finish() {
	for _, t := range s.Twice {
		var list []string
		for _, v := range t.Values {
			at := v.At
			if len(v.From) > 0 {
				at = v.From[0].Place
			}
			list = append(list, fmt.Sprintf("%s on %v", v.Value, at))
		}
		s.ask(t.Name, "the script says "+strings.Join(list, " and "))
	}
	rated := s.entered("rate")
	for _, word := range []string{"records", "batch", "epochs", "sigma", "delta", "drawn", "last"} {
		if s.entered(word) || word == "epochs" && s.entered("steps") || rated && (word == "records" || word == "batch" || word == "last") {
			continue
		}
		s.ask(word, "nothing that is read in the script says it")
	}
}
