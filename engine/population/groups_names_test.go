package population

import "testing"

// A group is named by the word that tells it apart, also where that is a number or a class.
func TestNamesOfGroups(t *testing.T) {
	for _, c := range []struct {
		by, name, title string
		label, brief    string
	}{
		{predicted, "1", "", "predicted class 1", "predicted 1"},
		{predicted, "1", "stroke", "predicted “stroke”", "predicted “stroke”"},
		{truly, "1", "", "true class 1", "true class 1"},
		{"stroke", "1", "", "stroke 1", "stroke 1"},
		{"work_type", "Private", "", "Private", "Private"},
	} {
		g := Groups{By: c.by, Names: []string{c.name}}
		if c.title != "" {
			g.titles = []string{c.title}
		}
		if label, brief := g.Label(0), g.Brief(0); label != c.label || brief != c.brief {
			t.Errorf("%s %s is called %q, in brief %q; want %q and %q", c.by, c.name, label, brief, c.label, c.brief)
		}
	}
}
