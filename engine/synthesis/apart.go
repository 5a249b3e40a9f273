package synthesis

import (
	"math"
	"math/rand/v2"

	"dpscope/learners/synth"
)

// Drawn are synthetic people of a model beside those that it was fitted to.
type Drawn struct {
	Real      Records
	Rows      synth.Rows
	Fitted    float64    // share of the rare class that the model has
	Marginals []Marginal // of every attribute but the label
}

// Marginal is how an attribute is distributed in either class.
type Marginal struct {
	Attribute       int
	Real, Synthetic [2][]float64 // by word of the label: shares of the class; no numbers where it has nobody
	Apart           float64      // total variation of the attribute with the label: half the sum of absolute differences of shares
}

// Draw draws rows of a model. Balanced, half of them are of either class, and each row of a class then stands for as many as it would as fitted.
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
			if classes[c] > 0 { // of a single row one class has none
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

// shares are parts of a whole; no numbers of none.
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

// Most is the marginal that is farthest apart.
func (d Drawn) Most() (worst Marginal) {
	for _, m := range d.Marginals {
		if m.Apart >= worst.Apart {
			worst = m
		}
	}
	return worst
}

// Rare is the share of the rows that are of the rare class.
func (d Drawn) Rare() float64 {
	counts := synth.Records{Schema: d.Real.Schema, Codes: d.Rows.Codes}.Count([]int{d.Real.Schema.Label})
	return counts[d.Real.Rare] / float64(d.Rows.Len())
}

// Plane is a sample of people over two attributes, by word of the label: numbers, drawn evenly within their bins as synthetic ones are, and
// places of words, each spread a little.
type Plane struct{ X, Y [2][]float64 }

// Sample is a sample of so many at most of people, any of whom is as likely in it as any other.
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

// RealMarginal is a marginal of the records alone.
func RealMarginal(r Records, attribute int) Marginal {
	counts := r.Count([]int{r.Schema.Label, attribute})
	return marginal(attribute, counts, make([]float64, len(counts)), float64(r.Len()), 1, [2]float64{1, 1})
}
