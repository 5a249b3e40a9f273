package ui

import (
	"errors"
	"io/fs"
	"os"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/ui/fault"
	"dpscope/ui/keys"
	"dpscope/ui/save"
)

// exportPrompt asks for the name of a file.
type exportPrompt struct {
	entry *entry
	taken bool // the name typed exists already
}

// savedMsg says how an export went.
type savedMsg struct {
	path string
	err  error
}

func (s *Shell) openExport() {
	if !s.current.drawn || s.current.trouble != nil {
		s.current.say("there is no picture to export at this setting")
		return
	}
	s.export = &exportPrompt{entry: newEntry(s.current.exportName())}
}

// exportName suggests a name that is free: "concentration-pm.csv",
// "concentration-pm-2.csv".
func (m *Explorer) exportName() string {
	base := m.view.Name
	for _, c := range m.view.Choices {
		base += "-" + m.values.Picked(c).Name
	}
	name := base + ".csv"
	for i := 2; i < 1000; i++ {
		if _, err := os.Lstat(name); err != nil {
			break
		}
		name = base + "-" + itoa(i) + ".csv"
	}
	return name
}

// exportKey takes a key while the name is typed.
func (s *Shell) exportKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape):
		s.export = nil
	case key.Matches(msg, keys.Accept):
		return s.write(false)
	case key.Matches(msg, keys.Overwrite):
		return s.write(true)
	default:
		s.export.entry.update(msg)
		s.export.taken = false
	}
	return nil
}

// write saves the figure on screen, off the loop.
func (s *Shell) write(overwrite bool) tea.Cmd {
	path := s.export.entry.text()
	if path == "" {
		s.current.say("a file needs a name; " + keys.Escape.Help().Key + " goes back")
		return nil
	}
	e := s.current
	sheet, origin := e.sheet, engine.Origin{
		Address: e.view.Address(e.shown), Title: e.view.Question, Source: e.view.Source, Version: s.version,
	}
	return func() tea.Msg {
		_, err := fault.Catch(func() (struct{}, error) {
			return struct{}{}, save.Sheet(path, sheet, save.FormatOf(path), origin, overwrite)
		})
		return savedMsg{path, err}
	}
}

// saved says how an export went; a name that is taken is asked for again.
func (s *Shell) saved(msg savedMsg) {
	if msg.err == nil {
		s.export = nil
		s.current.say("wrote " + msg.path)
		return
	}
	if s.export != nil && errors.Is(msg.err, fs.ErrExist) {
		s.export.taken = true
		return
	}
	s.export = nil
	s.current.warn(msg.err)
}

// draw shows the prompt in place of the footer.
func (p *exportPrompt) draw(l look, width int) string {
	line := l.line(width).to(1).put(l.Strong, "export to ")
	p.entry.draw(l, line)
	if p.taken {
		line.put(l.Warning, "  exists already").put(l.Dim, "  another name, or "+l.keyName(keys.Overwrite)+" overwrites it")
	} else {
		line.put(l.Dim, "  "+l.keyName(keys.Accept)+" writes (.csv or .json), "+l.keyName(keys.Escape)+" goes back")
	}
	return line.String()
}
