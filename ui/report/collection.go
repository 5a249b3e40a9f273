package report

import (
	"fmt"
	"strings"

	"dpscope/engine"
)

// CollectionEnding is that of a file of addresses with notes.
const CollectionEnding = ".txt"

// Collected is a page that is to be in a report: an address, and what whoever collected it says of it.
type Collected struct {
	Address, Note string
}

// head of a collection that is begun.
const head = "# A report of dpscope: an address a line, a note to it on lines after it that begin with \"> \".\n# dpscope report FILE.txt -o report.md makes it; --with data=OTHER.csv makes it of other data.\n"

const noted = "> "

// Begin is how a collection begins that has no page yet.
func Begin() string { return head }

// Line is a page as a collection has it. The note may have several lines.
func (c Collected) Line() string {
	text := engine.Visible(c.Address) + "\n"
	for _, l := range strings.Split(c.Note, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			text += noted + engine.Visible(l) + "\n"
		}
	}
	return text
}

// Parse reads a collection: blank lines and lines that begin with # are passed over.
func Parse(text string) (list []Collected, err error) {
	for number, l := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		l = strings.TrimSpace(l)
		note, is := strings.CutPrefix(l, strings.TrimSpace(noted))
		switch {
		case l == "" || strings.HasPrefix(l, "#"):
		case is && list == nil:
			return nil, fmt.Errorf("line %d is a note to no address; one stands on a line before it", number+1)
		case is:
			last := &list[len(list)-1]
			last.Note = strings.TrimSpace(last.Note + " " + strings.TrimSpace(note))
		default:
			list = append(list, Collected{Address: l})
		}
	}
	if list == nil {
		return nil, fmt.Errorf("there is no address in it; a line such as population?preset=stroke-forest would work")
	}
	return list, nil
}
