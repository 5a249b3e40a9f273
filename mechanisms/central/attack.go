package central

import (
	"math"

	"dpscope/mechanisms"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack returns the attacks of someone who sees the noisy answer and decides which of two neighbouring
// tables it comes from: by the profile over all moves of the true answer, or in closed form.
func Attack(n Noise) privacy.Attack {
	if closed, is := n.(interface{ Attack() privacy.Attack }); is {
		return closed.Attack()
	}
	return privacy.SameInBoth(n.Guarantee().Delta)
}

// Attack is in closed form.
func (n Laplace) Attack() privacy.Attack { return mechanisms.Laplace{Epsilon: n.Epsilon}.Attack() }

// Attack is in closed form.
func (n Staircase) Attack() privacy.Attack { return steppedAttack(n.Epsilon, n.told()) }

// Attack is in closed form.
func (n DiscreteStaircase) Attack() privacy.Attack { return steppedAttack(n.Epsilon, n.told()) }

// steppedAttack uses the move by a sensitivity, the most distinguishable one at every ε (stepped): answers
// have a loss of ε, of −ε, or of 0.
func steppedAttack(epsilon, told float64) privacy.Attack {
	if epsilon > mostLoss {
		return privacy.SameInBoth(stepped(epsilon, told))
	}
	here := told / -math.Expm1(-epsilon)
	there := here * math.Exp(-epsilon)
	return privacy.Alike(pairs.Of([]pairs.Cell{{P: here, Q: there}, {P: 1 - here - there, Q: 1 - here - there}, {P: there, Q: here}}).Attack().In)
}

// mostLoss is to which loss both probabilities are numbers.
const mostLoss = 600

// Attack is in closed form.
func (n Gaussian) Attack() privacy.Attack { return n.of.Attack() }
