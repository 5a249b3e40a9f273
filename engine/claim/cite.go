package claim

import (
	"fmt"
	"slices"
)

// Command returns the command that recomputes a claim.
func Command(c Claim) string {
	switch c.Check.Kind {
	case Test:
		return fmt.Sprintf("go test ./views/desk -run 'Evidence/%s$' -v", c.Check.Text)
	case Script:
		return "python3 " + c.Check.Text
	}
	return fmt.Sprintf("dpscope claims %s --compute", c.ID)
}

// Citation names a claim as one cites it, with the command that computes it anew.
func Citation(c Claim, o Outcome) string {
	text := fmt.Sprintf("%s, %s: %s", Cite(c.Paper), c.Place, c.Says)
	if o.Ours != "" {
		text += " Computed: " + o.Ours + "."
	}
	return fmt.Sprintf("%s Verdict: %s. %s\n%s", text, c.Verdict, o.Why, Command(c))
}

// Cite names a paper as one cites it.
func Cite(paper string) string {
	i := slices.IndexFunc(Papers(), func(p Paper) bool { return p.Key == paper })
	return Papers()[i].Cite
}
