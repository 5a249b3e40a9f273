package control

import (
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Addresses of what an attacker could do, at the setting of another page.

// AttackOnClaim is of whatever keeps a claim; empty where that page has no such δ.
func AttackOnClaim(c privacy.Claim) string {
	switch {
	case c.Delta == 0:
		return "attack?of=response&epsilon=" + budget(c.Epsilon)
	case mechanisms.Delta.Check(c.Delta) != nil:
		return ""
	}
	return "attack?of=claim&epsilon=" + budget(c.Epsilon) + "&delta=" + mechanisms.Delta.Exact(c.Delta)
}

// AttackOnLabel is of a published label at a stated ε.
func AttackOnLabel(stated float64) string { return "attack?of=labels&epsilon=" + budget(stated) }

// AttackOnMechanism is of a local mechanism at a setting; pair says which two values are told apart.
func AttackOnMechanism(kind param.Kind[mechanisms.Mechanism], v param.Values, pair string) string {
	return "attack?of=mechanism&mechanism=" + kind.Name + "&" + param.Form{Params: kind.Params}.Encode(v) + "&" + pair
}

// budget writes an ε as attack takes it.
func budget(epsilon float64) string {
	return mechanisms.Epsilon.Exact(within(mechanisms.Epsilon, epsilon))
}

// within is the number of a control's range that is nearest.
func within(p param.Param, v float64) float64 { return min(max(v, p.Min), p.Max) }

// AttackOnNoise is of a query with the noise of least size; empty where that page has no such δ.
func AttackOnNoise(epsilon, delta float64) string {
	if mechanisms.Delta.Check(delta) != nil {
		return ""
	}
	return "attack?of=noise&noise=best&epsilon=" + budget(epsilon) + "&delta=" + mechanisms.Delta.Exact(delta)
}
