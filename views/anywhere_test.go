package views

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// At any setting, no answer of a page contradicts another: an attacker is right and finds no more than is allowed, the actual ε
// is at most the stated one, and bounds are on their sides.
func TestNoAnswerRefutesAnother(t *testing.T) {
	effort.Unwatched(t)
	const patience = 2 * time.Second // for a setting; one that takes longer is skipped
	for _, v := range All {
		settings := effort.Scale(3, 5, 300)
		if slow(v) {
			settings = effort.Scale(1, 1, 300)
		}
		for number := range settings {
			at := viewtest.Anywhere(v, number)
			ctx, stop := context.WithTimeout(worktest.Session(t.Context(), 64<<20), patience)
			answers, err := v.Values(ctx, at)
			late := ctx.Err() != nil
			stop()
			if late || err != nil { // refusals have tests of their own
				continue
			}
			if err := v.Consistent(answers); err != nil {
				t.Errorf("%s: %v", v.Address(at), err)
			}
			if right, allowed := valueOf(answers, view.AttackerRight), valueOf(answers, view.AttackerAllowed); right > allowed*(1+1e-12) &&
				v.Name != "digits" && // its page is about computers that break the stated guarantee
				!strings.HasPrefix(v.Address(at), "proof?show=search") { // the noise of early rounds does not keep ε yet
				t.Errorf("%s: an attacker is right %v of the time, of the %v that is allowed", v.Address(at), right, allowed)
			}
		}
	}
}

// valueOf returns the value of an answer; NaN where there is none.
func valueOf(answers []engine.Reading, name string) float64 {
	i := slices.IndexFunc(answers, func(a engine.Reading) bool { return a.Key.String() == name })
	if i < 0 || answers[i].Known.Missing() {
		return math.NaN()
	}
	return answers[i].Known.Value
}

// Every control in an address either belongs to the setting that it opens, or is refused by its name: each option of each
// choice with each other control, and random controls.
func TestNoControlIsDropped(t *testing.T) {
	for _, v := range All {
		for _, c := range v.Choices {
			for _, o := range c.Options() {
				for _, said := range sayings(v) {
					if !strings.HasPrefix(said, c.Key()+"=") {
						opensWhole(t, v, []string{c.Key() + "=" + o.Name, said})
					}
				}
			}
		}
		for number := range effort.Scale(10, 10, 3000) {
			at := viewtest.Anywhere(v, number)
			other := sayings(v)
			said := other[(number*7919)%len(other)]
			key, _, _ := strings.Cut(said, "=")
			pairs := []string{said}
			for pair := range strings.SplitSeq(v.Encode(at), "&") {
				if !strings.HasPrefix(pair, key+"=") {
					pairs = append(pairs, pair)
				}
			}
			opensWhole(t, v, pairs)
		}
	}
}

// sayings returns pairs for addresses, at least one for each control.
func sayings(v view.View) (pairs []string) {
	for _, c := range v.Choices {
		for _, o := range c.Options()[1:] {
			pairs = append(pairs, c.Key()+"="+o.Name)
		}
	}
	for _, text := range v.Texts {
		if _, err := text.Read("x.csv"); err == nil {
			pairs = append(pairs, text.Name+"=x.csv")
		}
	}
	for _, p := range v.All() {
		if x := p.Snap(p.At(0.5)); p.Check(x) == nil {
			pairs = append(pairs, p.Name+"="+p.Exact(x))
		}
	}
	return pairs
}

// opensWhole opens an address, perhaps with a held setting, and looks for its controls in the opened setting.
func opensWhole(t *testing.T, v view.View, pairs []string) {
	t.Helper()
	query := strings.Join(pairs, "&")
	at, err := v.Setting(query)
	held, errHeld := v.Setting(param.HoldPrefix + strings.Join(pairs, "&"+param.HoldPrefix))
	for _, p := range pairs {
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), "would work") || strings.Contains(err.Error(), "means nothing") && !names(err, pairs, "") {
				t.Errorf("%s?%s: %v", v.Name, query, err)
				return
			}
		case !says(v, at, p):
			t.Errorf("%s?%s opens %s without %s", v.Name, query, v.Encode(at), p)
			return
		}
		if errHeld != nil {
			if strings.Contains(errHeld.Error(), "means nothing") && !names(errHeld, pairs, param.HoldPrefix) {
				t.Errorf("%s?hold.%s: %v", v.Name, query, errHeld)
				return
			}
			continue
		}
		if beside, _ := held.Held(); !says(v, beside, p) {
			t.Errorf("%s, held, is %s without %s", query, v.Encode(beside), p)
			return
		}
	}
}

// names reports whether an error begins with one of the address's controls.
func names(err error, pairs []string, prefix string) bool {
	for _, p := range pairs {
		if key, _, _ := strings.Cut(p, "="); strings.HasPrefix(err.Error(), prefix+key+" = ") {
			return true
		}
	}
	return false
}

// says reports whether a setting has the control of a pair at its value, and the control applies.
func says(v view.View, at param.Values, pair string) bool {
	key, word, _ := strings.Cut(pair, "=")
	if !strings.Contains("&"+v.Encode(at.Alone()), "&"+key+"=") && !slices.Contains(v.AsNeeded, key) {
		return false
	}
	for _, c := range v.Choices {
		if c.Key() == key {
			return at.Picked(c).Name == word
		}
	}
	for _, text := range v.Texts {
		if text.Name == key {
			read, err := text.Read(word)
			return err == nil && at.Word(text) == read
		}
	}
	for _, p := range v.All() {
		if p.Name == key {
			return p.Exact(at.Get(p)) == word
		}
	}
	return false
}
