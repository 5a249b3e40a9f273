package desk

import (
	"fmt"
	"strings"

	"dpscope/engine/claim"
)

// Summary counts the claims of each verdict.
func Summary(list []claim.Claim) string {
	var parts []string
	for _, v := range claim.Verdicts() {
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

// Told returns all that is known of a claim, a line for each fact.
func Told(c claim.Claim, o claim.Outcome) string {
	var b strings.Builder
	line := func(key, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-9s %s\n", key, text)
		}
	}
	line("claim", c.ID)
	line("place", claim.Cite(c.Paper)+", "+c.Place)
	line("says", c.Says)
	line("printed", o.Printed)
	line("here", o.Ours)
	line("verdict", string(c.Verdict))
	line("why", o.Why)
	line("see", o.Address)
	line("check", how(c.Check))
	line("compute", claim.Command(c))
	return b.String()
}

// how says how a claim is checked.
func how(c claim.Check) string {
	switch c.Kind {
	case claim.Solve:
		return fmt.Sprintf("the %s at which %s is %s", c.By, c.Text, c.Target)
	case claim.Same:
		return fmt.Sprintf("%s and %s have the same %s", c.Addresses[0], c.Addresses[1], strings.Join(c.Of, ", "))
	case claim.Test:
		return "by a test, as it is recorded: " + c.Text
	case claim.Script:
		return "by a script, as it is recorded: " + c.Text
	case claim.Argument:
		return "in words"
	case claim.Needs:
		return "it needs " + c.Text
	}
	return c.Text
}
