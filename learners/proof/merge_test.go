package proof

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A merged map has the class of the map at every value, no two neighbours of it are
// alike, and the record's cell holds the record.
func TestMergedMapsSayTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 4))
	smaller := 0
	for range 400 {
		m := patchwork(rng)
		merged := m.Merged()
		if len(merged.first) != merged.Rows()+1 {
			t.Fatalf("%d rows between %d edges", len(merged.first)-1, merged.Edges[0].Len())
		}
		for i := range m.Rows() {
			for j := range m.Columns() {
				u, v := float64(i)+0.5, float64(j)+0.5 // edge k stands at k + 1
				if got, want := merged.At(merged.Cell(0, u), merged.Cell(1, v)), m.At(i, j); got != want {
					t.Fatalf("class %d at (%v, %v), want %d", got, u, v, want)
				}
			}
		}
		if slices.Contains(merged.rowsApart(), false) || slices.Contains(merged.columnsApart(), false) || merged.Merged() != merged {
			t.Error("a merged map can be merged again")
		}
		for a := range m.Home {
			if got, want := merged.Home[a], merged.Cell(a, float64(m.Home[a])+0.5); got != want {
				t.Errorf("the record is in cell %d of axis %d, want %d", got, a, want)
			}
		}
		if merged.Bytes() > m.Bytes() {
			t.Errorf("%d bytes became %d", m.Bytes(), merged.Bytes())
		}
		if merged.RoundsInputs != m.RoundsInputs || !slices.Equal(merged.Features, m.Features) {
			t.Errorf("%+v became %+v", m, merged)
		}
		if merged != m {
			smaller++
		}
	}
	if smaller < 100 || smaller > 390 {
		t.Errorf("%d of 400 maps became smaller: no test of both", smaller)
	}
}

// patchwork returns a map of one or two features with some thresholds that separate nothing, its own ones or picked from a
// table.
func patchwork(rng *rand.Rand) *DecisionMap {
	features, sizes := []int{3, 1}, [2]int{rng.IntN(7), rng.IntN(7)}
	if rng.IntN(3) == 0 {
		features, sizes[1] = features[:1], 0
	}
	var edges [2]Edges
	for a, n := range sizes {
		var table []Edge
		var places []int32
		for k := range n {
			table = append(table, Edge{At: -1}, Edge{At: float64(k + 1), Cut: float64(k + 1)})
			places = append(places, int32(2*k+1))
		}
		if edges[a] = PickEdges(table, places); rng.IntN(2) == 0 {
			edges[a] = AllEdges(slices.DeleteFunc(table, func(e Edge) bool { return e.At < 0 })...)
		}
	}
	m := NewDecisionMap(features, edges)
	m.RoundsInputs = rng.IntN(2) == 0
	row := make([]uint16, m.Columns())
	for i := range m.Rows() {
		if i == 0 || rng.IntN(2) == 0 { // else another like it
			for j := range row {
				row[j] = uint16(rng.IntN(2))
				if j > 0 && rng.IntN(3) == 0 {
					row[j] = row[j-1]
				}
			}
		}
		m.AddRow(row)
	}
	m.Trim()
	m.Home = [2]int{rng.IntN(m.Rows()), rng.IntN(m.Columns())}
	return m
}
