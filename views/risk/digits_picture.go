package risk

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/sampling"
	"dpscope/views/view"
)

// drawDigits piles the answers of the value up where they lie: below those that it alone gives, above them the others.
func drawDigits(ctx context.Context, q digits, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	s, err := q.drawn.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	wide := ticks.AtLeast(5 / q.Epsilon)
	f := engine.Figure{
		Title: "sampled answers of x; x alone gives", Series: "from", Members: []string{"both", "alone"},
		Settings: []engine.Setting{{Name: "method", Word: q.name}, {Name: "epsilon", Value: q.Epsilon}, {Name: "x", Value: q.Value},
			{Name: "neighbour", Value: q.Neighbour}},
		X:     engine.Axis{Name: "y", Label: "answer y", Low: q.Value - wide, High: q.Value + wide},
		Y:     engine.Axis{Name: "answers", Label: "answers"},
		Seed:  q.Seed,
		Shows: []engine.Shown{{Of: engine.Key{Name: "revealed"}}},
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
	all = engine.Bars{Name: "both", Title: "x′ gives it too", Basis: known.Estimate}
	alone = engine.Bars{Name: "alone", Title: "x alone gives it", Basis: known.Estimate}
	width := (high - low) / columns
	for i := range columns {
		all.X, alone.X = append(all.X, low+(float64(i)+0.5)*width), append(alone.X, low+(float64(i)+0.5)*width)
	}
	all.Y, alone.Y = make([]float64, columns), make([]float64, columns)
	for _, a := range s.Of {
		i := int(math.Floor((a.At - low) / width))
		if i < 0 || i >= columns {
			continue
		}
		all.Y[i]++
		if a.Alone {
			alone.Y[i]++
		}
	}
	return all, alone
}

// notes show an answer down to its last digit.
func (q digits) notes(s sampling.Sample) []engine.Note {
	e, found := s.Example()
	if !found {
		return nil
	}
	digits := func(y float64) string { return strconv.FormatFloat(y, 'g', 17, 64) }
	return []engine.Note{{Text: fmt.Sprintf("%s was sampled of %g. From %g it is impossible: the nearest answer there is %s.",
		digits(e.Answer), e.Of, e.Not, digits(e.Nearest))}}
}
