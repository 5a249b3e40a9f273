package polling

import (
	"math"
	"math/rand/v2"
)

// Hundred holds a hundred people of a survey that hides true answers: Own says who has the option that is looked at, and Sent
// says who sent an answer for it.
type Hundred struct {
	Own, Sent [100]bool
	Estimate  float64 // what these answers alone say of the share; NaN where they are pure chance
}

// Hundred draws them, always the same ones: of another ε few answers change.
func (s Survey) Hundred() (h Hundred, err error) {
	name, err := s.Named()
	if err != nil {
		return h, err
	}
	p, err := s.Frequency(name)
	if err != nil {
		return h, err
	}
	rng, sent := rand.New(rand.NewPCG(Seed, 44)), 0.0
	have := int(math.Floor(s.Truth()*float64(len(h.Own)) + 0.5))
	for place, who := range rng.Perm(len(h.Own)) {
		h.Own[who] = place < have
	}
	for who, own := range h.Own {
		chance := p.Other
		if own {
			chance = p.Own
		}
		if h.Sent[who] = rng.Float64() < chance; h.Sent[who] {
			sent++
		}
	}
	h.Estimate = math.NaN()
	if p.Gap > 0 {
		h.Estimate = (sent/float64(len(h.Sent)) - p.Other) / p.Gap
	}
	return h, nil
}

// Others returns how many answers say something else than their owner's.
func (h Hundred) Others() (count int) {
	for who := range h.Own {
		if h.Own[who] != h.Sent[who] {
			count++
		}
	}
	return count
}

// Count returns how many are true.
func Count(list [100]bool) (count int) {
	for _, is := range list {
		if is {
			count++
		}
	}
	return count
}
