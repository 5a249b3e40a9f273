package train

import (
	"context"
	"math"
)

// backwardClipped sets the gradient to a sum over records of what each adds to it,
// cut to a norm and then weighed. That of a record in a layer is the product of what
// goes into the layer and what is charged for its outputs, so that its norm takes no
// gradient of its own (Goodfellow 2015).
func (n *Network[F]) backwardClipped(ctx context.Context, most float64, weights []F) {
	n.descend(ctx)
	for r := range n.count {
		square := 0.0
		for i, l := range n.Layers {
			square += (1 + sumOfSquares(n.into(i).Row(r))) * sumOfSquares(l.delta.Row(r))
		}
		by := weights[r]
		if size := math.Sqrt(square); size > most {
			by *= F(most / size)
		}
		for _, l := range n.Layers {
			for j := range l.delta.Row(r) {
				l.delta.Row(r)[j] *= by
			}
		}
	}
	n.gather(ctx)
}

func sumOfSquares[F Float](of []F) float64 {
	sum := 0.0
	for _, v := range of {
		sum += float64(v) * float64(v)
	}
	return sum
}
