package training

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/loss"
	"dpscope/learners/model"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/learners/train"
	"dpscope/learners/tree"
)

// Fitters lists the learners that can divide a plane, each with its usual settings; the parameters of a kind
// are controls of the picture, and its Tag is a short name. Learners are comparable because they are part of
// cache keys.
var Fitters = param.Menu[learners.Learner]{
	Name:  "learner",
	Label: "learner",
	Help:  "What draws a decision boundary.",
	Kinds: []param.Kind[learners.Learner]{
		offered("logistic", "logistic", linear.Logistic{C: 1}),
		offered("tree", "tree", tree.CART{Depth: 6}),
		offered("forest", "forest", tree.RandomForest{Trees: 50}),
		byLoss("linear-sigmoid", "Linear, sigmoid loss", "lin sigmoid",
			"A weighted sum of the features, trained by a symmetric loss for balanced error.", "sigmoid", 0),
		byLoss("network", "Neural net, logistic loss", "net logistic",
			"64 hidden units, trained by the logistic loss for balanced error: it can memorise flipped labels.", "logistic", 64),
		byLoss("network-sigmoid", "Neural net, sigmoid loss", "net sigmoid", "The same network, trained by the sigmoid loss, which is symmetric.",
			"sigmoid", 64),
		byLoss("network-barrier", "Neural net, barrier loss", "net barrier",
			"The same network, trained by the barrier hinge, which leaves its offset open inside its walls.", "barrier", 64),
		perturbing("private", "Private logistic", "private", "Logistic regression whose objective is perturbed before it is minimised.", false),
		perturbing("private-weighted", "Private, weighted", "priv. weighted", "The same with public weights by which both classes count alike.",
			true),
		noisyKind,
	},
}

// offered returns a learner of dpscope train with these settings.
func offered(name, tag string, l learners.Learner) param.Kind[learners.Learner] {
	kind, _ := model.Learners.Find(name)
	kind.Tag, kind.Params, kind.New = tag, nil, func(param.Values) (learners.Learner, error) { return l, nil }
	return kind
}

// byLoss returns a score trained by one of the losses.
func byLoss(name, title, tag, help, by string, hidden int) param.Kind[learners.Learner] {
	return param.Kind[learners.Learner]{Name: name, Title: title, Tag: tag, Help: help,
		Source: "Charoenphakdee, Lee & Sugiyama 2019, section 3; Reddi, Kale & Kumar 2018",
		New: func(param.Values) (learners.Learner, error) {
			l, err := usual(loss.All, by)
			if err != nil {
				return nil, err
			}
			risk, err := usual(train.Risks, "ber")
			if err != nil {
				return nil, err
			}
			optimiser, err := train.Optimisers.New(param.Values{}.With(train.Rate, 0.01))
			return ByLoss{Loss: l, Risk: risk, Optimiser: optimiser, Decay: 1e-4, Epochs: 50, Hidden: hidden}, err
		}}
}

// usual makes a kind of a menu with its usual parameters.
func usual[T any](menu param.Menu[T], name string) (made T, err error) {
	kind, err := menu.Find(name)
	if err != nil {
		return made, err
	}
	return kind.New(param.Values{})
}

// ByLoss trains a score of two classes by a margin loss. Equal ones learn alike.
type ByLoss struct {
	Loss      loss.Loss
	Risk      train.Risk
	Optimiser train.Optimiser
	Decay     float64
	Epochs    int
	Hidden    int // units of the hidden layer; 0: a linear score
}

func (b ByLoss) String() string {
	return fmt.Sprintf("a score with %d hidden units, %d epochs, %s", b.Hidden, b.Epochs, b.Loss.Formula())
}

// Fit trains on all records in batches of either class.
func (b ByLoss) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	r := single(d)
	score := train.NewDense(d.Dims(), hiddenLayers(b.Hidden), 2*batch, rng)
	loop := train.Loop{Loss: b.Loss, Risk: b.Risk, Optimiser: b.Optimiser, Decay: b.Decay, Batch: batch, Epochs: b.Epochs}
	err := loop.Run(ctx, score, r, r.Positive, rng, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	return toNetwork(score.Layers()), nil
}

// toNetwork returns a network with two outputs: 0, and the score.
func toNetwork(layers []train.Layer[float32]) *network.Network {
	n := &network.Network{}
	for i, l := range layers {
		last := i == len(layers)-1
		in, out := l.Weights.Rows, l.Weights.Cols
		d := network.Dense{In: in, Out: out, ReLU: !last}
		if last {
			d.Out, d.Weights, d.Bias = 2, make([]float64, in), []float64{0}
		}
		for o := range out {
			for j := range in {
				d.Weights = append(d.Weights, float64(l.Weights.Row(j)[o]))
			}
			d.Bias = append(d.Bias, float64(l.Bias[o]))
		}
		n.Layers = append(n.Layers, d)
	}
	return n
}
