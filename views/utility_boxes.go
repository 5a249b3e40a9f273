package views

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/memo"
	"dpscope/engine/numeral"
)

// paperOmega is ω of the paper's search, as the paper states it.
const paperOmega = 0.05

// paperTau is τ of the search as the paper's scripts take it: .03 for the
// stroke data, .1 for images (the text states .01 for all).
func (q utilityQuestion) paperTau() float64 {
	if len(q.names) > 6 {
		return 0.1
	}
	return 0.03
}

// largestBoxes remembers the boxes of many features, which take long to grow.
var largestBoxes = memo.New[boxKey, agreement.Certified](64)

type boxKey struct {
	subject *subject
	setting string
}

// largestBox is the proven box of most mass at the present budget.
func (q utilityQuestion) largestBox(ctx context.Context) (agreement.Certified, error) {
	find := func() (agreement.Certified, error) {
		return q.region.LargestBox(ctx, q.region.Laws(q.mechanism), agreement.UnitInterval)
	}
	if !q.many() {
		return find()
	}
	return largestBoxes.Get(boxKey{q.subject, q.setting}, find)
}

// searchedBoxes remembers what the paper's search found, for it draws much.
var searchedBoxes = memo.New[searchKey, agreement.PaperBox](32)

type searchKey struct {
	subject *subject
	seed    uint64
}

// paperBox is the box that the paper's search finds around the record.
func (q utilityQuestion) paperBox(ctx context.Context) (agreement.PaperBox, error) {
	return searchedBoxes.Get(searchKey{q.subject, q.seed}, func() (agreement.PaperBox, error) {
		return q.region.PaperSearch(ctx, paperOmega, q.paperTau(), rand.New(rand.NewPCG(q.seed, 0)))
	})
}

// paperVerdict says whether the searched box keeps its promise.
func (q utilityQuestion) paperVerdict(ctx context.Context, box agreement.PaperBox) string {
	var sides []string
	for k, side := range box.Sides[:min(len(box.Sides), 4)] {
		sides = append(sides, fmt.Sprintf("%s in [%s, %s]", q.names[k], numeral.Short(side.Low), numeral.Short(side.High)))
	}
	if len(box.Sides) > len(sides) {
		sides = append(sides, "...")
	}
	text := fmt.Sprintf("Its box is %s (radius %s, %d draws at each of some 500 tests, seed %d).", strings.Join(sides, ", "), numeral.Short(box.Radius), box.Draws, q.seed)
	verdict, err := q.region.Proven(ctx, box.Sides)
	switch {
	case err != nil:
		return text
	case verdict.Proven:
		return text + " The class is proven constant on it."
	case verdict.Counterexample != nil:
		var at []string
		for k, i := range q.region.Private[:min(len(q.names), 4)] {
			at = append(at, fmt.Sprintf("%s = %s", q.names[k], numeral.Short(verdict.Counterexample[i])))
		}
		return text + fmt.Sprintf(" It is not robust: at %s, inside it, the class is another.", strings.Join(at, ", "))
	}
	return text + " Whether the class is constant on it is not known."
}
