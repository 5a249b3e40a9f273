package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"dpscope/engine"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/page"
)

// bound is a key and the intent it has in the open view.
type bound struct {
	key    key.Binding
	intent explorer.Intent
}

// browsing lists the keys of the controls and the answers.
var browsing = []bound{
	{keys.Less, explorer.Slide{Steps: -1}},
	{keys.More, explorer.Slide{Steps: +1}},
	{keys.MuchLess, explorer.Slide{Steps: -1, Coarse: true}},
	{keys.MuchMore, explorer.Slide{Steps: +1, Coarse: true}},
	{keys.PageDown, explorer.Slide{Steps: -1, Coarse: true}},
	{keys.PageUp, explorer.Slide{Steps: +1, Coarse: true}},
	{keys.Least, explorer.Limit{}},
	{keys.Most, explorer.Limit{Most: true}},
	{keys.Up, explorer.Step{Lines: -1}},
	{keys.Down, explorer.Step{Lines: +1}},
	{keys.Area, explorer.Area{Step: +1}},
	{keys.AreaBack, explorer.Area{Step: -1}},
	{keys.Reset, explorer.Reset{}},
	{keys.Enter, explorer.Open{}},
	{keys.Presets, explorer.Presets{}},
	{keys.Files, explorer.Files{}},
	{keys.Solve, explorer.Show{Pane: explorer.SolvePane}},
	{keys.Why, explorer.Show{Pane: explorer.WhyPane}},
	{keys.Table, explorer.Show{Pane: explorer.TablePane}},
	{keys.Controls, explorer.Show{Pane: explorer.ControlsPane}},
	{keys.Zoom, explorer.Zoom{}},
	{keys.Crosshair, explorer.Cross{}},
	{keys.Hold, explorer.Hold{}},
	{keys.Play, explorer.Play{}},
	{keys.Draw, explorer.Draw{Count: 1}},
	{keys.DrawMany, explorer.Draw{Count: 100}},
	{keys.Follow, explorer.Follow{}},
	{keys.Escape, explorer.Close{}},
	{keys.Undo, explorer.Undo{}},
	{keys.Redo, explorer.Redo{}},
}

// In these modes letters are text, and an unbound key is typed.
var (
	editing = []bound{
		{keys.Escape, explorer.Close{}},
		{keys.Accept, explorer.Accept{}},
		{keys.Next, explorer.Accept{Lines: +1}},
		{keys.Previous, explorer.Accept{Lines: -1}},
	}
	listing = []bound{
		{keys.Escape, explorer.Close{}},
		{keys.Take, explorer.Accept{}},
		{keys.Previous, explorer.Step{Lines: -1}},
		{keys.Next, explorer.Step{Lines: +1}},
	}
	filtering = []bound{
		{keys.Escape, explorer.Close{}},
		{keys.Accept, explorer.Accept{}},
	}
	solving = []bound{
		{keys.Escape, explorer.Close{}},
		{keys.Jump, explorer.Accept{}},
		{keys.Previous, explorer.Step{Lines: -1}},
		{keys.Next, explorer.Step{Lines: +1}},
	}
	changing = []bound{
		{keys.Lower, explorer.Slide{Steps: -1}},
		{keys.Higher, explorer.Slide{Steps: +1}},
	}
)

// boundKeys returns the keys that work now; the first match counts.
func boundKeys(s explorer.Scene, f page.Frame) []bound {
	switch s.Mode {
	case explorer.Editing:
		return editing
	case explorer.Listing:
		return listing
	case explorer.Filtering:
		return filtering
	case explorer.Solving:
		if s.Solve.Field == explorer.TargetField { // the arrows move the cursor
			return solving
		}
		return slices.Concat(solving, changing)
	}
	var here []bound
	switch s.Pane {
	case explorer.TablePane:
		here = tableKeys(s.Table, f.Rows)
	case explorer.WhyPane:
		here = reasonKeys(f.Pager)
	}
	if s.Pointer.Held {
		here = append(here, pointerKeys(s, f)...)
	}
	return append(append(here, bound{keys.Unfold, f.Unfold(s)}), browsing...)
}

// tableKeys returns the keys that move in the table, by pages of rows rows.
func tableKeys(t explorer.Table, rows int) []bound {
	return []bound{
		{keys.Table, explorer.NextTable{Through: true}},
		{keys.OtherTable, explorer.NextTable{}},
		{keys.OpenRow, explorer.Follow{}},
		{keys.Sort, explorer.Sort{}},
		{keys.Up, explorer.Scroll{Rows: -1}},
		{keys.Down, explorer.Scroll{Rows: +1}},
		{keys.Filter, explorer.Filter{}},
		{keys.PageDown, explorer.Scroll{Rows: rows}},
		{keys.PageUp, explorer.Scroll{Rows: -rows}},
		{keys.FirstRow, explorer.Scroll{Rows: -t.Len()}},
		{keys.LastRow, explorer.Scroll{Rows: t.Len()}},
		{keys.ColumnsRight, explorer.Scroll{Columns: +1}},
		{keys.ColumnsLeft, explorer.Scroll{Columns: -1}},
	}
}

// reasonKeys returns the keys that scroll the explanation: pages always, lines while more follow. At its end the arrows move
// the focus again.
func reasonKeys(p page.Pager) []bound {
	list := []bound{
		{keys.PageDown, explorer.Reasons{From: p.Moved(p.Page())}},
		{keys.PageUp, explorer.Reasons{From: p.Moved(-p.Page())}},
	}
	if next := p.Moved(+1); next != p.At {
		list = append(list, bound{keys.Down, explorer.Reasons{From: next}})
	}
	if next := p.Moved(-1); next != p.At {
		list = append(list, bound{keys.Up, explorer.Reasons{From: next}})
	}
	return list
}

// pointerKeys returns the keys that move the point at which the picture is read: up and down in a plane alone.
func pointerKeys(s explorer.Scene, f page.Frame) []bound {
	const far = 8
	plane := slices.ContainsFunc(s.Sheet.Figure.Marks, func(m engine.Mark) bool { return m.Normal().Content == engine.Cells })
	to := func(columns, rows int) explorer.Intent {
		at, ok := f.Nudge(s.Pointer, columns, rows)
		switch {
		case !ok:
			return explorer.Nothing{Why: "there is no picture to read"}
		case rows != 0 && !plane:
			return explorer.Nothing{Why: "this picture is read along " + keys.Less.Help().Key + keys.More.Help().Key}
		}
		return explorer.Read{At: at, Hold: true}
	}
	var follow explorer.Intent = explorer.Nothing{Why: "there is no picture to read"}
	if at, ok := f.Nudge(s.Pointer, 0, 0); ok {
		follow = explorer.Follow{At: &at}
	}
	return []bound{
		{keys.Less, to(-1, 0)}, {keys.More, to(+1, 0)}, {keys.MuchLess, to(-far, 0)}, {keys.MuchMore, to(+far, 0)},
		{keys.Up, to(0, -1)}, {keys.Down, to(0, +1)}, {keys.Least, to(-f.Columns(), 0)}, {keys.Most, to(+f.Columns(), 0)},
		{keys.Enter, follow}, {keys.Follow, follow},
	}
}
