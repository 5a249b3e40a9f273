package pairs

import "dpscope/mechanisms/privacy"

// Attack returns the attacks that tell the two laws of a pair apart, exactly.
func (p Pair) Attack() privacy.Attack {
	return privacy.Attack{In: exact{p}, Out: exact{p.Reversed()}}
}

// exact holds the tests of a pair.
type exact struct{ Pair }

func (t exact) TPR(fpr float64) (low, high float64) {
	tpr := t.Pair.TPR(fpr)
	return tpr, tpr
}

func (t exact) Delta(epsilon float64) (low, high float64) {
	delta := t.Pair.Delta(epsilon)
	return delta, delta
}

func (t exact) Mu(floor float64) (low, high float64) {
	mu := t.Pair.Mu(floor)
	return mu, mu
}

// Corners returns the tests between which the curve is straight.
func (t exact) Corners() (list []privacy.Corner) {
	for _, c := range t.corners() {
		list = append(list, privacy.Corner{FPR: c.fpr, TPR: c.tpr})
	}
	return list
}
