package polling

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms/frequency"
	"dpscope/mechanisms/unbiased"
)

// Margins jump with whole counts, so that more people or a greater ε may have a greater margin than slightly
// fewer: "least" refers to numbers of three digits from which on all greater ones keep the target.

// MostEpsilon is the start of a search for ε.
const MostEpsilon = 40

// TinyEpsilon is the least budget above 0 at which noise of all kinds keeps its digits.
const TinyEpsilon = 1e-6

// MostPeople is the greatest number of people of a survey.
const MostPeople = 1e12

// search asks one survey after the other whether it keeps a margin.
type search struct {
	margin float64
	names  []string // of protocols, the last that kept it first; nil: an office
}

// search begins one: by Best, any protocol will do.
func (s Survey) search(margin float64) *search {
	switch {
	case s.Office:
		return &search{margin: margin}
	case s.Protocol != Best:
		return &search{margin, []string{s.Protocol}}
	}
	return &search{margin, slices.Clone(s.Names())}
}

// keeps reports whether a survey keeps the margin.
func (f *search) keeps(s Survey) bool {
	switch {
	case s.Epsilon == 0:
		return false
	case s.Office:
		r, err := s.office()
		return err == nil && r.Keeps(f.margin, s.Confidence)
	}
	results := make([]Result, len(f.names))
	for i, name := range f.names {
		r, err := s.By(name)
		if err != nil {
			return false
		}
		if e, is := r.(Estimate); is && e.surely(f.margin, s.Confidence) {
			return true
		}
		results[i] = r
	}
	for i, r := range results {
		if r.Keeps(f.margin, s.Confidence) {
			f.names[0], f.names[i] = f.names[i], f.names[0]
			return true
		}
	}
	return false
}

// LeastEpsilon returns the least ε of three digits from .01 on that keeps a margin together with all greater ones up to
// MostEpsilon; missing where even that misses it.
func (s Survey) LeastEpsilon(ctx context.Context, margin float64) known.Value {
	const least = 0.01
	of := s
	of.Epsilon = 0
	epsilon, ok := walked(ctx, leastEpsilon{of, margin}, func() (float64, bool) {
		f := s.search(margin)
		return walk(MostEpsilon, least, func(epsilon float64) bool {
			of.Epsilon = epsilon
			return f.keeps(of)
		})
	})
	chance := s.Honest().Margin(s.Confidence).Value
	const hair = 1e-9
	attained := math.Abs(chance-margin) <= hair*chance // by chance alone
	switch {
	case attained && epsilon > 30+math.Log(max(s.Options, 2)/2): // no float64 tells answers there from true ones
	case ok && epsilon <= least*1.001:
		return known.OrLess(epsilon)
	case ok && s.estimated(epsilon):
		return known.Approximated(epsilon)
	case ok:
		return known.Exactly(epsilon)
	}
	var why string
	switch told := "± " + numeral.Points.Rounded(chance, numeral.Up); {
	case attained:
		why = "no ε is enough: only without privacy is it " + told
	case chance > margin:
		why = "no ε is enough: without privacy it is " + told
	case s.falls(margin):
		why = fmt.Sprintf("an ε above %d would be needed", MostEpsilon)
	default: // half of one's own answers are missing at every ε
		why = "no ε is enough: this protocol never gets down to chance alone, " + told
	}
	if n, err := s.LeastPeople(ctx, margin); err == nil && !n.Missing() {
		why += "; " + numeral.Count(n.Value) + " people would be enough at this ε"
	}
	return known.Nothing(why)
}

// estimated reports whether the margin comes from the normal law at an ε.
func (s Survey) estimated(epsilon float64) bool {
	s.Epsilon = epsilon
	margin, err := s.Margin()
	return err == nil && margin.Basis == known.Estimate
}

// falls reports whether a margin is kept at the greatest ε of all.
func (s Survey) falls(margin float64) bool {
	s.Epsilon = frequency.Epsilon.Max
	return s.search(margin).keeps(s)
}

// LeastPeople returns the least n of three digits that keeps a margin together with all greater ones.
func (s Survey) LeastPeople(ctx context.Context, margin float64) (known.Value, error) {
	if s.Epsilon == 0 {
		return known.Nothing("answers are pure chance: no number of people is enough"), nil
	}
	f := s.search(margin)
	most, err := s.enoughPeople(margin, f.names)
	if err != nil {
		return known.Value{}, err
	}
	tooMany := known.Nothing("more than 10¹² people would be needed")
	if most > 1e3*MostPeople {
		return tooMany, nil
	}
	of := s
	of.People = 0
	n, ok := walked(ctx, leastPeople{of, margin}, func() (float64, bool) {
		return walk(max(roundUp(most), 1), 1, func(n float64) bool {
			of.People = n
			return n > MostPeople || f.keeps(of)
		})
	})
	if !ok || n > MostPeople {
		return tooMany, nil
	}
	return known.Exactly(n), nil
}

// Keys of walks, which do not depend on what they look for.
type (
	leastEpsilon struct {
		of     Survey // with an ε of 0
		margin float64
	}
	leastPeople struct {
		of     Survey // of no people
		margin float64
	}
)

// last is the end of a walk, where it has one.
type last struct {
	at float64
	ok bool
}

// walked returns the end of a walk, which the session keeps: moving the control that is looked for changes nothing in it.
func walked(ctx context.Context, key any, walk func() (float64, bool)) (at float64, ok bool) {
	l, _ := work.Remember(ctx, key, func(last) int64 { return 256 }, func() (last, error) {
		at, ok := walk()
		return last{at, ok}, nil
	})
	return l.at, l.ok
}

// MostOptions limits the options of a question.
const MostOptions = 1e6

// MostOptionsAt returns the greatest k of three digits that keeps a margin together with all lesser ones from a least one on.
func (s Survey) MostOptionsAt(margin, least float64) known.Value {
	f := s.search(margin)
	last, ok := 0.0, false
	for k := least; k <= MostOptions; k = after(k) {
		s.Options = k
		if !f.keeps(s) {
			break
		}
		if last, ok = k, true; s.Office || f.names[0] == "oue" || f.names[0] == "olh" { // their margins are the same at all k
			return known.Exactly(MostOptions)
		}
	}
	if !ok {
		return known.Nothing("no number of options is small enough")
	}
	return known.Exactly(last)
}

// enoughPeople returns a number of people from which on one of the protocols keeps the margin for ever.
func (s Survey) enoughPeople(margin float64, protocols []string) (least float64, err error) {
	if s.Office {
		return s.enoughAtOffice(margin)
	}
	least = math.Inf(1)
	for _, name := range protocols {
		n, err := s.enoughBy(name, margin)
		if err != nil {
			return 0, err
		}
		least = min(least, n)
	}
	return least, nil
}

// enoughBy returns a number of people from which on a protocol keeps the margin for ever.
func (s Survey) enoughBy(name string, margin float64) (float64, error) {
	c := s.Confidence
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

// hoeffding returns the number of people from which on a mean of answers, each of which moves by at most a
// reach, always lies within a margin.
func hoeffding(margin, reach, confidence float64) float64 {
	return math.Log(2/(1-confidence)) / 2 * (reach / margin) * (reach / margin)
}

// walk goes down the numbers of three digits as long as they keep a target.
func walk(most, least float64, keeps func(float64) bool) (last float64, ok bool) {
	for at := most; at >= least && keeps(at); at = below(at, least >= 1) {
		last, ok = at, true
	}
	return last, ok
}

// below returns the next lesser number of three digits, or the next whole one where there are no digits behind the point.
func below(x float64, whole bool) float64 {
	if whole && x <= 100 {
		return x - 1
	}
	step := digit(x)
	if digits := math.Round(x/step) - 1; digits >= 100 {
		return times(digits, step)
	}
	return times(999, step/10)
}

// after returns the next greater number of three digits, or the next whole one.
func after(x float64) float64 {
	if x < 100 {
		return x + 1
	}
	step := digit(x)
	return times(math.Round(x/step)+1, step)
}

// times returns digits steps, for a step that is a power of ten, as the nearest float64.
func times(digits, step float64) float64 {
	if step < 1 {
		return digits / math.Round(1/step)
	}
	return digits * step
}

// digit returns the value of one more in the third digit.
func digit(x float64) float64 { return math.Pow(10, math.Floor(math.Log10(x)+1e-12)-2) }

// roundUp returns the least number of three digits, or whole one below 100, from x on.
func roundUp(x float64) float64 {
	if x <= 100 {
		return math.Ceil(x)
	}
	return math.Ceil(x/digit(x)-1e-9) * digit(x)
}
