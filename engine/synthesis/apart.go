package synthesis

import (
	"math"
	"math/rand/v2"

	"dpscope/learners/synth"
)

// Drawn holds synthetic people of a model beside the real ones it was fitted to.
type Drawn struct {
	Real      Records
	Rows      synth.Rows
	Fitted    float64    // the model's share of the rare class
	Marginals []Marginal // of every attribute except the label
}

// Marginal compares an attribute's distributions in either class.
type Marginal struct {
	Attribute       int
	Real, Synthetic [2][]float64 // by word of the label: shares of the class; NaN for an empty class
	Apart           float64      // total variation of the attribute with the label: half the sum of absolute differences of shares
}

// Draw draws rows of a model. If balanced, half of them are of either class, and the rows of a class are
// weighted to the fitted shares.
func Draw(of Records, m *synth.Model, rows int, balanced bool, seed uint64) (Drawn, error) {
	r, err := m.Draw(rows, balanced, seed)
	if err != nil {
		return Drawn{}, err
	}
	d := Drawn{Real: of, Rows: r, Fitted: m.Classes()[of.Rare]}
	drawn := synth.Records{Schema: of.Schema, Codes: r.Codes}
	classes := drawn.Count([]int{of.Schema.Label})
	stands := [2]float64{1, 1}
	if balanced {
		for c, share := range m.Classes() {
			if classes[c] > 0 { // with a single row one class is empty
				stands[c] = share * float64(r.Len()) / classes[c]
			}
		}
	}
	for _, a := range of.Schema.Others() {
		both := []int{of.Schema.Label, a}
		d.Marginals = append(d.Marginals, marginal(a, of.Count(both), drawn.Count(both), float64(of.Len()), float64(r.Len()), stands))
	}
	return d, nil
}

// marginal compares counts in which the attribute changes faster than the label.
func marginal(attribute int, counted, drawn []float64, people, rows float64, stands [2]float64) Marginal {
	m := Marginal{Attribute: attribute}
	width := len(counted) / 2
	for c := range 2 {
		mine, theirs := counted[c*width:][:width], drawn[c*width:][:width]
		m.Real[c], m.Synthetic[c] = shares(mine), shares(theirs)
		for i := range mine {
			m.Apart += math.Abs(mine[i]/people-stands[c]*theirs[i]/rows) / 2
		}
	}
	return m
}

// shares returns parts of a whole; NaN if the whole is empty.
func shares(counts []float64) []float64 {
	all := 0.0
	for _, v := range counts {
		all += v
	}
	list := make([]float64, len(counts))
	for i, v := range counts {
		list[i] = v / all
	}
	return list
}

// Mean and Most are of how far apart the marginals are: on average over the attributes, and of the worst.
func (d Drawn) Mean() (sum float64) {
	for _, m := range d.Marginals {
		sum += m.Apart / float64(len(d.Marginals))
	}
	return sum
}

// Most returns the marginal that is farthest apart.
func (d Drawn) Most() (worst Marginal) {
	for _, m := range d.Marginals {
		if m.Apart >= worst.Apart {
			worst = m
		}
	}
	return worst
}

// Rare returns the share of rows of the rare class.
func (d Drawn) Rare() float64 {
	counts := synth.Records{Schema: d.Real.Schema, Codes: d.Rows.Codes}.Count([]int{d.Real.Schema.Label})
	return counts[d.Real.Rare] / float64(d.Rows.Len())
}

// Plane is a sample of people over two attributes, by word of the label: numbers, drawn evenly within their bins as synthetic ones are, and
// places of words, each spread a little.
type Plane struct{ X, Y [2][]float64 }

// Sample returns a uniform sample of at most most people.
func Sample(r synth.Records, across, up, most int, seed uint64) (p Plane) {
	rng := rand.New(rand.NewPCG(seed, making))
	some := rng.Perm(r.Len())
	for _, i := range some[:min(most, len(some))] {
		class := r.Codes[r.Schema.Label][i]
		p.X[class] = append(p.X[class], r.Schema.Attributes[across].Within(int(r.Codes[across][i]), rng.Float64()))
		p.Y[class] = append(p.Y[class], r.Schema.Attributes[up].Within(int(r.Codes[up][i]), rng.Float64()))
	}
	return p
}

// RealMarginal returns a marginal of the records alone.
func RealMarginal(r Records, attribute int) Marginal {
	counts := r.Count([]int{r.Schema.Label, attribute})
	return marginal(attribute, counts, make([]float64, len(counts)), float64(r.Len()), 1, [2]float64{1, 1})
}
