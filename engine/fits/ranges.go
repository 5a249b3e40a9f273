package fits

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/pairs"
)

// mostSigned limits the masses of a family around 0 on cells of a quarter of a sensitivity: a vertex of it is
// found soon, because half of its laws mirror the others. A larger one gets cells twice as wide.
const mostSigned = 1300

// mostParted limits the masses of a family from a low end with six parts. A larger one gets three, whose
// vertex is found in a tenth of the time.
const mostParted = 500

// ofRange returns the family at (ε, δ). Answers from a low end have six parts next to it, of half a
// sensitivity each, or three if noise reaches far, and one for the rest, on about fifty cells. Those around 0
// have twenty as wide between −5 and 5 sensitivities, and one on either side; wrong signs of a sum cost most.
// The last part, a sensitivity wide, represents everything beyond.
func ofRange(epsilon, delta float64, signed bool) optimal.Family {
	const cells = 50
	reach := min(optimal.Support(epsilon, delta), 1e6)
	f := optimal.Family{Problem: optimal.Problem{Epsilon: epsilon, Delta: delta, Loss: absolute}}
	f.Steps = 2 * int(max(1, math.Floor(cells/(4*reach))))
	f.Groups = fmt.Sprintf("%dx6,%d", f.Steps/2, f.Steps)
	if 7*2*float64(f.Steps)*reach > mostParted {
		f.Groups = fmt.Sprintf("%dx3,%d", f.Steps/2, f.Steps)
	}
	if signed {
		f.Loss, f.Steps, f.Groups = central.Sign{Unit: 1.0 / private.Sensitivity}, 4, "4,2x20,4"
		if 22*2*4*reach > mostSigned {
			f.Steps, f.Groups = 2, "2,1x20,2"
		}
	}
	f.Reach = int(reach) * f.Steps
	return f
}

// familyKey names a family in a session's store.
type familyKey struct{ of optimal.Family }

// placed returns the laws of a family, computed once per session, with places counted from where answers
// begin.
func placed(ctx context.Context, f optimal.Family, signed bool) (optimal.Placing, error) {
	laws, err := solvedFamily(ctx, f)
	if err != nil || signed {
		return laws, err
	}
	laws = slices.Clone(laws)
	low := laws[0].From
	for i := range laws {
		laws[i].From, laws[i].To = laws[i].From-low, laws[i].To-low
	}
	return laws, nil
}

func solvedFamily(ctx context.Context, f optimal.Family) (optimal.Placing, error) {
	s, err := familyOf(ctx, f)
	return s.laws, err
}

// familyLaws holds the laws of a family and the relative gap of their loss.
type familyLaws struct {
	laws optimal.Placing
	gap  float64
}

func (s familyLaws) bytes() int64 {
	return int64(len(s.laws)) * (200 + 40*int64(len(s.laws[0].Masses)))
}

// familyOf solves the family, once in a session.
func familyOf(ctx context.Context, f optimal.Family) (familyLaws, error) {
	return work.Reported(ctx, familyKey{f}, familyLaws.bytes, func(ctx context.Context) (familyLaws, error) {
		s, err := optimal.SolveFamily(ctx, f, nil)
		gap := (s.Loss - s.Least) / s.Loss
		if err == nil && gap > mostGap {
			return familyLaws{}, fmt.Errorf("the best that was found of %s masses may lose %.0f %% more than the least",
				numeral.Count(float64(len(s.Laws)*f.Cells())), 100*gap)
		}
		return familyLaws{s.Laws, gap}, err
	})
}

// mostGap is the greatest gap of a family that fits use.
const mostGap = 0.05

// byRange returns the family of least size at (ε, δ).
func byRange(ctx context.Context, epsilon, delta float64, signed bool) (Sized, error) {
	f := ofRange(epsilon, delta, signed)
	if err := f.Check(); err != nil {
		return none(Ranges, fmt.Sprintf(
			"noise by range at ε = %.3g and δ = %.3g of one answer has distributions of %s cells, longer than a program takes; noise=%s would work",
			epsilon, delta, numeral.Count(float64(f.Cells())), Optimal)), nil
	}
	laws, err := placed(ctx, f, signed)
	switch {
	case ctx.Err() != nil:
		return Sized{}, ctx.Err()
	case err != nil:
		return none(Ranges, fmt.Sprintf(
			"noise by range at ε = %.3g and δ = %.3g of one answer: %v; noise=%s would work", epsilon, delta, err, Optimal)), nil
	}
	found, err := familyOf(ctx, f)
	if err != nil {
		return Sized{}, err
	}
	s := Sized{Kind: Ranges, Epsilon: epsilon, Delta: delta, Family: f, Gap: found.gap}
	draw := inParts{}
	for _, law := range laws {
		draw.ends, draw.of = append(draw.ends, law.To), append(draw.of, law.Law)
		s.Size = max(s.Size, meanSize(law.Law))
	}
	s.Draw = draw
	return s, nil
}

// inParts is noise by the part that an answer lies in, which is as secret as the answer.
type inParts struct {
	ends []float64
	of   []private.Sampler
}

// For returns the noise of the part of an answer; outside that of the nearest part.
func (p inParts) For(answer float64) private.Sampler {
	at, found := slices.BinarySearch(p.ends, answer)
	if found { // an end belongs to the next part
		at++
	}
	return p.of[min(at, len(p.of)-1)]
}

// byRange returns the family of a whole fit: at the (ε, δ) per answer of optimised noise, or at a slightly
// smaller ε that keeps the fit's budget.
func (t Terms) byRange(ctx context.Context) (Sized, error) {
	const less, tries = 0.97, 12
	single := t
	single.Noise = Optimal
	s, err := single.Sized(ctx)
	if err != nil || s.Draw == nil {
		return none(Ranges, s.None), err
	}
	epsilon, delta := s.Epsilon, s.Delta
	for range tries {
		if s, err = byRange(ctx, epsilon, delta, t.Asks.Signed); err != nil || s.Draw == nil {
			return s, err
		}
		of, err := t.keeps(ctx, s)
		if err != nil || of(t.Epsilon) <= t.Delta {
			return s, err
		}
		epsilon *= less
	}
	return none(Ranges, fmt.Sprintf("no noise by range near ε = %.3g of one answer lets %s answers keep ε = %g and δ = %g; noise=%s would work", epsilon, countOf(t.Asks), t.Epsilon, t.Delta, Optimal)), nil
}

// cutRange is a family as cut is one law: moved by a part of the sensitivity at most.
type cutRange struct {
	optimal.Family
	part float64
}

func (c cutRange) String() string {
	return fmt.Sprintf("noise of %s by range, for %s", optimal.Released{Problem: c.Problem}, c.Groups)
}

// Profile bounds from above the divergences of all ordered pairs of parts and all moves between them.
func (c cutRange) Profile(ctx context.Context) (func(epsilon float64) float64, error) {
	of, err := c.uncut(ctx)
	return cutAt(of, c.Epsilon), err
}

func (c cutRange) uncut(ctx context.Context) (func(epsilon float64) float64, error) {
	laws, err := solvedFamily(ctx, c.Family)
	if err != nil {
		return nil, err
	}
	return laws.Profile(optimal.Moves{Most: c.part}), nil
}

// Cells returns the cells of the most revealing pair and move at ε = 0.
func (c cutRange) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	laws, err := solvedFamily(ctx, c.Family)
	if err != nil {
		return nil, err
	}
	most := laws.Certify(optimal.Moves{Most: c.part}, 0)
	return mechanisms.Cells(laws[most.Here].Law, mechanisms.Moved{Law: laws[most.There].Law, By: most.Shift}, count), nil
}
