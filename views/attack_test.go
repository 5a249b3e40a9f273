package views

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/views/pages"
	"dpscope/views/view"
)

// unopened says why an attacker's reading may have no address of attack: attack has no such subject.
var unopened = map[string]string{
	"survey attacker-right":             "numbers sent otherwise than by Laplace noise or a bit, and counts with noise of a density",
	"noise attacker-right":              "noise of another loss, sensitivity or grid",
	"proof attacker-right":              "noise of another loss, sensitivity or grid; the noise of a round is published by nobody",
	"copies attacker-right":             "a δ of a half or more",
	"profile attacker-right":            "noise of the size at which something is equal",
	"digits attacker-right":             "a guess by digits, which keep no guarantee",
	"profile attacker-right-safest":     "noise of the size at which something is equal",
	"utility attacker-right":            "a δ that publishes the record",
	"boundary attacker-right-record":    "fits that are private, and of no file",
	"bagging attacker-right":            "a δ of a half or more",
	"ranges attacker-right-independent": "a grid of its own",
	"ranges attacker-right":             "one distribution for each group",
	"run attacker-right":                "batches that no coins drew",
	"run attacker-right-at-least":       "what is attained, beside what is allowed",
	"bayes attacker-right":              "answers with noise of other shapes, and Laplace noise moved by half",
	"bayes attacker-right-query":        "answers with a budget for each, whatever the noise",
	"synthetic attacker-right":          "picks and noisy answers, one after another",
	"coordinates attacker-right":        "gradients with noise of other shapes",
	"coordinates attacker-right-query":  "gradients with a budget for each, whatever the noise",
}

// Wherever a page says how often an attacker is right, enter opens attack at this very setting, which gives the same number.
func TestAttackersLeadToAttack(t *testing.T) {
	effort.Unwatched(t)
	ctx := worktest.Shared()
	for k, v := range All {
		if !mentionsAttacker(v) {
			continue
		}
		led := false
		for i, p := range v.Presets {
			if !effort.Sample(i+k, 2, 1) && i > 0 {
				continue
			}
			page, err := pages.Of(v.Name, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			answers := attackersOf(page)
			for _, a := range answers {
				if a.Opens == "" {
					if unopened[v.Name+" "+a.Name] == "" && !rarely(a) {
						t.Errorf("%s?preset=%s: %s leads nowhere", v.Name, p.Name, a.Key)
					}
					continue
				}
				led = true
				found, query, _ := strings.Cut(a.Opens, "?")
				if found != "attack" {
					t.Errorf("%s?preset=%s: %s leads to %s", v.Name, p.Name, a.Key, a.Opens)
					continue
				}
				there := rightAt(t, ctx, a.Opens, query)
				if !sameNumber(a.Known, there) {
					t.Errorf("%s?preset=%s: %s is %v, between %v and %v; %s has %v, between %v and %v", v.Name, p.Name, a.Key, a.Known.Value, a.Known.Low, a.Known.High,
						a.Opens, there.Value, there.Low, there.High)
				}
			}
		}
		if !led && !slices.Contains([]string{"profile", "synthetic", "class"}, v.Name) { // only the second preset of a class is protected
			t.Errorf("%s never leads to attack", v.Name)
		}
	}
}

func mentionsAttacker(v view.View) bool {
	for _, d := range v.Declared {
		if strings.HasPrefix(d.Name, view.AttackerRight) {
			return true
		}
	}
	return false
}

// attackersOf returns the numbers of a page that are about an attacker.
func attackersOf(page engine.Sheet) (list []engine.Reading) {
	for _, a := range page.Readings {
		if strings.HasPrefix(a.Name, view.AttackerRight) && !a.Known.Missing() {
			list = append(list, a)
		}
	}
	return list
}

// rarely reports whether a page may have no address: the values themselves may be sent, or it is about the worst mechanism for
// a claim with δ on several features, which attack does not have.
func rarely(a engine.Reading) bool {
	return a.Name == view.AttackerAllowed || a.Name == "attacker-right-stated" || a.Name == "attacker-right-total"
}

// rightAt returns attack's number at an address.
func rightAt(t *testing.T, ctx context.Context, address, query string) known.Value {
	t.Helper()
	v, values, err := Open(address)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	right, err := v.Value(ctx, values, engine.Key{Name: "right"})
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return right
}

// sameNumber reports whether the intervals of two answers overlap, and they are written alike to a tenth of a per cent.
func sameNumber(here, there known.Value) bool {
	const alike = 1e-3
	return !there.Missing() && math.Abs(here.Value-there.Value) <= alike && there.Low <= here.High+1e-6 && here.Low <= there.High+1e-6
}

// Survey's attacker is right as often as on the page that it opens, for every protocol and with an office's two counts.
func TestSurveyOpensItsAttacker(t *testing.T) {
	ctx := worktest.Shared()
	for _, setting := range []string{"asks=yes-no", "asks=yes-no&trust=office", "asks=options&k=7&protocol=response", "asks=options&k=7&protocol=oue",
		"asks=options&k=7&protocol=olh", "asks=options&k=7&protocol=subset", "asks=options&k=7&trust=office", "asks=number&protocol=laplace",
		"asks=number&protocol=duchi"} {
		for _, epsilon := range []string{"0.3", "2"} {
			address := "survey?" + setting + "&epsilon=" + epsilon
			v, values, err := Open(address)
			if err != nil {
				t.Fatal(err)
			}
			page, err := v.Sheet(ctx, values, func(engine.Sheet) {})
			if err != nil {
				t.Fatal(err)
			}
			answers := attackersOf(page)
			if len(answers) == 0 || answers[0].Opens == "" {
				t.Errorf("%s opens nothing", address)
				continue
			}
			v, values, err = Open(answers[0].Opens)
			if err != nil {
				t.Fatal(err)
			}
			there, err := v.Sheet(ctx, values, func(engine.Sheet) {})
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(there.Readings, func(a engine.Reading) bool { return a.Name == "right" })
			if right := there.Readings[i].Known; !(right.Low-1e-9 <= answers[0].Known.Value && answers[0].Known.Value <= right.High+1e-9) {
				t.Errorf("%s is right %v, and %s says %v", address, answers[0].Known.Value, answers[0].Opens, right)
			}
		}
	}
}
