package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
)

// methods returns all methods at an ε.
func methods(epsilon float64) []Method {
	return []Method{Textbook{epsilon, Grid{53}}, Textbook{epsilon, Grid{12}}, Textbook{epsilon, Dense{}}, Snapping{epsilon}}
}

// Of uniforms with few digits all answers can be listed: those that the inverse finds are these and no others.
func TestSupportByEnumeration(t *testing.T) {
	for _, epsilon := range []float64{0.03, 0.7, 1, 20} {
		m := Textbook{epsilon, Grid{10}}
		support := func(value float64) map[float64]bool {
			set := map[float64]bool{}
			for k := 1; k <= 1<<10; k++ {
				for _, minus := range []bool{false, true} {
					set[m.answer(value, float64(k)/(1<<10), minus)] = true
				}
			}
			return set
		}
		values := []float64{0, 0.1, 0.5, 0.75, 1}
		for _, value := range values {
			own := support(value)
			for _, other := range values {
				for y := range support(other) {
					for _, near := range []float64{y, math.Nextafter(y, 9), math.Nextafter(y, -9)} {
						if got := m.Gives(value, near); got != own[near] {
							t.Fatalf("ε %g: %v from %g: %t by the inverse, %t by the list", epsilon, near, value, got, own[near])
						}
					}
				}
			}
		}
	}
}

// No u far around the place of an answer gives one that was called impossible.
func TestSupportByAWideSearch(t *testing.T) {
	const wide = 5_000
	for _, uniforms := range []Uniforms{Grid{53}, Dense{}} {
		for _, epsilon := range []float64{0.2, 1, 5} {
			m, rng := Textbook{epsilon, uniforms}, rand.New(rand.NewPCG(7, 7))
			impossible := 0
			for range effort.Scale(20, 100, 2000) {
				y := m.Draw(0, rng)
				if m.Gives(1, y) {
					continue
				}
				impossible++
				middle := uniforms.place(math.Exp(-math.Abs(y-1) * epsilon))
				for k := max(middle-wide, uniforms.place(0)); k < min(middle+wide, uniforms.place(1)+1); k++ {
					if m.answer(1, uniforms.at(k), y < 1) == y {
						t.Fatalf("ε %g: %v comes from u = %v", epsilon, y, uniforms.at(k))
					}
				}
			}
			if impossible == 0 {
				t.Errorf("%T at ε %g: every answer of 0 comes from 1", uniforms, epsilon)
			}
		}
	}
}

// Every drawn answer lies in the support of its value.
func TestAnswersAreOfTheirOwnSupport(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range effort.Scale(300, 3000, 100_000) {
		epsilon, value := math.Exp(rng.Float64()*11-7), rng.Float64()
		if rng.IntN(3) == 0 {
			value = math.Round(value)
		}
		for _, m := range methods(epsilon) {
			if y := m.Draw(value, rng); !m.Gives(value, y) {
				t.Fatalf("%T at ε %g: %v was drawn of %g and is said to be impossible", m, epsilon, y, value)
			}
		}
	}
}

// The trial of the lesson: about 690 of 1,000 answers of 0 at ε = 1, 600 of 1, and none of the snapping mechanism.
func TestRevealed(t *testing.T) {
	of := func(m Method, value, neighbour float64) Sample {
		s, err := Question{Method: m, Epsilon: 1, Value: value, Neighbour: neighbour, Draws: 1500, Seed: 1}.Sample(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := of(Textbook{1, Grid{53}}, 0, 1)
	if v := s.Revealed(); math.Abs(v.Value-0.69) > 0.04 || v.Low >= v.Value || v.High <= v.Value {
		t.Errorf("of 0 against 1 %+v are revealed; a trial had 0.69", v)
	}
	if v := s.RevealedBeside(); math.Abs(v.Value-0.6) > 0.04 {
		t.Errorf("of 1 against 0 %v are revealed; a trial had 0.6", v.Value)
	}
	shown, err := s.Shown()
	if err != nil || shown.Value <= 1 || !s.Refuted() || s.LeastDelta().Value < 0.6 || s.Right().Low < 0.75 {
		t.Errorf("textbook noise at ε = 1 shows %+v, δ %v, right %v, %v", shown, s.LeastDelta().Value, s.Right(), err)
	}
	for _, other := range []float64{0, 0.3, 1} {
		s := of(Snapping{1}, 0, other)
		shown, err := s.Shown()
		if err != nil || s.Revealed().Value != 0 || s.RevealedBeside().Value != 0 || s.Refuted() || shown.Value > 1 || s.Right().Low > math.E/(1+math.E) {
			t.Errorf("snapping beside %g: %+v of %+v, right %+v, %v", other, shown, s.Revealed(), s.Right(), err)
		}
	}
	if s := of(Textbook{1, Grid{53}}, 0.4, 0.4); s.Revealed().Value != 0 || s.LeastDelta().Value != 0 {
		t.Errorf("a value reveals itself: %+v", s.Revealed())
	}
}

// The cells of the snapping mechanism have the probabilities of Laplace noise.
func TestSnappingByItsLaw(t *testing.T) {
	const draws = 20_000
	m, rng := Snapping{0.8}, rand.New(rand.NewPCG(9, 2))
	const value = 0.3
	count := map[float64]int{}
	for range draws {
		y := m.Draw(value, rng)
		if math.Mod(y, m.Step()) != 0 {
			t.Fatalf("%v is no multiple of %v", y, m.Step())
		}
		count[y]++
	}
	if m.Step() != 2 {
		t.Fatalf("steps of %v; the least power of two from 1.25 on is 2", m.Step())
	}
	up := func(x float64) float64 { // Pr[noise > x]
		if x > 0 {
			return math.Exp(-x*m.Epsilon) / 2
		}
		return 1 - math.Exp(x*m.Epsilon)/2
	}
	for _, y := range []float64{-6, -4, -2, 0, 2, 4, 6} {
		p := up(y-1-value) - up(y+1-value)
		if low, high := binomial.Interval(float64(count[y]), draws, 1e-4); p < low || p > high {
			t.Errorf("%v was drawn %d times of %d; its probability is %v", y, count[y], draws, p)
		}
	}
	if excess := m.Proven() - m.Epsilon; excess <= 0 || excess > 1e-8 {
		t.Errorf("proven is ε + %v", excess)
	}
	if (Snapping{1}).Step() != 1 || (Snapping{0.5}).Step() != 2 || (Snapping{3}).Step() != 0.5 {
		t.Error("a scale that is a power of two is its own step")
	}
}

// Ties go up, and clamped answers stay within the bound.
func TestCells(t *testing.T) {
	for y, want := range map[float64]float64{0.5: 1, -0.5: 0, 0.49999999999999994: 0, 1.5: 2, -1.5: -1, 2.4: 2} {
		if got := nearest(y, 1); got != want {
			t.Errorf("%v goes to %v, want %v", y, got, want)
		}
	}
	if clamp(1e9) != Bound || clamp(-1e9) != -Bound {
		t.Error("nothing is clamped")
	}
}

// All floating-point numbers: half of them above a half, a thousandth below a thousandth.
func TestDenseUniforms(t *testing.T) {
	const draws = 50_000
	rng := rand.New(rand.NewPCG(4, 4))
	for _, below := range []float64{0.5, 0.3, 0x1p-10} {
		n := 0
		for range draws {
			if (Dense{}).draw(rng) < below {
				n++
			}
		}
		if low, high := binomial.Interval(float64(n), draws, 1e-6); below < low || below > high {
			t.Errorf("%d of %d are below %v", n, draws, below)
		}
	}
}

func TestQuestionsThatAreNone(t *testing.T) {
	good := Question{Method: Snapping{1}, Epsilon: 1, Value: 0, Neighbour: 1, Draws: 10, Seed: 1}
	for _, bad := range []func(*Question){
		func(q *Question) { q.Epsilon = 0 }, func(q *Question) { q.Neighbour = 1.5 }, func(q *Question) { q.Draws = 0 }, func(q *Question) { q.Value = math.NaN() },
	} {
		q := good
		bad(&q)
		if _, err := q.Sample(t.Context()); err == nil {
			t.Errorf("%+v is answered", q)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.Sample(ctx); err == nil {
		t.Error("nobody waits, and it goes on")
	}
}
