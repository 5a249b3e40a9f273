package polling

import (
	"math"

	"dpscope/engine/known"
)

// Line is the margin of a survey along a quantity, for a picture.
type Line struct {
	At, Margin []float64 // NaN where answers are pure chance
	Basis      known.Basis
}

// Places returns numbers of even ratios from low to high, both among them.
func Places(low, high float64, count int) []float64 {
	at := make([]float64, count)
	for i := range at {
		at[i] = low * math.Pow(high/low, float64(i)/float64(count-1))
	}
	at[count-1] = high
	return at
}

// Along returns the margins at places of a quantity. It takes the basis of the roughest margin.
func Along(places []float64, margin func(at float64) (known.Value, error)) (Line, error) {
	l := Line{At: places, Basis: known.Exact}
	for _, at := range places {
		v, err := margin(at)
		if err != nil {
			return Line{}, err
		}
		if v.Basis == known.Estimate {
			l.Basis = v.Basis
		}
		if v.Missing() {
			v.Value = math.NaN()
		}
		l.Margin = append(l.Margin, v.Value)
	}
	return l, nil
}

// Sketch returns the margin of error as a line needs it: of a sum of two laws it is by the normal law, which a picture does not
// tell from the exact one, and Best is the protocol of least deviation.
func (s Survey) Sketch() (known.Value, error) {
	if !s.Office {
		var err error
		if s.Protocol, err = s.steadiest(); err != nil {
			return known.Value{}, err
		}
	}
	r, err := s.Result()
	if err != nil {
		return known.Value{}, err
	}
	if e, is := r.(Estimate); is {
		if of, is := e.law.(two); is && of.narrow.Deviation() > 2 {
			return known.Approximated(math.Sqrt2 * math.Erfinv(s.Confidence) * e.law.deviation() * e.unit), nil
		}
	}
	return r.Margin(s.Confidence), nil
}

// steadiest returns the protocol in use: for Best, the one of least deviation, of equals the first.
func (s Survey) steadiest() (string, error) {
	if s.Protocol != Best {
		return s.Protocol, nil
	}
	const hair = 1e-12 // equal up to rounding
	best, least := "", math.Inf(1)
	for _, name := range s.Names() {
		r, err := s.By(name)
		if err != nil {
			return "", err
		}
		if d := r.Deviation(); best == "" || d.Value < least*(1-hair) {
			best = name
			if !d.Missing() {
				least = d.Value
			}
		}
	}
	return best, nil
}

// Turn is a place from which on another protocol has the least margin.
type Turn struct {
	At   float64
	From string
	To   string
}

// Turns returns where the protocol of least deviation changes between places, to the whole number or to three digits.
func (s Survey) Turns(places []float64, whole bool, set func(s Survey, at float64) Survey) (turns []Turn, err error) {
	s.Protocol = Best
	name := func(at float64) string {
		n, failed := set(s, at).steadiest()
		if failed != nil {
			err = failed
		}
		return n
	}
	for i := 1; i < len(places); i++ {
		low, high := places[i-1], places[i]
		from, to := name(low), name(high)
		for from != to && high/low > 1.001 {
			middle := math.Sqrt(low * high)
			if whole {
				if middle = math.Floor((low + high) / 2); middle == low {
					break
				}
			}
			if at := name(middle); at == from {
				low = middle
			} else {
				high, to = middle, at
			}
		}
		if from != to {
			turns = append(turns, Turn{high, from, to})
		}
	}
	return turns, err
}
