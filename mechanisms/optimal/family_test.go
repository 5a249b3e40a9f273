package optimal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/central"
)

// ofFamilies holds some rows of the reference, for use without it.
var ofFamilies = []map[string]string{
	{"case": "data_dependent", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.25", "support": "-2:2", "loss": "l1", "value": "0.407626353", "note": "groups=1/1/1/1/1/1/1/1 per-group loss 0.516911 0.375511 0.363632 0.374451 0.374451 0.363632 0.375511 0.516911"},
	{"case": "data_dependent", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.25", "support": "-2:2", "loss": "l1", "value": "0.466156849", "note": "groups=3/1/1/3"},
	{"case": "data_dependent_instance_optimal", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.25", "support": "-2:2", "loss": "l1", "value": "0.566062510", "note": "groups=5/1/1/5"},
	{"case": "data_dependent", "eps": "0.2", "delta": "0.05", "sensitivity": "1", "beta": "0.5", "support": "-10:10", "loss": "l1", "value": "1.500623031", "note": "groups=1/1/1/1/1/1/1/1"},
}

var (
	notedGroups = regexp.MustCompile(`groups=([0-9/]+)`)
	notedLosses = regexp.MustCompile(`loss ((?:[0-9.]+ ?)+)$`)
)

// Families cost as much as in an independent solver of the extended program, to 10⁻⁷, and so does each of their groups.
func TestFamiliesOfTheReference(t *testing.T) {
	rows := ofFamilies
	if oracle.Present() {
		for _, row := range oracle.Table(t, "reference", "dro.csv") {
			if strings.HasPrefix(row["case"], "data_dependent") {
				rows = append(rows, row)
			}
		}
	}
	for _, row := range rows {
		p, _ := problemOf(t, row)
		f := Family{Problem: p, Groups: strings.ReplaceAll(notedGroups.FindStringSubmatch(row["note"])[1], "/", ",")}
		if row["case"] == "data_dependent_instance_optimal" {
			f.Cap = 1
		}
		s, err := SolveFamily(t.Context(), f, nil)
		compare(t, row, s.Loss, err)
		if err == nil {
			proven(t, f, s)
		}
		if noted := notedLosses.FindStringSubmatch(strings.Split(row["note"]+";", ";")[0]); noted != nil {
			for i, want := range strings.Fields(noted[1]) {
				if math.Abs(s.Each[i]-number(t, want)) > 2e-6 { // rounded, and the best family need not be the only one
					t.Errorf("%s: group %d costs %v, want %s", f.Groups, i+1, s.Each[i], want)
				}
			}
		}
	}
}

// proven checks a family against its own claims.
func proven(t *testing.T, f Family, s FamilySolution) {
	t.Helper()
	if s.Certificate.Delta > f.Delta {
		t.Errorf("%+v: certified at δ = %v", f, s.Certificate)
	}
	if exact, err := inCells(f, s); err != nil || exact.High.Cmp(new(big.Rat).SetFloat64(f.Delta*(1+1e-9))) > 0 {
		t.Errorf("%+v: in rational numbers certified at %+v, %v", f, exact, err)
	}
	if s.Least > s.Loss || s.Least < s.Loss*(1-1e-6) || math.IsNaN(s.Loss) {
		t.Errorf("%+v: no family has less than %v, and this one has %v", f, s.Least, s.Loss)
	}
}

// inCells certifies a family in rational numbers, its places in cells of the range, where no rounding makes answers neighbours that are none.
func inCells(f Family, s FamilySolution) (ExactFamily, error) {
	unit := float64(f.Steps * f.fineness())
	var groups []ExactGroup
	for _, law := range s.Laws {
		g := ExactGroup{From: math.Round(2*law.From*unit) / 2, To: math.Round(2*law.To*unit) / 2, Pieces: law.Pieces()}
		for i := range g.Pieces {
			p := &g.Pieces[i]
			p.Low, p.High = math.Round(p.Low*unit), math.Round(p.High*unit)
		}
		groups = append(groups, g)
	}
	m := Moves{Most: unit}
	if f.Query == Count {
		m.Unit = 1
	}
	return CertifyFamilyExactly(groups, m, f.Epsilon)
}

// The bounds for every family, and the 42 groups of coordinate descent.
func TestFamiliesOfTheSpecification(t *testing.T) {
	at := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}
	fine := at
	fine.Steps, fine.Reach = 8, 16
	for _, c := range []struct {
		f           Family
		loss, floor float64
	}{
		{Family{Problem: at, Groups: "1x8"}, 0.407626, 0.216876},
		{Family{Problem: fine, Groups: "1x16"}, 0.3665584, 0.2682517},
		{Family{Problem: at, Groups: "1x4"}, 0.2789846, 0},
		{Family{Problem: at, Groups: "1x16"}, 0.4869683, 0},
		{Family{Problem: at, Groups: "1x24"}, 0.5133619, 0},
		{Family{Problem: Problem{Epsilon: 1, Delta: 0.1, Loss: absolute, Steps: 4, Reach: 12}, Groups: "4,1x40,4"}, 0.6886559, 0},
	}[:effort.Scale(3, 4, 6)] {
		s, err := SolveFamily(t.Context(), c.f, nil)
		if err != nil || math.Abs(s.Loss-c.loss) > 1e-6 {
			t.Fatalf("%+v: %v, %v, want %v", c.f, s.Loss, err, c.loss)
		}
		proven(t, c.f, s)
		if c.floor == 0 {
			continue
		}
		if floor, err := c.f.Floor(t.Context()); err != nil || math.Abs(floor-c.floor) > 1e-6 {
			t.Errorf("%+v: no family has less than %v, %v, want %v", c.f, floor, err, c.floor)
		}
	}
}

// randomFamily returns a random family of two to twelve groups, with any loss, cap and weights.
func randomFamily(rng *rand.Rand) Family {
	f := Family{Problem: Problem{Epsilon: math.Exp(1.5*rng.Float64() - 0.5), Delta: math.Exp(-1 - 2*rng.Float64()), Steps: 2 + rng.IntN(3)}}
	f.Reach = f.Steps * int(Support(f.Epsilon, f.Delta))
	f.Loss = []central.Loss{absolute, central.Square{}, doubled, central.Pinball(0.3), central.Sign{Unit: 1}, central.Sign{Unit: 0.3}}[rng.IntN(6)]
	f.Atom, f.Shape = rng.IntN(4) == 0, Shape(rng.IntN(4)/3)
	if rng.IntN(4) == 0 {
		f.Query, f.Atom = Count, false
	}
	if rng.IntN(5) == 0 {
		f.Also = Points{{f.Epsilon * 1.5, f.Delta * 0.7}}
	}
	var sizes []int
	for range 2 + rng.IntN(11) {
		sizes = append(sizes, 1+rng.IntN(3)*rng.IntN(3))
	}
	if rng.IntN(2) == 0 {
		for i := range sizes {
			sizes[len(sizes)-1-i] = sizes[i]
		}
	}
	f.Groups = WriteGroups(sizes)
	switch rng.IntN(3) {
	case 0:
		f.Weights = Triangular
	case 1:
		var words []string
		left := 1.0
		for i := range sizes {
			w := left
			if i < len(sizes)-1 {
				w = left * rng.Float64() * 0.5
			}
			left -= w
			words = append(words, fmt.Sprint(w))
		}
		f.Weights = strings.Join(words, ",")
	}
	if rng.IntN(3) == 0 {
		f.Cap = 1 + 0.3*rng.Float64()
	}
	return f
}

// Random families are private, as every pair of places says by arithmetic of its own, and cost no less than their dual bound. The bound for
// families on any grid takes ten times as long as the family, and is computed for some.
func TestRandomFamilies(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(27, 1))
	for i := range effort.Scale(20, 60, 500) {
		f := randomFamily(rng)
		s, err := SolveFamily(t.Context(), f, nil)
		if none := (*InfeasibleError)(nil); errors.As(err, &none) {
			continue
		}
		if err != nil {
			t.Errorf("%d, %+v: %v", i, f, err)
			continue
		}
		proven(t, f, s)
		if worst := overPlaces(rng, f, s); worst > f.Delta+1e-9 {
			t.Errorf("%d, %+v: two places are private at δ = %v", i, f, worst)
		}
		if i < effort.Scale(20, 30, 500) {
			if floor, err := f.Floor(t.Context()); err != nil || floor > s.Loss*(1+1e-9) {
				t.Errorf("%d, %+v: it costs %v, and no family less than %v, %v", i, f, s.Loss, floor, err)
			}
		}
		single, err := f.Single(t.Context())
		if err == nil && s.Loss > single.Loss*(1+1e-7) {
			t.Errorf("%d, %+v: it costs %v, and a single law %v", i, f, s.Loss, single.Loss)
		}
		for g := range s.Each {
			if f.Cap > 0 && s.Each[g] > f.Cap*single.Each[g]*(1+1e-7) {
				t.Errorf("%d, %+v: group %d costs %v, above the cap of %v", i, f, g+1, s.Each[g], f.Cap*single.Each[g])
			}
		}
	}
}

// overPlaces returns the greatest V of random pairs of places of the range, by sums over a lattice of its own.
func overPlaces(rng *rand.Rand, f Family, s FamilySolution) (worst float64) {
	const places = 60 // to a cell
	low, high := s.Laws[0].From, s.Laws[len(s.Laws)-1].To
	cell := 1 / float64(f.Steps)
	for range 200 {
		var here, there float64
		if f.Query == Count {
			here = low + cell*float64(rng.IntN(int(math.Round((high-low)/cell))))
			there = here + cell*float64(rng.IntN(2*f.Steps+1)-f.Steps)
		} else { // on the lattice
			here = low + cell/places*float64(rng.IntN(int(math.Round((high-low)/cell*places))))
			there = here + cell/places*float64(rng.IntN(2*f.Steps*places+1)-f.Steps*places)
		}
		if there < low-1e-9 || there > high-1e-9 || math.Abs(here-there) < 1e-9 {
			continue
		}
		const hair = 1e-7
		a, b, v := s.Laws.At(here+hair), s.Laws.At(there+hair), 0.0
		ratio := math.Exp(f.Epsilon)
		if f.Query == Count {
			for k := -4 * f.Reach; k <= 4*f.Reach; k++ {
				at := here + float64(k)*cell
				v += max(0, a.Mass(at-here-hair, at-here+hair)-ratio*b.Mass(at-there-hair, at-there+hair))
			}
		} else {
			for k := -2 * f.Reach * places; k < 2*f.Reach*places; k++ {
				x := (float64(k) + 0.5) * cell / places // from here
				v += max(0, a.Density(x)-ratio*b.Density(x+here-there)) * cell / places
			}
			for _, p := range a.Points {
				v += p.Mass
			}
		}
		worst = max(worst, v)
	}
	return worst
}

// One group as wide as a sensitivity is the single law; to cut a group never costs more; and a range reversed reverses the laws.
func TestFamiliesAgreeWithOneAnother(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 2))
	for range effort.Scale(6, 20, 100) {
		f := randomFamily(rng)
		f.Cap, f.Weights = 0, ""
		if _, sign := f.Loss.(central.Sign); sign {
			f.Loss = absolute
		}
		one := f
		one.Groups = fmt.Sprint(f.Steps + 1)
		got, err := SolveFamily(t.Context(), one, nil)
		want, wantErr := Solve(t.Context(), f.Problem, nil)
		if none := (*InfeasibleError)(nil); errors.As(wantErr, &none) {
			continue
		}
		if err != nil || wantErr != nil || math.Abs(got.Loss-want.Loss) > 1e-9*want.Loss {
			t.Errorf("%+v: one group costs %v, %v, and the single law %v, %v", f, got.Loss, err, want.Loss, wantErr)
		}
		sizes, _ := ReadGroups(f.Groups)
		whole, err := SolveFamily(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		var cut []int
		for _, size := range sizes {
			if size > 1 && rng.IntN(2) == 0 {
				cut = append(cut, 1, size-1)
			} else {
				cut = append(cut, size)
			}
		}
		finer := f
		finer.Groups = WriteGroups(cut)
		if s, err := SolveFamily(t.Context(), finer, nil); err != nil || s.Loss > whole.Loss*(1+1e-8) {
			t.Errorf("%+v: cut to %s it costs %v, %v, and whole %v", f, finer.Groups, s.Loss, err, whole.Loss)
		}
		if !f.Loss.Even() || f.Query == Count {
			continue
		}
		back := f
		back.Groups = WriteGroups(reversed(sizes))
		if s, err := SolveFamily(t.Context(), back, nil); err != nil || math.Abs(s.Loss-whole.Loss) > 1e-8*whole.Loss {
			t.Errorf("%+v: reversed it costs %v, %v, and %v", f, s.Loss, err, whole.Loss)
		}
	}
}

// An invalid family is refused in a line that says what would work.
func TestFamiliesThatAreNone(t *testing.T) {
	at := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}
	for _, c := range []struct {
		f    Family
		want string
	}{
		{Family{Problem: at, Groups: "1x"}, `"1x" is no part`},
		{Family{Problem: at, Groups: "0x3"}, `"0x3" is no part`},
		{Family{Problem: at, Groups: ""}, `"" is no part`},
		{Family{Problem: at, Groups: "1x10000"}, "10,000 are more than the 500"},
		{Family{Problem: at, Groups: "1x9223372036854775807"}, "more than"},
		{Family{Problem: at, Groups: "9223372036854775807"}, "longer than 100,000"},
		{Family{Problem: at, Groups: "1"}, "two cells, 1x2, are enough"},
		{Family{Problem: Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 32}, Groups: "1x400"}, "400 parts of 64 cells are 25,600 masses"},
		{Family{Problem: Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 64, Reach: 128}, Groups: "1x90"}, "are compared at"},
		{Family{Problem: at, Groups: "1x2", Weights: "0.5,0.4"}, "add up to 0.9"},
		{Family{Problem: at, Groups: "1x2", Weights: "0.5"}, "one for each of 2 parts"},
		{Family{Problem: at, Groups: "1x2", Weights: "much,0.4"}, `"much" is no weight`},
		{Family{Problem: at, Groups: "1x2", Cap: 0.9}, "cap = 0.9 is below 1"},
		{Family{Problem: at, Groups: "1x2", Cap: math.NaN()}, "cap"},
	} {
		if _, err := SolveFamily(t.Context(), c.f, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.f, err, c.want)
		}
	}
	short := Family{Problem: Problem{Epsilon: 3, Delta: 0.001, Loss: absolute, Steps: 4, Reach: 4}, Groups: "1x12"}
	if _, err := SolveFamily(t.Context(), short, nil); !errors.As(err, new(*InfeasibleError)) {
		t.Errorf("a support on which nothing is private: %v", err)
	}
}

// A family that is no longer wanted stops soon.
func TestFamiliesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := Family{Problem: Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 8, Reach: 16}, Groups: "1x16"}
	if _, err := SolveFamily(ctx, f, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
