package learners

import (
	"fmt"
	"math"

	"dpscope/learners/table"
)

// A classifier of raw values, years and kilograms, becomes one of scaled values,
// which lie in [0, 1] within the bounds of their features.

// rescalable is a classifier that can be told its inputs on other scales.
type rescalable interface {
	// rescaleInputs makes it, a classifier of raw values, one of values that the
	// scales, one for each feature, make of them. The classes stay.
	rescaleInputs(scales []table.Scale) error
}

// Bound declares what raw values of features lie between, offset and offset plus
// divisor, and lets the classifier take them scaled. A feature that has a scale
// already is an error.
func (m *Model) Bound(bounds map[string]table.Scale) error {
	scales := make([]table.Scale, len(m.Features))
	for name, scale := range bounds {
		at, err := m.FeatureIndices([]string{name})
		if err != nil {
			return err
		}
		f := &m.Features[at[0]]
		if err := scale.Check(); err != nil {
			return fmt.Errorf("bounds of %s: %w", name, err)
		}
		if f.Scale.Offset != 0 || f.Scale.Width() != 1 {
			return fmt.Errorf("%s has bounds in the file, %g to %g; a file of raw values would do", name, f.Scale.Raw(0), f.Scale.Raw(1))
		}
		scales[at[0]] = scale
	}
	if err := rescaleInputs(m.Classifier, scales); err != nil {
		return err
	}
	for i, s := range scales {
		if s != (table.Scale{}) {
			m.Features[i].Scale = s
		}
	}
	return nil
}

func rescaleInputs(c Classifier, scales []table.Scale) error {
	r, ok := c.(rescalable)
	if !ok {
		return fmt.Errorf("%s cannot take its inputs on another scale; one of scaled inputs would do", Title(c))
	}
	return r.rescaleInputs(scales)
}

// rescaleTrees puts, in place of each threshold, the scaled value of the largest raw
// value that goes left.
func rescaleTrees(trees []*Tree, scales []table.Scale) error {
	for i, t := range trees {
		for n, f := range t.Feature {
			if f < 0 {
				continue
			}
			t.Threshold[n] = scales[f].Apply(t.cut(t.Threshold[n]))
			if !(math.Abs(t.Threshold[n]) <= math.MaxFloat32) {
				return inTree(i, fmt.Errorf("node %d: the scaled threshold is %g; wider bounds would do", n, t.Threshold[n]))
			}
		}
		t.Double = true
	}
	return nil
}

func (t *Tree) rescaleInputs(scales []table.Scale) error { return rescaleTrees([]*Tree{t}, scales) }

func (f *Forest) rescaleInputs(scales []table.Scale) error { return rescaleTrees(f.Trees, scales) }

func (a *AdditiveTrees) rescaleInputs(scales []table.Scale) error {
	return rescaleTrees(a.Trees, scales)
}

// fold makes w·x + b of raw values one of scaled values.
func fold(weights []float64, bias *float64, scales []table.Scale) {
	for i, s := range scales {
		*bias += weights[i] * s.Offset
		weights[i] *= s.Width()
	}
}

func (l *Linear) rescaleInputs(scales []table.Scale) error {
	fold(l.Weights, &l.Bias, scales)
	return l.Check()
}

func (n *Network) rescaleInputs(scales []table.Scale) error {
	first := &n.Layers[0]
	for o := range first.Out {
		fold(first.row(o), &first.Bias[o], scales)
	}
	return n.Check()
}

func (q *QDA) rescaleInputs(scales []table.Scale) error {
	d := q.Dims()
	for k, mean := range q.Means {
		for i, s := range scales {
			mean[i] = s.Apply(mean[i])
			for j, r := range scales {
				q.Precisions[k][i*d+j] *= s.Width() * r.Width()
			}
		}
	}
	return q.Check()
}

// All classes lose the same logarithm of the divisors.
func (g *GaussianNB) rescaleInputs(scales []table.Scale) error {
	for k, mean := range g.Means {
		for i, s := range scales {
			mean[i] = s.Apply(mean[i])
			g.Variances[k][i] /= s.Width() * s.Width()
		}
	}
	return g.Check()
}

func (i *Interval) rescaleInputs(scales []table.Scale) error {
	i.From, i.To = scales[0].Apply(i.From), scales[0].Apply(i.To)
	return i.Check()
}
