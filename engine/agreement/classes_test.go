package agreement

import (
	"slices"
	"testing"
	"time"

	"dpscope/learners"
	"dpscope/learners/model"
)

// slow takes its time for every class.
type slow struct{ learners.Classifier }

func (s slow) Predict(x []float64) int {
	time.Sleep(200 * time.Microsecond)
	return s.Classifier.Predict(x)
}

// While the classes of a slow classifier are asked for those that are known are shown, and
// the others are none.
func TestClassesAreShownAsTheyCome(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Prepare(t.Context(), Question{Classifier: slow{m.Classifier}, Record: m.Records[0].X, Private: m.Private[:2]})
	if err != nil {
		t.Fatal(err)
	}
	const side = 30
	centres := make([]float64, side)
	for i := range centres {
		centres[i] = (float64(i) + 0.5) / side
	}
	parts, last := 0, -1.0
	var seen []int
	classes, err := r.Classes(t.Context(), centres, centres, func(some []int, share float64) {
		parts++
		if share <= last || len(some) != side*side || slices.Index(some, -1) != int(share*side*side+0.5) {
			t.Errorf("part %d after %g: %g of %d are known, the first unknown is %d", parts, last, share, len(some), slices.Index(some, -1))
		}
		last, seen = share, some
	})
	if err != nil || parts == 0 {
		t.Fatalf("%d parts, %v", parts, err)
	}
	for i, class := range classes {
		x := slices.Clone(m.Records[0].X)
		x[m.Private[0]], x[m.Private[1]] = (float64(i%side)+0.5)/side, (float64(i/side)+0.5)/side
		if want := m.Classifier.Predict(x); class != want || seen[i] >= 0 && seen[i] != want {
			t.Fatalf("at %v: class %d, shown as %d, want %d", x, class, seen[i], want)
		}
	}
}
