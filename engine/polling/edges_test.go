package polling

import (
	"math"
	"testing"
)

// At both ends of each control numbers are numbers, or are missing with a reason.
func TestExtremeSurveys(t *testing.T) {
	for _, s := range []Survey{{Asks: YesNo, Options: 2}, {Asks: Choice, Options: 2}, {Asks: Choice, Options: 1e6}, {Asks: Number, Spread: Even}, {Asks: Number, Spread: Ends(0)}} {
		for _, n := range []float64{1, 2, 1000, 1e12} {
			for _, epsilon := range []float64{0, TinyEpsilon, 0.001, 1, 30, 1500} {
				for _, share := range []float64{0, 1e-9, 0.5, 1} {
					for i := range 4 {
						s.People, s.Epsilon, s.Share, s.Confidence, s.Protocol = n, epsilon, share, 0.95, Best
						s.Office, s.Everyone = i&1 == 1, i&2 == 2
						m, err := s.Margin()
						if err != nil || m.Missing() != (epsilon == 0) || !m.Missing() && !(m.Value >= 0) {
							t.Errorf("%+v: margin %+v, %v", s, m, err)
						}
						if w, err := s.Worth(); err != nil || !w.Missing() && !(w.Value >= 0) {
							t.Errorf("%+v: worth %+v, %v", s, w, err)
						}
						if right, err := s.Right(); err != nil || !(right >= 0.5 && right <= 1) {
							t.Errorf("%+v: right %g, %v", s, right, err)
						}
					}
				}
			}
		}
	}
}

// Every greater number of three digits keeps the target of the least, and the one below misses it.
func TestLeastIsABorder(t *testing.T) {
	for _, s := range []Survey{
		{Asks: YesNo, People: 2000, Epsilon: 1, Options: 2, Share: 0.3, Confidence: 0.95, Protocol: Best},
		{Asks: Choice, People: 2000, Epsilon: 1, Options: 10, Share: 0.1, Confidence: 0.9, Protocol: Best, Everyone: true},
		{Asks: YesNo, People: 300, Epsilon: 0.5, Options: 2, Share: 0.3, Confidence: 0.95, Office: true, Everyone: true},
		{Asks: Number, People: 2000, Epsilon: 1, Spread: Even, Confidence: 0.95, Protocol: "duchi"},
		{Asks: Number, People: 2000, Epsilon: 1, Spread: Alike(0.2), Confidence: 0.95, Protocol: "hybrid"},
	} {
		const target = 0.07
		n, err := s.LeastPeople(t.Context(), target)
		if err != nil || n.Missing() {
			t.Fatal(n, err)
		}
		at := func(n float64) bool {
			s := s
			s.People = n
			return s.search(target).keeps(s)
		}
		if at(below(n.Value, true)) {
			t.Errorf("%+v: %g is said to be least, and one less is enough", s, n.Value)
		}
		for x, i := n.Value, 0; i < 600; x, i = roundUp(x*1.0001+0.5), i+1 {
			if !at(x) {
				t.Errorf("%+v: %g is said to be enough, and %g is not", s, n.Value, x)
				break
			}
		}
	}
}

// The greatest number of options is a border: all lesser ones keep the margin, and the next misses it.
func TestMostOptionsIsABorder(t *testing.T) {
	s := Survey{Asks: Choice, People: 20_000, Epsilon: 2, Share: 0.1, Confidence: 0.95, Protocol: "response"}
	const target = 0.03
	most := s.MostOptionsAt(target, 3)
	if most.Missing() {
		t.Fatal(most)
	}
	for k := 3.0; k <= most.Value; k = after(k) {
		if s.Options = k; !s.search(target).keeps(s) {
			t.Errorf("%g options miss what %g are said to keep", k, most.Value)
		}
	}
	if s.Options = after(most.Value); s.search(target).keeps(s) {
		t.Errorf("%g options are said to be the most, and %g are not too many", most.Value, s.Options)
	}
	s.Protocol = Best
	if all := s.MostOptionsAt(target, 3); all.Value != MostOptions {
		t.Errorf("the margin of local hashing is the same at all numbers of options, and %g are said to be the most", all.Value)
	}
	s.People = 100
	if none := s.MostOptionsAt(target, 3); !none.Missing() {
		t.Errorf("%g options where chance alone is more", none.Value)
	}
}

// The reason why no ε is enough names what would be.
func TestWhyNoEpsilonIsEnough(t *testing.T) {
	coin := Survey{Asks: YesNo, People: 2000, Epsilon: 1, Options: 2, Share: 0.3, Confidence: 0.95, Protocol: Best}
	unary := Survey{Asks: Choice, People: 2000, Epsilon: 1, Options: 9, Share: 0.3, Confidence: 0.95, Protocol: "oue"}
	for _, c := range []struct {
		s      Survey
		target float64
		want   string
	}{
		{coin, 0.02, "no ε is enough: only without privacy is it ± 2.00 points; 10,900 people would be enough at this ε"},
		{coin, 0.019, "no ε is enough: without privacy it is ± 2.00 points; 12,000 people would be enough at this ε"},
		{unary, 0.021, "no ε is enough: this protocol never gets down to chance alone, ± 2.00 points; 36,600 people would be enough at this ε"},
	} {
		if got := c.s.LeastEpsilon(t.Context(), c.target); got.None != c.want {
			t.Errorf("%q; want %q", got.None, c.want)
		}
	}
	coin.Epsilon = 0
	if n, err := coin.LeastPeople(t.Context(), 0.03); err != nil || n.None != "answers are pure chance: no number of people is enough" {
		t.Errorf("%q, %v", n.None, err)
	}
}

// A margin is kept exactly from the one that is printed on.
func TestKeepsFromTheMarginOn(t *testing.T) {
	for _, s := range []Survey{
		{Asks: YesNo, People: 2000, Options: 2, Share: 0.3, Protocol: Best},
		{Asks: YesNo, People: 37, Options: 2, Share: 0.5, Protocol: Best},
		{Asks: Choice, People: 1e6, Options: 20, Share: 0.01, Protocol: "olh", Everyone: true},
		{Asks: Choice, People: 1e12, Options: 4, Share: 0.25, Protocol: "subset", Everyone: true},
		{Asks: YesNo, People: 2000, Options: 2, Share: 0.3, Office: true},
	} {
		for _, s.Epsilon = range []float64{0.2, 1, 5, 12, 24, 33} {
			for _, s.Confidence = range []float64{0.5, 0.95, 0.9999} {
				r, err := s.Result()
				if err != nil {
					t.Fatal(err)
				}
				m := r.Margin(s.Confidence).Value
				if !r.Keeps(m, s.Confidence) || m > 0 && r.Keeps(math.Nextafter(m, 0), s.Confidence) {
					t.Errorf("%+v: the margin %.17g is no border", s, m)
				}
			}
		}
	}
}
