package explorer

import (
	"errors"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/numeral"
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

// readValue reads a typed value of a slider. A quantity shown in per cent may be typed so, with the sign or, above 1, without.
func readValue(p param.Param, text string) (float64, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), " points") // a difference of shares is written in points
	share, percent := shareOf(text)
	if !p.Style.PerCent() || !percent {
		share = text
	}
	v, err := p.Read(share)
	var outside *param.RangeError
	if p.Style.PerCent() && errors.As(err, &outside) {
		outside.Text = text
		if !percent && outside.Value > 1 { // 90, where "80 %" stands
			share, _ := shareOf(text + "%")
			if meant, err := p.Read(share); err == nil {
				return meant, nil
			}
		}
	}
	return v, err
}

// shareOf turns "80 %" into "80e-2", exactly.
func shareOf(text string) (share string, percent bool) {
	bare, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	bare = numeral.Bare(strings.TrimSpace(bare))
	if !percent {
		return bare, false
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(bare), "e")
	power, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(power-2), true
}
