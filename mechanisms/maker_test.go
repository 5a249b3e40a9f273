package mechanisms

import (
	"fmt"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/param"
)

// Two kinds made through a Maker and through the menu are the same.
func TestMakerOf(t *testing.T) {
	v := param.Values{}.With(Delta, 1e-4).With(Bins, 7)
	for _, kind := range All.Kinds {
		slow := kind
		slow.New = func(v param.Values) (Mechanism, error) { // hides WithEpsilon
			m, err := kind.New(v)
			return struct{ Mechanism }{m}, err
		}
		for _, epsilon := range []float64{1e-6, 0.7, 900} {
			a, errA := FamilyOf(kind, v)(epsilon)
			b, errB := FamilyOf(slow, v)(epsilon)
			if (errA == nil) != (errB == nil) {
				t.Errorf("%s: %v, %v", kind.Name, errA, errB)
			}
			if errA == nil && a.At(0.3).Mass(0.1, 0.6) != b.At(0.3).Mass(0.1, 0.6) {
				t.Errorf("%s at ε=%g: two masses", kind.Name, epsilon)
			}
		}
		if _, err := FamilyOf(kind, v)(0); err == nil {
			t.Errorf("%s: ε = 0 is accepted", kind.Name)
		}
	}
}

// Where no ε is enough the error names the greatest possible value.
func TestNoBudgetNamesTheGreatest(t *testing.T) {
	if want := fmt.Sprintf("no ε up to %g", Epsilon.Max); known.NoBudget != want {
		t.Errorf("it says %q, want %q", known.NoBudget, want)
	}
}
