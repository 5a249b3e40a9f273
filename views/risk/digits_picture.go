package risk

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/sampling"
	"dpscope/views/view"
)

// drawDigits piles the answers from the value up where they lie: at the bottom those that it alone gives, above them the
// others.
func drawDigits(ctx context.Context, q digits, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	s, err := q.drawn.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	wide := ticks.AtLeast(5 / q.Epsilon)
	f := engine.Figure{
		Title: "sampled answers from x, stacked", Series: "from", Members: []string{"both", "alone"},
		Settings: []engine.Setting{{Name: "method", Word: q.name}, {Name: "epsilon", Value: q.Epsilon}, {Name: "x", Value: q.Value},
			{Name: "neighbour", Value: q.Neighbour}},
		X:     engine.Axis{Name: "y", Label: "answer y", Low: q.Value - wide, High: q.Value + wide},
		Y:     engine.Axis{Name: "answers", Label: "answers in a bin"},
		Seed:  q.Seed,
		Shows: []engine.Shown{{Mark: "alone", Of: engine.Key{Name: "revealed"}}},
	}
	all, alone := piles(s, f.X.Low, f.X.High)
	f.Marks = []engine.Mark{all, alone,
		engine.Rule{Name: "x", Title: "x", Vertical: true, At: q.Value, Pointer: true},
		engine.Rule{Name: "neighbour", Title: "x′", Vertical: true, At: q.Neighbour, Pointer: true},
	}
	return engine.Sheet{Figure: f, Notes: q.notes(s)}, nil
}

// piles counts answers in columns; those beyond the picture are in none.
func piles(s sampling.Sample, low, high float64) (all, alone engine.Bars) {
	const columns = 60
	all = engine.Bars{Name: "both", Title: "may come from x′ too", Basis: known.Estimate}
	alone = engine.Bars{Name: "alone", Title: "impossible from x′", Basis: known.Estimate}
	width := (high - low) / columns
	for i := range columns {
		all.X, alone.X = append(all.X, low+(float64(i)+0.5)*width), append(alone.X, low+(float64(i)+0.5)*width)
	}
	all.Y, alone.Y = make([]float64, columns), make([]float64, columns)
	shared := 0
	for _, a := range s.Of {
		if !a.Alone {
			shared++
		}
		i := int(math.Floor((a.At - low) / width))
		if i < 0 || i >= columns {
			continue
		}
		all.Y[i]++
		if a.Alone {
			alone.Y[i]++
		}
	}
	if len(s.Of) > 0 {
		all.Title += " ≈ " + numeral.Percent.Format(float64(shared)/float64(len(s.Of)))
	}
	return all, alone
}

// notes shows an answer down to its last digit.
func (q digits) notes(s sampling.Sample) []engine.Note {
	e, found := s.Example()
	if !found {
		return nil
	}
	digits := func(y float64) string { return strconv.FormatFloat(y, 'g', 17, 64) }
	from, not := "x", "x′"
	if e.Of != q.Value {
		from, not = not, from
	}
	return []engine.Note{{Text: fmt.Sprintf("%s came from %s = %g; from %s = %g the nearest possible answer is %s. "+
		"Of the answers from x′ %s betray it. An attacker sees answers from either, and takes the nearer value where both are possible.",
		digits(e.Answer), from, e.Of, not, e.Not, digits(e.Nearest), numeral.Chance(s.RevealedBeside().Value))}}
}
