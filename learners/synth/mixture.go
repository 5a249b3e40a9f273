package synth

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/exp"
	"dpscope/engine/work"
)

// mixture is a mixture of products: every row belongs to one class, and has a weight and a distribution for
// every attribute besides the label, all independent. With one row per class, attributes are independent
// given the label.
type mixture struct {
	schema  Schema
	others  []int // the attributes besides the label
	classes int
	rows    int   // per class; those of a class are adjacent
	starts  []int // start of each attribute in a row
	width   int   // of a row

	weightLogits, logits []float64
	weights, shares      []float64 // their softmax: of all rows, and of each attribute of each row

	toWeights, toShares []float64 // gradients
	optimiser           [2]adam
	cumulative          struct{ weights, shares []float64 }
}

// rowsOfClass is the number of rows per class when attributes may depend on one another.
const rowsOfClass = 100

// newMixture returns an uninformed model: all classes, and all values of an attribute, are equally likely,
// apart from small differences between rows, drawn by a public seed.
func newMixture(s Schema, w Workload, seed uint64) *mixture {
	m := &mixture{schema: s, others: s.Others(), classes: s.Attributes[s.Label].Values(), rows: 1, starts: make([]int, len(s.Attributes))}
	if w != Labels {
		m.rows = rowsOfClass
	}
	for _, a := range m.others {
		m.starts[a] = m.width
		m.width += s.Attributes[a].Values()
	}
	count := m.classes * m.rows
	m.weightLogits, m.weights, m.toWeights = make([]float64, count), make([]float64, count), make([]float64, count)
	size := count * m.width
	m.logits, m.shares, m.toShares = make([]float64, size), make([]float64, size), make([]float64, size)
	if m.rows > 1 {
		rng := rand.New(rand.NewPCG(seed, ofSearch))
		for i := range m.logits {
			m.logits[i] = 0.1 * rng.NormFloat64()
		}
	}
	m.settle()
	return m
}

// settle makes probabilities of the logits.
func (m *mixture) settle() {
	softmax(m.weights, m.weightLogits)
	for row := range m.weights {
		for _, a := range m.others {
			below(m.of(m.shares, row, a), m.of(m.logits, row, a))
		}
	}
	exp.All(m.shares, m.shares)
	for row := range m.weights {
		for _, a := range m.others {
			normalise(m.of(m.shares, row, a))
		}
	}
}

// of returns the part of a list that belongs to an attribute of a row.
func (m *mixture) of(list []float64, row, attribute int) []float64 {
	from := row*m.width + m.starts[attribute]
	return list[from:][:m.schema.Attributes[attribute].Values()]
}

func softmax(into, logits []float64) {
	below(into, logits)
	exp.All(into, into)
	normalise(into)
}

// below sets logits less the greatest of them.
func below(into, logits []float64) {
	most := math.Inf(-1)
	for _, v := range logits {
		most = max(most, v)
	}
	for i, v := range logits {
		into[i] = v - most
	}
}

func normalise(p []float64) {
	sum := sum(p)
	for i := range p {
		p[i] /= sum
	}
}

// marginal returns the marginal of the label with one or two attributes, in shares of all people.
func (m *mixture) marginal(of []int) []float64 {
	shares := make([]float64, int(m.schema.cells(of)))
	each := len(shares) / m.classes
	for row, weight := range m.weights {
		part := shares[row/m.rows*each:][:each]
		first := m.of(m.shares, row, of[1])
		if len(of) == 2 {
			for u, p := range first {
				part[u] += weight * p
			}
			continue
		}
		second := m.of(m.shares, row, of[2])
		for u, p := range first {
			p *= weight
			line := part[u*len(second):][:len(second)]
			for v, q := range second {
				line[v] += p * q
			}
		}
	}
	return shares
}

// withSums adds to every cell's error the errors of the sums that contain it: those over either attribute,
// and over both. Otherwise the noise in many empty cells, which cannot err downwards, would pass for people.
func (m *mixture) withSums(of []int, missed []float64) {
	each := len(missed) / m.classes
	for class := range m.classes {
		part, total := missed[class*each:][:each], 0.0
		for _, v := range part {
			total += v
		}
		if len(of) == 2 {
			for i := range part {
				part[i] += total
			}
			continue
		}
		width := m.schema.Attributes[of[2]].Values()
		columns := make([]float64, width)
		for i, v := range part {
			columns[i%width] += v
		}
		for from := 0; from < each; from += width {
			row := sum(part[from:][:width])
			for i := range width {
				part[from+i] += row + columns[i] + total
			}
		}
	}
}

// slope adds the gradient of ½ Σ (marginal − answer)² over an answer's cells to those of the weights and of
// the shares, given missed = marginal − answer: marginals are products of the attributes' probabilities, so
// that it has a closed form.
func (m *mixture) slope(of []int, missed []float64) {
	each := len(missed) / m.classes
	for row, weight := range m.weights {
		part := missed[row/m.rows*each:][:each]
		first, toFirst := m.of(m.shares, row, of[1]), m.of(m.toShares, row, of[1])
		if len(of) == 2 {
			sum := 0.0
			for u, p := range first {
				toFirst[u] += weight * part[u]
				sum += p * part[u]
			}
			m.toWeights[row] += sum
			continue
		}
		second, toSecond := m.of(m.shares, row, of[2]), m.of(m.toShares, row, of[2])
		total, u, n := 0.0, 0, len(second)
		for ; u+lines <= len(first); u += lines {
			sums := slopeOfLines(part[u*n:], second, toSecond, [lines]float64{weight * first[u], weight * first[u+1], weight * first[u+2], weight * first[u+3]})
			for k, sum := range sums {
				toFirst[u+k] += weight * sum
				total += first[u+k] * sum
			}
		}
		for ; u < len(first); u++ {
			sum, weighted := 0.0, weight*first[u]
			for v, g := range part[u*n:][:n] {
				sum += g * second[v]
				toSecond[v] += weighted * g
			}
			toFirst[u] += weight * sum
			total += first[u] * sum
		}
		m.toWeights[row] += total
	}
}

// lines is the number of lines of a marginal summed in parallel: each sum waits for its last addition, and
// these wait together.
const lines = 4

// slopeOfLines returns the sums of the first lines of a part weighted by second, and adds their contributions
// to toSecond.
func slopeOfLines(part, second, toSecond []float64, weighted [lines]float64) (sums [lines]float64) {
	n := len(second)
	a, b, c, d := part[:n], part[n:][:n], part[2*n:][:n], part[3*n:][:n]
	toSecond = toSecond[:n]
	for v, q := range second {
		toSecond[v] = toSecond[v] + weighted[0]*a[v] + weighted[1]*b[v] + weighted[2]*c[v] + weighted[3]*d[v]
		sums[0] += a[v] * q
		sums[1] += b[v] * q
		sums[2] += c[v] * q
		sums[3] += d[v] * q
	}
	return sums
}

// Steps of the search: after a round, and after the last one. Their number is public and independent of the
// results.
const (
	roundSteps = 60
	lastSteps  = 300
)

// fit goes on from where the model is to answers, by Adam. After the last one the steps become smaller to
// the end.
func (m *mixture) fit(ctx context.Context, answers []answer, last bool) error {
	const rate, least = 0.1, 0.01
	steps := roundSteps
	if last {
		steps = lastSteps
	}
	m.optimiser = [2]adam{newAdam(len(m.weightLogits)), newAdam(len(m.logits))}
	ctx = work.Sparingly(ctx)
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		m.gradient(answers)
		size := rate
		if last {
			size *= math.Pow(least/rate, float64(step)/float64(steps))
		}
		m.optimiser[0].step(m.weightLogits, m.toWeights, size)
		m.optimiser[1].step(m.logits, m.toShares, size)
		m.settle()
		work.Report(ctx, work.Progress{Done: float64(step + 1), Of: float64(steps), What: "steps"})
	}
	return nil
}

// gradient computes the gradient of ½ Σ (marginal − answer)² over all answers, in the logits.
func (m *mixture) gradient(answers []answer) {
	clear(m.toWeights)
	clear(m.toShares)
	for _, a := range answers {
		missed := m.marginal(a.of)
		for i := range missed {
			missed[i] -= a.shares[i]
		}
		m.withSums(a.of, missed)
		m.slope(a.of, missed)
	}
	throughSoftmax(m.toWeights, m.weights)
	for row := range m.weights {
		for _, a := range m.others {
			throughSoftmax(m.of(m.toShares, row, a), m.of(m.shares, row, a))
		}
	}
}

// throughSoftmax makes a gradient in probabilities one in their logits.
func throughSoftmax(slope, p []float64) {
	mean := 0.0
	for i, g := range slope {
		mean += g * p[i]
	}
	for i := range slope {
		slope[i] = p[i] * (slope[i] - mean)
	}
}

// adam is the state of Kingma & Ba 2015, Algorithm 1.
type adam struct {
	mean, square []float64
	steps        float64
}

func newAdam(size int) adam { return adam{mean: make([]float64, size), square: make([]float64, size)} }

func (a *adam) step(at, slope []float64, rate float64) {
	const first, second, still = 0.9, 0.999, 1e-14 // of slopes of rows that hardly weigh anything
	a.steps++
	toMean, toSquare := 1-math.Pow(first, a.steps), 1-math.Pow(second, a.steps)
	for i, g := range slope {
		a.mean[i] = first*a.mean[i] + (1-first)*g
		a.square[i] = second*a.square[i] + (1-second)*g*g
		at[i] -= rate * a.mean[i] / toMean / (math.Sqrt(a.square[i]/toSquare) + still)
	}
}

// finish makes ready for drawing.
func (m *mixture) finish() {
	m.cumulative.weights = make([]float64, len(m.weights))
	m.cumulative.shares = make([]float64, len(m.shares))
	for class := range m.classes {
		running(m.cumulative.weights[class*m.rows:][:m.rows], m.weights[class*m.rows:][:m.rows])
	}
	for row := range m.weights {
		for _, a := range m.others {
			running(m.of(m.cumulative.shares, row, a), m.of(m.shares, row, a))
		}
	}
	m.weightLogits, m.logits, m.toWeights, m.toShares, m.optimiser = nil, nil, nil, nil, [2]adam{}
}

// running sets the running sums.
func running(into, of []float64) {
	sum := 0.0
	for i, v := range of {
		sum += v
		into[i] = sum
	}
}

// drawn returns a random place, with probability proportional to its share.
func drawn(sums []float64, rng *rand.Rand) int {
	v := rng.Float64() * sums[len(sums)-1]
	for i, sum := range sums {
		if v < sum {
			return i
		}
	}
	return len(sums) - 1
}

func (m *mixture) numbers() int { return 2 * (len(m.weights) + len(m.shares)) }

func (m *mixture) classShares() []float64 {
	shares := make([]float64, m.classes)
	for row, weight := range m.weights {
		shares[row/m.rows] += weight
	}
	return shares
}

// draw draws a row of the class by its weight, and every attribute by that row.
func (m *mixture) draw(person []uint16, class int, rng *rand.Rand) {
	row := class*m.rows + drawn(m.cumulative.weights[class*m.rows:][:m.rows], rng)
	for _, a := range m.others {
		person[a] = uint16(drawn(m.of(m.cumulative.shares, row, a), rng))
	}
}
