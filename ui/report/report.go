// Package report sets pages of the explorer for people who decide: the question, the answer, what an attacker could do, the
// picture, answers with their basis and assumptions, which records they are about, the budget, what was refused, what the page
// does not say, and how to make it again. It computes nothing: all of it comes from a Sheet.
//
// The same pages give the same bytes; the only clock is the date of the program's commit.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/picture"
	"dpscope/views/view"
)

// Page is one setting, computed.
type Page struct {
	View   view.View
	Values param.Values
	Sheet  engine.Sheet
	Note   string   // of the collector; empty: none
	Files  []Digest // what it was computed from
}

// Report is several pages, or one.
type Report struct {
	Decided []Decided // decisions that the pages are of; nil: none
	Pages   []Page
	Program engine.Program
	Name    string // name of the report's file, with its ending
	Command string // command that makes it again; empty: the addresses do
}

// question returns the page's question.
func (p Page) question() string { return p.View.Asked(p.Values) }
func (p Page) address() string  { return p.View.Address(p.Values) }

// document returns the report in blocks. picturesAs names the picture's file of each page, from 1.
func (r Report) document(picturesAs func(page int) string) (document, error) {
	var d document
	switch {
	case r.Decided != nil:
		r.decided(&d)
	case len(r.Pages) == 1:
		d.title = r.Pages[0].question()
	default:
		d.title = fmt.Sprintf("%d answers about privacy and utility", len(r.Pages))
		r.first(&d)
	}
	for i, p := range r.Pages {
		if err := r.page(&d, p, picturesAs(i+1)); err != nil {
			return d, err
		}
	}
	return d, nil
}

// first adds the leads of all pages, before the pages.
func (r Report) first(d *document) {
	d.add(heading{1, d.title}, paragraph{text: "Made by dpscope " + r.Program.String() + ". Each question has a page of its own below."})
	for i, p := range r.Pages {
		d.add(heading{2, fmt.Sprintf("%d. %s", i+1, p.question())})
		d.add(p.lead()...)
		if p.Note != "" {
			d.add(p.note())
		}
	}
	d.section("Make it again", code(r.command()))
}

// command returns the command that makes the whole report again.
func (r Report) command() string {
	if r.Command != "" {
		return r.Command
	}
	words := []string{"dpscope", "report"}
	for _, p := range r.Pages {
		words = append(words, Quoted(p.address()))
	}
	return strings.Join(append(words, "-o", Quoted(r.Name)), " ")
}

// Quoted quotes a word for a shell.
func Quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+="
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// page adds all sections of one page.
func (r Report) page(d *document, p Page, picturesAs string) error {
	d.add(heading{1, p.question()}, paragraph{text: "dpscope " + r.Program.String() + " · " + p.View.At(p.Values).Title})
	d.add(p.lead()...)
	if p.Note != "" {
		d.add(p.note())
	}
	scene, err := picture.Draw([]picture.Part{{Sheet: p.Sheet, Question: p.question(), Address: p.address()}},
		picture.Options{Width: textWidth, Program: r.Program})
	switch {
	case errors.Is(err, picture.ErrNothing):
		d.section("Picture", paragraph{text: "There is nothing to draw at this setting."})
	case err != nil:
		return err
	default:
		d.section("Picture", drawing{scene, picturesAs})
	}
	p.answers(d)
	d.section("Whose records", paragraph{text: p.whose()})
	d.section("Budget", p.budget()...)
	d.section("Refused or warned", p.refused()...)
	d.section("What this does not say", p.unsaid())
	p.words(d)
	again := Report{Pages: []Page{p}, Name: r.Name} // of this page alone
	d.section("Make it again", code(again.command()), paragraph{text: "The settings in words:"}, p.settings())
	d.section("Sources, version and data", p.origins(r.Program)...)
	return nil
}

// words explains the terms that the page uses, if the glossary has them.
func (p Page) words(d *document) {
	var names []string
	choices, texts := p.View.Needed(p.Values)
	for _, c := range choices {
		o := p.Values.Picked(c)
		names = append(names, o.Tag, c.Key()+"="+o.Name)
	}
	for _, t := range texts {
		names = append(names, t.Name)
	}
	for _, s := range p.View.Sliders(p.Values) {
		names = append(names, s.Name)
	}
	for _, a := range p.Sheet.Readings {
		if a.Top {
			names = append(names, a.Name)
		}
	}
	var lines list
	for _, t := range assets.Explaining(p.View.Name, names...) {
		lines = append(lines, sentence(t.Title()+": "+t.Definition()))
	}
	if lines != nil {
		d.section("Words", lines)
	}
}

// note returns the collector's note.
func (p Page) note() block { return paragraph{lead: "Note.", text: p.Note, quote: true} }

// whose says which records the numbers are about, and what was left out.
func (p Page) whose() string {
	if text := p.Sheet.Provenance.Text; text != "" {
		text = sentence(text)
		for _, f := range p.Files {
			if f.simulated() {
				text += " The " + f.Role + " “" + f.Name + "” is simulated by the program: nobody's records were looked at."
			}
		}
		return text
	}
	return "Nobody's: the numbers follow from the settings alone, and no record was looked at."
}

// settings lists the controls with their values.
func (p Page) settings() block {
	t := table{head: []string{"setting", "is"}}
	choices, texts := p.View.Needed(p.Values)
	for _, c := range choices {
		t.rows = append(t.rows, []string{c.Title(), p.Values.Picked(c).Title})
	}
	for _, x := range texts {
		word := cmp.Or(p.Values.Word(x), p.Sheet.Defaults[x.Name].Meaning)
		if word != "" {
			t.rows = append(t.rows, []string{x.Heading(), engine.Harmless(word)})
		}
	}
	for _, s := range p.View.Sliders(p.Values) {
		t.rows = append(t.rows, []string{named(s), s.Text(p.Values.Get(s))})
	}
	return t
}

// named returns a slider's label with its symbol: "noise (σ)".
func named(s param.Param) string {
	label := cmp.Or(s.Label, s.Name)
	if s.Symbol == "" || s.Symbol == label {
		return label
	}
	return label + " (" + s.Symbol + ")"
}

// sentence returns a text with one full stop at its end.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimSuffix(text, ".") + "."
}

// refused lists the warnings, and the answers that are missing, each reason once.
func (p Page) refused() []block {
	var lines list
	if w := p.Sheet.Lead.Warning; w != "" {
		lines = append(lines, "Warning: "+sentence(w))
	}
	for _, n := range append([]engine.Note{p.Sheet.Provenance}, p.Sheet.Notes...) {
		if n.Warning {
			lines = append(lines, "Warning: "+sentence(n.Text))
		}
	}
	var reasons []string
	of := map[string][]string{}
	for _, a := range p.Sheet.Readings {
		if why := a.Known.None; a.Known.Missing() && why != "" {
			if of[why] == nil {
				reasons = append(reasons, why)
			}
			of[why] = append(of[why], a.Heading())
		}
	}
	for _, why := range reasons {
		lines = append(lines, "No answer to “"+strings.Join(of[why], "”, “")+"”: "+sentence(why))
	}
	if lines == nil {
		return []block{paragraph{text: "Nothing."}}
	}
	return []block{lines}
}

// unsaid says what a reader should not take the page for.
func (p Page) unsaid() block {
	return list{
		"This is no legal advice.",
		"Nothing is said about other models, other columns or other data than those named here.",
		"Nothing is said about a second release to or about the same people: whatever is spent again adds to the budget, and a smaller ε next time does not take this one back.",
		"“At least” and “at most” are bounds, not the number itself, proven or with the confidence that is named; “about” is an estimate, which is wrong now and then: of twenty 95 % intervals about one misses.",
		"The numbers are for learning and planning. Random numbers drawn by this program are not hardened for a release, and floating-point noise has known attacks.",
	}
}

// origins lists the works, the program and the data.
func (p Page) origins(program engine.Program) []block {
	works := p.View.Works(p.Values, p.Sheet.Readings)
	var titles list
	for _, w := range works {
		if !w.Itself() {
			titles = append(titles, w.Titled())
		}
	}
	version := "dpscope " + program.String()
	if program.Commit == "" {
		version += ", of a build that does not say its commit"
	}
	blocks := []block{paragraph{lead: "Version.", text: version + ". Where a formula is derived in the program, the program is its source."},
		paragraph{lead: "To cite.", text: "dpscope cite " + Quoted(p.address()) + " prints these works as BibTeX."}}
	if len(titles) > 0 {
		blocks = append(blocks, titles)
	}
	if len(p.Files) == 0 {
		return append(blocks, paragraph{lead: "Data.", text: "No file and no model was read."})
	}
	t := table{head: []string{"data or model", "is", "SHA-256"}}
	for _, f := range p.Files {
		t.rows = append(t.rows, []string{f.Role, engine.Harmless(f.Name), cmp.Or(f.SHA256, f.Without)})
	}
	return append(blocks, t)
}

// budget says what ε is spent on, and how much of it there is.
func (p Page) budget() []block {
	blocks := []block{paragraph{text: p.View.At(p.Values).Budget}}
	var lines list
	choices, _ := p.View.Needed(p.Values)
	for _, c := range choices {
		if o := p.Values.Picked(c); strings.Contains(o.Tag, "ε") {
			lines = append(lines, "Guarantee of "+o.Title+": "+o.Tag+".")
		}
	}
	for _, s := range p.View.Sliders(p.Values) {
		if strings.HasPrefix(s.Symbol, "ε") || strings.HasPrefix(s.Symbol, "δ") {
			lines = append(lines, named(s)+": "+s.Text(p.Values.Get(s))+".")
		}
	}
	for _, a := range p.Sheet.Readings {
		if a.Known.Missing() || a.Known.Word != "" || !a.Top && a.Name != view.EpsilonTotal {
			continue
		}
		if strings.HasPrefix(a.Name, "epsilon") || strings.HasPrefix(a.Name, "delta") {
			lines = append(lines, engine.Harmless(a.Heading())+": "+sentence(p.value(a)+beside(a)))
		}
	}
	if lines != nil {
		blocks = append(blocks, lines)
	}
	for _, said := range p.spent() {
		blocks = append(blocks, paragraph{text: said})
	}
	return blocks
}
