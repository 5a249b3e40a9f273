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
		{Text: "Of {of} claims {holds} hold as printed, {corrected} hold once corrected, {refuted} are false, and {rest} stay undecided."},
	},
	Prices: []view.Variant{
		{When: bothKnown, Text: "The marked claim, {place}: {was} is printed, {is} computed; {ruling}."},
		{When: func(f view.Facts) bool { return judged(f) && f.Filled("quote") != "" }, Text: "“{quote}” ({paper}): {ruling}."},
		{When: judged, Text: "The marked claim, from {paper}, {place}: {ruling}."},
		{Text: "No claim of this paper has this verdict."},
	},
}

// judged is that some claim is looked at.
func judged(f view.Facts) bool { return f.Of("judged").Word != "" }

// bothKnown is that a number is printed and another computed.
func bothKnown(f view.Facts) bool {
	return judged(f) && f.Of("printed").Word != "" && f.Of("computed").Word != ""
}

// filled are the words of the lead that are no readings.
func (q list) filled() map[string]string {
	undecided := q.count(claim.NotReproducible) + q.count(claim.NotCheckable) + q.count(claim.NotComputed)
	words := map[string]string{"of": numeral.Count(float64(len(q.all))), "rest": numeral.Count(undecided)}
	if c, o, found := q.one(); found {
		words["paper"], words["place"], words["was"], words["is"], words["ruling"] = c.Paper, c.Place, o.Printed, o.Ours, string(c.Verdict)
		words["quote"] = quote(c)
	}
	return words
}

// quote is what a paper says, where the sentence that quotes it has room for it; else empty.
func quote(c claim.Claim) string {
	const most = 130 // letters of a second sentence
	says := strings.TrimSuffix(c.Says, ".")
	if utf8.RuneCountInString("“"+says+"” ("+c.Paper+"): "+string(c.Verdict)+".") <= most {
		return says
	}
	return ""
}

// quoted is that the lead says what the paper says: it does where no two numbers take its place.
func quoted(c claim.Claim, o claim.Outcome) bool {
	return quote(c) != "" && (o.Printed == "" || o.Ours == "")
}
