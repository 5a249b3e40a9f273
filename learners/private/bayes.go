package private

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Bayes holds the public facts about a table that naive Bayes is fitted to: the number of classes, the number
// of values of each column of words, and the bounds of each column of numbers. Noisy answers to queries fit
// it; each query's answer is a number of Answers.
type Bayes struct {
	Classes int
	Values  []int        // per column of words
	Bounds  [][2]float64 // per column of numbers
}

// Records holds a table's records for Bayes. A code beyond its column's values is counted in no cell.
type Records struct {
	Class  []uint16
	Codes  [][]uint16 // by column of words
	Places [][]Place  // by column of numbers
}

// Sampler draws noise, in units of how far one record moves an answer.
type Sampler interface {
	Sample(*rand.Rand) float64
}

// Noise is the noise of answers; it may depend on the true answer.
type Noise interface {
	// For returns the noise of an answer that lies this far above its low end, in units of one record's
	// effect on it.
	For(answer float64) Sampler
}

// Alike is the same noise wherever an answer lies.
type Alike struct{ Sampler }

// For returns the same noise for any answer.
func (a Alike) For(float64) Sampler { return a.Sampler }

// Answers holds the answers to all queries of a fit: the size of each class; the number of records of each
// class with each value, column by column; and for each column of numbers two answers per class. These are
// the mean and the standard deviation (PerQuery), or the sums of x − the middle of the bounds and of its
// square (WholeRun).
type Answers struct {
	Value       []float64
	Sensitivity []float64 // one record's effect on each; 0: published without noise
	Low         []float64 // lower bounds from public facts
}

// size returns the number of answers, and the index of the first about numbers.
func (b Bayes) size() (size, numbers int) {
	numbers = b.Classes
	for _, values := range b.Values {
		numbers += values * b.Classes
	}
	return numbers + 2*b.Classes*len(b.Bounds), numbers
}

// middle returns the middle of a column's bounds, and length their distance.
func (b Bayes) middle(column int) float64 { return (b.Bounds[column][0] + b.Bounds[column][1]) / 2 }
func (b Bayes) length(column int) float64 { return b.Bounds[column][1] - b.Bounds[column][0] }

// Count returns the true sums over some of the records, in the order of WholeRun. After each column it calls
// after with the share of the columns counted.
func (b Bayes) Count(r Records, some []int32, after func(share float64)) []float64 {
	counted := 0
	next := func() {
		counted++
		after(float64(counted) / float64(len(b.Values)+len(b.Bounds)))
	}
	size, numbers := b.size()
	sums := make([]float64, size)
	for _, i := range some {
		sums[r.Class[i]]++
	}
	at := b.Classes
	for column, values := range b.Values {
		for _, i := range some {
			if v := int(r.Codes[column][i]); v < values {
				sums[at+v*b.Classes+int(r.Class[i])]++
			}
		}
		at += values * b.Classes
		next()
	}
	for column := range b.Bounds {
		half := b.length(column) / 2
		first := numbers + 2*b.Classes*column
		for _, i := range some {
			x := r.Places[column][i].Unit() * half
			k := first + int(r.Class[i])
			sums[k] += x
			sums[k+b.Classes] += x * x
		}
		next()
	}
	return sums
}

// WholeRun returns the answers of a fit in which all is private except the number of records and the
// declarations. Replacing one record moves two class counts and two cells of each column of words by 1; and
// of each column of numbers, with bounds R apart, one sum by R and one sum of squares by R²/4, or two sums by
// R/2 and two of squares by R²/4.
func (b Bayes) WholeRun(sums []float64) Answers {
	a := Answers{slices.Clone(sums), make([]float64, len(sums)), make([]float64, len(sums))}
	_, numbers := b.size()
	for k := range numbers {
		a.Sensitivity[k] = 1
	}
	records := 0.0 // public
	for c := range b.Classes {
		records += sums[c]
	}
	for column := range b.Bounds {
		first, length := numbers+2*b.Classes*column, b.length(column)
		for c := range b.Classes {
			a.Sensitivity[first+c] = length
			a.Low[first+c] = -records * length / 2
			a.Sensitivity[first+b.Classes+c] = length * length / 4
		}
	}
	return a
}

// PerQuery returns the answers as the experiments of Selvi, Liu & Wiesemann ask them: the sensitivity of a
// mean is the range over the size of the class, that of a standard deviation the range over its root, both
// rounded up. These sizes are the true ones, and the spread of the noise reveals them. keep leaves cells
// without records at 0, without noise, which reveals these cells.
func (b Bayes) PerQuery(sums []float64, sizes []int, keep bool) Answers {
	a := b.WholeRun(sums)
	_, numbers := b.size()
	if keep {
		for k := range numbers {
			if a.Value[k] == 0 {
				a.Sensitivity[k] = 0
			}
		}
	}
	for column := range b.Bounds {
		first := numbers + 2*b.Classes*column
		for c := range b.Classes {
			mean, deviation := b.moments(column, sums[c], sums[first+c], sums[first+b.Classes+c])
			a.Value[first+c], a.Value[first+b.Classes+c] = mean, deviation
			a.Low[first+c] = b.Bounds[column][0]
			size := math.Max(float64(sizes[c]), 1)
			a.Sensitivity[first+c] = math.Ceil(b.length(column) / size)
			a.Sensitivity[first+b.Classes+c] = math.Ceil(b.length(column) / math.Sqrt(size))
		}
	}
	return a
}

// moments returns the mean and the standard deviation of a column in a class from its count and its sums,
// within their possible ranges: of an empty class the middle, and 0.
func (b Bayes) moments(column int, count, sum, squares float64) (mean, deviation float64) {
	low, high := b.Bounds[column][0], b.Bounds[column][1]
	if !(count > 0) {
		return b.middle(column), 0
	}
	mean = min(max(b.middle(column)+sum/count, low), high)
	shift := mean - b.middle(column)
	return mean, math.Sqrt(max(squares/count-shift*shift, 0))
}

// Noisy adds noise to answers, and writes them to into.
func (a Answers) Noisy(into []float64, noise Noise, rng *rand.Rand) {
	for k, v := range a.Value {
		if s := a.Sensitivity[k]; s > 0 {
			v += s * noise.For((v-a.Low[k])/s).Sample(rng)
		}
		into[k] = v
	}
}

// Form says what the answers about numbers are, and how a model is made of all answers, which costs no
// privacy.
type Form struct {
	Moments bool // means and deviations, as PerQuery has them, with deviations of at least 1
	Keep    bool // a cell of 0 stays 0, and a record with it in all classes goes to the first
}

// floor is the least value of a noisy count.
const floor = 1e-6

// Model is a fitted naive Bayes: the logarithms to sum.
type Model struct {
	of      Bayes
	prior   []float64
	words   []float64 // column by column, value by value and one more for unknown values, class by class
	starts  []int32   // start of each column in words
	mean    []float64 // column by column of numbers, class by class
	inverse []float64 // one over the deviation
	offset  []float64 // minus the logarithm of the deviation
}

// NewModel returns an empty model; Fit fills it.
func (b Bayes) NewModel() *Model {
	m := &Model{of: b, prior: make([]float64, b.Classes)}
	size := int32(0)
	for _, values := range b.Values {
		m.starts = append(m.starts, size)
		size += int32((values + 1) * b.Classes)
	}
	m.words = make([]float64, size)
	n := b.Classes * len(b.Bounds)
	m.mean, m.inverse, m.offset = make([]float64, n), make([]float64, n), make([]float64, n)
	return m
}

// Fit makes the model from answers, noisy or not.
func (m *Model) Fit(answers []float64, f Form) {
	b := m.of
	sizes := make([]float64, b.Classes) // logarithms
	for c := range b.Classes {
		m.prior[c] = logCount(answers[c], f)
		size := max(answers[c], floor)
		if f.Keep && answers[c] == 0 {
			size = 1 // the class is empty, and no cell of it counts
		}
		sizes[c] = math.Log(size)
	}
	at, to := b.Classes, 0
	for _, values := range b.Values {
		for range values {
			for c := range b.Classes {
				m.words[to] = logCount(answers[at], f) - sizes[c]
				at, to = at+1, to+1
			}
		}
		for range b.Classes { // an unknown value
			m.words[to] = logCount(0, f)
			to++
		}
	}
	for column := range b.Bounds {
		first, k := at+2*b.Classes*column, b.Classes*column
		for c := range b.Classes {
			mean, deviation := answers[first+c], answers[first+b.Classes+c]
			if f.Moments {
				deviation = max(deviation, 1)
			} else {
				mean, deviation = b.moments(column, max(answers[c], 1), mean, deviation)
				deviation = max(deviation, leastDeviation*b.length(column))
			}
			m.mean[k+c], m.inverse[k+c], m.offset[k+c] = mean, 1/deviation, -math.Log(deviation)
		}
	}
}

// leastDeviation is the least deviation, in lengths of the bounds.
const leastDeviation = 0.02

func logCount(count float64, f Form) float64 {
	if f.Keep && count == 0 {
		return math.Inf(-1)
	}
	return math.Log(max(count, floor))
}

// Cases holds the records that models judge, in a form quick to traverse: equal ones once.
type Cases struct {
	of     Bayes
	places []int32   // row by row, the places of its values' logarithms
	x      []float64 // row by row
	class  []uint16
	times  []int32 // number of records per row
}

// Cases makes rows of some records.
func (m *Model) Cases(r Records, some []int32) Cases {
	b := m.of
	k := Cases{of: b}
	known := map[string]int{}
	key := make([]byte, 0, 2*(1+len(b.Values)))
	for _, i := range some {
		if len(b.Bounds) == 0 {
			key = append(key[:0], byte(r.Class[i]), byte(r.Class[i]>>8))
			for column := range b.Values {
				v := r.Codes[column][i]
				key = append(key, byte(v), byte(v>>8))
			}
			if at, is := known[string(key)]; is {
				k.times[at]++
				continue
			}
			known[string(key)] = len(k.class)
		}
		for column, values := range b.Values {
			v := min(int(r.Codes[column][i]), values)
			k.places = append(k.places, m.starts[column]+int32(v*b.Classes))
		}
		for column := range b.Bounds {
			k.x = append(k.x, b.middle(column)+r.Places[column][i].Unit()*b.length(column)/2)
		}
		k.class, k.times = append(k.class, r.Class[i]), append(k.times, 1)
	}
	return k
}

// Len returns the number of records that they stand for.
func (k Cases) Len() (records int) {
	for _, times := range k.times {
		records += int(times)
	}
	return records
}

// Bytes returns their size.
func (k Cases) Bytes() int64 { return int64(4*len(k.places) + 8*len(k.x) + 6*len(k.class)) }

// Wrong returns the number of records whose likeliest class in the model is wrong; of equally likely classes
// the model picks the first.
func (m *Model) Wrong(k Cases) (wrong int) {
	if m.of.Classes == 2 && len(m.of.Bounds) == 0 {
		return m.wrongOfTwo(k)
	}
	scores := make([]float64, m.of.Classes)
	words, numbers := len(m.of.Values), len(m.of.Bounds)
	for row, class := range k.class {
		copy(scores, m.prior)
		for _, place := range k.places[row*words:][:words] {
			for c, v := range m.words[place:][:len(scores)] {
				scores[c] += v
			}
		}
		for column, x := range k.x[row*numbers:][:numbers] {
			first := column * len(scores)
			for c := range scores {
				z := (x - m.mean[first+c]) * m.inverse[first+c]
				scores[c] += m.offset[first+c] - z*z/2
			}
		}
		best := 0
		for c, v := range scores {
			if v > scores[best] {
				best = c
			}
		}
		if best != int(class) {
			wrong += int(k.times[row])
		}
	}
	return wrong
}

// wrongOfTwo returns Wrong for two classes and words alone, in a third of the time.
func (m *Model) wrongOfTwo(k Cases) (wrong int) {
	words := len(m.of.Values)
	for row, class := range k.class {
		first, second := m.prior[0], m.prior[1]
		for _, place := range k.places[row*words:][:words] {
			pair := m.words[place : place+2]
			first, second = first+pair[0], second+pair[1]
		}
		if (second > first) != (class == 1) {
			wrong += int(k.times[row])
		}
	}
	return wrong
}

// Check says what of the table is too much.
func (b Bayes) Check() error {
	const most = 200_000
	if size, _ := b.size(); size > most {
		return fmt.Errorf("%d answers, one for each value of each column in each class; at most %d would work, by fewer columns or values", size,
			most)
	}
	return nil
}
