package querynoise

import (
	"slices"
	"testing"
)

func TestGroupsAreEdited(t *testing.T) {
	g := Groups{3, 1, 4}
	for name, c := range map[string]struct{ got, want Groups }{
		"split":                     {g.Split(0), Groups{2, 1, 1, 4}},
		"one cell is not split":     {g.Split(1), g},
		"join":                      {g.Join(0), Groups{4, 4}},
		"the last with that before": {g.Join(2), Groups{3, 5}},
		"one alone":                 {Groups{3}.Join(0), Groups{3}},
		"an end outwards":           {g.Move(1, 2), Groups{3, 3, 2}},
		"no further than one cell":  {g.Move(1, 9), Groups{3, 4, 1}},
		"an end inwards":            {g.Move(0, -9), Groups{1, 3, 4}},
		"the end of the range":      {g.Move(2, 3), Groups{3, 1, 7}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	if !slices.Equal(g, Groups{3, 1, 4}) {
		t.Error("the groups themselves were changed")
	}
}
