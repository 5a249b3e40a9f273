package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
)

// rowKind is what a line at the right of the screen is.
type rowKind int

const (
	pickerRow rowKind = iota
	textRow
	sliderRow
	readingRow
)

// row is one line that can have the focus.
type row struct {
	key     string
	kind    rowKind
	choice  param.Choice
	text    param.Text
	param   param.Param
	reading engine.Answer
}

// rows lists the controls and readings at the present values.
func (m *Explorer) rows() []row {
	var rows []row
	for _, c := range m.view.Choices {
		rows = append(rows, row{key: c.Key(), kind: pickerRow, choice: c})
	}
	for _, t := range m.view.Texts {
		rows = append(rows, row{key: t.Name, kind: textRow, text: t})
	}
	for _, p := range m.view.Sliders(m.values) {
		rows = append(rows, row{key: p.Name, kind: sliderRow, param: p})
	}
	for _, r := range m.answers() {
		rows = append(rows, row{key: "= " + r.Key.String(), kind: readingRow, reading: r})
	}
	return rows
}

// focused returns the row with the focus and its place in rows.
func (m *Explorer) focused(rows []row) (row, int) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.key == m.focus })
	if i < 0 {
		return row{}, -1
	}
	return rows[i], i
}

// step moves the focus by lines.
func (m *Explorer) step(lines int) {
	rows := m.rows()
	if len(rows) == 0 {
		return
	}
	_, i := m.focused(rows)
	before, _ := m.chosen()
	m.focus = rows[min(max(i+lines, 0), len(rows)-1)].key
	if after, _ := m.chosen(); after.Key != before.Key {
		m.reasons.at = 0 // another reading has others
	}
}

// area is a region that tab moves between.
type area int

const (
	controlArea area = iota
	readingArea
	pictureArea
	areas
)

func (m *Explorer) area() area {
	if m.pointer.held {
		return pictureArea
	}
	if r, _ := m.focused(m.rows()); r.kind == readingRow {
		return readingArea
	}
	return controlArea
}

// nextArea moves the focus to the next region, or the previous one.
func (m *Explorer) nextArea(step int) {
	next := (m.area() + area(step) + areas) % areas
	if next == readingArea && len(m.answers()) == 0 {
		next = (next + area(step) + areas) % areas
	}
	m.pointer.held = next == pictureArea
	switch next {
	case pictureArea:
		m.holdCrosshair()
	case controlArea:
		m.focus = m.firstFocus()
	case readingArea:
		m.focus = "= " + m.answers()[0].Key.String()
	}
}

// slide moves the focused slider, picker or suggested word.
func (m *Explorer) slide(steps int, coarse bool) tea.Cmd {
	r, _ := m.focused(m.rows())
	switch r.kind {
	case sliderRow:
		return m.set(r.key, m.values.With(r.param, r.param.Step(m.values.Get(r.param), steps, coarse)))
	case pickerRow:
		options := r.choice.Options()
		now := m.values.Picked(r.choice).Name
		i := slices.IndexFunc(options, func(o param.Option) bool { return o.Name == now })
		next := options[(i+steps+len(options))%len(options)]
		return m.set(r.key, m.values.Picking(r.choice, next.Name))
	case textRow:
		return m.suggest(r.text, steps)
	}
	return nil
}

// suggest moves along the words that a text control suggests.
func (m *Explorer) suggest(t param.Text, steps int) tea.Cmd {
	if t.Suggest == nil {
		return nil
	}
	words := t.Suggest(m.values)
	if len(words) == 0 {
		return nil
	}
	i := slices.Index(words, m.values.Word(t))
	if i < 0 && steps < 0 {
		i = 0
	}
	return m.set(t.Name, m.values.Writing(t, words[(i+steps+len(words))%len(words)]))
}

// limit moves the focused control to an end of its range.
func (m *Explorer) limit(most bool) tea.Cmd {
	r, _ := m.focused(m.rows())
	if r.kind != sliderRow {
		return nil
	}
	low, high := r.param.Travel()
	end := low
	if most {
		end = high
	}
	if r.param.Check(end) != nil { // an open range ends one notch earlier
		end = r.param.Step(map[bool]float64{true: high, false: low}[most], map[bool]int{true: -1, false: 1}[most], false)
	}
	return m.set(r.key, m.values.With(r.param, end))
}

// reset gives the focused control the value that the view opens with.
func (m *Explorer) reset() tea.Cmd {
	opening := m.view.Opening()
	r, _ := m.focused(m.rows())
	switch r.kind {
	case sliderRow:
		return m.set(r.key, m.values.With(r.param, opening.Get(r.param)))
	case pickerRow:
		return m.set(r.key, m.values.Picking(r.choice, opening.Picked(r.choice).Name))
	case textRow:
		return m.set(r.key, m.values.Writing(r.text, opening.Word(r.text)))
	}
	return nil
}

// chosen is the reading that why and solve speak of: the focused one, else
// the first.
func (m *Explorer) chosen() (engine.Answer, bool) {
	if r, _ := m.focused(m.rows()); r.kind == readingRow {
		return r.reading, true
	}
	if len(m.answers()) == 0 {
		return engine.Answer{}, false
	}
	return m.answers()[0], true
}
