package ui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/files"
	"dpscope/ui/report"
)

// usualCollection is the file where pages are collected unless a name is typed.
const usualCollection = "report" + report.CollectionEnding

// collect asks for a note on the present page: for the collection with the typed name, or for the usual one.
func (s *Shell) collect() tea.Cmd {
	name := usualCollection
	if s.export != nil && strings.HasSuffix(s.export.entry.Text(), report.CollectionEnding) {
		name = s.export.entry.Text()
	}
	return s.ask(&asked{before: "note for " + name, does: "adds this page",
		says: "pages of one report, as addresses in a text file; dpscope report FILE -o FILE.html, .md or .pdf",
		then: func(note string) tea.Cmd { return s.add(name, note) }}, "")
}

// add adds the present page to the collection, off the loop.
func (s *Shell) add(path, note string) tea.Cmd {
	own := s.session.Files
	page := report.Collected{Address: s.current.Address(), Note: note}
	return s.keep(path, func(context.Context) (text []byte, says string, err error) {
		grown, pages, err := grown(own, path, page)
		says = fmt.Sprintf("page %d of %s; dpscope report %s -o report.html", pages, own.Place(path), path)
		return []byte(grown), says, err
	})
}

// grown returns the text of a collection with one page more; the file need not exist yet.
func grown(own files.Files, path string, page report.Collected) (text string, pages int, err error) {
	const most = 1 << 20
	was, err := before(own, path, most)
	if err != nil {
		return "", 0, err
	}
	text, pages, err = report.Add(string(was), page)
	if err != nil {
		err = fmt.Errorf("%s is no collection of pages: %w; another name would work", path, err)
	}
	return text, pages, err
}
