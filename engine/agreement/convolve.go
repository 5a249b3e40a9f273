package agreement

import (
	"context"

	"dpscope/engine/num/lattice"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// margins encloses agreements of a linear classifier with any number of private features: the margin is a
// constant plus one independent term wᵢMᵢ for each. It may be asked for one record after another under the same
// mechanisms, and is for one goroutine.
type margins struct {
	sums lattice.Sums
	kept *restOfMargin // of laws x + Z, which other records only shift
}

// restOfMargin is the margin without its constant and without its widest term.
type restOfMargin struct {
	widest, steps int
	sum           lattice.Sum
	shift         float64 // Σ wᵢxᵢ where all its laws are ones of x + Z
}

// marginTerm is one private feature's part of the margin.
type marginTerm struct {
	lattice.Term
	shift   float64 // wᵢxᵢ, for a law of x + Z
	shifted bool
}

// of encloses the agreement of a region on a lattice. On fewer steps than the usual it is wider.
func (m *margins) of(ctx context.Context, r *Region, laws []mechanisms.Law, steps int) (Exact, error) {
	if err := r.checkPrivate("private features whose noise adds up"); err != nil {
		return Exact{}, err
	}
	terms, constant := r.marginTerms(laws)
	if len(terms) == 0 {
		return Exact{Value: 1, Low: 1, High: 1}, nil
	}
	widest := 0
	for k, t := range terms {
		if t.Width() > terms[widest].Width() {
			widest = k
		}
	}
	rest, moved, err := m.rest(ctx, terms, widest, steps)
	if err != nil {
		return Exact{}, err
	}
	margin := m.sums.Above(rest.sum, terms[widest].Term, -constant-moved)
	if r.Class == 0 {
		margin = lattice.Enclosure{Value: 1 - margin.Value, Low: 1 - margin.High, High: 1 - margin.Low}
	}
	low, high := max(margin.Low, 0), min(margin.High, 1)
	return Exact{Value: min(max(margin.Value, low), high), Low: low, High: high, Grid: steps}, nil
}

// rest adds up all terms but the widest, and returns how far the sum has to be moved for this record.
func (m *margins) rest(ctx context.Context, terms []marginTerm, widest, steps int) (rest *restOfMargin, moved float64, err error) {
	rest, shifted := &restOfMargin{widest: widest, steps: steps}, true
	var others []lattice.Term
	for k, t := range terms {
		if k != widest {
			others, rest.shift, shifted = append(others, t.Term), rest.shift+t.shift, shifted && t.shifted
		}
	}
	if k := m.kept; k != nil && shifted && k.widest == widest && k.steps == steps {
		return k, rest.shift - k.shift, nil
	}
	if len(others) == 0 {
		rest.sum = lattice.Nothing(terms[widest].Width() / float64(steps))
		return rest, 0, nil
	}
	if rest.sum, err = m.sums.Add(ctx, steps, others); err == nil && shifted {
		m.kept = rest
	}
	return rest, 0, err
}

// marginTerms returns the terms of the margin, and its constant.
func (r *Region) marginTerms(laws []mechanisms.Law) (terms []marginTerm, constant float64) {
	held := append([]float64(nil), r.Record...)
	for k, i := range r.Private {
		held[i] = 0
		m, weight := measured(laws[k]), r.can.Separating.Normal()[i]
		if weight == 0 {
			continue
		}
		t := marginTerm{Term: weighted(m, weight, m.reach(r.Record[i]))}
		if law, is := laws[k].(mechanisms.Shifted); is {
			t.shift, t.shifted = weight*law.Shift(), true
		}
		terms = append(terms, t)
	}
	return terms, r.can.Separating.Margin(held)
}

// weighted returns one private feature's part of the margin.
func weighted(m measure, weight float64, reach proof.Side) lattice.Term {
	t := lattice.Term{Low: weight * reach.Low, High: weight * reach.High, AtLeast: func(v float64) float64 { return m.atLeast(v / weight) }}
	if weight < 0 {
		t.Low, t.High, t.AtLeast = t.High, t.Low, func(v float64) float64 { return m.atMost(v / weight) }
	}
	return t
}
