package train

import (
	"context"
	"math"
	"math/rand/v2"
)

// Score is a real score f(x) of records with weights to learn; its sign is the class. It is for one
// goroutine. If ctx ends, Forward, Learn and Backward return soon, with meaningless numbers.
type Score interface {
	// Weights returns all weights including biases, and Gradient the risk's gradient by them: the same memory
	// at every call.
	Weights() []float32
	Gradient() []float32

	// Input takes the features of a batch, row by row, before Forward.
	Input() []float32
	// Forward scores the first count rows of the input, at most those of a batch.
	Forward(ctx context.Context, count int) []float32
	// Learn does as Forward when a step follows: some scores then leave out a random part of themselves.
	Learn(ctx context.Context, count int) []float32
	// Backward sets the gradient from the derivatives of the risk by the scores that Learn returned last.
	Backward(ctx context.Context, slopes []float32)
}

// Scores scores any number of records, batch by batch, unless ctx ends.
func Scores(ctx context.Context, s Score, r Records, batch int) ([]float64, error) {
	scores := make([]float64, 0, len(r.Positive))
	for from := 0; from < len(r.Positive); from += batch {
		count := min(batch, len(r.Positive)-from)
		copy(s.Input(), r.X[from*r.Dims:][:count*r.Dims])
		some := s.Forward(ctx, count)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, f := range some {
			scores = append(scores, float64(f))
		}
	}
	return scores, nil
}

// uniform fills weights evenly from -1/√inputs to 1/√inputs.
func uniform(weights []float32, inputs int, rng *rand.Rand) {
	reach := 1 / math.Sqrt(float64(inputs))
	for i := range weights {
		weights[i] = float32((2*rng.Float64() - 1) * reach)
	}
}
