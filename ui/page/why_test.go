package page

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/views"
)

// Where ε has the focus the key of explanations begins with both numbers and the reason, whether ε is used up or not.
func TestExplanationBeginsWithBothNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"survey":        "ε = 1.00 allows 73.1 %. Here all of that counts: answers tell as much as ε allows, or no less is known of them.",
		"synthetic":     "ε = 1.00 and δ = 10^-6 allow 73.1 %; here 54.8 %, as ε is a ceiling, and most fits tell less. At the same ε",
		"concentration": "ε = 1.00 allows 73.1 %; here 69.7 %, as some answers fit both values alike. At the same ε",
	} {
		v, err := views.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		e := opened(t, v, v.Presets[0])
		e.Do(explorer.Focus{Key: "epsilon"})
		s := e.Scene()
		s.Pane = explorer.WhyPane
		page := ansi.Strip(strings.Join(Draw(s, plainLook, chart.Rect{Y: 3, Width: 80, Height: 20}, Frame{}).Lines, " "))
		both := strings.Index(strings.Join(strings.Fields(page), " "), want)
		a, _ := s.Chosen()
		if answer := strings.Index(strings.Join(strings.Fields(page), " "), a.Heading()+" "); both < 0 || answer < both {
			t.Errorf("%s does not begin with %q:\n%s", name, want, page)
		}
	}
}
