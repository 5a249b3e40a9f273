package private

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Bayes is what is public of a table that naive Bayes is fitted to: how many classes there are, how many values each column of
// words can have, and between which bounds the numbers of each other column lie. It is fitted by noisy answers to queries, of
// which every one is a number of Answers.
type Bayes struct {
	Classes int
	Values  []int        // of each column of words
	Bounds  [][2]float64 // of each column of numbers
}

// Records are those of a table for Bayes. A code that is no value of its column is counted in no cell.
type Records struct {
	Class  []uint16
	Codes  [][]uint16 // by column of words
	Places [][]Place  // by column of numbers
}

// Sampler draws noise, in units of how far one record moves an answer.
type Sampler interface {
	Sample(*rand.Rand) float64
}

// Noise is that of answers, which may depend on where the true one lies.
type Noise interface {
	// For is the noise of an answer that lies so far above the low end of what it can be, in units of how far one record moves it.
	For(answer float64) Sampler
}

// Alike is the same noise wherever an answer lies.
type Alike struct{ Sampler }

// For is that of any answer.
func (a Alike) For(float64) Sampler { return a.Sampler }

// Answers are the answers to all queries of a fit, one after another: how many records are of each class; how many of each class
// have each value, column by column; and of each column of numbers two for each class. These are the mean and the standard
// deviation (PerQuery), or the sum of x − the middle of the bounds and the sum of its square (WholeRun).
type Answers struct {
	Value       []float64
	Sensitivity []float64 // by how much one record moves each; 0: it is told as it is
	Low         []float64 // below which none can be, by what is public
}

// size is how many answers there are, and where those about numbers begin.
func (b Bayes) size() (size, numbers int) {
	numbers = b.Classes
	for _, values := range b.Values {
		numbers += values * b.Classes
	}
	return numbers + 2*b.Classes*len(b.Bounds), numbers
}

// middle and length are those of the bounds of a column.
func (b Bayes) middle(column int) float64 { return (b.Bounds[column][0] + b.Bounds[column][1]) / 2 }
func (b Bayes) length(column int) float64 { return b.Bounds[column][1] - b.Bounds[column][0] }

// Count gives the true sums over some of the records. They stand as in WholeRun. It calls after with the share of the columns that is
// counted, column by column.
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

// WholeRun are the answers of a fit of which all is private but the number of records and what is declared. One record that is
// replaced by any other moves two class counts and two cells of each column of words by 1; and of each column of numbers,
// of bounds R apart, one sum by R and one sum of squares by R²/4, or two sums by R/2 and two of squares by R²/4.
func (b Bayes) WholeRun(sums []float64) Answers {
	a := Answers{slices.Clone(sums), make([]float64, len(sums)), make([]float64, len(sums))}
	_, numbers := b.size()
	for k := range numbers {
		a.Sensitivity[k] = 1
	}
	records := 0.0 // which is public
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

// PerQuery are the answers as the experiments of Selvi, Liu & Wiesemann ask them: of a mean the sensitivity is taken to be the
// range over the size of the class, of a standard deviation the range over its root, both rounded up. These sizes are
// true ones, and how far the noise is spread tells them to everybody. keep leaves
// the cells that no record is counted in at 0, without noise, which tells everybody which cells these are.
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

// moments are the mean and the standard deviation of a column in a class by its count and its sums, as far as these can be: of a
// class of nobody the middle, and 0.
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

// Form says what answers about numbers are, and what is made of all of them; that costs no privacy.
type Form struct {
	Moments bool // they are means and deviations, as PerQuery has them, of which a deviation is 1 at least
	Keep    bool // a cell that is 0 stays so, and a record that has it in all classes is of the first
}

// floor is what a noisy count is at least.
const floor = 1e-6

// Model is naive Bayes as it was fitted: the logarithms that are added up.
type Model struct {
	of      Bayes
	prior   []float64
	words   []float64 // column by column, value by value and one more for what is none of them, class by class
	starts  []int32   // where a column begins in words
	mean    []float64 // column by column of numbers, class by class
	inverse []float64 // one over the deviation
	offset  []float64 // minus its logarithm
}

// NewModel is room for models, which Fit fills.
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

// Fit makes the model of answers, noisy or not.
func (m *Model) Fit(answers []float64, f Form) {
	b := m.of
	sizes := make([]float64, b.Classes) // logarithms
	for c := range b.Classes {
		m.prior[c] = logCount(answers[c], f)
		size := max(answers[c], floor)
		if f.Keep && answers[c] == 0 {
			size = 1 // nobody is of the class, and no cell of it counts
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
		for range b.Classes { // a value that is none of them
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

// leastDeviation is what a deviation is at least, in lengths of the bounds.
const leastDeviation = 0.02

func logCount(count float64, f Form) float64 {
	if f.Keep && count == 0 {
		return math.Inf(-1)
	}
	return math.Log(max(count, floor))
}

// Cases are records that models judge, in a form that is quick to go through: equal ones once.
type Cases struct {
	of     Bayes
	places []int32   // row by row, where the logarithms of its values stand
	x      []float64 // row by row
	class  []uint16
	times  []int32 // how many records a row stands for
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

// Len is the number of records that they stand for.
func (k Cases) Len() (records int) {
	for _, times := range k.times {
		records += int(times)
	}
	return records
}

// Bytes is their size.
func (k Cases) Bytes() int64 { return int64(4*len(k.places) + 8*len(k.x) + 6*len(k.class)) }

// Wrong is for how many records the class that the model holds for likeliest is another: of equally likely ones it names the
// first.
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

// wrongOfTwo is Wrong of two classes and words alone, in a third of the time.
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
