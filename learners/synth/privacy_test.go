package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/accounting"
)

// tables draws a small table of a small domain, and one in which one person is replaced.
func tables(rng *rand.Rand) (one, other Records) {
	s := Schema{}
	words := [][]string{{"a", "b"}, {"a", "b", "c"}}
	for range 2 + rng.IntN(2) {
		s.Attributes = append(s.Attributes, Attribute{Name: string(rune('p' + len(s.Attributes))), Words: words[rng.IntN(2)]})
	}
	s.Attributes = append(s.Attributes, Attribute{Name: "y", Words: words[0]})
	s.Label = len(s.Attributes) - 1
	if rng.IntN(3) == 0 { // all binary
		for i := range s.Attributes {
			s.Attributes[i].Words = words[0]
		}
	}
	n := 1 + rng.IntN(8)
	alike := rng.IntN(2) == 0 // many the same: where one more tells most
	one = Records{Schema: s}
	for _, a := range s.Attributes {
		codes := make([]uint16, n)
		for i := range codes {
			if !alike || rng.IntN(4) == 0 {
				codes[i] = uint16(rng.IntN(a.Values()))
			}
		}
		one.Codes = append(one.Codes, codes)
	}
	other = Records{Schema: s}
	for a, codes := range one.Codes {
		codes = slices.Clone(codes)
		codes[n-1] = uint16(rng.IntN(s.Attributes[a].Values()))
		other.Codes = append(other.Codes, codes)
	}
	return one, other
}

// logShares returns logarithms of probabilities that add up to 1.
func logShares(logs []float64) []float64 {
	most, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += math.Exp(v - most)
	}
	shares := make([]float64, len(logs))
	for i, v := range logs {
		shares[i] = v - most - math.Log(sum)
	}
	return shares
}

// loss returns the greatest privacy loss of PrivBayes between two tables: over every way to pick, the sum of all picks, and for
// every table of counts the largest move over its noise, which is reached far outside.
func loss(of *bayes, one, other Records, rate float64, so float64) (most float64) {
	if len(of.free) == 0 {
		for _, c := range of.chosen {
			a, b := one.Count(c.all()), other.Count(c.all())
			for i := range a {
				so += rate * math.Abs(a[i]-b[i])
			}
		}
		return so
	}
	list := of.candidates()
	scores := func(r Records) []float64 {
		values := make([]float64, len(list))
		for k, c := range list {
			values[k] = of.score(r.Count(c.all()), c)
		}
		return logShares(of.logPicks(values))
	}
	a, b := scores(one), scores(other)
	most = math.Inf(-1)
	for k, c := range list {
		next := *of
		next.chosen = slices.Clone(of.chosen)
		next.take(c)
		most = max(most, loss(&next, one, other, rate, so+a[k]-b[k]))
	}
	return most
}

// Over small tables and neighbours of them, whatever PrivBayes may pick and count, the greatest loss stays within ε; the
// same search finds noise that is halved, noise for one cell where two move, and a second fit by rejecting.
func TestPrivBayesPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		name  string
		times float64 // of the noise's rate
		fits  float64
		fair  bool
	}{
		{"as it is", 1, 1, true},
		{"noise halved", 2, 1, false},
		{"noise for √2 of a move", math.Sqrt2, 1, false},
		{"rejecting rows fits anew", 1, 2, false},
	} {
		rng := rand.New(rand.NewPCG(3, 3))
		worst := 0.0
		for range effort.Scale(300, 1000, 20_000) {
			one, other := tables(rng)
			epsilon := math.Exp(4*rng.Float64() - 1)
			p, err := Settings{Method: PrivBayes, Epsilon: epsilon}.Plan(t.Context(), one.Schema, one.Len())
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, c.fits*loss(newBayes(p, one), one, other, p.Rate*c.times, 0)/epsilon)
		}
		t.Logf("%s: the search finds %.4f of ε", c.name, worst)
		if c.fair && (worst > 1+1e-9 || worst < 0.7) || !c.fair && !(worst > 1+1e-9) {
			t.Errorf("%s: the search finds %v of ε", c.name, worst)
		}
	}
}

// gap returns how far a round of GEM moves between two tables, in units of its price: the range of the losses of its pick over
// the ε of a pick, and the length of a marginal's counts over one person's move.
func gap(g *gem, one, other Records) (ofPick, ofAnswer float64) {
	a, b := []float64{}, []float64{}
	for _, i := range g.candidates() {
		x, y := one.Count(g.marginals[i]), other.Count(g.marginals[i])
		a, b = append(a, g.score(x, g.marginals[i])), append(b, g.score(y, g.marginals[i]))
		square := 0.0
		for k := range x {
			square += (x[k] - y[k]) * (x[k] - y[k])
		}
		ofAnswer = max(ofAnswer, math.Sqrt(square))
	}
	p, q := logShares(g.logPicks(a)), logShares(g.logPicks(b))
	least, most := math.Inf(1), math.Inf(-1)
	for k := range p {
		least, most = min(least, p[k]-q[k]), max(most, p[k]-q[k])
	}
	return (most - least) / g.plan.Pick, ofAnswer / g.plan.Deviation
}

// In every round, after any earlier answers, the losses of a pick have a range of at most its ε and the measured counts move by
// no more of their noise than the tree of the fit is priced for; the tree spends no more than ε at δ. The search comes near to
// both, and finds noise that is halved and noise for a move of 1.
func TestGEMPrivacy(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(5, 5))
	picks, answers := 0.0, 0.0
	for range effort.Scale(200, 600, 10_000) {
		one, other := tables(rng)
		s := Settings{Workload: Workload(rng.IntN(2)), Rounds: 1 + rng.IntN(4), Epsilon: math.Exp(3*rng.Float64() - 1), Delta: math.Pow(10, -1-8*rng.Float64()), Seed: rng.Uint64()}
		p, err := s.Plan(t.Context(), one.Schema, one.Len())
		if err != nil {
			t.Fatal(err)
		}
		if spent, err := p.Price(t.Context()); err != nil || !(spent.High <= s.Epsilon*(1+1e-9)) || spent.High < 0.95*s.Epsilon {
			t.Fatalf("%+v spends %v, %v", s, spent, err)
		}
		g, err := newGEM(p, one.Schema, one.Len())
		if err != nil {
			t.Fatal(err)
		}
		for round := range p.Rounds {
			ofPick, ofAnswer := gap(g, one, other)
			if g.picks(round) {
				picks = max(picks, ofPick)
			}
			answers = max(answers, ofAnswer*p.Deviation/countsMove)
			chosen := g.candidates()[0]
			counts := one.Count(g.marginals[chosen])
			for i := range counts {
				counts[i] += p.Deviation * rng.NormFloat64()
			}
			g.told(chosen, counts)
			if err := g.fit(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("picks reach %.4f of their ε, answers %.4f of what they are priced for", picks, answers)
	if picks > 1+1e-9 || picks < 0.8 || answers > 1+1e-9 || answers < 0.999 {
		t.Errorf("picks reach %v of their ε, answers %v of what they are priced for", picks, answers)
	}
	for name, times := range map[string]float64{"noise halved": 2, "noise for a move of 1": math.Sqrt2} {
		if !(answers*times > 1+1e-9) {
			t.Errorf("%s is not found: %v", name, answers*times)
		}
	}
}

// normalDelta returns δ at ε of normal noise on means that are apart deviations apart (Balle & Wang 2018, Theorem 8).
func normalDelta(epsilon, apart float64) float64 {
	bell := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	if apart == 0 {
		return 0
	}
	return bell(apart/2-epsilon/apart) - math.Exp(epsilon)*bell(-apart/2-epsilon/apart)
}

// A fit that measures everything and picks nothing is one normal mechanism: over tables and neighbours it reveals at most δ,
// and exactly that for a person whose marginals all change. The order of measuring is the same for every table.
func TestFullPassesAreOneNormalMechanism(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(7, 2))
	for _, n := range []noisy{{"as it is", 1, true}, {"noise halved", 0.5, false}, {"noise for a move of 1", 1 / math.Sqrt2, false}} {
		worst := 0.0
		for range effort.Scale(300, 1000, 20_000) {
			one, other := tables(rng)
			marginals, err := Labels.marginals(one.Schema)
			if err != nil {
				t.Fatal(err)
			}
			passes := 1 + rng.IntN(3)
			s := Settings{Rounds: passes * len(marginals), Epsilon: math.Exp(3*rng.Float64() - 1), Delta: math.Pow(10, -1-8*rng.Float64()), Seed: rng.Uint64()}
			m, err := Fit(t.Context(), one, s)
			if err != nil {
				t.Fatal(err)
			}
			square := 0.0
			for i, step := range m.Steps {
				if step.Picked || !slices.Equal(step.Attributes, marginals[i%len(marginals)]) {
					t.Fatalf("answer %d of %v is of %v", i+1, m.Steps, marginals)
				}
				x, y := one.Count(step.Attributes), other.Count(step.Attributes)
				for k := range x {
					square += (x[k] - y[k]) * (x[k] - y[k])
				}
			}
			worst = max(worst, normalDelta(s.Epsilon, math.Sqrt(square)/(m.Plan.Deviation*n.parts))/s.Delta)
		}
		t.Logf("%s: the search finds %.4f of δ", n.name, worst)
		if n.fair && (worst > 1+1e-9 || worst < 0.99) || !n.fair && !(worst > 1.2) {
			t.Errorf("%s: the search finds %v of δ", n.name, worst)
		}
	}
}

// Bins of the data's own show who is in them: a neighbour has others.
func TestOwnBinsTell(t *testing.T) {
	text := "x,y\n"
	for i := range 20 {
		text += fmt.Sprintf("%d,%d\n", i+1, i%2)
	}
	one, err := Read(t.Context(), File{Path: file(t, "one.csv", text)})
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read(t.Context(), File{Path: file(t, "other.csv", text[:len(text)-len("20,1\n")]+"90,1\n")})
	if err != nil {
		t.Fatal(err)
	}
	if !one.Schema.Own() || slices.Equal(one.Schema.Attributes[0].Edges, other.Schema.Attributes[0].Edges) {
		t.Error("bins of the data's own are the same for a neighbour, or nobody says whose they are")
	}
}

// A model's draws have its distribution, half of either class on request; a class without records is refused.
func TestDraw(t *testing.T) {
	for _, f := range fits {
		r, err := Read(t.Context(), File{Path: oracle.Path(t, "data", "imbalanced", "car_eval_34.csv"), Schema: "car_eval_34"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := Fit(t.Context(), r, f.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if mean, _ := apart(t, m, r); mean > 0.08 {
			t.Errorf("%s: rows are %v from the people", f.name, mean)
		}
		rows, err := m.Draw(1001, true, 1)
		if err != nil {
			t.Fatal(err)
		}
		x, columns, positive := rows.Matrix(1)
		ones := 0
		for _, is := range positive {
			if is {
				ones++
			}
		}
		if ones != 500 || len(columns) != 21 || len(x) != 21*1001 {
			t.Errorf("%s: %d positive rows of %d columns", f.name, ones, len(columns))
		}
		if _, err := m.Draw(0, false, 1); err == nil {
			t.Errorf("%s draws no rows", f.name)
		}
	}
	none := &Model{Schema: Schema{Attributes: []Attribute{{Name: "x", Words: []string{"a"}}, {Name: "y", Words: []string{"0", "1"}}}, Label: 1}}
	net := &network{schema: none.Schema}
	net.add(child{attribute: 1}, []float64{50, -3})
	net.add(child{attribute: 0}, []float64{9})
	none.law = net
	if _, err := none.Draw(10, true, 1); err == nil || err.(*ScarceError).Class != "1" {
		t.Errorf("nobody of a class is drawn: %v", err)
	}
	if rows, err := none.Draw(10, false, 1); err != nil || rows.Len() != 10 {
		t.Errorf("as fitted: %v", err)
	}
}

// round returns δ by ε of one whole round of GEM, of one table over another, in closed form: the pick of a marginal, and its
// counts with normal noise, which matter only along the line between both tables.
func round(g *gem, one, other Records, deviation float64) (picks, others []float64, delta func(epsilon float64) float64) {
	var a, b, apart []float64
	for _, i := range g.candidates() {
		x, y := one.Count(g.marginals[i]), other.Count(g.marginals[i])
		a, b = append(a, g.score(x, g.marginals[i])), append(b, g.score(y, g.marginals[i]))
		square := 0.0
		for k := range x {
			square += (x[k] - y[k]) * (x[k] - y[k])
		}
		apart = append(apart, math.Sqrt(square)/deviation)
	}
	p, q := logShares(g.logPicks(a)), logShares(g.logPicks(b))
	bell := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	return p, q, func(epsilon float64) (sum float64) {
		for k, mu := range apart {
			rest := epsilon + q[k] - p[k] // ∫ max(e^p·φ(x − μ) − e^(ε + q)·φ(x), 0)
			if mu == 0 {
				sum += math.Max(math.Exp(p[k])-math.Exp(epsilon+q[k]), 0)
				continue
			}
			sum += math.Exp(p[k])*bell(mu/2-rest/mu) - math.Exp(epsilon+q[k])*bell(-mu/2-rest/mu)
		}
		return sum
	}
}

// released returns δ at ε of one round, the greater of both orders.
func released(g *gem, one, other Records, epsilon, deviation float64) float64 {
	_, _, forth := round(g, one, other, deviation)
	_, _, back := round(g, other, one, deviation)
	return max(forth(epsilon), back(epsilon))
}

// releasedTwice returns δ at ε of two rounds, of one table over another: the first by quadrature along the line between both,
// with noise drawn across it, as that is the same for both tables; the second, which depends on the first answer, in closed
// form.
func releasedTwice(t *testing.T, p Plan, one, other Records, epsilon, deviation float64, rng *rand.Rand) (delta float64) {
	const nodes, reach, sides = 24, 5.0, 2 // reach in standard deviations
	for range sides {
		first, err := newGEM(p, one.Schema, one.Len())
		if err != nil {
			t.Fatal(err)
		}
		picks, others, _ := round(first, one, other, deviation)
		for k, chosen := range first.candidates() {
			x, y := one.Count(first.marginals[chosen]), other.Count(first.marginals[chosen])
			apart, along, beside := 0.0, make([]float64, len(x)), make([]float64, len(x))
			for c := range x {
				beside[c] = deviation * rng.NormFloat64()
				apart = math.Hypot(apart, x[c]-y[c])
			}
			inner := 0.0
			for c := range x {
				if apart > 0 {
					along[c] = (x[c] - y[c]) / apart
				}
				inner += along[c] * beside[c]
			}
			width := (apart + 2*reach*deviation) / nodes
			for node := range nodes {
				at := (float64(node)+0.5)*width - apart/2 - reach*deviation
				z := (at - apart/2) / deviation
				share, loss := math.Exp(picks[k]-z*z/2)/math.Sqrt(2*math.Pi)/deviation*width, picks[k]-others[k]+at*apart/(deviation*deviation)
				if apart == 0 { // both say the same
					share, loss = math.Exp(picks[k]), picks[k]-others[k]
				}
				told := make([]float64, len(x))
				for c := range told {
					told[c] = (x[c]+y[c])/2 + at*along[c] + beside[c] - inner*along[c]
					if apart == 0 {
						told[c] = x[c] + beside[c]
					}
				}
				second, err := newGEM(p, one.Schema, one.Len())
				if err != nil {
					t.Fatal(err)
				}
				second.told(chosen, told)
				if err := second.fit(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				_, _, rest := round(second, one, other, deviation)
				delta += share * rest(epsilon-loss) / sides
				if apart == 0 {
					break
				}
			}
		}
	}
	return delta
}

// noisy is the noise of a fit as the search sees it, correct or with a bug.
type noisy struct {
	name  string
	parts float64 // share of the noise that is drawn
	fair  bool
}

// gemSearch looks at pairs of neighbouring tables for the one that a fit of GEM reveals most of, by its δ relative to the
// requested one.
type gemSearch struct {
	rounds, pairs int
	rng           *rand.Rand
	epsilon       func(drawn float64) float64 // of a number from 0 to 1
	delta         func(drawn float64) float64
	told          func(t *testing.T, p Plan, one, other Records, deviation float64, rng *rand.Rand) float64
}

// run returns the worst pair's δ, relative to the requested one.
func (g gemSearch) run(t *testing.T, n noisy) (worst float64) {
	t.Helper()
	for range g.pairs {
		one, other := tables(g.rng)
		for len(one.Schema.Others()) <= g.rounds { // of as many nothing is picked
			one, other = tables(g.rng)
		}
		s := Settings{Workload: Labels, Rounds: g.rounds, Epsilon: g.epsilon(g.rng.Float64()), Delta: g.delta(g.rng.Float64()), Seed: g.rng.Uint64()}
		p, err := s.Plan(t.Context(), one.Schema, one.Len())
		if err != nil {
			t.Fatal(err)
		}
		worst = max(worst, g.told(t, p, one, other, p.Deviation*n.parts, g.rng)/s.Delta)
	}
	t.Logf("%s: the search finds %.4f of δ", n.name, worst)
	return worst
}

// Two rounds, where the second depends on the answer of the first, reveal no more than their (ε, δ); the same search finds
// noise that is halved.
func TestGEMTwoRoundsKeepTheirGuarantee(t *testing.T) {
	effort.ForNumbers(t)
	for _, n := range []noisy{{"as they are", 1, true}, {"noise halved", 0.5, false}} {
		worst := gemSearch{
			rounds: 2, pairs: effort.Scale(12, 30, 400), rng: rand.New(rand.NewPCG(11, 4)),
			epsilon: func(drawn float64) float64 { return math.Exp(2*drawn - 0.5) },
			delta:   func(drawn float64) float64 { return math.Pow(10, -1-2*drawn) },
			told: func(t *testing.T, p Plan, one, other Records, deviation float64, rng *rand.Rand) float64 {
				return max(releasedTwice(t, p, one, other, p.Epsilon, deviation, rng), releasedTwice(t, p, other, one, p.Epsilon, deviation, rng))
			},
		}.run(t, n)
		if n.fair && (worst > 1+1e-3 || worst < 0.01) || !n.fair && !(worst > 1.2) {
			t.Errorf("%s: the search finds %v of δ", n.name, worst)
		}
	}
}

// Over small tables and neighbours of them, no whole round of GEM tells more than its (ε, δ); the same search finds noise that is halved and
// noise for a move of 1. A second fit, as rejecting rows would make that fit anew, spends more than ε.
func TestGEMRoundKeepsItsGuarantee(t *testing.T) {
	effort.ForNumbers(t)
	for _, n := range []noisy{{"as it is", 1, true}, {"noise halved", 0.5, false}, {"noise for a move of 1", 1 / math.Sqrt2, false}} {
		worst := gemSearch{
			rounds: 1, pairs: effort.Scale(300, 1000, 20_000), rng: rand.New(rand.NewPCG(9, 9)),
			epsilon: func(drawn float64) float64 { return math.Exp(3*drawn - 1) },
			delta:   func(drawn float64) float64 { return math.Pow(10, -1-5*drawn) },
			told: func(t *testing.T, p Plan, one, other Records, deviation float64, _ *rand.Rand) float64 {
				g, err := newGEM(p, one.Schema, one.Len())
				if err != nil {
					t.Fatal(err)
				}
				anew := p
				anew.Event = accounting.Both{First: p.Event, Then: p.Event}
				if twice, err := anew.Price(t.Context()); err != nil || !(twice.High > p.Epsilon) {
					t.Fatalf("two fits spend %v, %v", twice, err)
				}
				return released(g, one, other, p.Epsilon, deviation)
			},
		}.run(t, n)
		if n.fair && (worst > 1+1e-9 || worst < 0.01) || !n.fair && !(worst > 1+1e-9) {
			t.Errorf("%s: the search finds %v of δ", n.name, worst)
		}
	}
}
