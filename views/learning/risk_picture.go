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

// drawRisk draws a point a model, and the line that symmetry would put them on.
func drawRisk(ctx context.Context, q risk, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	f := engine.Figure{
		Title:    "risk under flipped labels",
		X:        engine.Axis{Name: "clean_risk", Label: "risk under clean labels", Brief: "clean risk"},
		Y:        engine.Axis{Name: "noisy_risk", Label: "risk under flipped labels"},
		Series:   "what",
		Members:  []string{"models", "line", "chosen", "best", "outside"},
		Shows:    []engine.Shown{{Name: "pairs right", Of: engine.Key{Name: "order-kept"}}},
		Settings: q.settings(),
		Seed:     q.Seed,
	}
	c, err := q.risks.Get(ctx)
	switch {
	case errors.Is(err, training.ErrOneClass):
		f.Marks = []engine.Mark{engine.Points{Name: "models", Title: "models"}}
		return engine.Sheet{Figure: f, Notes: []engine.Note{{Warning: true, Text: fmt.Sprintf(
			"All %d labels of this draw are of one class, and no risk is defined.", q.Positives+q.Negatives)}}}, nil
	case err != nil:
		return engine.Sheet{}, err
	}
	f.Marks = append(q.models(c), q.line(c))
	const air = 0.05 // of the range, or the lowest model would stand upon the axis
	f.Y.Low, f.Y.High = slices.Min(c.Noisy), slices.Max(c.Noisy)
	if below := f.Y.Low - air*(f.Y.High-f.Y.Low); below > 0 || f.Y.Low < 0 { // zero is a floor of its own
		f.Y.Low = below
	}
	if slices.Equal(c.Chosen, c.Best) {
		f.Marks = append(f.Marks, among(c, "chosen", "best, and picked", c.Chosen))
	} else {
		f.Marks = append(f.Marks, among(c, "chosen", "picked", c.Chosen), among(c, "best", "truly best", c.Best))
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.sight(c)}}}, nil
}

// models draws a point for each model, separately for those with margins where the loss is not symmetric.
func (q risk) models(c training.Comparison) []engine.Mark {
	within, beyond := []int{}, []int{}
	for i, outside := range c.Outside {
		if outside && q.flat() > 0 {
			beyond = append(beyond, i)
		} else {
			within = append(within, i)
		}
	}
	marks := []engine.Mark{among(c, "models", "models", within)}
	if len(beyond) > 0 {
		marks = append(marks, among(c, "outside", "beyond |z| = "+wholeIf(q.flat()).Format(q.flat()), beyond))
	}
	return marks
}

// among draws some of the models as points.
func among(c training.Comparison, name, title string, models []int) engine.Points {
	p := engine.Points{Name: name, Title: title}
	for _, i := range models {
		p.X, p.Y = append(p.X, c.Clean[i]), append(p.Y, c.Noisy[i])
	}
	return p
}

func (q risk) settings() []engine.Setting {
	return []engine.Setting{{Name: "loss", Word: q.kind.Name}, {Name: "epsilon", Value: q.m.Epsilon},
		{Name: "n", Value: float64(q.Positives + q.Negatives)}, {Name: "scale", Value: q.Scale}}
}

// line draws that of the theorem where the loss is symmetric about 0 at least, and the least-squares line otherwise.
func (q risk) line(c training.Comparison) engine.Curve {
	ends := []float64{slices.Min(c.Clean), slices.Max(c.Clean)}
	if q.flat() > 0 {
		sum := q.Loss.SymmetricSum(0)
		return engine.Curve{Name: "line", Title: "proven slope " + numeral.Short(q.mean.Slope), X: ends, Y: []float64{q.mean.Line(ends[0], sum), q.mean.Line(ends[1], sum)}}
	}
	return engine.Curve{Name: "line", Title: "least squares", Basis: known.Estimate, X: ends,
		Y: []float64{c.Intercept + c.Slope*ends[0], c.Intercept + c.Slope*ends[1]}}
}

// sight says what to look at.
func (q risk) sight(c training.Comparison) string {
	scatter := numeral.Relative.Format(c.Spread)
	switch {
	case q.m.Contraction == 0:
		return "Labels are coin tosses: nothing can be learned."
	case q.drawn:
		n := float64(q.Positives + q.Negatives)
		return fmt.Sprintf("One draw of flips: %s noisy labels tell models apart about as well as %s clean ones, with a symmetric loss.",
			numeral.Count(n), numeral.Short(q.m.CleanWorth(n)))
	case c.Spread < roundedAway && q.flat() == 0:
		return "Hardly a label flips: noisy risk is clean risk."
	case c.Spread < roundedAway:
		return "Models lie on a line of slope " + numeral.Short(q.mean.Slope) + ": on average flips shrink differences and keep the order."
	case q.flat() > 0:
		return fmt.Sprintf("Models that keep within |z| ≤ %s lie on the line; those that go beyond leave it.", wholeIf(q.flat()).Format(q.flat()))
	case c.Spread < narrow:
		return fmt.Sprintf("Nearly a line: the models scatter by %s about it.", scatter)
	}
	return fmt.Sprintf("A cloud: the models scatter by %s about the line.", scatter)
}

// narrow is a scatter about the line, relative to that of the points, that hardly shows.
const narrow = 0.05
