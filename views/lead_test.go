package views

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// openings returns the leads of the opening screens, word for word, from a file a tab.
func openings() map[string][2]string {
	all := map[string][2]string{}
	for _, tab := range []map[string][2]string{mechanismOpenings(), labelOpenings(), classifierOpenings(), learningOpenings(), noiseOpenings(), imbalanceOpenings(), riskOpenings(), claimsOpenings()} {
		maps.Copy(all, tab)
	}
	return all
}

// led returns the views with pages that begin with a lead.
func led() []view.View {
	return slices.DeleteFunc(slices.Clone(All), func(v view.View) bool { return len(v.Lead.Answers) == 0 })
}

// unfinished matches words by which an answer says that it covers only what is known so far.
var unfinished = regexp.MustCompile(`(?i)so far|not known yet|not yet`)

// pageOf returns the page of a setting. If it shows another answer before it is finished, that must say so.
func pageOf(t *testing.T, v view.View, query string) engine.Sheet {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		t.Fatal(err)
	}
	var before []string
	sheet, err := v.Sheet(worktest.Shared(), values, func(part engine.Sheet) {
		if part.Progress.Partial() && part.Lead.Said() {
			before = append(before, part.Lead.Answer.String())
		}
	})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	for _, answer := range before {
		if answer != sheet.Lead.Answer.String() && !unfinished.MatchString(answer) {
			t.Errorf("%s?%s answers, before its work is done,\n\t%s\nand in the end\n\t%s", v.Name, query, answer, sheet.Lead.Answer)
		}
	}
	return sheet
}

func TestOpeningLeads(t *testing.T) {
	effort.ForNumbers(t)
	openings := openings()
	for _, v := range led() {
		if _, listed := openings[v.Name]; !listed {
			t.Errorf("%s has a lead that this test does not know", v.Name)
		}
	}
	for address, want := range openings {
		name, query, _ := strings.Cut(address, "?")
		v, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		lead := pageOf(t, v, query).Lead
		if got := lead.Answer.String(); got != want[0] {
			t.Errorf("%s answers\n\t%s\nfor\n\t%s", address, got, want[0])
		}
		if got := lead.Price.String(); got != want[1] {
			t.Errorf("%s has the price\n\t%s\nfor\n\t%s", address, got, want[1])
		}
	}
}

// paperLeads lists the leads of presets at the papers' settings: with their δ, which the leads warn of.
var paperLeads = map[string][3]string{
	"proof?preset=start": {"Because one person's change (up to ±1.00) makes no event more than 2.72 times as likely, plus a chance of 0.200.",
		"An attacker is right about which of two records is in the table at most 77.0 % of the time (a coin toss: 50 %).",
		"δ = 0.200 may expose that share of people: keep it far below one in all records."},
	"proof?preset=first": {"By trial and correction: the noise of round 1 of 38 needs δ = 1.00, where 0.200 is allowed, so 19 constraints are added.",
		"An attacker is practically never wrong about which of two records is in the table.",
		"δ = 0.200 may expose that share of people: keep it far below one in all records."},
	"profile?preset=advantage": {"Truncated Laplace noise is the best fixed shape: mean error 0.833 at equal advantage 0.300; from 0.803 on it is staircase noise.",
		"An attacker is right about which of two records is in the table at most 65.0 % of the time (a coin toss: 50 %).",
		"30.0 % of the answers by truncated Laplace noise reveal the record for certain."},
}

func TestPaperLeads(t *testing.T) {
	effort.ForNumbers(t)
	for address, want := range paperLeads {
		v, values, err := Open(address)
		if err != nil {
			t.Fatal(err)
		}
		lead := pageOf(t, v, v.Encode(values)).Lead
		if got := [3]string{lead.Answer.String(), lead.Price.String(), lead.Warning}; got != want {
			t.Errorf("%s says\n\t%q\nfor\n\t%q", address, got, want)
		}
	}
}

// The text of a lead contains no number: all come from readings and controls.
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

// At any setting there is a lead, it fits, and its numbers equal those of the page.
func TestLeadsAnywhere(t *testing.T) {
	effort.ForNumbers(t)
	for _, v := range led() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			for number := range settingsOf(v) {
				checkLeadAt(t, v, eased(v, viewtest.Anywhere(v, number)))
			}
		})
	}
}

// settingsOf returns the number of settings to try for a view: as many as take some seconds.
func settingsOf(v view.View) int {
	switch v.Name {
	case "bayes", "run", "recommend", "boundary": // a page takes up to half a minute
		return effort.Scale(1, 1, 200)
	case "approaches", "attack", "coordinates", "learning", "noise", "map", "network", "population", "profile", "race", "ranges", "proof", "synthetic", "utility", "weights":
		return effort.Scale(2, 3, 1000)
	}
	if slices.Contains([]string{"concentration", "compare", "winner", "flips", "success", "losses", "threshold", "copies", "papers", "class"}, v.Name) {
		return effort.Scale(10, 40, 5000) // a page takes milliseconds
	}
	return effort.Scale(10, 15, 5000)
}

func checkLeadAt(t *testing.T, v view.View, values param.Values) {
	t.Helper()
	address := v.Address(values)
	sheet, err := v.Sheet(worktest.Shared(), values, func(engine.Sheet) {})
	if err == nil {
		checkLead(t, address, sheet)
		return
	}
	if sheet.Lead.Said() {
		t.Errorf("%s has a lead and no page", address)
	}
	if strings.Contains(err.Error(), "lead of") {
		t.Errorf("%s: %v", address, err)
	}
}

// trains reports whether a view trains or searches for seconds.
func trains(v view.View) bool {
	return slices.Contains([]string{"race", "learning", "boundary", "weights", "approaches", "network", "recommend", "bayes", "coordinates"}, v.Name)
}

// eased returns a setting with short trainings, searches and draws; TestExtremes covers the ends of these sliders.
func eased(v view.View, values param.Values) param.Values {
	most := map[string]float64{"records": 60}
	switch {
	case trains(v):
		most = map[string]float64{"n": 120, "epochs": 3, "seeds": 3, "steps": 200, "hidden": 8, "records": 40, "bins": 60, "repeats": 5, "rounds": 20}
	case v.Name == "digits":
		most["draws"] = 4000
	case v.Name == "synthetic":
		most["gem-rounds"] = 10
	}
	for _, p := range v.All() {
		if limit, limited := most[p.Name]; limited {
			values = v.With(values, p, min(values.Get(p), limit))
		}
	}
	return values
}

func checkLead(t *testing.T, address string, sheet engine.Sheet) {
	t.Helper()
	checkSees(t, address, sheet)
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
		if s.text != "" && !strings.HasSuffix(s.text, ".") && !strings.HasSuffix(s.text, "?”") && !strings.HasSuffix(s.text, ".”") {
			t.Errorf("%s ends without a stop: %s", address, s.text)
		}
	}
	for _, p := range slices.Concat(lead.Answer, lead.Price) {
		if p.Of.Name == "" {
			continue
		}
		i := slices.IndexFunc(sheet.Readings, func(a engine.Reading) bool { return a.Key == p.Of })
		if i < 0 {
			t.Errorf("%s says %s of %s, which is no reading of the page", address, p.Text, p.Of)
		}
	}
}
