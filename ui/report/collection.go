package report

import (
	"fmt"
	"strings"

	"dpscope/views"
)

// CollectionEnding is the ending of a file of addresses with notes.
const CollectionEnding = ".txt"

// Collected is a page for a report: an address, and its collector's note.
type Collected struct {
	Address, Note string
}

const noted = ">"

// began begins a collection, for a reader in an editor.
const began = "# Pages of a report: an address, and below it a note after >. dpscope report FILE -o FILE.html writes them;\n" +
	"# --with data=OTHER.csv writes them of other data.\n"

// Add returns a collection with one page more, and the number of its pages. It refuses a text that is no collection.
func Add(text string, c Collected) (grown string, pages int, err error) {
	if strings.TrimSpace(text) == "" {
		text = began
	} else if list, err := Parse(text); err != nil {
		return "", 0, err
	} else {
		for _, l := range list {
			if _, _, err := views.Open(l.Address); err != nil {
				return "", 0, err
			}
		}
		pages = len(list)
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	text += c.Address + "\n"
	if note := strings.Join(strings.Fields(c.Note), " "); note != "" {
		text += noted + " " + note + "\n"
	}
	return text, pages + 1, nil
}

// Parse reads a collection; it skips blank lines and lines that begin with #.
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
