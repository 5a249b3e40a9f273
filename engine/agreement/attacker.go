package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Spending is what one person gives away: an answer for each private feature, all by one
// mechanism, or with some probability the values themselves.
type Spending struct {
	Mechanism mechanisms.Mechanism // at the mean budget
	By        mechanisms.Setting   // the same by its name
	Weights   Weights              // by which the features share it; nil: equally
	Features  int                  // that are private
	Raw       float64              // the probability that all are sent as they are
}

// Attacker guesses which of two people sent the answers, where either is as likely
// beforehand. What is public of them is not protected, and does not count. The zero value is nobody.
type Attacker struct {
	Wrong   float64 // how often the best guess is wrong, at the least
	Exact   bool    // Wrong is no bound
	Allowed float64 // how often it is wrong at the least where of each mechanism only the guarantee is known
	Alone   bool    // Allowed is no bound: there is one answer
	Summed  float64 // the same where only the sums of all ε and of all δ are known
	None    string  // why there is none
	Of      Spending
}

// Attacker is how well the two people who are easiest to tell apart are told apart.
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

// Claim is what the answers guarantee together by basic composition.
func (s Spending) Claim() (total privacy.Claim) {
	for _, r := range s.Answers() {
		c := r.Of.Guarantee().Claim()
		total.Epsilon += float64(r.Times) * c.Epsilon
		total.Delta += float64(r.Times) * c.Delta
	}
	total.Delta = min(total.Delta, 1)
	return total
}

// Answers are those that one person sends, by feature.
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

// WrongGuess is how often the best guess is wrong.
func (a Attacker) WrongGuess() known.Value {
	switch {
	case a.None != "":
		return known.Nothing(a.None)
	case a.Exact:
		return known.Exactly(a.Wrong)
	}
	return known.OrMore(a.Wrong)
}

// Right is how often it is right.
func (a Attacker) Right() known.Value {
	if v := a.WrongGuess(); v.Missing() || a.Exact {
		return v.Map(func(wrong float64) float64 { return 1 - wrong })
	}
	return known.OrLess(1 - a.Wrong)
}

// RightAllowed is how often it is right where of each mechanism only the guarantee is known.
func (a Attacker) RightAllowed() known.Value {
	v := a.rightBut(a.Allowed)
	if a.Alone {
		return v
	}
	return v.As(known.AtMost)
}

// RightSummed is how often it is right where only the sums of all ε and of all δ are known.
func (a Attacker) RightSummed() known.Value { return a.rightBut(a.Summed) }

func (a Attacker) rightBut(wrong float64) known.Value {
	if a.None != "" {
		return known.Nothing(a.None)
	}
	return known.Exactly(1 - wrong)
}
