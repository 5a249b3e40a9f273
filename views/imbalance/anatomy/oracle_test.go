package anatomy

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

func divide(s viewtest.Setting, rule string) viewtest.DividedBudget {
	most := s.Number("weight-max")
	if rule == "normalised" {
		most = 1
	}
	return viewtest.DivideBudget(rule, s.Number("epsilon"), math.Floor(s.Number("n")), s.Number("lambda"), most)
}

func chosenRule(s viewtest.Setting) string {
	if s.Option("weights") == "normalised" {
		return "normalised"
	}
	return s.Option("rule")
}

// ofKept makes an oracle for what lines keep, unless there are too many records for lines.
func ofKept(of func(kept []float64) float64) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if s.Number("n") > mostDrawn {
			return viewtest.None()
		}
		return viewtest.Within(of(keptByLine(s)), 1e-9).Itself()
	}
}

// keptByLine returns the share that each line keeps: where all records are drawn it counts those on the same side of the lines
// in the page's table, else it reads the table's numbers.
var keptByLine = viewtest.Shared(func(s viewtest.Setting) (kept []float64) {
	_, query, _ := strings.Cut(s.Address(), "?")
	var others []string
	for _, word := range strings.Split(query, "&") {
		if !strings.HasPrefix(word, "drawn=") {
			others = append(others, word)
		}
	}
	sheet := s.Sheet(View, strings.Join(append(others, "drawn=lines"), "&"))
	var records [][2]float64
	for _, m := range sheet.Figure.Marks {
		if p, is := m.(engine.Points); is {
			for i := range p.X {
				long := math.Max(1, math.Hypot(p.X[i], p.Y[i])/s.Number("clip"))
				records = append(records, [2]float64{p.X[i] / long, p.Y[i] / long})
			}
		}
	}
	lines := sheet.Data.Rows
	side := func(line []engine.Cell, at [2]float64) bool {
		return line[1].Number+line[2].Number*at[0]+line[3].Number*at[1] >= 0
	}
	for _, line := range lines[1:] {
		share := line[4].Number
		if float64(len(records)) == math.Floor(s.Number("n")) {
			share = 0
			for _, at := range records {
				if side(line, at) == side(lines[0], at) {
					share += 1 / float64(len(records))
				}
			}
		}
		kept = append(kept, share)
	}
	return kept
})

// mean returns the mean of some numbers.
func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}

func TestAnatomyOracles(t *testing.T) {
	noise := func(rule func(viewtest.Setting) string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Within(divide(s, rule(s)).Noise, 1e-11*s.Number("epsilon"))
		}
	}
	ridge := func(rule func(viewtest.Setting) string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			d := divide(s, rule(s))
			return viewtest.Within(d.Ridge, 1e-9*(d.Ridge+s.Number("lambda")))
		}
	}
	rule := func(name string) func(viewtest.Setting) string { return func(viewtest.Setting) string { return name } }
	viewtest.Agree(t, View, viewtest.Suite{
		Wide: true,
		Easy: func(v param.Values) param.Values {
			if v.Get(weightMost) > 1 { // this is refused
				v = v.With(weightMost, 1)
			}
			if n := v.Get(anatomyRecords); 2000 < n && n <= mostDrawn {
				v = v.With(anatomyRecords, mostDrawn+n)
			}
			return v
		},
		Oracles: map[string]viewtest.Oracle{
			"kept":       ofKept(mean),
			"kept-worst": ofKept(slices.Min[[]float64]),
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { // the odds are e^ε to 1
				odds := math.Exp(s.Number("epsilon"))
				return viewtest.Number(odds / (odds + 1))
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(math.Exp(s.Number("epsilon")) + 1) },
			"epsilon-noise": noise(chosenRule), "epsilon-noise-rank1": noise(rule("rank1")), "epsilon-noise-classic": noise(rule("classic")),
			"delta-ridge": ridge(chosenRule), "delta-ridge-rank1": ridge(rule("rank1")), "delta-ridge-classic": ridge(rule("classic")),
			"epsilon-jacobian": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Within(s.Number("epsilon")-divide(s, chosenRule(s)).Noise, 1e-11*s.Number("epsilon"))
			},
			"noise-norm": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(divide(s, chosenRule(s)).Length()) },
			"noise-per-record": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(divide(s, chosenRule(s)).Length() / s.Number("n"))
			},
		}})
}

// The parts of a split belong together: their sum is ε, by the chosen rule and weights, and the declared facts are public.
func TestAnatomySpeaksOfWhatIsChosen(t *testing.T) {
	for _, query := range []string{"rule=classic", "rule=rank1", "weights=normalised", "weights=inverse&rule=classic"} {
		got := viewtest.Readings(t, View, query+"&epsilon=1&n=1000")
		left, jacobian := got["epsilon-noise"].Known.Value, got["epsilon-jacobian"].Known.Value
		if math.Abs(left+jacobian-1) > 1e-12 {
			t.Errorf("%s: %v is left and %v taken of 1", query, left, jacobian)
		}
	}
}

// Every variant of the lead is used where it is true, and the two parts of ε are written so that they add up to it.
func TestAnatomyLead(t *testing.T) {
	for query, want := range map[string]string{
		"":                              "0.777 of ε = 1.00 is left for the noise by the tighter proof, 0.554 by the published one; the rest pays for how far one record bends the fit.",
		"preset=branch":                 "0.0537 of ε = 0.500 is left for the noise by the published proof, 0.277 by a tighter one; the rest pays for how far one record bends the fit.",
		"preset=no-ridge":               "Half, with an extra ridge of 3.85e-4, as λ = 0 leaves nothing; ≈ 98.1 % of predictions stay the same.",
		"n=100000":                      "0.998 of ε = 1.00 is left for the noise by the tighter proof, 0.995 by the published one; the rest pays for how far one record bends the fit.",
		"lambda=100":                    "Nearly all of ε = 1.00 is left for the noise, by either proof: one record hardly changes the curvature of the fit.",
		"weights=normalised":            "0.500 of ε = 1.00 is left for the noise if the data set the weights, 0.777 (by the tighter proof) if they are public.",
		"drawn=lines":                   "0.777 of ε = 1.00 is left for the noise; ≈ 99.0 % of predictions stay the same.",
		"drawn=lines&n=100000":          "0.998 of ε = 1.00 is left for the noise; predictions are only compared up to n = 20,000.",
		"drawn=lines&n=100000&lambda=0": "Half, with an extra ridge of 3.85e-6, as λ = 0 leaves nothing; predictions are only compared up to n = 20,000.",
		"n=100000&lambda=0":             "Half, with an extra ridge of 3.85e-6, as λ = 0 leaves nothing.",
		"epsilon=0.01":                  "Half, with an extra ridge of 0.0489, as ε = 0.0100 is too small for n = 1,000.",
		"drawn=lines&n=2":               "Half, with an extra ridge of 0.192, as ε = 1.00 is too small for n = 2; ≈ 51.7 % of predictions stay the same, maybe by chance.",
	} {
		sheet := viewtest.Sheet(t, View, query)
		if got := sheet.Lead.Answer.String(); got != want {
			t.Errorf("%s says %q, want %q", query, got, want)
		}
	}
	got := viewtest.Readings(t, View, "")
	if left, taken := got["epsilon-noise"], got["epsilon-jacobian"]; left.Written() != "0.777" || taken.Written() != "0.223" || taken.Known.Side() != known.Exact {
		t.Errorf("%s and %s are ε", left.Written(), taken.Written())
	}
}
