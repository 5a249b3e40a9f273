package noise

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// The contract of read fixes names and values of the reference.
func TestContract(t *testing.T) {
	for query, want := range map[string]map[string]float64{
		"epsilon=1&delta=0.2&sensitivity=1&loss=l1&beta=0.05&support=2": {
			"loss": 0.558819034, "lower-bound": 0.533443716, "mass-at-zero": 0, "cells": 80, "gain-over-truncated-laplace": 1 - 0.558819034/0.611962134,
			"loss-laplace": 1, "loss-truncated-laplace": 0.611962134, "loss-analytic-gaussian": 0.667030464, "loss-staircase": 0.959517376},
		"epsilon=1&delta=0.4&sensitivity=10&loss=l2&beta=0.5&support=2": {
			"loss": 28.175584087, "lower-bound": 26.168724574, "loss-truncated-laplace": 31.99922422, "loss-analytic-gaussian": 34.48388461},
		"epsilon=3&delta=0.3&atom=on&beta=0.04&support=2": {"loss": 0.163852001, "mass-at-zero": 0.280042},
		"epsilon=1&delta=0.1&query=count&support=40":      {"loss": 0.588607106, "loss-discrete-laplace": 0.850918128},
		"epsilon=2&delta=0":                               {"loss": 0.425459064, "lower-bound": 0.425459064, "loss-staircase": 0.425459064},
		"epsilon=2&delta=0&query=count&sensitivity=0.5":   {"loss": 0.275720565},
		"epsilon=2&delta=0&query=count&sensitivity=3":     {"loss": wholeStaircase(2, 3), "lower-bound": wholeStaircase(2, 3)},
	} {
		got := viewtest.Readings(t, Noise, query)
		for name, value := range want {
			within := 1e-7 * max(value, 1e-2)
			if name == "mass-at-zero" {
				within = 1e-6
			}
			if a := got[name]; math.Abs(a.Known.Value-value) > within {
				t.Errorf("%s: %s is %v, want %v", query, name, a.Known.Value, value)
			}
		}
		if d := got["delta-certified"].Known.Value; !strings.Contains(query, "delta=0.0") && d > 0.4 {
			t.Errorf("%s: certified at %v", query, d)
		}
	}
}

// wholeStaircase returns the least mean size of noise on whole numbers with probabilities that fall by e^ε every steps numbers,
// over all places where the first step may end.
func wholeStaircase(epsilon float64, steps int) float64 {
	least := math.Inf(1)
	for width := 1; width <= steps; width++ {
		all, sum := 1.0, 0.0
		for k := 1; k < 100*steps; k++ {
			p := 2 * math.Exp(-epsilon*math.Floor(float64(k-width+steps)/float64(steps)))
			all, sum = all+p, sum+p*float64(k)
		}
		least = min(least, sum/all)
	}
	return least
}

// The frontier over μ passes through a curve: it has the same noise, certified.
func TestFrontierKnowsCurves(t *testing.T) {
	one, line := viewtest.Readings(t, Noise, "below=normal:1.2:1e-3"), viewtest.Readings(t, alongBudget, "show=mu&mu=1.2&floor=1e-3")
	for _, name := range []string{"loss", "attacker-right"} {
		if a, b := one[name].Known, line[name].Known; a.Missing() || a != b {
			t.Errorf("%s: %+v, and on the frontier %+v", name, a, b)
		}
	}
}

// Both pages give the same loss and the same bound for a setting, with the same basis, and no gain is negative.
func TestOneLossOnBothPages(t *testing.T) {
	for _, query := range []string{"epsilon=1&delta=0.2", "epsilon=11.5&delta=0.0186&sensitivity=0.51&loss=pinball&tau=0.6", "epsilon=6&delta=0.001&atom=on", "epsilon=2&delta=0.01&query=count&sensitivity=2",
		"epsilon=1.3&delta=0.1&loss=pieces&pieces=-1:1e-12,0:0,1:1e-12"} {
		one, line := viewtest.Readings(t, Noise, query), viewtest.Readings(t, alongBudget, "show=delta&"+query)
		for name, basis := range map[string]known.Basis{"loss": known.AtMost, "lower-bound": known.AtLeast} {
			if a, b := one[name].Known, line[name].Known; a != b || a.Basis != basis {
				t.Errorf("%s: %s is %+v, along the frontier %+v", query, name, a, b)
			}
		}
		if g := line["saved"].Known; g.Basis != known.AtLeast || g.Value < 0 {
			t.Errorf("%s: the gain is %+v", query, g)
		}
	}
	if a := viewtest.Readings(t, Noise, "epsilon=1&delta=0")["loss"].Known; a.Basis != known.Exact {
		t.Errorf("in closed form the least is %+v", a)
	}
}

// A bound that the noise meets says so, also where a closed form is best and no program was needed.
func TestBoundsThatAreMetSaySo(t *testing.T) {
	for query, want := range map[string]string{
		"epsilon=1&delta=0":                           "attained",
		"epsilon=1&delta=0.2&query=count":             "attained",
		"epsilon=1&delta=0.2&beta=0.05":               "below optimised",
		"epsilon=1&delta=0&loss=asymmetric":           "",
		"epsilon=2&delta=0&shape=monotone":            "attained",
		"epsilon=2&delta=0&query=count&sensitivity=3": "attained",
	} {
		for _, a := range viewtest.Sheet(t, Noise, query).Readings {
			if a.Name == "lower-bound" && (!strings.HasSuffix(a.Remark, want) || (want == "") != (a.Remark == "")) {
				t.Errorf("%s: beside %v stands %q, want %q", query, a.Known.Value, a.Remark, want)
			}
		}
	}
}

// An answer that cannot be given says why, and what would work.
func TestReasons(t *testing.T) {
	for query, c := range map[string]struct{ name, why string }{
		"epsilon=3&delta=0.3&beta=0.05&support=1":       {"loss", "support = 2 is enough"},
		"epsilon=1&delta=0.5":                           {"loss-truncated-laplace", "0 < δ < 1/2"},
		"epsilon=1&delta=0&loss=asymmetric":             {"loss", "delta = 1e-09, or the loss l1, is enough"},
		"epsilon=1&delta=0.2":                           {"loss-discrete-laplace", "counts only"},
		"epsilon=1&delta=0.2&sensitivity=100&beta=0.01": {"loss", "wider cells or a shorter support is enough"},
		"epsilon=0.01&delta=0.001&beta=0&support=0":     {"loss", "a shorter support, for which a greater delta leaves room, is enough"},
	} {
		a := viewtest.Readings(t, Noise, query)[c.name]
		if !a.Known.Missing() || !strings.Contains(a.Known.None, c.why) || a.Known.Refused != (c.name == "loss") {
			t.Errorf("%s: %s is %+v, want %s", query, c.name, a.Known, c.why)
		}
	}
}

func notes(s engine.Sheet) string {
	var all []string
	for _, n := range s.Notes {
		all = append(all, n.Text)
	}
	return strings.Join(all, " ")
}

// Notes make claims too.
func TestNotes(t *testing.T) {
	for query, want := range map[string]string{
		"epsilon=1&delta=0.2&beta=0.07&support=2":         "Cells are 0.0714 wide and not 0.0700",
		"epsilon=1&delta=0.2&query=count&sensitivity=1.5": "a sensitivity of 1.50 is one of 2.00",
		"epsilon=6&delta=0.2&loss=l1":                     "Optimised noise is a staircase cut off at ±",
	} {
		if got := notes(viewtest.Sheet(t, Noise, query)); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %s", query, got, want)
		}
	}
}

// Every variant of the lead is said, and where it is true.
func TestNoiseLead(t *testing.T) {
	for query, want := range map[string]string{
		"epsilon=3&delta=0.3&beta=0.05&support=1":           "No noise within ±1.00 sensitivities is private at ε = 3.00, δ = 0.300: a shift by one sensitivity would give the support away; 2.00 is enough.",
		"epsilon=0.01&delta=0.001&beta=0&support=0":         "None is sought: a grid of 724 cells is outside [2, 500]",
		"epsilon=1&delta=0&loss=asymmetric":                 "None is sought: delta = 0 has no closed form for a lopsided loss",
		"epsilon=4&delta=0.001&beta=0.25&support=3&loss=l1": "Staircase: mean error 0.138 at ε = 4.00; the optimised noise has 0.170, held back by cells of 0.250 within ±3.00.",
		"epsilon=1&delta=0":                                 "Staircase noise, mean error 0.960: no noise does better at δ = 0; Laplace has 1.00.",
		"epsilon=1&delta=0&query=count":                     "Staircase noise of whole numbers, mean error 0.851: none does better at δ = 0; discrete Laplace is as good.",
		"epsilon=1&delta=0&query=count&sensitivity=3":       "Staircase noise of whole numbers, mean error 2.86: none does better at δ = 0; discrete Laplace has 2.95.",
		"epsilon=1&delta=0.2&query=count":                   "against 0.851 with discrete Laplace, and none does better.",
		"epsilon=1&delta=1e-9":                              "Staircase noise, or the optimised one: mean error 0.960 at ε = 1.00, δ = 10^-9, practically the least of those compared.",
		"preset=monotone":                                   "against 0.235 with staircase.",
		"preset=square":                                     "Optimised noise: mean squared error 28.2",
		"preset=tolerance":                                  "Noise optimised for your loss: mean cost 0.0684",
		"preset=truth-now-and-then":                         "against 0.235 with staircase",
	} {
		if got := viewtest.Sheet(t, Noise, query).Lead.Answer.String(); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %s", query, got, want)
		}
	}
}

// The note says where the noise is above its limit, as far as the picture shows it.
func TestExcessOfShifts(t *testing.T) {
	for query, want := range map[string]string{
		"epsilon=1&delta=0.2&shift=1&beta=0.05&support=2": "but for what is seen above it: that much is the δ",
		"epsilon=5&delta=1e-6&shift=0.5":                  "which is too little to be seen.",
		"epsilon=5&delta=0.2&shift=0.5":                   "where that is seen, and outside the picture:",
		"epsilon=1&delta=0.2&shift=1&query=count":         "where that is seen, and outside the picture:",
		"epsilon=2&delta=0.02&shift=0.5&query=count":      "but for what is seen above it: that much is the δ",
	} {
		if got := notes(viewtest.Sheet(t, byShift, "show=event&"+query)); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %s", query, got, want)
		}
	}
}

// Every variant of the lead along the frontier is said.
func TestFrontierLead(t *testing.T) {
	for query, want := range map[string]string{
		"epsilon=1&delta=0.2":                 "At ε = 1.00 the mean error is ≤ 0.559; halving ε makes it ≤ 0.784 (δ = 0.200; one person moves the answer by up to 1.00).",
		"epsilon=1&delta=0":                   "A mean error of 0.960 at ε = 1.00; no noise does better (δ = 0; one person moves the answer by up to 1.00).",
		"epsilon=1&delta=0.6":                 "At ε = 1.00 the mean error is ≤ 0.270; halving ε makes it ≤ 0.341 (δ = 0.600; ",
		"epsilon=1&delta=0.6&shape=monotone":  "At ε = 1.00 the mean error is ≤ 0.285; halving ε makes it ≤ 0.349 (δ = 0.600; ",
		"epsilon=1&delta=0.05&query=count":    "A mean error of ≤ 0.682 at ε = 1.00; none does better (δ = 0.0500; ",
		"epsilon=1&delta=0.2&loss=l2":         "At ε = 1.00 the mean squared error is ≤ 0.513; halving ε makes it ≤ 0.917 (δ = 0.200; ",
		"epsilon=1&delta=0&loss=asymmetric":   "None is sought: delta = 0 has no closed form for a lopsided loss",
		"epsilon=0.1&delta=0.999&loss=l2":     "halving ε makes it ≤ 0.00202 (δ = 0.999; ",
		"epsilon=1&delta=0.2&loss=asymmetric": "At ε = 1.00 the mean cost is ≤ 0.779; halving ε makes it ≤ 1.08 (δ = 0.200; ",
	} {
		if got := viewtest.Sheet(t, alongBudget, query).Lead.Answer.String(); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %s", query, got, want)
		}
	}
}

// The page warns of a large δ, and the price is about the noise that it advises.
func TestNoisePrices(t *testing.T) {
	for query, want := range map[string][2]string{
		"epsilon=1&delta=0.2":                       {"δ = 0.200 may expose that share of people: keep it far below one in all records.", "is right about which of two records is in the table at most 77.0 %"},
		"epsilon=4&delta=0.001&beta=0.25&support=3": {"", "Little protection: an attacker is right about which of two records is in the table, with Staircase noise, at most 98.2 % of the time"},
		"epsilon=15&delta=0.2":                      {"Hardly any protection: an attacker is nearly always right.", "is wrong about which of two records is in the table about once in 8,"},
		"epsilon=1&delta=0":                         {"", "is right about which of two records is in the table at most 72.0 %"},
	} {
		lead := viewtest.Sheet(t, Noise, query).Lead
		if lead.Warning != want[0] || !strings.Contains(lead.Price.String(), want[1]) {
			t.Errorf("%s warns %q and has the price %q", query, lead.Warning, lead.Price)
		}
	}
}

// Noise that is not better saves nothing, and no saving exceeds the whole.
func TestNothingIsSavedWhereAFixedShapeIsBetter(t *testing.T) {
	for _, query := range []string{"epsilon=4&delta=0.001&beta=0.25&support=3", "epsilon=15&delta=0.2&beta=0.05&support=2"} {
		sheet := viewtest.Sheet(t, Noise, query)
		for _, a := range sheet.Readings {
			switch {
			case a.Name == "saved" && a.Known.None != "staircase is better on this grid":
				t.Errorf("%s: saved is %+v", query, a.Known)
			case a.Member == "staircase" && !strings.HasSuffix(a.Remark, "% less"):
				t.Errorf("%s: staircase is said to be %q", query, a.Remark)
			case strings.Contains(a.Remark, ","):
				t.Errorf("%s: beside %s stands %q", query, a.Key, a.Remark)
			}
		}
	}
}

// The density in the picture has the area 1, and its loss in the answer's unit is the loss that the page gives.
func TestPictureIsTheLaw(t *testing.T) {
	s := viewtest.Sheet(t, Noise, "show=density&rivals=next&epsilon=1&delta=0.2&sensitivity=10&beta=1&support=2")
	for _, m := range s.Figure.Marks {
		steps, ok := m.(engine.Steps)
		if !ok {
			continue
		}
		mass, loss := 0.0, 0.0
		for i := 1; i < len(steps.X); i++ {
			width, middle := steps.X[i]-steps.X[i-1], (steps.X[i]+steps.X[i-1])/2
			mass += steps.Y[i-1] * width
			loss += steps.Y[i-1] * width * math.Abs(middle)
		}
		if math.Abs(mass-1) > 1e-9 || math.Abs(loss-s.Readings[0].Known.Value) > 1e-7 {
			t.Errorf("area %v and loss %v, told %v", mass, loss, s.Readings[0].Known.Value)
		}
		return
	}
	t.Error("no steps are drawn")
}

// The frontier falls, stays above its floor, and meets the page of one noise.
func TestFrontier(t *testing.T) {
	for _, query := range []string{"show=epsilon&delta=0.1", "show=delta&epsilon=0.8", "show=epsilon&query=count&delta=0.1"} {
		s := viewtest.Sheet(t, alongBudget, query)
		floor := map[float64]float64{}
		for _, m := range s.Figure.Marks {
			c, ok := m.(engine.Curve)
			if !ok {
				continue
			}
			for i := range c.X {
				switch {
				case i > 0 && c.Y[i] > c.Y[i-1]*(1+1e-9) && c.Name != "floor" && c.Name != best: // grids differ from place to place
					t.Errorf("%s: %s rises at %v", query, c.Name, c.X[i])
				case c.Name == "floor":
					floor[c.X[i]] = c.Y[i]
				case c.Name == best && floor[c.X[i]] > c.Y[i]*(1+1e-9):
					t.Errorf("%s: the floor is %v at %v, the loss %v", query, floor[c.X[i]], c.X[i], c.Y[i])
				}
			}
		}
	}
	got := viewtest.Readings(t, alongBudget, "show=epsilon&epsilon=1&delta=0.2")
	rival := got["epsilon-truncated-laplace"].Known.Value
	if with := viewtest.Readings(t, Noise, "delta=0.2&beta=0.5&support=2&epsilon="+fmt.Sprint(rival))["loss-truncated-laplace"].Known.Value; math.Abs(with-got["loss"].Known.Value) > 1e-9 {
		t.Errorf("truncated Laplace noise at ε = %v has loss %v, want %v", rival, with, got["loss"].Known.Value)
	}
}

// The pictures of the proof show what is certified.
func TestShifts(t *testing.T) {
	for _, query := range []string{"show=shifts&epsilon=1&delta=0.2&beta=0.1&support=2", "show=shifts&loss=asymmetric&epsilon=2&delta=0.1&beta=0.1&support=2",
		"show=shifts&query=count&sensitivity=2&epsilon=1&delta=0.1", "show=shifts&atom=on&epsilon=3&delta=0.3&beta=0.1&support=2"} {
		s, got := viewtest.Sheet(t, byShift, query), viewtest.Readings(t, byShift, query)
		most := 0.0
		for _, m := range s.Figure.Marks {
			if c, ok := m.(engine.Curve); ok {
				for _, v := range c.Y {
					most = max(most, v)
				}
			}
		}
		if certified := got["delta-certified"].Known.Value; most != certified || got["shifts-binding"].Known.Value < 1 {
			t.Errorf("%s: the curve reaches %v, certified is %v", query, most, certified)
		}
	}
	got := viewtest.Readings(t, byShift, "show=profile&at=1&epsilon=1&delta=0.2&beta=0.1&support=2")
	if got["delta-at-budget"].Known.Value != got["delta-certified"].Known.Value {
		t.Errorf("the profile at ε is not what is certified: %+v", got)
	}
	if a := viewtest.Readings(t, byShift, "show=event&shift=1&epsilon=1&delta=0.2&beta=0.1&support=2")["violation"]; a.Known.Value > 0.2 || a.Known.Value < 0.19 {
		t.Errorf("V(1) is %v", a.Known.Value)
	}
	if a := viewtest.Readings(t, byShift, "epsilon=1&delta=0")["delta-certified"]; !a.Known.Missing() {
		t.Errorf("a closed form is certified: %+v", a.Known)
	}
}

// Rounds say that they are not private before the last one, and the last one has the law on the page of noise.
func TestRounds(t *testing.T) {
	const query = "epsilon=1&delta=0.2&beta=0.1&support=2"
	first, last := viewtest.Readings(t, byRound, query+"&round=1"), viewtest.Readings(t, byRound, query+"&round=999")
	best := viewtest.Readings(t, Noise, query)
	if first["delta-needed"].Known.Value <= 0.2 || last["delta-needed"].Known.Value > 0.2 || last["events-entering"].Known.Value != 0 {
		t.Errorf("%+v\n%+v", first, last)
	}
	if math.Abs(last["loss-so-far"].Known.Value-best["loss"].Known.Value) > 1e-9 {
		t.Errorf("the last round has %v of %v", last["loss-so-far"].Known.Value, best["loss"].Known.Value)
	}
	if first["loss-so-far"].Known.Basis != known.AtLeast || last["loss-so-far"].Known.Basis != known.Exact {
		t.Errorf("the loss is %+v at first, and %+v at last", first["loss-so-far"].Known, last["loss-so-far"].Known)
	}
	for _, show := range []string{"law", "loss", "violation", "events"} {
		if lead := viewtest.Sheet(t, byRound, "course="+show+"&epsilon=1&delta=0").Lead; lead.Answer.String() != "Nothing to search: at δ = 0 the best noise is known in closed form." || lead.Price.String() != "" {
			t.Errorf("%s at δ = 0 says %q, at %q", show, lead.Answer, lead.Price)
		}
	}
}

// The lead of the rounds says what was found, or what is missing.
func TestRoundsLead(t *testing.T) {
	const query = "epsilon=1&delta=0.2&beta=0.05&support=2"
	for address, want := range map[string][2]string{
		query + "&round=10": {"By trial and correction: the noise of round 10 of 38 needs δ = 0.351, where 0.200 is allowed, so 14 constraints are added.",
			"An attacker is right about which of two records is in the table at most 80.0 % of the time (a coin toss: 50 %)."},
		query + "&round=99": {"By trial and correction: earlier attempts needed too much δ, attempt 38 keeps the limit.",
			"An attacker is right about which of two records is in the table at most 77.0 % of the time (a coin toss: 50 %)."},
		"epsilon=3&delta=0.3&beta=0.05&support=1": {"No noise within ±1.00 sensitivities is private at ε = 3.00, δ = 0.300: a shift by one sensitivity would give the support away; 2.00 is enough.", ""},
		"delta=0&loss=asymmetric":                 {"None is sought: delta = 0 has no closed form for a lopsided loss; delta = 1e-09, or the loss l1, is enough.", ""},
	} {
		lead := viewtest.Sheet(t, byRound, address).Lead
		if lead.Answer.String() != want[0] || lead.Price.String() != want[1] {
			t.Errorf("%s says %q, at %q", address, lead.Answer, lead.Price)
		}
	}
}

// The lead says why a noise is private for the drawn part of the proof.
func TestShiftsLead(t *testing.T) {
	const query = "epsilon=1&delta=0.2&beta=0.05&support=2"
	for address, want := range map[string]string{
		query + "&show=shifts": "Because one person's change (up to ±1.00) makes no event more than 2.72 times as likely, plus a chance of 0.200.",
		"epsilon=1&delta=0.2&support=2&show=shifts&sensitivity=1.5&query=count": "Because one person's change (up to ±2.00) makes no event more than 2.72 times as likely, plus",
		query + "&show=event&shift=1":                                           "Because even one person's worst change (by 1.00) makes no event more than 2.72 times as likely, plus a chance of 0.200.",
		query + "&show=event&loss=asymmetric&shift=0.3":                         "Because undoing one person's change (by 0.300) makes no event more than 2.72 times as likely, plus",
		query + "&show=event&shift=0":                                           "Because a record that moves the answer by nothing changes nothing: there is no shift to hide.",
		query + "&show=profile":                                                 "Because at every ε it keeps some δ: at ε′ = 0.50 the same noise keeps δ = 0.412.",
		"delta=0":                                                               "Because staircase noise is ε-private by its closed form, at ε = 1.00: there is nothing to certify.",
		"epsilon=3&delta=0.3&beta=0.05&support=1":                               "No noise within ±1.00 sensitivities",
	} {
		if got := viewtest.Sheet(t, byShift, address).Lead.Answer.String(); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %s", address, got, want)
		}
	}
}

// A number looks the same in both places where the loss attains its bound.
func TestABoundOfItsOwnLossIsThatLoss(t *testing.T) {
	got := viewtest.Readings(t, Noise, "preset=pure")
	if loss, bound := got["loss"], got["lower-bound"]; loss.Written() != bound.Written() || bound.Known.Basis != known.Exact {
		t.Errorf("the loss is %s, and no noise gets below %s", loss.Written(), bound.Written())
	}
}

// While a slider moves the first rounds are shown as they come: drawn, and with the answers known for the round by then, which
// stay.
func TestRoundsAreShownAsTheyCome(t *testing.T) {
	values, err := byRound.Parse("course=law&round=3&loss=asymmetric&epsilon=2.3&delta=0.05&beta=0.04")
	if err != nil {
		t.Fatal(err)
	}
	ctx := work.WithStarts(worktest.Session(t.Context(), 64<<20), &work.WarmStarts{})
	var parts []engine.Sheet
	sheet, err := byRound.Sheet(ctx, values, func(s engine.Sheet) {
		if len(s.Readings) > 0 && s.Progress.Partial() {
			parts = append(parts, s)
		}
	})
	drawn := func(s engine.Sheet) bool { return len(s.Figure.Marks) > 0 } // a fast machine finds the first round within a frame
	if err != nil || !slices.ContainsFunc(parts, drawn) {
		t.Fatalf("%d parts are shown, none with a round: %v", len(parts), err)
	}
	for _, part := range parts {
		for i, a := range part.Readings {
			last := sheet.Readings[i]
			if a.Name == "rounds" && !a.Pending {
				t.Errorf("there are %v rounds in all, while they are sought", a.Known)
			}
			if !a.Pending && a.Known != last.Known {
				t.Errorf("%s is %+v at first, and then %+v", a.Name, a.Known, last.Known)
			}
		}
	}
}

// The law of a round is drawn whole, with the atom that publishes the truth.
func TestRoundsShowAllOfTheLaw(t *testing.T) {
	for _, query := range []string{"course=law&atom=on&epsilon=3&delta=0.3&beta=0.1&support=2", "course=law&delta=0.2&beta=0.1&support=2"} {
		for _, round := range []string{"&round=1", "&round=1000"} {
			sum := 0.0
			for _, m := range viewtest.Sheet(t, byRound, query+round).Figure.Marks {
				switch m := m.(type) {
				case engine.Steps:
					for i := range m.X[1:] {
						sum += (m.X[i+1] - m.X[i]) * m.Y[i]
					}
				case engine.Bars:
					sum += m.Y[0]
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: %v of the law is drawn", query+round, sum)
			}
		}
	}
}

// The page shows something while it seeks the law of least loss.
func TestSearchesShowSomethingAtOnce(t *testing.T) {
	for _, v := range []view.View{Noise, byRound, byShift, alongBudget} {
		values, err := v.Setting("loss=l1&epsilon=1&delta=0.2")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var first *engine.Sheet
		_, err = v.Sheet(ctx, values, func(s engine.Sheet) {
			if first == nil {
				first = &s
				stop()
			}
		})
		if first == nil || !first.Progress.Partial() || first.Figure.X.High <= first.Figure.X.Low {
			t.Errorf("%s: first comes %+v, %v", v.Name, first, err)
		}
		stop()
	}
}

// The ranking has what each noise costs in rows, the least first, and the bound on all noise as a line.
func TestNoiseIsRanked(t *testing.T) {
	f := viewtest.Sheet(t, Noise, "show=ranking&epsilon=1&delta=0.2&beta=0.1&support=2").Figure
	got := viewtest.Readings(t, Noise, "epsilon=1&delta=0.2&beta=0.1&support=2")
	last, floor := 0.0, math.NaN()
	for _, m := range f.Marks {
		switch m := m.(type) {
		case engine.Points:
			if m.Here { // on the least
				if first := f.Marks[0].(engine.Points); m.X[0] != first.X[0] || m.Y[0] != first.Y[0] {
					t.Errorf("%s is marked at %v, the least stands at %v", m.Name, m.X, first.X)
				}
				continue
			}
			at, member := m.X[0], m.Name
			key := "loss"
			if member != best {
				key = engine.Key{Name: key, Member: member}.String()
			}
			if at < last || got[key].Known.Value != at {
				t.Errorf("%s is drawn at %v after %v, and costs %v", member, at, last, got[key].Known.Value)
			}
			last = at
		case engine.Rule:
			floor = m.At
		}
	}
	if first := f.Y.Keys[0]; first.Text() != best || len(f.Y.Words) != 5 || floor != got["lower-bound"].Known.Value {
		t.Errorf("rows %v, the bound at %v", f.Y.Words, floor)
	}
}

// Where noise is practically tied the fixed shape is ranked first, as the lead names it.
func TestTheRankingAgreesWithTheLead(t *testing.T) {
	for query, first := range map[string]string{
		"preset=small-delta":           "staircase",
		"preset=start":                 best,
		"preset=curve-square":          "analytic-gaussian",
		"preset=small-delta&epsilon=2": "staircase",
	} {
		s := viewtest.Sheet(t, Noise, query)
		if got := s.Figure.Y.Keys[0].Text(); got != first {
			t.Errorf("%s: %s is first, and the lead says %q", query, got, s.Lead.Answer)
		}
		for _, m := range s.Figure.Marks {
			if p, is := m.(engine.Points); is && p.X[0] > s.Figure.X.High {
				t.Errorf("%s: %s is outside the picture", query, p.Name)
			}
		}
	}
}

// The area of a noise above its limit is its excess.
func TestTheExcessIsItsArea(t *testing.T) {
	const query = "show=event&epsilon=1&delta=0.2&beta=0.1&support=2&shift="
	for _, shift := range []string{"1", "0.5", "-0.3"} {
		area := 0.0
		for _, m := range viewtest.Sheet(t, byShift, query+shift).Figure.Marks {
			if band, is := m.(engine.Band); is && band.Name == "excess" {
				area += (band.X[1] - band.X[0]) * (band.High[0] - band.Low[0])
			}
		}
		if want := viewtest.Readings(t, byShift, query+shift)["violation"].Known.Value; math.Abs(area-want) > 1e-9 {
			t.Errorf("at a shift of %s the area is %v, and %v is above", shift, area, want)
		}
	}
}

// Where the picture does not reach the δ, a note says on which side it lies: there the certified noise has probability and the
// moved noise has none.
func TestTheNoteSaysTheSide(t *testing.T) {
	for shift, side := range map[string]string{"1": "only left of -12.6,", "-1": "only right of 12.6,"} {
		notes := viewtest.Sheet(t, byShift, "show=event&epsilon=1&delta=1e-6&shift="+shift).Notes
		if len(notes) == 0 || !strings.Contains(notes[0].Text, side) {
			t.Errorf("at a shift of %s: %v, want %q", shift, notes, side)
		}
	}
	if notes := viewtest.Sheet(t, byShift, "show=profile&epsilon=1&delta=1e-6").Notes; slices.ContainsFunc(notes,
		func(n engine.Note) bool { return strings.Contains(n.Text, "outside the picture") }) {
		t.Errorf("the profile has a note about the event: %v", notes)
	}
}

// The budget of a whole fit by coordinate descent grows as normal noise says: at each ε drawn the fit has its δ.
func TestBudgetGrowsAlongGradients(t *testing.T) {
	f := viewtest.Sheet(t, Coordinates, "preset=small-delta&rounds=20&seeds=1").Figure
	_, mu := rootfind.Border(func(mu float64) bool { return bellDelta(mu, 1) < 1e-5 }, 1e-3, 10, rootfind.Halving{Middle: rootfind.Mean})
	spent, all := 0, viewtest.Readings(t, Coordinates, "preset=small-delta&rounds=20&seeds=1")["iterations"].Known.Value
	for _, m := range f.Panels[1].Marks {
		c, is := m.(engine.Curve)
		if !is {
			continue
		}
		for i, at := range c.X {
			spent++
			if got := bellDelta(mu*math.Sqrt(at/all), c.Y[i]); math.Abs(got/1e-5-1) > 0.02 {
				t.Errorf("after %v of %v gradients ε = %v has δ = %v", at, all, c.Y[i], got)
			}
		}
	}
	if spent < 3 {
		t.Errorf("%d places are drawn", spent)
	}
}

// Without noise nothing is spent, and no panel of a budget is drawn.
func TestNoBudgetWithoutNoise(t *testing.T) {
	f := viewtest.Sheet(t, Coordinates, "noise=optimal&budget=run&epsilon=0.01&delta=1e-8&rounds=2&seeds=1").Figure
	if len(f.Panels) != 1 {
		t.Errorf("%d panels, of which one has the errors", len(f.Panels))
	}
}

// A picture of noise on whole numbers says "probability" in its title and on its axis.
func TestCountsHaveProbabilities(t *testing.T) {
	const query = "query=count&epsilon=1&delta=0.1&support=4"
	for _, c := range []struct {
		view  view.View
		query string
	}{{Noise, "show=density&rivals=next&" + query}, {byShift, "show=event&" + query}, {byRound, "course=law&" + query}} {
		f := viewtest.Sheet(t, c.view, c.query).Figure
		if f.Y.Name != "probability" || !strings.HasPrefix(f.Y.Label, f.Y.Name) || strings.Contains(f.Title, "density") {
			t.Errorf("%s?%s: titled %q, the axis %s is called %q", c.view.Name, c.query, f.Title, f.Y.Name, f.Y.Label)
		}
	}
}

// While a law is sought the picture has nothing of it, and no part of the search passes for the law: the screen keeps the
// picture of the last setting. The law is drawn and its loss given once it is found, before the bound on all noise is known.
func TestNothingStandsForTheLawBeforeItIsFound(t *testing.T) {
	values, err := Noise.Parse("show=density&epsilon=1.05&delta=0.2&beta=0.1&support=2")
	if err != nil {
		t.Fatal(err)
	}
	sought, found := 0, 0
	sheet, err := Noise.Sheet(t.Context(), values, func(s engine.Sheet) {
		drawn := slices.ContainsFunc(s.Figure.Marks, func(m engine.Mark) bool { law, ok := m.(engine.Steps); return ok && law.Name == best })
		loss, bound := s.Readings[0], s.Readings[1]
		switch {
		case drawn != (s.Progress.Done >= 1) || drawn == loss.Pending || !bound.Pending || !s.Progress.Partial():
			t.Errorf("%v of %v: the law is drawn: %t, its loss %+v, the bound %+v", s.Progress.Done, s.Progress.Of, drawn, loss.Known, bound.Known)
		case drawn:
			found++
		default:
			sought++
		}
	})
	if err != nil || sought < 2 || found < 2 || sheet.Progress.Partial() {
		t.Errorf("%d parts were shown before the law was found, %d after; %v", sought, found, err)
	}
}
