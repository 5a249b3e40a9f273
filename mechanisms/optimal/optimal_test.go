package optimal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// drawn returns a random problem of 20 to most cells.
func drawn(rng *rand.Rand, most int) Problem {
	losses := []central.Loss{absolute, central.Square{}, doubled, central.Pinball(0.1 + 0.8*rng.Float64())}
	p := Problem{
		Epsilon: math.Exp(math.Log(0.05) + rng.Float64()*math.Log(6/0.05)),
		Delta:   math.Exp(math.Log(0.001) + rng.Float64()*math.Log(0.45/0.001)),
		Loss:    losses[rng.IntN(len(losses))],
		Atom:    rng.IntN(3) == 0,
	}
	reach := int(Support(p.Epsilon, p.Delta)) + rng.IntN(2)
	p.Steps = max(2, (10+rng.IntN(most/2-9))/reach)
	p.Reach = reach * p.Steps
	if p.Cells() > most { // the support alone takes too many
		return drawn(rng, most)
	}
	if rng.IntN(8) == 0 {
		p.Query, p.Steps = Count, 1+rng.IntN(max(1, most/2/(reach+1)))
		p.Reach = (reach + 1) * p.Steps
	}
	return p
}

// Random problems are solved and certified; the bounds bound, and a law of less
// freedom does no better.
func TestRandomProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range effort.Scale(30, 30, 2000) {
		p := drawn(rng, effort.Scale(50, 50, 120))
		name := fmt.Sprintf("%d %+v", i, p)
		started := time.Now()
		free, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wellFounded(t, name, p, free)
		floor, err := Floor(t.Context(), p)
		if err != nil || floor > free.Loss*(1+1e-9) {
			t.Errorf("%s: %v is a floor of %v, %v", name, floor, free.Loss, err)
		}
		p.Shape = Monotone
		monotone, err := Solve(t.Context(), p, nil)
		if err != nil || monotone.Loss < free.Loss*(1-1e-8) {
			t.Errorf("%s: monotone %v, %v, free %v", name, monotone.Loss, err, free.Loss)
			continue
		}
		wellFounded(t, name, p, monotone)
		falls(t, name, monotone.Law)
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

// Where e^ε is great a vertex misses δ by more than its oracle's tolerance; keeping δ all the same costs less than the
// tolerance of losses.
func TestGreatBudgets(t *testing.T) {
	for _, p := range []Problem{
		{Epsilon: 5.891276875965373, Delta: 0.0017770158872038996, Loss: doubled, Atom: true, Steps: 27, Reach: 54}, // mixed, 1.4e-6 above its bound
		{Epsilon: 5.338900820196709, Delta: 0.0010498447585669392, Loss: central.Pinball(0.61), Steps: 11, Reach: 33},
		{Epsilon: 7.522587657232123, Delta: 0.2, Loss: absolute, Steps: 20, Reach: 40}, // a row at the limit of rounding, named again and again
	} {
		s, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		wellFounded(t, "a great budget", p, s)
		if s.Loss > s.Least*(1+2e-7) {
			t.Errorf("%+v: %v is far from the bound %v", p, s.Loss, s.Least)
		}
	}
}

// falls checks that a density does not increase away from 0.
func falls(t *testing.T, name string, l Law) {
	t.Helper()
	for i := 1; i < len(l.Masses); i++ {
		middle := l.Edges[i]
		if outer, inner := l.Masses[i-1], l.Masses[i]; middle < 0 && outer > inner*(1+1e-9)+1e-12 || middle > 0 && inner > outer*(1+1e-9)+1e-12 {
			t.Errorf("%s: the density rises at %v, from %v to %v", name, middle, outer, inner)
			return
		}
	}
}

// The extended program's V by definition, at shifts of no grid: the certificate's
// maximum bounds it, and is attained at its shift.
func TestCertificate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		var edges, masses []float64
		edges = append(edges, -2*rng.Float64())
		for range 1 + rng.IntN(8) {
			edges = append(edges, edges[len(edges)-1]+0.05+rng.Float64())
			masses = append(masses, rng.ExpFloat64())
		}
		sum := 0.0
		for _, m := range masses {
			sum += m
		}
		for i := range masses {
			masses[i] /= sum
		}
		law, err := NewLaw(edges, masses, nil)
		if err != nil {
			t.Fatal(err)
		}
		epsilon := 2 * rng.Float64()
		c := law.Certify(Moves{Most: 1}, epsilon)
		if got := slow(law, epsilon, c.Shift); math.Abs(got-c.Delta) > 1e-12 {
			t.Errorf("V(%v) is %v, by definition %v", c.Shift, c.Delta, got)
		}
		for range 50 {
			shift := 2*rng.Float64() - 1
			if v := law.Divergence(Moves{Most: 1}, epsilon, shift); v > c.Delta+1e-12 {
				t.Errorf("V(%v) = %v is above the certified %v", shift, v, c.Delta)
			}
		}
		event := 0.0
		for _, at := range law.Worst(Moves{Most: 1}, epsilon, c.Shift) {
			event += law.Mass(at.Low, at.High) - math.Exp(epsilon)*law.Mass(at.Low-c.Shift, at.High-c.Shift)
		}
		if math.Abs(event-c.Delta) > 1e-9 {
			t.Errorf("the worst event shows %v, certified is %v", event, c.Delta)
		}
	}
}

// slow returns V by its definition, in the middle of each stretch between places at which either density may jump.
func slow(l Law, epsilon, shift float64) float64 {
	var jumps []float64
	for _, edge := range l.Edges {
		jumps = append(jumps, edge, edge+shift)
	}
	slices.Sort(jumps)
	sum := 0.0
	for i := range max(len(jumps)-1, 0) {
		low, high := jumps[i], jumps[i+1]
		x := low + (high-low)/2
		sum += (high - low) * max(0, l.Density(x)-math.Exp(epsilon)*l.Density(x-shift))
	}
	return sum
}

// A law that gives a little more away than it may is seen by the certificate, and
// mended by mixing.
func TestRepair(t *testing.T) {
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 20, Reach: 40}
	s, err := Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := append([]float64(nil), s.Law.Masses...)
	spoilt[39] += 1e-6 // a cell at 0
	spoilt[0] = max(0, spoilt[0]-1e-6)
	cells, atom := cleaned(spoilt, 0)
	law, c, err := p.certified(cells, atom)
	if err != nil || c[0].Delta <= p.Delta {
		t.Errorf("the spoilt law passes at %v, %v", c[0].Delta, err)
	}
	law, c, err = p.mended(cells, atom, law, c)
	if again := law.Certify(Moves{Most: 1}, 1); err != nil || c[0].Delta > p.Delta || c[0] != again || math.Abs(law.expect(p.mean)-s.Loss) > 1e-4 {
		t.Errorf("%+v, which is %+v, %v", c, again, err)
	}
	law, c, err = p.certified(p.spike(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.mended(p.spike(), 0, law, c); err == nil {
		t.Error("a law that is not private at all was mended")
	}
}

// spike has everything in the middle.
func (p Problem) spike() []float64 {
	cells := make([]float64, p.Cells())
	cells[p.Reach] = 1
	return cells
}

// The numbers of the paper that are right on one support only, or wrong.
func TestPaper(t *testing.T) {
	p := Problem{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 50, Reach: 55}
	short, err := Solve(t.Context(), p, nil)
	if err != nil || math.Abs(short.Loss-0.1705) > 5e-5 {
		t.Errorf("on ±1.1 the optimum is %v, %v, where the paper prints 0.1705", short.Loss, err)
	}
	p.Shape, p.Reach = Monotone, 150
	monotone, err := Solve(t.Context(), p, nil)
	if err != nil || monotone.Loss > 0.16724 {
		t.Errorf("a monotone law of loss %v, %v; the paper prints 0.1830 as a bound on all of them", monotone.Loss, err)
	}
	falls(t, "monotone", monotone.Law)
	if v := exactly(t, monotone.Law, p); v > p.Delta {
		t.Errorf("in rational numbers it is private at δ = %v", v)
	}
}

// Rounds of cutting planes rise, and the last is private.
func TestRounds(t *testing.T) {
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 10, Reach: 20}
	var rounds []Round
	s, err := Cut(t.Context(), p, func(r Round, cells []float64, _ float64) {
		if rounds = append(rounds, r); len(cells) != p.Cells() {
			t.Errorf("%d masses for %d cells", len(cells), p.Cells())
		}
	})
	if err != nil || s.Rounds != len(rounds) || s.Rounds < 5 {
		t.Fatalf("%d rounds, %d told, %v", s.Rounds, len(rounds), err)
	}
	for i, r := range rounds {
		last := i == len(rounds)-1
		if i > 0 && r.Value < rounds[i-1].Value-1e-12 || last != (r.Entering == 0) || last != (r.Violation <= p.Delta) {
			t.Errorf("round %d of %d: %+v", i+1, len(rounds), r)
		}
	}
}

func TestRefused(t *testing.T) {
	fine := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 10, Reach: 20}
	for want, change := range map[string]func(*Problem){
		"closed form":            func(p *Problem) { p.Delta = 0 },
		"delta = 1 is outside":   func(p *Problem) { p.Delta = 1 },
		"delta = NaN is outside": func(p *Problem) { p.Delta = math.NaN() },
		"epsilon = 0 is outside": func(p *Problem) { p.Epsilon = 0 },
		"1002 cells":             func(p *Problem) { p.Reach = 501 },
		"a smaller sensitivity":  func(p *Problem) { p.Query, p.Steps, p.Reach = Count, 100, 300 },
		"at most half of it":     func(p *Problem) { p.Steps = 1 },
		"support = 2 is enough":  func(p *Problem) { p.Epsilon, p.Delta, p.Steps, p.Reach = 3, 0.3, 20, 20 },
	} {
		p := fine
		change(&p)
		if _, err := Solve(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", p, err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := Cut(ctx, fine, func(Round, []float64, float64) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestLawsThatAreNone(t *testing.T) {
	for want, l := range map[string]Law{
		"none may be negative": {Edges: []float64{0, 1, 2}, Masses: []float64{1.5, -0.5}},
		"not to 1":             {Edges: []float64{0, 1}, Masses: []float64{0.9}},
		"has no width":         {Edges: []float64{0, 0, 1}, Masses: []float64{0.5, 0.5}},
	} {
		if _, err := NewLaw(l.Edges, l.Masses, l.Points); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", l, err, want)
		}
	}
}

// Draws fall where the masses are, atom included; the table of draws gives every
// piece its share.
func TestSample(t *testing.T) {
	p := Problem{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 10, Reach: 20, Atom: true}
	s, err := Solve(t.Context(), p, nil)
	if err != nil || len(s.Law.Atoms()) != 1 {
		t.Fatal(s.Law.Points, err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	const draws = 200_000
	sum, zeros, inside := 0.0, 0, 0
	for range draws {
		x := s.Law.Sample(rng)
		sum += math.Abs(x)
		if x == 0 {
			zeros++
		}
		if 0.1 <= x && x <= 1 {
			inside++
		}
	}
	for name, c := range map[string][2]float64{
		"mean": {sum / draws, s.Loss}, "atom": {float64(zeros) / draws, s.Law.Points[0].Mass}, "window": {float64(inside) / draws, s.Law.Mass(0.1, 1)},
	} {
		if math.Abs(c[0]-c[1]) > 5*0.5/math.Sqrt(draws) { // 1 in 10⁶ false alarms
			t.Errorf("%s of draws %v, of the law %v", name, c[0], c[1])
		}
	}
	if in, out := s.Law.Mass(-0.3, 0.2), s.Law.Outside(-0.3, 0.2); math.Abs(in+out-1) > 1e-12 {
		t.Errorf("%v inside and %v outside", in, out)
	}
}

// Where a loss is flat over a stretch, many private laws are equally good, and pivots once went round among them for minutes.
// One is found, and the reported bound holds.
func TestIndifferentLosses(t *testing.T) {
	effort.ForNumbers(t)
	tolerant, err := central.ReadPieces("-2:2,-1:0,1:0,2:1")
	if err != nil {
		t.Fatal(err)
	}
	for _, sensitivity := range []float64{1e-6, 0.3, 0.5, 1} { // the stretch is two million, six, four and two sensitivities
		p := Problem{Epsilon: 5.5, Delta: 0.148, Loss: tolerant.In(sensitivity), Steps: 20, Reach: 40}
		s, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatalf("at sensitivity %v: %v", sensitivity, err)
		}
		if c := s.Law.Certify(p.Moves(), p.Epsilon); c != s.Certificate || c.Delta > p.Delta {
			t.Errorf("certified at δ = %v, which is %v", s.Certificate.Delta, c.Delta)
		}
		worst := max(p.Loss.At(-2), p.Loss.At(2))
		if s.Least > s.Loss || s.Least < 0 || s.Loss-s.Least > 2e-6*worst {
			t.Errorf("at sensitivity %v no law has less than %v, and this one has %v", sensitivity, s.Least, s.Loss)
		}
		if floor, err := Floor(t.Context(), p); err != nil || floor > s.Loss || floor < 0 {
			t.Errorf("at sensitivity %v: %v is a floor of %v, %v", sensitivity, floor, s.Loss, err)
		}
	}
}
