package claims

import (
	"strings"
	"unicode/utf8"

	"dpscope/engine/claim"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

var lead = view.Lead{
	Answers: []view.Variant{
		{When: view.Fills("unmatched"),
			Text: "Of {of} claims {holds} hold as printed, {corrected} hold once corrected, {refuted} are false, and {rest} stay " +
				"undecided ({unmatched} could not be reproduced, {unchecked} cannot be checked here)."},
		{Text: "Of {of} claims {holds} hold as printed, {corrected} hold once corrected, {refuted} are false, and {rest} stay undecided."},
	},
	Prices: []view.Variant{
		{When: view.All(bothKnown, view.Fills("measured-quote")),
			Text: "For example “{measured-quote}” (paper {paper}): {ruling}; computed here: {is}."},
		{When: func(f view.Facts) bool { return judged(f) && f.Filled("quote") != "" },
			Text: "For example “{quote}” (paper {paper}): {ruling}."},
		{When: bothKnown, Text: "For example {place} of paper {paper}: {was} is printed, {is} computed; {ruling}."},
		{When: judged, Text: "For example {place} of paper {paper}: {ruling}."},
		{Text: "No claim of this paper has this verdict."},
	},
}

// judged reports whether some claim is in focus.
func judged(f view.Facts) bool { return f.Of("judged").Word != "" }

// bothKnown reports whether a number is printed and another computed.
func bothKnown(f view.Facts) bool {
	return judged(f) && f.Of("printed").Word != "" && f.Of("computed").Word != ""
}

// filled returns the words of the lead that are no readings.
func (q claims) filled() map[string]string {
	unmatched, unchecked, missing := q.count(claim.NotReproducible), q.count(claim.NotCheckable), q.count(claim.NotComputed)
	words := map[string]string{"of": numeral.Count(float64(len(q.all))), "rest": numeral.Count(unmatched + unchecked + missing)}
	if unmatched > 0 && unchecked > 0 && missing == 0 {
		words["unmatched"], words["unchecked"] = numeral.Count(unmatched), numeral.Count(unchecked)
	}
	if c, o, found := q.one(); found {
		words["paper"], words["place"], words["was"], words["is"], words["ruling"] = c.Paper, c.Place, o.Printed, o.Ours, string(c.Verdict)
		words["quote"], words["measured-quote"] = quote(c, ""), quote(c, "; computed here: "+o.Ours)
	}
	return words
}

// quote returns the sentence of a paper, if it fits the quoting sentence with what follows; else empty.
func quote(c claim.Claim, after string) string {
	const most = 130 // letters of a second sentence
	says := strings.TrimSuffix(c.Says, ".")
	if utf8.RuneCountInString("For example “"+says+"” (paper "+c.Paper+"): "+string(c.Verdict)+after+".") <= most {
		return says
	}
	return ""
}
