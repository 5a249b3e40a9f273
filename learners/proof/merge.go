package proof

import "slices"

// Merged returns the map with neighbouring rows, and neighbouring columns, of the
// same classes taken together: without the thresholds that separate nothing, which
// are most of them where many trees vote. It is the map itself where all separate.
func (m *DecisionMap) Merged() *DecisionMap {
	separates := [2][]bool{m.rowsApart(), m.columnsApart()}
	if !slices.Contains(separates[0], false) && !slices.Contains(separates[1], false) {
		return m
	}
	merged := &DecisionMap{Features: m.Features, RoundsInputs: m.RoundsInputs}
	var place [2][]int32 // of each cell, and of the one after the last: where it goes
	for a, kept := range separates {
		merged.Edges[a] = m.Edges[a].only(kept)
		place[a] = []int32{0}
		for _, k := range append(kept, true) {
			at := place[a][len(place[a])-1]
			if k {
				at++
			}
			place[a] = append(place[a], at)
		}
		merged.Home[a] = int(place[a][m.Home[a]])
	}
	merged.first = make([]int32, 1, merged.Rows()+1)
	for i := range m.Rows() {
		if i > 0 && !separates[0][i-1] {
			continue
		}
		row := m.Row(i)
		for _, end := range row.Ends {
			merged.ends = append(merged.ends, place[1][end])
		}
		merged.classes = append(merged.classes, row.Classes...)
		merged.first = append(merged.first, int32(len(merged.ends)))
	}
	merged.Trim()
	return merged
}

// rowsApart reports, for each threshold of the first feature, whether crossing it changes some class.
func (m *DecisionMap) rowsApart() []bool {
	apart := make([]bool, m.Edges[0].Len())
	for i := range apart {
		below, above := m.Row(i), m.Row(i+1)
		apart[i] = !slices.Equal(below.Ends, above.Ends) || !slices.Equal(below.Classes, above.Classes)
	}
	return apart
}

// columnsApart says the same of the second feature: some stretch ends there.
func (m *DecisionMap) columnsApart() []bool {
	apart := make([]bool, m.Edges[1].Len())
	for _, end := range m.ends {
		if int(end) <= len(apart) {
			apart[end-1] = true
		}
	}
	return apart
}
