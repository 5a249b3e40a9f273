package robustness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
)

// paperOmega is ω of the paper's search, as the paper states it.
const paperOmega = 0.05

// paperTau is τ of the search as the paper's scripts take it: .03 for the
// stroke data, .1 for images (the text states .01 for all).
func (q prediction) paperTau() float64 {
	if len(q.Names) > 6 {
		return 0.1
	}
	return 0.03
}

// paperBox is the box that the paper's search finds around the record. It draws
// much, and is kept by the session.
func (q prediction) paperBox(ctx context.Context) (agreement.PaperBox, error) {
	type key struct {
		subject agreement.SubjectKey
		seed    uint64
	}
	bytes := func(b agreement.PaperBox) int64 { return 100 + 32*int64(len(b.Sides)) }
	return work.Reported(ctx, key{q.Key, q.seed}, bytes, func(ctx context.Context) (agreement.PaperBox, error) {
		return q.Region.PaperSearch(ctx, paperOmega, q.paperTau(), rand.New(rand.NewPCG(q.seed, 0)))
	})
}

// paperVerdict says whether the searched box keeps its promise.
func (q prediction) paperVerdict(ctx context.Context, box agreement.PaperBox) string {
	var sides []string
	for k, side := range box.Sides[:min(len(box.Sides), 4)] {
		sides = append(sides, fmt.Sprintf("%s in [%s, %s]", q.Names[k], numeral.Short(side.Low), numeral.Short(side.High)))
	}
	if len(box.Sides) > len(sides) {
		sides = append(sides, "...")
	}
	text := fmt.Sprintf("Its box is %s (radius %s, %d draws at each of some 500 tests, seed %d).", strings.Join(sides, ", "), numeral.Short(box.Radius), box.Draws, q.seed)
	verdict, err := q.verdict.Get(ctx)
	switch {
	case err != nil:
		return text
	case verdict.Proven:
		return text + " The class is proven constant on it."
	case verdict.Counterexample != nil:
		at := q.place(func(i int) float64 { return verdict.Counterexample[i] })
		return text + fmt.Sprintf(" It is not robust: at %s, inside it, the class is another.", at)
	}
	return text + " Whether the class is constant on it is not known."
}
