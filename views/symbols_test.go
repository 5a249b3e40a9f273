package views

import (
	"slices"
	"testing"
)

// A symbol that all pages share has one meaning: only these controls and answers have it.
var meanings = map[string][]string{
	"r": {"imbalance"},                             // class ratio
	"q": {"q", "rate"},                             // sampling rate
	"T": {"steps", "steps-taken", "steps-allowed"}, // steps of a training
	"π": {"positive", "prior", "true-share"},       // share of a class
}

// alike lists controls of one page that mean the same in two of its pictures.
var alike = [][2]string{{"n", "labels"}, {"bins", "k"}}

// No two controls of a page share a symbol, and a shared symbol means one thing on all pages.
func TestSymbolsMeanOneThing(t *testing.T) {
	for _, v := range All {
		names := map[string]string{}
		check := func(symbol, name string) {
			if of, shared := meanings[symbol]; shared && !slices.Contains(of, name) {
				t.Errorf("%s: %s has the symbol %s, which means %s", v.Name, name, symbol, of[0])
			}
		}
		for _, p := range v.All() {
			check(p.Symbol, p.Name)
			if other := names[p.Symbol]; other != "" && other != p.Name && !slices.Contains(alike, [2]string{other, p.Name}) {
				t.Errorf("%s: %s and %s have one symbol, %s", v.Name, other, p.Name, p.Symbol)
			}
			names[p.Symbol] = p.Name
		}
		for _, a := range v.Declared {
			check(a.Symbol, a.Name)
		}
	}
}
