package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"charm.land/bubbles/v2/progress"
	"github.com/charmbracelet/x/term"

	"dpscope/engine/work"
)

// meter draws on a terminal the share done and the time left; it is silent for work shorter than a second. Its line is wiped at
// the end. To another file it writes a line every ten seconds.
type meter struct {
	to    io.Writer // nil: silent
	plain bool      // no terminal shows it
	bar   progress.Model
	clock func() time.Time

	lock  sync.Mutex
	began time.Time // start of the present work
	from  float64   // share done at that time
	share float64
	drawn time.Time
	shown bool
}

const (
	unseen   = time.Second            // time before anything is drawn
	redrawn  = 100 * time.Millisecond // time between two drawings
	believed = 2 * time.Second        // time before the time left is shown
	lined    = 10 * time.Second       // time before a line, and between two, where there is no terminal
)

func newMeter(w io.Writer) *meter {
	m := &meter{clock: time.Now}
	if file, is := w.(*os.File); is {
		m.to, m.plain = w, !term.IsTerminal(file.Fd()) || os.Getenv("TERM") == "dumb"
	}
	m.bar = progress.New(progress.WithWidth(40), progress.WithFillCharacters('=', '-'), progress.WithoutPercentage())
	m.began = m.clock()
	return m
}

// of returns a context that reports its work to the meter.
func (m *meter) of(ctx context.Context) context.Context { return work.Reporting(ctx, m.report) }

// report draws the share done, now and then.
func (m *meter) report(p work.Progress) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.to == nil || p.Of <= 0 {
		return
	}
	now, first, between := m.clock(), unseen, redrawn
	if m.plain {
		first, between = lined, lined
	}
	if p.Share() < m.share { // other work has begun
		m.from, m.began = p.Share(), now
		if !m.shown {
			m.began = now.Add(-first) // the user has waited for it already
		}
	}
	m.share = p.Share()
	if !m.shown && now.Sub(m.began) < first || now.Sub(m.drawn) < between {
		return
	}
	m.drawn, m.shown = now, true
	text := fmt.Sprintf("%.0f %%", 100*m.share)
	if p.What != "" {
		text = fmt.Sprintf("%.0f of %.0f %s", p.Done, p.Of, p.What)
	}
	if gone := now.Sub(m.began); gone >= believed && m.share > m.from && m.share < 1 {
		left := time.Duration(float64(gone) * (1 - m.share) / (m.share - m.from))
		text += fmt.Sprintf(", %v left", max(left, time.Second).Round(time.Second))
	}
	if m.plain {
		fmt.Fprintln(m.to, text)
		return
	}
	fmt.Fprintf(m.to, "\r%s %s\x1b[K", m.bar.ViewAs(m.share), text)
}

// goOn begins at the share done before, which took no time of this run.
func (m *meter) goOn(p work.Progress) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.share, m.from, m.began = p.Share(), p.Share(), m.clock()
}

// wipe clears the line, and begins anew.
func (m *meter) wipe() {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.shown && !m.plain {
		fmt.Fprint(m.to, "\r\x1b[K")
	}
	m.shown, m.share, m.from, m.began = false, 0, 0, m.clock()
}
