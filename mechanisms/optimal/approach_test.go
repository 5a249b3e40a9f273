package optimal

import (
	"math"
	"testing"

	"dpscope/engine/effort"
)

// The first-order method finds families within its gap of the vertex, certified and bounded from below.
func TestApproachIsNearTheVertex(t *testing.T) {
	pair := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}
	atom, monotone, fine := pair, pair, pair
	atom.Atom, monotone.Shape = true, Monotone
	fine.Steps, fine.Reach = 2, 4
	for _, f := range []Family{
		{Problem: pair, Groups: "1x8"},
		{Problem: pair, Groups: "3,1,2", Weights: "0.5,0.2,0.3"},
		{Problem: atom, Groups: "2,1,2"},
		{Problem: monotone, Groups: "1x6"},
		{Problem: fine, Groups: "1x8", Fine: 2},
	} {
		vertex, err := SolveFamily(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.posed()
		if err != nil {
			t.Fatal(err)
		}
		end, err := p.approached(t.Context(), reporting(t.Context(), summing), false)
		if err != nil {
			t.Fatal(err)
		}
		laws, c, err := f.certified(end.cleaned())
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.solved(p, &end, laws, c)
		switch {
		case err != nil:
			t.Fatal(err)
		case s.Certificate.Delta > f.Delta:
			t.Errorf("%+v: δ is %v", f, s.Certificate.Delta)
		case s.Loss < vertex.Least*(1-1e-9) || s.Least > vertex.Loss*(1+1e-9):
			t.Errorf("%+v: %v, no less than %v, and the vertex has %v", f, s.Loss, s.Least, vertex.Loss)
		case s.Loss-s.Least > 1.01*near*s.Loss:
			t.Errorf("%+v: the gap from %v to %v is wide", f, s.Least, s.Loss)
		}
	}
}

// A family on a long support, too large for the simplex method, is certified within the gap of the first-order method.
func TestVastFamily(t *testing.T) {
	effort.ForNumbers(t)
	f := Family{Problem: Problem{Epsilon: 0.5, Delta: 0.02, Loss: absolute, Steps: 2, Reach: 20}, Groups: "1x26,2"}
	s, err := SolveFamily(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	single, err := f.Single(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again := s.Laws.Certify(f.Moves(), f.Epsilon)
	if again.Delta > f.Delta || s.Loss-s.Least > 1.01*near*s.Loss || !(s.Loss < single.Loss) || math.IsNaN(s.Least) {
		t.Errorf("loss %v, no less than %v, of one law %v, at δ = %v", s.Loss, s.Least, single.Loss, again.Delta)
	}
	capped := f
	capped.Cap = 1
	if _, err := SolveFamily(t.Context(), capped, nil); err == nil {
		t.Error("a cap that the first-order method cannot keep passes")
	}
}
