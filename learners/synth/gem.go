package synth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Between neighbours one person is replaced by another: of each marginal one cell loses a person and
// another gets one, or both are the same. Nothing is farther, as a marginal counts everybody once.
var (
	countsMove = math.Sqrt2 // the counts of a marginal, in Euclidean length
	scoreMoves = 2.0        // how far a marginal is from a model's, in people
)

// planGEM shares the budget. A pass measures every marginal once, in the order of the workload, so that nothing is picked; the rounds
// that are left of the last one pick theirs from several. Each answer and each pick takes as much of the zero-concentrated ρ as any
// other (a pick at ε is ε²/8 of it, an answer of deviation σ, in sensitivities, 1/2σ²), and ρ is the most with which all of them
// spend no more than ε at δ.
func (s Settings) planGEM(ctx context.Context, schema Schema) (Plan, error) {
	if !(0 < s.Delta && s.Delta < 1) {
		return Plan{}, fmt.Errorf("delta = %g: the noise of GEM is normal, which keeps no ε without a δ; above 0 and below 1, or method=privbayes, would work", s.Delta)
	}
	marginals, err := s.Workload.marginals(schema)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Settings: s, Rounds: s.Rounds}
	if p.Rounds == 0 {
		p.Rounds = len(schema.Others())
	}
	if p.Rounds < 1 || p.Rounds > mostAttributes {
		return Plan{}, fmt.Errorf("rounds = %d; from 1 to %d would work", p.Rounds, mostAttributes)
	}
	p.Picks = p.Rounds % len(marginals)
	root, err := accounting.Calibration{
		By:    p.accountant(),
		Tree:  func(x float64) accounting.Event { return p.with(1 / (x * x)).Event },
		Keeps: privacy.Claim{Epsilon: s.Epsilon, Delta: s.Delta, Notion: privacy.Approximate, Neighbours: privacy.OneReplaced},
		Least: 1e-4, Most: 1e9, Start: math.Sqrt(2*math.Log(1/s.Delta)) / s.Epsilon,
	}.Find(ctx)
	switch {
	case err != nil:
		return Plan{}, err
	case math.IsNaN(root):
		return Plan{}, fmt.Errorf("no σ up to %g people reaches ε = %g at δ = %g; a greater ε would work", 1e9, s.Epsilon, s.Delta)
	}
	return p.with(1 / (root * root)), nil
}

// with returns the plan that spends ρ.
func (p Plan) with(rho float64) Plan {
	each := rho / float64(p.Rounds+p.Picks)
	deviation := math.Sqrt(1 / (2 * each)) // in sensitivities
	p.Rho, p.Deviation = rho, deviation*countsMove
	if p.Picks > 0 {
		p.Pick = math.Sqrt(8 * each)
	}
	p.Event = p.rounds(p.Rounds)
	return p
}

// rounds returns the release of the first rounds, at least one.
func (p Plan) rounds(count int) accounting.Event {
	answer := accounting.Normal{Deviation: p.Deviation / countsMove, Neighbours: privacy.OneReplaced}
	whole := min(count, p.Rounds-p.Picks) // of passes that measure everything
	passes := accounting.Times{Of: answer, Count: float64(whole)}
	if whole == count {
		return passes
	}
	picked := accounting.Times{
		Of:    accounting.Both{First: accounting.Pick{Epsilon: p.Pick, Neighbours: privacy.OneReplaced}, Then: answer},
		Count: float64(count - whole),
	}
	if whole == 0 {
		return picked
	}
	return accounting.Both{First: passes, Then: picked}
}

// gem is a fit under way: the answers so far, and their model.
type gem struct {
	plan      Plan
	marginals [][]int // that may be measured
	measured  []int   // how often each was
	answers   []answer
	model     *mixture
	people    float64
}

// answer is a marginal as it was measured, in shares.
type answer struct {
	of     []int
	shares []float64
}

func newGEM(p Plan, s Schema, people int) (*gem, error) {
	marginals, err := p.Workload.marginals(s)
	if err != nil {
		return nil, err
	}
	return &gem{plan: p, marginals: marginals, measured: make([]int, len(marginals)), model: newMixture(s, p.Workload, p.Seed),
		people: float64(people)}, nil
}

// candidates returns the marginals that a round picks from: the least often measured ones.
func (g *gem) candidates() (list []int) {
	least := g.measured[0]
	for _, n := range g.measured {
		least = min(least, n)
	}
	for i, n := range g.measured {
		if n == least {
			list = append(list, i)
		}
	}
	return list
}

// score returns the distance of the table from the model in one marginal, summed over its cells in people.
// Replacing one person moves it by at most scoreMoves.
func (g *gem) score(counts []float64, of []int) (sum float64) {
	for i, share := range g.model.marginal(of) {
		sum += math.Abs(counts[i] - g.people*share)
	}
	return sum
}

// logPicks returns, up to a constant, the logarithms of the exponential mechanism's probabilities for each
// score, if replacing one person moves each by at most moves: exp(ε·score/(2·moves)).
func (p Plan) logPicks(scores []float64, moves float64) []float64 {
	logs := make([]float64, len(scores))
	for i, s := range scores {
		logs[i] = p.Pick * s / (2 * moves)
	}
	return logs
}

func (g *gem) logPicks(scores []float64) []float64 { return g.plan.logPicks(scores, scoreMoves) }

// pick draws one of some by the logarithms of their probabilities (Gumbel).
func pick(logs []float64, rng *rand.Rand) (best int) {
	most := math.Inf(-1)
	for i, log := range logs {
		if v := log - math.Log(rng.ExpFloat64()); v > most {
			best, most = i, v
		}
	}
	return best
}

// told adds a round's answer.
func (g *gem) told(marginal int, counts []float64) {
	shares := make([]float64, len(counts))
	for i, v := range counts {
		shares[i] = v / g.people
	}
	g.measured[marginal]++
	g.answers = append(g.answers, answer{g.marginals[marginal], shares})
}

// fitGEM runs all rounds.
func (m *Model) fitGEM(ctx context.Context, r Records) error {
	g, err := newGEM(m.Plan, r.Schema, r.Len())
	if err != nil {
		return err
	}
	noise := rand.New(rand.NewPCG(m.Plan.Seed, ofNoise))
	counts := make([][]float64, len(g.marginals)) // true ones, each counted once
	for round := range m.Plan.Rounds {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		list := g.candidates()
		chosen, picks := list[0], g.picks(round)
		for k, i := range list {
			if counts[i] == nil && (picks || k == 0) {
				counts[i] = r.Count(g.marginals[i])
			}
		}
		if picks {
			scores := make([]float64, len(list))
			for k, i := range list {
				scores[k] = g.score(counts[i], g.marginals[i])
			}
			chosen = list[pick(g.logPicks(scores), noise)]
		}
		noisy := make([]float64, len(counts[chosen]))
		for i, v := range counts[chosen] {
			noisy[i] = v + m.Plan.Deviation*noise.NormFloat64()
		}
		g.told(chosen, noisy)
		m.Steps = append(m.Steps, Step{Attributes: g.marginals[chosen], Picked: picks})
		if last := round+1 == m.Plan.Rounds; last || g.picks(round+1) {
			if err := g.fit(work.Within(ctx, g.share(round), g.share(round+1)), last); err != nil {
				return err
			}
		}
	}
	g.model.finish()
	m.law = g.model
	return nil
}

// picks reports whether a round picks from several marginals: before it every one was measured as often as any other, or the last pass began.
func (g *gem) picks(round int) bool { return round >= g.plan.Rounds-g.plan.Picks }

// fit fits the model to all that was told.
func (g *gem) fit(ctx context.Context, last bool) error {
	if g.plan.Workload == Labels {
		g.model.weigh(g.answers, g.people, g.plan.Deviation)
		return nil
	}
	return g.model.fit(ctx, g.answers, last)
}

// share estimates the finished share of the work after that many rounds: each fit passes all answers so far,
// and the last one takes more steps.
func (g *gem) share(rounds int) float64 {
	all, done := float64(lastSteps)/roundSteps*float64(g.plan.Rounds), 0.0
	for after := max(1, g.plan.Rounds-g.plan.Picks); after < g.plan.Rounds; after++ {
		all += float64(after)
		if after <= rounds {
			done += float64(after)
		}
	}
	if rounds == g.plan.Rounds {
		return 1
	}
	return done / all
}

// Streams of random numbers that one seed starts.
const (
	ofNoise uint64 = iota + 100
	ofSearch
	ofRows
)
