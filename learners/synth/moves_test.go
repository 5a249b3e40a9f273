package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// everyTable calls do with every table of some people in some cells, and with every neighbour in which the first person is
// replaced; counts do not depend on the order of people.
func everyTable(people, cells int, do func(one, other []int)) {
	one := make([]int, people)
	var fill func(i int)
	fill = func(i int) {
		if i < people {
			for one[i] = range cells {
				fill(i + 1)
			}
			return
		}
		other := append([]int{}, one...)
		for other[0] = range cells {
			do(one, other)
		}
	}
	fill(0)
}

// counted returns the number of people in each cell.
func counted(table []int, cells int) []float64 {
	counts := make([]float64, cells)
	for _, cell := range table {
		counts[cell]++
	}
	return counts
}

// slowR returns the distance from independence of an attribute and its parents, as the greatest difference over events of both:
// the cells with a positive difference, tried one set after another.
func slowR(counts []float64, values int) (most float64) {
	n, parents := 0.0, len(counts)/values
	for _, v := range counts {
		n += v
	}
	for event := range 1 << len(counts) {
		apart := 0.0
		for cell := range counts {
			if event>>cell&1 == 0 {
				continue
			}
			own, of := 0.0, 0.0
			for other, v := range counts {
				if other/parents == cell/parents {
					own += v
				}
				if other%parents == cell%parents {
					of += v
				}
			}
			apart += counts[cell]/n - own*of/n/n
		}
		most = max(most, apart)
	}
	return most
}

// slowF tries every way to give each of the parents' values one of the attribute's two.
func slowF(counts []float64) float64 {
	n, parents, least := 0.0, len(counts)/2, math.Inf(1)
	for _, v := range counts {
		n += v
	}
	for way := range 1 << parents {
		shares := [2]float64{}
		for i := range parents {
			value := way >> i & 1
			shares[value] += counts[value*parents+i] / n
		}
		least = min(least, max(0.5-shares[0], 0)+max(0.5-shares[1], 0))
	}
	return -least
}

// Over every table of few people and every neighbour of it, counts and scores agree with their definitions, and one replaced
// person moves them by at most what fits are priced for: counts by √2 in length and 2 in all, and scores by what the budget of
// a pick is for. The counts reach that, and so does the score F.
func TestOnePersonMovesNoFurther(t *testing.T) {
	effort.ForNumbers(t)
	length, all, byF := 0.0, 0.0, 0.0
	for _, c := range []struct{ people, values, parents int }{{1, 2, 2}, {2, 2, 2}, {3, 2, 2}, {4, 2, 2}, {5, 2, 2}, {2, 3, 2}, {3, 3, 2}, {3, 2, 3}, {4, 2, 4}, {3, 3, 3}}[:effort.Scale(8, 10, 10)] {
		cells := c.values * c.parents
		binary, other := &bayes{people: c.people, binary: true}, &bayes{people: c.people}
		everyTable(c.people, cells, func(one, neighbour []int) {
			x, y := counted(one, cells), counted(neighbour, cells)
			square, sum := 0.0, 0.0
			for i := range x {
				square, sum = square+(x[i]-y[i])*(x[i]-y[i]), sum+math.Abs(x[i]-y[i])
			}
			length, all = max(length, math.Sqrt(square)), max(all, sum)
			r, s := slowR(x, c.values), slowR(y, c.values)
			if got := scoreR(x, c.values, c.people); math.Abs(got-r) > 1e-12 || math.Abs(r-s) > other.scoreMoves()+1e-12 {
				t.Fatalf("%v and %v: R is %v, by events %v and %v, and moves by %v at most", x, y, got, r, s, other.scoreMoves())
			}
			if c.values > 2 {
				return
			}
			f, g := slowF(x), slowF(y)
			if got := scoreF(x, c.people); math.Abs(got-f) > 1e-12 || math.Abs(f-g) > binary.scoreMoves()+1e-12 {
				t.Fatalf("%v and %v: F is %v, by every way %v and %v, and moves by %v at most", x, y, got, f, g, binary.scoreMoves())
			}
			byF = max(byF, math.Abs(f-g)/binary.scoreMoves())
		})
	}
	if length > countsMove+1e-12 || length < countsMove-1e-12 || all != tableMoves || byF < 1-1e-9 {
		t.Errorf("counts move by %v in length and %v in all, of %v and %v that fits are priced for; F by %v of that", length, all, countsMove, tableMoves, byF)
	}
}

// However far a model is from a table, one person who is replaced moves the score of a marginal by no more than picks are priced for, and by
// as much where the model has less of one cell and more of the other.
func TestOnePersonMovesAScoreOfGEMNoFurther(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	most := 0.0
	for range effort.Scale(500, 5000, 50_000) {
		one, other := tables(rng)
		p := Plan{Settings: Settings{Workload: Labels, Seed: rng.Uint64()}}
		g, err := newGEM(p, one.Schema, one.Len())
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.model.logits {
			g.model.logits[i] = 5 * rng.NormFloat64()
		}
		for i := range g.model.weightLogits {
			g.model.weightLogits[i] = 5 * rng.NormFloat64()
		}
		g.model.settle()
		for _, of := range g.marginals {
			moved := math.Abs(g.score(one.Count(of), of) - g.score(other.Count(of), of))
			if most = max(most, moved); moved > scoreMoves+1e-9 {
				t.Fatalf("one person moves a score by %v, and picks are priced for %v", moved, scoreMoves)
			}
		}
	}
	if most < 0.99*scoreMoves {
		t.Errorf("one person moves a score by %v at most, and picks are priced for %v", most, scoreMoves)
	}
}
