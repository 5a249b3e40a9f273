package terminal

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dpscope/ui"
)

// painted is the program with screens that go straight to the writer as soon as they are drawn. Bubble Tea would poll
// for a new one 120 times a second, split it into cells and compare all of them, which takes longer than drawing one. It gets a
// blank screen, from which it sets up the terminal.
type painted struct {
	*ui.Shell
	out *Writer
}

// Update handles a message, and passes what it says of the terminal to the writer too.
func (p painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		p.out.colours(msg.Profile)
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset {
			p.out.synchronize()
		}
	}
	_, cmd := p.Shell.Update(msg)
	return p, cmd
}

// View has the writer show the screen, and leaves Bubble Tea a blank one.
func (p painted) View() tea.View {
	v := p.Shell.View()
	p.out.show(v.Content)
	v.Content = " "
	return v
}
