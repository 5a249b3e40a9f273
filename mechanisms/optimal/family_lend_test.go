package optimal

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// Of the events of another family every pair of groups gets those of the pair that holds their middles, and a family that begins with them
// has the same loss.
func TestEventsLentToOtherGroups(t *testing.T) {
	from := Family{Problem: Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}, Groups: "4,4"}
	s, err := SolveFamily(t.Context(), from, nil)
	if err != nil {
		t.Fatal(err)
	}
	for groups, heirs := range map[string][]int{"1x8": {0, 0, 0, 0, 1, 1, 1, 1}, "2,1x3,3": {0, 0, 0, 1, 1}, "4,4": {0, 1}, "8": {1}} {
		to := from
		to.Groups = groups
		lent := to.Lent(from, s.Events)
		type pair struct{ here, there int }
		got := map[pair]bool{}
		for _, e := range lent {
			got[pair{e.Here, e.There}] = true
		}
		held := map[pair]bool{}
		for _, e := range s.Events {
			held[pair{e.Here, e.There}] = true
			held[pair{1 - e.Here, 1 - e.There}] = true // which its mirror image holds
		}
		for here, a := range heirs {
			for there, b := range heirs {
				if !to.mirroredAs(from) && got[pair{here, there}] != held[pair{a, b}] {
					t.Errorf("%s: events from group %d to %d: %t", groups, here, there, got[pair{here, there}])
				}
			}
		}
		warm, err := SolveFamily(t.Context(), to, lent)
		if err != nil {
			t.Fatal(err)
		}
		if cold, err := SolveFamily(t.Context(), to, nil); err != nil || math.Abs(warm.Loss-cold.Loss) > 1e-9*cold.Loss {
			t.Errorf("%s: it costs %v begun with these, and %v begun with none, %v", groups, warm.Loss, cold.Loss, err)
		}
	}
}

// mirroredAs reports whether groups of both families mirror one another, or of neither.
func (f Family) mirroredAs(other Family) bool {
	a, err := f.posed()
	b, err2 := other.posed()
	return err == nil && err2 == nil && a.mirrored == b.mirrored
}

// Lent events may have shifts that no record causes between the groups that get them. Those become no rows, so that cutting
// planes that begin with lent events end where those do that begin with none.
func TestLentEventsHoldNothingElse(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(27, 5))
	far, compared := 0, 0
	for range effort.Scale(8, 25, 3000) {
		from := randomFamily(rng)
		from.Cap, from.Weights, from.Shape = 0, "", Free
		to := from
		to.Groups = randomFamily(rng).Groups
		s, err := SolveFamily(t.Context(), from, nil)
		if err != nil {
			continue
		}
		p, err := to.posed()
		if err != nil {
			t.Fatal(err)
		}
		lent := to.Lent(from, s.Events)
		for _, e := range lent {
			if !p.caused(e.Here, e.There, e.Shift) {
				far++
			}
		}
		cold, err := p.program(reporting(t.Context(), 0), false, nil).cut(t.Context(), nil)
		if err != nil {
			continue
		}
		warm, err := p.program(reporting(t.Context(), 0), false, lent).cut(t.Context(), nil)
		if compared++; err != nil || math.Abs(warm.Value-cold.Value) > 1e-8*math.Abs(cold.Value) {
			t.Errorf("%+v begun with events of %s: it costs %v and %v begun with nothing, %v", to, from.Groups, warm.Value, cold.Value, err)
		}
	}
	if far == 0 || compared == 0 {
		t.Errorf("%d families are compared, and %d events are of shifts that no record causes", compared, far)
	}
}
