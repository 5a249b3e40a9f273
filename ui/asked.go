package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/entry"
	"dpscope/ui/files"
	"dpscope/ui/keys"
	"dpscope/ui/page"
)

// asked is a line of text that is asked for in the foot.
type asked struct {
	before string // stands before it: "note for report.txt"
	does   string // what accepting it does: "adds this page"
	says   string // stands under it
	then   func(text string) tea.Cmd
}

// keptMsg reports how a page was added to a file of several.
type keptMsg struct {
	says string
	err  error
}

// ask opens the prompt for a line of text.
func (s *Shell) ask(a *asked, text string) tea.Cmd {
	if s.session.Files == nil {
		s.current.Warn(work.ErrNoFiles)
		return nil
	}
	s.export = &exportPrompt{entry: entry.New(text), asked: a}
	return nil
}

// answer hands on the line that was typed.
func (s *Shell) answer() tea.Cmd {
	prompt := s.export
	s.export = nil
	return prompt.asked.then(prompt.entry.Text())
}

// keep writes the text of a file of several, which holds all that was there, off the loop.
func (s *Shell) keep(path string, grow func(context.Context) (text []byte, says string, err error)) tea.Cmd {
	own, ctx, says := s.session.Files, s.session.Context, ""
	save := sync.OnceValue(func() error {
		_, err := work.Recover(func() (none struct{}, err error) {
			var text []byte
			if text, says, err = grow(ctx); err != nil {
				return none, err
			}
			const over = true
			return none, own.Write(ctx, path, func(to io.Writer) error {
				_, err := to.Write(text)
				return err
			}, over)
		})
		return err
	})
	s.saving = save
	return func() tea.Msg {
		err := save()
		return keptMsg{says, err}
	}
}

// before returns what a file holds; nothing if it does not exist yet.
func before(own files.Files, path string, most int) ([]byte, error) {
	was, whole, err := own.Begin(path, most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && !whole:
		err = fmt.Errorf("%s has more than %d bytes, which is too long to add to; another name would work", path, most)
	}
	return was, err
}

// keptAs shows how it went.
func (s *Shell) keptAs(msg keptMsg) {
	s.saving = nil
	if msg.err != nil {
		s.current.Warn(msg.err)
		return
	}
	s.current.Say(msg.says)
}

// askedLine shows the line being typed in place of the footer.
func (p *painter) askedLine(prompt *exportPrompt, width int) string {
	l := p.Line(width).To(1).Put(p.Strong, prompt.asked.before+" ")
	page.Entry(p.Look, l, prompt.entry)
	return l.Put(p.Dim, "  "+keyName(p.Look, keys.Accept)+" "+prompt.asked.does+", "+keyName(p.Look, keys.Escape)+" goes back").String()
}
