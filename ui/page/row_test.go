package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
	"dpscope/views"
)

// numbersAreNeverCut draws rows at any width: a number is whole, or its row is empty.
func numbersAreNeverCut(t *testing.T, s explorer.Scene) {
	s.Focus = ""
	p := painter{Look: plainLook, scene: s}
	for width := 8; width <= 64; width++ {
		for _, r := range s.Rows {
			want, known := numberOf(r)
			got := ansi.Strip(p.row(r, chart.Rect{Width: width}, p.basisColumn(width)))
			if known && strings.TrimSpace(got) != "" && !strings.Contains(got, want) {
				t.Fatalf("%s, %d wide: %q is cut in %q", s.View.Name, width, want, got)
			}
		}
	}
}

// numberOf returns the number of a row with its unit, if it has one.
func numberOf(r explorer.Row) (text string, known bool) {
	switch {
	case r.Kind == explorer.SliderRow:
		return r.Param.Text(r.Value), true
	case r.Kind == explorer.AnswerRow && r.Reading.Known.Word == "":
		text, known = explorer.Written(r.Reading)
		return strings.TrimSpace(text + " " + r.Reading.Unit), known
	}
	return "", false
}

// The side of an 80-column page has room for an interval and for a remark.
func TestQualifiersStandAt80Columns(t *testing.T) {
	const width = 44
	for _, c := range []struct {
		answer engine.Reading
		want   string
	}{
		{engine.Reading{Label: "lands in the window", Known: known.Exactly(1.0940919037e-6), Style: numeral.Percent}, "1 in 914,000"},
		{engine.Reading{Label: "class stays, estimated", Known: known.Sampled(0.89, 0.881, 0.899, 0.95), Style: numeral.Percent}, "≈  89.0 % 88.1–89.9"},
		{engine.Reading{Label: "as in the paper", Known: known.Printed(0.796), Style: numeral.Percent, Remark: "not a bound"}, "79.6 % not a bound"},
		{engine.Reading{Label: "worst", Known: known.Exactly(0.27), Style: numeral.Percent, Remark: "record 25"}, "record 25"},
	} {
		p := painter{Look: line.Look{Glyphs: theme.Unicode}, scene: explorer.Scene{Sheet: engine.Sheet{Readings: []engine.Reading{c.answer}}}}
		got := ansi.Strip(p.row(explorer.Row{Key: "=", Kind: explorer.AnswerRow, Reading: c.answer}, chart.Rect{Width: width}, p.basisColumn(width)))
		if !strings.Contains(got, c.want) {
			t.Errorf("%q does not show %q", got, c.want)
		}
	}
	n := param.Param{Symbol: "n", Label: "records that take part", Min: 1, Max: 1e12, Scale: param.Count}
	p := painter{Look: line.Look{Glyphs: theme.Unicode}}
	got := ansi.Strip(p.row(explorer.Row{Key: "n", Kind: explorer.SliderRow, Param: n}, chart.Rect{Width: 20}, 26))
	if !strings.HasSuffix(strings.TrimRight(got, " "), " "+n.Text(0)) {
		t.Errorf("the value is not whole in %q", got)
	}
}

// A remark too long for its row takes its short form, and a reason for a missing number is never cut.
func TestShortFormsWhereRoomIsShort(t *testing.T) {
	was := known.Named("sw", "Square wave (SW)")
	half := known.Exactly(0.5)
	for _, c := range []struct {
		width  int
		answer engine.Reading
		want   string
	}{
		{50, engine.Reading{Label: "closest", Known: known.Named("pm", "Piecewise (PM)"), Held: &was}, "= Piecewise (PM)  was SW"},
		{64, engine.Reading{Label: "closest", Known: known.Named("pm", "Piecewise (PM)"), Held: &was}, "was Square wave (SW)"},
		{48, engine.Reading{Label: "3 Gaussian PAC, clamped", Known: known.Exactly(0.853), Held: &half, Style: numeral.Percent}, "85.3 %       +35.3"},
		{64, engine.Reading{Label: "3 Gaussian PAC, clamped", Known: known.Exactly(0.853), Held: &half, Style: numeral.Percent}, "+35.3 points"},
		{54, engine.Reading{Label: "least ε for 80 %", Known: known.Exactly(1.39), Remark: "Square wave (SW)"}, "1.39   Square wave (SW)"},
		{42, engine.Reading{Label: "least ε for 80 %", Known: known.Exactly(1.39), Remark: "Square wave (SW)"}, " SW"},
		{48, engine.Reading{Label: "cells", Known: known.Nothing("a grid of 800 cells is outside [2, 500]")}, "none; w says why"},
		{48, engine.Reading{Label: "cells", Known: known.Nothing("counts only")}, "none: counts only"},
	} {
		p := painter{Look: plainLook, scene: explorer.Scene{Sheet: engine.Sheet{Readings: []engine.Reading{c.answer}}}}
		got := ansi.Strip(p.row(explorer.Row{Key: "=", Kind: explorer.AnswerRow, Reading: c.answer}, chart.Rect{Width: c.width}, tabsIn(c.width).answer))
		if !strings.Contains(got, c.want) {
			t.Errorf("%d wide: %q does not show %q", c.width, got, c.want)
		}
	}
}

// Numbers keep their decimal points aligned and names their ends, whatever stands beside them; a number beside them is whole or
// absent.
func TestNumbersStandBelowEachOther(t *testing.T) {
	answers := []engine.Reading{
		{Label: "at least half kept", Known: known.Exactly(0.83), Style: numeral.Percent},
		{Label: "with two more records", Known: known.Exactly(0.833), Style: numeral.Percent, Remark: "up 0.392 points"},
		{Label: "lead", Known: known.Exactly(0.0258), Style: numeral.Points, Remark: "Square wave (SW)"},
		{Label: "saved by exactness", Known: known.Exactly(0.487), Style: numeral.Percent, Remark: "bound 1.95 times"},
		{Label: "least ε for 80 %", Known: known.Exactly(1.39), Remark: "Piecewise (PM)"},
	}
	for _, width := range []int{44, 48, 64} {
		p := painter{Look: line.Look{Glyphs: theme.Unicode}, scene: explorer.Scene{Sheet: engine.Sheet{Readings: answers}}}
		for _, a := range answers {
			got := ansi.Strip(p.row(explorer.Row{Key: "=", Kind: explorer.AnswerRow, Reading: a}, chart.Rect{Width: width}, p.basisColumn(width)))
			point := p.basisColumn(width) + len("= ") + integerRoom(width)
			if runes := []rune(got); runes[point] != '.' || !strings.Contains(got, a.Label+" ") {
				t.Errorf("at %d the point is not at %d, or the name is cut, in %q", width, point, got)
			}
			if strings.ContainsAny(a.Remark, "0123456789") && !strings.Contains(got, a.Remark) && strings.Contains(got, "…") {
				t.Errorf("at %d a number is cut in %q", width, got)
			}
		}
	}
}

// In a side the signs of all answers stand in one column. What has no room in an answer's row begins at one column below its
// name: the end of the name, a long word behind its sign, a remark.
func TestAnswersOfASideAreAligned(t *testing.T) {
	effort.ForPages(t)
	for _, v := range views.All {
		for _, preset := range v.Presets {
			answersOfASideAreAligned(t, painter{Look: plainLook, scene: opened(t, v, preset).Scene()}, v.Name+"?preset="+preset.Name)
		}
	}
}

func answersOfASideAreAligned(t *testing.T, p painter, name string) {
	t.Helper()
	for _, width := range []int{sideWidth, wideSide} {
		basis := p.basisColumn(width)
		for _, s := range p.sideLines(width) {
			if !s.answers() || s.gap || s.above != "" {
				continue
			}
			text := []rune(ansi.Strip(p.sideLine(s, chart.Rect{Width: width, Height: 1}, basis)))
			_, known := explorer.Written(s.row.Reading)
			start := indented
			switch {
			case s.below == "" && !s.named:
				start = nameColumn
			case s.named && s.rest == "" && s.word == "":
				start = basis
			case s.word != "" && !s.begins:
				start += 2
			}
			if column := len(text) - len([]rune(strings.TrimLeft(string(text[1:]), " "))); column != start {
				t.Errorf("%s in %d columns: %q begins at %d, want %d", name, width, string(text), column, start)
			}
			if sign := plainLook.Basis(s.row.Reading.Known.Side()); s.below == "" && s.word == "" && known && !strings.HasSuffix(string(text[:basis+1]), " "+sign) {
				t.Errorf("%s in %d columns: the sign of %q is not at %d", name, width, string(text), basis)
			}
		}
	}
}

// Where rows are short, lines that belong together go together, from the end, and no more than necessary.
func TestLinesOfASideYieldFromTheEnd(t *testing.T) {
	first, second := &explorer.Row{}, &explorer.Row{}
	lines := []sideLine{{row: first}, {row: first, below: "a"}, {row: second}, {row: second, below: "b"}, {row: second, below: "c"}, {gap: true}}
	for room, want := range map[int]int{7: 6, 6: 6, 5: 4, 4: 4, 3: 3, 2: 3, 0: 3} {
		got := shortened(slices.Clone(lines), room, func(s sideLine) bool { return s.below != "" })
		if len(got) != want {
			t.Errorf("of six lines %d are left where %d have room, want %d", len(got), room, want)
		}
	}
}

// A record of thousands of numbers shows its end, at a cost that depends on the visible part only.
func TestShorteningALongWordCostsWhatIsVisible(t *testing.T) {
	word := strings.Repeat("0.123456,", 8000) + "0.5"
	got := ""
	if n := testing.AllocsPerRun(3, func() { got = shorten(plainLook, word, 20) }); n > 30 {
		t.Errorf("a text of %d characters is cut in %g steps", len(word), n)
	}
	if !strings.HasSuffix(got, "123456,0.5") || theme.Width(got) > 20 {
		t.Errorf("%q", got)
	}
}
