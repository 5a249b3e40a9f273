package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/ui/chart"
	"dpscope/views"
	"dpscope/views/pages"
)

// numeric matches a number as pages write it.
var numeric = regexp.MustCompile(`[0-9][0-9,.]*(\^-?[0-9]+)?`)

// The picture of every opening shows what the page says first: at least one number of the first sentence that is a reading
// stands in the picture as in the sentence, at every size that pages have; at 60 columns, where names of lines may have no
// room, in the picture or in the row of readings below it.
func TestPicturesShowTheHeadline(t *testing.T) {
	effort.ForPages(t)
	for _, v := range views.All {
		s := opened(t, v, v.Presets[0]).Scene()
		for _, size := range []chart.Rect{{Y: 4, Width: 120, Height: 33}, {Y: 2, Width: 80, Height: 19}, {Y: 1, Width: 60, Height: 12}} {
			f := Draw(s, plainLook, size, Frame{})
			picture := ansi.Strip(strings.Join(f.picture.Lines, "\n"))
			if size.Height >= airy { // the lead says what else stands at the head of the picture
				picture += "\n" + s.Sheet.Provenance.Text
			}
			if size.Width == 60 {
				picture += "\n" + ansi.Strip(strings.Join(f.Lines[f.left.Y-size.Y+f.left.Height:], "\n"))
			}
			said := headline(s.Sheet.Lead.Answer)
			if len(said) == 0 { // all its numbers are controls' or written of them
				said = figures(s.Sheet.Lead.Answer.String())
			}
			if shown := figures(picture); !slices.ContainsFunc(said, func(n string) bool { return slices.Contains(shown, n) }) {
				t.Errorf("%s at %d columns shows none of %q:\n%s\n%s", v.Name, size.Width, said, s.Sheet.Lead.Answer, picture)
			}
		}
	}
}

// Each reading that a figure shows belongs to its page.
func TestFiguresShowReadings(t *testing.T) {
	pages.Some(t, 5, func(name string, page engine.Sheet) {
		for _, shown := range page.Figure.Shows {
			if !slices.ContainsFunc(page.Readings, func(a engine.Reading) bool { return a.Key == shown.Of }) {
				t.Errorf("%s shows %s, which the page does not have", name, shown.Of)
			}
		}
	})
}

// headline returns the numbers of a sentence that are readings.
func headline(sentence engine.Sentence) (numbers []string) {
	for _, part := range sentence {
		if part.Of.Name != "" {
			numbers = append(numbers, figures(part.Text)...)
		}
	}
	return numbers
}

// figures returns the numbers in a text.
func figures(text string) []string {
	numbers := numeric.FindAllString(text, -1)
	for i, n := range numbers {
		numbers[i] = strings.TrimRight(n, ".,")
	}
	return numbers
}
