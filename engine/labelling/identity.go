package labelling

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/mechanisms"
)

// maxEnumerated is the largest number of labels for which all 2ⁿ labellings are enumerated.
const maxEnumerated = 12

// Labelling is one output of the mechanism, relative to the true labels.
type Labelling struct {
	Flipped uint // bit i says that label i is flipped
	Kept    int  // the score q

	Exponential float64 // e^(εq/2) divided by the sum over all labellings
	Coins       float64 // the product of n independent coin flips

	// Loss is ln Pr(y″ | y)/Pr(y″ | y′) of the exponential mechanism, for the neighbour y′ with another first
	// label.
	Loss float64
}

// Identity compares the exponential mechanism, computed as it is defined,
// with independent coin flips, over every labelling of n labels.
type Identity struct {
	Labellings []Labelling // 2ⁿ of them, by Flipped

	Difference float64 // largest relative difference of the two probabilities

	// Extremes of ln Pr(y″ | y)/Pr(y″ | y′) over all outputs y″ and all y′ that
	// differ from y in one label: the exact privacy loss. Both come from the
	// enumerated mechanism, not from the coins.
	LeastLoss, MostLoss float64
}

// CompareLabellings enumerates n labels, from 1 to maxEnumerated.
func CompareLabellings(m mechanisms.LabelFlip, n int) (Identity, error) {
	if n < 1 || n > maxEnumerated {
		return Identity{}, fmt.Errorf("n = %d is outside [1, %d]: all 2ⁿ labellings are listed", n, maxEnumerated)
	}
	outputs := make([]Labelling, 1<<n)
	logs, weights := make([]float64, 1<<n), make([]float64, 1<<n)
	for i := range outputs {
		kept := n - bits.OnesCount(uint(i))
		outputs[i] = Labelling{Flipped: uint(i), Kept: kept}
		logs[i] = m.Epsilon * float64(kept-n) // of the weight, over that of q = n
		weights[i] = math.Exp(logs[i])
	}
	logSum := math.Log(floats.SumCompensated(weights))
	identity := Identity{Labellings: outputs}
	for i := range outputs {
		logs[i] -= logSum
		coins := m.LogProb(float64(n), float64(outputs[i].Kept))
		outputs[i].Exponential, outputs[i].Coins = math.Exp(logs[i]), math.Exp(coins)
		identity.Difference = max(identity.Difference, math.Abs(math.Expm1(logs[i]-coins)))
	}
	// Changing true label b turns the output's set of flips i into i with b changed; the normaliser is
	// unchanged.
	for i := range outputs {
		outputs[i].Loss = logs[i] - logs[i^1]
		for b := range n {
			loss := logs[i] - logs[i^1<<b]
			identity.LeastLoss, identity.MostLoss = min(identity.LeastLoss, loss), max(identity.MostLoss, loss)
		}
	}
	return identity, nil
}

// MostLikelyFirst lists the labellings by the number of labels kept, most first.
func (i Identity) MostLikelyFirst() []Labelling {
	sorted := slices.Clone(i.Labellings)
	slices.SortStableFunc(sorted, func(a, b Labelling) int { return b.Kept - a.Kept })
	return sorted
}
