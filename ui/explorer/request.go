package explorer

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// overdue says that the page has been behind the controls for a while.
type overdue struct{ wait uint64 }

// overrun says that a computation's time is over, in case a newer request waits.
type overrun struct{ run uint64 }

// overstay and solveOverstay say that a computation was told to stop a while ago.
type (
	overstay      struct{ run uint64 }
	solveOverstay struct{ run uint64 }
)

const (
	lateAfter = 100 * time.Millisecond
	patience  = 250 * time.Millisecond // a slow sheet may finish; letting go of a key is answered soon
	grace     = time.Second            // time in which a computation that is told to stop keeps its place
)

// request asks for the sheet of a setting.
type request struct {
	values param.Values
	held   *engine.Held // the held setting, where it has been drawn
	draws  int          // private answers to draw into the picture
}

// sheet computes the requested sheet.
func (q request) sheet(ctx context.Context, v view.View, show func(engine.Sheet)) (sheet engine.Sheet, err error) {
	if q.held != nil {
		sheet, err = v.Against(ctx, q.values, q.held, show)
	} else {
		sheet, err = v.Sheet(ctx, q.values, show)
	}
	if err == nil {
		sheet.Drawn, err = v.Drawn(ctx, q.values, q.draws)
	}
	return sheet, err
}

// sheetJob computes the sheets of the view.
func (e *Explorer) sheetJob() job[request, engine.Sheet] {
	open := e.view
	return job[request, engine.Sheet]{
		session: work.WithStarts(e.session.Context, new(work.WarmStarts)),
		run: func(ctx context.Context, q request, show func(engine.Sheet)) (engine.Sheet, error) {
			return q.sheet(ctx, open, show)
		},
		wrap:        func(d done[request, engine.Sheet]) tea.Msg { return Message{e.view.Name, d} },
		timeout:     func(run uint64) tea.Cmd { return e.later(patience, overrun{run}) },
		cancelGrace: func(run uint64) tea.Cmd { return e.later(grace, overstay{run}) },
	}
}

// answerAt returns the guaranteed value of one answer as a function of one parameter.
func (e *Explorer) answerAt(p param.Param, key engine.Key, goal known.Goal) func(context.Context, float64) (float64, error) {
	ask, values := e.view.Value, e.values
	return func(ctx context.Context, x float64) (float64, error) {
		v, err := ask(ctx, values.With(p, x), key)
		return v.Promised(goal), err
	}
}

// word returns the word of a text control; an empty one as what it stands for, as far as that is known by now.
func (e *Explorer) word(t param.Text) string {
	word := e.values.Word(t)
	if t.Among != nil {
		word = titles(t.Members(word))
	}
	return cmp.Or(word, e.sheet.Defaults[t.Name].Meaning)
}

// titles joins the titles of the members of a set.
func titles(members []param.Option) string {
	var names []string
	for _, m := range members {
		names = append(names, m.Title)
	}
	return strings.Join(names, " · ")
}

// suggestions returns the words that a text control offers.
func (e *Explorer) suggestions(t param.Text) []string { return e.sheet.Defaults[t.Name].Suggestions }

// Start asks for the sheet of the present values.
func (e *Explorer) Start() tea.Cmd {
	e.partial = false
	var timer tea.Cmd
	if !e.behind || e.sheets.suffices() { // the sheet shown belonged to the setting until now
		e.behind, e.late = true, false
		e.wait++
		timer = e.later(lateAfter, overdue{e.wait})
	}
	begins, again := e.sheets.begins(), e.solveAgain()
	asked := e.sheets.ask(request{e.values, e.pin.of(e.values), e.draws})
	if clock := e.session.Clock; e.inline.ask(clock.Now(), clock.Soon) && begins {
		asked = e.soon(asked)
	}
	return tea.Batch(asked, again, timer)
}

// Settle computes the sheet of the present values and waits for it.
func (e *Explorer) Settle() error {
	sheet, err := e.view.Sheet(e.session.Context, e.values, func(part engine.Sheet) { work.Report(e.session.Context, part.Progress) })
	e.Present(sheet, err)
	return err
}

// Present shows a sheet of the present values that was computed before, or the reason why there is none.
func (e *Explorer) Present(sheet engine.Sheet, trouble error) { e.show(sheet, e.values, trouble) }

// Leave stops what is still computing.
func (e *Explorer) Leave() {
	if e.pane == ListPane { // what was only previewed is not taken
		e.pane, e.values = PicturePane, e.list.before
		e.keepFocus()
	}
	e.halt()
	e.sheets.stop()
	e.behind, e.late, e.asksSolve = false, false, false
}

// Take handles a message that is addressed to this explorer.
func (e *Explorer) Take(m Message) tea.Cmd {
	switch what := m.what.(type) {
	case done[request, engine.Sheet]:
		return e.arrive(what)
	case done[engine.Search, engine.Solution]:
		return e.solved(what)
	case overdue:
		e.late = e.late || what.wait == e.wait && e.behind
	case rested:
		e.moving = e.moving && what.moves != e.moves
	case overrun:
		return e.sheets.expire(what.run)
	case overstay:
		return e.sheets.detach(what.run)
	case solveOverstay:
		return e.solve.job.detach(what.run)
	case tick:
		return e.advance(what)
	case placed:
		return e.arrived(what)
	case listed:
		e.showFolder(what)
	}
	return nil
}

// arrive takes a sheet from the job. Under a held key it may belong to an earlier setting; the newest one is then being
// computed.
func (e *Explorer) arrive(d done[request, engine.Sheet]) tea.Cmd {
	use, next := e.sheets.take(d)
	if use {
		e.partial = d.partial
		e.left = e.tempo.left(d.run, d.value.Progress.Share(), e.session.Clock.Now())
		begun := d.partial && !d.value.Settling && d.value.Progress.Done < 1
		if begun && e.drawn && !e.shown.Equal(d.asked.values) { // hardly anything yet: the sheet of another setting stays
			e.sheet.Progress = d.value.Progress
		} else {
			e.show(d.value, d.asked.values, d.err)
		}
		if d.partial && d.value.Settling {
			next = tea.Batch(next, e.sheets.suffice())
			e.inline.answered(e.session.Clock.Now())
		}
	}
	if !e.sheets.busy() {
		e.behind, e.late = false, false
		if !e.sheets.content {
			e.inline.answered(e.session.Clock.Now())
		}
	}
	if use && e.asksSolve {
		next = tea.Batch(next, e.openSolveThen())
	}
	return next
}

// show takes the sheet of a setting, or the reason why there is none. Even then it keeps what empty controls stand for.
func (e *Explorer) show(s engine.Sheet, of param.Values, trouble error) {
	e.shown, e.trouble = of, trouble
	e.sheet.Defaults = s.Defaults
	if trouble == nil {
		if e.leadStale = !s.Lead.Said() && s.Progress.Partial(); e.leadStale {
			s.Lead = e.sheet.Lead
		}
		e.sheet, e.arrival, e.drawn = s, new(Arrival), true
		e.pin.keep(of, s.Held)
		e.fillTable()
	}
	e.keepFocus()
}

// stale reports whether the page has not shown the present values for so long that it must be marked.
func (e *Explorer) stale() bool { return e.late && !e.shown.Equal(e.values) }

// answers returns the answers at the setting shown: none where it has no sheet.
func (e *Explorer) answers() []engine.Reading {
	if e.trouble != nil {
		return nil
	}
	return e.layer.uncovered(e.sheet.Readings)
}

// listed returns the answers, followed by published uses.
func (e *Explorer) listed() []engine.Reading { return slices.Concat(e.answers(), e.published()) }

// published returns published uses to show beside the answers: none beside no answers, and none in a lesson.
func (e *Explorer) published() []engine.Reading {
	if len(e.answers()) == 0 || e.layer.Bare {
		return nil
	}
	return e.view.Published(e.values)
}
