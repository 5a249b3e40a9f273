package composition

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// Release asks what several releases about the same records spend together. It is comparable.
type Release struct {
	Parts      string             // as ReadParts reads them
	Neighbours privacy.Neighbours // one relation for all parts, between which each number is stated
	Apart      bool               // each person is in one of the releases alone; else in all
}

// Part is one release of a list, repeated Times times.
type Part struct {
	Kind    PartKind
	Numbers []float64
	Times   float64
}

// Parts are releases in the order of a list.
type Parts []Part

// PartKind declares a kind of release.
type PartKind struct {
	Name, Form, Such string // "laplace", "laplace:ε", "laplace:0.5"
	Help             string
	numbers          []partNumber
	optional         int // number of optional ones, at the end
	event            func(v []float64, n privacy.Neighbours) accounting.Event
}

// partNumber is a number of a release, with its range.
type partNumber struct {
	symbol, between string
	within          func(v float64) bool
}

// read reads a number; a rate may be one over another.
func (n partNumber) read(text string) (float64, error) {
	if n.symbol == rateOf.symbol {
		return numeral.Fraction(text)
	}
	return strconv.ParseFloat(strings.TrimSpace(text), 64)
}

var (
	budgetOf = partNumber{"ε", "above 0, at most 500", func(v float64) bool { return v > 0 && v <= 500 }}
	slackOf  = partNumber{"δ", "above 0 and below 1", func(v float64) bool { return v > 0 && v < 1 }}
	noiseOf  = partNumber{"σ", "from 0.001 to 1e6", func(v float64) bool { return v >= 1e-3 && v <= 1e6 }}
	rateOf   = partNumber{"q", "above 0, at most 1", func(v float64) bool { return v > 0 && v <= 1 }}
	timesOf  = partNumber{"T", "a whole number from 1 to 1e9", func(v float64) bool { return v >= 1 && v <= 1e9 && v == math.Trunc(v) }}
)

// PartKinds lists them.
var PartKinds = []PartKind{
	{"laplace", "laplace:ε", "laplace:0.5", "Laplace noise on what one record moves by as much as ε is for.",
		[]partNumber{budgetOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return noisy("laplace", v[0], 0, n)
		}},
	{"truncated-laplace", "truncated-laplace:ε:δ", "truncated-laplace:0.5:1e-6", "Laplace noise that is cut off where δ allows.",
		[]partNumber{budgetOf, slackOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return noisy("truncated-laplace", v[0], v[1], n)
		}},
	{"gaussian", "gaussian:ε:δ", "gaussian:1.3:1e-6", "The least normal noise that keeps (ε, δ), which enters by its σ and not by its claim.",
		[]partNumber{budgetOf, slackOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return accounting.Normal{Deviation: privacy.AnalyticSigma(v[0], v[1]), Neighbours: n}
		}},
	{"normal", "normal:σ", "normal:4", "Normal noise of σ, in units of what one record moves the answer by.",
		[]partNumber{noiseOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return accounting.Normal{Deviation: v[0], Neighbours: n}
		}},
	{"steps", "steps:σ:q:T", "steps:1.1:0.004:3516", "Steps of a training on records that are each drawn by a coin.",
		[]partNumber{noiseOf, rateOf, timesOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return accounting.Times{Of: accounting.Sampled{Of: accounting.Normal{Deviation: v[0], Neighbours: n}, Rate: v[1], By: accounting.Poisson}, Count: v[2]}
		}},
	{"pick", "pick:ε", "pick:0.2", "A choice by the exponential mechanism.",
		[]partNumber{budgetOf}, 0, func(v []float64, n privacy.Neighbours) accounting.Event {
			return accounting.Pick{Epsilon: v[0], Neighbours: n}
		}},
	{"claim", "claim:ε or claim:ε:δ", "claim:1:1e-6", "Whatever keeps a claim: the worst that does.",
		[]partNumber{budgetOf, slackOf}, 1, func(v []float64, n privacy.Neighbours) accounting.Event {
			c := privacy.Claim{Epsilon: v[0], Neighbours: n}
			if len(v) > 1 {
				c.Delta, c.Notion = v[1], privacy.Approximate
			}
			return accounting.Claim{Claim: c}
		}},
}

// noisy returns noise of a family on a query. Its loss does not affect privacy.
func noisy(kind string, epsilon, delta float64, n privacy.Neighbours) accounting.Event {
	of := central.Setting{Epsilon: epsilon, Delta: delta, Loss: central.Slopes{Below: 1, Above: 1}}
	return accounting.Noise{Law: central.Released{Kind: kind, Setting: of}, Neighbours: n}
}

const (
	mostParts   = 64
	mostTimes   = 1e6
	leastOfPart = "laplace:0.5x24,gaussian:1.3:1e-6 is such a list"
)

// ReadParts reads a list of releases: a kind and its numbers with colons between, xN for N equal ones, and
// commas between releases.
func ReadParts(text string) (list Parts, err error) {
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		p, err := readPart(word)
		if err != nil {
			return nil, err
		}
		if list = append(list, p); len(list) > mostParts {
			return nil, fmt.Errorf("the list has more than %d releases: equal ones once, such as laplace:0.5x24, would work", mostParts)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("the list has no release: " + leastOfPart)
	}
	return list, nil
}

// readPart reads one release.
func readPart(word string) (p Part, err error) {
	p.Times = 1
	name, rest, _ := strings.Cut(word, ":")
	if at := strings.LastIndexAny(rest, "x×"); at >= 0 {
		count := strings.TrimLeft(rest[at:], "x×")
		p.Times, err = strconv.ParseFloat(strings.TrimSpace(count), 64)
		if err != nil || !(p.Times >= 1 && p.Times <= mostTimes && p.Times == math.Trunc(p.Times)) {
			return p, fmt.Errorf("%q is released %q times: a whole number from 1 to %g would work", clipped(word), clipped(count), mostTimes)
		}
		rest = rest[:at]
	}
	if p.Kind, err = findPart(strings.TrimSpace(name)); err != nil {
		return p, err
	}
	var words []string
	if strings.TrimSpace(rest) != "" {
		words = strings.Split(rest, ":")
	}
	if most := len(p.Kind.numbers); len(words) > most || len(words) < most-p.Kind.optional {
		return p, fmt.Errorf("%q has %d numbers: %s is the form, such as %s", clipped(word), len(words), p.Kind.Form, p.Kind.Such)
	}
	for i, number := range words {
		of := p.Kind.numbers[i]
		v, err := of.read(number)
		if err != nil || !of.within(v) {
			return p, fmt.Errorf("%s = %q of %q is no %s of a release: one %s would work", of.symbol, clipped(number), clipped(word), of.symbol, of.between)
		}
		p.Numbers = append(p.Numbers, v)
	}
	return p, nil
}

func findPart(name string) (PartKind, error) {
	var names []string
	for _, k := range PartKinds {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return PartKind{}, &param.UnknownError{What: "release", Name: name, Known: names}
}

// clipped shortens a text for errors.
func clipped(word string) string {
	const most = 40
	if runes := []rune(word); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return word
}

// String writes a release as ReadParts reads it.
func (p Part) String() string {
	text := p.Kind.Name
	for _, v := range p.Numbers {
		text += ":" + strconv.FormatFloat(v, 'g', -1, 64)
	}
	if p.Times > 1 {
		text += "x" + strconv.FormatFloat(p.Times, 'f', -1, 64)
	}
	return text
}

// Event returns the releases as a tree.
func (r Release) Event() (accounting.Event, error) {
	list, err := ReadParts(r.Parts)
	if err != nil {
		return nil, err
	}
	if r.Neighbours == privacy.OneReplaced {
		if i := slices.IndexFunc(list, func(p Part) bool { return p.Kind.Name == "steps" }); i >= 0 {
			return nil, fmt.Errorf("%v draws records by coins, which hides a record that is added or left out, not one that is replaced: neighbours left-out would work", list[i])
		}
	}
	var all accounting.Event = accounting.Nothing{}
	for _, p := range list {
		e := p.Kind.event(p.Numbers, r.Neighbours)
		switch {
		case r.Apart:
			all = accounting.Split{Of: all, Or: e}
		case p.Times > 1:
			all = accounting.Both{First: all, Then: accounting.Times{Of: e, Count: p.Times}}
		default:
			all = accounting.Both{First: all, Then: e}
		}
	}
	_, _, err = accounting.Neighbours(all)
	return all, err
}
