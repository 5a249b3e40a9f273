package network

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/table"
	"dpscope/learners/train"
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

var mlpLearner = param.Kind[learners.Learner]{
	Name:   "mlp",
	Title:  "Neural network",
	Help:   "Layers of weighted sums cut at zero; its decision boundary is made of many flat pieces.",
	Source: "Rumelhart, Hinton & Williams 1986; Adam: Kingma & Ba 2015",
	Params: []param.Param{mlpWidth, mlpHidden, mlpRate, mlpL2, mlpEpochs},
	New: func(v param.Values) (learners.Learner, error) {
		return MLP{Width: int(v.Get(mlpWidth)), Hidden: int(v.Get(mlpHidden)), Rate: v.Get(mlpRate), L2: v.Get(mlpL2),
			Epochs: int(v.Get(mlpEpochs))}, nil
	},
}

func (m MLP) String() string {
	m = m.defaults()
	return fmt.Sprintf("neural network, %d hidden layers of %d units, step size %g, penalty %g, at most %d passes", m.Hidden, m.Width, m.Rate,
		m.L2, m.Epochs)
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
func (m MLP) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	return m.FitWeighted(ctx, d, learners.Even(d.Classes()), rng)
}

// FitWeighted implements learners.Weighing: each record's loss counts the weight of its class.
func (m MLP) FitWeighted(ctx context.Context, d table.Data, classes []float64, rng *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	m = m.defaults()
	learnt, judge := d.Split(0.1, rng)
	if judge.Len() < 10 || learnt.Check() != nil {
		learnt, judge = d, d // too few to keep any apart
	}
	t := newTraining(m, d.Dims(), d.Classes(), rng)
	t.classes = classes
	best, least, since := t.network(), math.Inf(1), 0
	order := rng.Perm(learnt.Len())
	for epoch := 1; epoch <= m.Epochs && since < m.Patience; epoch++ {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for from := 0; from < len(order); from += m.Batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.step(ctx, learnt, order[from:min(from+m.Batch, len(order))])
		}
		loss := t.loss(ctx, judge)
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil, fmt.Errorf("the training has run away in pass %d; a step size below %g would work", epoch, m.Rate)
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
	classes []float64 // the weight of each class
	of      *train.Network[float64]
	move    train.Move[float64]
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
	return &training{MLP: m, classes: learners.Even(classes), of: n, move: train.Adam[float64](m.Rate)}
}

// scores returns the outputs for some records, a row a record.
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
			slopes[k] = t.classes[d.Y[i]] * math.Exp(s-total) / n
		}
		slopes[d.Y[i]] -= t.classes[d.Y[i]] / n
	}
	t.of.Backward(ctx)
	for _, l := range t.of.Layers {
		floats.AddScaled(l.Gradient.Data, t.L2/float64(d.Len()), l.Weights.Data)
	}
	t.move(ctx, t.of.Weights, t.of.Gradient)
}

// loss returns the weighted mean of −ln softmax[y] over all records.
func (t *training) loss(ctx context.Context, d table.Data) float64 {
	sum, weight := 0.0, 0.0
	records := make([]int, 0, t.Batch)
	for from := 0; from < d.Len(); from += t.Batch {
		records = records[:0]
		for i := from; i < min(from+t.Batch, d.Len()); i++ {
			records = append(records, i)
		}
		out := t.scores(ctx, d, records)
		for r, i := range records {
			sum += t.classes[d.Y[i]] * (floats.LogSumExp(out.Row(r)) - out.Row(r)[d.Y[i]])
			weight += t.classes[d.Y[i]]
		}
	}
	return sum / weight
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
