package population

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Enough is a mechanism with a budget per private feature that keeps the promise to everyone in the
// population, with 95 % confidence.
type Enough struct {
	Name    string // empty: no mechanism is known
	Epsilon float64
	Any     bool // every budget looked at suffices
}

// Choice holds the sufficient mechanisms of one guarantee. Because the least upper end of many intervals is
// chosen, each may miss with a share of the choice's error (Bonferroni).
type Choice struct {
	First, Next Enough   // the least, and the one after it
	Weaker      Enough   // of another guarantee, if it needs less than the first
	Same        []string // mechanisms of the guarantee that are not distinguishable from the first
	Any         int      // mechanisms of the guarantee with every budget sufficient
	Of          int      // mechanisms of the guarantee
}

// Sufficient holds consequences of the choice, each computed on demand.
type Sufficient struct {
	Choice        *work.Once[Choice]
	Then          *work.Once[Summary]            // of the agreements with the first
	Attacker      *work.Once[agreement.Attacker] // of two people, with the first at its displayed, rounded-up budget
	Split         *work.Once[Summary]            // of the agreements with the best mechanism's total shared out
	SplitAttacker *work.Once[agreement.Attacker] // of two people, in that case
}

func (d *Advised) sufficient() *Sufficient {
	s := &Sufficient{Choice: work.NewOnce(d.choose), Split: work.NewOnce(d.fareSplit), SplitAttacker: work.NewOnce(d.attackSplit)}
	s.Then = work.NewOnce(func(ctx context.Context) (Summary, error) {
		c, err := s.Choice.Get(ctx)
		if err != nil || c.First.Name == "" {
			return Describe(nil), err
		}
		return d.with(ctx, c.First.Name, d.alike(c.First.Epsilon))
	})
	s.Attacker = work.NewOnce(func(ctx context.Context) (agreement.Attacker, error) {
		c, err := s.Choice.Get(ctx)
		switch {
		case err != nil:
			return agreement.Attacker{}, err
		case c.First.Name == "":
			return agreement.Attacker{None: "no ε is known to be enough"}, nil
		case c.First.Any:
			return agreement.Attacker{None: "any ε is enough, however small"}, nil
		}
		const digits = 3 // that are displayed
		shown := min(numeral.Up.Significant(c.First.Epsilon, digits), mechanisms.MostBudget(d.walks[c.First.Name].Make))
		return d.attacker(ctx, c.First.Name, d.alike(shown))
	})
	return s
}

// choose returns the sufficient budgets among the mechanisms of the requested guarantee or, if none of these
// reaches the goal, of the best one's.
func (d *Advised) choose(ctx context.Context) (Choice, error) {
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return Choice{}, err
	}
	guarantee := d.Guarantee
	if !slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Reached() && d.kinds[r.Name].Tag == guarantee }) {
		guarantee = d.kinds[ranked[0].Name].Tag
	}
	return d.suffice(ctx, guarantee)
}

// split returns the best mechanism with its total shared out; no budgets: nothing to share.
func (d *Advised) split(ctx context.Context) (best string, s Shares, err error) {
	if d.Looked.Draws > 0 || len(d.Looked.Private) == 1 {
		return "", s, nil
	}
	if s, err = d.Shares.Get(ctx); err != nil || s.Epsilons == nil {
		return "", s, err
	}
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return "", Shares{}, err
	}
	return ranked[0].Name, s, nil
}

func (d *Advised) fareSplit(ctx context.Context) (Summary, error) {
	best, s, err := d.split(ctx)
	if err != nil || s.Epsilons == nil {
		return Describe(nil), err
	}
	return d.with(ctx, best, s.Epsilons)
}

func (d *Advised) attackSplit(ctx context.Context) (agreement.Attacker, error) {
	best, s, err := d.split(ctx)
	if err != nil || s.Epsilons == nil {
		return agreement.Attacker{None: "no split was sought"}, err
	}
	return d.attacker(ctx, best, s.Epsilons)
}

// floored is a mechanism with the upper end of its own interval at 95 %: an interval that holds jointly with
// others ends no lower.
type floored struct {
	agreement.Ranked
	floor float64
}

// suffice chooses among the mechanisms of a guarantee by their sufficient budgets.
func (d *Advised) suffice(ctx context.Context, guarantee string) (c Choice, err error) {
	if err := d.Every(ctx); err != nil {
		return c, err
	}
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return c, err
	}
	var own, others []floored
	for _, r := range ranked {
		is := d.kinds[r.Name].Tag == guarantee
		if is {
			c.Of++
		}
		floor, err := d.floor(ctx, r)
		switch {
		case err != nil:
			return c, err
		case math.IsInf(floor, 1):
		case is:
			own = append(own, floored{r, floor})
		default:
			others = append(others, floored{r, floor})
		}
	}
	byFloor := func(a, b floored) int { return cmp.Compare(a.floor, b.floor) }
	slices.SortStableFunc(own, byFloor)
	slices.SortStableFunc(others, byFloor)
	for _, r := range own {
		if c.Next.Name != "" && !r.Any && r.floor >= c.Next.Epsilon {
			break
		}
		e, err := d.enough(ctx, r)
		if err != nil {
			return c, err
		}
		if e.Any {
			c.Any++
		}
		switch {
		case math.IsInf(e.Epsilon, 1):
		case c.First.Name == "" || e.Epsilon < c.First.Epsilon:
			c.First, c.Next = e, c.First
		case c.Next.Name == "" || e.Epsilon < c.Next.Epsilon:
			c.Next = e
		}
	}
	for _, r := range others {
		if c.First.Name != "" && r.floor >= c.First.Epsilon {
			break
		}
		e, err := d.enough(ctx, r)
		if err != nil {
			return c, err
		}
		if least := cmp.Or(c.Weaker, c.First); !math.IsInf(e.Epsilon, 1) && (least.Name == "" || e.Epsilon < least.Epsilon) {
			c.Weaker = e
		}
	}
	c.Same, err = d.same(ctx, c.First, own)
	return c, err
}

// floor returns a budget below which none is known to suffice; infinite if none is known at all.
func (d *Advised) floor(ctx context.Context, r agreement.Ranked) (float64, error) {
	switch {
	case !r.Reached():
		return math.Inf(1), ctx.Err()
	case !d.From().Estimates() || r.Any:
		return r.Epsilon, ctx.Err()
	}
	within, err := d.Within[r.Name].Get(ctx)
	if err != nil { // its own answer says why
		return math.Inf(1), cmp.Or(ctx.Err(), laterOnly(err))
	}
	return max(within.High, r.Epsilon), nil
}

// laterOnly returns only errors of pending computations.
func laterOnly(err error) error {
	if errors.Is(err, work.ErrLater) {
		return err
	}
	return nil
}

// Suffices returns a mechanism's budget that suffices for everyone in the population; infinite: none is
// known.
func (d *Advised) Suffices(ctx context.Context, r agreement.Ranked) (Enough, error) {
	floor, err := d.floor(ctx, r)
	if err != nil || math.IsInf(floor, 1) {
		return Enough{Name: r.Name, Epsilon: math.Inf(1)}, err
	}
	return d.enough(ctx, floored{r, floor})
}

// MostBudget returns the greatest budget of a mechanism.
func (d *Advised) MostBudget(mechanism string) float64 {
	return mechanisms.MostBudget(d.walks[mechanism].Make)
}

// enoughKey names the budget of a mechanism that is enough.
type enoughKey adviceKey

// enough looks for the budget that is enough from the floor upwards.
func (d *Advised) enough(ctx context.Context, r floored) (Enough, error) {
	if !d.From().Estimates() {
		return Enough{r.Name, r.Epsilon, r.Any}, nil
	}
	bytes := func(Enough) int64 { return 300 }
	found, err := work.Do(ctx, work.Simple(enoughKey(d.of(d.kinds[r.Name])), bytes, func(ctx context.Context) (Enough, error) {
		asked, err := d.asked.Get(ctx)
		if err != nil {
			return Enough{}, err
		}
		// An interval of both sides at this confidence misses below with a share of 5 %.
		const missed = 1 - adviceConfidence
		confidence := 1 - 2*missed/float64(len(mechanisms.All.Kinds))
		if d.Looked.Draws > 0 {
			epsilon, anyBudget, err := asked.descend(ctx, d.Goal, d.walks[r.Name], d.From(), confidence, d.People.Seed)
			return Enough{r.Name, epsilon, anyBudget}, err
		}
		epsilon, anyBudget, err := asked.suffice(ctx, d.Goal, d.walks[r.Name], r.floor, d.From(), confidence, d.People.Seed)
		return Enough{r.Name, epsilon, anyBudget && r.Any}, err
	}), nil)
	return found, err
}

// suffice looks from a budget upwards for the first at which the lower end of the level's
// interval reaches the target: infinite where there is none. Every budget is enough where it
// does at all that are looked at, from the least.
func (a *Asked) suffice(ctx context.Context, g Goal, m Walked, from float64, of From, confidence float64, seed uint64) (
	epsilon float64, anyBudget bool, err error) {
	lowers := a.enclosing(ctx, g, m, of, confidence, seed)(lowerEnd)
	most := mechanisms.MostBudget(m.Make)
	_, epsilon = lowers.outward(from, most)
	epsilon, _ = lowers.proven(epsilon)
	anyBudget = epsilon == mechanisms.Epsilon.Min
	for e := flat / 4; anyBudget && e < 2*most; e *= 2 {
		anyBudget = lowers.sure(min(e, most)) >= 0
	}
	return epsilon, anyBudget, lowers.failed()
}

// same returns the mechanisms that may need no more than the first: their intervals meet its interval, and if
// the level is a mean, a person-by-person comparison at budgets in the first's interval does not show that
// they keep people less often.
func (d *Advised) same(ctx context.Context, first Enough, among []floored) (names []string, err error) {
	if first.Name == "" {
		return nil, nil
	}
	at := slices.IndexFunc(among, func(r floored) bool { return r.Name == first.Name })
	for i, r := range among {
		if i == at {
			continue
		}
		apart, err := d.apart(ctx, among[at].Ranked, r.Ranked)
		if err != nil {
			return nil, err
		}
		if !apart {
			names = append(names, r.Name)
		}
	}
	return names, nil
}

// apart reports whether a mechanism is known to need more than the first.
func (d *Advised) apart(ctx context.Context, first, other agreement.Ranked) (bool, error) {
	switch {
	case !d.From().Estimates():
		return other.Epsilon > first.Epsilon && !other.Ties(first), nil
	case first.Any || other.Any:
		return first.Any && !other.Any, nil
	}
	ours, err := d.Within[first.Name].Get(ctx)
	if err != nil {
		return false, cmp.Or(ctx.Err(), laterOnly(err))
	}
	theirs, err := d.Within[other.Name].Get(ctx)
	switch {
	case err != nil:
		return false, cmp.Or(ctx.Err(), laterOnly(err))
	case theirs.Low > ours.High:
		return true, nil
	case d.Goal.For != MeanRecord || d.Looked.Draws > 0 || d.Bounded:
		return false, nil
	}
	for _, epsilon := range []float64{max(ours.Low, mechanisms.Epsilon.Min), first.Epsilon, ours.High} {
		less, err := d.keepsLess(ctx, other.Name, first.Name, epsilon)
		if !less || err != nil {
			return false, err
		}
	}
	return true, nil
}

// keepsLess reports whether people keep their predictions less often, on average and with 95 % confidence,
// with one mechanism than with another at the same budget: from the differences of each record's agreements,
// halved and shifted into shares.
func (d *Advised) keepsLess(ctx context.Context, one, other string, epsilon float64) (bool, error) {
	if math.IsInf(epsilon, 1) {
		return false, nil
	}
	asked, err := d.asked.Get(ctx)
	if err != nil {
		return false, err
	}
	for _, name := range []string{one, other} {
		if epsilon > mechanisms.MostBudget(d.walks[name].Make) {
			return false, nil
		}
	}
	less, err := asked.Look(ctx, d.walks[one], d.alike(epsilon))
	if err != nil {
		return false, err
	}
	more, err := asked.Look(ctx, d.walks[other], d.alike(epsilon))
	if err != nil {
		return false, err
	}
	halves := make([]float64, len(less))
	for i := range halves {
		halves[i] = (1 + more[i] - less[i]) / 2
	}
	s, err := Summarise(ctx, halves, d.From(), adviceConfidence, rand.NewPCG(d.People.Seed, 2))
	return s.Mean.Low > 0.5, err
}
