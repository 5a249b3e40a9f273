package classifier

import (
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/views/viewtest"
)

// Records of the class that is worst off are marked where there is one; where the reading names none, nothing is marked or
// counted.
func TestTheLowestClassIsMarkedWhereItIsNamed(t *testing.T) {
	effort.Unwatched(t)
	for query, marked := range map[string]bool{
		"": true,
		"classifier=stroke-logistic&private=age,bmi,avg_glucose_level,hypertension": false,
	} {
		s := viewtest.Sheet(t, Population, query)
		at := slices.IndexFunc(s.Figure.Marks, func(m engine.Mark) bool { p, ok := m.(engine.Points); return ok && p.Name == lowestClassMark })
		if (at >= 0) != marked {
			t.Errorf("%q: a lowest class is marked: %v", query, at >= 0)
		}
		if size := viewtest.Answer(t, Population, query, "worst-group-size"); size.Missing() == marked {
			t.Errorf("%q: the lowest class has %v records", query, size)
		}
	}
}
