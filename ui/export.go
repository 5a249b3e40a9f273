package ui

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/work"
	"dpscope/ui/entry"
	"dpscope/ui/files"
	"dpscope/ui/keys"
	"dpscope/ui/page"
	"dpscope/ui/picture"
	"dpscope/ui/save"
)

// exportPrompt asks for the name of a file, or for another line.
type exportPrompt struct {
	asked *asked // the other line; nil: a file name is typed
	entry *entry.Entry
	taken bool // a file with the typed name exists
	waits bool // the write starts once the sheet is whole
	force bool // overwrite an existing file
}

// namedMsg brings a free name.
type namedMsg struct{ name string }

// savedMsg reports how an export went.
type savedMsg struct {
	path string
	err  error
}

const exportEnd = ".csv"

// openExport asks for a name at once, and looks for a free one to suggest off the loop.
func (s *Shell) openExport() tea.Cmd {
	export, err := s.current.Export()
	own := s.session.Files
	switch {
	case err != nil:
		s.current.Say(err.Error())
		return nil
	case own == nil:
		s.current.Warn(work.ErrNoFiles)
		return nil
	}
	s.export = &exportPrompt{entry: entry.New(export.Name + exportEnd)}
	return func() tea.Msg { return namedMsg{own.Free(export.Name, exportEnd)} }
}

// named suggests a free name, unless one is being typed already.
func (s *Shell) named(msg namedMsg) {
	if s.export != nil && s.export.asked == nil && s.export.entry.Untouched() {
		s.export.entry = entry.New(msg.name)
	}
}

// exportKey handles a key while the name is typed.
func (s *Shell) exportKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape):
		s.export = nil
	case s.export.asked != nil && key.Matches(msg, keys.Accept):
		return s.answer()
	case s.export.asked != nil:
		s.export.entry.Update(msg)
	case key.Matches(msg, keys.Collect):
		return s.collect()
	case key.Matches(msg, keys.Decide):
		return s.decide()
	case key.Matches(msg, keys.Accept):
		return s.write(false)
	case key.Matches(msg, keys.Overwrite):
		return s.write(true)
	case key.Matches(msg, keys.Ending):
		s.export.entry = entry.New(picture.WithNext(s.export.entry.Text()))
		s.export.taken, s.export.waits = false, false
	default:
		s.export.entry.Update(msg)
		s.export.taken, s.export.waits = false, false
	}
	return nil
}

// write saves what is on screen, off the loop, once it is whole.
func (s *Shell) write(overwrite bool) tea.Cmd {
	path := s.export.entry.Text()
	if path == "" {
		s.current.Say("a file needs a name; " + keys.Escape.Help().Key + " goes back")
		return nil
	}
	s.export.waits, s.export.force = s.current.Busy(), overwrite
	if s.export.waits {
		return nil
	}
	export, err := s.current.Export()
	if err != nil {
		s.export = nil
		s.current.Say(err.Error())
		return nil
	}
	ctx, own := s.session.Context, s.session.Files
	export.Origin.Program = s.program
	save := sync.OnceValue(func() error {
		_, err := work.Recover(func() (struct{}, error) {
			return struct{}{}, saveAs(ctx, own, path, export.Export, overwrite)
		})
		return err
	})
	s.saving = save
	return func() tea.Msg { return savedMsg{path, save()} }
}

// saveAs writes what is on screen in the format of the name's ending: its picture, or a table.
func saveAs(ctx context.Context, own files.Files, path string, x engine.Export, overwrite bool) error {
	drawn, table, err := picture.FileOf(path)
	switch {
	case err != nil:
		return err
	case drawn == "":
		return own.Save(ctx, path, x, table, overwrite)
	}
	part := picture.Part{Sheet: x.Sheet, Question: x.Origin.Title, Address: x.Origin.Address}
	return own.Write(ctx, path, func(to io.Writer) error {
		return drawn.Write(to, []picture.Part{part}, picture.Options{Program: x.Origin.Program})
	}, overwrite)
}

// writeWhole writes an export that waited for the whole sheet.
func (s *Shell) writeWhole() tea.Cmd {
	if s.export == nil || !s.export.waits || s.current.Busy() {
		return nil
	}
	return s.write(s.export.force)
}

// Finish waits for a file that was being written when the user quit. The error says why there is none.
func (s *Shell) Finish() error {
	if s.saving == nil {
		return nil
	}
	return s.saving()
}

// saved shows how an export went; if the name is taken, it asks again.
func (s *Shell) saved(msg savedMsg) {
	s.saving = nil
	switch {
	case msg.err == nil:
		s.export = nil
		s.current.Say("wrote " + s.session.Files.Place(msg.path))
	case s.export != nil && errors.Is(msg.err, fs.ErrExist):
		s.export.taken = true
	default:
		s.export = nil
		s.current.Warn(msg.err)
	}
}

// exportLine shows the prompt in place of the footer.
func (p *painter) exportLine(prompt *exportPrompt, width int) string {
	l := p.Line(width).To(1).Put(p.Strong, "export to ")
	page.Entry(p.Look, l, prompt.entry)
	if prompt.waits {
		return l.Put(p.Dim, "  waits for the whole picture, "+keyName(p.Look, keys.Escape)+" goes back").String()
	}
	if prompt.taken {
		return l.Put(p.Warning, "  exists already").Put(p.Dim, "  another name, or "+keyName(p.Look, keys.Overwrite)+" overwrites it").String()
	}
	return l.Put(p.Dim, "  "+keyName(p.Look, keys.Accept)+" writes, "+keyName(p.Look, keys.Ending)+" another ending, "+
		keyName(p.Look, keys.Escape)+" back").String()
}

// endingsLine lists the possible endings, and the keys that keep the page elsewhere.
func (p *painter) endingsLine(width int) string {
	return p.Line(width).To(1).Put(p.Dim, "data "+strings.Join(save.Endings(), " ")+"   picture "+
		strings.Join(picture.Pictures(), " ")+"   "+keyName(p.Look, keys.Collect)+" for a report   "+
		keyName(p.Look, keys.Decide)+" decides").String()
}
