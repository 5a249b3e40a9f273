package private

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// released publishes weights by objective perturbation, taken apart so that the density of the published weights is a formula:
// one noise b leads to β, namely b = -Σ wᵢ·ℓ′ᵢ·xᵢ - nρβ, and the change of variables is the determinant of Σ wᵢ·ℓ″ᵢ·xᵢxᵢᵀ +
// nρI.
type released struct {
	epsilon float64
	scale   float64                 // of the noise's norm
	ridge   float64                 // ρ
	weights func(rows Rows) Weights // of the data
}

// release returns the learner's release for n records.
func release(t *testing.T, f Fit, n int) released {
	t.Helper()
	s, err := f.Split(n)
	if err != nil {
		t.Fatal(err)
	}
	r := released{epsilon: f.Epsilon, scale: s.Scale, ridge: f.Lambda + s.Ridge, weights: func(Rows) Weights { return f.Weights }}
	if f.Rule == OfData {
		r.weights = func(rows Rows) Weights { return Normalised(rows.Positives(), rows.Len()) }
	}
	return r
}

// noise returns the b that leads to β, and the logarithm of β's density up to a constant.
func (r released) noise(rows Rows, beta []float64) (b []float64, logDensity float64) {
	d, w := rows.Dims, r.weights(rows)
	b = make([]float64, d)
	bend := make([][]float64, d)
	for j := range bend {
		bend[j] = make([]float64, d)
		b[j] = -float64(rows.Len()) * r.ridge * beta[j]
		bend[j][j] = float64(rows.Len()) * r.ridge
	}
	for i, positive := range rows.Positive {
		x := rows.Row(i)
		p := 1 / (1 + math.Exp(-dot(x, beta)))
		slope, weight := p, w.Negative
		if positive {
			slope, weight = p-1, w.Positive
		}
		for j := range d {
			b[j] -= weight * slope * x[j]
			for k := range d {
				bend[j][k] += weight * p * (1 - p) * x[j] * x[k]
			}
		}
	}
	return b, logDet(bend) - norm(b)/r.scale
}

// logDet returns the logarithm of the determinant of a positive matrix, by elimination.
func logDet(m [][]float64) float64 {
	sum := 0.0
	for j := range m {
		if !(m[j][j] > 1e-300) {
			return math.Inf(-1)
		}
		sum += math.Log(m[j][j])
		for k := j + 1; k < len(m); k++ {
			share := m[k][j] / m[j][j]
			for l := j; l < len(m); l++ {
				m[k][l] -= share * m[j][l]
			}
		}
	}
	return sum
}

// loss returns the privacy loss of publishing β for one set of records against a neighbour, in the direction where it is
// greater.
func (r released) loss(p pair) float64 {
	_, one := r.noise(p.rows, p.beta)
	_, other := r.noise(p.neighbour(), p.beta)
	switch {
	case math.IsInf(one, -1) && math.IsInf(other, -1):
		return 0
	case math.IsInf(one, -1) || math.IsInf(other, -1):
		return math.Inf(1)
	}
	return math.Abs(one - other)
}

// pair holds records, a replacement for the last of them, and the published weights.
type pair struct {
	rows     Rows
	instead  []float64
	positive bool
	beta     []float64
}

func (p pair) neighbour() Rows {
	last := p.rows.Len() - 1
	n := Rows{Dims: p.rows.Dims, X: append(append([]float64(nil), p.rows.X[:last*p.rows.Dims]...), p.instead...), Positive: append([]bool(nil), p.rows.Positive...)}
	n.Positive[last] = p.positive
	return n
}

// moved returns the pair with everything moved a little, and at times a label turned.
func (p pair) moved(by float64, rng *rand.Rand) pair {
	jolt := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for j := range v {
			out[j] = v[j] + by*rng.NormFloat64()
		}
		return out
	}
	within := func(v []float64) []float64 {
		if size := norm(v); size > 1 {
			for j := range v {
				v[j] /= size
			}
		}
		return v
	}
	q := pair{rows: Rows{Dims: p.rows.Dims, X: jolt(p.rows.X), Positive: append([]bool(nil), p.rows.Positive...)}, instead: within(jolt(p.instead)), positive: p.positive, beta: jolt(p.beta)}
	for i := range q.rows.Positive {
		within(q.rows.Row(i))
		q.rows.Positive[i] = q.rows.Positive[i] != (rng.Float64() < 0.03)
	}
	for j := range q.beta { // what is published may lie anywhere
		q.beta[j] *= math.Exp(by * rng.NormFloat64())
	}
	q.positive = q.positive != (rng.Float64() < 0.05)
	return q
}

// setting draws a setting for a search.
func setting(rng *rand.Rand) (f Fit, n, dims int) {
	between := func(low, high float64) float64 { return low * math.Exp(rng.Float64()*math.Log(high/low)) }
	f = Fit{Epsilon: between(0.02, 8), Lambda: between(1e-4, 2), Weights: Weights{1, between(0.02, 1)}, Rule: Rule(rng.IntN(3))}
	return f, 2 + rng.IntN(6), 1 + rng.IntN(4)
}

// The searched density belongs to the learner: the noise that leads to the published weights is the noise that it was given.
func TestDensityIsTheLearners(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		f, n, dims := setting(rng)
		rows := made(n, dims, rng)
		if f.Rule == OfData {
			f.Weights = Normalised(rows.Positives(), n)
		}
		if f.Weights.most() == 0 {
			continue
		}
		draw := NewDraw(rows.Dims, rng)
		beta, err := f.Beta(context.Background(), rows, draw, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := release(t, f, n)
		b, _ := r.noise(rows, beta)
		for j := range b {
			if math.Abs(b[j]-r.scale*draw[j]) > 1e-8*(1+r.scale*norm(draw)) {
				t.Fatalf("%+v with %v publishes what the noise %v leads to", f, draw, b)
			}
		}
	}
}

// Over neighbouring records and whatever may be published, the greatest privacy loss
// that a search finds stays within ε.
func TestPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	searches := effort.Scale(300, 300, 10_000)
	rng := rand.New(rand.NewPCG(7, 7))
	reached := make([]float64, len(starts))
	for i := range searches {
		f, n, dims := setting(rng)
		switch {
		case i%len(starts) == len(starts)-1:
			n, f.Lambda = many, min(f.Lambda, 0.01)
		case i%5 == 0: // one record alone, or more
			n = []int{1, 20, 60}[rng.IntN(3)]
		}
		r, from := release(t, f, n), starts[i%len(starts)]
		loss := climb(from.pair(n, dims, rng).published(rng), r.loss, rng)
		reached[i%len(starts)] = max(reached[i%len(starts)], loss/r.epsilon)
		if loss > r.epsilon*(1+1e-9) {
			t.Errorf("%+v of %d records in %d dimensions, %s, loses %v", f, n, dims, from.name, loss)
		}
	}
	for i, from := range starts {
		t.Logf("%s: searches reach %.3f of ε", from.name, reached[i])
	}
	if worst := slices.Max(reached); worst < 0.85 {
		t.Errorf("the searches reach %.3f of ε, and would miss what is wrong by a sixth", worst)
	}
}

// The same search catches the paper's printed errors: the missing ridge, weights that are not divided by the greatest, and
// weights that the data set anew.
func TestPrivacySearchCatchesPlantedBugs(t *testing.T) {
	effort.ForNumbers(t)
	const searches = 60
	for _, c := range []struct {
		name  string
		spoil func(r *released, f Fit)
	}{
		{"no ridge", func(r *released, f Fit) { r.ridge -= f.Lambda }},
		{"weights of one over the share", func(r *released, _ Fit) { r.weights = func(Rows) Weights { return Weights{43, 43.0 / 42} } }},
		{"weights 1 and n₁/n₀ from the data", func(r *released, _ Fit) {
			r.weights = func(rows Rows) Weights {
				p := float64(rows.Positives())
				return Weights{1, p / max(float64(rows.Len())-p, 1)}
			}
		}},
		{"a weight that one person's label sets", func(r *released, _ Fit) {
			r.weights = func(rows Rows) Weights {
				if rows.Positive[rows.Len()-1] {
					return Even
				}
				return Weights{}
			}
		}},
		{"two fifths of the noise", func(r *released, _ Fit) { r.scale /= 2.5 }},
		{"three quarters of the noise", func(r *released, _ Fit) { r.scale *= 0.75 }},
	} {
		rng := rand.New(rand.NewPCG(11, 11))
		caught, worst := 0, 0.0
		for i := range searches {
			f, n, dims := setting(rng)
			f.Rule, f.Weights = RankOne, Even
			if i%len(starts) == len(starts)-1 {
				n, f.Lambda = many, min(f.Lambda, 0.01)
			}
			r := release(t, f, n)
			c.spoil(&r, f)
			loss := climb(starts[i%len(starts)].pair(n, dims, rng).published(rng), r.loss, rng) / r.epsilon
			if worst = max(worst, loss); loss > 1+1e-9 {
				caught++
			}
		}
		if caught == 0 {
			t.Errorf("%s: no search of %d finds a loss above ε; %.3f of it at most", c.name, searches, worst)
		}
		t.Logf("%s: caught by %d of %d searches, at worst %.3g of ε", c.name, caught, searches, worst)
	}
}
