package theme

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Backgrounds that terminals commonly have: black to One Dark, white to
// Solarized Light.
var grounds = map[bool][]Colour{
	true:  {rgb(0x000000), rgb(0x14161a), rgb(0x1e1e1e), rgb(0x282c34)},
	false: {rgb(0xffffff), rgb(0xfafafa), rgb(0xfdf6e3)},
}

// WCAG 2.2: 7 for text (1.4.6, the enhanced level), 4.5 for names in the colours of their lines (1.4.3), 3 for graphical
// objects (1.4.11).
func TestContrast(t *testing.T) {
	for dark, backs := range grounds {
		th := New(dark, colorprofile.TrueColor)
		for _, back := range backs {
			check := func(name string, s Style, least float64) {
				if got := contrast(s.Ink, back); got < least {
					t.Errorf("dark %v: %s %06x on %06x has contrast %.2f, below %.1f", dark, name, s.Ink&0xffffff, back&0xffffff, got, least)
				}
			}
			check("dim", th.Dim, 7)
			check("accent", th.Accent, 7)
			check("warning", th.Warning, 7)
			check("muted", th.Muted, 3)
			check("ghost", th.Ghost, 3)
			for i, s := range th.Series {
				check(fmt.Sprint("series ", i), s, 4.5)
				if back == th.ground {
					check(fmt.Sprint("area ", i), th.Area(s), 3)
				}
			}
		}
	}
}

// Known ratios of WCAG: black on white is 21, #777 on white 4.48.
func TestContrastRatio(t *testing.T) {
	for _, c := range []struct {
		a, b Colour
		want float64
	}{{rgb(0), rgb(0xffffff), 21}, {rgb(0x777777), rgb(0xffffff), 4.48}, {rgb(0xabcdef), rgb(0xabcdef), 1}} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("Contrast(%06x, %06x) = %.3f, want %.2f", c.a&0xffffff, c.b&0xffffff, got, c.want)
		}
	}
}

// vision is a kind of colour blindness, as a matrix on linear RGB (Machado, Oliveira & Fernandes, A Physiologically-based Model
// for Simulation of Color Vision Deficiency, 2009, severity 1).
type vision [3][3]float64

var visions = map[string]vision{
	"common": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns CIE 1976 L*a*b* under D65.
func (v vision) lab(c Colour) [3]float64 {
	in := c.linear()
	var seen [3]float64
	for i, row := range v {
		seen[i] = min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Series must be told apart by everyone: at least 15 in CIELAB (about six just
// noticeable differences), and the same for the accent against each.
func TestColourBlindness(t *testing.T) {
	const least = 15
	for _, dark := range []bool{true, false} {
		th := New(dark, colorprofile.TrueColor)
		inks := map[string]Colour{"accent": th.Accent.Ink}
		for i, s := range th.Series {
			inks[fmt.Sprint("series ", i)] = s.Ink
		}
		for name, v := range visions {
			for a, ca := range inks {
				for b, cb := range inks {
					if a >= b {
						continue
					}
					la, lb := v.lab(ca), v.lab(cb)
					distance := math.Sqrt((la[0]-lb[0])*(la[0]-lb[0]) + (la[1]-lb[1])*(la[1]-lb[1]) + (la[2]-lb[2])*(la[2]-lb[2]))
					if distance < least {
						t.Errorf("dark %v, %s vision: %s and %s are %.1f apart, below %d", dark, name, a, b, distance, least)
					}
				}
			}
		}
	}
}

// The renderer turns 24 bits into the nearest of 256, no two series into the same; the sixteen colours are our own choice and
// differ too.
func TestSeriesStayApartInFewerColours(t *testing.T) {
	for _, dark := range []bool{true, false} {
		seen := map[color.Color]int{}
		for i, s := range New(dark, colorprofile.ANSI256).Series {
			r, g, b, ok := s.Ink.rgb()
			if !ok {
				t.Fatalf("series %d has no RGB", i)
			}
			c := colorprofile.ANSI256.Convert(color.RGBA{r, g, b, 255})
			if before, twice := seen[c]; twice {
				t.Errorf("dark %v: series %d and %d are the same of 256 colours", dark, before, i)
			}
			seen[c] = i
		}
		th := New(dark, colorprofile.ANSI)
		names := map[Colour]string{}
		styles := append(th.Series[:], th.Accent, th.Warning, th.Muted)
		for i, s := range styles {
			if s.Ink&kindMask != ansiColour {
				t.Errorf("dark %v: style %d is not one of sixteen", dark, i)
			}
			if before, twice := names[s.Ink]; twice {
				t.Errorf("dark %v: styles %s and %d are the same of sixteen colours", dark, before, i)
			}
			names[s.Ink] = fmt.Sprint(i)
		}
	}
}

func TestSequences(t *testing.T) {
	for _, c := range []struct {
		ink, ground Colour
		attr        Attr
		want        string
	}{
		{0, 0, 0, ""},
		{rgb(0x010203), 0, 0, "\x1b[38;2;1;2;3m"},
		{0, rgb(0xff00fe), 0, "\x1b[48;2;255;0;254m"},
		{indexed(3), indexed(12), Bold | Underline, "\x1b[1;4;33;104m"},
		{indexed(15), 0, faint | Reverse, "\x1b[2;7;97m"},
	} {
		if got := NewStyle(c.ink, c.ground, c.attr).On; got != c.want {
			t.Errorf("NewStyle(%x, %x, %d).On = %q, want %q", c.ink, c.ground, c.attr, got, c.want)
		}
	}
	if got := New(true, colorprofile.TrueColor).Dim.Paint("a"); !strings.HasSuffix(got, "a"+Off) || len(got) < 8 {
		t.Errorf("Paint = %q", got)
	}
}

// Without a terminal there is no control sequence at all; under NO_COLOR there is weight but no colour.
func TestProfilesWithoutColour(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, p := range []colorprofile.Profile{colorprofile.Unknown, colorprofile.NoTTY, colorprofile.ASCII} {
			for _, th := range []Theme{New(dark, p), New(dark, p).Faded()} {
				all := append(th.Series[:], th.Text, th.Strong, th.Dim, th.Muted, th.Ghost, th.Accent, th.Warning, th.Area(th.Accent))
				for i, s := range all {
					if s.Ink != 0 || s.Ground != 0 || th.Coloured() {
						t.Errorf("%v: style %d has colour", p, i)
					}
					if p < colorprofile.ASCII && s.On != "" {
						t.Errorf("%v: style %d begins with %q", p, i, s.On)
					}
				}
				if th.Field(3) != 0 || th.Shade() != 0 || th.Tint(th.Accent) != 0 {
					t.Errorf("%v: areas have colour", p)
				}
			}
		}
		if New(dark, colorprofile.ASCII).Accent.On == "" {
			t.Error("the accent is not told by weight where there is no colour")
		}
	}
}

// A faded theme is nearer to the ground, everywhere.
func TestFaded(t *testing.T) {
	for dark, backs := range grounds {
		th, faded := New(dark, colorprofile.TrueColor), New(dark, colorprofile.TrueColor).Faded()
		for i := range th.Series {
			if contrast(faded.Series[i].Ink, backs[1]) >= contrast(th.Series[i].Ink, backs[1]) {
				t.Errorf("dark %v: series %d does not fade", dark, i)
			}
		}
		if faded.Text.On == "" {
			t.Errorf("dark %v: text does not fade", dark)
		}
	}
}

// hue returns the angle of a colour in CIELAB, in degrees.
func hue(c Colour) float64 {
	lab := visions["common"].lab(c)
	return math.Atan2(lab[2], lab[1]) * 180 / math.Pi
}

// An area has the hue of its series, even where the renderer takes the nearest of 256 colours, and no two areas have the same
// there.
func TestAreasKeepTheirHue(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			th, seen := New(dark, profile), map[Colour]int{}
			for i, s := range th.Series {
				area := converted(profile, th.Field(i))
				if before, twice := seen[area]; twice {
					t.Errorf("dark %v, %v: areas %d and %d are the same", dark, profile, before, i)
				}
				seen[area] = i
				const most = 30
				if turn := math.Abs(hue(area) - hue(s.Ink)); min(turn, 360-turn) > most {
					t.Errorf("dark %v, %v: area %d is %06x, %.0f degrees from its series", dark, profile, i, area&0xffffff, turn)
				}
			}
		}
	}
}

// A shaded span stays a step from the background: even of 256 colours it is neither the background nor louder than what is
// drawn on it.
func TestShadeIsAStep(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			th := New(dark, profile)
			for name, shade := range map[string]Colour{"shade": th.Shade(), "faded shade": th.Faded().Shade()} {
				shown := converted(profile, shade)
				lab := visions["common"].lab(shown)
				const mostChroma, mostContrast = 6, 1.3
				if chroma := math.Hypot(lab[1], lab[2]); chroma > mostChroma {
					t.Errorf("dark %v, %v: the %s is %06x, a colour of chroma %.0f", dark, profile, name, shown&0xffffff, chroma)
				}
				if c := contrast(shown, th.ground); c <= 1 || c > mostContrast {
					t.Errorf("dark %v, %v: the %s is %06x, at %.2f from the ground", dark, profile, name, shown&0xffffff, c)
				}
			}
		}
	}
}

// Lines are seen upon the tint of any series, in 256 colours too, and the tint is a step from the background.
func TestLinesAreSeenUponTints(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			th := New(dark, profile)
			for i, s := range th.Series {
				tint := converted(profile, th.Tint(s))
				if c := contrast(tint, th.ground); c <= 1.05 || c > 1.5 {
					t.Errorf("dark %v, %v: tint %d is %06x, at %.2f from the ground", dark, profile, i, tint&0xffffff, c)
				}
				for k, line := range append(th.Series[:], th.Dim, th.Ghost, th.Accent) {
					if c := contrast(converted(profile, line.Ink), tint); c < 3 {
						t.Errorf("dark %v, %v: line %d on tint %d has contrast %.2f", dark, profile, k, i, c)
					}
				}
			}
		}
	}
}

// converted returns the colour that a renderer of that profile shows for an sRGB colour.
func converted(profile colorprofile.Profile, c Colour) Colour {
	r, g, b, _ := c.rgb()
	red, green, blue, _ := profile.Convert(color.RGBA{r, g, b, 255}).RGBA()
	return rgb(red>>8<<16 | green>>8<<8 | blue>>8)
}

// Text is readable upon any field colour.
func TestUpon(t *testing.T) {
	for _, dark := range []bool{true, false} {
		th := New(dark, colorprofile.TrueColor)
		for area := range 20 {
			ground := th.Field(area)
			if got := contrast(th.Upon(ground), ground); got < 4.5 {
				t.Errorf("dark %v, area %d: contrast %.2f", dark, area, got)
			}
		}
	}
}

// Every glyph is one cell wide, and the ASCII set is ASCII.
func TestGlyphs(t *testing.T) {
	for _, g := range []Glyphs{Unicode, ASCII} {
		cells := append([]string{
			g.Horizontal, g.Vertical, g.TickLeft, g.TickBelow, g.Corner, g.DashAcross, g.DashDown, g.AnswerDown, g.BracketLeft, g.BracketRight,
			g.TopLeft, g.TopRight, g.BottomLeft, g.BottomRight, g.Pointer, g.PointerRight, g.Shade, g.Weave, g.Block, g.Upper, g.Lower,
			g.Beyond, g.Here, g.Focus, g.Track, g.TrackOn, g.Knob, g.Mark, g.PickLeft, g.PickRight, g.Bullet, g.Separator,
		}, g.Markers...)
		cells = append(cells, g.Fills...)
		cells = append(cells, g.Shades[:]...)
		words := append(append([]string{}, cells...), g.TrackStart, g.TrackEnd, g.Up, g.Down, g.Ellipsis)
		words = append(words, g.bases[:]...)
		for _, s := range cells {
			if ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1 {
				t.Errorf("glyph %q is not one cell wide", s)
			}
		}
		for _, s := range words {
			if g.ASCII && !plainASCII(s) {
				t.Errorf("%q is not ASCII", s)
			}
		}
		for _, list := range [][]string{g.Markers, g.Fills} {
			seen := map[string]bool{}
			for _, s := range list {
				if seen[s] {
					t.Errorf("%q tells two things apart", s)
				}
				seen[s] = true
			}
		}
	}
}
