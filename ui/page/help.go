package page

import (
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/slider"
)

// The usual number of lines of help, and the number where rows are free.
const (
	usualHelp = 4
	mostHelp  = 8
)

// helpRows returns the height kept for the help of any row, with a line to set it off, so that nothing moves with the focus.
// The helps of answers differ only in their labels.
func (p *painter) helpRows(width, lines int) int {
	most := 0
	var longest explorer.Row
	for _, r := range p.scene.Rows {
		if r.Kind != explorer.AnswerRow {
			most = max(most, p.helpHeight(r, width, lines))
		} else if len(r.Reading.Heading()) >= len(longest.Reading.Heading()) {
			longest = r
		}
	}
	if longest.Kind == explorer.AnswerRow {
		most = max(most, p.helpHeight(longest, width, lines))
	}
	return most
}

// helpHeight returns the greatest number of lines of a row's help, for any word of a slider's value.
func (p *painter) helpHeight(r explorer.Row, width, lines int) int {
	rows := p.textHeight(p.helpOf(r), width, lines)
	if r.Kind == explorer.SliderRow && r.Param.Words != nil {
		for _, w := range *r.Param.Words {
			r.Value = w.From
			rows = max(rows, p.textHeight(p.helpOf(r), width, lines))
		}
	}
	if lines > usualHelp && len(p.scene.Published(r)) > 0 {
		rows++
	}
	return rows
}

// published draws published uses as points below the focused slider; nil where there are none.
func (p *painter) published(r explorer.Row, width int) line.Block {
	var spent []float64
	uses := p.scene.Published(r)
	for _, d := range uses {
		spent = append(spent, d.Epsilon)
	}
	if len(uses) == 0 {
		return nil
	}
	l := p.Line(width).To(nameColumn).Put(p.Dim, "ε that others use")
	l.To(tabsIn(width).track).Put(p.Dim, slider.Points(r.Param, spent, p.trackWidth(width), p.Glyphs))
	return line.Block{l.String()}
}

// textHeight returns the number of lines that the text of a help takes.
func (p *painter) textHeight(text string, width, lines int) int {
	if text == "" {
		return 0
	}
	of := helpKey{text, width, lines, p.ASCII}
	rows, known := p.last.helps[of]
	if !known {
		rows = 1 + len(p.helpLines(text, width-nameColumn, lines))
	}
	if p.frame.helps == nil {
		p.frame.helps = map[helpKey]int{}
	}
	p.frame.helps[of] = rows
	return rows
}

// helpKey holds all that the height of a help depends on.
type helpKey struct {
	text         string
	width, lines int
	ascii        bool
}

// help explains a row below all rows: the first sentences that fit into the rows.
func (p *painter) help(r explorer.Row, width, rows int) line.Block {
	text := p.helpOf(r)
	if text == "" {
		return nil
	}
	b := append(line.Block{line.Blank(width)}, p.Lines(p.helpLines(text, width-nameColumn, rows-1), p.Dim, width, nameColumn)...)
	if points := p.published(r, width); len(b)+len(points) <= rows {
		b = append(b, points...)
	}
	return b
}

// helpLines returns the sentences of a help that fit into most lines; where the first does not, it ends at a semicolon.
func (p *painter) helpLines(text string, width, most int) []string {
	first, rest, _ := strings.Cut(strings.TrimSuffix(text, "."), ". ")
	for len(p.Wrap(first+".", width)) > most {
		clause := strings.LastIndex(first, "; ")
		if clause < 0 {
			return p.WrapSentences(text, width, most)
		}
		first = first[:clause]
		text = strings.TrimSuffix(first+". "+rest, ". ") + "."
	}
	return p.WrapSentences(text, width, most)
}

// helpOf returns the declared help of a row; in a lesson it leaves out the range and what is covered.
func (p *painter) helpOf(r explorer.Row) string {
	switch {
	case p.scene.Layer.Silent(r.Key):
		return ""
	case p.scene.Layer.Bare && r.Kind == explorer.SliderRow:
		return r.Param.Help
	}
	switch r.Kind {
	case explorer.PickerRow:
		return r.Picked.Help
	case explorer.TextRow:
		return r.Text.Help
	case explorer.SliderRow:
		help := r.Param.Help + " " + p.wordOf(r) + rangeOf(r.Param) + "."
		if r.Param.Ratios() { // beside the track the word would mean nothing to a new reader
			help += " " + logScale
		}
		return help
	}
	text := r.Reading.Heading() + ": " + keys.Why.Help().Key + " says why"
	if r.Reading.Goal != known.NoGoal {
		text += ", " + keys.Solve.Help().Key + " solves for it"
	}
	return text + "."
}

// wordOf says what the value of a slider amounts to, where its values have words.
func (p *painter) wordOf(r explorer.Row) string {
	word := r.Param.Word(r.Value)
	if word == "" {
		return ""
	}
	return r.Param.Text(r.Value) + " by itself allows " + word + "; at each " + p.Glyphs.Limit + " the word changes. "
}

// logScale says that equal ways of a slider multiply; it ends a help, so that it goes first.
const logScale = "Log scale."

// rangeOf says what a slider reaches, and what may be typed beyond it, where that differs.
func rangeOf(p param.Param) string {
	low, high := p.Travel()
	switch {
	case low == p.Min && high == p.Max:
		any := p.Typeable()
		return strings.ToUpper(any[:1]) + any[1:]
	case p.Numbered:
		return p.Between(low, high)
	}
	return p.Between(low, high) + "; type " + p.Typeable()
}
