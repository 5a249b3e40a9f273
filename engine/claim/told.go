package claim

import (
	"fmt"
	"slices"
	"strings"
)

// Summary says how many claims there are of each verdict.
func Summary(list []Claim) string {
	var parts []string
	for _, v := range Verdicts() {
		n := 0
		for _, c := range list {
			if c.Verdict == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return fmt.Sprintf("%d claims: %s.", len(list), strings.Join(parts, ", "))
}

// Told is all that there is to say of a claim, a line for each thing.
func Told(c Claim, o Outcome) string {
	var b strings.Builder
	line := func(key, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-9s %s\n", key, text)
		}
	}
	line("claim", c.ID)
	line("place", cite(c.Paper)+", "+c.Place)
	line("says", c.Says)
	line("printed", o.Printed)
	line("here", o.Ours)
	line("verdict", string(c.Verdict))
	line("why", o.Why)
	line("see", o.Address)
	line("check", how(c.Check))
	line("compute", Command(c))
	return b.String()
}

// Command is what computes a claim anew.
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
	text := fmt.Sprintf("%s, %s: %s", cite(c.Paper), c.Place, c.Says)
	if o.Ours != "" {
		text += " Computed: " + o.Ours + "."
	}
	return fmt.Sprintf("%s Verdict: %s. %s\n%s", text, c.Verdict, o.Why, Command(c))
}

func cite(paper string) string {
	i := slices.IndexFunc(Papers(), func(p Paper) bool { return p.Key == paper })
	return Papers()[i].Cite
}

// how says how a claim is checked.
func how(c Check) string {
	switch c.Kind {
	case Solve:
		return fmt.Sprintf("the %s at which %s is %s", c.By, c.Text, c.Target)
	case Same:
		return fmt.Sprintf("%s and %s have the same %s", c.Addresses[0], c.Addresses[1], strings.Join(c.Of, ", "))
	case Test:
		return "by a test, as it is recorded: " + c.Text
	case Script:
		return "by a script, as it is recorded: " + c.Text
	case Argument:
		return "in words"
	case Needs:
		return "it needs " + c.Text
	}
	return c.Text
}
