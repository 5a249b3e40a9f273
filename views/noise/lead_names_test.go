package noise

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/fits"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// A lead speaks of one noise. The warnings and the price of bayes are about the noise in focus, so its answer begins with that
// noise and its error.
func TestBayesLeadIsOfTheNoiseInFocus(t *testing.T) {
	for b, budget := range []string{"run", "query"} {
		for i, k := range fits.Kinds {
			if !effort.Sample(b+i, 2, 2) {
				continue
			}
			query := fmt.Sprintf("noise=%s&budget=%s&seeds=3", k.Name, budget)
			if k.Name == fits.Ranges && budget == "run" {
				continue // it takes long
			}
			sheet := viewtest.Sheet(t, Bayes, query)
			answer, found := reading(sheet, engine.Key{Name: "error-out", Member: k.Name})
			if !found || answer.Known.Missing() {
				t.Errorf("%s has no error: %s", query, sheet.Lead.Answer)
				continue
			}
			named := "with " + k.Noise()
			if k.Name == fits.None {
				named = "without noise"
			}
			lead := sheet.Lead.Answer.String()
			at, of, than := strings.Index(strings.ToLower(lead), strings.ToLower(named)), strings.Index(lead, answer.Signed("")), strings.Index(lead, "; ")
			if at < 0 || of < 0 || than >= 0 && max(at, of) > than {
				t.Errorf("%s says %q, and %s has %s", query, lead, named, answer.Signed(""))
			}
		}
	}
}

// Where noise of a fixed shape costs as little as the optimised noise, the price is about both.
func TestNoiseLeadOfTwoIsOfBoth(t *testing.T) {
	for _, query := range []string{"", "epsilon=10&delta=1e-9", "epsilon=0.1&delta=1e-6", "loss=l2&epsilon=0.5&delta=1e-8"} {
		lead := viewtest.Sheet(t, Noise, query).Lead
		fixed := !strings.HasPrefix(lead.Answer.String(), "Optimised noise")
		if both := lead.Sees.Right.Name == view.AttackerAllowed; both != fixed {
			t.Errorf("%s says %q, at the price %q: %s", query, lead.Answer, lead.Price, lead.Sees)
		}
	}
}

// Below a Gaussian's curve the Gaussian with half the μ exists, whatever a grid holds.
func TestHalfOfACurveIsTheGaussians(t *testing.T) {
	for _, mu := range []string{"0.08", "0.3", "2"} {
		sheet := viewtest.Sheet(t, alongBudget, "show=mu&loss=l2&mu="+mu)
		half, found := reading(sheet, engine.Key{Name: "loss-halved"})
		if !found || half.Known.Missing() || !strings.Contains(half.Heading(), "μ") {
			t.Errorf("μ = %s: %+v, %s", mu, half.Known, half.Heading())
		}
	}
}

// reading returns an answer of a page.
func reading(sheet engine.Sheet, key engine.Key) (engine.Reading, bool) {
	i := slices.IndexFunc(sheet.Readings, func(a engine.Reading) bool { return a.Key == key })
	if i < 0 {
		return engine.Reading{}, false
	}
	return sheet.Readings[i], true
}
