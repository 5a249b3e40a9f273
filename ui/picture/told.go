package picture

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/ui/chart"
	"dpscope/ui/theme"
)

// A text has 100 columns at the usual width; at other widths it has one for each letter that fits.
const (
	usualColumns = 100
	columnWidth  = UsualWidth / usualColumns
)

// Told writes the pages as text without colours: questions and leads, pictures of signs, and the answers one a line. The first
// lines serve as a caption.
func Told(to io.Writer, parts []Part, o Options) error {
	w := bufio.NewWriter(to)
	columns := max(int(cmp.Or(o.Width, UsualWidth)/columnWidth), 30)
	rows := max(columns*3/10, 12)
	if o.Height > 0 {
		rows = max(int(o.Height/(2*columnWidth)), 10)
	}
	say := func(text string) {
		if text = plain(text); text != "" {
			fmt.Fprintln(w, wrapped(text, columns))
		}
	}
	for i, p := range parts {
		if i > 0 {
			fmt.Fprintf(w, "\n%s\n\n", strings.Repeat("─", columns))
		}
		if !o.Bare {
			leadLines(say, p)
			fmt.Fprintln(w)
		}
		drawn := chart.Render(p.Sheet.Shown(), chart.Options{Width: columns, Height: rows, Theme: theme.New(o.Dark, colorprofile.ASCII)})
		for _, line := range drawn.Lines {
			fmt.Fprintln(w, strings.TrimRight(ansi.Strip(line), " "))
		}
		if o.Bare {
			continue
		}
		fmt.Fprintln(w)
		say(p.Sheet.Provenance.Text)
		answerLines(w, p)
		for _, n := range p.Sheet.Notes {
			say(n.Text)
		}
		fmt.Fprintf(w, "dpscope show '%s'\n", p.Address)
	}
	if !o.Bare {
		fmt.Fprintf(w, "dpscope %s\n", o.Program)
	}
	return w.Flush()
}

// leadLines says the question of a page and what the page says first.
func leadLines(say func(string), p Part) {
	l := p.Sheet.Lead
	say(p.Question)
	if p.Setting != p.Question {
		say(p.Setting)
	}
	say(l.Answer.String())
	if l.Warning != "" {
		say("Warning: " + l.Warning)
	}
	say(l.Price.String())
	say(l.Sees.String())
}

// answerLines writes the answers below one another.
func answerLines(w io.Writer, p Part) {
	columns := answerColumns(p.Sheet, basis)
	widths := make([]int, len(columns))
	for _, a := range p.Sheet.Readings {
		for i, c := range columns {
			widths[i] = max(widths[i], theme.Width(plain(c.of(a))))
		}
	}
	for _, a := range p.Sheet.Readings {
		line := ""
		for i, c := range columns {
			text := plain(c.of(a))
			line += text + strings.Repeat(" ", widths[i]-theme.Width(text)+2)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if len(p.Sheet.Readings) > 0 {
		fmt.Fprintln(w)
	}
}

// wrapped breaks text into lines of at most columns cells at spaces, so that 10^-6 stays whole. A word that is longer is broken
// where the line ends.
func wrapped(text string, columns int) string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		if current != "" && ansi.StringWidth(current)+1+ansi.StringWidth(word) <= columns {
			current += " " + word
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		current = ansi.Hardwrap(word, columns, true)
		if whole := strings.LastIndex(current, "\n"); whole >= 0 {
			lines, current = append(lines, current[:whole]), current[whole+1:]
		}
	}
	return strings.Join(append(lines, current), "\n")
}
