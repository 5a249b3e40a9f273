package views

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var winner = figureView{
	Name:     "winner",
	Group:    view.Mechanisms,
	Title:    "The best mechanism over budget and closeness",
	Question: "Which mechanism should I take?",
	About: "For every ε and every half-width θ, the mechanism that puts the most answers within θ of x; where its shade is faint, the second is close. " +
		"There is no best mechanism, only a best one for a budget, a tolerance and a place.",
	Source: "Quantifying Classifier Utility under LDP, Example 2 and its takeaway, recomputed exactly for every x",
	Form:   param.Form{Params: ofAllMechanisms(trueValue, mechanisms.Epsilon, halfWidth)},
	Figure: winnerFigure, Answer: winnerAnswer,
	Presets: []view.Preset{
		{Name: "middle", Title: "The middle, x = 0.5, where the paper looks", Query: "x=0.5&epsilon=2&theta=0.1"},
		{Name: "edge", Title: "The edge, x = 0: the paper's advice changes", Query: "x=0&epsilon=2&theta=0.1"},
		{Name: "off-centre", Title: "Off the centre", Query: "x=0.25&epsilon=4&theta=0.2"},
		{Name: "few-bins", Title: "With 11 bins randomised response wins far more", Query: "x=0.5&epsilon=4&theta=0.1&bins=11"},
	},
}

// The plane that the view draws, with as many cells as a wide terminal shows.
const (
	winnerColumns = 120
	winnerRows    = 60
)

// winnerAnswer draws the plane only when it is asked about the plane.
func winnerAnswer(ctx context.Context, v param.Values, key string) (float64, error) {
	q, err := readCompareQuestion(v)
	if err != nil {
		return 0, err
	}
	readings := q.winnerHere()
	at := func(r engine.Reading) bool { return r.Key() == key }
	if !slices.ContainsFunc(readings, at) {
		f, err := winnerFigure(ctx, v)
		if err != nil {
			return 0, err
		}
		readings = f.Readings
	}
	if i := slices.IndexFunc(readings, at); i >= 0 {
		return readings[i].Value, nil
	}
	return 0, nil // a share that is not there: no point of the plane is its
}

func winnerFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	q, err := readCompareQuestion(v)
	if err != nil {
		return engine.Figure{}, err
	}
	epsilons, thetas := grid.Log(0.1, 20, winnerColumns), grid.Even(0, 0.5, winnerRows)
	winners, margins, err := q.contest.Winners(ctx, epsilons, thetas, q.x)
	if err != nil {
		return engine.Figure{}, err
	}
	field := engine.Field{Name: "winner", X: epsilons, Y: thetas, Class: winners, Strength: make([]float64, len(winners)),
		Extra: []engine.FieldColumn{{Name: "margin", Values: margins}}}
	for _, k := range mechanisms.All.Kinds {
		field.Classes = append(field.Classes, k.Name)
		field.Titles = append(field.Titles, k.Title)
	}
	for i, m := range margins {
		field.Strength[i] = strength(m)
	}
	readings := q.winnerHere()
	return engine.Figure{
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: epsilons[0], High: epsilons[len(epsilons)-1]},
		Y:        engine.Axis{Name: "theta", Label: "θ, half-width of the window", Low: 0, High: 0.5},
		Settings: []engine.Setting{{Name: "x", Value: q.x}},
		Marks: []engine.Mark{field,
			engine.Points{Name: "here", X: []float64{q.epsilon}, Y: []float64{q.theta}},
		},
		Readings: append(readings, shares(winners, q.x)...),
		Notes: []engine.Note{{Text: fmt.Sprintf("Each area is the mechanism that lands within θ of x = %s most often. "+
			"At ε = %s and θ = %s it is %s.", trueValue.Text(q.x), mechanisms.Epsilon.Text(q.epsilon), halfWidth.Text(q.theta), readings[0].Beside)}},
	}, nil
}

// strength turns a margin into a shade: 1 % ahead is a third, 10 % is full.
func strength(margin float64) float64 {
	return min(1, math.Log10(1+margin*90))
}

// winnerHere is who wins at the sliders' own ε and θ.
func (q compareQuestion) winnerHere() []engine.Reading {
	kinds := mechanisms.All.Kinds
	scores := concentration.Scores(nil, q.contest.Laws(q.epsilon, q.x), q.window)
	first, second, margin := concentration.Winner(scores)
	place := fmt.Sprintf("[%s, %s]", numeral.Short(q.window.From), numeral.Short(q.window.To))
	why := func(i int) string {
		return fmt.Sprintf("Pr[M(x) in %s] at ε = %s. %s", place, numeral.Short(q.epsilon), q.lawOf(i))
	}
	return []engine.Reading{
		{Name: "winner", Label: "best here", Word: kinds[first].Name, Beside: kinds[first].Title, Why: why(first)},
		{Name: "mass", Label: "lands in the window", Symbol: "ρ", Value: scores[first].Mass, Style: numeral.Percent, Goal: known.Higher, Why: why(first)},
		{Name: "runner-up", Label: "second", Word: kinds[second].Name, Beside: kinds[second].Title, Why: why(second)},
		{Name: "margin", Label: "lead, % points", Value: margin, Style: numeral.Percent, Goal: known.Higher,
			Why: "The mass of the first less that of the second, from what lies outside when both are near 1."},
	}
}

// shares is how much of the picture at x each mechanism wins.
func shares(winners []int, x float64) []engine.Reading {
	count := make([]int, len(mechanisms.All.Kinds))
	for _, w := range winners {
		if w >= 0 {
			count[w]++
		}
	}
	var readings []engine.Reading
	for i, k := range mechanisms.All.Kinds {
		if count[i] == 0 {
			continue
		}
		readings = append(readings, engine.Reading{Name: "share", Of: k.Name, Label: k.Title, Value: float64(count[i]) / float64(len(winners)), Style: numeral.Percent, Basis: known.Estimate,
			Given:  []engine.Setting{{Name: "x", Value: x}},
			Beside: "of the plane", Why: fmt.Sprintf("%d of the %d points of the picture, ε on a log scale from 0.1 to 20, θ from 0 to 0.5.", count[i], len(winners))})
	}
	return readings
}
