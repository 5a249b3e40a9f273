package ui

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/ui/keys"
	"dpscope/views/view"
)

// solveForm asks: which value of this slider gives that reading? It stands in
// place of the picture and answers while it is filled in.
type solveForm struct {
	readings []engine.Answer // those that have a better side
	reading  int
	target   *entry
	unknowns []param.Param
	unknown  int
	field    solveField

	job     job[engine.Search, engine.Solution]
	answer  engine.Solution
	trouble error
	ready   bool // answer or trouble belongs to what the form says
}

type solveField int

const (
	targetField solveField = iota
	unknownField
	readingField
	solveFields
)

// solveMsg brings an answer to the form.
type solveMsg struct {
	view string
	done done[engine.Search, engine.Solution]
}

// openSolve opens the form for the chosen reading and the focused slider.
func (m *Explorer) openSolve() tea.Cmd {
	name := m.view.Name
	f := solveForm{unknowns: m.view.Sliders(m.values)}
	f.job = job[engine.Search, engine.Solution]{
		run: func(ctx context.Context, q engine.Search, _ func(engine.Solution)) (engine.Solution, error) {
			return engine.Solve(ctx, q)
		},
		wrap: func(d done[engine.Search, engine.Solution]) tea.Msg { return solveMsg{name, d} },
	}
	f.unknowns = slices.DeleteFunc(f.unknowns, func(p param.Param) bool { return p.Role != param.Free })
	for _, r := range m.answers() {
		if r.Goal != known.NoGoal {
			f.readings = append(f.readings, r)
		}
	}
	if len(f.readings) == 0 || len(f.unknowns) == 0 {
		m.say("nothing here has a better side to solve for")
		return nil
	}
	if chosen, found := m.chosen(); found {
		f.reading = max(0, slices.IndexFunc(f.readings, func(r engine.Answer) bool { return r.Key == chosen.Key }))
	}
	if row, _ := m.focused(m.rows()); row.kind == sliderRow {
		f.unknown = max(0, slices.IndexFunc(f.unknowns, func(p param.Param) bool { return p.Name == row.key }))
	}
	f.target = newEntry(suggestedTarget(f.readings[f.reading]))
	m.solve, m.pane = f, paneSolve
	return m.solveAgain()
}

// solveAgain asks for the form's answer at the present values.
func (m *Explorer) solveAgain() tea.Cmd {
	if m.pane != paneSolve {
		return nil
	}
	f := &m.solve
	f.ready = false
	target, err := readTarget(f.target.text())
	if err != nil {
		f.ready, f.trouble = true, err
		f.job.stop()
		return nil
	}
	r, p := f.readings[f.reading], f.unknowns[f.unknown]
	return f.job.ask(engine.Search{
		Unknown: p, Present: m.values.Get(p), Goal: r.Goal, Target: target, Coarse: r.Coarse,
		Answer: answerAt(m.view, m.values, p, r),
	})
}

// answerAt gives what may be promised of one answer as a function of one
// parameter.
func answerAt(v view.View, values param.Values, p param.Param, a engine.Answer) func(context.Context, float64) (float64, error) {
	return func(ctx context.Context, x float64) (float64, error) {
		known, err := v.Value(ctx, values.With(p, x), a.Key)
		return known.Promised(a.Goal), err
	}
}

// solved takes an answer from the job.
func (m *Explorer) solved(d done[engine.Search, engine.Solution]) tea.Cmd {
	use, next := m.solve.job.take(d)
	if use {
		m.solve.ready, m.solve.answer, m.solve.trouble = true, d.value, d.err
	}
	return next
}

// solveKey takes a key while the form is open.
func (m *Explorer) solveKey(msg tea.KeyPressMsg) tea.Cmd {
	f := &m.solve
	switch {
	case key.Matches(msg, keys.Escape):
		m.pane = paneChart
		f.job.stop()
	case key.Matches(msg, keys.Previous):
		f.field = (f.field + solveFields - 1) % solveFields
	case key.Matches(msg, keys.Next):
		f.field = (f.field + 1) % solveFields
	case key.Matches(msg, keys.Jump):
		return m.jump()
	case key.Matches(msg, keys.Lower, keys.Higher):
		step := 1
		if key.Matches(msg, keys.Lower) {
			step = -1
		}
		switch f.field {
		case unknownField:
			f.unknown = (f.unknown + step + len(f.unknowns)) % len(f.unknowns)
		case readingField:
			f.reading = (f.reading + step + len(f.readings)) % len(f.readings)
			f.target = newEntry(suggestedTarget(f.readings[f.reading]))
		default:
			f.target.update(msg)
			return nil
		}
		return m.solveAgain()
	default:
		f.field = targetField
		f.target.update(msg)
		return m.solveAgain()
	}
	return nil
}

// jump takes the answer: the slider moves to it.
func (m *Explorer) jump() tea.Cmd {
	f := &m.solve
	switch {
	case !f.ready:
		m.say("still solving")
		return nil
	case f.trouble != nil:
		m.warn(f.trouble)
		return nil
	}
	p, r := f.unknowns[f.unknown], f.readings[f.reading]
	m.pane = paneChart
	m.focus = p.Name
	m.say(p.Symbol + " = " + p.Exact(f.answer.Value) + " meets it: " + r.Label + " " + writtenAs(r, f.answer.Reading))
	return m.set("solve", m.values.With(p, f.answer.Value))
}

// writtenAs writes a value as that of a reading.
func writtenAs(r engine.Answer, value float64) string {
	r.Known = known.Exactly(value).As(r.Known.Side())
	return r.Written()
}

// drawSolve shows the form.
func (m *Explorer) drawSolve(l look, at rect) block {
	f := &m.solve
	r, p := f.readings[f.reading], f.unknowns[f.unknown]
	side := "at least"
	if r.Goal == known.Lower {
		side = "at most"
	}
	row := func(field solveField, name string) *line {
		line := l.line(at.width)
		style := l.Dim
		if f.field == field {
			line.put(l.Accent, l.Focus)
			style = l.Accent
		}
		return line.to(2).put(style, name).to(14)
	}
	target := row(targetField, side)
	if f.field == targetField {
		f.target.draw(l, target)
	} else {
		target.put(l.Text, f.target.text())
	}
	var b block
	for _, t := range l.wrap(r.Label+" "+side+" "+f.target.text()+": which "+p.Symbol+"?", at.width-2) {
		b = append(b, l.line(at.width).to(1).put(l.Strong, t).String())
	}
	b = append(b,
		blank(at.width),
		target.String(),
		row(unknownField, "by moving").put(l.Muted, l.PickLeft+" ").put(l.Text, sliderName(p)).put(l.Muted, " "+l.PickRight).String(),
		row(readingField, "reading").put(l.Muted, l.PickLeft+" ").put(l.Text, r.Label).put(l.Muted, " "+l.PickRight).String(),
		blank(at.width),
	)
	switch {
	case !f.ready:
		b = append(b, l.line(at.width).to(2).put(l.Dim, "solving "+l.Ellipsis).String())
	case f.trouble != nil:
		for _, t := range l.wrap(f.trouble.Error(), at.width-3) {
			b = append(b, l.line(at.width).to(2).put(l.Warning, t).String())
		}
	default:
		b = append(b, l.line(at.width).to(2).put(l.Accent, p.Symbol+" = "+p.Exact(f.answer.Value)).String())
		for _, t := range l.wrap("where "+r.Label+" is "+writtenAs(r, f.answer.Reading)+", on the safe side", at.width-3) {
			b = append(b, l.line(at.width).to(2).put(l.Dim, t).String())
		}
	}
	return b.fill(at.width, at.height)
}
