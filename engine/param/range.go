package param

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Points holds the words that a range stands for, in their order:
//
//	1..8:15         15 numbers at equal distances, both ends among them
//	0.1..10:log20   20 numbers, each the same times the one before
//	1..8            every whole number, of a control that takes whole numbers
//	1,2,5..10:6     these, one after the other
//
// A number has 12 significant digits, so that a third of 0..0.9 is 0.3 and not its neighbour.
type Points struct {
	Count uint64 // 1 to 10¹⁸
	parts []points
}

// points is one part of a list.
type points struct {
	count uint64
	word  func(i uint64) string
}

// Word returns the i-th of them, from 0, as an address writes it.
func (p Points) Word(i uint64) string {
	for _, part := range p.parts {
		if i < part.count {
			return part.word(i)
		}
		i -= part.count
	}
	panic(fmt.Sprintf("word %d of %d", i, p.Count))
}

const (
	mostPoints = 1e18 // of one range, with numbers computed on demand
	mostKept   = 1e6  // of a range with numbers all computed beforehand, because whole numbers coincide
)

// ranged reports whether a word for a number is a range. A single number with separated thousands is none.
func ranged(word string) bool {
	return word == every || strings.Contains(word, "..") || strings.ContainsAny(word, ",:") && numeral.Bare(word) == word
}

// every stands for all options of a choice.
const every = "*"

// Points reads a range of the parameter's values. It does not check whether each of them is valid.
func (p Param) Points(word string) (Points, error) {
	var all Points
	for text := range strings.SplitSeq(word, ",") {
		part, err := p.points(strings.TrimSpace(text))
		if err != nil {
			return Points{}, err
		}
		all.parts = append(all.parts, part)
		if all.Count += part.count; all.Count > mostPoints {
			return Points{}, fmt.Errorf("%s = %s has more than %g points; fewer would work", p.Name, clip(word), float64(mostPoints))
		}
	}
	return all, nil
}

// whole reports whether the parameter takes whole numbers alone.
func (p Param) whole() bool { return p.Scale == Count }

// points reads a part of a list: a number, or a range between two.
func (p Param) points(text string) (points, error) {
	from, rest, between := strings.Cut(text, "..")
	if !between {
		if p.Zero != "" && text == p.Zero {
			text = "0"
		}
		v, err := p.number(text, text)
		return points{1, func(uint64) string { return numeral.Exact(v) }}, err
	}
	to, how, spaced := strings.Cut(rest, ":")
	low, err := p.number(text, from)
	if err != nil {
		return points{}, err
	}
	high, err := p.number(text, to)
	if err != nil {
		return points{}, err
	}
	s := stretch{low: low, high: high, whole: p.whole()}
	switch {
	case low >= high:
		return points{}, fmt.Errorf("%s = %s does not rise; a range goes from the lesser number to the greater, such as 1..8:15", p.Name,
			clip(text))
	case !spaced && !s.whole:
		return points{}, fmt.Errorf("%s = %s needs how many points: %s:15, or %s:log15 for equal ratios, would work", p.Name, clip(text),
			clip(text), clip(text))
	case s.whole && (low != math.Trunc(low) || high != math.Trunc(high)):
		return points{}, fmt.Errorf("%s = %s begins or ends at no whole number", p.Name, clip(text))
	case !spaced:
		s.count = uint64(min(high-low+1, 2*mostPoints))
		return s.points(), nil
	}
	return s.spaced(p, text, how)
}

// number reads an end of a range.
func (p Param) number(text, word string) (float64, error) {
	v, err := p.parsed(word)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf("%s = %q is neither a number nor a range; 1..8:15 for 15 points, 0.1..10:log20 for equal ratios, 1,2,5 for a list%s would work",
			p.Name, clip(text), map[bool]string{true: ", 1..8 for each whole number"}[p.whole()])
	}
	return v, nil
}

// stretch is a range between two numbers, both included.
type stretch struct {
	low, high  float64
	count      uint64
	log, whole bool
}

// spaced reads how many points there are and how far from one another: "15", "log20".
func (s stretch) spaced(p Param, text, how string) (points, error) {
	digits, log := strings.CutPrefix(how, "log")
	n, err := strconv.ParseUint(digits, 10, 64)
	s.count, s.log = n, log
	switch {
	case err != nil || n < 2 || n > mostPoints:
		return points{}, fmt.Errorf("%s = %s: %q is no number of points; 2 to %g, or log2 and so on for equal ratios, would work", p.Name,
			clip(text), clip(how), float64(mostPoints))
	case log && s.low <= 0:
		return points{}, fmt.Errorf("%s = %s: equal ratios begin above 0; 0.01..%s would work", p.Name, clip(text), numeral.Exact(s.high))
	case s.whole && float64(n) > s.high-s.low+1:
		return points{}, fmt.Errorf("%s = %s asks for %d points, and there are %.0f whole numbers", p.Name, clip(text), n, s.high-s.low+1)
	case s.whole && log:
		return s.distinct(p, text)
	}
	return s.points(), nil
}

// distinct returns whole numbers at equal ratios; the least of them may round to equal numbers, and each
// occurs once.
func (s stretch) distinct(p Param, text string) (points, error) {
	if s.count > mostKept {
		return points{}, fmt.Errorf("%s = %s has %d points; at most %g at equal ratios would work for whole numbers", p.Name, clip(text), s.count,
			float64(mostKept))
	}
	var words []string
	for i := range s.count {
		words = append(words, s.word(i))
	}
	words = slices.Compact(words)
	return points{uint64(len(words)), func(i uint64) string { return words[i] }}, nil
}

func (s stretch) points() points { return points{s.count, s.word} }

func (s stretch) word(i uint64) string { return numeral.Exact(s.at(i)) }

// at returns the i-th number.
func (s stretch) at(i uint64) float64 {
	switch i {
	case 0:
		return s.low
	case s.count - 1:
		return s.high
	}
	t, last := float64(i), float64(s.count-1)
	var v float64
	if s.log {
		v = s.low * math.Pow(s.high/s.low, t/last)
	} else {
		v = s.low*((last-t)/last) + s.high*(t/last)
	}
	if s.whole {
		return math.Round(v)
	}
	if math.Abs(v) < 1e-13*max(math.Abs(s.low), math.Abs(s.high)) && !s.log {
		return 0 // rounding may leave an invalid number
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return v
}

// options reads a list of a choice's options, or every for all of them.
func options(c Choice, word string) (Points, error) {
	known := optionNames(c)
	names := known
	if word != every {
		names = strings.Split(word, ",")
	}
	for i, name := range names {
		if !slices.Contains(known, name) {
			return Points{}, &UnknownError{What: c.Key(), Name: name, Known: known, Why: c.WhyUnfit(name)}
		}
		if slices.Contains(names[:i], name) {
			return Points{}, fmt.Errorf("%s = %s names %s twice; once would work", c.Key(), clip(word), name)
		}
	}
	n := uint64(len(names))
	return Points{n, []points{{n, func(i uint64) string { return names[i] }}}}, nil
}

// ofNumbers is a range of numbers, where a control takes words.
var ofNumbers = regexp.MustCompile(`^[-+]?[0-9][0-9.eE+-]*\.\.[-+]?[0-9][0-9.eE+-]*(:(log)?[0-9]*)?$`)
