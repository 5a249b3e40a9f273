package script

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/composition"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// Run returns the run of a script, with words for what it does not say, or instead of it; missing are those that are still asked for.
func (s Script) Run(given map[string]string) (r composition.Run, missing []Missing, err error) {
	words := map[string]string{}
	for _, f := range s.Found {
		words[f.Name] = f.Value
	}
	delete(words, "clip")
	maps.Copy(words, given)
	counted := words["steps"] != "" || words["epochs"] != ""
	for _, m := range s.Missing {
		switch {
		case words[m.Name] != "", (m.Name == "epochs" || m.Name == "steps") && counted && given[m.Name] == "" && (given["steps"] != "" || given["epochs"] != ""):
		case words["rate"] != "" && slices.Contains([]string{"records", "batch", "last", "samples"}, m.Name):
		default:
			missing = append(missing, m)
		}
	}
	way := s.way
	if v, asked := words["samples"]; asked {
		if way.samples, err = strconv.ParseFloat(v, 64); err != nil || !(way.samples >= 1) {
			return r, missing, fmt.Errorf("samples = %q is no number of draws: a whole number from 1 on would work", v)
		}
		delete(words, "samples")
	}
	if r, err = Words(words); err != nil {
		return r, missing, err
	}
	return way.made(r), missing, nil
}

// made is a run as the library makes it.
func (w way) made(r composition.Run) composition.Run {
	if w.accumulated > 1 {
		r.Batch *= w.accumulated
		r.Sigma *= math.Sqrt(w.accumulated)
	}
	if w.halved {
		r.Sigma /= 2
	}
	switch all := max(w.samples, r.Records); {
	case w.coins && r.Drawn == composition.Poisson && r.Rate == 0 && r.Records > 0 && r.Batch > 0:
		if w.samples > 0 {
			all = w.samples
		}
		loader := math.Ceil(all / r.Batch)
		if r.Dropped {
			loader = math.Floor(all / r.Batch)
		}
		if loader < 1 {
			return r
		}
		r.Rate = 1 / loader
		if r.Steps == 0 {
			r.Steps, r.Epochs = r.Epochs*math.Trunc(1/r.Rate), 0 // as floating-point numbers have it: 92 of 93 batches
		}
		r.Dropped = false
	case r.Drawn == composition.Weighted && w.samples > 0 && r.Steps == 0 && r.Batch > 0:
		batches := math.Ceil(w.samples / r.Batch)
		if r.Dropped {
			batches = math.Floor(w.samples / r.Batch)
		}
		r.Steps, r.Epochs = r.Epochs*batches, 0
	}
	return r
}

// known lists the words of a run.
var known = []string{"records", "batch", "rate", "epochs", "steps", "sigma", "delta", "drawn", "last", "neighbours", "claimed", "chance"}

// Words reads a run from words: of flags, of a file, of a script. What no word says is left out: a record that is zeroed, and last
// batches that are kept.
func Words(words map[string]string) (r composition.Run, err error) {
	r.Neighbours = privacy.OneZeroed
	numbers := map[string]*float64{"records": &r.Records, "batch": &r.Batch, "rate": &r.Rate, "epochs": &r.Epochs, "steps": &r.Steps,
		"sigma": &r.Sigma, "delta": &r.Delta, "claimed": &r.Claimed, "chance": &r.Chance}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		text := strings.TrimSpace(words[word])
		if to := numbers[word]; to != nil {
			if *to, err = numeral.Fraction(text); err != nil {
				return r, fmt.Errorf("%s = %q is no number: one such as 0.01, 1e-5 or 256/60000 would work", word, text)
			}
			if *to == 0 && slices.Contains([]string{"steps", "rate", "claimed"}, word) { // 0 stands for what is not said
				return r, fmt.Errorf("%s = 0 says nothing of a run: a number above 0 would work", word)
			}
			continue
		}
		switch word {
		case "drawn":
			r.Drawn, err = chosen(word, text, composition.Drawings[:])
		case "last":
			var dropped choice
			dropped, err = chosen(word, text, []choice{"kept", "dropped"})
			r.Dropped = dropped == "dropped"
		case "neighbours":
			var of choice
			of, err = chosen(word, text, []choice{"zeroed", "left-out", "replaced"})
			r.Neighbours = map[choice]privacy.Neighbours{"left-out": privacy.OneAdded, "replaced": privacy.OneReplaced}[of]
			if of == "zeroed" {
				r.Neighbours = privacy.OneZeroed
			}
		default:
			err = &param.UnknownError{What: "word", Name: word, Known: known}
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// choice is a word that is one of several.
type choice string

func (c choice) String() string { return string(c) }

func chosen[T fmt.Stringer](what, word string, of []T) (found T, err error) {
	var names []string
	for _, c := range of {
		if c.String() == word {
			return c, nil
		}
		names = append(names, c.String())
	}
	return found, &param.UnknownError{What: what, Name: word, Known: names}
}
