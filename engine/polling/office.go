package polling

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/binomial"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
)

// An office adds noise to its publications: to one count of yes or no, to each count of more options, or to a
// mean. One person moves a count by 1, or two counts of more options; each of them then gets half of ε and of
// δ, except that normal noise protects both at once, at a distance of √2. She moves a mean by 1/n.

// Geometric is the office's noise in whole numbers, for counts alone.
const Geometric = "geometric"

// Noises lists the noise that an office may add besides geometric noise: to counts and to a mean.
func Noises() []central.Kind {
	var kinds []central.Kind
	for _, k := range central.Kinds {
		if !k.Whole {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// several reports whether an office publishes several counts; one person then moves two.
func (s Survey) several() bool { return s.Asks == Choice && s.Options > 2 }

// rate returns −ln a of geometric noise.
func (s Survey) rate() float64 {
	if s.several() {
		return s.Epsilon / 2
	}
	return s.Epsilon
}

// geometric reports whether the office's noise is whole.
func (s Survey) geometric() bool {
	return s.Asks != Number && (s.Noise == Geometric || s.Noise == "")
}

// noise is an office's noise with a density, in units of one person's effect on a count.
type noise struct {
	blur
	mechanisms.Law
	hidden float64 // 1 less the advantage of an attacker who sees all publications
}

// wider is noise that is a multiple of a law.
type wider struct {
	mechanisms.Law
	by float64
}

func (w wider) Outside(from, to float64) float64 { return w.Law.Outside(from/w.by, to/w.by) }
func (w wider) Variance() float64                { return w.Law.Variance() * w.by * w.by }
func (w wider) Sample(rng *rand.Rand) float64    { return w.Law.Sample(rng) * w.by }

// tail returns Pr[Z > from] for symmetric noise.
func tail(z mechanisms.Law, from float64) float64 {
	if from < 0 {
		return 1 - tail(z, -from)
	}
	return z.Outside(-from, from) / 2
}

// noise returns it. There is a budget.
func (s Survey) noise() (noise, error) {
	name := s.Noise
	if name == "" {
		name = "laplace"
	}
	kind, err := central.Find(name)
	if err != nil || kind.Whole {
		return noise{}, fmt.Errorf("no noise of numbers is called %q", name)
	}
	at := central.Setting{Epsilon: s.Epsilon, Delta: s.Delta, Loss: central.Slopes{Below: 1, Above: 1}}
	if s.several() && kind.Deviation == nil {
		at.Epsilon, at.Delta = at.Epsilon/2, at.Delta/2
	}
	made, err := kind.New(at)
	if err != nil {
		return noise{}, err
	}
	n := noise{Law: made.Law()}
	if _, n.hidden = central.Told(n.Law); s.several() && kind.Deviation == nil {
		if n.hidden, _ = central.Twice(made); math.IsNaN(n.hidden) {
			return noise{}, fmt.Errorf("two counts with %s have no advantage in closed form", kind.Noise())
		}
	}
	switch _, reach := n.Support(); {
	case kind.Deviation != nil:
		sigma := kind.Deviation(at.Epsilon, at.Delta)
		if s.several() {
			sigma *= math.Sqrt2
			n.Law = wider{n.Law, math.Sqrt2}
		}
		n.blur = bell{sigma}
	case !math.IsInf(reach, 1):
		n.blur = cut{at.Epsilon, reach}
	default:
		n.blur = falling{at.Epsilon, func(part float64) float64 { return tail(n, part) }}
	}
	return n, nil
}

// office returns the law of an office's publication.
func (s Survey) office() (Result, error) {
	if s.Epsilon == 0 {
		return Estimate{}, nil
	}
	honest := s.poll().Honest()
	if s.geometric() {
		return Estimate{noised{honest.law.(one).Law, s.rate()}, honest.unit}, nil
	}
	n, err := s.noise()
	if err != nil {
		return nil, err
	}
	if s.Asks == Number {
		return s.average().Office(n), nil
	}
	return blurred{honest.law.(one).Law, n.blur, n.Law, honest.unit}, nil
}

// Office returns the estimate from a mean to which an office adds noise.
func (a Average) Office(n noise) Mean {
	unit := 1 / a.People
	switch s := a.spread(); {
	case s.Ends:
		return Mean{exact: blurred{Poll{a.People, a.Spread.Mean, a.Everyone}.Honest().law.(one).Law, n.blur, n.Law, unit}}
	case a.own() == 0:
		return Mean{exact: blurred{binomial.New(a.People, 0), n.blur, n.Law, unit}}
	}
	return Mean{variance: a.own() + n.Variance()*unit*unit, few: a.People < Many, noise: n.Law, people: math.Sqrt(a.own()) / unit, unit: unit}
}

// told returns how far an attacker who sees all that an office publishes beats guessing about one person's answer, between two
// given ones, and 1 less that with all its digits.
func (s Survey) told() (told, hidden float64, err error) {
	if s.geometric() {
		u := math.Exp(-s.rate())
		return math.Tanh(s.rate() / 2), 2 * u / (1 + u), nil
	}
	n, err := s.noise()
	return 1 - n.hidden, n.hidden, err
}

// enoughAtOffice returns a number of people from which on an office keeps a margin for ever: chance and noise keep half of it
// each, with half of the risk each.
func (s Survey) enoughAtOffice(margin float64) (float64, error) {
	half := (1 + s.Confidence) / 2
	reach := math.Log(2/(1-half)) / s.rate()
	if !s.geometric() {
		n, err := s.noise()
		if err != nil {
			return 0, err
		}
		reach = border(func(d float64) float64 { return n.Outside(-d, d) }, math.Sqrt(n.Variance()), half)
	}
	return max(hoeffding(margin/2, 1, half), 2*reach/margin), nil
}
