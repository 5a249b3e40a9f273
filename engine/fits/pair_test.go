package fits

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners/private"
)

// pairOfFive returns the two tables of PairOfBayes, with one column of words and one of numbers.
func pairOfFive() (one, other []person) {
	both := []person{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}}
	return append(slices.Clone(both), person{0, 0, 0}), append(slices.Clone(both), person{1, 1, 0})
}

// The pair of tables of naive Bayes moves as many answers as is said, by their sensitivity, and no cell that moves is told as it is.
func TestPairOfBayes(t *testing.T) {
	one, other := pairOfFive()
	for _, keep := range []bool{true, false} {
		of := func(who []person) private.Answers {
			r, all := tabled(who)
			sums := small.Count(r, all, func(float64) {})
			return small.PerQuery(sums, []int{int(sums[0]), int(sums[1])}, keep)
		}
		a, b := of(one), of(other)
		moved := 0.0
		for k := range a.Value {
			switch d := math.Abs(a.Value[k] - b.Value[k]); {
			case d == 0:
			case d != 1 || a.Sensitivity[k] != 1 || b.Sensitivity[k] != 1:
				t.Errorf("keep %v: answer %d moves by %v, and its sensitivity is %v", keep, k, d, a.Sensitivity[k])
			default:
				moved++
			}
		}
		if want := PairOfBayes(1); want != (Asks{Whole: moved}) {
			t.Errorf("keep %v: %v answers move, want %+v", keep, moved, want)
		}
	}
}

// near compares a pair's δ, told from below, with that of an independent convolution, rounded down.
func near(t *testing.T, terms Terms, moves Asks, want float64) (told float64) {
	t.Helper()
	v, err := terms.Apart(t.Context(), moves)
	if err != nil || v.Missing() || v.Low > 1.05*want+1e-4 || v.Low < 0.8*want-1e-3 {
		t.Errorf("%+v moved by %+v: δ is %+v, %v, and by convolution %.5f", terms, moves, v, err, want)
	}
	return v.Low
}

// With a budget for each answer the pairs that are shown have a δ above it, by a convolution of its own; with one for all they do not.
func TestPairsShowTheError(t *testing.T) {
	effort.ForNumbers(t)
	const epsilon, delta = 1, 0.1
	for _, name := range kindsOfRun {
		for _, moves := range []Asks{PairOfBayes(1), {Half: 8}} {
			answers := slices.Concat(slices.Repeat([]float64{1}, int(moves.Whole)), slices.Repeat([]float64{0.5}, int(moves.Half)))
			asks := Asks{Whole: moves.Answers()}
			for _, budget := range []Budget{Query, Whole} {
				terms := Terms{Noise: name, Budget: budget, Epsilon: epsilon, Delta: delta, Asks: asks}
				s, err := terms.Sized(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				told := near(t, terms, moves, deltaOf(masses(t, s), answers, epsilon))
				if (told > delta*(1+1e-9)) != (budget == Query) {
					t.Errorf("%s, %+v, budget %v: δ = %.5f", name, moves, budget, told)
				}
			}
		}
	}
}

// Two tables that differ in the class of one record move every gradient by half of the sensitivity, whatever was released
// before; for two gradients δ equals sums over both answers.
func TestPairOfCoordinates(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(27, 5))
	c := private.Coordinates{Rounds: 2, Each: 1, Penalty: Penalty}
	for range 20 {
		n := 1 + rng.IntN(6)
		x, y := make([]float64, n), make([]float64, n)
		for k := range n {
			x[k], y[k] = float64(rng.IntN(3)-1), float64(2*rng.IntN(2)-1)
		}
		x[0], y[0] = float64(2*rng.IntN(2)-1), 1
		class := slices.Clone(y)
		class[0] = -1
		a, b := signed(x, y), signed(x, class)
		answer := 20 * (rng.Float64() - 0.5)
		for i, g := range sums(c, a, answer) {
			if d := math.Abs(sums(c, b, answer)[i] - g); math.Abs(d-private.Sensitivity/2) > 1e-9 {
				t.Fatalf("gradient %d of %v moves by %v after an answer of %v", i+1, x, d, answer)
			}
		}
	}
	a, b := signed([]float64{1, -1}, []float64{1, 1}), signed([]float64{1, -1}, []float64{-1, 1})
	for _, name := range kindsOfRun {
		terms := Terms{Noise: name, Budget: Query, Epsilon: 1, Delta: 0.1}
		s, err := terms.Sized(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		near(t, terms, Asks{Half: 2}, descentDelta(c, masses(t, s), a, b, 1))
	}
	numbers, err := Source{Made: "measures", Seed: 1}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if moves := (Coordinates{Rounds: 5, Seed: 1}).Pair(numbers); moves != (Asks{Half: 10}) { // words are of two
		t.Errorf("%+v", moves)
	}
}
