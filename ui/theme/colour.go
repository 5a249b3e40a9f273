package theme

import (
	"image/color"
	"math"
	"strconv"

	"charm.land/lipgloss/v2"
)

// Colour is a terminal colour: the terminal's own (the zero value), one of
// the sixteen of ANSI, or an sRGB triple.
type Colour uint32

const (
	ansiColour Colour = 1 << 24
	rgbColour  Colour = 2 << 24
	kindMask   Colour = 3 << 24
)

// rgb returns the sRGB colour 0xRRGGBB.
func rgb(hex uint32) Colour { return rgbColour | Colour(hex&0xffffff) }

// indexed returns colour n, 0 to 15, of the terminal's palette.
func indexed(n uint8) Colour { return ansiColour | Colour(n&15) }

// rgb returns the components of an sRGB colour; ok is false for other colours, as only the terminal knows their components.
func (c Colour) rgb() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&kindMask == rgbColour
}

// AppendInk appends the SGR parameters that make c the colour of text.
func (c Colour) AppendInk(b []byte) []byte { return c.appendSGR(b, 30) }

// AppendGround appends the SGR parameters that make c the background.
func (c Colour) AppendGround(b []byte) []byte { return c.appendSGR(b, 40) }

// appendSGR writes ECMA-48 parameters with base 30 for text and 40 for the
// background; 8 selects a triple, 9 the default, and 90 or 100 is the base of
// the bright half of the sixteen.
func (c Colour) appendSGR(b []byte, base int64) []byte {
	switch c & kindMask {
	case rgbColour:
		red, green, blue, _ := c.rgb()
		b = strconv.AppendInt(b, base+8, 10)
		for _, part := range [...]uint8{2, red, green, blue} {
			b = append(b, ';')
			b = strconv.AppendInt(b, int64(part), 10)
		}
		return b
	case ansiColour:
		n := int64(c & 15)
		if n >= 8 {
			n += 60 - 8
		}
		return strconv.AppendInt(b, base+n, 10)
	}
	return strconv.AppendInt(b, base+9, 10)
}

// Lipgloss returns the colour for components that are styled with Lip Gloss.
func (c Colour) Lipgloss() color.Color {
	if r, g, b, ok := c.rgb(); ok {
		return color.RGBA{R: r, G: g, B: b, A: 0xff}
	}
	if c&kindMask == ansiColour {
		return lipgloss.ANSIColor(c & 15)
	}
	return lipgloss.NoColor{}
}

// blend returns the colour a share of the way from ground to c: 0 is ground,
// 1 is c. Colours that only the terminal knows are returned unblended.
func (c Colour) blend(ground Colour, share float64) Colour {
	r1, g1, b1, ok1 := c.rgb()
	r0, g0, b0, ok0 := ground.rgb()
	if !ok0 || !ok1 {
		return c
	}
	mix := func(from, to uint8) uint32 {
		return uint32(math.Round(float64(from) + share*(float64(to)-float64(from))))
	}
	return rgb(mix(r0, r1)<<16 | mix(g0, g1)<<8 | mix(b0, b1))
}

// linear returns the components of an sRGB colour as shares of light
// (IEC 61966-2-1).
func (c Colour) linear() [3]float64 {
	r, g, b, _ := c.rgb()
	var light [3]float64
	for i, part := range [...]uint8{r, g, b} {
		v := float64(part) / 255
		if v <= 0.04045 {
			light[i] = v / 12.92
		} else {
			light[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}

// luminance returns the relative luminance of WCAG 2.2, in [0, 1].
func (c Colour) luminance() float64 {
	light := c.linear()
	return 0.2126*light[0] + 0.7152*light[1] + 0.0722*light[2]
}

// contrast returns the ratio of WCAG 2.2 between two sRGB colours, from 1 (alike) to 21 (black on white).
func contrast(a, b Colour) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// RGB returns the components of an sRGB colour; ok is false for other colours, as only the terminal knows their components.
func (c Colour) RGB() (r, g, b uint8, ok bool) { return c.rgb() }

// Between returns the colour a share of the way from ground to c.
func (c Colour) Between(ground Colour, share float64) Colour { return c.blend(ground, share) }
