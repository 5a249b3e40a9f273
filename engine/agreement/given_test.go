package agreement

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/param"
	"dpscope/learners/model"
	"dpscope/mechanisms"
)

// peer opens a classifier of the paper's authors.
func peer(t testing.TB, name string) *model.Model {
	t.Helper()
	if m, read := peers.Load(name); read {
		return m.(*model.Model)
	}
	m, err := model.Open(oracle.Path(t, "reference", "peer-classifiers", name))
	if err != nil {
		t.Fatal(err)
	}
	peers.Store(name, m)
	return m
}

// peers holds the classifiers read so far.
var peers sync.Map

// mechanism makes one of the menu.
func mechanism(t testing.TB, name string, epsilon float64) mechanisms.Mechanism {
	t.Helper()
	kind, err := mechanisms.All.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, epsilon))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// number reads a decimal.
func number(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// numbers reads decimals with spaces between.
func numbers(t testing.TB, text string) []float64 {
	var all []float64
	for _, f := range strings.Fields(text) {
		all = append(all, number(t, f))
	}
	return all
}
