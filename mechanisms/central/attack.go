package central

import (
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Attack is what an attacker could do who sees the noisy answer and is to say of which of two neighbouring
// tables it is: by the profile over all moves of the true answer, or in closed form.
func Attack(n Noise) privacy.Attack {
	if closed, is := n.(interface{ Attack() privacy.Attack }); is {
		return closed.Attack()
	}
	return privacy.SameInBoth(n.Guarantee().Delta)
}

// Attack is in closed form.
func (n Laplace) Attack() privacy.Attack { return mechanisms.Laplace{Epsilon: n.Epsilon}.Attack() }

// Attack is in closed form.
func (n Gaussian) Attack() privacy.Attack { return n.of.Attack() }
