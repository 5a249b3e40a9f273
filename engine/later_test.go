package engine

import (
	"math"
	"slices"
	"testing"

	"dpscope/engine/numeral"
)

func TestLaterTable(t *testing.T) {
	l := Later{
		Name: "people", Measured: [][]float64{{0.25, 1, 0}, {0.1, 0, 0}}, Opens: "map?record=line:", ByFirst: true,
		Columns: []LaterColumn{
			{TableColumn: TableColumn{Name: "line"}, Numbers: []float64{2, 100000000}},
			{TableColumn: TableColumn{Name: "kept"}, Numbers: []float64{0.9996}, Share: true, Round: numeral.Down},
			{TableColumn: TableColumn{Name: "id", Text: true}, Words: []string{"a", ""}},
			{TableColumn: TableColumn{Name: "class", Text: true}, Words: []string{"no", "yes"}, Of: []int{1, -1}},
			{TableColumn: TableColumn{Name: "age"}, Measured: []int{0}, Factor: 82, From: 0.3},
			{TableColumn: TableColumn{Name: "smokes", Text: true}, Measured: []int{1, 2}, Words: []string{"often", "never"}},
			{TableColumn: TableColumn{Name: "city", Text: true}, Measured: []int{1}, Words: []string{"town", "not town"}},
		},
	}
	got := l.Table()
	kept := Cell{Kind: Number, Number: 0.9996, Word: "99.96 %"}
	want := [][]Cell{
		{NumberCell(2), kept, WordCell("a"), WordCell("yes"), NumberCell(20.8), WordCell("often"), WordCell("town")},
		{NumberCell(1e8), {}, {}, {}, NumberCell(8.5), {}, WordCell("not town")},
	}
	for i := range want {
		if !slices.Equal(got.Rows[i], want[i]) {
			t.Errorf("row %d is %v, want %v", i, got.Rows[i], want[i])
		}
	}
	if got.Name != l.Name || len(got.Columns) != len(l.Columns) || !slices.Equal(got.Opens, []string{"map?record=line:2", "map?record=line:100000000"}) {
		t.Errorf("%s has %d columns, its rows lead to %q", got.Name, len(got.Columns), got.Opens)
	}
	if l.Opens, l.ByFirst = "map?record=", false; l.Table().Opens[0] != "map?record=0.25,1,0" {
		t.Errorf("a row that was made up leads to %q", l.Table().Opens[0])
	}
	if l.Leads = []string{"flips?n=2", ""}; !slices.Equal(l.Table().Opens, l.Leads) {
		t.Errorf("rows that say where they lead lead to %q", l.Table().Opens)
	}
	if c := rawCell(math.Inf(1)); !math.IsInf(c.Number, 1) {
		t.Errorf("what has no end is %v", c)
	}
}
