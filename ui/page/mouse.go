package page

import (
	"dpscope/ui/explorer"
	"dpscope/ui/slider"
)

// Click returns the intent of a press of the mouse.
func (f Frame) Click(x, y int) explorer.Intent {
	z, found := f.zoneAt(x, y)
	switch {
	case found && z.does != nil:
		return z.does
	case found && z.option >= 0 && f.pane == explorer.TablePane:
		return explorer.Mark{Row: z.option}
	case found && z.option >= 0:
		return explorer.Pick{Index: z.option}
	case found && z.track.Contains(x, y):
		return explorer.Set{Key: z.key, Value: f.valueAt(z, x)}
	case found:
		return explorer.Touch{Key: z.key}
	}
	if at, inside := f.pointAt(x, y); inside {
		return explorer.Read{At: at, Hold: true}
	}
	return explorer.Nothing{}
}

// Tries reports whether a press of the mouse takes the suggestion.
func (f Frame) Tries(x, y int) bool { return f.try.Contains(x, y) }

// Drag returns the intent of moving the mouse while it holds the knob of a slider.
func (f Frame) Drag(key string, x int) explorer.Intent {
	if z, found := f.row(key); found {
		return explorer.Set{Key: key, Value: f.valueAt(z, x)}
	}
	return explorer.Nothing{}
}

func (f Frame) valueAt(z zone, x int) float64 {
	return slider.ValueAt(z.param, x-z.track.X, z.track.Width, f.glyphs)
}

// Hover returns the intent of moving the mouse while the picture is read.
func (f Frame) Hover(x, y int) explorer.Intent {
	if at, inside := f.pointAt(x, y); inside {
		return explorer.Read{At: at}
	}
	return explorer.Nothing{}
}

// Wheel turns a control, and scrolls a table or the reasons.
func (f Frame) Wheel(x, y, turns int) explorer.Intent {
	const lines = 3
	switch inside := f.left.Contains(x, y); {
	case inside && f.pane == explorer.TablePane:
		return explorer.Scroll{Rows: -lines * turns}
	case inside && f.pane == explorer.WhyPane:
		return explorer.Reasons{From: f.Pager.Moved(-lines * turns)}
	}
	if z, found := f.zoneAt(x, y); found && z.option < 0 && z.does == nil {
		return explorer.Turn{Key: z.key, Steps: turns}
	}
	return explorer.Nothing{}
}
