package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
)

// hint is a key, or a few that belong together, with their effect here.
type hint struct {
	keys  []key.Binding
	does  string // empty: the key's own description
	brief string // short form for a narrow screen; empty: does
	minor bool   // goes first where room is short
}

func one(b key.Binding, does string) hint       { return hint{keys: []key.Binding{b}, does: does} }
func two(a, b key.Binding, does string) hint    { return hint{keys: []key.Binding{a, b}, does: does} }
func minor(h hint) hint                         { h.minor = true; return h }
func keyName(l line.Look, k key.Binding) string { return l.Plain(k.Help().Key) }

// words returns the key and its effect as they are drawn.
func (h hint) words(l line.Look) (name, does string) {
	name, does = keyName(l, h.keys[0]), h.does
	if len(h.keys) == 2 {
		name = joined(l, h.keys[0], h.keys[1])
	}
	if does == "" {
		does = h.keys[0].Help().Desc
	}
	return name, l.Plain(does)
}

// joined writes two keys as one: "←→", "⇧←→"; in ASCII "<-/->".
func joined(l line.Look, first, second key.Binding) string {
	a, b := first.Help().Key, second.Help().Key
	if rest, shifted := strings.CutPrefix(b, "⇧"); shifted && strings.HasPrefix(a, "⇧") {
		b = rest
	}
	switch {
	case l.ASCII:
		a += "/"
	case a == keys.PreviousView.Help().Key: // brackets would be read as a pair
		a += " "
	}
	return l.Plain(a + b)
}

var (
	scrollHint = two(keys.Up, keys.Down, "scroll")
	chooseHint = two(keys.Previous, keys.Next, "choose")
	fasterHint = minor(two(keys.MuchLess, keys.MuchMore, "faster"))
	nextHint   = hint{keys: []key.Binding{keys.Up, keys.Down}, does: "next control", brief: "next"}
	closeHint  = one(keys.Escape, "")
	viewsHint  = two(keys.PreviousView, keys.NextView, "views")
)

// hints lists the keys that matter for the focus.
func hints(o overlay, s explorer.Scene, f page.Frame) []hint {
	switch {
	case o == paletteOverlay:
		return []hint{chooseHint, one(keys.Accept, "run"), closeHint}
	case o == codeOverlay:
		return []hint{one(keys.CopyCode, ""), one(keys.OtherCode, ""), scrollHint, closeHint}
	}
	switch s.Mode {
	case explorer.Editing:
		return []hint{one(keys.Accept, ""), two(keys.Previous, keys.Next, "accept and move on"), one(keys.Escape, "leave as it was")}
	case explorer.Listing:
		if s.List.Picks() {
			return []hint{chooseHint, one(keys.Accept, "put in, take out"), one(keys.Escape, "done")}
		}
		return []hint{chooseHint, one(keys.Accept, "take"), one(keys.Escape, "as it was")}
	case explorer.Solving:
		jump, field := one(keys.Accept, "jump there"), two(keys.Previous, keys.Next, "line")
		if s.Solve.Field == explorer.TargetField {
			return []hint{jump, field, closeHint}
		}
		return []hint{jump, field, two(keys.Lower, keys.Higher, "change"), closeHint}
	case explorer.Filtering:
		return []hint{one(keys.Accept, "keep these rows"), one(keys.Escape, "clear the filter")}
	}
	holding := holdHint(s)
	holding.minor = !s.Holds
	keeping := []hint{one(keys.Controls, "controls"), one(keys.Unfold, "readings"), viewsHint, holding, minor(one(keys.Zoom, "zoom")),
		minor(one(keys.Export, "")),
		minor(one(keys.Presets, "")), minor(one(keys.Crosshair, "")), minor(one(keys.Copy, "")), minor(one(keys.Undo, ""))}
	if s.Pane == explorer.ControlsPane || s.Zoomed {
		keeping = []hint{closeHint}
	}
	return slices.Concat(hereHints(s, f), askingHints(s), keeping)
}

// runHint returns the hint of the key that runs what the view shows.
func runHint(s explorer.Scene) hint {
	does := "animate " + calledInBrief(s.Running().Param)
	if s.Plays {
		does = "draw one by one"
	}
	return hint{keys: []key.Binding{keys.Play}, does: does, brief: "animate", minor: true}
}

// hereHints returns the hints of the focused row.
func hereHints(s explorer.Scene, f page.Frame) []hint {
	r := s.Focused()
	change := two(keys.Less, keys.More, "change")
	switch {
	case s.Pane == explorer.TablePane && s.Trouble == nil:
		return tableHints()
	case s.Pane == explorer.WhyPane && f.Pager.Long():
		return []hint{scrollHint}
	case s.Pointer.Held:
		along := []hint{two(keys.Less, keys.More, "read along"), fasterHint, one(keys.Escape, "leave")}
		if s.View.Leads() {
			return append(along, one(keys.Enter, "open this place"))
		}
		return along
	case s.Playing:
		return []hint{one(keys.Play, "stop")}
	case r.Kind == explorer.SliderRow:
		move := hint{keys: []key.Binding{keys.Less, keys.More}, does: "move", brief: r.Param.Symbol}
		if s.Plays { // what space does is told rather than how a slider moves faster
			return []hint{move, nextHint, runHint(s), fasterHint}
		}
		return []hint{move, fasterHint, nextHint, runHint(s)}
	case r.Kind == explorer.PickerRow:
		return []hint{change, one(keys.Enter, "list"), nextHint}
	case r.Kind == explorer.TextRow && r.Text.Among != nil:
		return []hint{one(keys.Enter, "pick"), nextHint}
	case r.Kind == explorer.TextRow && r.Text.Arrows != nil:
		return []hint{two(keys.Less, keys.More, r.Text.Arrows.Small), two(keys.MuchLess, keys.MuchMore, r.Text.Arrows.Great),
			one(keys.Enter, "type"), nextHint}
	case r.Kind == explorer.TextRow:
		return []hint{change, one(keys.Enter, "type"), one(keys.Files, "list"), nextHint}
	case r.Kind == explorer.AnswerRow && r.Reading.Opens != "":
		return []hint{nextHint, one(keys.Enter, "open")}
	}
	return []hint{nextHint}
}

// calledInBrief returns a control's symbol, or its name where the symbol is a word of the name: "right guesses" and not
// "right", but "claim", which itself says what is counted.
func calledInBrief(p param.Param) string {
	const letters = 2 // of a symbol that is no word: Σε
	if len([]rune(p.Symbol)) > letters && p.Symbol == strings.ToLower(p.Symbol) && !p.Numbered {
		return strings.ReplaceAll(explorer.SliderName(p), "  ", " ")
	}
	return p.Symbol
}

// tableHints returns the hints for the rows and columns of a table; sliders keep theirs.
func tableHints() []hint {
	return []hint{two(keys.Up, keys.Down, "row"), one(keys.OpenRow, "open"), one(keys.Filter, ""), one(keys.Sort, "sort"),
		minor(two(keys.ColumnsLeft, keys.ColumnsRight, "column"))}
}

// holdHint says what the key does to the held setting.
func holdHint(s explorer.Scene) hint {
	if s.Holds {
		return one(keys.Hold, "let go")
	}
	return one(keys.Hold, "hold")
}

// askingHints returns the hints of keys that ask for more than is in sight.
func askingHints(s explorer.Scene) []hint {
	switch s.Pane {
	case explorer.TablePane:
		next := "picture"
		if !s.Table.Last() {
			next = s.Table.Next()
		}
		return []hint{one(keys.Table, next)}
	case explorer.WhyPane:
		return []hint{one(keys.Why, "picture"), one(keys.Solve, "")}
	}
	asking := []hint{one(keys.Solve, ""), one(keys.Why, "")}
	if s.View.Draws() {
		asking = append(asking, hint{keys: []key.Binding{keys.DrawMany}, does: "draw 100", brief: "draw"}, minor(one(keys.Draw, "draw")))
	}
	return append(asking, minor(one(keys.Table, "table")))
}
