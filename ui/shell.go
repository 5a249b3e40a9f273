// Package ui is the terminal program: a Shell with tabs, footer, help and palette around the explorer of one view at a time.
package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/line"
	"dpscope/ui/theme"
	"dpscope/views/view"
)

// Shell is the Bubble Tea model of the whole program: one session. Several may run in one process; they share nothing.
type Shell struct {
	session   explorer.Session
	explorers map[string]*explorer.Explorer // by view, so that a setting is found again
	current   *explorer.Explorer
	visited   []string // addresses to go back to
	sweep     string   // from Options
	data      []string // from Options
	program   engine.Program
	suspend   tea.Cmd       // nil: the session cannot
	lesson    *lesson.Run   // nil: none is open
	kept      lesson.Keeper // keeps where later lessons are left
	goalAt    *param.Values // setting at which its goal was checked last
	room      *room         // room that the program is presented to; nil: none
	begun     func()        // from Options; nil: the user is not new, or no longer
	starts    Start         // from Options
	following following     // the teacher of a class
	leads     func(string)  // from Options

	width, height int
	look          line.Look
	ground        bool // the user said whether the background is dark
	overlay       overlay
	palette       palette
	code          codePage
	export        *exportPrompt
	by            string       // who decided last
	saving        func() error // waits for the file that is being written; nil: there is none
	drag          string       // the slider that the mouse holds

	frame   frame // the last drawing
	dirty   bool  // it is out of date
	drawnAt time.Time
	rest    time.Duration // time before the next drawing
	waking  bool          // a redraw is due
}

// overlay says what covers the body of the page.
type overlay int

const (
	noOverlay overlay = iota
	paletteOverlay
	codeOverlay
)

// Options holds the look, the identity and the capabilities of a Shell.
type Options struct {
	ASCII   bool
	Profile colorprofile.Profile
	Dark    bool
	Told    bool // the user says whether the background is dark; the terminal's answer changes nothing
	Program engine.Program
	Files   files.Files          // nil: the session has none
	Begun   func()               // called when a newcomer opens a lesson, or closes the line that offers the first; nil: the user is not new
	Start   Start                // what lies over the page at first
	Says    string               // stands in the foot until the first key
	Lesson  *lesson.Run          // opens at its step; nil: none is open
	Data    []string             // files with questions to list at the start
	Sweep   string               // the file of a sweep's table, with settings to list at the start; empty: none
	Kept    lesson.Keeper        // where lessons that are opened later are left
	Suspend tea.Cmd              // gives the terminal back for a while; nil: the session may not
	Clock   explorer.Clock       // the zero value: the time of day
	Leads   func(address string) // is told each address that others shall follow; nil: nobody follows
}

// Start is a list that opens over the first page.
type Start int

// The lists.
const (
	Page    Start = iota // none
	Lessons              // the program's lessons
)

// look returns the look under these options.
func (o Options) look() line.Look {
	return line.Look{Theme: theme.New(o.Dark, o.Profile), Glyphs: theme.GlyphSet(o.ASCII)}
}

// New returns the program, open at a view and a setting. Its computations run under ctx, and end with it.
func New(ctx context.Context, v view.View, values param.Values, o Options) *Shell {
	if o.Clock.Now == nil {
		o.Clock = explorer.TimeOfDay
	}
	s := &Shell{
		session:   explorer.Session{Context: ctx, Files: o.Files, Clock: o.Clock},
		explorers: map[string]*explorer.Explorer{},
		program:   o.Program,
		suspend:   o.Suspend,
		begun:     o.Begun,
		starts:    o.Start,
		leads:     o.Leads,
		lesson:    o.Lesson,
		sweep:     o.Sweep,
		data:      o.Data,
		kept:      o.Kept,
		look:      o.look(),
		ground:    o.Told,
		dirty:     true,
	}
	s.current = s.explorer(v, values)
	s.current.Say(o.Says)
	return s
}

// explorer returns the explorer of a view, made at values when it is new.
func (s *Shell) explorer(v view.View, values param.Values) *explorer.Explorer {
	if e, found := s.explorers[v.Name]; found {
		return e
	}
	e := explorer.New(s.session, v, values)
	s.explorers[v.Name] = e
	return e
}

// Init asks for the first figure and for the terminal's background.
func (s *Shell) Init() tea.Cmd {
	if s.lesson != nil {
		return tea.Batch(s.openStep(), tea.RequestBackgroundColor)
	}
	if s.sweep != "" {
		return tea.Batch(s.openSwept(s.sweep), s.current.Start(), tea.RequestBackgroundColor)
	}
	if len(s.data) > 0 {
		return tea.Batch(s.openData(s.data...), s.current.Start(), tea.RequestBackgroundColor)
	}
	start := tea.Batch(s.current.Start(), tea.RequestBackgroundColor)
	if s.starts == Lessons {
		return tea.Batch(start, s.openLessons())
	}
	return start
}

// wakeMsg says that a postponed drawing is due.
type wakeMsg struct{}

// Update handles a message. Every message may change the screen; drawing is postponed while it would take more than half of the
// time.
func (s *Shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if byHand(msg) && s.following.goesAlone(msg) {
		cmd = s.comesBack()
	} else {
		cmd = s.update(msg)
	}
	if s.leads != nil && s.current.View().Name != classView {
		s.leads(s.current.Address())
	}
	s.layRoom()
	s.dirty = true
	if wait := s.rest - s.session.Clock.Now().Sub(s.drawnAt); wait > 0 && !s.waking {
		s.waking = true
		cmd = tea.Batch(cmd, s.session.Clock.After(wait, wakeMsg{}))
	}
	return s, cmd
}

func (s *Shell) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case wakeMsg:
		s.waking = false
	case tea.WindowSizeMsg:
		s.width, s.height = VisibleSize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		if !s.ground {
			s.look.Theme = theme.New(msg.IsDark(), s.look.Profile)
		}
	case tea.ColorProfileMsg:
		s.look.Theme = theme.New(s.look.Dark, msg.Profile)
	case tea.KeyPressMsg:
		return s.press(msg)
	case tea.PasteMsg:
		return s.paste(msg)
	case tea.MouseMsg:
		return s.mouse(msg)
	case explorer.Message:
		if e, found := s.explorers[msg.View]; found {
			return tea.Batch(e.Take(msg), s.writeWhole(), s.lookForGoal())
		}
	case explorer.Visit:
		return s.follow(msg.Address)
	case filledMsg:
		return s.filled(msg)
	case moveMsg:
		return s.moved(msg)
	case reachedMsg:
		s.reached(msg)
	case openedMsg:
		return s.opened(msg)
	case namedMsg:
		s.named(msg)
	case folderMsg:
		return s.listed(msg)
	case dataMsg:
		return s.opensData(msg)
	case countsMsg:
		s.counted(msg)
	case lineMsg:
		return s.answered(msg)
	case sweptMsg:
		return s.swept(msg)
	case codeMsg:
		s.coded(msg)
	case keptMsg:
		s.keptAs(msg)
	case savedMsg:
		s.saved(msg)
	case Notice:
		s.current.Say(string(msg))
	case Lead:
		return s.led(string(msg))
	case Afresh:
		return s.current.Start()
	}
	return nil
}

// Notice is a message to the user from where the session runs.
type Notice string

// Afresh asks for the page anew, because a file that it shows has changed.
type Afresh struct{}

// View returns the screen, drawn again if it has changed and a drawing is due.
func (s *Shell) View() tea.View {
	if now := s.session.Clock.Now(); s.dirty && now.Sub(s.drawnAt) >= s.rest {
		s.frame = s.draw()
		s.dirty = false
		s.drawnAt = s.session.Clock.Now()
		s.rest = min(s.drawnAt.Sub(now), 16*time.Millisecond)
	}
	v := tea.NewView(s.frame.content)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	if s.frame.pointing {
		v.MouseMode = tea.MouseModeAllMotion
	}
	v.WindowTitle = "dpscope " + s.current.View().Name
	return v
}
