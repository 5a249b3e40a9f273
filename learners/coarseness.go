package learners

import "dpscope/learners/table"

// Excess is how many times as fine as the views of classifiers can explore m is
// over its private features, or the first two without any, at the first records
// of d; 1 or less is fine.
func Excess(m *Model, d table.Data) float64 {
	const comfortable = mostCells / 5 // a population draws a map for each of its records
	free := m.Private
	if len(free) == 0 {
		free = []int{0, 1}[:min(2, len(m.Features))]
	}
	c, ok := m.Classifier.(interface {
		cellsAt(x []float64, free []int) int
	})
	if !ok || len(free) > 2 {
		return 0
	}
	most := 0
	for i := range min(3, d.Len()) {
		most = max(most, c.cellsAt(d.Row(i), free))
	}
	return float64(most) / comfortable
}

func (f *Forest) cellsAt(x []float64, free []int) int { return f.plan().cellsAt(x, free) }

func (t *Tree) cellsAt(x []float64, free []int) int { return t.plan().cellsAt(x, free) }

func (a *AdditiveTrees) cellsAt(x []float64, free []int) int { return a.plan().cellsAt(x, free) }
