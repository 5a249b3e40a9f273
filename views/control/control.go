// Package control holds the controls that screens of several tabs share, and the
// words about them.
//
// A control is carried to another view where both declare the identical Param; so what several tabs
// have is declared here, once.
package control

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Target is the level that an answer is to reach.
var Target = param.Param{Name: "target", Symbol: "target", Style: numeral.Percent,
	Help: "Probability to reach.", Min: 0, Max: 1, Open: true, Default: 0.8, Fine: 0.01, Coarse: 0.1, Role: param.Target}

// Seed is the start of the random numbers.
var Seed = param.Param{Name: "seed", Symbol: "seed", Help: "Picks the random draws: the same seed gives the same ones.",
	Min: 0, Max: 1e9, Default: 1, Low: 1, High: 1000, Scale: param.Count, Role: param.Aside}

// Option is a kind of a menu that stands for a value, with the sliders that it brings.
func Option[T any](name, title, help, source string, value T, sliders ...param.Param) param.Kind[T] {
	return param.Kind[T]{Name: name, Title: title, Help: help, Source: source, Params: sliders,
		New: func(param.Values) (T, error) { return value, nil }}
}

// Lasting is an option that takes minutes where others take seconds.
func Lasting[T any](k param.Kind[T]) param.Kind[T] {
	k.Lasting = true
	return k
}

// LawInWords is the law of M(x) as a formula with numbers.
func LawInWords(m mechanisms.Mechanism, x float64) string {
	if d, ok := m.(mechanisms.Described); ok {
		return d.Formula(x)
	}
	return ""
}

// Hues are the places among the colours that mechanisms have, in the order of the menu: no
// two of one guarantee share one, since these are compared.
func Hues() []int {
	var hues []int
	of := map[string]int{}
	for _, kind := range mechanisms.All.Kinds {
		hues = append(hues, of[kind.Tag])
		of[kind.Tag]++
	}
	return hues
}

// Sentences joins what is not empty.
func Sentences(texts ...string) string {
	var said []string
	for _, t := range texts {
		if t != "" {
			said = append(said, t)
		}
	}
	return strings.Join(said, " ")
}

// Records writes a number of records: "1,000 records".
func Records(n int) string { return numeral.Things(n, "record") }

// Place writes a closed interval: "[0.200, 0.800]".
func Place(from, to float64) string {
	return fmt.Sprintf("[%s, %s]", numeral.Short(from), numeral.Short(to))
}

// Notion is the kind of promise that a mechanism of the menu makes. Budgets of
// one kind compare; those of several do not.
func Notion(mechanism string) string {
	kind, err := mechanisms.All.Find(mechanism)
	if err != nil {
		return ""
	}
	return kind.Tag
}

// WithNotion are the mechanisms of the menu that make one kind of promise.
func WithNotion(notion string) (names []string) {
	for _, kind := range mechanisms.All.Kinds {
		if kind.Tag == notion {
			names = append(names, kind.Name)
		}
	}
	return names
}

// PureNotion is that of mechanisms that promise ε alone.
const PureNotion = "ε-LDP"

// AnyBudget stands beside the least of all budgets where every budget is proven to be
// enough, and leastBudget where that is not known, or not so.
const (
	AnyBudget   = "any ε"
	leastBudget = "smallest ε tried"
)

// AtLeastBudget stands beside the least of all budgets.
func AtLeastBudget(everyIsEnough bool) string {
	if everyIsEnough {
		return AnyBudget
	}
	return leastBudget
}

// IsLeastBudget reports whether a budget that is enough is the least of all, but for
// rounding: then its number is no finding.
func IsLeastBudget(v known.Value) bool {
	return !v.Missing() && v.Value <= mechanisms.Epsilon.Min*(1+1e-9)
}

// OfAllMechanisms lists a view's own parameters, then what any mechanism takes
// besides ε, for views that ask them all.
func OfAllMechanisms(own ...param.Param) []param.Param {
	all := slices.Clone(own)
	for _, p := range (param.Form{Choices: []param.Choice{mechanisms.All}}).All() {
		if p.Name != mechanisms.Epsilon.Name && !slices.ContainsFunc(own, func(o param.Param) bool { return o.Name == p.Name }) {
			all = append(all, p)
		}
	}
	return all
}
