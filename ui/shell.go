// Package ui is the terminal program: a Shell with tabs, footer, help and
// palette around one Explorer per view.
package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/param"
	"dpscope/ui/theme"
	"dpscope/views"
	"dpscope/views/view"
)

// Shell is the Bubble Tea model of the whole program.
type Shell struct {
	explorers map[string]*Explorer // by view, so that a setting is found again
	current   *Explorer
	visited   []string // addresses to go back to
	clock     clock
	version   string

	width, height int
	look          look
	overlay       overlay
	help          pager
	palette       palette
	export        *exportPrompt
	bar           []zone // tabs, views and keys, for the mouse

	content string // the last drawing
	dirty   bool   // it is out of date
	drawnAt time.Time
	rest    time.Duration // before the next drawing
	waking  bool          // a redraw is on its way
}

// overlay is what covers the body of the page.
type overlay int

const (
	noOverlay overlay = iota
	helpOverlay
	paletteOverlay
)

// Options say how a Shell looks and what it calls itself.
type Options struct {
	ASCII   bool
	Profile colorprofile.Profile
	Dark    bool
	Version string
	clock   clock // the zero value: the time of day
}

// clock tells the time and wakes the program; tests have one of their own.
type clock struct {
	now   func() time.Time
	after func(time.Duration, tea.Msg) tea.Cmd
}

var timeOfDay = clock{
	now: time.Now,
	after: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	},
}

// New returns the program, open at a view and a setting.
func New(view view.View, values param.Values, o Options) *Shell {
	if o.clock.now == nil {
		o.clock = timeOfDay
	}
	s := &Shell{
		explorers: map[string]*Explorer{},
		clock:     o.clock, version: o.Version,
		look:  look{theme.New(o.Dark, o.Profile), theme.GlyphSet(o.ASCII)},
		dirty: true,
	}
	s.current = s.explorer(view, values)
	return s
}

// explorer returns the explorer of a view, made at values when it is new.
func (s *Shell) explorer(view view.View, values param.Values) *Explorer {
	if e, found := s.explorers[view.Name]; found {
		return e
	}
	e := newExplorer(view, values, s.clock)
	s.explorers[view.Name] = e
	return e
}

// Init asks for the first figure and for the terminal's background.
func (s *Shell) Init() tea.Cmd {
	return tea.Batch(s.current.start(), tea.RequestBackgroundColor)
}

// wakeMsg says that it is time for a drawing that was put off.
type wakeMsg struct{}

// Update takes a message. Every message may change the screen; drawing is put
// off while it would take more than half of the time.
func (s *Shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.update(msg)
	s.dirty = true
	if wait := s.rest - s.clock.now().Sub(s.drawnAt); wait > 0 && !s.waking {
		s.waking = true
		cmd = tea.Batch(cmd, s.clock.after(wait, wakeMsg{}))
	}
	return s, cmd
}

func (s *Shell) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case wakeMsg:
		s.waking = false
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		s.look.Theme = theme.New(msg.IsDark(), s.look.Profile)
	case tea.ColorProfileMsg:
		s.look.Theme = theme.New(s.look.Dark, msg.Profile)
	case tea.KeyPressMsg:
		return s.press(msg)
	case tea.PasteMsg:
		return s.paste(msg.Content)
	case tea.MouseMsg:
		return s.mouse(msg)
	case figureMsg:
		if e, found := s.explorers[msg.view]; found {
			return e.arrive(msg.done)
		}
	case solveMsg:
		if e, found := s.explorers[msg.view]; found {
			return e.solved(msg.done)
		}
	case lateMsg:
		if e, found := s.explorers[msg.view]; found {
			e.overdue(msg.wait)
		}
	case overrunMsg:
		if e, found := s.explorers[msg.view]; found {
			e.figures.expire(msg.run)
		}
	case savedMsg:
		s.saved(msg)
	case folderMsg:
		if e, found := s.explorers[msg.view]; found {
			e.showFolder(msg)
		}
	}
	return nil
}

// View gives the screen, drawn anew if it has changed and it is time.
func (s *Shell) View() tea.View {
	if now := s.clock.now(); s.dirty && now.Sub(s.drawnAt) >= s.rest {
		s.content = s.draw()
		s.dirty = false
		s.drawnAt = s.clock.now()
		s.rest = min(s.drawnAt.Sub(now), 16*time.Millisecond)
	}
	v := tea.NewView(s.content)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	if s.current.pointer.on {
		v.MouseMode = tea.MouseModeAllMotion
	}
	v.WindowTitle = "dpscope " + s.current.view.Name
	return v
}

// visit goes to a view at values, and remembers where from.
func (s *Shell) visit(view view.View, values *param.Values) tea.Cmd {
	s.overlay = noOverlay
	if view.Name != s.current.view.Name {
		s.visited = append(s.visited, s.current.view.Address(s.current.values))
		s.current.leave()
	}
	opening := view.Opening()
	if values != nil {
		opening = *values
	}
	_, known := s.explorers[view.Name]
	s.current = s.explorer(view, opening)
	if known && values != nil && !values.Equal(s.current.values) {
		return s.current.set("visit", *values)
	}
	return s.current.start()
}

// back returns to where the last visit came from.
func (s *Shell) back() tea.Cmd {
	if len(s.visited) == 0 {
		s.current.say("there is nowhere to go back to")
		return nil
	}
	last := len(s.visited) - 1
	address := s.visited[last]
	s.visited = s.visited[:last]
	view, values, err := views.Open(address)
	if err != nil {
		s.current.warn(err)
		return nil
	}
	s.current.leave()
	s.current = s.explorer(view, values)
	return s.current.move(values)
}
