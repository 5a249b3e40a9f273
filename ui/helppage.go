package ui

import (
	"strings"

	"dpscope/engine/known"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
)

// helpPage is the help being written.
type helpPage struct {
	line.Look
	width int
	lines line.Block
}

func (h *helpPage) add(l *line.Line) { h.lines = append(h.lines, l.String()) }

func (h *helpPage) gap() { h.add(h.Line(h.width)) }

// title is a heading, with words beside it.
func (h *helpPage) title(text, beside string) {
	h.add(h.Line(h.width).To(1).Put(h.Strong, text).Put(h.Dim, beside))
}

// prose is text from a column on.
func (h *helpPage) prose(indent int, text string) {
	for _, t := range h.Wrap(text, h.width-indent-1) {
		h.add(h.Line(h.width).To(indent).Put(h.Text, t))
	}
}

// keys are all keys, in as many columns as there is room for.
func (h *helpPage) keys() {
	const column, keyWidth = 36, 10
	columns := max(h.width/column, 1)
	for _, g := range keys.Groups() {
		h.title(g.Title, "")
		for i := 0; i < len(g.Keys); i += columns {
			l := h.Line(h.width)
			for j, k := range g.Keys[i:min(i+columns, len(g.Keys))] {
				start := 3 + column*j
				l.To(start).Put(h.Accent, k.Help().Key).To(start+keyWidth).Put(h.Text, k.Help().Desc)
			}
			h.add(l)
		}
		h.gap()
	}
}

// bases are the signs before numbers.
func (h *helpPage) bases() {
	h.title("Before a number stands how it is known", "")
	for _, basis := range known.Bases {
		h.prose(3, basis.Promise())
	}
	h.prose(3, "The mouse drags sliders, turns them with the wheel, and reads the picture.")
	h.gap()
}

// about tells what the present view and its controls are.
func (h *helpPage) about(s explorer.Scene) {
	view := s.View
	h.title(view.Title, "")
	h.prose(3, view.Question+" "+view.About)
	h.prose(3, "Source: "+view.Source)
	h.gap()
	for _, p := range view.Params {
		h.prose(3, p.Symbol+"  "+p.Help+" ("+p.Name+", "+p.Range()+")")
	}
	for _, c := range view.Choices {
		h.gap()
		h.title(c.Title(), "  "+c.About())
		for _, o := range c.Options() {
			h.add(h.Line(h.width).To(3).Put(h.Accent, o.Title).Put(h.Dim, "  "+o.Name+"  "+o.Tag))
			h.prose(5, strings.TrimSpace(o.Help+" Source: "+o.Source))
		}
	}
}
