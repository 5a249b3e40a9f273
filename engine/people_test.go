package engine_test

import (
	"testing"

	"dpscope/engine"
)

// Cells say what the numbers say, or nothing.
func TestPeople(t *testing.T) {
	for _, c := range []struct {
		affected, all   float64
		cells, coloured int
		scale           string
	}{
		{20, 100, 100, 20, ""},
		{240, 240, 240, 240, ""},
		{0, 7, 7, 0, ""},
		{0.4, 7, 0, 0, ""}, // neither none nor one
		{6.9, 7, 0, 0, ""}, // nor all
		{120, 242, 48, 24, "each cell is 5 records"},
		{957, 11_183, 112, 10, "each cell is 100 records"},
		{537.9, 2000, 100, 27, "each cell is 20 records"},
		{3, 11_183, 0, 0, ""},
		{1, 0, 0, 0, ""},
	} {
		p := engine.CountPeople(c.affected, c.all, "record", "some")
		text := ""
		if c.cells > 0 {
			text = "some"
		}
		if p != (engine.People{Text: text, Scale: c.scale, Cells: c.cells, Affected: c.coloured}) {
			t.Errorf("%g of %g: %+v", c.affected, c.all, p)
		}
		for _, most := range []int{1, 9, 35, 300} {
			columns, rows := p.Grid(most)
			if columns > most || columns*rows < p.Cells || p.Cells > 0 && columns*(rows-1) >= p.Cells {
				t.Errorf("%d cells: %d columns of %d", p.Cells, columns, rows)
			}
		}
	}
}
