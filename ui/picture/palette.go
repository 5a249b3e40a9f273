package picture

import (
	"image/color"
	"math"

	"github.com/charmbracelet/colorprofile"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// palette holds the colours that a picture is drawn with.
type palette struct {
	theme                                                   theme.Theme // the page's; it has no colours where the picture is grey
	grey                                                    bool
	ground, text, dim, muted, faint, shade, accent, warning color.NRGBA
}

// letters says how a text is set.
type letters struct {
	ink    color.NRGBA
	size   float64
	bold   bool
	anchor Anchor
}

func newPalette(dark, grey bool) palette {
	t := theme.New(dark, colorprofile.TrueColor)
	p := palette{grey: grey, theme: t, ground: rgb(255, 255, 255), text: rgb(0, 0, 0)}
	if dark {
		p.ground, p.text = rgb(0x14, 0x16, 0x1a), rgb(0xf2, 0xf4, 0xf7)
	}
	p.dim, p.muted, p.faint, p.shade = p.of(t.Dim.Ink), p.of(t.Muted.Ink), p.of(t.Ghost.Ink), p.of(t.Shade())
	p.accent, p.warning = p.of(t.Accent.Ink), p.of(t.Warning.Ink)
	if grey {
		p.theme = theme.New(dark, colorprofile.ASCII)
		p.accent, p.warning = p.text, p.text
	}
	return p
}

func rgb(r, g, b uint8) color.NRGBA { return color.NRGBA{r, g, b, 255} }

// inkOf returns the colour of a role.
func (p palette) inkOf(role plan.Ink) color.NRGBA { return p.of(role.In(p.theme).Ink) }

// of returns a colour of the page, and the text's colour where the page has none.
func (p palette) of(c theme.Colour) color.NRGBA {
	r, g, b, ok := c.RGB()
	if !ok {
		return p.text
	}
	if p.grey {
		y := uint8(math.Round(luma(r, g, b)))
		return rgb(y, y, y)
	}
	return rgb(r, g, b)
}

// luma returns the lightness of a colour as the eye sees it, from 0 to 255 (ITU-R BT.709).
func luma(r, g, b uint8) float64 {
	return 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
}

// blend returns the colour at a share of the way from the ground to c.
func (p palette) blend(c color.NRGBA, share float64) color.NRGBA { return mix(p.ground, c, share) }

func mix(from, to color.NRGBA, share float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + share*(float64(b)-float64(a)))) }
	return rgb(part(from.R, to.R), part(from.G, to.G), part(from.B, to.B))
}

// upon returns the colour of text on a ground.
func upon(ground color.NRGBA) color.NRGBA {
	if luma(ground.R, ground.G, ground.B) > 128 {
		return rgb(0, 0, 0)
	}
	return rgb(255, 255, 255)
}

// greyOf returns the grey of a class, for pictures without colour: neighbours differ by a third.
func (p palette) greyOf(class int) color.NRGBA {
	levels := [...]float64{0.18, 0.5, 0.32, 0.66, 0.1, 0.42, 0.26, 0.58}
	return p.blend(p.text, levels[class%len(levels)])
}
