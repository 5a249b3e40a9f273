package ui

import (
	"slices"
	"strings"

	"dpscope/ui/keys"
	"dpscope/ui/lesson"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/ui/theme"
	written "dpscope/views/lesson"
)

// lessonTop draws a lesson's text in place of the tabs, the views and the headline: the step, the question, and the line of the
// answer. The picture below keeps some rows.
func (p *painter) lessonTop(width, height int) line.Block {
	const least = 4
	picture, remains := 12, leastPicture
	if p.shell.lesson.Stage() == lesson.Opening { // who trusts whom comes before any picture
		picture, remains = leastPicture, 0
	}
	if height < least {
		return nil
	}
	title, step := p.shell.lesson.Title()
	head := p.Line(width).To(1).Put(p.Accent, title)
	end := width - hintsWidth(p.Look, []hint{one(keys.Help, "")}, 0) - 2
	if at := end - theme.Width(p.Plain(step)); at > head.At() {
		head.To(at).Put(p.Dim, step)
	}
	lines := line.Block{p.withHelp(head.To(min(end+1, width)), 0, width)}
	var said line.Block
	room := max(height-len(lines)-p.footRows(width, height)-picture, 1)
	says := p.shell.lesson.Says(byKeys())
	for _, l := range says {
		said = append(said, p.lessonLine(l, width)...)
	}
	if p.shell.room != nil && len(said)+len(says) <= room { // set apart, to be read from far
		said = nil
		for _, l := range says {
			said = append(append(said, p.lessonLine(l, width)...), line.Blank(width))
		}
	}
	if len(said) > room { // the question and its answer come before the picture
		said = said[:min(len(said), max(room, height-len(lines)-p.footRows(width, height)-remains))]
	}
	if height >= steadyHeight && p.shell.room == nil && p.shell.lesson.Stage() != lesson.Opening {
		said = said.Fill(width, max(len(said), min(p.mostSaid(width), room)))
	}
	return append(lines, said...)
}

// leastPicture is the number of rows left to a picture where the text of a step needs the rest.
const leastPicture = 6

// steadyHeight is the height from which a step's text keeps the room of its longest state, so that the picture stays where it
// is.
const steadyHeight = 30

// mostSaid returns the most rows that a step takes for its question and for the reasons to pick from.
func (p *painter) mostSaid(width int) (rows int) {
	for _, lines := range p.shell.lesson.Longest() {
		n := 0
		for _, l := range lines {
			n += len(p.lessonLine(l, width))
		}
		rows = max(rows, n)
	}
	return rows
}

// byKeys names acts by their keys.
func byKeys() lesson.Voice { return lesson.Voice{Verb: "Press", Called: page.Called} }

// ways says by keys how an answer is given.
var ways = map[lesson.Way]string{lesson.ByNumber: "type a number, then press enter", lesson.BySentence: "enter keeps it",
	lesson.ByMark: "Move the mark with ← →, or type a number; then press enter."}

// lessonLine draws a piece of a lesson's text.
func (p *painter) lessonLine(l lesson.Line, width int) (b line.Block) {
	style := map[lesson.Tone]theme.Style{lesson.Calm: p.Text, lesson.Strong: p.Strong, lesson.Faint: p.Dim, lesson.Alert: p.Warning}[l.Tone]
	if p.shell.room != nil && l.Tone != lesson.Alert {
		style = p.Strong
	}
	indent := 1
	if l.Mark != "" {
		indent = 6
	}
	if l.Entry != nil {
		row := p.Line(width).To(indent).Put(style, l.Text)
		const number = 30
		room := min(width-row.At(), number)
		how := l.After + "   " + ways[l.Way]
		if l.Way == lesson.BySentence {
			room = width - row.At() - theme.Width(how) - 1
		}
		field := p.Line(max(room, 4))
		page.Entry(p.Look, field, l.Entry)
		text, _ := l.Entry.Cursor()
		row.Raw(strings.TrimRight(field.String(), " "), min(theme.Width(p.Plain(text))+1, field.Width()))
		return line.Block{row.Put(p.Dim, how).String()}
	}
	if l.Way == lesson.ByMark {
		l.Text = ways[l.Way]
	}
	for i, text := range p.Wrap(l.Text, max(width-indent-1, 1)) {
		row := p.Line(width)
		if l.Marked {
			style = p.Accent
			if i == 0 {
				row.To(1).Put(p.Accent, p.Focus)
			}
		}
		if i == 0 && l.Mark != "" {
			row.To(3).Put(style, l.Mark)
		}
		b = append(b, row.To(indent).Put(style, text).String())
	}
	return b
}

// lessonBelow draws the explanation, under the page.
func (p *painter) lessonBelow(width, most int) (b line.Block) {
	if p.shell.lesson.Stage() != lesson.Understanding && (p.shell.height < steadyHeight || p.shell.room != nil) {
		return nil
	}
	blocks := p.shell.lesson.Below()
	if p.shell.room != nil {
		p.Text = p.Strong
	}
	for _, block := range blocks {
		switch block.Kind {
		case written.Row:
			b = append(b, p.prose(append(append(block.Cells[0], written.Span{Text: ": "}), block.Cells[1]...), "", width)...)
		case written.Item:
			b = append(b, p.prose(block.Spans, p.Bullet+" ", width)...)
		default:
			b = append(b, p.prose(block.Spans, "", width)...)
		}
	}
	if len(b) > most {
		b = b[:max(most, 0)]
	}
	if p.shell.lesson.Stage() != lesson.Understanding {
		return line.Block{}.Fill(width, len(b)) // the explanation has its room kept
	}
	return b
}

// prose wraps spans, word by word.
func (p *painter) prose(spans []written.Span, mark string, width int) (b line.Block) {
	row := p.Line(width).To(1).Put(p.Dim, mark)
	empty := true
	for _, s := range spans {
		style := p.Text
		switch {
		case s.Bold:
			style = p.Strong
		case s.Code:
			style = p.Accent
		}
		joined := !strings.HasPrefix(s.Text, " ")
		for i, word := range strings.Fields(p.Plain(s.Text)) {
			gap := 1
			if empty || i == 0 && joined {
				gap = 0
			}
			if row.At()+gap+theme.Width(word) > width-1 && !empty {
				b = append(b, row.String())
				row, gap = p.Line(width).To(1), 0
			}
			row.To(row.At()+gap).Put(style, word)
			empty = false
		}
		if strings.HasSuffix(s.Text, " ") {
			row.To(row.At() + 1)
		}
	}
	return append(b, row.String())
}

// sequenceHints returns the hints of a sequence of pages, with the place of the open one.
func sequenceHints(run *lesson.Run) []hint {
	_, step := run.Title()
	return []hint{one(keys.LessonNext, "next"), one(keys.LessonBack, "back ("+strings.TrimPrefix(step, "step ")+")")}
}

// lessonHints returns the hints of a lesson at its present stage.
func lessonHints(run *lesson.Run) []hint {
	leave, next := one(keys.LessonLeave, "leave"), one(keys.LessonNext, "next")
	var hinted []hint
	if run.Asked().Hint != "" {
		hinted = []hint{minor(one(keys.LessonHint, "hint"))}
	}
	back := minor(one(keys.LessonBack, "back"))
	switch run.Stage() {
	case lesson.Opening:
		return []hint{one(keys.LessonNext, "begin"), leave}
	case lesson.Asking:
		next.does = "skip"
		if run.Step().Ask.Kind == written.Advice && !run.Typing() {
			next.does = "write"
			return []hint{two(keys.Less, keys.More, "move"), nextHint, one(keys.Controls, "controls"), next, back, leave}
		}
		rest := append(hinted, minor(next), back, leave)
		switch run.Step().Ask.Kind {
		case written.Advice:
			return []hint{one(keys.Accept, "keep"), one(keys.Escape, "back to the page")}
		case written.Choice:
			return append([]hint{chooseHint, one(keys.Accept, "answer")}, rest...)
		case written.Point:
			return append([]hint{two(keys.Less, keys.More, "move"), one(keys.Accept, "predict")}, rest...)
		}
		return append([]hint{one(keys.Accept, "answer")}, rest...)
	case lesson.Acting:
		if run.Step().Goal == nil {
			return []hint{one(keys.LessonNext, "to the end"), leave}
		}
		next.does = "skip"
		return slices.Concat([]hint{two(keys.Less, keys.More, "move"), nextHint, one(keys.Solve, ""), one(keys.Why, "how it is computed")},
			hinted, []hint{next, leave})
	case lesson.Seeing:
		return []hint{chooseHint, one(keys.Accept, "pick"), minor(next), leave}
	}
	if run.Stage() == lesson.Ended {
		leave.does = "explore"
		if next.does = "next lesson"; run.After() == nil {
			return []hint{leave, back, two(keys.Less, keys.More, "move")}
		}
		return []hint{next, leave, back, two(keys.Less, keys.More, "move")}
	}
	return []hint{next, back, two(keys.Less, keys.More, "move"), minor(one(keys.Why, "how it is computed")),
		leave}
}
