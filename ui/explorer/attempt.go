package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/views/view"
)

func (Attempt) do(e *Explorer) tea.Cmd {
	try, found := e.view.Tried(e.values)
	if !found {
		return nil
	}
	if try.On != "" {
		e.Do(Focus{Key: try.On})
	}
	switch steps := max(try.Times, 1); try.Do {
	case view.Less, view.MuchLess:
		return e.Do(Slide{Steps: -steps, Coarse: try.Do == view.MuchLess})
	case view.More, view.MuchMore:
		return e.Do(Slide{Steps: steps, Coarse: try.Do == view.MuchMore})
	case view.Type:
		return e.Do(Write{Key: try.On, Text: try.Value})
	case view.Solve:
		return e.Do(Show{Pane: SolvePane})
	case view.ListPresets:
		return e.Do(Presets{})
	}
	return nil
}
