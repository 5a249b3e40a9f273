package risk

import (
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// contract is an address that programs use, and its readings.
type contract struct {
	view  view.View
	query string
	names []string
	none  []string // those without a value at this setting
}

// Every address that is promised to programs has its readings, each with a value.
func TestContracts(t *testing.T) {
	effort.Unwatched(t)
	ofAttack := []string{"found", "tpr", "advantage", "right", "right-at-prior", "precision", "reconstruction", "mu", "regret", "epsilon-at-delta",
		"tpr-of-claim", "right-allowed"}
	var ofProfile []string
	for _, name := range []string{"loss", "advantage", "tpr", "delta"} {
		for _, law := range []string{"laplace", "staircase", "truncated", "gaussian", "optimal"} {
			ofProfile = append(ofProfile, name+"-"+law)
		}
	}
	for _, c := range []contract{
		{Attack, "of=training&sigma=1.1&rate=0.01&steps=10000&fpr=0.01&prior=0.5&delta=1e-5", ofAttack, nil},
		{Attack, "of=mechanism&mechanism=pm&epsilon=2&pair=worst", ofAttack, nil},
		{Attack, "of=labels", ofAttack, nil},
		{Attack, "of=noise", ofAttack, nil},
		{Attack, "of=claim&epsilon=1&delta=0.05", ofAttack, nil},
		{Attack, "of=normal&mu=1", ofAttack, nil},
		{Attack, "of=laplace&epsilon=1", ofAttack, nil},
		{Attack, "of=response&epsilon=1", ofAttack, nil},
		{Attack, "of=concentrated&rho=0.5", ofAttack, nil},
		{Attack, "of=renyi&order=8&divergence=1", ofAttack, nil},
		{Attack, "of=rdp&rdp=2:0.1,8:0.4,32:1.6", ofAttack, nil},
		{Profile, "equal=advantage&value=0.3&loss=l1&sensitivity=1&times=1", ofProfile, nil},
	} {
		got := viewtest.Readings(t, c.view, c.query)
		for _, name := range c.names {
			a, found := got[name]
			if !found || a.Known.Missing() != slices.Contains(c.none, name) {
				t.Errorf("%s?%s: %s is %+v, found: %v", c.view.Name, c.query, name, a.Known, found)
			}
		}
	}
}
