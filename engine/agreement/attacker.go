package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Spending is one person's release: an answer for each private feature, all by one mechanism, or with some
// probability the values themselves.
type Spending struct {
	Mechanism mechanisms.Mechanism // at the mean budget
	By        mechanisms.Setting   // the same mechanism by name
	Weights   Weights              // how the features share the budget; nil: equally
	Features  int                  // number of private features
	Raw       float64              // probability of sending all values as they are
}

// Attacker guesses which of two equally likely people sent the answers. Their public features are not
// protected, and do not count. The zero value stands for no attacker.
type Attacker struct {
	Wrong   float64 // lower bound on the error rate of the best guess
	Exact   bool    // Wrong is the error rate itself
	Allowed float64 // lower bound on the error rate from each mechanism's guarantee alone
	Alone   bool    // Allowed is attained: there is one answer
	Summed  float64 // lower bound on the error rate from the sums of all ε and of all δ alone
	None    string  // why there is none
	Of      Spending
}

// Attacker bounds how well an attacker tells the two most distinguishable people apart.
func (s Spending) Attacker(ctx context.Context) (a Attacker, err error) {
	all := s.Answers()
	if a.Wrong, a.Exact, err = mechanisms.WrongGuess(ctx, all); err != nil {
		return a, err
	}
	a.Allowed, a.Alone, err = mechanisms.AllowedWrongGuess(ctx, all)
	noisy := 1 - s.Raw
	a.Wrong, a.Allowed, a.Summed, a.Of = noisy*a.Wrong, noisy*a.Allowed, noisy*privacy.WrongGuess(s.Claim()), s
	return a, err
}

// Claim returns the guarantee of all answers together by basic composition.
func (s Spending) Claim() (total privacy.Claim) {
	for _, r := range s.Answers() {
		c := r.Of.Guarantee().Claim()
		total.Epsilon += float64(r.Times) * c.Epsilon
		total.Delta += float64(r.Times) * c.Delta
	}
	total.Delta = min(total.Delta, 1)
	return total
}

// Answers returns the answers that one person sends, by feature.
func (s Spending) Answers() []mechanisms.Repeated {
	if s.Weights == nil {
		return []mechanisms.Repeated{{Of: s.Mechanism, Times: s.Features}}
	}
	var all []mechanisms.Repeated
	for k := range s.Features {
		all = append(all, mechanisms.Repeated{Of: s.Weights.At(k, s.Mechanism), Times: 1})
	}
	return all
}

// WrongGuess returns the error rate of the best guess.
func (a Attacker) WrongGuess() known.Value {
	switch {
	case a.None != "":
		return known.Nothing(a.None)
	case a.Exact:
		return known.Exactly(a.Wrong)
	}
	return known.OrMore(a.Wrong)
}

// Right returns the success rate of the best guess.
func (a Attacker) Right() known.Value {
	if v := a.WrongGuess(); v.Missing() || a.Exact {
		return v.Map(func(wrong float64) float64 { return 1 - wrong })
	}
	return known.OrLess(1 - a.Wrong)
}

// RightAllowed bounds the success rate from each mechanism's guarantee alone.
func (a Attacker) RightAllowed() known.Value {
	v := a.rightBut(a.Allowed)
	if a.Alone {
		return v
	}
	return v.As(known.AtMost)
}

// RightSummed bounds the success rate from the sums of all ε and of all δ alone.
func (a Attacker) RightSummed() known.Value { return a.rightBut(a.Summed) }

func (a Attacker) rightBut(wrong float64) known.Value {
	if a.None != "" {
		return known.Nothing(a.None)
	}
	return known.Exactly(1 - wrong)
}
