package browser

import (
	"errors"
	"strings"

	"dpscope/engine"
	"dpscope/engine/described"
	"dpscope/ui/explorer"
	"dpscope/ui/picture"
)

// seen is the picture that the page has, and what it was drawn from.
type seen struct {
	arrival *explorer.Arrival
	width   float64
	dark    bool
	svg     string
	words   string
}

// draw adds the picture to the parts of the page, and draws it again if it has changed.
func (t *Tab) draw(s explorer.Scene, parts map[string]string) {
	if t.seen.arrival != s.Arrival || t.seen.width != t.width || t.seen.dark != t.dark {
		t.seen = seen{arrival: s.Arrival, width: t.width, dark: t.dark}
		if s.Drawn {
			t.seen.svg, t.seen.words = drawn(s, t.width, t.dark)
		}
	}
	parts["picture"], parts["words"] = t.seen.svg, t.seen.words
	if s.Trouble != nil {
		parts["picture"], parts["words"] = "", ""
	}
}

// points converts CSS pixels.
const points = 72.0 / 96

// drawn returns the picture of a scene, and the picture in words.
func drawn(s explorer.Scene, width float64, dark bool) (svg, words string) {
	part := picture.Part{Sheet: s.Sheet, Question: s.Question, Address: s.View.Address(s.Values)}
	scene, err := picture.Draw([]picture.Part{part}, picture.Options{Width: points * width, Height: height(width), Dark: dark, Bare: true, ID: "page-"})
	var m markup
	if err != nil {
		if !errors.Is(err, picture.ErrNothing) {
			m.put("p", err.Error(), "class", "dim")
		}
		return m.String(), ""
	}
	var b strings.Builder
	if err := scene.SVG(&b); err != nil {
		return "", ""
	}
	var figure markup
	figure.put("figcaption", caption(s.Sheet.Shown()))
	figure.WriteString(b.String())
	m.open("details", "id", "in-words")
	m.put("summary", "The picture in words")
	for _, sentence := range described.Text(s.Sheet.Shown()) {
		m.put("p", sentence)
	}
	m.end("details")
	return figure.String(), m.String()
}

// caption returns what is drawn, with the reading that stands after it.
func caption(f engine.Figure) string {
	if shown, found := f.InTitle(); found && shown.Text != "" {
		return f.Title + "; " + shown.Name + " " + shown.Text
	}
	return f.Title
}

// height returns the height of a picture of a width in pixels, in points: pictures of all settings have the same.
func height(width float64) float64 {
	const wide, narrow = 0.5, 0.95 // of the width
	if width < 560 {
		return points * narrow * width
	}
	return points * wide * width
}
