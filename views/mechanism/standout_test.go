package mechanism

import (
	"slices"
	"testing"

	"dpscope/engine"
)

// Those picked stand out, and nobody else; without a pick those that are ahead.
func TestPickedCurvesStandOut(t *testing.T) {
	for query, want := range map[string][]string{
		"epsilon=2&theta=0.3&x=0.5":                                {"pm", "sw", "exponential-sharp", "laplace-truncated", "exponential"},
		"epsilon=2&theta=0.3&x=0.5&stand-out=gaussian,laplace":     {"laplace", "gaussian"},
		"epsilon=2&theta=0.3&x=0.5&stand-out=gaussian-classic,krr": {"krr", "gaussian-classic"},
	} {
		sheet, _ := page(t, Compare, query)
		var loud []string
		for _, m := range sheet.Figure.Marks {
			if c, ok := m.(engine.Curve); ok && !c.Muted {
				loud = append(loud, c.Name)
			}
		}
		if !slices.Equal(loud, want) {
			t.Errorf("%s: %v stand out, want %v", query, loud, want)
		}
	}
}
