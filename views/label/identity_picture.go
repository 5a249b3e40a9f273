package label

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// picture returns what both pictures of the labellings share.
func (q identity) picture(title string) engine.Figure {
	return engine.Figure{
		Title: title,
		X: engine.Axis{Name: "labelling", Label: "outcomes, most likely first: each step is one flip more", Brief: "outcomes",
			Style: numeral.Whole, Low: 0, High: float64(len(q.all.Labellings) + 1), Least: 1, Most: float64(len(q.all.Labellings))},
		Series: "law",
		Settings: []engine.Setting{
			{Name: "epsilon", Value: q.m.Epsilon}, {Name: "n", Value: float64(q.n)},
		},
	}
}

// probabilities draws how likely every labelling is under the two mechanisms.
func (q identity) probabilities() engine.Sheet {
	f := q.picture("probability of every outcome")
	f.Y = engine.Axis{Name: "probability", Label: "probability", Log: true}
	coins := engine.Curve{Name: "coins", Title: "coin flips"}
	mechanism := engine.Points{Name: "exponential", Title: "exponential mechanism"}
	middle := q.steps()
	for i, l := range q.all.MostLikelyFirst() {
		x := float64(i + 1)
		coins.X, coins.Y = append(coins.X, x), append(coins.Y, drawable(l.Coins))
		mechanism.X, mechanism.Y = append(mechanism.X, x), append(mechanism.Y, drawable(l.Exponential))
		mechanism.Labels = append(mechanism.Labels, middle[i])
	}
	f.Marks, f.Shows = []engine.Mark{coins, mechanism}, []engine.Shown{{Name: "each label flips at", Of: engine.Key{Name: "flip-probability"}}}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "The two coincide, for every n."}}}
}

// steps names each step by its number of flips, at its middle outcome, where nothing else stands above.
func (q identity) steps() map[int]string {
	names, at, size := map[int]string{}, 0, 1
	for flips := range q.n + 1 {
		names[at+size/2] = numeral.Things(flips, "flip")
		at, size = at+size, size*(q.n-flips)/(flips+1)
	}
	return names
}

// neighbours draws ln Pr(y″|y)/Pr(y″|y′) for the neighbour y′ that differs in the first label.
func (q identity) neighbours() engine.Sheet {
	f := q.picture("how far one changed label moves each probability")
	most := max(1.15*q.m.Stated(), 1e-6)
	f.Y = engine.Axis{Name: "log_ratio", Label: "ln of the ratio", Low: -most, High: most}
	ratio := engine.Points{Name: "exponential", Title: "exponential mechanism"}
	for i, l := range q.all.MostLikelyFirst() {
		ratio.X, ratio.Y = append(ratio.X, float64(i+1)), append(ratio.Y, l.Loss)
	}
	f.Marks = []engine.Mark{
		engine.Rule{Name: "limit", Title: "+2ε, general bound", At: q.m.Stated()},
		engine.Rule{Name: "limit-below", Title: "-2ε", At: -q.m.Stated()},
		ratio,
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{
		Text: "Changing one label multiplies every probability by e^ε or e^(-ε), by nothing else."}}}
}

// drawable leaves out what a logarithmic axis cannot show: chances that underflow and budgets of zero.
func drawable(v float64) float64 {
	if v == 0 {
		return math.NaN()
	}
	return v
}
