package views

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// openings are the leads of the opening screens, word for word.
var openings = map[string][2]string{
	"concentration": {"Something: shown one answer, an attacker picks the right one of 0.30 and 0.70 at most 69.7 % of the time (50 % is guessing).",
		"The price: answers scatter by 0.254 (standard deviation); at ε = 1.00 no mechanism lets an attacker exceed 73.1 %."},
	"compare": {"Piecewise (PM): at ε = 2.00, 85.3 % of its answers land within 0.30 of x = 0.50, 2.58 points ahead of Square wave (SW).",
		"At ε = 2.00 an attacker choosing between two values is right at most 88.1 % of the time (50 % is guessing)."},
	"winner": {"Square wave (SW), for x = 0.50 at ε = 2.00 and tolerance 0.10: 63.9 % of its answers land there, 9.52 points ahead of Piecewise (PM).",
		"At ε = 2.00 an attacker choosing between two values is right at most 88.1 % of the time (50 % is guessing)."},
	"flips": {"About 90.6 of 240 (37.8 %), give or take 7.51; this one draw flipped 76.",
		"An attacker who sees a published label is right about the true one at most 62.2 % of the time (50 % is guessing)."},
	"identity": {"Yes: all 64 labellings of 6 records are exactly as likely as when each label flips independently with probability 37.8 %.",
		"So ε = 1.00 is really 0.500: an attacker who sees a label is right at most 62.2 % of the time, not 73.1 % (50 % is guessing)."},
	"score": {"Yes, almost surely: with probability 99.5 % at least half of the 100 labels stay correct.",
		"They teach like ≈ 6.00 clean ones; an attacker who sees one is right at most 62.2 % of the time (50 % is guessing)."},
	"success": {"Mostly: at least half stay correct with probability 83.0 % at n = 40, 83.3 % at 42, but 78.9 % at 41, where no tie is possible.",
		"At every n an attacker who sees a label is right at most 56.2 % of the time (50 % is guessing)."},
	"budget": {"ε = 4.36 (actual 2.18): then at most 20 of 100 labels flip, with probability at least 99.9 %.",
		"An attacker who sees a label is then right at most 89.8 % of the time (50 % is guessing); the paper's bound asks for ε = 8.49."},
}

// led are the views whose pages begin with a lead.
func led() []view.View {
	return slices.DeleteFunc(slices.Clone(All), func(v view.View) bool { return len(v.Lead.Answers) == 0 })
}

// page is the page of a setting.
func pageOf(t *testing.T, v view.View, query string) engine.Sheet {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := v.Sheet(context.Background(), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return sheet
}

func TestOpeningLeads(t *testing.T) {
	for _, v := range led() {
		want, listed := openings[v.Name]
		if !listed {
			t.Errorf("%s has a lead that this test does not know", v.Name)
			continue
		}
		lead := pageOf(t, v, "").Lead
		if got := lead.Answer.String(); got != want[0] {
			t.Errorf("%s answers\n\t%s\nfor\n\t%s", v.Name, got, want[0])
		}
		if got := lead.Price.String(); got != want[1] {
			t.Errorf("%s has the price\n\t%s\nfor\n\t%s", v.Name, got, want[1])
		}
	}
}

// What a lead says of itself holds no number: all come from readings and controls.
func TestLeadsHoldNoDigits(t *testing.T) {
	holes := regexp.MustCompile(`\{[^}]*\}`)
	for _, v := range led() {
		for _, one := range slices.Concat(v.Lead.Answers, v.Lead.Prices, v.Lead.Warnings) {
			text := holes.ReplaceAllString(one.Text, "")
			text = strings.NewReplacer("50 %", "", "95 %", "").Replace(text)
			if strings.ContainsAny(text, "0123456789") {
				t.Errorf("%s says a number of its own: %s", v.Name, one.Text)
			}
		}
	}
}

// At any setting there is a lead, it fits, and what it says of a reading is what the page shows.
func TestLeadsAnywhere(t *testing.T) {
	for _, v := range led() {
		for number := range effort.Of(10, 500, 5000) {
			values := viewtest.Anywhere(v, number)
			address := v.Address(values)
			sheet, err := v.Sheet(context.Background(), values, func(engine.Sheet) {})
			if err != nil {
				if sheet.Lead.Said() {
					t.Errorf("%s has a lead and no page", address)
				}
				if strings.Contains(err.Error(), "lead of") {
					t.Errorf("%s: %v", address, err)
				}
				continue
			}
			checkLead(t, address, sheet)
		}
	}
}

func checkLead(t *testing.T, address string, sheet engine.Sheet) {
	t.Helper()
	lead := sheet.Lead
	if !lead.Said() {
		t.Errorf("%s says nothing", address)
	}
	for _, s := range []struct {
		text string
		most int
	}{{lead.Answer.String(), view.MostAnswer}, {lead.Price.String(), view.MostPrice}} {
		if n := utf8.RuneCountInString(s.text); n > s.most {
			t.Errorf("%s: %d characters, for %d at most: %s", address, n, s.most, s.text)
		}
		for _, bad := range []string{"{", "}", "NaN", "Inf", "  ", "≤ ≤", "= ≤", "= ≥", " .", "unbounded"} {
			if strings.Contains(s.text, bad) {
				t.Errorf("%s says %q: %s", address, bad, s.text)
			}
		}
		if s.text != "" && !strings.HasSuffix(s.text, ".") {
			t.Errorf("%s ends without a stop: %s", address, s.text)
		}
	}
	for _, p := range slices.Concat(lead.Answer, lead.Price) {
		if p.Of.Name == "" {
			continue
		}
		i := slices.IndexFunc(sheet.Answers, func(a engine.Answer) bool { return a.Key == p.Of })
		if i < 0 {
			t.Errorf("%s says %s of %s, which is no reading of the page", address, p.Text, p.Of)
		}
	}
}
