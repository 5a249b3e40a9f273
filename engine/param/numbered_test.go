package param

import "testing"

// A slider that goes through a list leaves none out, and a track shows a short list evenly and a long one by ratios.
func TestNumberedGoesOneByOne(t *testing.T) {
	claim := Param{Name: "claim", Min: 1, Max: 183, Default: 1, Scale: Count, Numbered: true}
	for v := 1.0; v < claim.Max; v++ {
		if next := claim.Step(v, 1, false); next != v+1 || claim.Step(next, -1, false) != v {
			t.Fatalf("after %g comes %g, and before that %g", v, next, claim.Step(next, -1, false))
		}
		if at := claim.Position(v); at != (v-1)/182 || claim.At(at) != v {
			t.Fatalf("%g stands at %g, where %g is", v, at, claim.At(at))
		}
	}
	round := Param{Name: "round", Min: 1, Max: 1e6, Low: 1, High: 500, Default: 1, Scale: Count, Numbered: true}
	if claim.Ratios() || !round.Ratios() {
		t.Errorf("claims are spaced by ratios: %v; rounds: %v", claim.Ratios(), round.Ratios())
	}
}
