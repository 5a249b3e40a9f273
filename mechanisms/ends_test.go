package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
)

// The three checks of a guarantee hold where every slider is at an end, of its range or of the values that can be typed: the
// analytic supremum agrees with pairs of inputs; so do the enumeration of all answers where those are bins, even a million of
// them, and the audit of draws.
func TestGuaranteesAtTheEnds(t *testing.T) {
	effort.ForNumbers(t)
	draws := effort.Scale(4_000, 20_000, 1_000_000)
	for k, kind := range All.Kinds {
		for i, v := range atEnds(kind) {
			if !effort.Sample(i+k, 11, 2) {
				continue
			}
			where := kind.Name + " " + param.Form{Params: kind.Params}.Encode(v)
			m, err := kind.New(v)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			s := subject{kind.Name, m, !looseClaims[kind.Name]}
			if err := checkClaim(s); err != nil {
				t.Errorf("%s: %v", where, err)
			}
			if _, binned := m.At(0).(Binned); binned {
				if err := checkAllBins(s); err != nil {
					t.Errorf("%s: %v", where, err)
				}
			} else {
				checkPairsAtEnds(t, where, s)
			}
			claim := m.Guarantee().Claim().Epsilon
			if loss, by := audit(m, draws, falseAlarm, rand.New(rand.NewPCG(uint64(i), uint64(k)))); loss > claim {
				t.Errorf("%s: %d draws show a loss of at least %.4g, by the answers in (%.3g, %.3g]", where, draws, loss, by.above, by.upTo)
			}
		}
	}
}

// atEnds returns the settings of a kind with every slider at one of its ends.
func atEnds(kind param.Kind[Mechanism]) []param.Values {
	all := []param.Values{{}}
	for _, p := range kind.Params {
		ends := []float64{p.Min, p.Low, p.High, p.Max}
		if kind.Name == "gaussian-classic" && p.Name == Epsilon.Name {
			ends = []float64{p.Min, p.Low, 1} // where its theorem ends
		}
		ends = sortedUnique(ends)
		var next []param.Values
		for _, v := range all {
			for _, end := range ends {
				next = append(next, v.With(p, end))
			}
		}
		all = next
	}
	return all
}

// checkPairsAtEnds looks at pairs of inputs for more than the profile, the loss and the tail
// say, and wants as much where float64 resolves it.
func checkPairsAtEnds(t *testing.T, where string, s subject) {
	if finerThanFloat(s) {
		return // closed forms answer for it in TestOracle
	}
	claim := s.Guarantee().Claim()
	for _, pair := range inputPairs {
		for _, share := range []float64{0, 0.5, 1, 1.2} {
			holds(t, where, s, pair[0], pair[1], share*claim.Epsilon)
		}
	}
	const resolved = 300 // budgets beyond lie in tails that float64 has not
	if claim.Epsilon > resolved {
		return
	}
	list := []check{{"profile", checkProfile}, {"loss tail", checkLossTail}}
	if !math.IsInf(s.Loss(), 1) {
		list = append(list, check{"loss search", checkLossSearch})
	}
	for _, c := range list {
		if err := c.run(s); err != nil {
			t.Errorf("%s, %s: %v", where, c.name, err)
		}
	}
}

// checkAllBins goes through all answers of a mechanism, however many bins it has, from
// inputs at both ends, beside them, in the middle, and between two bins. The two ends are
// told apart best: the supremum is met there.
func checkAllBins(s subject) error {
	steps := s.At(0).(Binned).Bins() - 1
	var laws [][]Atom
	for _, i := range slices.Compact([]int{0, 1, (steps + 1) / 2, max(steps-1, 1), steps}) {
		laws = append(laws, s.At(grid{steps}.at(i)).Atoms())
	}
	laws = append(laws, s.At(0.25/float64(steps)).Atoms())
	largest, resolved := 0.0, true
	for _, p := range laws {
		total := 0.0
		for y := range p {
			total += p[y].Mass
			for _, q := range laws {
				if p[y].Mass < 1e-290 || q[y].Mass < 1e-290 {
					resolved = false // beyond float64
				} else if ratio := p[y].Mass / q[y].Mass; ratio > largest {
					largest = ratio
				}
			}
		}
		if math.Abs(total-1) > 1e-9 {
			return fmt.Errorf("probabilities of %d bins add up to %.15g", steps+1, total)
		}
	}
	shown, loss := math.Log(largest), s.Loss()
	if !(shown <= loss*(1+1e-9)+1e-12) || resolved && !(shown >= loss*(1-1e-9)-1e-12) {
		return fmt.Errorf("largest log-ratio of %d bins %.15g, the loss is said to be %.15g", steps+1, shown, loss)
	}
	return nil
}
