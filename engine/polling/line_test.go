package polling

import (
	"math"
	"testing"

	"dpscope/engine/known"
)

// A line is the exact margin, except where two laws are added: there the normal law gives it up to a few counts.
func TestSketch(t *testing.T) {
	for _, n := range []float64{10, 2000, 1e6, 1e12} {
		for _, everyone := range []bool{false, true} {
			for _, epsilon := range []float64{0.1, 1, 5} {
				s := Survey{Asks: Choice, Options: 10, Everyone: everyone, People: n, Epsilon: epsilon, Share: 0.3, Confidence: 0.95, Protocol: "response"}
				want, err := s.Margin()
				if err != nil {
					t.Fatal(err)
				}
				got, err := s.Sketch()
				if err != nil {
					t.Fatal(err)
				}
				p, err := s.Frequency("response")
				if err != nil {
					t.Fatal(err)
				}
				bound := 0.0
				if got.Basis == known.Estimate {
					if !everyone {
						t.Errorf("n = %g, ε = %g: a sample is told by the normal law", n, epsilon)
					}
					bound = 1.5/(n*p.Gap) + 1e-3*want.Value
				}
				if math.Abs(got.Value-want.Value) > bound {
					t.Errorf("n = %g, ε = %g, everyone %v: %g, where %g is exact", n, epsilon, everyone, got.Value, want.Value)
				}
			}
		}
	}
}

// Protocols change places where their variances do, which have closed forms: randomised response and subset selection of one
// option are equal as long as k/(e^ε + 1) is below 3/2.
func TestTurns(t *testing.T) {
	for epsilon, want := range map[float64]float64{1: 6, 2: 13} {
		s := Survey{Asks: Choice, People: 2000, Epsilon: epsilon, Share: 0.3, Confidence: 0.95}
		turns, err := s.Turns([]float64{3, 20, 40}, true, func(s Survey, at float64) Survey { s.Options = at; return s })
		if err != nil {
			t.Fatal(err)
		}
		if len(turns) != 1 || turns[0] != (Turn{want, "response", "subset"}) || want != math.Ceil(1.5*(math.Exp(epsilon)+1)) {
			t.Errorf("ε = %g: %v, where subset selection takes over from %g options", epsilon, turns, want)
		}
	}
}

// Answers of a hundred people are true to their protocol: sure of ε, all are their owners'; at ε = 0 they say nothing.
func TestHundred(t *testing.T) {
	s := Survey{Asks: YesNo, Options: 2, People: 2000, Share: 0.3, Epsilon: 40, Confidence: 0.95, Protocol: Best}
	h, err := s.Hundred()
	if err != nil || h.Others() != 0 || Count(h.Own) != 30 || math.Abs(h.Estimate-0.3) > 1e-12 {
		t.Errorf("at ε = 40: %d others, %d have it, estimate %g (%v)", h.Others(), Count(h.Own), h.Estimate, err)
	}
	s.Epsilon = 0
	if h, err = s.Hundred(); err != nil || !math.IsNaN(h.Estimate) || h.Others() < 30 || h.Others() > 70 {
		t.Errorf("at ε = 0: %d others, estimate %g (%v)", h.Others(), h.Estimate, err)
	}
	s.Epsilon = 1
	h, _ = s.Hundred()
	p, sent := 1/(1+math.Exp(-1)), float64(Count(h.Sent))/100
	if want := (sent - (1 - p)) / (2*p - 1); math.Abs(h.Estimate-want) > 1e-12 {
		t.Errorf("at ε = 1 the estimate is %g, where %g is", h.Estimate, want)
	}
}
