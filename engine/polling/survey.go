package polling

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/privacy"
	"dpscope/mechanisms/unbiased"
)

// Asks is what people are asked for.
type Asks int

const (
	YesNo Asks = iota
	Choice
	Number
)

// Best is the protocol of least margin.
const Best = "best"

// Survey is a question to n people and the way in which their answers are protected.
type Survey struct {
	Asks       Asks
	Office     bool // sees all answers and publishes a count or a mean with noise; else nobody sees a true answer
	Everyone   bool // the n are all there are; else they are drawn from many
	People     float64
	Epsilon    float64
	Options    float64 // k; 2 of yes or no
	Share      float64 // π, of the option that is looked at
	Spread     Spread  // of numbers
	Confidence float64
	Protocol   string  // by its name, or Best; of an office, none
	Noise      string  // of an office, by its name; empty: geometric noise of counts, Laplace noise of a mean
	Delta      float64 // where noise needs one
}

// Result is the law of what a survey gives.
type Result interface {
	Margin(confidence float64) known.Value
	Keeps(margin, confidence float64) bool
	Deviation() known.Value
	Errors(count int) []float64 // how far so many surveys are off, always the same ones
}

func (s Survey) poll() Poll       { return Poll{s.People, s.Share, s.Everyone} }
func (s Survey) average() Average { return Average{s.People, s.Spread, s.Everyone} }

// Truth returns the share or the mean that is estimated.
func (s Survey) Truth() float64 {
	if s.Asks == Number {
		return s.average().Truth()
	}
	return s.poll().Truth()
}

// Names lists the protocols that a question has, in the order of their menu; of yes or no it is Warner's coin alone.
func (s Survey) Names() []string {
	switch s.Asks {
	case Number:
		return unbiased.All.Names()
	case Choice:
		return frequency.All.Names()
	}
	return []string{"response"}
}

// Frequency returns a protocol for options at the survey's ε.
func (s Survey) Frequency(name string) (frequency.Protocol, error) {
	kind, err := frequency.All.Find(name)
	if err != nil {
		return frequency.Protocol{}, err
	}
	return kind.New(param.Values{}.With(frequency.Epsilon, s.Epsilon).With(frequency.Options, max(s.Options, 2)))
}

// Unbiased returns a mechanism for numbers at the survey's ε.
func (s Survey) Unbiased(name string) (unbiased.Mechanism, error) {
	kind, err := unbiased.All.Find(name)
	if err != nil {
		return nil, err
	}
	return kind.New(param.Values{}.With(unbiased.Epsilon, s.Epsilon))
}

// By returns the law of the estimate by a protocol.
func (s Survey) By(name string) (Result, error) {
	if s.Epsilon == 0 {
		return Estimate{}, nil
	}
	if s.Asks == Number {
		m, err := s.Unbiased(name)
		if err != nil {
			return nil, err
		}
		return s.average().Answers(m), nil
	}
	p, err := s.Frequency(name)
	if err != nil {
		return nil, err
	}
	return s.poll().Answers(p), nil
}

// Named returns the protocol that is used: of Best, the one of least margin at this ε, of equals the first.
func (s Survey) Named() (string, error) {
	if s.Protocol != Best {
		return s.Protocol, nil
	}
	names := s.Names()
	best, least := names[0], math.Inf(1)
	if len(names) == 1 {
		return best, nil
	}
	for _, name := range names {
		r, err := s.By(name)
		if err != nil {
			return "", err
		}
		if m := r.Margin(s.Confidence); !m.Missing() && m.Value < least {
			best, least = name, m.Value
		}
	}
	return best, nil
}

// Result returns the law of the estimate.
func (s Survey) Result() (Result, error) {
	if s.Office {
		return s.office()
	}
	name, err := s.Named()
	if err != nil {
		return nil, err
	}
	return s.By(name)
}

// Honest returns the law of the estimate from true answers: chance alone.
func (s Survey) Honest() Result {
	if s.Asks == Number {
		return s.average().Honest()
	}
	return s.poll().Honest()
}

// Margin returns the margin of error of the survey.
func (s Survey) Margin() (known.Value, error) {
	r, err := s.Result()
	if err != nil {
		return known.Value{}, err
	}
	return r.Margin(s.Confidence), nil
}

// NoiseAlone returns the same survey of everyone, by the same protocol: its margin is that of the noise.
func (s Survey) NoiseAlone() (Survey, error) {
	name, err := s.Named()
	s.Protocol, s.Everyone = name, true
	return s, err
}

// AtOffice returns the same survey by an office.
func (s Survey) AtOffice() Survey {
	s.Office = true
	return s
}

// Worth returns how many honest answers of a sample scatter as little.
func (s Survey) Worth() (known.Value, error) {
	r, err := s.Result()
	if err != nil {
		return known.Value{}, err
	}
	if s.Asks == Number {
		return s.average().Worth(r), nil
	}
	return s.poll().Worth(r), nil
}

// Right returns how often an attacker is right at most about one person's answer, between two given ones.
func (s Survey) Right() (float64, error) {
	switch {
	case s.Epsilon == 0:
		return privacy.RightGuess(0), nil
	case s.Office:
		told, _, err := s.told()
		return privacy.RightGuess(told), err
	}
	name, err := s.Named()
	if err != nil {
		return 0, err
	}
	if s.Asks == Number {
		m, err := s.Unbiased(name)
		if err != nil {
			return 0, err
		}
		return privacy.RightGuess(unbiased.Advantage(m)), nil
	}
	p, err := s.Frequency(name)
	return p.Right(), err
}

// Wrong returns how often that attacker is wrong, with all its digits where that is seldom.
func (s Survey) Wrong() (float64, error) {
	switch {
	case s.Epsilon == 0:
		return 0.5, nil
	case s.Office:
		_, hidden, err := s.told()
		return hidden / 2, err
	}
	name, err := s.Named()
	if err != nil {
		return 0, err
	}
	if s.Asks == Number {
		m, err := s.Unbiased(name)
		if err != nil {
			return 0, err
		}
		return m.Hidden() / 2, nil
	}
	p, err := s.Frequency(name)
	return (p.NotOwn + p.Other) / 2, err
}

// keeps reports whether a survey keeps a margin: by Best, whether any protocol does.
func (s Survey) keeps(margin float64) bool {
	if s.Epsilon == 0 {
		return false
	}
	if s.Office || s.Protocol != Best {
		r, err := s.Result()
		return err == nil && r.Keeps(margin, s.Confidence)
	}
	for _, name := range s.Names() {
		if r, err := s.By(name); err == nil && r.Keeps(margin, s.Confidence) {
			return true
		}
	}
	return false
}

// LeastEpsilon returns the least ε of three digits from .01 on that keeps a margin together with all greater ones up to
// MostEpsilon; missing where even that misses it.
func (s Survey) LeastEpsilon(margin float64) known.Value {
	const least = 0.01
	epsilon, ok := walk(MostEpsilon, least, func(epsilon float64) bool {
		s.Epsilon = epsilon
		return s.keeps(margin)
	})
	switch {
	case ok && epsilon <= least*1.001:
		return known.OrLess(epsilon)
	case ok:
		return known.Exactly(epsilon)
	}
	chance := s.Honest().Margin(s.Confidence).Value
	if chance <= margin { // half of one's own answers are missing at every ε
		return known.Nothing("no ε up to " + numeral.Short(MostEpsilon) + " is enough: this protocol never gets down to chance alone, ± " + numeral.Points.Rounded(chance, numeral.Up))
	}
	return known.Nothing("no ε up to " + numeral.Short(MostEpsilon) + " is enough: without privacy it is ± " + numeral.Points.Rounded(chance, numeral.Up))
}

// LeastPeople returns the least n of three digits that keeps a margin together with all greater ones.
func (s Survey) LeastPeople(margin float64) (known.Value, error) {
	most, err := s.enoughPeople(margin)
	if err != nil {
		return known.Value{}, err
	}
	n, ok := leastPeople(most, func(n float64) bool {
		s.People = n
		return s.keeps(margin)
	})
	if !ok {
		return known.Nothing("more than 10¹² people would be needed"), nil
	}
	return known.Exactly(n), nil
}

// enoughPeople returns a number of people from which on the margin is kept for ever.
func (s Survey) enoughPeople(margin float64) (float64, error) {
	c := s.Confidence
	switch {
	case s.Epsilon == 0:
		return math.Inf(1), nil
	case s.Office:
		return s.enoughAtOffice(margin)
	}
	name, err := s.Named()
	if err != nil {
		return 0, err
	}
	if s.Asks != Number {
		p, err := s.Frequency(name)
		return hoeffding(margin, 1/p.Gap, c), err
	}
	m, err := s.Unbiased(name)
	if err != nil {
		return 0, err
	}
	if d, is := m.(unbiased.Duchi); is {
		return hoeffding(margin, d.Reach(), c), nil
	}
	// By the normal law the margin falls with the root of n.
	s.Protocol, s.People = name, 1000
	r, err := s.By(name)
	if err != nil {
		return 0, err
	}
	whole := r.Margin(c).Value / margin
	return max(1.1*1000*whole*whole, 1), nil
}
