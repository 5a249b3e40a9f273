package ui

import (
	"strings"
	"testing"

	"dpscope/engine/claim"
)

// The desk works by keys: both menus filter the table, a word searches it, enter opens the view at the claim's setting with the
// printed number beside the computed one, back returns to the desk, and y copies a citation with the command that recomputes
// it.
func TestClaimsDeskByKeys(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, "papers", 120, 40, colourless)
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
	if name := d.shell.current.View().Name; name != "success" {
		t.Fatalf("enter opens %s:\n%s", name, d.screen())
	}
	d.shows("4.25")
	d.shows("2.18")
	d.press("backspace")
	if at := d.shell.current.Address(); at != desk {
		t.Errorf("back leads to %s, not to %s", at, desk)
	}
}

// The slider of a list ends at the list's last entry, once the list is read, and an address with a greater number opens there.
func TestListsEndAtTheirLast(t *testing.T) {
	for _, c := range []struct {
		address, control, ends string
		last                   float64
	}{
		{"class?question=20", "question", "question ends at 5", 5},
		{"class?file=protected&question=5", "question", "question ends at 5", 5},
		{"papers?paper=dro-noise&verdict=false&claim=1000", "claim", "claim ends at 11", 11},
		{"ranges?group=9", "group", "g ends at 4", 4},
	} {
		d := drive(t, c.address, 80, 24, colourless)
		d.on(c.control)
		row := d.shell.current.Scene().Focused()
		if _, high := row.Param.Travel(); high != c.last || row.Value != c.last {
			t.Errorf("%s: the slider goes to %g, and stands at %g", c.address, high, row.Value)
		}
		d.press("right")
		d.shows(c.ends)
		d.press("left")
		if now := d.shell.current.Scene().Focused().Value; now != c.last-1 {
			t.Errorf("%s: before the last comes %g", c.address, now)
		}
	}
}
