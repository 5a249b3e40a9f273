package page

import (
	"testing"

	"dpscope/ui/theme"
	"dpscope/views"
)

// A row has answers as long as there are any; what does not fit is one with its name cut, and without its remark.
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
