package learners

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/learners/table"
	"dpscope/learners/train"
)

// training is a network that is being trained.
type training struct {
	MLP
	of   *train.Network[float64]
	move train.Move[float64]
}

func newTraining(m MLP, dims, classes int, rng *rand.Rand) *training {
	widths := []int{dims}
	for range m.Hidden {
		widths = append(widths, m.Width)
	}
	n := train.NewNetwork[float64](append(widths, classes), m.Batch, train.ByOutput)
	for i, l := range n.Layers {
		in := float64(widths[i])
		for j := range l.Weights.Data { // He et al. 2015, eq. 10
			l.Weights.Data[j] = rng.NormFloat64() * math.Sqrt(2/in)
		}
		for j := range l.Bias { // spread out, or every kink would start at the origin
			l.Bias[j] = (2*rng.Float64() - 1) / math.Sqrt(in)
		}
	}
	return &training{MLP: m, of: n, move: train.Adam[float64](m.Rate)}
}

// scores are the outputs for some records, a row a record.
func (t *training) scores(ctx context.Context, d table.Data, records []int) train.Matrix[float64] {
	for r, i := range records {
		copy(t.of.Input.Row(r), d.Row(i))
	}
	return t.of.Forward(ctx, len(records))
}

// step moves the weights against the gradient of the loss on some records.
func (t *training) step(ctx context.Context, d table.Data, records []int) {
	n, out := float64(len(records)), t.scores(ctx, d, records)
	slopes := t.of.Slopes()
	for r, i := range records { // the derivative of −ln softmax[y] is softmax − [y]
		scores, slopes := out.Row(r), slopes.Row(r)
		total := floats.LogSumExp(scores)
		for k, s := range scores {
			slopes[k] = math.Exp(s-total) / n
		}
		slopes[d.Y[i]] -= 1 / n
	}
	t.of.Backward(ctx)
	for _, l := range t.of.Layers {
		floats.AddScaled(l.Gradient.Data, t.L2/float64(d.Len()), l.Weights.Data)
	}
	t.move(ctx, t.of.Weights, t.of.Gradient)
}

// loss returns the mean of −ln softmax[y] over all records.
func (t *training) loss(ctx context.Context, d table.Data) float64 {
	sum := 0.0
	records := make([]int, 0, t.Batch)
	for from := 0; from < d.Len(); from += t.Batch {
		records = records[:0]
		for i := from; i < min(from+t.Batch, d.Len()); i++ {
			records = append(records, i)
		}
		out := t.scores(ctx, d, records)
		for r, i := range records {
			sum += floats.LogSumExp(out.Row(r)) - out.Row(r)[d.Y[i]]
		}
	}
	return sum / float64(d.Len())
}

// network copies the weights.
func (t *training) network() *Network {
	n := &Network{}
	for i, l := range t.of.Layers {
		n.Layers = append(n.Layers, Dense{In: l.Weights.Cols, Out: l.Weights.Rows, ReLU: i < len(t.of.Layers)-1,
			Weights: slices.Clone(l.Weights.Data), Bias: slices.Clone(l.Bias)})
	}
	return n
}
