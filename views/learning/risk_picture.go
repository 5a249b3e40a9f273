package learning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/view"
)

// drawRisk draws a point a scorer, and the line that symmetry would put them on.
func drawRisk(ctx context.Context, q risking, _ view.Answers, _ func(engine.Sheet)) (engine.Sheet, error) {
	f := engine.Figure{
		Title:    "noisy risk of random scorers",
		X:        engine.Axis{Name: "clean_risk", Label: "clean risk"},
		Y:        engine.Axis{Name: "noisy_risk", Label: "noisy risk"},
		Series:   "what",
		Members:  []string{"scorers", "line", "chosen"},
		Settings: q.settings(),
		Seed:     q.Seed,
	}
	c, err := q.risks.Get(ctx)
	switch {
	case errors.Is(err, training.ErrOneClass):
		f.Marks = []engine.Mark{engine.Points{Name: "scorers", Title: "scorers"}}
		return engine.Sheet{Figure: f, Notes: []engine.Note{{Warning: true, Text: fmt.Sprintf(
			"All %d labels of this draw are of one class; another seed, more records or a greater ε would do.", q.Positives+q.Negatives)}}}, nil
	case err != nil:
		return engine.Sheet{}, err
	}
	least := engine.Points{Name: "chosen", Title: "least noisy risk"}
	for _, i := range c.Chosen {
		least.X, least.Y = append(least.X, c.Clean[i]), append(least.Y, c.Noisy[i])
	}
	f.Marks = []engine.Mark{
		engine.Points{Name: "scorers", Title: "scorers", X: c.Clean, Y: c.Noisy},
		q.line(c),
		least,
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sight(c)}}}, nil
}

func (q risking) settings() []engine.Setting {
	return []engine.Setting{{Name: "loss", Word: q.kind.Name}, {Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True},
		{Name: "n", Value: float64(q.Positives + q.Negatives)}, {Name: "scale", Value: q.Scale}}
}

// line is that of the theorem where the loss is symmetric about 0 at least, and
// the least-squares line otherwise.
func (q risking) line(c compared) engine.Curve {
	ends := []float64{slices.Min(c.Clean), slices.Max(c.Clean)}
	if q.flat() > 0 {
		sum := q.Loss.SymmetricSum(0)
		return engine.Curve{Name: "line", Title: "if symmetric", X: ends, Y: []float64{q.mean.Line(ends[0], sum), q.mean.Line(ends[1], sum)}}
	}
	return engine.Curve{Name: "line", Title: "least squares", Basis: known.Estimate, X: ends,
		Y: []float64{c.Intercept + c.Slope*ends[0], c.Intercept + c.Slope*ends[1]}}
}

// sight says what to see.
func (q risking) sight(c compared) string {
	n := float64(q.Positives + q.Negatives)
	switch {
	case q.m.Contraction == 0:
		return "Fair coins: noisy labels say nothing of the truth."
	case q.drawn:
		return fmt.Sprintf("One draw of flips: in telling scorers apart, %s noisy labels are worth about n·tanh(ε/4)² = %s clean ones.",
			numeral.Count(n), numeral.Short(training.Worth(n, q.m)))
	case c.Spread < roundedAway && q.flat() == 0:
		return "Hardly a label flips: noisy risk is clean risk."
	case c.Spread < roundedAway:
		return fmt.Sprintf("A straight line of slope %s: flips move every scorer alike, and the best stays the best.", numeral.Short(q.mean.Slope))
	case q.flat() > 0:
		return fmt.Sprintf("Scorers that keep within |z| ≤ %s lie on the line; those that go beyond leave it.", numeral.Short(q.flat()))
	}
	return fmt.Sprintf("A cloud: of two scorers, noisy risk prefers the worse one in %s of the pairs.", numeral.Percent.Format(1-c.Kept))
}
