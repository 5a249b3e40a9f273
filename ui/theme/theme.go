// Package theme holds the colours and signs of the screen by their role, so
// that no other package names a colour or draws a glyph of its own.
//
// Nothing is said by colour alone: every role also has a sign, a weight or a
// place. Colours are checked in the tests: contrast on light and dark grounds,
// and distance between series under the three kinds of colour blindness.
package theme

import "github.com/charmbracelet/colorprofile"

// Theme is the set of styles for one kind of terminal. The zero value styles
// nothing.
type Theme struct {
	Dark    bool
	Profile colorprofile.Profile

	Text    Style // what is read first: the terminal's own colour
	Strong  Style // headlines and keys
	Dim     Style // explanations: tick labels, units, remarks
	Muted   Style // furniture: axes, rules, tracks
	Ghost   Style // lines of series that are there for comparison only
	Accent  Style // the focus, and the user's settings
	Warning Style // warnings that need an action

	Series [8]Style // curves and areas, in the order of Okabe and Ito and two more

	faded  bool
	ground Colour // assumed background of the terminal
	shade  Colour // ground of a shaded span
}

// New returns the theme for a dark or light background and for what the
// terminal can show. The sixteen colours have their own mapping, because
// the nearest of sixteen is the same for several series.
func New(dark bool, profile colorprofile.Profile) Theme {
	t := Theme{Dark: dark, Profile: profile}
	switch {
	case profile == colorprofile.ANSI256:
		p := palettes[dark]
		p.shade = greys[dark]
		t.fill(p)
	case profile > colorprofile.ANSI256:
		t.fill(palettes[dark])
	case profile == colorprofile.ANSI:
		t.fill(sixteen[dark])
	case profile == colorprofile.ASCII:
		t.fill(palette{})
	}
	return t
}

// palette holds the colours that differ between grounds and profiles.
type palette struct {
	ground, shade, dim, muted, accent, warning Colour
	series                                     [8]Colour
}

func (t *Theme) fill(p palette) {
	t.ground, t.shade = p.ground, p.shade
	t.Strong = NewStyle(0, 0, Bold)
	t.Dim = NewStyle(p.dim, 0, 0)
	t.Muted = NewStyle(p.muted, 0, 0)
	t.Ghost = t.Muted // fainter it would be lost upon a tint
	t.Accent = NewStyle(p.accent, 0, Bold)
	t.Warning = NewStyle(p.warning, 0, Bold)
	for i, c := range p.series {
		t.Series[i] = NewStyle(c, 0, 0)
	}
}

// palettes are for 24 bits; the renderer finds the nearest of 256 itself.
//
// Series follow Okabe & Ito (Color Universal Design, 2008): orange, sky blue, bluish green, then yellow where the ground is
// dark and blue where it is light (each is hard to see on the other), vermillion, reddish purple. They are moved away from the
// ground until a name in the colour of its line can be read, each by an amount that keeps them apart for the colour-blind. Their blue and black
// would be lost beside the sky blue and the text, so that the last two are our own: mint and khaki, or maroon and navy.
var palettes = map[bool]palette{
	true: {
		ground: rgb(0x14161a), shade: rgb(0x262b33),
		dim: rgb(0xb3b9c2), muted: rgb(0x848d99), accent: rgb(0xebccff), warning: rgb(0xff9e95),
		series: [8]Colour{rgb(0xe7a000), rgb(0x55b7f0), rgb(0x13a678), rgb(0xf0e442), rgb(0xe77126), rgb(0xcc79a7), rgb(0xc8faaa), rgb(0xaaaa5a)},
	},
	false: {
		ground: rgb(0xffffff), shade: rgb(0xe8ecf2),
		dim: rgb(0x4d545d), muted: rgb(0x6f7782), accent: rgb(0x6924ce), warning: rgb(0xa1221b),
		series: [8]Colour{rgb(0xa46200), rgb(0x3671c3), rgb(0x01764a), rgb(0x00507d), rgb(0x923200), rgb(0x9e5b82), rgb(0x5a0000), rgb(0x000050)},
	},
}

// greys are the shades under 256 colours, each a grey there: for the bluish shades of palettes the renderer would find a navy,
// the brightest thing on the screen.
var greys = map[bool]Colour{true: rgb(0x262626), false: rgb(0xeeeeee)}

// sixteen names the terminal's own colours, which its user may have changed.
var sixteen = map[bool]palette{
	true: {
		dim: indexed(7), muted: indexed(8), accent: indexed(12), warning: indexed(9),
		series: [8]Colour{indexed(3), indexed(14), indexed(2), indexed(11), indexed(1), indexed(13), indexed(10), indexed(5)},
	},
	false: {
		dim: 0, muted: indexed(8), accent: indexed(12), warning: indexed(9),
		series: [8]Colour{indexed(3), indexed(6), indexed(2), indexed(4), indexed(1), indexed(5), indexed(0), indexed(13)},
	},
}

// Coloured reports whether the terminal shows colours.
func (t Theme) Coloured() bool { return t.Profile >= colorprofile.ANSI }

// Blends reports whether the terminal shows shades between colours.
func (t Theme) Blends() bool { return t.Profile >= colorprofile.ANSI256 }

// Ground returns the assumed background of the terminal; the zero value where it is unknown.
func (t Theme) Ground() Colour { return t.ground }

// Shade returns the ground of a shaded span: a step away from the background, or the terminal's own where it shows no shades.
func (t Theme) Shade() Colour { return t.shade }

// Field returns the colour of the area of a class: with the same hue as the line of that number. Where the renderer takes the
// nearest of 256 colours, it is the line's own; a blend with the background would fall on another hue.
func (t Theme) Field(class int) Colour {
	const share = 0.72
	c := t.Series[class%len(t.Series)].Ink
	if t.Profile == colorprofile.ANSI256 {
		return c
	}
	return c.blend(t.ground, share)
}

// Area returns the colour of a large area of a series, such as a bar: less glaring than a line needs to be.
func (t Theme) Area(s Style) Style {
	const share = 0.8
	return NewStyle(s.Ink.blend(t.ground, share), 0, 0)
}

// Tint returns the ground of the area under a line or between two: a little of the hue, so that lines upon it are seen. Of 256
// colours a blend would fall on another hue, and it is grey; with fewer there is none.
func (t Theme) Tint(s Style) Colour {
	const share = 0.15
	switch {
	case !t.Blends():
		return 0
	case t.Profile == colorprofile.ANSI256:
		return t.shade
	}
	return s.Ink.blend(t.ground, share)
}

// Upon returns the colour of text on a ground of the given colour: black or white, by the greater contrast; the terminal's own
// where the ground is unknown.
func (t Theme) Upon(ground Colour) Colour {
	if _, _, _, known := ground.rgb(); known {
		black, white := rgb(0x000000), rgb(0xffffff)
		ink := white
		if contrast(black, ground) >= contrast(white, ground) {
			ink = black
		}
		if t.faded {
			return ink.blend(ground, kept)
		}
		return ink
	}
	if ground != 0 {
		return indexed(0)
	}
	return 0
}

// kept is the share of the distance to the ground that a faded theme keeps.
const kept = 0.55

// Faded returns the theme of a figure that is out of date: every colour a good step nearer to the background, or faint where
// shades cannot be shown.
func (t Theme) Faded() Theme {
	if t.Profile < colorprofile.ASCII {
		return t
	}
	body := map[bool]Colour{true: rgb(0xd0d4da), false: rgb(0x24292f)}[t.Dark]
	fade := func(s Style) Style {
		if !t.Blends() {
			return NewStyle(s.Ink, s.Ground, s.Attr&^Bold|faint)
		}
		ink := s.Ink
		if ink == 0 {
			ink = body
		}
		return NewStyle(ink.blend(t.ground, kept), s.Ground, s.Attr&^Bold)
	}
	for _, s := range []*Style{&t.Text, &t.Strong, &t.Dim, &t.Muted, &t.Ghost, &t.Accent, &t.Warning} {
		*s = fade(*s)
	}
	for i, s := range t.Series {
		t.Series[i] = fade(s)
	}
	t.faded = true
	t.shade = t.shade.blend(t.ground, kept)
	return t
}
