package ui

import (
	"reflect"
	"strings"
	"testing"
)

// Private answers are drawn into the picture one by one, the same ones each time, until esc; no export has them.
func TestDrawnAnswers(t *testing.T) {
	for _, address := range []string{"concentration?mechanism=laplace&epsilon=2", "concentration?mechanism=krr", "concentration?mechanism=laplace-clamped", "concentration?mechanism=pm&show=neighbour"} {
		d := drive(t, address, 120, 40, colourless)
		before := d.shell.current.Scene().Sheet
		d.press("d", "d", "d")
		d.shows("3 drawn, for learning only")
		few := d.shell.current.Scene().Sheet.Drawn.X
		d.press("D")
		d.shows("103 drawn, for learning only")
		sheet := d.shell.current.Scene().Sheet
		if many := sheet.Drawn.X; len(many) != 103 || !reflect.DeepEqual(many[:3], few) {
			t.Errorf("%s: after %v come %v", address, few, many)
		}
		if !reflect.DeepEqual(sheet.Table(), before.Table()) {
			t.Errorf("%s: the export has them", address)
		}
		d.press("esc")
		if strings.Contains(d.screen(), "for learning only") {
			t.Errorf("%s: they stay after esc", address)
		}
	}
	d := drive(t, "compare", 120, 40, colourless)
	d.press("d")
	d.shows("no private answer to draw")
}

// In a picture of private answers they come one by one, and no slider moves.
func TestAnswersComeOneByOne(t *testing.T) {
	d := drive(t, "survey", 120, 40, colourless)
	before := d.shell.current.Scene().Focused().Value
	d.shows("space draw one by one")
	d.press("space")
	d.shows("1 drawn, for learning only")
	scene := d.shell.current.Scene()
	if !scene.Playing || scene.Focused().Value != before {
		t.Errorf("it runs: %v, ε = %v", scene.Playing, scene.Focused().Value)
	}
	if d.press("space"); d.shell.current.Scene().Playing {
		t.Error("the key does not stop it")
	}
	d = drive(t, "survey?show=epsilon", 120, 40, colourless)
	before = d.shell.current.Scene().Running().Value
	if d.press("space"); d.shell.current.Scene().Running().Value <= before {
		t.Error("no slider moves in a picture that answers have no place in")
	}
}
