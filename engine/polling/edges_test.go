package polling

import "testing"

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

// Every greater number of three digits keeps what the least does, and the one below misses it.
func TestLeastIsABorder(t *testing.T) {
	for _, s := range []Survey{
		{Asks: YesNo, People: 2000, Epsilon: 1, Options: 2, Share: 0.3, Confidence: 0.95, Protocol: Best},
		{Asks: Choice, People: 2000, Epsilon: 1, Options: 10, Share: 0.1, Confidence: 0.9, Protocol: Best, Everyone: true},
		{Asks: YesNo, People: 300, Epsilon: 0.5, Options: 2, Share: 0.3, Confidence: 0.95, Office: true, Everyone: true},
		{Asks: Number, People: 2000, Epsilon: 1, Spread: Even, Confidence: 0.95, Protocol: "duchi"},
		{Asks: Number, People: 2000, Epsilon: 1, Spread: Alike(0.2), Confidence: 0.95, Protocol: "hybrid"},
	} {
		const target = 0.07
		n, err := s.LeastPeople(target)
		if err != nil || n.Missing() {
			t.Fatal(n, err)
		}
		at := func(n float64) bool {
			s := s
			s.People = n
			return s.keeps(target)
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
