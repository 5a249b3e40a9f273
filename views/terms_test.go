package views

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dpscope/assets"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// declared returns the names that a term may explain: answers, controls, options as control=option, tags.
func declared() map[string]bool {
	names := map[string]bool{}
	for _, v := range All {
		for _, a := range v.Declared {
			names[a.Name], names[v.Name+"."+a.Name] = true, true
		}
		for _, key := range v.Keys() {
			names[key] = true
		}
		for _, c := range v.Choices {
			for _, o := range c.Options() {
				names[c.Key()+"="+o.Name], names[o.Tag] = true, true
			}
		}
	}
	return names
}

// Every term explains something that exists, in a few sentences, and no word has two entries.
func TestGlossary(t *testing.T) {
	there, seen := declared(), map[string]bool{}
	for _, term := range assets.Terms() {
		if len(term.Explains) == 0 {
			t.Errorf("%s explains nothing", term.Name)
		}
		for _, name := range term.Explains {
			if !there[name] {
				t.Errorf("%s explains %q, which is no answer, control, option or tag", term.Name, name)
			}
		}
		if n := strings.Count(term.Says, ". "); !strings.HasSuffix(term.Says, ".") || n > 2 {
			t.Errorf("%s says %q", term.Name, term.Says)
		}
		for _, word := range []string{term.Name, term.Sign} {
			if word != "" && seen[word] {
				t.Errorf("%q is explained twice", word)
			}
			seen[word] = true
		}
	}
}

// A name with different meanings in several views is explained in each by its own term.
func TestTermsOfOneView(t *testing.T) {
	for view, explained := range map[string]bool{"concentration": true, "population": false, "recommend": false} {
		for _, term := range assets.Explaining(view, "mean") {
			if term.Name == "bias and deviation" && !explained {
				t.Errorf("the average of %s is explained as the bias of an answer", view)
			}
			explained = explained && term.Name != "bias and deviation"
		}
		if explained {
			t.Errorf("the mean of %s is not explained", view)
		}
	}
}

// The terms of the field on a screen are explained: the notion of every mechanism, and every answer and control with the sign
// of a term.
func TestTermsAreExplained(t *testing.T) {
	for _, o := range mechanisms.All.Options() {
		if len(assets.Explaining("", o.Tag)) == 0 {
			t.Errorf("the tag %q of %s is in no term", o.Tag, o.Name)
		}
	}
	signs := map[string]bool{}
	for _, term := range assets.Terms() {
		signs[term.Sign] = term.Sign != ""
	}
	for _, v := range All {
		for _, a := range v.Declared {
			if signs[a.Symbol] && len(assets.Explaining(v.Name, a.Name)) == 0 {
				t.Errorf("%s: %s has the sign %s, and no term explains it", v.Name, a.Name, a.Symbol)
			}
		}
		for _, p := range v.All() {
			if signs[p.Symbol] && len(assets.Explaining(v.Name, p.Name)) == 0 {
				t.Errorf("%s: %s has the sign %s, and no term explains it", v.Name, p.Name, p.Symbol)
			}
		}
	}
	for _, sign := range strings.Split("ε; δ; ε*; F/n; ε-LDP; (ε, δ)-LDP; Pr[loss > ε] ≤ δ; TV", "; ") {
		if !signs[sign] {
			t.Errorf("%s is no term", sign)
		}
	}
}

// Every ε that is spent has its words on the slider, and the glossary prints the limits of the one scale.
func TestEpsilonHasWords(t *testing.T) {
	for _, v := range All {
		for _, p := range v.All() {
			if spent := strings.HasSuffix(p.Symbol, "ε") || p.Symbol == "ε*"; spent != (p.Words != nil) {
				t.Errorf("%s: %s with the symbol %s has words: %v", v.Name, p.Name, p.Symbol, p.Words != nil)
			}
		}
	}
	i := slices.IndexFunc(assets.Terms(), func(t assets.Term) bool { return t.Name == "words for ε" })
	if i < 0 {
		t.Fatal("the words are no term")
	}
	says := assets.Terms()[i].Says
	for i, h := range privacy.Hints() {
		limit := numeral.Plain.Format(h.Epsilon())
		if !strings.Contains(says, h.Title) || i > 0 && !(strings.Contains(says, limit) && strings.Contains(says, fmt.Sprintf("%.0f %%", 100*h.From))) {
			t.Errorf("%s, from ε = %s on, is not what the glossary says: %s", h.Title, limit, says)
		}
	}
}

// A page with a control for the spent ε says where noise is added, and then has two published uses of that model, with their
// units; no other page has any.
func TestPublishedUsesStandBesideEpsilon(t *testing.T) {
	for _, v := range All {
		spends := slices.ContainsFunc(v.All(), func(p param.Param) bool { return p.Words != nil })
		for _, preset := range v.Presets {
			values, err := v.Parse(preset.Query)
			if err != nil {
				t.Fatal(err)
			}
			model := v.Model(values)
			if (model == assets.Local || model == assets.Central) != spends {
				t.Errorf("%s: its model is %q, and it sets an ε: %v", v.Name, model, spends)
			}
			slides := slices.ContainsFunc(v.Sliders(values), func(p param.Param) bool { return p.Words != nil })
			rows := v.Published(values)
			if slides != (len(rows) == 2) {
				t.Errorf("%s?%s has %d published uses", v.Name, preset.Query, len(rows))
			}
			for _, r := range rows {
				if !strings.Contains(r.DisplayText, " for ") || !strings.Contains(r.Group, model) || !strings.Contains(r.Why.Formula, view.UnitsDiffer) {
					t.Errorf("%s: %+v", v.Name, r)
				}
			}
		}
	}
	for address, want := range map[string]string{"survey?trust=nobody": assets.Local, "survey?trust=office": assets.Central, "attack?of=labels&epsilon=0.5": assets.Local,
		"attack?of=noise&epsilon=1": assets.Central, "digits?epsilon=1": assets.Local} {
		v, values, err := Open(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Model(values); got != want {
			t.Errorf("%s has noise of the model %s, want %s", address, got, want)
		}
	}
}
