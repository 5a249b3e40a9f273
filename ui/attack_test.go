package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/pages"
	"dpscope/views/view"
)

// On every view with an attacker's share of right guesses, enter on that answer opens attack at this setting, which gives the
// same number.
func TestEnterOnAttackerOpensAttack(t *testing.T) {
	effort.ForPages(t)
	for k, v := range views.All {
		if !effort.Sample(k, 3, 1) {
			continue
		}
		for _, p := range v.Presets {
			page, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(page.Readings, func(a engine.Reading) bool { return a.Name == view.AttackerRight && a.Opens != "" })
			if i < 0 {
				continue
			}
			pressAttacker(t, v, p, page.Readings[i])
			break
		}
	}
}

func pressAttacker(t *testing.T, v view.View, p view.Preset, a engine.Reading) {
	t.Helper()
	d := drivePage(t, v, p, 120, 60, Options{})
	d.press("+")
	const most = 200 // rows
	for n := 0; ; n++ {
		if r := d.shell.current.Scene().Focused(); r.Kind == explorer.AnswerRow && r.Reading.Key == a.Key {
			break
		}
		if n == most {
			t.Fatalf("%s: no key reaches %s", v.Name, a.Key)
		}
		d.press("down")
	}
	d.press("enter")
	scene := d.shell.current.Scene()
	if !strings.Contains(d.screen(), "What could an attacker find out?") {
		t.Fatalf("%s: enter on %s opens\n%s", v.Name, a.Key, trimRight(d.screen()))
	}
	there := scene.Readings()
	i := slices.IndexFunc(there, func(a engine.Reading) bool { return a.Name == "right" })
	if i < 0 || math.Abs(there[i].Known.Value-a.Known.Value) > 1e-3 {
		t.Errorf("%s?preset=%s says %v, attack %+v", v.Name, p.Name, a.Known.Value, there)
	}
}
