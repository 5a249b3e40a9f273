package polling

import (
	"cmp"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/privacy"
	"dpscope/mechanisms/unbiased"
)

// Asks is the kind of answer that people give.
type Asks int

const (
	YesNo Asks = iota
	Choice
	Number
)

// Best is the protocol of least margin.
const Best = "best"

// Survey is a question to n people with the protection of their answers.
type Survey struct {
	Asks       Asks
	Office     bool // sees all answers and publishes a count or a mean with noise; otherwise true answers stay with their owners
	Everyone   bool // the n are everyone; otherwise they are a sample of many
	People     float64
	Epsilon    float64
	Options    float64 // k; 2 for yes or no
	Share      float64 // π, of the option in focus
	Spread     Spread  // of numbers
	Confidence float64
	Protocol   string  // its name, or Best; none for an office
	Noise      string  // of an office, its name; empty: geometric noise for counts, Laplace noise for a mean
	Delta      float64 // for noise that needs one
}

// Result is the law of a survey's estimate.
type Result interface {
	Margin(confidence float64) known.Value
	Keeps(margin, confidence float64) bool
	Deviation() known.Value
	Errors(count int) []float64 // errors of count surveys, the same ones at every call
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
	return frequency.At(name, s.Epsilon, max(s.Options, 2))
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

// Ranked is a protocol with its margin.
type Ranked struct {
	Name   string
	Margin known.Value
}

// Ranking lists the protocols by their margins, of equals the first in the menu first.
func (s Survey) Ranking() ([]Ranked, error) {
	var ranking []Ranked
	for _, name := range s.Names() {
		r, err := s.By(name)
		if err != nil {
			return nil, err
		}
		ranking = append(ranking, Ranked{name, r.Margin(s.Confidence)})
	}
	slices.SortStableFunc(ranking, func(a, b Ranked) int {
		if a.Margin.Missing() || b.Margin.Missing() {
			return 0 // answers of all are pure chance
		}
		return cmp.Compare(a.Margin.Value, b.Margin.Value)
	})
	return ranking, nil
}

// Named returns the protocol in use: for Best, the one of least margin at this ε, of equals the first.
func (s Survey) Named() (string, error) {
	names := s.Names()
	switch {
	case s.Protocol != Best:
		return s.Protocol, nil
	case len(names) == 1:
		return names[0], nil
	}
	ranking, err := s.Ranking()
	if err != nil {
		return "", err
	}
	return ranking[0].Name, nil
}

// Together returns the margin at which all k options are held to theirs at once: each at as much more confidence as their
// risks add up to.
func (s Survey) Together() (known.Value, error) {
	s.Confidence = 1 - (1-s.Confidence)/s.Options
	return s.Margin()
}

// False returns how often a coin answers falsely, 1/(1 + e^ε).
func (s Survey) False() (float64, error) {
	p, err := s.Frequency("response")
	return p.NotOwn, err
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

// NoiseAlone returns the same survey of everyone, by the same protocol, with a margin from the noise alone.
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
