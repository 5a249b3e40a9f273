package survey

import (
	"dpscope/engine/known"
	"dpscope/views/view"
)

// Readings of the least ε for the margin wanted: at the share that is set, and where half say yes.
const (
	requiredEpsilon = "epsilon-required"
	requiredAtHalf  = "epsilon-required-at-half"
)

// hair is the part of a margin that computing it may be off by.
const hair = 1e-9

// prices say how often an attacker is right, and which ε the margin wanted takes, also where half say yes.
var prices = view.Pairs(view.TaskAnswer.Price(), []view.Variant{
	{When: func(f view.Facts) bool { return f.Later(requiredEpsilon) || f.Later(requiredAtHalf) }, Text: ""},
	{When: func(f view.Facts) bool { return f.Of(requiredEpsilon).Basis == known.AtMost }, Text: " ± {wanted} takes next to no ε."},
	{When: view.All(view.Not(view.LittleProtection(view.AttackerRight)), view.Fills("stated"), func(f view.Facts) bool { return f.Of(requiredAtHalf).Value > f.Of(requiredEpsilon).Value }),
		Text: " ± {wanted} takes ε = {epsilon-required}, or {epsilon-required-at-half} if 50 % say yes."},
	{When: view.All(view.Not(view.LittleProtection(view.AttackerRight)), view.Fills("stated"), func(f view.Facts) bool { return f.None(requiredAtHalf) }),
		Text: " ± {wanted} takes ε = {epsilon-required}; at 50 % none is enough."},
	{When: func(f view.Facts) bool { return f.Of(requiredEpsilon).Basis == known.Estimate }, Text: " ± {wanted} takes ε ≈ {epsilon-required.bound}."},
	{Text: " ± {wanted} takes ε = {epsilon-required}."},
	{When: func(f view.Facts) bool { return f.Of("margin-chance").Value >= f.Number(target.Name)*(1-hair) }, Text: " Even without privacy it is ± {margin-chance.bare}."},
	{Text: ""},
})
