// Package plain tells an open view in sentences, for a screen reader or a line printer: the answers first, one fact a line,
// with words in place of the page's signs.
package plain

import (
	"cmp"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/described"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/views/view"
)

// Tell writes a scene as lines of text, of any length.
func Tell(s explorer.Scene) []string {
	lines := append([]string{s.Question}, tellLead(s)...)
	if g := s.Layer.Guess; g != nil {
		lines = append(lines, tellGuess(*g))
	}
	lines = append(lines, ended(s.View.Title))
	switch {
	case s.Trouble != nil:
		lines = append(lines, s.Untold())
	case !s.Drawn:
		lines = append(lines, "The answers are being computed.")
	default:
		lines = append(lines, tellAnswers(s)...)
	}
	if s.Drawn && s.Trouble == nil {
		lines = append(lines, Picture(s.Sheet.Shown())...)
	}
	if s.Try.Shows != "" && s.Trouble == nil {
		lines = append(lines, "", Tried(s.Try))
	}
	return append(append(lines, "", "Controls:"), Controls(s)...)
}

// Controls tells the controls of a scene, their values and ranges.
func Controls(s explorer.Scene) (lines []string) {
	for _, r := range s.Rows {
		if r.Kind != explorer.AnswerRow {
			lines = append(lines, control(r))
		}
	}
	return lines
}

// tellLead tells the answer to the question, the warning, and the price.
func tellLead(s explorer.Scene) []string {
	lead := s.Sheet.Lead
	if !lead.Said() || s.Trouble != nil || !s.Drawn {
		return nil
	}
	lines := []string{lead.Answer.String()}
	if lead.Warning != "" {
		lines = append(lines, "Warning: "+lead.Warning)
	}
	if len(lead.Price) > 0 {
		lines = append(lines, lead.Price.String())
	}
	if lead.Sees.Said() {
		lines = append(lines, lead.Sees.String())
	}
	return lines
}

// Picture tells a figure in sentences, and its lines in eleven numbers each.
func Picture(f engine.Figure) []string {
	sentences := described.Text(f)
	if len(sentences) == 0 {
		return nil
	}
	return slices.Concat([]string{""}, sentences, Table(f))
}

// Table tells the lines of a figure in eleven numbers each.
func Table(f engine.Figure) (lines []string) {
	for _, t := range described.Tables(f) {
		lines = append(lines, "", "The picture in "+numeral.Things(len(t.Rows), "row")+", read off its marks. "+t.Heads[0]+": "+strings.Join(t.Heads[1:], "; ")+".")
		for _, row := range t.Rows {
			lines = append(lines, row[0]+": "+strings.Join(row[1:], "; "))
		}
	}
	return lines
}

// tellGuess tells what a lesson's student predicts, and the true value, once that is told.
func tellGuess(g explorer.Guess) string {
	text := "Your prediction of " + g.Label + ": " + g.Written
	if g.Is != nil {
		return text + "; it is " + g.IsText + "."
	}
	return text + ", from " + g.Ends[0] + " to " + g.Ends[1] + "."
}

// ended returns a text with one full stop at its end; a question keeps its own sign.
func ended(text string) string {
	if text != "" && text[len(text)-1] == '?' {
		return text
	}
	return strings.TrimSuffix(text, ".") + "."
}

func tellAnswers(s explorer.Scene) []string {
	lines := []string{"", "Answers:"}
	if s.Sheet.Held != nil {
		lines = []string{"", "Answers, compared with what is held (" + cmp.Or(s.Sheet.Held.Setting, "the same setting") + "):"}
	}
	if w := s.Sheet.Provenance.Text; w != "" {
		lines = append([]string{"", "Of whom: " + ended(w)}, lines...)
	}
	answers := engine.StandingAlone(s.Readings())
	for i, a := range answers {
		if first := i == 0 || answers[i-1].Key.Name != a.Key.Name || answers[i-1].Group != a.Group; a.Group != "" && a.Place == 1 && first {
			lines = append(lines, "Ranked among "+a.Group+":")
		}
		lines = append(lines, Answer(a))
	}
	for _, r := range s.Others {
		lines = append(lines, r.Label+": published with ε = "+r.DisplayText)
	}
	if len(s.Others) > 0 {
		lines = append(lines, view.UnitsDiffer)
	}
	if len(s.Sheet.Notes) > 0 {
		lines = append(lines, "")
	}
	for _, n := range s.Sheet.Notes {
		if n.Warning {
			n.Text = "Warning: " + n.Text
		}
		lines = append(lines, n.Text)
	}
	return lines
}

// Value tells the value of an answer alone, without its unit: "at least 50.0 %".
func Value(a engine.Reading) string {
	text, is := explorer.Written(a)
	if is && a.Known.Word == "" {
		return certainty(a.Known.Side()) + text
	}
	return text
}

// Answer tells one answer: "class stays: about 89.0 %, between 88.1 % and 89.9 %".
func Answer(a engine.Reading) string {
	text := a.Heading() + ": " + Value(a)
	if _, is := explorer.Written(a); !is {
		return text + since(a)
	}
	if a.Known.Word != "" && a.Known.Basis == known.Estimate {
		text += ", by an estimate"
	}
	if a.Unit != "" {
		text += " " + a.Unit
	}
	if sure := a.Known.Surely(); sure != "" {
		text += " " + sure
	} else if low, high, wide := a.Known.Interval(); wide && a.Known.Confidence > 0 {
		text += ", between " + a.Style.Rounded(low, numeral.Down) + " and " + a.Style.Rounded(high, numeral.Up)
	}
	if a.Remark != "" {
		text += ", " + a.Remark
	}
	return text + since(a)
}

// since tells how far an answer is from the held one.
func since(a engine.Reading) string {
	switch change, is := a.Change(); {
	case !is:
		return ""
	case change.Same:
		return ", as held"
	case change.By == "":
		return ", held " + change.Was
	default:
		return ", held " + change.Was + ", a change of " + change.String()
	}
}

// certainty returns in words what the page says with a sign before the number.
func certainty(b known.Basis) string {
	switch {
	case b.Lower():
		return "at least "
	case b.Upper():
		return "at most "
	}
	return map[known.Basis]string{known.Estimate: "about ", known.AsPrinted: "in the paper "}[b]
}

// control tells a control's value, and its possible values.
func control(r explorer.Row) string {
	switch r.Kind {
	case explorer.PickerRow:
		return r.Choice.Title() + ": " + r.Picked.Title
	case explorer.TextRow:
		return cmp.Or(r.Text.Label, r.Text.Name) + ": " + r.Word
	}
	low, high := r.Param.Travel()
	text := cmp.Or(r.Param.Label, r.Param.Name) + ": " + r.Param.Format(r.Value)
	text += ", from " + r.Param.Text(low) + " to " + r.Param.Text(high)
	if word := r.Param.Word(r.Value); word != "" {
		text += "; by itself it allows " + word
	}
	return text
}
