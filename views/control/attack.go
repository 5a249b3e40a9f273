package control

import (
	"strconv"

	"dpscope/engine/agreement"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/privacy"
)

// Addresses of the attacker's page, for the settings of other pages.

// AttackOnClaim returns the address for a claim; empty where attack has no such δ.
func AttackOnClaim(c privacy.Claim) string {
	switch {
	case c.Delta == 0:
		return "attack?of=response&epsilon=" + budget(c.Epsilon)
	case mechanisms.Delta.Check(c.Delta) != nil:
		return ""
	}
	return "attack?of=claim&epsilon=" + budget(c.Epsilon) + "&delta=" + mechanisms.Delta.Exact(c.Delta)
}

// AttackOnOption returns the address for one of k options, reported once by a protocol; for two options by a coin, that of
// randomised response.
func AttackOnOption(protocol string, epsilon, k float64) string {
	if protocol == "response" && k == 2 {
		return AttackOnClaim(privacy.Claim{Epsilon: epsilon})
	}
	address := "attack?of=options&protocol=" + protocol + "&epsilon=" + budget(epsilon)
	if frequency.ByOptions(protocol) {
		address += "&k=" + frequency.Options.Exact(k)
	}
	return address
}

// AttackOnNumber returns the address for a number in [0, 1], sent once by an unbiased mechanism; empty for one that attack does
// not have.
func AttackOnNumber(by string, epsilon float64) string {
	of := map[string]string{"laplace": "laplace", "duchi": "bit"}[by]
	if of == "" {
		return ""
	}
	return "attack?of=" + of + "&epsilon=" + budget(epsilon)
}

// AttackOnLabel returns the address for a published label at an ε.
func AttackOnLabel(epsilon float64) string { return "attack?of=labels&epsilon=" + budget(epsilon) }

// AttackOnMechanism returns the address for a local mechanism at a setting; pair says which two values are told apart.
func AttackOnMechanism(kind param.Kind[mechanisms.Mechanism], v param.Values, pair string) string {
	return "attack?of=mechanism&mechanism=" + kind.Name + "&" + param.Form{Params: kind.Params}.Encode(v) + "&" + pair
}

// AttackOnSpending returns the address for all private features of one person; empty where the values themselves may be sent.
func AttackOnSpending(s agreement.Spending) string {
	if s.Features == 0 || s.Raw > 0 {
		return ""
	}
	if s.Weights != nil {
		return "attack?of=mechanism&" + s.By.Encode() + "&pair=features&shares=" + s.Weights.String()
	}
	return "attack?of=mechanism&" + s.By.Encode() + "&pair=worst&times=" + strconv.Itoa(s.Features)
}

// AttackOnAllowed returns the address for the worst mechanisms that keep one person's spending: randomised response where there
// is no δ, empty elsewhere.
func AttackOnAllowed(s agreement.Spending) string {
	if s.Features == 0 {
		return ""
	}
	c := s.Mechanism.Guarantee().Claim()
	if c.Delta > 0 {
		return ""
	}
	s.By = mechanisms.Worst(c.Epsilon)
	return AttackOnSpending(s)
}

// AttackOnSum returns the address for one answer with the sums of all ε and of all δ of one person; empty where the values
// themselves may be sent.
func AttackOnSum(s agreement.Spending) string {
	if s.Features == 0 || s.Raw > 0 {
		return ""
	}
	return AttackOnClaim(s.Claim())
}

// AttackOnResponses returns the address for randomised response at an ε, repeated times times; empty where attack allows fewer.
func AttackOnResponses(epsilon, times float64) string {
	const most = 1e4
	if mechanisms.Epsilon.Check(epsilon) != nil || times > most {
		return ""
	}
	return "attack?of=mechanism&" + mechanisms.Worst(epsilon).Encode() + "&pair=worst&times=" + strconv.FormatFloat(times, 'f', 0, 64)
}

// AttackOnTraining returns the address for a training; empty where nothing bounds what an attacker could do.
func AttackOnTraining(r composition.Run) string {
	if r.NotCovered() != "" {
		return ""
	}
	return "attack?of=training&" + Spelled(r) + slack(r.Delta)
}

// AttackOnSteps returns the address for a training whose records are drawn by coins; empty where attack has no such steps.
func AttackOnSteps(b composition.Budget) string {
	if Rate.Check(b.Rate) != nil || Sigma.Check(b.Sigma) != nil || Steps.Check(b.Steps) != nil {
		return ""
	}
	return AttackOnTraining(composition.Run{Rate: b.Rate, Sigma: b.Sigma, Steps: b.Steps, Delta: b.Delta, Drawn: composition.Poisson, Neighbours: privacy.OneAdded})
}

// AttackOnNormal returns the address for normal noise on a value that moves by mu deviations; empty where attack has no such
// noise.
func AttackOnNormal(mu, delta float64) string {
	if Deviations.Check(mu) != nil {
		return ""
	}
	return "attack?of=normal&mu=" + Deviations.Exact(mu) + slack(delta)
}

// slack names the δ at which an ε is given; without one attack keeps its own.
func slack(delta float64) string {
	if mechanisms.Delta.Check(delta) != nil {
		return ""
	}
	return "&delta=" + mechanisms.Delta.Exact(delta)
}

// budget writes an ε as attack takes it.
func budget(epsilon float64) string {
	return mechanisms.Epsilon.Exact(within(mechanisms.Epsilon, epsilon))
}

// within returns the nearest number in a control's range.
func within(p param.Param, v float64) float64 { return min(max(v, p.Min), p.Max) }

// AttackOnNoise returns the address for a query with the noise of least size; empty where attack has no such δ.
func AttackOnNoise(epsilon, delta float64) string {
	if mechanisms.Delta.Check(delta) != nil {
		return ""
	}
	return AttackOnKind("best", epsilon, delta)
}

// AttackOnKind returns the address for a query with noise of a kind; it leaves out an invalid δ.
func AttackOnKind(name string, epsilon, delta float64) string {
	return "attack?of=noise&noise=" + name + "&epsilon=" + budget(epsilon) + slack(delta)
}
