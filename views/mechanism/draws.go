package mechanism

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
)

// drawnColumns is the number of stacks that drawn answers are piled up in.
const drawnColumns = 50

// drawAnswers draws answers of M(x), always the same ones, and piles them up. The piles grow by a twentieth of the picture
// until they are as high as the law.
func drawAnswers(_ context.Context, q window, count int) (engine.Points, error) {
	low, high := q.reach()
	if q.pair {
		low, high = 0, 1
	}
	width := (high - low) / drawnColumns
	top, lawful := q.heights(low, high, width, count)
	step := math.Min(top/20, lawful)
	piles := map[int]int{}
	p := engine.Points{Name: "drawn", Title: numeral.Count(float64(count)) + " drawn, for learning only"}
	for _, y := range concentration.Drawn(q.law, count) {
		pile := int(math.Floor((y - low) / width))
		piles[pile]++
		x := low + (float64(pile)+0.5)*width
		if binned, few := q.few(); q.pair && few { // each answer has a place of its own
			x = y * float64(binned.Bins()-1)
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, step*(float64(piles[pile])-0.5))
	}
	return p, nil
}

// heights returns the height of the picture, and the height that one of count answers adds to the law where it lies.
func (q window) heights(low, high, width float64, count int) (top, lawful float64) {
	if binned, ok := q.law.(mechanisms.Binned); ok {
		bars := q.bars(binned)
		for _, y := range bars.Y {
			top = math.Max(top, y)
		}
		return top, 1 / float64(count) * math.Min(1, drawnColumns/float64(len(bars.X)))
	}
	_, density := concentration.Outline(q.law, q.x, low, high, 400)
	for _, y := range density {
		if !math.IsInf(y, 0) {
			top = math.Max(top, y)
		}
	}
	return top, 1 / (float64(count) * width)
}
