package learners

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"dpscope/learners/source"
)

// Write writes m as JSON that Read gives back: the same numbers to the last
// bit, the same names.
func (m *Model) Write(w io.Writer) error {
	kind, body, err := classifierBody(m.Classifier)
	if err != nil {
		return err
	}
	if m.Kind == "linear" {
		kind = m.Kind
	}
	doc := members{{"format", Format}, {"kind", kind}}
	if m.Title != "" {
		doc = append(doc, member{"title", m.Title})
	}
	if len(m.Provenance) > 0 {
		var notes members
		for _, n := range m.Provenance {
			notes = append(notes, member{n.Key, n.Text})
		}
		doc = append(doc, member{"provenance", notes})
	}
	doc = append(doc, member{"features", m.FeatureNames()}, member{"sensitive", m.PrivateNames()}, member{"classes", m.ClassNames})
	if scales := m.scaleMembers(); len(scales) > 0 {
		doc = append(doc, member{"normalisation", scales})
	}
	doc = append(doc, body...)
	if len(m.Records) > 0 {
		doc = append(doc, member{"records", recordMembers(m.Records)})
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return fmt.Errorf("%s: %w", source.Name(m.Name), err)
	}
	if len(text) >= maxModelBytes {
		return fmt.Errorf("%s: the classifier takes %s as text, and at most %s are read again; fewer trees, larger leaves or narrower layers would do",
			source.Name(m.Name), source.Size(int64(len(text))), source.Size(maxModelBytes))
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// members is a JSON object whose keys keep their order.
type members []member

type member struct {
	key   string
	value any
}

func (o members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (m *Model) scaleMembers() members {
	var scales members
	for _, f := range m.Features {
		var s members
		if f.Scale.Offset != 0 {
			s = append(s, member{"offset", f.Scale.Offset})
		}
		if f.Scale.Divisor != 0 && f.Scale.Divisor != 1 {
			s = append(s, member{"divisor", f.Scale.Divisor})
		}
		if f.Scale.FromData {
			s = append(s, member{"from_data", true})
		}
		for _, t := range []Note{{"unit", f.Unit}, {"column", f.Column}, {"word", f.Word}, {"note", f.Text}} {
			if t.Text != "" {
				s = append(s, member{t.Key, t.Text})
			}
		}
		if len(s) > 0 {
			scales = append(scales, member{f.Name, s})
		}
	}
	return scales
}

func recordMembers(records []Record) []members {
	list := make([]members, len(records))
	for i, r := range records {
		list[i] = members{{"id", r.ID}, {"x", r.X}}
		if r.Note != "" {
			list[i] = append(list[i], member{"note", r.Note})
		}
	}
	return list
}

// classifierBody returns the kind of c and the members that belong to it.
func classifierBody(c Classifier) (kind string, body members, err error) {
	if checked, ok := c.(Checked); ok {
		if err := checked.Check(); err != nil {
			return "", nil, err
		}
	}
	switch c := c.(type) {
	case *Linear:
		return "logistic_regression", members{{"coef", c.Weights}, {"intercept", c.Bias}}, nil
	case *Tree:
		return "decision_tree", members{{"tree", treeMembers(c)}}, nil
	case *Forest:
		trees := make([]members, len(c.Trees))
		for i, t := range c.Trees {
			trees[i] = treeMembers(t)
		}
		return "random_forest", members{{"n_trees", len(trees)}, {"trees", trees}}, nil
	case *Network:
		return "relu_mlp", members{{"layers", denseMembers(c.Layers)}}, nil
	case *ConvNet:
		s := c.Input
		return "cnn", members{{"input_shape", []int{s.Channels, s.Rows, s.Columns}}, {"layers", imageMembers(c)}}, nil
	case *QDA:
		matrices := make([][][]float64, len(c.Precisions))
		for k, p := range c.Precisions {
			matrices[k] = unflatten(p, c.Dims())
		}
		return "qda", members{{"means", c.Means}, {"precisions", matrices}, {"offsets", c.Offsets}}, nil
	case *GaussianNB:
		return "gaussian_nb", members{{"means", c.Means}, {"variances", c.Variances}, {"priors", c.Priors}}, nil
	case *NearestCentroid:
		return "nearest_centroid", members{{"centroids", c.Centroids}, {"centroid_class", c.Class}}, nil
	case *Interval:
		return "interval", members{{"from", c.From}, {"to", c.To}}, nil
	}
	return "", nil, fmt.Errorf("a %T has no file format", c)
}

// treeMembers writes p1 if it says all there is, else p.
func treeMembers(t *Tree) members {
	m := members{{"feature", t.Feature}, {"threshold", t.Threshold}, {"left", t.Left}, {"right", t.Right}}
	if t.NumClasses == 2 {
		p1 := make([]float64, len(t.Feature))
		enough := true
		for n := range p1 {
			if t.Feature[n] >= 0 {
				continue
			}
			p := t.Probabilities(n)
			p1[n] = p[1]
			enough = enough && p[0] == 1-p[1]
		}
		if enough {
			return append(m, member{"p1", p1})
		}
	}
	return append(m, member{"p", unflatten(t.Probability, t.NumClasses)})
}

func unflatten(flat []float64, length int) [][]float64 {
	rows := make([][]float64, len(flat)/length)
	for i := range rows {
		rows[i] = flat[i*length : (i+1)*length]
	}
	return rows
}

func denseMembers(layers []Dense) []members {
	list := make([]members, len(layers))
	for i, l := range layers {
		activation := "none"
		if l.ReLU {
			activation = "relu"
		}
		list[i] = members{{"W", unflatten(l.Weights, l.In)}, {"b", l.Bias}, {"activation", activation}}
	}
	return list
}

// imageMembers writes a ReLU and the flattening as layers of their own.
func imageMembers(n *ConvNet) []members {
	var list []members
	shapes := n.Shapes()
	flat := false
	for i, layer := range n.Layers {
		relu := false
		switch l := layer.(type) {
		case *Conv:
			relu = l.ReLU
			list = append(list, members{{"type", "conv2d"}, {"in", l.In}, {"out", l.Out}, {"kernel", l.Kernel}, {"stride", l.Stride},
				{"padding", l.Padding}, {"weight_shape", []int{l.Out, l.In, l.Kernel, l.Kernel}}, {"weight", l.Weights}, {"bias", l.Bias}})
		case *MaxPool:
			list = append(list, members{{"type", "maxpool2d"}, {"kernel", l.Kernel}, {"stride", l.Stride}})
		case *Dense:
			if s := shapes[i]; !flat && (s.Rows != 1 || s.Columns != 1) {
				list = append(list, members{{"type", "flatten"}, {"order", "channel, row, column"}})
				flat = true
			}
			relu = l.ReLU
			list = append(list, members{{"type", "linear"}, {"in", l.In}, {"out", l.Out},
				{"weight_shape", []int{l.Out, l.In}}, {"weight", l.Weights}, {"bias", l.Bias}})
		}
		if relu {
			list = append(list, members{{"type", "relu"}})
		}
	}
	return list
}
