package report

import (
	"fmt"
	"strings"
)

// CollectionEnding is that of a file of addresses with notes.
const CollectionEnding = ".txt"

// Collected is a page that is to be in a report: an address, and what whoever collected it says of it.
type Collected struct {
	Address, Note string
}

const noted = ">"

// Parse reads a collection: blank lines and lines that begin with # are passed over.
func Parse(text string) (list []Collected, err error) {
	for number, l := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		l = strings.TrimSpace(l)
		note, is := strings.CutPrefix(l, noted)
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
