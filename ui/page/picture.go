package page

import (
	"math"
	"slices"

	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
)

// picture draws the figure, dimmed when it is out of date, and what the pointer reads.
func (p *painter) picture(at chart.Rect) line.Block {
	p.frame.left = at
	options := chart.Options{Width: at.Width, Height: at.Height, Theme: p.Theme, Glyphs: p.Glyphs, Dim: p.scene.Stale,
		Awaited: p.scene.Sheet.Progress.Of > 0, Hidden: len(p.scene.Layer.Cover) > 0,
		Compact: at.Height < roomyPicture, Whole: p.scene.Zoomed, Lists: keys.Table.Help().Key}
	if of := p.scene.Sheet.Provenance; !p.scoped {
		options.Aside, options.Alarm = of.Text, of.Warning
	}
	if !p.scene.Zoomed {
		options.Zoom = keys.Zoom.Help().Key
	}
	now := drawn{
		arrival: p.scene.Arrival, width: at.Width, height: at.Height, stale: p.scene.Stale,
		dark: p.Dark, profile: p.Profile, ascii: p.ASCII, scoped: p.scoped,
	}
	if pointer := p.scene.Pointer; pointer.On {
		now.pointing, now.crosshair = true, chart.Crosshair{X: math.NaN(), Y: math.NaN()}
		if pointer.At != nil {
			now.crosshair = chart.Crosshair{X: pointer.At.X, Y: pointer.At.Y}
		}
		options.Crosshair = &now.crosshair
	}
	now.view = p.scene.View.Name
	if of := p.last.drawn; p.scene.Moving && of.view == now.view && of.width == now.width && of.height == now.height {
		options.Held = p.last.picture.Range()
	}
	now.held = options.Held
	p.frame.drawn = now
	if p.frame.picture = p.last.picture; now.arrival == nil || now != p.last.drawn {
		p.frame.picture = chart.Render(p.scene.Sheet.Shown(), options)
	}
	return slices.Clone(line.Block(p.frame.picture.Lines)).Fill(at.Width, at.Height)
}

// roomyPicture is the height from which a picture has rows to spare around the plot.
const roomyPicture = 17

// readoutRows returns the room under the page's body for what the pointer reads, in the place of the sentence under the
// picture; a message comes first.
func (p *painter) readoutRows(body chart.Rect) int {
	const share, most, least = 8, 4, 10
	if !p.reading() || body.Height < least {
		return 0
	}
	return min((body.Height+3)/share, most)
}

// reading reports whether the pointer reads the picture, and no message comes first.
func (p *painter) reading() bool {
	s := p.scene
	return s.Pointer.On && s.Pane == explorer.PicturePane && s.Drawn && s.Trouble == nil && s.Status.Text == ""
}

// trouble says why there is no picture.
func (p *painter) trouble(l line.Look, at chart.Rect) line.Block {
	b := line.Block{line.Blank(at.Width)}
	if awaited := p.scene.Awaited(); awaited != "" {
		b = append(b, l.Lines(l.Wrap(awaited, at.Width-4), l.Text, at.Width, 2)...)
		b = append(b, line.Blank(at.Width))
		b = append(b, l.Lines(l.Wrap("What it answers will stand here.", at.Width-3), l.Dim, at.Width, 2)...)
		return b.Fill(at.Width, at.Height)
	}
	b = append(b, l.Line(at.Width).To(2).Put(l.Warning, "No picture at this setting").String(), line.Blank(at.Width))
	b = append(b, l.Lines(l.Wrap(p.scene.Trouble.Error(), at.Width-4), l.Text, at.Width, 2)...)
	b = append(b, line.Blank(at.Width))
	b = append(b, l.Lines(l.Wrap("The sliders still move; "+keys.Undo.Help().Key+" goes back.", at.Width-3), l.Dim, at.Width, 2)...)
	return b.Fill(at.Width, at.Height)
}
