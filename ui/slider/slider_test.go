package slider

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/ui/theme"
)

// Every limit at which a word begins is a mark on the track, before the knob and after it; those off the track are not.
func TestWordsAreMarksOnTheTrack(t *testing.T) {
	epsilon := param.Param{Low: 0.01, High: 100, Scale: param.Log, Words: privacy.Words}
	bare := epsilon
	bare.Words = nil
	short := epsilon
	short.Low, short.High = 0.5, 2
	look := theme.New(true, colorprofile.ASCII)
	for _, c := range []struct {
		p     param.Param
		at    float64
		width int
		g     theme.Glyphs
		want  string
	}{
		// 41 cells have ten for a factor of ten: .201, .619, 1.39 and 2.94 are 13.0, 17.9, 21.4 and 24.7 cells from the left
		{epsilon, 1, 41, theme.Unicode, "━━━━━━━━━━━━━┯━━━━┯━●┬───┬───────────────"},
		{epsilon, 0.01, 41, theme.Unicode, "●────────────┬────┬──┬───┬───────────────"},
		{epsilon, 100, 43, theme.ASCII, "[=============+====+==+===+==============O]"},
		{bare, 1, 41, theme.Unicode, "━━━━━━━━━━━━━━━━━━━━●────────────────────"},
		{short, 0.5, 21, theme.Unicode, "●──┬───────────┬─────"},
	} {
		if got := Track(c.p, c.at, c.at, c.width, false, look, c.g); got != c.want {
			t.Errorf("at %v:\n%s, want\n%s", c.at, got, c.want)
		}
	}
}

// Published values stand below the cell where the knob would stand for them, at the ends too.
func TestPointsStandBelowTheTrack(t *testing.T) {
	p := param.Param{Low: 0.01, High: 100, Scale: param.Log}
	for _, c := range []struct {
		values []float64
		g      theme.Glyphs
		want   string
	}{
		{[]float64{1, 1, 10}, theme.Unicode, "    ○ ○"},
		{[]float64{0.001, 1e6}, theme.Unicode, "○       ○"},
		{[]float64{0.01}, theme.ASCII, " o"},
	} {
		if got := Points(p, c.values, 9, c.g); got != c.want {
			t.Errorf("%v are drawn as %q, want %q", c.values, got, c.want)
		}
	}
}
