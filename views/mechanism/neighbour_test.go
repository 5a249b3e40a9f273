package mechanism

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/viewtest"
)

// The attacker's odds are (1 + total variation)/2 for the pair shown and for the worst, are equal in the sentence and in the
// reading, and never exceed what the guarantee allows: (e^ε + δ)/(1 + e^ε).
func TestOddsSentence(t *testing.T) {
	for _, kind := range mechanisms.All.Kinds {
		for _, epsilon := range []float64{1e-3, 0.1, 1, 4, 20} {
			if kind.Name == "gaussian-classic" && epsilon > 1 {
				continue
			}
			for _, pair := range [][2]float64{{0.3, 0.7}, {0, 1}, {0.9, 0.4}} {
				query := fmt.Sprintf("mechanism=%s&show=neighbour&epsilon=%g&x=%g&neighbour=%g", kind.Name, epsilon, pair[0], pair[1])
				sheet, answers := page(t, Concentration, query)
				right, worst, allowed := answers["attacker-right"].Known.Value, answers["attacker-right-worst"].Known.Value, answers["attacker-right-allowed"].Known.Value
				m := mechanismOf(t, query)
				claim, odds := m.Guarantee().Claim(), math.Exp(epsilon)
				for _, c := range []struct {
					name      string
					got, want float64
				}{
					{"right", right, (1 + m.TotalVariation(pair[0], pair[1])) / 2},
					{"right with the worst pair", worst, (1 + m.TotalVariation(0, 1)) / 2},
					{"allowed", allowed, (odds + claim.Delta) / (1 + odds)},
				} {
					if math.Abs(c.got-c.want) > 1e-12 {
						t.Errorf("%s: %s %.15g, want %.15g", query, c.name, c.got, c.want)
					}
				}
				if right > worst+1e-15 || worst > allowed+1e-15 {
					t.Errorf("%s: right %.17g, at worst %.17g, allowed %.17g", query, right, worst, allowed)
				}
				said := numeral.Chance(right)
				if right >= 0.9995 {
					said = answers["wrong-once-in"].DisplayText
				}
				if lead := sheet.Lead.Answer.String(); !strings.Contains(lead, said) {
					t.Errorf("%s: %q does not say %s", query, lead, said)
				}
				if wrong := 1 / answers["wrong-once-in"].Known.Value; math.Abs(wrong-(1-right)) > 1e-14 {
					t.Errorf("%s: wrong %g of the time and right %.17g", query, wrong, right)
				}
			}
		}
	}
}

func mechanismOf(t *testing.T, query string) mechanisms.Mechanism {
	t.Helper()
	values, err := Concentration.Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mechanisms.All.New(values)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The brackets of a value hold the answers that are likelier from it, each bin with the room around it: guessing so is right as
// often as the page says.
func TestBracketedAnswersAreTheBetterGuess(t *testing.T) {
	for _, c := range []struct {
		query string
		spans [][2]float64
		says  string
	}{
		{"mechanism=laplace&show=neighbour&epsilon=2&x=0&neighbour=1", [][2]float64{{math.Inf(-1), 0.5}, {0.5, math.Inf(1)}}, "Neither exceeds e^ε = 7.39 times the other"},
		{"mechanism=laplace&show=neighbour&epsilon=2&x=0.7&neighbour=0.2", [][2]float64{{0.45, math.Inf(1)}, {math.Inf(-1), 0.45}}, "Neither exceeds e^ε = 7.39 times the other"},
		{"mechanism=gaussian&show=neighbour&epsilon=1&x=0.2&neighbour=0.4", [][2]float64{{math.Inf(-1), 0.3}, {0.3, math.Inf(1)}}, "Guess the value whose curve is higher."},
		{"mechanism=krr&bins=21&show=neighbour&epsilon=1&x=0.3&neighbour=1", [][2]float64{{0.275, 0.325}, {0.975, 1}}, "where they are equal, toss a coin. Neither exceeds e^ε = 2.72 times"},
		{"mechanism=krr&bins=2&show=neighbour&epsilon=1&x=0&neighbour=1", nil, "Guess the value whose bar is higher. Neither"},
		{"mechanism=pm&show=neighbour&epsilon=1&x=0.5&neighbour=0.5", nil, "Answers near x"},
	} {
		sheet, _ := page(t, Concentration, c.query)
		var spans [][2]float64
		for _, m := range sheet.Figure.Marks {
			if s, ok := m.(engine.Span); ok {
				spans = append(spans, [2]float64{s.From, s.To})
			}
		}
		if len(spans) != len(c.spans) {
			t.Errorf("%s brackets %v, want %v", c.query, spans, c.spans)
			continue
		}
		for i, want := range c.spans {
			for k := range want {
				if got := spans[i][k]; got != want[k] && !(math.Abs(got-want[k]) < 1e-12) {
					t.Errorf("%s brackets %v, want %v", c.query, spans, c.spans)
				}
			}
		}
		if said := sheet.Notes[0].Text; !strings.Contains(said, c.says) {
			t.Errorf("%s says %q, want %q", c.query, said, c.says)
		}
	}
}

// By sampling: guessing as bracketed is right as often as the page says, with even guesses for the rest.
func TestGuessingAsBracketed(t *testing.T) {
	const draws = 40_000
	random := rand.New(rand.NewPCG(1, 2))
	for _, query := range []string{
		"mechanism=pm&show=neighbour&epsilon=1&x=0.3&neighbour=0.7", "mechanism=laplace&show=neighbour&epsilon=2&x=0.7&neighbour=0.2",
		"mechanism=sw&show=neighbour&epsilon=2&x=0&neighbour=1", "mechanism=gaussian&show=neighbour&epsilon=1&x=0&neighbour=1",
	} {
		sheet, answers := page(t, Concentration, query)
		values, err := Concentration.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		m, right := mechanismOf(t, query), 0.0
		xs := [2]float64{values.Get(trueValue), values.Get(neighbour)}
		var spans [2]engine.Span
		for _, mark := range sheet.Figure.Marks {
			if s, ok := mark.(engine.Span); ok {
				spans[map[string]int{"guess-x": 0, "guess-neighbour": 1}[s.Name]] = s
			}
		}
		for range draws {
			truth := random.IntN(2)
			y := m.At(xs[truth]).Sample(random)
			switch in := [2]bool{spans[0].From <= y && y <= spans[0].To, spans[1].From <= y && y <= spans[1].To}; {
			case in[truth]:
				right++
			case !in[1-truth]:
				right += 0.5
			}
		}
		if got, want := right/draws, answers["attacker-right"].Known.Value; math.Abs(got-want) > 4*0.5/math.Sqrt(draws) {
			t.Errorf("%s: right %g of the time, want %g", query, got, want)
		}
	}
}

// A few answers are bars with names of their own, both values side by side and on a fixed scale; of two answers one is no and
// one yes.
func TestFewAnswersAreBars(t *testing.T) {
	for query, names := range map[string]string{
		"mechanism=krr&bins=2&show=neighbour&epsilon=1&x=0&neighbour=1":           "no yes",
		"mechanism=krr&bins=5&show=neighbour&epsilon=1&x=0&neighbour=1":           "0.00 0.25 0.50 0.75 1.00",
		"mechanism=exponential&bins=10&show=neighbour&epsilon=1&x=0&neighbour=1":  "0.00 0.111 0.222 0.333 0.444 0.556 0.667 0.778 0.889 1.00",
		"mechanism=krr&bins=11&show=neighbour&epsilon=1&x=0&neighbour=1":          "",
		"mechanism=krr&bins=2&show=window&epsilon=1&x=0&from=0&to=0.5&target=0.9": "",
	} {
		sheet, _ := page(t, Concentration, query)
		f := sheet.Figure
		if got := strings.Join(f.X.Words, " "); got != names {
			t.Errorf("%s: answers %q, want %q", query, got, names)
		}
		if names == "" {
			continue
		}
		if f.Y.Low != 0 || f.Y.High != 1 {
			t.Errorf("%s: from %g to %g", query, f.Y.Low, f.Y.High)
		}
		m := mechanismOf(t, query)
		for k, x := range []float64{0, 1} {
			bars, ok := f.Marks[k].(engine.Bars)
			if !ok {
				t.Fatalf("%s: %T", query, f.Marks[k])
			}
			for i, y := range bars.Y {
				if at := f.X.Keys[i].Number; math.Abs(y-m.At(x).Mass(at-1e-9, at+1e-9)) > 1e-12 {
					t.Errorf("%s: from %g the answer %g has %g", query, x, at, y)
				}
			}
		}
	}
}

// The controls of a window do not apply beside a neighbour, nor the other way round.
func TestControlsOfWhatIsShown(t *testing.T) {
	for what, want := range map[string]string{"window": "epsilon x from to target", "neighbour": "epsilon x neighbour"} {
		values := param.Values{}.Picking(shown, what)
		var names []string
		for _, p := range Concentration.Sliders(values) {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: sliders %s, want %s", what, got, want)
		}
	}
}

// The two heights that a picture writes have the ratio that its note names; where the value itself has no such ratio none is
// written.
func TestHeightsWrittenHaveTheRatio(t *testing.T) {
	for query, want := range map[string]bool{
		"mechanism=pm&epsilon=1&x=0.3&neighbour=0.7":        true,
		"mechanism=pm&epsilon=1&x=0.3&neighbour=0.31":       false,
		"mechanism=laplace&epsilon=1&x=0.3&neighbour=0.7":   false,
		"mechanism=krr&bins=21&epsilon=1&x=0.3&neighbour=1": false,
	} {
		var heights []float64
		for _, m := range viewtest.Sheet(t, Concentration, "show=neighbour&"+query).Figure.Marks {
			if p, is := m.(engine.Points); is && len(p.Labels) > 0 {
				heights = append(heights, p.Y...)
			}
		}
		if (len(heights) == 2) != want || want && math.Abs(heights[0]/heights[1]-math.E) > 1e-5 {
			t.Errorf("%s writes heights %v", query, heights)
		}
	}
}
