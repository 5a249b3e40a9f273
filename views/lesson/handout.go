package lesson

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/classroom"
)

// handoutWidth is the width of a page of paper, in columns.
const handoutWidth = 80

// TrustLabels returns the subject of each line of trust.
func TrustLabels() []string {
	return []string{"Where noise is added", "Who sees true values", "If the data leak", "What δ is", "What is protected"}
}

// Trusts returns the lines that say who trusts whom. A δ that is 0 throughout is not mentioned.
func (l Lesson) Trusts() (lines []string) {
	for i, t := range l.Trust {
		if t != "δ is 0" {
			lines = append(lines, TrustLabels()[i]+": "+t+".")
		}
	}
	return lines
}

// Handout writes a lesson for paper, to be answered without a computer: the text of each screen, the questions, and room for
// answers. It contains no answers.
func (l Lesson) Handout(ctx context.Context, w io.Writer) error {
	p := paper{w: w}
	p.line(l.Title)
	p.line(strings.Repeat("=", utf8.RuneCountInString(l.Title)))
	p.line("")
	p.line(fmt.Sprintf("Lesson %s, version %d, about %d minutes.   Name: %s", l.Name, l.Version, l.Minutes, strings.Repeat("_", 24)))
	p.line("")
	for _, t := range l.Trusts() {
		p.text(t, "  ", "    ")
	}
	p.line("")
	p.blocks(l.Intro)
	for i, s := range l.Steps {
		if err := p.step(ctx, i+1, s); err != nil {
			return err
		}
	}
	return p.err
}

// Key writes the right answers of a lesson, for teachers: each question, its answer, and the thought behind each wrong one.
func (l Lesson) Key(ctx context.Context, w io.Writer) error {
	p := paper{w: w}
	p.line(l.Title + ": the key")
	p.line(strings.Repeat("=", utf8.RuneCountInString(l.Title)+len(": the key")))
	p.line("")
	for i, s := range l.Steps {
		asked, err := s.Fill(ctx)
		if err != nil {
			return err
		}
		p.text(fmt.Sprintf("%d. %s", i+1, asked.Question), "", "   ")
		p.keyed(asked.Options)
		p.examined(s)
		if len(asked.Options) == 0 && asked.Said != "" {
			p.text(asked.Said, "   = ", "     ")
		}
		for _, wrong := range asked.wrong {
			if m, known := classroom.Behind(wrong.key); known && !math.IsNaN(wrong.number) {
				p.text(asked.Write(wrong.number)+": "+m.Thought+". In fact: "+m.True, "   - ", "     ")
			}
		}
		if len(asked.Reasons) > 0 {
			p.line("   Why?")
			p.keyed(asked.Reasons)
		}
		p.line("")
	}
	return p.err
}

// keyed writes options, the true one first.
func (p *paper) keyed(list []Option) {
	if i := Right(list); i >= 0 {
		p.text(list[i].Text, "   = ", "     ")
	}
	for _, o := range list {
		if m, known := classroom.Behind(o.Key); known {
			p.text(strings.TrimSuffix(o.Text, ".")+": "+m.Thought+". In fact: "+m.True, "   - ", "     ")
		}
	}
}

// examined writes what a sentence of advice is examined for.
func (p *paper) examined(s Step) {
	for _, f := range s.tells {
		p.text("tells "+f.String()+", as it is at the setting that was left", "   = ", "     ")
	}
	for _, u := range s.uses {
		p.text("says "+strings.Join(u.words, " or "), "   = ", "     ")
	}
}

// paper writes lines, until an error.
type paper struct {
	w   io.Writer
	err error
}

func (p *paper) line(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.TrimRight(text, " ")+"\n")
	}
}

// text wraps a text, with prefixes for its first line and for the others.
func (p *paper) text(text, first, rest string) {
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > handoutWidth {
			p.line(line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	p.line(line)
}

func (p *paper) blocks(blocks []Block) {
	for _, b := range blocks {
		switch b.Kind {
		case Item:
			p.text(plain(b.Spans), "- ", "  ")
		case Code:
			p.line("    " + plain(b.Spans))
		case Row:
			p.text(plain(b.Cells[0])+": "+plain(b.Cells[1]), "  ", "    ")
		default:
			p.text(plain(b.Spans), "", "")
		}
	}
	if len(blocks) > 0 {
		p.line("")
	}
}

func (p *paper) step(ctx context.Context, number int, s Step) error {
	asked, err := s.Fill(ctx)
	if err != nil {
		return err
	}
	sheet, err := s.At.View.Sheet(ctx, s.At.Values, func(engine.Sheet) {})
	if err != nil {
		return err
	}
	p.line(fmt.Sprintf("%d. %s", number, s.Heading))
	p.line("")
	p.screen(s, sheet)
	if s.Asks() {
		p.text(asked.Question, "", "")
	}
	switch s.Ask.Kind {
	case Choice:
		p.options(asked.Options)
	case Number, Point:
		p.line("")
		p.line("Answer: " + strings.Repeat("_", 20))
	case Sentence, Advice:
		p.line("")
		p.line(strings.Repeat("_", handoutWidth))
	}
	if len(asked.Reasons) > 0 {
		p.line("")
		p.line("Why?")
		p.options(asked.Reasons)
	}
	p.line("")
	return p.err
}

// screen writes the contents of a step's page that it is about, without what is covered.
func (p *paper) screen(s Step, sheet engine.Sheet) {
	covered := func(key engine.Key) bool {
		return slices.ContainsFunc(s.Covered(), func(name string) bool { return name == CoverPage || Hides(name, key) })
	}
	about := s.About()
	var shown []engine.Reading
	for _, a := range sheet.Readings {
		named := a.Top && slices.ContainsFunc(about, func(name string) bool { return Hides(name, a.Key) })
		if (named || a.Key.String() == s.Ask.Of) && !covered(a.Key) && !a.Known.Missing() {
			shown = append(shown, a)
		}
	}
	if len(shown) == 0 {
		return
	}
	p.text("On the screen, at "+s.settings()+":", "", "  ")
	for _, a := range shown {
		p.text(a.Heading()+": "+a.Said(""), "  ", "    ")
	}
	p.line("")
}

// settings writes the sliders that a step is about as people read them; where it names none the first one.
func (s Step) settings() string {
	var parts []string
	about, sliders := s.About(), s.At.View.Sliders(s.At.Values)
	for _, q := range sliders {
		if slices.Contains(about, q.Name) {
			parts = append(parts, q.Format(s.At.Values.Get(q)))
		}
	}
	if parts == nil && len(sliders) > 0 {
		return sliders[0].Format(s.At.Values.Get(sliders[0]))
	}
	return strings.Join(parts, ", ")
}

func (p *paper) options(list []Option) {
	for i, o := range list {
		p.text(fmt.Sprintf("%c. %s", 'a'+i, o.Text), "  ( ) ", "         ")
	}
}
