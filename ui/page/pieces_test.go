package page

import (
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/ui/chart"
	"dpscope/ui/theme"
	"dpscope/views"
)

// A row holds answers as long as any are left; one that does not fit is alone, with its name cut and without its remark.
func TestAnswersFitTheirRow(t *testing.T) {
	for _, v := range views.All {
		p := painter{Look: plainLook, scene: opened(t, v, v.Presets[0]).Scene()}
		list := p.listed()
		for room := range 120 {
			if none := p.fitting(nil, room); len(none) > 0 {
				t.Fatalf("of no answers %v fit", none)
			}
			pieces := p.fitting(list, room)
			if len(pieces) == 0 && len(list) > 0 {
				t.Fatalf("%s: in %d cells there is no answer", v.Name, room)
			}
			if widthOfPieces(pieces) > room && (len(pieces) > 1 || theme.Width(pieces[0].name) > 12 || pieces[0].remark != "") {
				t.Errorf("%s: in %d cells stand %v", v.Name, room, pieces)
			}
		}
	}
}

// Rows that a short list leaves on a small page go to further answers, the same number whatever their values.
func TestAnswersTakeRowsOfAShortList(t *testing.T) {
	effort.ForPages(t)
	body, found := chart.Rect{Y: 3, Width: 80, Height: 20}, 0
	for _, v := range views.All {
		for _, preset := range v.Presets {
			s := opened(t, v, preset).Scene()
			f := Draw(s, plainLook, body, Frame{})
			p, rows := painter{Look: plainLook, scene: s}, map[int]bool{}
			for _, r := range p.listed() {
				if z, shown := f.row(r.Key); shown {
					rows[z.Y] = true
				}
			}
			if answers := len(p.listed()); f.picture.Unused > 0 && answers > mostAnswers {
				if found++; len(rows) < 2 {
					t.Errorf("%s?preset=%s has %d answers in a row, and %d rows are free:\n%s", v.Name, preset.Name, answers, f.picture.Unused, strings.Join(f.Lines, "\n"))
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("%d pages have a short list", found)
	}
}
