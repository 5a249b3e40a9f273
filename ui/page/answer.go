package page

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// answerLine writes an answer: its name, its basis at a column, the number with its unit, and a remark. Numbers are aligned.
// Where room is short the remark goes first, or, if it is words, its end; then the name loses its end; the number is never cut.
// up its end; the number is never cut.
func answerLine(l line.Look, to *line.Line, a engine.Reading, column int, focused bool) {
	name, style := l.Dim, l.Strong
	if focused {
		name, style = l.Accent, l.Accent
	}
	text, known := explorer.Written(a)
	if !known {
		to.Put(name, fittingName(l, a, column-nameColumn-1)).To(column).Put(l.Dim, fittingReason(l.Plain(text), to.Width()-column))
		return
	}
	n, fits := placed(l, a, column, to.Width())
	if !fits { // no half number
		return
	}
	to.Put(name, fittingName(l, a, n.nameRoom())).To(n.start)
	to.Put(l.Dim, n.basis).To(to.At()+1+n.pad).Put(style, n.text)
	if n.unit != "" {
		to.Put(l.Text, " "+n.unit)
	}
	if to.Width() > wideSide { // else the remark has a line of its own
		to.Right(l.Dim, remark(a).fitting(l, to.Width()-to.At()-1))
	}
}

// number holds an answer's number or word as it stands in a row.
type number struct {
	basis, text, unit string
	start             int // column of the basis
	pad               int // blanks between the two, which align numbers
}

// nameRoom returns the room for the name.
func (n number) nameRoom() int { return n.start - nameColumn - 1 }

// placed places a known answer, with its basis at the column or further left; fits is false where the row has no room for it.
func placed(l line.Look, a engine.Reading, column, room int) (n number, fits bool) {
	text, _ := explorer.Written(a)
	n = number{basis: l.Basis(a.Known.Side()), text: l.Plain(text), unit: l.Plain(a.Unit)}
	if a.Known.Word == "" {
		n.pad = max(0, integerRoom(room)-integerWidth(n.text))
	}
	const leastName = 10
	width := 2 + theme.Width(n.text) + spaced(n.unit)
	if a.Known.Word == "" && nameColumn+leastName+1+width > room {
		return n, false
	}
	least := leastName
	if a.Known.Word != "" { // a word may begin where the name ends
		least = min(leastName, theme.Width(l.Plain(a.Heading())))
	}
	column = max(min(column, room-width), nameColumn+least+min(least, 1)) // without a name it needs no room beside it
	n.pad = min(n.pad, max(room-column-width, 0))
	n.start = column - (theme.Width(n.basis) - 1)
	return n, true
}

// fittingName returns an answer's name for the room: abbreviated where the full one does not fit, and cut where neither does.
func fittingName(l line.Look, a engine.Reading, room int) string {
	if heading := l.Plain(a.Heading()); theme.Width(heading) <= room {
		return heading
	}
	return l.Fit(l.Plain(abbreviated(a)), room)
}

// abbreviated returns an answer's name with the abbreviation of its mechanism.
func abbreviated(a engine.Reading) string {
	a.Label = plan.Short(a.Label)
	return a.Heading()
}

// fittingReason returns the reason for a missing number if it fits, else where to read it; it never cuts the reason.
func fittingReason(text string, room int) string {
	const elsewhere, none = "none; w says why", "none"
	switch {
	case !strings.HasPrefix(text, "none: ") || theme.Width(text) <= room:
		return text
	case len(elsewhere) <= room:
		return elsewhere
	}
	return none
}

// aside is a text after a number: in full, and in a short form where it has one.
type aside struct{ full, short string }

// fitting returns the longest form of an aside that fits; words may lose their end, numbers not.
func (r aside) fitting(l line.Look, room int) string {
	const least = 6
	full, short := l.Plain(r.full), l.Plain(r.short)
	switch {
	case theme.Width(full) <= room:
		return full
	case short != "" && theme.Width(short) <= room:
		return short
	case room < least || strings.ContainsAny(full, "0123456789"):
		return ""
	}
	return l.Fit(full, room)
}

// integerRoom returns the room before the decimal point.
func integerRoom(width int) int {
	const narrow = 46
	switch {
	case width <= wideSide:
		return 2
	case width <= narrow:
		return 3
	}
	return 4
}

// spaced returns the room of a word with a space before it; none for no word.
func spaced(word string) int {
	if word == "" {
		return 0
	}
	return 1 + theme.Width(word)
}

// basisColumn returns the column of every answer's basis: further left than usual where remarks need the room and the names do
// not.
func (p *painter) basisColumn(width int) int {
	number := integerRoom(width) + len(".3 %") // set at its decimal point: "  85.3 %"
	usual := tabsIn(width).answer
	if width <= wideSide { // remarks have a line of their own
		return usual
	}
	column, longest := usual, 0
	for _, a := range p.scene.Readings() {
		longest = max(longest, theme.Width(p.Plain(a.Heading())))
		beside := theme.Width(p.Plain(remark(a).full))
		if beside == 0 {
			continue
		}
		column = min(column, width-2-number-1-beside-spaced(p.Plain(a.Unit)))
	}
	return min(max(column, nameColumn+longest+1), usual)
}

// remark returns what follows an answer: its difference from the held one, its interval, or what the view says of it.
func remark(a engine.Reading) aside {
	if change, is := a.Change(); is {
		return aside{change.String(), inShort(change)}
	}
	if a.Remark == "" && a.Known.Confidence > 0 {
		if low, high, ok := a.Known.Interval(); ok {
			return interval(a, low, high)
		}
	}
	return aside{a.Remark, plan.Short(a.Remark)}
}

// inShort returns a change without the unit of a difference, or with a name's abbreviation.
func inShort(c engine.Change) string {
	if c.By != "" {
		return c.By
	}
	c.Was = plan.Short(c.Was)
	return c.String()
}

// interval writes the confidence and the two ends, each rounded outwards, with their unit once; in short, the ends alone.
func interval(a engine.Reading, low, high float64) aside {
	to := a.Style.Rounded(high, numeral.Up)
	ends := strings.TrimSuffix(a.Style.Rounded(low, numeral.Down), " %") + "–"
	full, short := ends+to, ends+strings.TrimSuffix(to, " %")
	if a.Unit != "" {
		full, short = full+" "+a.Unit, short+" "+a.Unit
	}
	return aside{a.Known.Sure() + ": " + full, short}
}

// integerWidth returns the width of a number before its decimal point.
func integerWidth(text string) int {
	if i := strings.IndexAny(text, ". "); i >= 0 {
		return i
	}
	return len(text)
}
