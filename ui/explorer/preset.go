package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/views/view"
)

// taken holds the preset that was taken, and its setting.
type taken struct {
	title string
	at    param.Values
}

// sentence returns the preset's sentence as long as nothing has moved since.
func (t taken) sentence(now param.Values) string {
	if t.title == "" || !now.Alone().Equal(t.at) {
		return ""
	}
	return t.title
}

func (Presets) do(e *Explorer) tea.Cmd {
	var options []param.Option
	for _, p := range e.view.Presets {
		options = append(options, param.Option{Name: p.Name, Title: p.Title, Help: p.Title})
	}
	if len(options) == 0 {
		e.Say("this view has no presets")
		return nil
	}
	e.openList(List{Title: "presets", control: "preset", options: options, taking: func(o param.Option) (param.Values, error) {
		return e.preset(o.Name, e.list.before)
	}}, e.nearestPreset().Name)
	return nil
}

func (i TakePreset) do(e *Explorer) tea.Cmd {
	values, err := e.preset(i.Name, e.values)
	if err != nil {
		e.Warn(err)
		return nil
	}
	return e.set("preset", values)
}

// preset returns the setting of a preset, with the setting held by from.
func (e *Explorer) preset(name string, from param.Values) (param.Values, error) {
	values, err := e.view.Preset(name)
	if err != nil {
		return values, err
	}
	for _, p := range e.view.Presets {
		if p.Name == name {
			e.taken = taken{p.Title, values.Alone()}
		}
	}
	_, own := values.Held()
	if held, holds := from.Held(); holds && !own {
		values = values.Holding(held)
	}
	return values, nil
}

// nearestPreset returns the preset at the present setting, or else the one that was taken last.
func (e *Explorer) nearestPreset() view.Preset {
	var last view.Preset
	for _, p := range e.view.Presets {
		if values, err := e.view.Preset(p.Name); err == nil && e.view.Same(values, e.values) {
			return p
		}
		if p.Title == e.taken.title {
			last = p
		}
	}
	return last
}
