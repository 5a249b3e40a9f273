package learners

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/table"
)

// MLP trains a fully connected network with ReLU between its layers: it
// minimises the mean of −ln softmax(outputs)[y], plus L2/2 times the squared
// weights per record, by Adam (Kingma & Ba 2015) on shuffled mini-batches. A
// tenth of the records is kept apart; training stops when the loss on them has
// not fallen for Patience passes, and the best network seen is the answer.
type MLP struct {
	Width    int     // units of each hidden layer; 0 counts as 32
	Hidden   int     // hidden layers; 0 counts as 2
	Rate     float64 // Adam's step size; 0 counts as 0.003
	L2       float64 // penalty
	Epochs   int     // passes over the data at most; 0 counts as 500
	Batch    int     // records per step; 0 counts as 32
	Patience int     // 0 counts as 30
}

var (
	mlpWidth = param.Param{Name: "width", Symbol: "W", Label: "width", Unit: "units",
		Help: "Units of each hidden layer.",
		Min:  1, Max: 1024, Low: 1, High: 256, Default: 32, Scale: param.Count}
	mlpHidden = param.Param{Name: "hidden", Symbol: "H", Label: "hidden layers",
		Help: "Layers between the features and the classes.",
		Min:  1, Max: 8, Low: 1, High: 4, Default: 2, Scale: param.Count}
	mlpRate = param.Param{Name: "rate", Symbol: "η", Label: "step size",
		Help: "Step size of the training: too small is slow, too large does not settle.",
		Min:  1e-6, Max: 1, Low: 0.0001, High: 0.1, Default: 0.003, Scale: param.Log}
	mlpL2 = param.Param{Name: "penalty", Symbol: "λ", Label: "penalty",
		Help: "Penalty on large weights.",
		Min:  1e-8, Max: 10, Low: 1e-6, High: 1, Default: 1e-4, Scale: param.Log}
	mlpEpochs = param.Param{Name: "epochs", Symbol: "E", Label: "passes",
		Help: "Passes over the training data, at most; training stops earlier when it no longer helps.",
		Min:  1, Max: 100000, Low: 1, High: 2000, Default: 500, Scale: param.Count}
)

var mlpLearner = param.Kind[Learner]{
	Name:   "mlp",
	Title:  "Neural network",
	Help:   "Layers of weighted sums cut at zero; its decision boundary is made of many flat pieces.",
	Source: "Rumelhart, Hinton & Williams 1986; Adam: Kingma & Ba 2015",
	Params: []param.Param{mlpWidth, mlpHidden, mlpRate, mlpL2, mlpEpochs},
	New: func(v param.Values) (Learner, error) {
		return MLP{Width: int(v.Get(mlpWidth)), Hidden: int(v.Get(mlpHidden)), Rate: v.Get(mlpRate), L2: v.Get(mlpL2), Epochs: int(v.Get(mlpEpochs))}, nil
	},
}

func (m MLP) String() string {
	m = m.defaults()
	return fmt.Sprintf("neural network, %d hidden layers of %d units, step size %g, penalty %g, at most %d passes", m.Hidden, m.Width, m.Rate, m.L2, m.Epochs)
}

func (m MLP) defaults() MLP {
	fill := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	fill(&m.Width, 32)
	fill(&m.Hidden, 2)
	fill(&m.Epochs, 500)
	fill(&m.Batch, 32)
	fill(&m.Patience, 30)
	if m.Rate <= 0 {
		m.Rate = 0.003
	}
	return m
}

// Fit trains the network from random weights.
func (m MLP) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	m = m.defaults()
	train, judge := d.Split(0.1, rng)
	if judge.Len() < 10 || train.Check() != nil {
		train, judge = d, d // too few to keep any apart
	}
	t := newTraining(m, d.Dims(), d.Classes(), rng)
	best, least, since := t.network(), math.Inf(1), 0
	order := rng.Perm(train.Len())
	for epoch := 1; epoch <= m.Epochs && since < m.Patience; epoch++ {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for from := 0; from < len(order); from += m.Batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.step(train, order[from:min(from+m.Batch, len(order))])
		}
		loss := t.loss(judge)
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil, fmt.Errorf("the training has run away in pass %d; a step size below %g would do", epoch, m.Rate)
		}
		if since++; loss < least-1e-5 {
			best, least, since = t.network(), loss, 0
		}
		work.Report(ctx, work.Progress{Done: float64(epoch), Of: float64(m.Epochs), What: "passes"})
	}
	return best, nil
}

// training is a network that is being trained.
type training struct {
	MLP
	layers []trainLayer
	steps  float64
	input  blas64.General // the batch
	scores []float64
}

// trainLayer is a layer with its gradient, the running means of Adam, and its
// outputs for a batch.
type trainLayer struct {
	weights, gradient blas64.General // Out rows of In
	bias, slope       []float64
	moments           [2][]float64   // of weights then bias: mean and mean square of the gradient
	output, delta     blas64.General // batch rows of Out: the outputs, and the loss's derivative by them
}

func newTraining(m MLP, dims, classes int, rng *rand.Rand) *training {
	t := &training{MLP: m, input: general(m.Batch, dims), scores: make([]float64, classes)}
	in := dims
	for i := range m.Hidden + 1 {
		out := m.Width
		if i == m.Hidden {
			out = classes
		}
		l := trainLayer{weights: general(out, in), gradient: general(out, in), bias: make([]float64, out), slope: make([]float64, out),
			output: general(m.Batch, out), delta: general(m.Batch, out)}
		for j := range l.weights.Data { // He et al. 2015, eq. 10
			l.weights.Data[j] = rng.NormFloat64() * math.Sqrt(2/float64(in))
		}
		for j := range l.bias { // spread out, or every kink would start at the origin
			l.bias[j] = (2*rng.Float64() - 1) / math.Sqrt(float64(in))
		}
		for k := range l.moments {
			l.moments[k] = make([]float64, out*in+out)
		}
		t.layers = append(t.layers, l)
		in = out
	}
	return t
}

func general(rows, columns int) blas64.General {
	return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float64, rows*columns)}
}

// rows returns the first n rows of a.
func rows(a blas64.General, n int) blas64.General {
	a.Rows, a.Data = n, a.Data[:n*a.Stride]
	return a
}

// forward computes the outputs of n records, which are in t.input.
func (t *training) forward(n int) blas64.General {
	x := rows(t.input, n)
	for i := range t.layers {
		l := &t.layers[i]
		y := rows(l.output, n)
		for r := range n {
			copy(y.Data[r*y.Stride:], l.bias)
		}
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, l.weights, 1, y)
		if i < len(t.layers)-1 {
			for j, v := range y.Data {
				y.Data[j] = max(v, 0)
			}
		}
		x = y
	}
	return x
}

// load puts records into t.input.
func (t *training) load(d table.Data, records []int) {
	for r, i := range records {
		copy(t.input.Data[r*t.input.Stride:], d.Row(i))
	}
}

// step moves the weights against the gradient of the loss on some records.
func (t *training) step(d table.Data, records []int) {
	n := len(records)
	t.load(d, records)
	out := t.forward(n)
	last := &t.layers[len(t.layers)-1]
	for r, i := range records { // the derivative of −ln softmax[y] is softmax − [y]
		scores, delta := out.Data[r*out.Stride:][:out.Cols], last.delta.Data[r*out.Stride:]
		total := floats.LogSumExp(scores)
		for k, s := range scores {
			delta[k] = math.Exp(s-total) / float64(n)
		}
		delta[d.Y[i]] -= 1 / float64(n)
	}
	for i := len(t.layers) - 1; i >= 0; i-- {
		l := &t.layers[i]
		below := t.input
		if i > 0 {
			below = t.layers[i-1].output
		}
		e := rows(l.delta, n)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, e, rows(below, n), 0, l.gradient)
		clear(l.slope)
		for r := range n {
			floats.Add(l.slope, e.Data[r*e.Stride:][:e.Cols])
		}
		floats.AddScaled(l.gradient.Data, t.L2/float64(d.Len()), l.weights.Data)
		if i == 0 {
			break
		}
		down := rows(t.layers[i-1].delta, n)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, e, l.weights, 0, down)
		for j, v := range below.Data[:len(down.Data)] {
			if v <= 0 {
				down.Data[j] = 0
			}
		}
	}
	t.steps++
	for i := range t.layers {
		l := &t.layers[i]
		count := len(l.weights.Data)
		t.adam(l.weights.Data, l.gradient.Data, l.moments[0][:count], l.moments[1][:count])
		t.adam(l.bias, l.slope, l.moments[0][count:], l.moments[1][count:])
	}
}

// adam is Algorithm 1 of Kingma & Ba 2015, with its recommended constants.
func (t *training) adam(w, gradient, mean, square []float64) {
	const decay, decaySquare, least = 0.9, 0.999, 1e-8
	rate := t.Rate * math.Sqrt(1-math.Pow(decaySquare, t.steps)) / (1 - math.Pow(decay, t.steps))
	for i, g := range gradient {
		mean[i] = decay*mean[i] + (1-decay)*g
		square[i] = decaySquare*square[i] + (1-decaySquare)*g*g
		w[i] -= rate * mean[i] / (math.Sqrt(square[i]) + least)
	}
}

// loss returns the mean of −ln softmax[y] over all records.
func (t *training) loss(d table.Data) float64 {
	sum := 0.0
	records := make([]int, 0, t.Batch)
	for from := 0; from < d.Len(); from += t.Batch {
		records = records[:0]
		for i := from; i < min(from+t.Batch, d.Len()); i++ {
			records = append(records, i)
		}
		t.load(d, records)
		out := t.forward(len(records))
		for r, i := range records {
			scores := out.Data[r*out.Stride:][:out.Cols]
			sum += floats.LogSumExp(scores) - scores[d.Y[i]]
		}
	}
	return sum / float64(d.Len())
}

// network copies the weights.
func (t *training) network() *Network {
	n := &Network{}
	for i, l := range t.layers {
		n.Layers = append(n.Layers, Dense{In: l.weights.Cols, Out: l.weights.Rows, ReLU: i < len(t.layers)-1,
			Weights: append([]float64(nil), l.weights.Data...), Bias: append([]float64(nil), l.bias...)})
	}
	return n
}
