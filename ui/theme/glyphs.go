package theme

import "dpscope/engine/known"

// Glyphs are the signs of the screen, each one cell wide. There are two sets:
// one of the common Unicode blocks (lines, blocks, geometric shapes, braille)
// and one of ASCII alone.
type Glyphs struct {
	ASCII bool // the set draws with ASCII alone: no braille, no blocks

	// Axes and rules.
	Horizontal, Vertical           string // lines
	TickLeft, TickBelow, TickAbove string // ticks of the y and the x axis
	Corner                         string // where the axes meet
	Break                          string // of an axis that does not begin at zero
	DashAcross, DashDown           string // thresholds
	AnswerDown                     string // a threshold that is the answer
	BracketLeft                    string // ends of a bracket
	BracketRight                   string
	TopLeft, TopRight              string // corners of an outline
	BottomLeft                     string
	BottomRight                    string
	Dashed                         [2]string // an outline's lines, across and down
	Dotted                         string    // a line that accompanies another
	Double                         [6]string // the same, and its corners
	Pointer, PointerRight          string    // points at the user's own value, from below and from the left
	Upward, Onward                 string    // before the names of the y and the x axis, where those do not stand at them

	// Areas.
	Shade  string    // a shaded span
	Solid  string    // the area under a line that counts
	Weave  string    // a band, where braille cannot draw it
	Shades [4]string // a scale of strength, light to full
	Fills  []string  // areas of a field, where colour cannot tell them apart
	Block  string    // a full cell
	Upper  string    // its upper half
	Lower  string    // its lower half

	// Series.
	Markers []string // one per series
	Here    string   // the present setting, which is no series
	Beyond  string   // goes on beyond the edge

	// Controls.
	Focus                string // before the focused row
	Track, TrackOn, Knob string // slider: rest, part up to the knob, knob
	Guess                string // the prediction of an answer, where Knob is the truth
	TrackStart, TrackEnd string // its ends; empty where the line needs none
	Mark                 string // where a preset lies on the track
	Limit, LimitOn       string // where a word for the values begins: on the rest of the track, and before the knob
	Other                string // published values, below the track
	PickLeft, PickRight  string // around a choice
	Up, Down             string // the direction in which more follows
	ScrollUp, ScrollDown string // there is more above, below
	Ellipsis             string // something is cut
	Bullet               string // between words of a row
	Separator            string // between columns of a row

	bases [8]string
}

// Unicode is the usual set.
var Unicode = Glyphs{
	Horizontal: "─", Vertical: "│", TickLeft: "┤", TickBelow: "┬", TickAbove: "┴", Corner: "┼", Break: "╱",
	DashAcross: "╌", DashDown: "╎", AnswerDown: "┃",
	BracketLeft: "├", BracketRight: "┤",
	TopLeft: "┌", TopRight: "┐", BottomLeft: "└", BottomRight: "┘",
	Dotted: "┄",
	Dashed: [2]string{"╌", "╎"}, Double: [6]string{"═", "║", "╔", "╗", "╚", "╝"},
	Pointer: "▲", PointerRight: "►", Upward: "↑", Onward: "→",

	Shade: "░", Solid: "▓", Weave: "░", Shades: [4]string{"░", "▒", "▓", "█"},
	Fills: []string{"·", "▒", "░", "▓", "╱", "+", "=", "╲", "○", "×", ":", "▪", "~", "o", "v", "█"},
	Block: "█", Upper: "▀", Lower: "▄",

	Markers: []string{"●", "■", "▲", "◆", "○", "□", "△", "◇", "▼", "▽", "×", "+", "*", "#", "@", "%"},
	Here:    "◉",
	Beyond:  "▲",

	Focus: "▸", Track: "─", TrackOn: "━", Knob: "●", Guess: "◇", Mark: "╵", Limit: "┬", LimitOn: "┯", Other: "○",
	PickLeft: "‹", PickRight: "›",
	Up: "↑", Down: "↓", Ellipsis: "…",
	ScrollUp: "▲", ScrollDown: "▼",
	Bullet: "·", Separator: "│",

	bases: [8]string{known.Exact: "=", known.AtLeast: "≥", known.AtMost: "≤", known.Between: "≥", known.Estimate: "≈",
		known.AsPrinted: "paper", known.ConfidentAtLeast: "≈≥", known.ConfidentAtMost: "≈≤"},
}

// ASCII is the set for terminals and files that have nothing else.
var ASCII = Glyphs{
	ASCII:      true,
	Horizontal: "-", Vertical: "|", TickLeft: "+", TickBelow: "+", TickAbove: "+", Corner: "+", Break: "/",
	DashAcross: "-", DashDown: "!", AnswerDown: "I",
	BracketLeft: "|", BracketRight: "|",
	TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
	Dotted: "'",
	Dashed: [2]string{"~", ";"}, Double: [6]string{"=", "\"", "=", "=", "=", "="},
	Pointer: "^", PointerRight: ">", Upward: "^", Onward: ">",

	Shade: ":", Solid: "#", Weave: ":", Shades: [4]string{".", ":", "*", "#"},
	Fills: []string{".", "+", ":", "#", "/", "%", "=", "\\", "o", "x", "-", "*", "~", "@", "v", "&"},
	Block: "#", Upper: "\"", Lower: ".",

	Markers: []string{"*", "o", "+", "x", "#", "@", "%", "&", "a", "b", "c", "d", "e", "f", "g", "h"},
	Here:    "O",
	Beyond:  "^",

	Focus: ">", Track: "-", TrackOn: "=", Knob: "O", Guess: "x", TrackStart: "[", TrackEnd: "]", Mark: "'", Limit: "+", LimitOn: "+", Other: "o",
	PickLeft: "<", PickRight: ">",
	Up: "up", Down: "down", Ellipsis: "..",
	ScrollUp: "^", ScrollDown: "v",
	Bullet: "-", Separator: "|",

	bases: [8]string{known.Exact: "=", known.AtLeast: ">=", known.AtMost: "<=", known.Between: ">=", known.Estimate: "~",
		known.AsPrinted: "paper", known.ConfidentAtLeast: "~>=", known.ConfidentAtMost: "~<="},
}

// GlyphSet returns the set for a terminal that has Unicode, or not.
func GlyphSet(ascii bool) Glyphs {
	if ascii {
		return ASCII
	}
	return Unicode
}

// Basis is what stands before a number: = exact, ≥ and ≤ proven bounds, ≈≥ and ≈≤ bounds with a confidence,
// ≈ an estimate, and the word paper before what is as a paper prints it.
func (g Glyphs) Basis(b known.Basis) string { return g.bases[b] }
