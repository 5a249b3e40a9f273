package cast

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/ui"
	"dpscope/ui/explorer"
	"dpscope/ui/theme"
)

// Cast is what the screen shows while a script is carried out.
type Cast struct {
	Script
	Frames []Frame
	Length time.Duration
}

// Frame is a screen, from a time on until the next.
type Frame struct {
	At          time.Duration
	Dark, Light string // lines with the terminal's control sequences; Light is empty where only dark colours are asked for, and Dark likewise
}

// mostFrames limits a recording: a page that moves by itself draws without end.
const mostFrames = 2000

// Play carries out a script. It waits for every computation, and none of them takes time on the screen.
func Play(ctx context.Context, s Script) (Cast, error) {
	first := s.steps[0]
	p := player{ctx: ctx, cast: Cast{Script: s}}
	p.shell = ui.New(ctx, first.view, first.values, ui.Options{Profile: colorprofile.TrueColor, Dark: s.Colour != Light,
		Clock: explorer.Clock{Now: func() time.Time { return time.Unix(0, 0).Add(p.now) }, After: p.after}})
	p.deliver(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
	p.run(p.shell.Init())
	p.capture()
	p.pass(pace)
	for _, next := range s.steps[1:] {
		if p.step(next); p.err != nil {
			return p.cast, fmt.Errorf("line %d: %w", next.line, p.err)
		}
	}
	p.cast.Length = p.now
	return p.cast, p.err
}

// player carries out a script in one goroutine.
type player struct {
	ctx   context.Context
	shell *ui.Shell
	now   time.Duration // since the beginning
	due   []later       // messages that come later, the earliest first
	ended bool          // a key has ended the program
	cast  Cast
	err   error
}

// later is a message that arrives at a time.
type later struct {
	at  time.Duration
	msg tea.Msg
}

func (p *player) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return later{p.now + max(d, time.Millisecond), msg} }
}

// step carries out one instruction.
func (p *player) step(s step) {
	if p.ended {
		p.err = errors.New("a key above has ended the program; nothing can follow it")
		return
	}
	if s.view.Name != "" {
		p.deliver(explorer.Visit{Address: s.view.Address(s.values)})
		p.capture()
		p.pass(pace)
	}
	for _, key := range s.press {
		p.deliver(key)
		p.capture()
		p.pass(pace)
	}
	p.pass(s.wait)
}

// pass lets time go by, and draws what it brings.
func (p *player) pass(d time.Duration) {
	end := p.now + d
	for len(p.due) > 0 && p.due[0].at <= end && p.err == nil {
		next := p.due[0]
		p.due = p.due[1:]
		p.now = max(p.now, next.at)
		p.deliver(next.msg)
		p.capture()
	}
	p.now = end
}

// deliver hands a message to the program, and carries out what follows from it.
func (p *player) deliver(msg tea.Msg) {
	if p.err == nil {
		p.err = context.Cause(p.ctx)
	}
	if p.err != nil {
		return
	}
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		p.ended = true
	case tea.BatchMsg:
		for _, c := range msg {
			p.run(c)
		}
	case later:
		at := len(p.due)
		for at > 0 && p.due[at-1].at > msg.at {
			at--
		}
		p.due = append(p.due[:at], append([]later{msg}, p.due[at:]...)...)
	default:
		_, cmd := p.shell.Update(msg)
		p.run(cmd)
	}
}

func (p *player) run(cmd tea.Cmd) {
	if cmd != nil {
		p.deliver(cmd())
	}
}

// capture keeps the screen, unless it is the last one still.
func (p *player) capture() {
	if p.err != nil {
		return
	}
	next := Frame{At: p.now}
	if p.cast.Colour != Light {
		next.Dark = p.drawn(true)
	}
	if p.cast.Colour != Dark {
		next.Light = p.drawn(false)
	}
	n := len(p.cast.Frames)
	if n > 0 {
		last := p.cast.Frames[n-1]
		if last.Dark == next.Dark && last.Light == next.Light {
			return
		}
		if last.At == next.At { // it was never seen
			p.cast.Frames[n-1] = next
			return
		}
	}
	if n == mostFrames {
		p.err = fmt.Errorf("the recording has more than %d screens; shorter waits would work", mostFrames)
		return
	}
	p.cast.Frames = append(p.cast.Frames, next)
}

// drawn returns the screen in the colours for a dark or a light ground.
func (p *player) drawn(dark bool) string {
	ground, _ := paper(dark)
	p.shell.Update(tea.BackgroundColorMsg{Color: ground})
	return p.shell.View().Content
}

// paper returns the colours of the ground and of text that has no other.
func paper(dark bool) (ground, ink color.Color) {
	t := theme.New(dark, colorprofile.TrueColor)
	return t.Ground().Lipgloss(), t.Upon(t.Ground()).Lipgloss()
}

// Format returns how a cast is written into a file of this name, by its ending.
func Format(file string) (write func(Cast, io.Writer) error, known bool) {
	switch filepath.Ext(file) {
	case ".svg":
		return Cast.SVG, true
	case ".cast":
		return Cast.Asciicast, true
	}
	return nil, false
}
