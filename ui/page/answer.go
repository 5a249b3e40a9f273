package page

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// answerLine writes what an answer is, its basis at a column, the number with
// its unit, and what qualifies it. Numbers stay below each other: where room is
// short the remark goes first, or its end where it is words, then the name gives
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
	if !fits { // rather nothing than half a number
		return
	}
	to.Put(name, fittingName(l, a, n.nameRoom())).To(n.start)
	to.Put(l.Dim, n.basis).To(to.At()+1+n.pad).Put(style, n.text)
	if n.unit != "" {
		to.Put(l.Text, " "+n.unit)
	}
	if to.Width() > wideSide { // else what qualifies it has a line of its own
		to.Right(l.Dim, remark(a).fitting(l, to.Width()-to.At()-1))
	}
}

// number is how an answer's number or word stands in a row.
type number struct {
	basis, text, unit string
	start             int // of its basis
	pad               int // blanks between the two, so that numbers stand below each other
}

// nameRoom is what is left for the name.
func (n number) nameRoom() int { return n.start - nameColumn - 1 }

// placed is an answer that is known, with its basis at a column or further left; where a row has no room for it
// it does not fit.
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
	if a.Known.Word != "" { // a word may come as near as the name ends
		least = min(leastName, theme.Width(l.Plain(a.Heading())))
	}
	column = max(min(column, room-width), nameColumn+least+min(least, 1)) // without a name it needs no room beside it
	n.pad = min(n.pad, max(room-column-width, 0))
	n.start = column - (theme.Width(n.basis) - 1)
	return n, true
}

// fittingName is what an answer is called, in so much room: rather by its abbreviation than cut.
func fittingName(l line.Look, a engine.Reading, room int) string {
	if heading := l.Plain(a.Heading()); theme.Width(heading) <= room {
		return heading
	}
	return l.Fit(l.Plain(abbreviated(a)), room)
}

// abbreviated is what an answer is called in brief: by the abbreviation of a mechanism's name.
func abbreviated(a engine.Reading) string {
	a.Label = chart.Short(a.Label)
	return a.Heading()
}

// fittingReason is why there is no number, in so much room: rather where that is
// said in full than the beginning of it.
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

// aside is what stands after a number: in full, and in fewer letters where it can be said so.
type aside struct{ full, short string }

// fitting is an aside in so much room: the short form of it if there is one,
// else words may lose their end, numbers not.
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

// integerRoom is how much of a number has its place before the decimal point.
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

// spaced is the room of a word with a space before it; none for no word.
func spaced(word string) int {
	if word == "" {
		return 0
	}
	return 1 + theme.Width(word)
}

// basisColumn is where the basis of every answer stands: further left than
// usual where remarks need the room and the names do not.
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

// remark qualifies an answer: how far it is from what is held, its interval, or
// what the view says of it.
func remark(a engine.Reading) aside {
	if change, is := a.Change(); is {
		return aside{change.String(), inShort(change)}
	}
	if a.Remark == "" && a.Known.Confidence > 0 {
		if low, high, ok := a.Known.Interval(); ok {
			return interval(a, low, high)
		}
	}
	return aside{a.Remark, chart.Short(a.Remark)}
}

// inShort is a change without the unit of a difference, or with a name's abbreviation.
func inShort(c engine.Change) string {
	if c.By != "" {
		return c.By
	}
	c.Was = chart.Short(c.Was)
	return c.String()
}

// interval writes how sure it is and the two ends, each on the side that holds the value, with their unit once; in
// short, the ends alone.
func interval(a engine.Reading, low, high float64) aside {
	to := a.Style.Rounded(high, numeral.Up)
	ends := strings.TrimSuffix(a.Style.Rounded(low, numeral.Down), " %") + "–"
	full, short := ends+to, ends+strings.TrimSuffix(to, " %")
	if a.Unit != "" {
		full, short = full+" "+a.Unit, short+" "+a.Unit
	}
	return aside{a.Known.Sure() + ": " + full, short}
}

// integerWidth is how much of a number stands before its decimal point.
func integerWidth(text string) int {
	if i := strings.IndexAny(text, ". "); i >= 0 {
		return i
	}
	return len(text)
}
