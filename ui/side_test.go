package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/theme"
	"dpscope/views"
)

// At any width a number stands whole, or its row is empty.
func TestNumbersAreNeverCut(t *testing.T) {
	for _, view := range views.All {
		d := drive(t, view.Name, 120, 40, plain)
		e := d.shell.current
		for width := 8; width <= 64; width++ {
			for _, r := range e.rows() {
				want := ""
				switch {
				case r.kind == sliderRow:
					want = r.param.Text(e.values.Get(r.param))
				case r.kind == readingRow && r.reading.Known.Word == "":
					text, known := answer(r.reading)
					if !known {
						continue
					}
					want = strings.TrimSpace(text + " " + r.reading.Unit)
				default:
					continue
				}
				got := ansi.Strip(e.rowLine(d.shell.look, row{key: "", kind: r.kind, param: r.param, reading: r.reading}, rect{width: width}, e.basisColumn(d.shell.look, width)))
				if strings.TrimSpace(got) != "" && !strings.Contains(got, want) {
					t.Fatalf("%s, %d wide: %q is cut in %q", view.Name, width, want, got)
				}
			}
		}
	}
}

// The side of an 80-column page has room for an interval and for a remark.
func TestQualifiersStandAt80Columns(t *testing.T) {
	const width = 43
	for _, c := range []struct {
		reading engine.Answer
		want    string
	}{
		{engine.Answer{Label: "lands in the window", Known: known.Exactly(1.0940919037e-6), Style: numeral.Percent}, "1 in 914,000"},
		{engine.Answer{Label: "class stays, estimated", Known: known.Sampled(0.89, 0.881, 0.899, 0.95), Style: numeral.Percent}, "≈ 89.0 % 88.1–89.9"},
		{engine.Answer{Label: "as in the paper", Known: known.Printed(0.796), Style: numeral.Percent, Beside: "not a bound"}, "79.6 % not a bound"},
		{engine.Answer{Label: "worst", Known: known.Exactly(0.27), Style: numeral.Percent, Beside: "record 25"}, "record 25"},
	} {
		e := &Explorer{sheet: engine.Sheet{Answers: []engine.Answer{c.reading}}}
		l := look{Glyphs: theme.Unicode}
		got := ansi.Strip(e.rowLine(l, row{key: "=", kind: readingRow, reading: c.reading}, rect{width: width}, e.basisColumn(l, width)))
		if !strings.Contains(got, c.want) {
			t.Errorf("%q does not show %q", got, c.want)
		}
	}
	e := &Explorer{}
	p := param.Param{Symbol: "n", Label: "records that take part", Min: 1, Max: 1e12, Scale: param.Count}
	got := ansi.Strip(e.rowLine(look{Glyphs: theme.Unicode}, row{key: "n", kind: sliderRow, param: p}, rect{width: 20}, answerColumn))
	if !strings.HasSuffix(strings.TrimRight(got, " "), " "+p.Text(0)) {
		t.Errorf("the value is not whole in %q", got)
	}
}
