package theme

// Off ends any style.
const Off = "\x1b[m"

// Style says how text is set. On is kept ready, so that styling is concatenation; the parts serve code that composes cell by
// cell.
type Style struct {
	On          string // the control sequence that begins it; empty: the terminal's own style
	Ink, Ground Colour
	Attr        Attr
}

// Attr is a set of attributes besides colour.
type Attr uint8

// The attributes in use. They stay under NO_COLOR, and go with the colours where there is no terminal.
const (
	Bold Attr = 1 << iota
	faint
	Underline
	Reverse
)

// NewStyle returns the style of these parts.
func NewStyle(ink, ground Colour, attr Attr) Style {
	return Style{On: string(AppendSGR(nil, ink, ground, attr)), Ink: ink, Ground: ground, Attr: attr}
}

// AppendSGR appends the sequence that begins a style from a clean state;
// nothing for the terminal's own.
func AppendSGR(b []byte, ink, ground Colour, attr Attr) []byte {
	if ink == 0 && ground == 0 && attr == 0 {
		return b
	}
	b = append(b, "\x1b["...)
	start := len(b)
	separate := func() {
		if len(b) > start {
			b = append(b, ';')
		}
	}
	for i, code := range [...]byte{'1', '2', '4', '7'} {
		if attr&(1<<i) != 0 {
			separate()
			b = append(b, code)
		}
	}
	if ink != 0 {
		separate()
		b = ink.AppendInk(b)
	}
	if ground != 0 {
		separate()
		b = ground.AppendGround(b)
	}
	return append(b, 'm')
}

// Paint sets text in the style.
func (s Style) Paint(text string) string {
	if s.On == "" || text == "" {
		return text
	}
	return s.On + text + Off
}
