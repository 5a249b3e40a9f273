package screen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"

	"dpscope/engine/effort"
	"dpscope/ui/theme"
)

const columns, rows = 24, 6

// terminal returns a terminal that shows what is written to it.
func terminal() *vt.Emulator { return vt.NewEmulator(columns, rows) }

// seen returns the cells of a terminal with their styles. The second cell of a wide character is empty; so is one that the
// emulator leaves where the character is gone, which is blank.
func seen(e *vt.Emulator) (list []string) {
	for y := range rows {
		for x := 0; x < columns; {
			text, width := " ", 1
			if c := e.CellAt(x, y); c != nil && c.Content != "" {
				style := c.Style
				if c.Content == " " { // its ink and weight are invisible
					style.Fg, style.Attrs = nil, style.Attrs&^3
				}
				text, width = style.String()+c.Content, max(c.Width, 1)
			}
			list = append(list, strings.TrimPrefix(text, theme.Off))
			x += width
		}
	}
	return list
}

// pieces lists the parts of random screens; the last two are not simple. The emulator gives combining marks cells of their own,
// so that there are none.
var pieces = []struct {
	text  string
	width int
}{
	{"    ", 4}, {"  ", 2}, {" ", 1}, {"a", 1}, {"word", 4}, {"ε ≤ 2", 5}, {"⣿⡇", 2}, {"▀█", 2}, {"─┼", 2}, {"é", 1},
	{"東", 2}, {"न", 1},
}

// also lists sequences that no theme writes, and an unknown one.
var also = []string{"\x1b[39m", "\x1b[49m", "\x1b[0;4m", "\x1b[;7;92;103m", "\x1b[38;5;77;48;5;8m", "\x1b[22m"}

// line returns a random line, most of it simple.
func line(rng *rand.Rand) string {
	var b strings.Builder
	styles := []theme.Style{{}, {}, theme.NewStyle(0, 0, theme.Bold), theme.New(true, 4).Accent, theme.New(true, 4).Series[1], theme.NewStyle(0, theme.New(true, 4).Shade(), 0)}
	usual := len(pieces) - 2
	if rng.IntN(4) == 0 {
		usual = len(pieces)
	}
	for left := columns; left > 0; {
		if piece := pieces[rng.IntN(usual)]; piece.width <= left {
			s := styles[rng.IntN(len(styles))]
			switch rng.IntN(4) {
			case 0: // as a picture is set: style after style, with attributes that carry over
				b.WriteString(s.On + piece.text)
			case 1:
				b.WriteString(also[rng.IntN(len(also))] + piece.text)
			default:
				b.WriteString(s.Paint(piece.text))
			}
			left -= piece.width
		}
	}
	b.WriteString(theme.Off)
	return b.String()
}

// next returns a screen that shares much with another.
func next(rng *rand.Rand, shown []string) []string {
	lines := slices.Clone(shown)
	for range 1 + rng.IntN(4) {
		y := rng.IntN(rows)
		switch before, after := lines[y], line(rng); rng.IntN(3) {
		case 0:
			lines[y] = after
		case 1: // another beginning or end of plain cells
			lines[y] = strings.Replace(before, "word", "wurd", 1)
		default:
			lines[y] = strings.Repeat(" ", columns)
		}
	}
	return lines
}

// A terminal that is changed step by step equals one that is painted at once.
func TestChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var p Painter
	shown := slices.Repeat([]string{strings.Repeat(" ", columns)}, rows)
	changing := terminal()
	changing.Write(p.Paint(nil, shown))
	for step := range effort.Scale(200, 1000, 30000) {
		lines := next(rng, shown)
		changing.Write(p.Change(nil, shown, lines))
		shown = lines
		painted := terminal()
		painted.Write(p.Paint(nil, shown))
		if got, want := seen(changing), seen(painted); !slices.Equal(got, want) {
			t.Fatalf("after %d changes it shows\n%q\nand not\n%q", step+1, got, want)
		}
	}
}

// Unchanged cells are not written again.
func TestChangeIsShort(t *testing.T) {
	var p Painter
	accent := theme.New(true, 4).Accent
	shown := []string{"ε " + accent.Paint("━━●──") + " 1.00            end", "same"}
	moved := []string{"ε " + accent.Paint("━━━●─") + " 1.10            end", "same"}
	const want = "\x1b[1;5H" // moves once, and writes two cells of the slider and one of the number
	got := string(p.Change(nil, shown, moved))
	if !strings.HasPrefix(got, want) || strings.Count(got, "H") != 1 || len(got) > 60 || strings.Contains(got, "end") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
	if got := p.Change(nil, shown, shown); len(got) > 0 {
		t.Errorf("a screen that stays takes %q", got)
	}
}
