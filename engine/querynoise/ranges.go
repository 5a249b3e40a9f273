package querynoise

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Ranges asks for noise that depends on where the true answer lies in a public range around 0: a law for each
// group of cells of the range. It is comparable. AskedRanges makes one.
type Ranges struct {
	Question
	Groups  string  // as optimal.ReadGroups takes them
	Weights string  // as optimal.ReadWeights takes them
	Cap     float64 // of a group's loss, in multiples of the best single law's there; 0: none

	fine int // range cells per cell of the noise; 0: one
}

// AskedRanges normalises a question about noise that Asked has normalised.
func AskedRanges(r Ranges) Ranges {
	if _, sign := r.Loss.(central.Sign); sign {
		r.Loss = central.Sign{Unit: 1 / r.Sensitivity}
	}
	if sizes, err := optimal.ReadGroups(r.Groups); err == nil {
		r.Groups = optimal.WriteGroups(sizes)
	}
	return r
}

// family returns the question in sensitivities.
func (r Ranges) family() optimal.Family {
	f := optimal.Family{Problem: r.problem(), Groups: r.Groups, Weights: r.Weights, Cap: r.Cap, Fine: r.fine}
	if r.fine > 1 {
		f.Steps, f.Reach = f.Steps/r.fine, f.Reach/r.fine
	}
	return f
}

// Refused says why no family is sought; nil where it is, and there may be one.
func (r Ranges) Refused() error {
	steps := r.Sensitivity / r.Width
	switch {
	case r.Below.Any():
		return errors.New("below a whole curve no family is sought; further points, also, are kept by families")
	case r.Delta == 0:
		return fmt.Errorf("delta = 0 has no family here; delta = %g is enough for a program", optimal.MinDelta)
	case r.Query == optimal.Real && math.Abs(steps-math.Round(steps)) > 1e-6*steps:
		fits := r.Sensitivity / math.Max(2, math.Ceil(steps))
		return fmt.Errorf("beta = %g does not divide the sensitivity %g; %.9g is enough", r.Width, r.Sensitivity, fits) // digits that can be typed
	}
	return r.family().Check()
}

// Cells returns the number of range cells of each group; none if they cannot be read.
func (r Ranges) Cells() []int {
	sizes, err := optimal.ReadGroups(r.Groups)
	if err != nil {
		return nil
	}
	return sizes
}

// Ends returns the ends of the groups, in the answer's unit: one more than there are groups.
func (r Ranges) Ends() []float64 {
	ends, err := r.family().Ends(r.Sensitivity)
	if err != nil {
		return nil
	}
	return ends
}

// Span returns the length of the range, in the answer's unit.
func (r Ranges) Span() float64 { return float64(r.total()) * r.CellWidth() }

// total returns the number of cells of the range.
func (r Ranges) total() (total int) {
	for _, size := range r.Cells() {
		total += size
	}
	return total
}

// Shares returns the weights of the groups.
func (r Ranges) Shares() []float64 {
	weights, err := optimal.ReadWeights(r.Weights, r.Cells())
	if err != nil {
		return nil
	}
	return weights
}

// Found is the family of least loss that was found, beside the best single law. Lengths of laws are in sensitivities.
type Found struct {
	None    string // why there is none
	Refused bool   // None says why none is sought, though there may be one

	Family *optimal.FamilySolution
	Single *optimal.SingleSolution // nil: there is none on this grid
}

// rangesKey names the answer to a question in a session's store.
type rangesKey struct{ of Ranges }

// Best finds the family, once in a session. How far it is, it reports to ctx.
func (r Ranges) Best(ctx context.Context) (Found, error) {
	if err := r.Refused(); err != nil {
		return Found{None: err.Error(), Refused: true}, nil
	}
	found, err := work.Do(ctx, work.Job[Found]{Key: rangesKey{r}, Bytes: Found.bytes,
		Run: func(ctx context.Context, show func(Found, work.Progress)) (Found, error) {
			f := r.family()
			return findFamily(work.Reporting(ctx, func(p work.Progress) { show(Found{}, p) }), f, f, nil)
		}}, func(_ Found, p work.Progress) { work.Report(ctx, p) })
	if err == nil && found.Family != nil {
		work.LeaveStart(ctx, rangesStart{r.family(), found.Family.Events})
	}
	return found, err
}

func (f Found) bytes() int64 {
	bytes := int64(300)
	if f.Family == nil {
		return bytes
	}
	for _, l := range f.Family.Laws {
		bytes += 100 + 40*int64(len(l.Masses)+len(l.Points))
	}
	return bytes + int64(len(f.Family.Events))*200
}

// findFamily finds the single law of a family, and the family as one in which some groups share a law, if they do. That there
// is none is an answer.
func findFamily(ctx context.Context, f, sharing optimal.Family, near []optimal.Event) (Found, error) {
	const single = 0.05 // of the time
	one, err := f.Single(work.Within(ctx, 0, single))
	found := Found{Single: &one}
	if impossible(err) {
		found.Single = nil
	} else if err != nil {
		return Found{}, err
	}
	s, err := optimal.SolveFamily(work.Within(ctx, single, 1), sharing, near)
	switch {
	case impossible(err) && found.Single == nil:
		return Found{None: err.Error()}, nil
	case found.Single != nil && (impossible(err) || err == nil && s.Loss > one.Loss): // by rounding: one law for all groups is a family
		s, err = f.Alike(one, s)
	}
	found.Family = &s
	return found, err
}

// rangesFloorKey identifies the bound of a range in a session's store, for any groups.
type rangesFloorKey struct{ of Ranges }

// Floor returns a lower bound on the loss of every family, for any groups, supports and grid.
func (r Ranges) Floor(ctx context.Context) (known.Value, error) {
	if err := r.Refused(); err != nil {
		return known.Refused(err.Error()), nil
	}
	if err := r.family().Floored(); err != nil {
		return known.Refused(err.Error()), nil
	}
	r.Cap, r.fine = 0, 0
	if total := r.total(); total > 1 && (r.Weights == optimal.Even || r.Weights == optimal.Triangular) {
		r.Groups = strconv.Itoa(total) // the bound refers to single cells
	}
	return work.Reported(ctx, rangesFloorKey{r}, boundBytes, r.bound)
}

func (r Ranges) bound(ctx context.Context) (known.Value, error) {
	f, err := r.family().Floor(ctx)
	if impossible(err) {
		return known.Refused(err.Error()), nil
	}
	return known.OrMore(max(0, f) * r.Scale()), err
}

// Told returns by how much an attacker who sees one answer of the family and tells two neighbouring tables
// apart beats guessing: the total variation of the most revealing two groups and move.
func (f Found) Told(m optimal.Moves) float64 { return f.Family.Laws.Certify(m, 0).Delta }

// ToldSingle returns the total variation of the single law.
func (f Found) ToldSingle(m optimal.Moves) float64 {
	told, _ := toldBy(f.Single.Law, m)
	return told
}
