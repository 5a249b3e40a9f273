package plan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Visible says what of a subject is visible, and what is named where it stands.
type Visible interface {
	SeesMark(mark int) bool
	SeesSeries(series int) bool
	Under(series int) (over int, hidden bool) // the line that is drawn in place of a hidden one; -1: it lies beyond the picture
	Names(series int) bool
	Points(series int) bool                       // a pointer stands below the present setting and gives its value
	SeesClass(m *engine.Normal, class int) bool   // its area, without a name in it
	CountsClass(m *engine.Normal, class int) bool // its cells, which are left bare
	Unnamed() []Remark                            // names of lines across and from the top without a place
	Hue() bool                                    // colour alone tells lines apart
}

// Legend lists the series that are not named where they stand, and the classes of a field. A lone series needs no entry: the
// title names it.
func (p *Subject) Legend(title string, see Visible) (entries []Entry) {
	around := slices.ContainsFunc(p.Marks, func(m engine.Normal) bool { // the title tells what lies about the point
		return m.Form == engine.Outline && m.Emphasis || m.Content == engine.Cells
	})
	plain := true
	for _, s := range p.Series {
		plain = plain && s.Basis == known.Exact && !(around && s.Here)
	}
	if len(p.Series) > 1 || !plain {
		entries = p.seriesEntries(title, see)
	}
	for i := range p.Marks {
		m := &p.Marks[i]
		if m.Content == engine.Cells {
			entries = append(entries, p.fieldEntries(i, see)...)
			continue
		}
		e, listed := p.markEntry(i, see)
		alike := func(other Entry) bool { return other.Text == e.Text }
		if (m.Masses || m.Content == engine.Weights || m.Under != "") && slices.ContainsFunc(entries, alike) {
			continue
		}
		if listed {
			entries = append(entries, e)
		}
	}
	if len(p.Left) > 0 {
		entries = append(entries, p.leftEntry())
	}
	for _, r := range see.Unnamed() {
		e := bare(AcrossSign, r.Ink, r.Text)
		if r.Down {
			e.Sign = DownSign
		}
		e.Mark, e.First, e.Strong = r.Mark, r.Ink != Dim, p.Marks[r.Mark].Emphasis
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return FalseFirst(!a.First, !b.First) })
	return entries
}

// DownEntries returns the lines from the top; they are in the legend where their names find no place beside them.
func (p *Subject) DownEntries() (entries []Entry) {
	for i := range p.Marks {
		if m := &p.Marks[i]; m.Form == engine.Threshold && m.Vertical && m.Title != "" {
			entries = append(entries, bare(DownSign, Dim, p.Text.Plain(m.Title)))
		}
	}
	return entries
}

// markEntry returns the entry of a mark that its series does not name.
func (p *Subject) markEntry(mark int, see Visible) (e Entry, listed bool) {
	m := &p.Marks[mark]
	words := p.Text.Plain(m.Title)
	brief := words
	switch {
	case m.Content == engine.Intervals:
		words = p.bandTitle(mark)
		brief = words
	case m.Content == engine.Samples && !m.Masses || m.Named:
		return e, false
	case m.Basis != known.Exact && words != "" && !m.Series() && p.Reading(m) == "": // a number has its own sign
		words = p.Qualified(m.Basis, words)
	}
	if words == "" || !see.SeesMark(mark) {
		return e, false
	}
	e = p.markSign(mark)
	e.Text, e.Brief, e.First = words, brief, m.Form == engine.Outline && m.Emphasis
	return e, true
}

// markSign returns the sign of a mark beside its series, or without one.
func (p *Subject) markSign(mark int) (e Entry) {
	m := &p.Marks[mark]
	switch e = bare(WeightSign, Accent, ""); m.Form {
	case engine.Spike:
		e.Sign = SpikeSign
	case engine.Ribbon:
		e.Sign = BandSign
	case engine.Whisker:
		e.Sign = WhiskerSign
	case engine.Shade:
		if e.Sign, e.Ink = SpanSign, Muted; m.Under != "" {
			e.Sign = UnderSign
		}
	case engine.Outline:
		e.Sign, e.Ink, e.Turn, e.Strong = BoxSign, Strong, p.OutlineTurn(mark), m.Emphasis
		if m.Emphasis {
			e.Ink = Accent
		}
	}
	if e.Mark = mark; p.Of[mark] >= 0 {
		e.Ink = p.Series[p.Of[mark]].Ink
	}
	return e
}

// mostNamed limits the muted lines that are named together in a legend: more are counted.
const mostNamed = 3

func (p *Subject) seriesEntries(title string, see Visible) (entries []Entry) {
	var last []Entry
	var others []string // labels of muted marks
	for _, i := range p.ByPlace() {
		s := p.Series[i]
		switch {
		case s.Left || s.Label == "" || see.Names(i) || !see.SeesSeries(i) || p.entitled(s, title) || see.Points(i) && !tells(s.Label):
			continue
		case s.Muted && s.Trail && p.Figure.Folded && p.Crowded():
			continue
		case s.Ghost:
			e := bare(GhostSign, Ghost, s.Label)
			e.Of, e.Muted = i, true
			entries = append(entries, e)
			continue
		case s.Muted && !s.Trail:
			others = append(others, p.NameOf(s))
			continue
		}
		if over, hidden := see.Under(i); hidden {
			if over >= 0 {
				last = append(last, p.hiddenEntry(i, over))
			}
			continue
		}
		e := p.SignOf(i, see.Hue())
		e.Text, e.Brief, e.Pointed = p.NameOf(s), p.BriefOf(s), see.Points(i)
		e.First = s.Answer || s.Strong || s.Trail && !s.Muted || s.Here && len(p.Series) == 1 || s.Value != ""
		entries = append(entries, e)
	}
	if left := p.Crowded() && p.Lines() > p.MutedLines(); len(others) > 0 && !left { // marks that are left out beside others are no part of the legend
		entries = append(entries, p.othersEntry(others))
	}
	return append(entries, last...)
}

// hiddenEntry says which line runs in the place of another, or how far a bound is from it at most.
func (p *Subject) hiddenEntry(series, over int) Entry {
	s := p.Series[series]
	e := bare(HiddenSign, Muted, p.NameOf(s)+" (under "+Short(p.Series[over].Label)+")")
	if e.Muted, e.Brief = true, Short(s.Label)+" (hidden)"; p.Bounds(series) {
		e.Text, e.Brief = s.Label+" "+p.Within(series), ""
	}
	return e
}

// othersEntry names muted lines, or counts them where they are many.
func (p *Subject) othersEntry(names []string) Entry {
	e := bare(MutedSign, Muted, strconv.Itoa(len(names))+" others")
	e.Muted, e.Aside, e.Lines = true, true, len(names)
	switch {
	case len(names) == 1:
		e.Text = names[0]
	case len(names) <= mostNamed:
		e.Text, e.Brief = strings.Join(names, ", "), e.Text
	case p.Lists != "":
		e.Text, e.Brief = e.Text+" ("+p.Lists+" lists them)", e.Text
	}
	return e
}

// leftEntry counts the lines that are left out, with the key that draws them; a single one it names.
func (p *Subject) leftEntry() Entry {
	words, name, them := strconv.Itoa(len(p.Left))+" lines", "", "them"
	if len(p.Left) == 1 {
		name = p.Left[0]
		words, them = "1 line", cmp.Or(name, "it")
	}
	e := bare(CountSign, Muted, words)
	if p.Zoom != "" {
		e.Text, e.Brief = words+": "+p.Zoom+" draws "+them, cmp.Or(name, words)+": "+p.Zoom
	}
	e.Muted, e.Lines = true, len(p.Left)
	return e
}

// entitled reports whether the title names a line, which is the only one, and nothing else needs to be said about it.
func (p *Subject) entitled(s Series, title string) bool {
	return s.Line && !s.Ghost && p.Lines() == 1 && s.Basis == known.Exact && strings.Contains(title, s.Label)
}

// tells reports whether a label adds something to the present setting, unlike "at this ε" or "after T steps".
func tells(label string) bool {
	first, _, _ := strings.Cut(label, " ")
	return strings.ContainsAny(label, "(:") || !slices.Contains([]string{"at", "after", "this"}, first)
}

// fieldEntries returns the legend of a field: the classes that occur.
func (p *Subject) fieldEntries(mark int, see Visible) (entries []Entry) {
	m := &p.Marks[mark]
	for class, here := range Occurring(m) {
		title, name := p.Text.Plain(m.ClassTitle(class)), m.ClassName(class)
		if here && see.CountsClass(m, class) {
			entries = append(entries, bare(SpeckSign, Muted, title))
			continue
		}
		if !here || title == "" || m.Ground != "" && name == m.Ground || m.Only != "" && name != m.Only || !see.SeesClass(m, class) {
			continue
		}
		e := bare(ClassSign, Plain, p.Qualified(m.Basis, title))
		if e.Brief, e.Class, e.Mark = Short(title), class, mark; m.Only != "" {
			e.Sign, e.Ink, e.First = OnlySign, Muted, true
		}
		entries = append(entries, e)
	}
	if m.Thin != "" && slices.Contains(m.Faint, true) {
		e := bare(ThinSign, Plain, p.Text.Plain(m.Thin))
		e.First, e.Mark = p.Small, mark
		entries = append(entries, e)
	}
	return entries
}

// IsGround reports whether a class of a field is the one that is left bare.
func IsGround(m *engine.Normal, class int) bool {
	return class >= 0 && m.Ground != "" && m.ClassName(class) == m.Ground
}
