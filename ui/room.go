package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/lesson"
	"dpscope/ui/line"
)

// room is the state of presenting the program to a room: only question, answer and picture are shown, and each answer is hidden
// until it is asked for.
type room struct {
	of    *explorer.Explorer // the page with the shown answer
	shown param.Values       // and its setting then
}

// present begins to present to a room, or stops.
func (s *Shell) present() tea.Cmd {
	on := s.room == nil
	if s.room = nil; on {
		s.room = &room{}
	}
	if run := s.lesson; run != nil && !run.Shows() {
		run.Present(on, s.session.Clock.Now())
		return s.openStep()
	}
	if !on {
		for _, e := range s.explorers {
			e.Lay(explorer.Layer{})
		}
	}
	return nil
}

// told reports whether the room has seen the answer of the page as it stands.
func (s *Shell) told() bool {
	return s.room.of == s.current && s.room.shown.Equal(s.current.Values())
}

// alone reports whether a page is presented, and no step of a lesson.
func (s *Shell) alone() bool { return s.room != nil && (s.lesson == nil || s.lesson.Shows()) }

// reveal shows the answer of the page; taken reports whether it was hidden.
func (s *Shell) reveal() (taken bool) {
	if !s.alone() || s.told() || s.current.Scene().Pane != explorer.PicturePane {
		return false
	}
	s.room.of, s.room.shown = s.current, s.current.Values()
	return true
}

// layRoom hides the answers of a presented page until they are asked for.
func (s *Shell) layRoom() {
	switch {
	case !s.alone():
	case s.told():
		s.current.Lay(explorer.Layer{})
	default:
		s.current.Lay(explorer.Layer{Mute: true})
	}
}

// larger turns a key that moves a slider into one with steps that are visible from the last row of a room.
func (s *Shell) larger(msg tea.KeyPressMsg) tea.KeyPressMsg {
	scene := s.current.Scene()
	if s.room == nil || scene.Mode != explorer.Browsing || scene.Pane != explorer.PicturePane || scene.Focused().Kind != explorer.SliderRow {
		return msg
	}
	switch {
	case key.Matches(msg, keys.Less):
		return keys.Press(keys.MuchLess)
	case key.Matches(msg, keys.More):
		return keys.Press(keys.MuchMore)
	}
	return msg
}

// roomKey handles a key while a lesson is presented, if it has a meaning of its own there.
func (s *Shell) roomKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	run, now := s.lesson, s.session.Clock.Now()
	defer func() {
		if s.lesson != nil {
			s.layLesson()
		}
	}()
	run.Quiet(msg.String())
	stage := run.Stage()
	switch {
	case key.Matches(msg, keys.LessonLeave):
		s.room = nil
		return s.leaveLesson(run.Left(byKeys())), true
	case key.Matches(msg, keys.LessonBack, keys.LessonHint):
		return s.helpStep(msg, now), true
	case key.Matches(msg, keys.LessonNext, keys.Reveal):
		switch {
		case run.Start(now):
			return nil, true
		case stage == lesson.Asking:
			run.Reveal()
			return s.acted(stage), true
		}
		return s.nextStep(), true
	case stage == lesson.Asking && s.pointKey(msg):
		return nil, true
	}
	if run.Covers() && !key.Matches(msg, keys.Quit, keys.Help, keys.Present) {
		return nil, true
	}
	return nil, false
}

// roomTop draws the text over the picture of a presented page: the question, and the answer.
func (p *painter) roomTop(width int) line.Block {
	const said = 5 // rows of the answer, so that the picture stays where it is
	asks := p.question(width)
	if puts := p.scene.Sheet.Puts; puts != "" {
		const most = 4 // rows: a page of a class shows its whole question
		asks = p.Lines(p.WrapSentences(puts, max(width-1, 1), most), p.Text, width, 1)
	}
	b := append(asks, line.Blank(width))
	var lines line.Block
	if lead := p.scene.Sheet.Lead; lead.Said() {
		for _, text := range []string{lead.Answer.String(), lead.Price.String()} {
			lines = append(lines, p.Lines(p.Wrap(text, max(width-2, 1)), p.Strong, width, 1)...)
		}
	} else {
		lines = line.Block{p.Line(width).To(1).Put(p.Accent, "What do you think?").String()}
	}
	return append(b, lines[:min(len(lines), said)].Fill(width, said)...)
}

// roomHints returns the hints for the presenter.
func (p *painter) roomHints() []hint {
	leave := hint{keys: []key.Binding{keys.Present}, does: "end"}
	if run := p.shell.lesson; run != nil && !run.Shows() {
		next := one(keys.LessonNext, "next")
		switch run.Stage() {
		case lesson.Opening:
			next = one(keys.LessonNext, "begin")
		case lesson.Asking:
			next = one(keys.Reveal, "answer")
		case lesson.Acting:
			next = one(keys.LessonNext, "to the end")
		}
		return []hint{next, one(keys.LessonBack, "back"), leave}
	}
	list := []hint{two(keys.Less, keys.More, "move"), nextHint, leave}
	if !p.shell.told() {
		list = append([]hint{one(keys.Reveal, "answer")}, list...)
	}
	return append(list, minor(viewsHint))
}
