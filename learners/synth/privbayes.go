package synth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// PrivBayes's division of its budget, all of it public.
const (
	toPicks    = 0.3 // share of ε; the rest is for tables
	usefulness = 4.0 // θ: least mean number of people per cell, if spread evenly, in multiples of the noise
)

// tableMoves is the total change of a table's counts when one person is replaced: one cell loses a person and
// another gains one.
const tableMoves = 2.0

// planBayes divides the budget over a pick of parents for every attribute but the first, and a table for each
// attribute. If picks could decide only the order of the attributes, all of ε goes to tables, and the order
// is the schema's.
func (s Settings) planBayes(schema Schema, records int) Plan {
	p := Plan{Settings: s, Rounds: len(schema.Attributes)}
	if picking := p.tables(p.Rounds-1, 1-toPicks); picking.chooses(schema, records) {
		return picking
	}
	return p.tables(0, 1)
}

// tables returns the plan of that many picks, with that share of ε for tables.
func (p Plan) tables(picks int, share float64) Plan {
	p.Picks = picks
	each := share * p.Epsilon / float64(p.Rounds)
	p.Rate = each / tableMoves
	p.Deviation = math.Sqrt(central.DiscreteLaplace{Epsilon: p.Rate, Steps: 1}.Expected(central.Square{}))
	tables := accounting.Times{Of: accounting.Claim{Claim: privacy.Claim{Epsilon: each, Neighbours: privacy.OneReplaced}}, Count: float64(p.Rounds)}
	p.Event = tables
	if picks > 0 {
		p.Pick = (1 - share) * p.Epsilon / float64(picks)
		p.Event = accounting.Both{
			First: accounting.Times{Of: accounting.Pick{Epsilon: p.Pick, Neighbours: privacy.OneReplaced}, Count: float64(picks)},
			Then:  tables,
		}
	}
	return p
}

// chooses reports whether some attribute can have parents and not all can have all of them: otherwise the tables differ by the order of
// the attributes alone.
func (p Plan) chooses(schema Schema, records int) bool {
	useful, all, least := p.UsefulCells(records), 1.0, math.Inf(1)
	for a, of := range schema.Attributes {
		values := float64(of.Values())
		all *= values
		if a != schema.Label {
			least = min(least, values)
		}
	}
	return least*float64(schema.Attributes[schema.Label].Values()) <= useful && useful < all
}

// UsefulCells returns the greatest number of cells of a table with parents that its noise does not drown.
func (p Plan) UsefulCells(records int) float64 { return float64(records) * p.Rate / usefulness }

// child is an attribute and its parents, which were chosen before it.
type child struct {
	attribute int
	parents   []int // in order
}

func (c child) all() []int { return append([]int{c.attribute}, c.parents...) }

// bayes is a fit under way.
type bayes struct {
	plan   Plan
	schema Schema
	people int
	binary bool // all attributes have two values, so that the score F is known
	chosen []child
	free   []int // attributes that are left
}

func newBayes(p Plan, r Records) *bayes {
	b := &bayes{plan: p, schema: r.Schema, people: r.Len(), free: r.Schema.Others(), chosen: []child{{attribute: r.Schema.Label}},
		binary: true}
	for _, a := range r.Schema.Attributes {
		b.binary = b.binary && a.Values() == 2
	}
	return b
}

// candidates returns the remaining attributes, each with every set of parents that cannot be enlarged within
// the useful number of cells: more parents never lower a score. If not even one parent fits, an attribute has
// none. They depend on n, on the declarations and on earlier picks.
func (b *bayes) candidates() (list []child) {
	var before []int
	for _, c := range b.chosen {
		before = append(before, c.attribute)
	}
	most := b.plan.UsefulCells(b.people)
	for degree := len(before); degree >= 0; degree-- { // fewer parents if there are too many sets of them
		list = list[:0]
		for _, a := range b.free {
			room := most / float64(b.schema.Attributes[a].Values())
			list = b.extend(list, child{attribute: a}, before, room, degree)
			if len(list) > mostCandidates {
				break
			}
		}
		if len(list) <= mostCandidates {
			return list
		}
	}
	return list
}

// mostCandidates is from how many a pick is made at most: without parents there are never as many.
const mostCandidates = 4 * mostAttributes

// extend adds all maximal sets of parents that extend those of c by some of rest; room is the greatest number
// of values of one more.
func (b *bayes) extend(list []child, c child, rest []int, room float64, degree int) []child {
	if len(list) > mostCandidates {
		return list
	}
	for i, a := range rest {
		if values := float64(b.schema.Attributes[a].Values()); values <= room && len(c.parents) < degree {
			more := child{c.attribute, append(slices.Clone(c.parents), a)}
			list = b.extend(list, more, rest[i+1:], room/values, degree)
		}
	}
	if len(c.parents) < degree {
		for _, done := range b.chosen { // is it maximal?
			if a := done.attribute; !slices.Contains(c.parents, a) && float64(b.schema.Attributes[a].Values()) <= room {
				return list
			}
		}
	}
	return append(list, c)
}

// scoreMoves returns the greatest change of a score when one person is replaced (Zhang & others 2017,
// Theorems 4.5 and 5.3, for the same neighbours).
func (b *bayes) scoreMoves() float64 {
	n := float64(b.people)
	if b.binary {
		return 1 / n
	}
	return 3/n + 2/(n*n)
}

// score returns how much an attribute depends on its parents: R, half of the distance between their joint
// distribution and the product of their marginals, or F.
func (b *bayes) score(counts []float64, c child) float64 {
	values := b.schema.Attributes[c.attribute].Values()
	if b.binary {
		return scoreF(counts, b.people)
	}
	return scoreR(counts, values, b.people)
}

// scoreR returns ½ Σ |Pr[x, π] − Pr[x]·Pr[π]| of counts in which π changes first.
func scoreR(counts []float64, values, people int) (sum float64) {
	n, parents := float64(people), len(counts)/values
	of := make([]float64, parents)
	for i, v := range counts {
		of[i%parents] += v
	}
	for x := range values {
		row, own := counts[x*parents:][:parents], 0.0
		for _, v := range row {
			own += v
		}
		for i, v := range row {
			sum += math.Abs(v/n - own/n*of[i]/n)
		}
	}
	return sum / 2
}

// scoreF returns −½ times the least distance to a table in which π determines x and both values of x are
// equally frequent: over all assignments of a value to each π, with shares K₀ and K₁ of people who have it,
//
//	F = −min (½ − K₀)₊ + (½ − K₁)₊
//
// by dynamic programming over whole numbers of people (Zhang & others 2017, section 4.3).
func scoreF(counts []float64, people int) float64 {
	parents := len(counts) / 2
	none := -1
	best := make([]int, people+1) // per number of people with 0 the greatest number with 1
	for i := range best {
		best[i] = none
	}
	best[0] = 0
	next := make([]int, people+1)
	for i := range parents {
		zero, one := int(counts[i]), int(counts[parents+i])
		for k := range next {
			next[k] = none
		}
		for k, v := range best {
			if v == none {
				continue
			}
			if k+zero <= people {
				next[k+zero] = max(next[k+zero], v)
			}
			next[k] = max(next[k], v+one)
		}
		best, next = next, best
	}
	least := math.Inf(1)
	for k, v := range best {
		if v != none {
			n := float64(people)
			least = min(least, max(0.5-float64(k)/n, 0)+max(0.5-float64(v)/n, 0))
		}
	}
	return -least
}

func (b *bayes) logPicks(scores []float64) []float64 { return b.plan.logPicks(scores, b.scoreMoves()) }

// take settles a pick.
func (b *bayes) take(c child) {
	b.chosen = append(b.chosen, c)
	b.free = slices.DeleteFunc(slices.Clone(b.free), func(a int) bool { return a == c.attribute })
}

// fitBayes picks parents and counts every attribute with its parents.
func (m *Model) fitBayes(ctx context.Context, r Records) error {
	b := newBayes(m.Plan, r)
	noise := rand.New(rand.NewPCG(m.Plan.Seed, ofNoise))
	ctx = work.Sparingly(ctx)
	scores := map[string]float64{} // of candidates from earlier picks
	alone := 0
	for picked := 1; len(b.free) > 0; picked++ {
		list := b.candidates()
		if m.Plan.Picks == 0 {
			list = list[:1]
		}
		values := make([]float64, len(list))
		for k, c := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			key := fmt.Sprint(c.attribute, c.parents)
			v, found := scores[key]
			if !found && (len(c.parents) > 0 || b.binary) { // R without parents is 0
				v = b.score(r.Count(c.all()), c)
			}
			scores[key], values[k] = v, v
			work.Report(ctx, work.Progress{Done: float64(picked-1) + float64(k+1)/float64(len(list)), Of: float64(m.Plan.Rounds),
				What: "attributes"})
		}
		chosen := list[pick(b.logPicks(values), noise)]
		if len(chosen.parents) == 0 {
			alone++
		}
		b.take(chosen)
		m.Steps = append(m.Steps, Step{Attributes: chosen.all(), Picked: len(list) > 1})
	}
	net := &network{schema: r.Schema}
	draws := central.DiscreteLaplace{Epsilon: m.Plan.Rate, Steps: 1}.Law()
	for _, c := range b.chosen {
		counts := r.Count(c.all())
		for i := range counts {
			counts[i] += draws.Sample(noise)
		}
		net.add(c, counts)
	}
	if alone > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("no parents fit %d of %d attributes: a table with one would have more than the %.3g cells that noise leaves useful; they are drawn whatever the label is; fewer bins or a greater ε would give them some",
			alone, m.Plan.Rounds-1, m.Plan.UsefulCells(r.Len())))
	}
	m.law = net
	return nil
}

// network draws attributes one after another, each given its parents.
type network struct {
	schema Schema
	tables []conditional // the label's first
}

// conditional is the distribution of an attribute for everything that its parents can be: running sums.
type conditional struct {
	child
	values int
	sums   []float64
}

// add takes a noisy table, in which the parents change first. Negative counts become 0; without people the
// attribute is distributed as in the whole table, or evenly if that is empty too.
func (n *network) add(c child, counts []float64) {
	values := n.schema.Attributes[c.attribute].Values()
	parents := len(counts) / values
	whole := make([]float64, values)
	for x := range values {
		for i := range parents {
			counts[x*parents+i] = max(counts[x*parents+i], 0)
			whole[x] += counts[x*parents+i]
		}
	}
	if sum(whole) == 0 {
		for x := range whole {
			whole[x] = 1
		}
	}
	t := conditional{c, values, make([]float64, len(counts))}
	shares := make([]float64, values)
	for i := range parents {
		for x := range values {
			shares[x] = counts[x*parents+i]
		}
		if sum(shares) == 0 {
			copy(shares, whole)
		}
		running(t.sums[i*values:][:values], shares)
	}
	n.tables = append(n.tables, t)
}

func sum(list []float64) (all float64) {
	for _, v := range list {
		all += v
	}
	return all
}

func (n *network) classShares() []float64 {
	sums := n.tables[0].sums
	shares, before := make([]float64, len(sums)), 0.0
	for i, v := range sums {
		shares[i] = (v - before) / sums[len(sums)-1]
		before = v
	}
	return shares
}

func (n *network) numbers() (count int) {
	for _, t := range n.tables {
		count += len(t.sums)
	}
	return count
}

func (n *network) draw(person []uint16, _ int, rng *rand.Rand) {
	for _, t := range n.tables[1:] {
		at := 0
		for _, p := range t.parents {
			at = at*n.schema.Attributes[p].Values() + int(person[p])
		}
		person[t.attribute] = uint16(drawn(t.sums[at*t.values:][:t.values], rng))
	}
}
