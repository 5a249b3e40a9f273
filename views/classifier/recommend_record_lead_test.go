package classifier_test

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/views/control"
)

// The lead of a page is true where a plain sentence would not be.
func TestChoiceLeads(t *testing.T) {
	effort.ForPages(t)
	for query, want := range map[string]string{
		// Bounds are compared as bounds: none is less than any other.
		"preset=stroke-proven": "Smallest proven ε: Piecewise (PM), 4.78 each (9.56 in total) keeps “stroke” 90 % of the time; Randomised resp. (RR) has 6.92.",
		// One private feature has one number.
		"private=age": "Piecewise (PM): ε = 3.72 keeps “stroke” with probability 90 %; Randomised resp. (RR) needs 6.31.",
		"classifier=interval&record=0.21&target=0.58":                 "Even pure noise keeps class 1 with probability 58 %: for this target there is nothing to lose.",
		"private=age,bmi,hypertension":                                "None is known: with these private features the probability cannot be computed; set the criterion to proven bound.",
		"private=age,bmi,hypertension&criterion=certified&target=0.8": "Smallest proven ε: Piecewise (PM), 4.04 each (12.12 in total) keeps “stroke” 80 % of the time; ",
		"target=0.999999": "Randomised resp. (RR): ε = 18.1 per feature keeps “stroke” with probability 99.9999 %; ",
	} {
		lead := sheetOf(t, "recommend?for=record&"+query).Lead
		if got := lead.Answer.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: it says\n\t%s\nfor\n\t%s", query, got, want)
		}
	}
}

// Where any ε suffices the page says so of all mechanisms with the guarantee, or of those for which it holds.
func TestChoiceWhereAnyEpsilonIsEnough(t *testing.T) {
	effort.ForPages(t)
	s := sheetOf(t, "recommend?for=record&target=0.2")
	all, enough := len(control.WithNotion(control.PureNotion)), int(answerOf(t, s, "need-as-little").Known.Value)
	if enough < 8 {
		t.Errorf("any ε is enough for %d of %d", enough, all)
	}
	want := fmt.Sprintf("Any: all %d under ε-LDP keep “stroke” with probability 20 %% at every ε.", all)
	if enough < all {
		want = "Even pure noise keeps “stroke” with probability 20 %: for this target there is nothing to lose."
	}
	if got := s.Lead.Answer.String(); got != want {
		t.Errorf("it says\n\t%s\nfor\n\t%s", got, want)
	}
}

// A mechanism with another guarantee is not ranked with the best, in no sentence and no block of the picture.
func TestChoiceComparesOneGuarantee(t *testing.T) {
	effort.ForPages(t)
	for _, query := range []string{"target=0.9", "target=0.4&record=0.5,0,0,1,0.4,0.5"} {
		s := sheetOf(t, "recommend?for=record&"+query)
		for _, name := range []string{"enough", "next"} {
			if v := answerOf(t, s, name).Known; !v.Missing() && control.Notion(v.Word) != control.PureNotion {
				t.Errorf("%s: %s is %s, under %s", query, name, v.Word, control.Notion(v.Word))
			}
		}
		block := 0
		for i, word := range s.Figure.Y.Keys {
			notion := control.Notion(word.Word)
			if notion == "" {
				block = i
			} else if block == 0 && notion != control.PureNotion || block > 0 && !strings.HasPrefix(s.Figure.Y.Keys[block].Word, notion+": ") {
				t.Errorf("%s: %s stands under %s", query, word.Word, s.Figure.Y.Keys[block].Word)
			}
		}
		if block == 0 {
			t.Errorf("%s: there is one block", query)
		}
	}
}

// The attacker's success is stated at the budget of the best mechanism, and not at the total that is split.
func TestChoiceTellsTheAttackerOfItsAnswer(t *testing.T) {
	effort.ForPages(t)
	at := func(total string) engine.Reading {
		return answerOf(t, sheetOf(t, "recommend?for=record&total="+total), "attacker-right")
	}
	if one, other := at("8"), at("20"); one.Known != other.Known || one.Known.Basis != known.AtMost {
		t.Errorf("with another total it is %+v, not %+v", other.Known, one.Known)
	}
	if there := answerOf(t, sheetOf(t, "utility?mechanism=pm&epsilon=4.04&target=0.9"), "attacker-right"); there.Known != at("8").Known {
		t.Errorf("utility says %+v", there.Known)
	}
}
