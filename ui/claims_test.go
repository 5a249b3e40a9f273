package ui

import (
	"strings"
	"testing"

	"dpscope/engine/claim"
)

// The desk by keys: both menus leave out what they say, the table is searched by a word, enter opens the view at the claim's setting with
// what is printed beside what is computed, back leads to the desk again, and y copies a citation with the command that recomputes it.
func TestClaimsDeskByKeys(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, "claims", 120, 40, colourless)
	d.on("paper")
	d.press("enter")
	d.types("label")
	d.press("enter")
	d.on("verdict")
	d.press("enter")
	d.types("correction")
	d.press("enter")
	listed := 0
	for _, c := range all {
		if c.Paper == "label-em" && c.Verdict == claim.Corrected {
			listed++
		}
	}
	if at := d.shell.current.Address(); !strings.Contains(at, "paper=label-em") || !strings.Contains(at, "verdict="+claim.Corrected.Key()) {
		t.Fatalf("the menus lead to %s", at)
	}
	d.press("t", "t")
	table := d.shell.current.Scene().Table
	if table.Len() != listed {
		t.Fatalf("%d claims are in the table, %d have both", table.Len(), listed)
	}
	const word = "n100-flip20"
	d.press("/")
	d.types(word)
	d.press("enter")
	table = d.shell.current.Scene().Table
	if table.Len() != 1 {
		t.Fatalf("%d rows have %q:\n%s", table.Len(), word, d.screen())
	}
	desk := d.shell.current.Address()
	d.press("enter")
	if name := d.shell.current.View().Name; name != "budget" {
		t.Fatalf("enter opens %s:\n%s", name, d.screen())
	}
	d.shows("8.49")
	d.shows("4.36")
	d.press("backspace")
	if at := d.shell.current.Address(); at != desk {
		t.Errorf("back leads to %s, not to %s", at, desk)
	}
}
