package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// writtenOut returns the least loss of a small family by the whole linear program: a row for every event, at every point, for
// every two groups in either order and every shift between an answer in one and an answer in the other; no group stands for its
// mirror image, and no row is left out. An independent solver solves the dual; some degenerate programs defeat it.
func writtenOut(f Family) (loss float64, ok bool) {
	sizes, _ := ReadGroups(f.Groups)
	weights, _ := ReadWeights(f.Weights, sizes)
	fine, cells := f.fineness(), f.Cells()
	each := cells // masses of a law
	if f.Atom {
		each++
	}
	var cost []float64
	for g := range sizes {
		for i := range each {
			at := float64(i-cells/2) / float64(f.Steps)
			switch {
			case i == cells: // 0 itself costs nothing
				cost = append(cost, 0)
			case f.Query == Count:
				cost = append(cost, weights[g]*f.Loss.At(at))
			default:
				cost = append(cost, weights[g]*f.Loss.Mean(at, at+1/float64(f.Steps)))
			}
		}
	}
	var rows [][]float64
	var most []float64
	begin := 0
	for g, here := range sizes {
		other := 0
		for h, there := range sizes {
			low, high := other-(begin+here), other+there-begin // of whole answers the ends are none
			if f.Query == Count {
				low, high = low+1, high-1
			} else if low >= f.Steps*fine || high <= -f.Steps*fine { // two answers are farther apart than the ends that face one another
				low, high = 1, 0
			}
			for k := max(low, -f.Steps*fine); k <= min(high, f.Steps*fine); k++ {
				if g == h && k == 0 {
					continue
				}
				for event := range 1 << (cells * fine) {
					row := make([]float64, len(cost))
					if f.Atom {
						row[g*each+cells] = 1
					}
					ratios := make([]float64, len(cost))
					for part := range cells * fine {
						if event>>part&1 == 0 {
							continue
						}
						row[g*each+part/fine] += 1 / float64(fine)
						if from := part - k; from >= 0 && from < cells*fine {
							ratios[h*each+from/fine] += 1 / float64(fine)
						}
					}
					for _, at := range f.Points() {
						held := make([]float64, len(row))
						for j := range row {
							held[j] = row[j] - math.Exp(at.Epsilon)*ratios[j]
						}
						rows, most = append(rows, held), append(most, at.Delta)
					}
				}
			}
			other += there
		}
		for i := range cells - 1 {
			if f.Shape == Monotone && (f.Query == Count || i+1 != cells/2) {
				row := make([]float64, len(cost))
				row[g*each+i], row[g*each+i+1] = 1, -1 // to the left of 0
				if i >= cells/2 {
					row[g*each+i], row[g*each+i+1] = -1, 1
				}
				rows, most = append(rows, row), append(most, 0)
			}
		}
		begin += here
	}
	return leastMixture(cost, each, rows, most)
}

// leastMixture returns the least cost of masses that are 1 in every block and keep all rows, by the textbook simplex method on
// the table of the dual: the greatest Σ (up − down) − most·y where −Σ y·row + up − down + slack = cost, all of them 0 or more.
// It is unbounded where no masses keep the rows.
func leastMixture(cost []float64, block int, rows [][]float64, most []float64) (value float64, ended bool) {
	const hair, many, pivots = 1e-11, 500, 5000
	n, m, blocks := len(cost), len(rows), len(cost)/block
	width := m + 2*blocks + n + 1
	table := make([][]float64, n+1) // the last row is the objective, the last column what is on the right
	for j := range n {
		table[j] = make([]float64, width)
		for r, row := range rows {
			table[j][r] = -row[j]
		}
		table[j][m+2*(j/block)], table[j][m+2*(j/block)+1] = 1, -1
		table[j][m+2*blocks+j], table[j][width-1] = 1, cost[j]
	}
	last := make([]float64, width)
	copy(last, most)
	for b := range blocks {
		last[m+2*b], last[m+2*b+1] = -1, 1
	}
	table[n] = last
	for pivot := range pivots {
		in := -1
		for c, v := range last[:width-1] {
			if v < -hair && (in < 0 || pivot < many && v < last[in]) { // the first one in the end, which cannot go round
				in = c
			}
		}
		if in < 0 {
			return last[width-1], true
		}
		out := -1
		for j := range n {
			if v := table[j][in]; v > 1e-9 && (out < 0 || table[j][width-1]/v < table[out][width-1]/table[out][in]) {
				out = j
			}
		}
		if out < 0 {
			return math.Inf(1), true
		}
		floats.Scale(1/table[out][in], table[out])
		for j := range table {
			if v := table[j][in]; j != out && v != 0 {
				floats.AddScaled(table[j], -v, table[out])
			}
		}
	}
	return 0, false
}

// Small families cost as much as the whole program with every event written out, and are proven to cost no less.
func TestSmallFamiliesWrittenOut(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(27, 8))
	compared, approached, beaten, none := 0, 0, 0, 0
	for range effort.Scale(40, 400, 4000) {
		f := Family{Problem: Problem{Epsilon: math.Exp(1.5*rng.Float64() - 0.5), Delta: 0.3 + 0.6*rng.Float64(), Steps: 2, Reach: 2,
			Loss: []central.Loss{absolute, central.Square{}, doubled, central.Pinball(0.3)}[rng.IntN(4)], Shape: Shape(rng.IntN(3) / 2), Atom: rng.IntN(3) == 0}}
		switch rng.IntN(4) {
		case 0:
			f.Query, f.Atom, f.Steps = Count, false, 1+rng.IntN(2)
		case 1:
			f.Fine = 2
		case 2:
			f.Steps, f.Reach = 3, 3
		}
		if rng.IntN(4) == 0 {
			f.Also = Points{{f.Epsilon * 2, f.Delta * 0.8}}
		}
		f.Groups = []string{"1,1", "1,2", "1,2,1", "2,1", "3", "1,3"}[rng.IntN(6)]
		if first := 0.2 + 0.6*rng.Float64(); rng.IntN(3) == 0 && len(f.Groups) == 3 {
			f.Weights = fmt.Sprint(first, ",", 1-first)
		}
		want, ok := writtenOut(f)
		s, err := SolveFamily(t.Context(), f, nil)
		switch {
		case errors.As(err, new(*InfeasibleError)):
			none++
			if ok && !math.IsInf(want, 1) {
				t.Errorf("%+v: there is no such family, and written out it costs %v", f, want)
			}
			continue
		case !ok:
			beaten++
			continue
		}
		compared++
		if err != nil || math.Abs(s.Loss-want) > 1e-7*max(want, 1e-3) || s.Least > want+1e-9 {
			t.Errorf("%+v: it costs %v, none less than %v, %v, and written out %v", f, s.Loss, s.Least, err, want)
		}
		if p, err := f.posed(); err == nil && compared%4 == 0 {
			near, err := p.approached(t.Context(), reporting(t.Context(), 0), false)
			if errors.As(err, new(*InfeasibleError)) { // the law to begin with has no room
				continue
			}
			if approached++; err != nil || near.leastOf(p) > want+1e-9 || near.unit*near.Value < want*(1-1e-7) {
				t.Errorf("%+v: approached it costs %v, none less than %v, %v, and written out %v", f, near.unit*near.Value, near.leastOf(p), err, want)
			}
		}
	}
	t.Logf("%d families compared, %d approached, %d at which the table goes round, %d that are none", compared, approached, beaten, none)
	if compared < 4*beaten || approached == 0 {
		t.Errorf("%d are compared, %d approached, and %d not", compared, approached, beaten)
	}
}
