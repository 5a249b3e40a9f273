package ui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/entry"
	"dpscope/ui/files"
	"dpscope/ui/keys"
	"dpscope/ui/page"
	"dpscope/ui/report"
)

// collectedMsg reports how a page was added to a collection.
type collectedMsg struct {
	path  string
	pages int
	err   error
}

// usualCollection is the file where pages are collected unless a name is typed.
const usualCollection = "report" + report.CollectionEnding

// collect asks for a note on the present page: for the collection with the typed name, or for the usual one.
func (s *Shell) collect() tea.Cmd {
	if s.session.Files == nil {
		s.current.Warn(work.ErrNoFiles)
		return nil
	}
	name := usualCollection
	if s.export != nil && strings.HasSuffix(s.export.entry.Text(), report.CollectionEnding) {
		name = s.export.entry.Text()
	}
	s.export = &exportPrompt{entry: entry.New(""), collection: name}
	return nil
}

// add adds the present page to the collection, off the loop.
func (s *Shell) add() tea.Cmd {
	path, own, ctx := s.export.collection, s.session.Files, s.session.Context
	page := report.Collected{Address: s.current.Address(), Note: s.export.entry.Text()}
	s.export = nil
	pages := 0
	save := sync.OnceValue(func() error {
		_, err := work.Recover(func() (struct{}, error) {
			text, err := grown(own, path, page, &pages)
			if err != nil {
				return struct{}{}, err
			}
			const over = true // the new text holds all that was there
			return struct{}{}, own.Write(ctx, path, func(to io.Writer) error {
				_, err := io.WriteString(to, text)
				return err
			}, over)
		})
		return err
	})
	s.saving = save
	return func() tea.Msg {
		err := save()
		return collectedMsg{path, pages, err}
	}
}

// grown returns the text of a collection with one page more; the file need not exist yet.
func grown(own files.Files, path string, page report.Collected, pages *int) (text string, err error) {
	const most = 1 << 20
	was, whole, err := own.Begin(path, most)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	case err == nil && !whole:
		return "", fmt.Errorf("%s has more than %d bytes, which no collection has; another name would work", path, most)
	}
	text, *pages, err = report.Add(string(was), page)
	if err != nil {
		err = fmt.Errorf("%s is no collection of pages: %w; another name would work", path, err)
	}
	return text, err
}

// collected shows how it went.
func (s *Shell) collected(msg collectedMsg) {
	s.saving = nil
	if msg.err != nil {
		s.current.Warn(msg.err)
		return
	}
	s.current.Say(fmt.Sprintf("page %d of %s; dpscope report %s -o report.html", msg.pages, s.session.Files.Place(msg.path), msg.path))
}

// noteLine shows the note being typed in place of the footer.
func (p *painter) noteLine(prompt *exportPrompt, width int) string {
	l := p.Line(width).To(1).Put(p.Strong, "note for "+prompt.collection+" ")
	page.Entry(p.Look, l, prompt.entry)
	return l.Put(p.Dim, "  "+keyName(p.Look, keys.Accept)+" adds this page, "+keyName(p.Look, keys.Escape)+" goes back").String()
}

// collectionLine says what a collection is for.
func (p *painter) collectionLine(width int) string {
	const says = "pages of one report, as addresses in a text file; dpscope report FILE -o FILE.html, .md or .pdf"
	return p.Line(width).To(1).Put(p.Dim, says).String()
}
