// Package control holds the controls that screens of several tabs share, and the words about them.
//
// A control is carried to another view where both declare the identical Param; so shared controls are declared here, once.
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

// Target is the level that an answer must reach.
var Target = param.Param{Name: "target", Symbol: "target", Style: numeral.Percent,
	Help: "Probability to reach.", Min: 0, Max: 1, Open: true, Default: 0.8, Fine: 0.01, Coarse: 0.1, Role: param.Target}

// Seed starts the random numbers.
var Seed = param.Param{Name: "seed", Symbol: "seed", Help: "Picks the random draws: the same seed gives the same ones.",
	Min: 0, Max: 1e9, Default: 1, Low: 1, High: 1000, Scale: param.Count, Role: param.Aside}

// Option is a kind of a menu that stands for a value, with its sliders.
func Option[T any](name, title, help, source string, value T, sliders ...param.Param) param.Kind[T] {
	return param.Kind[T]{Name: name, Title: title, Help: help, Source: source, Params: sliders,
		New: func(param.Values) (T, error) { return value, nil }}
}

// Lasting marks an option that takes minutes where others take seconds.
func Lasting[T any](k param.Kind[T]) param.Kind[T] {
	k.Lasting = true
	return k
}

// LawInWords returns the law of M(x) as a formula with numbers.
func LawInWords(m mechanisms.Mechanism, x float64) string {
	if d, ok := m.(mechanisms.Described); ok {
		return d.Formula(x)
	}
	return ""
}

// Hues returns the places of mechanisms among the colours, in the order of the menu: no two with the same kind of guarantee
// share one, since these are compared.
func Hues() []int {
	var hues []int
	of := map[string]int{}
	for _, kind := range mechanisms.All.Kinds {
		hues = append(hues, of[kind.Tag])
		of[kind.Tag]++
	}
	return hues
}

// Sentences joins the texts that are not empty.
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

// Notion returns the kind of guarantee of a mechanism in the menu. Budgets compare within a kind, not between kinds.
func Notion(mechanism string) string {
	kind, err := mechanisms.All.Find(mechanism)
	if err != nil {
		return ""
	}
	return kind.Tag
}

// WithNotion returns the mechanisms of the menu with one kind of guarantee.
func WithNotion(notion string) (names []string) {
	for _, kind := range mechanisms.All.Kinds {
		if kind.Tag == notion {
			names = append(names, kind.Name)
		}
	}
	return names
}

// PureNotion is the notion of mechanisms that guarantee ε alone.
const PureNotion = "ε-LDP"

// AnyBudget stands beside the least of all budgets where every budget is proven to be enough, and leastBudget where that is
// unknown or false.
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

// IsLeastBudget reports whether a sufficient budget is the least of all, up to rounding: then its number is no finding.
func IsLeastBudget(v known.Value) bool {
	return !v.Missing() && v.Value <= mechanisms.Epsilon.Min*(1+1e-9)
}

// OfAllMechanisms lists a view's own parameters, then those that any mechanism has besides ε, for views that ask about all of
// them.
func OfAllMechanisms(own ...param.Param) []param.Param {
	all := slices.Clone(own)
	for _, p := range (param.Form{Choices: []param.Choice{mechanisms.All}}).All() {
		if p.Name != mechanisms.Epsilon.Name && !slices.ContainsFunc(own, func(o param.Param) bool { return o.Name == p.Name }) {
			all = append(all, p)
		}
	}
	return all
}
