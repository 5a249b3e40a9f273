package explorer

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
)

// commit takes the typed value if it is valid, and moves the focus on.
func (e *Explorer) commit(lines int) tea.Cmd {
	values, err := e.typed(e.focused(), e.edit.Text())
	if err != nil {
		e.Warn(err)
		return nil
	}
	cmd := e.set(e.focus+" typed", values)
	e.edit = nil
	if lines != 0 {
		e.step(lines)
	}
	return cmd
}

// typed returns the setting with a control as it was typed.
func (e *Explorer) typed(r Row, text string) (param.Values, error) {
	switch r.Kind {
	case SliderRow:
		v, err := readValue(r.Param, text)
		return e.view.With(e.values, r.Param, v), err
	case TextRow:
		word, err := r.Text.Read(text)
		return e.values.Writing(r.Text, word), err
	}
	return e.values, nil
}

// readValue reads a typed value of a slider, in the unit that stands beside it.
func readValue(p param.Param, text string) (float64, error) {
	if !p.Style.PerCent() || text == p.Zero || text == p.ZeroBefore {
		return p.Read(text)
	}
	v, err := p.Style.Read(text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", p.Name, err)
	}
	var outside *param.RangeError
	if err := p.Check(v); errors.As(err, &outside) {
		return 0, fmt.Errorf("%s = %s is outside %s", p.Name, p.Full(v), p.Interval())
	}
	return v, nil
}
