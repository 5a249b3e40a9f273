package classifier

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/numeral"
)

// paperVerdict says whether the searched box keeps its promise.
func (q prediction) paperVerdict(ctx context.Context, box agreement.PaperBox) string {
	var sides []string
	for k, side := range box.Sides[:min(len(box.Sides), 4)] {
		sides = append(sides, fmt.Sprintf("%s in [%s, %s]", q.Names[k], numeral.Short(side.Low), numeral.Short(side.High)))
	}
	if len(box.Sides) > len(sides) {
		sides = append(sides, "...")
	}
	text := fmt.Sprintf("Its box is %s (radius %s, %d draws at each of some 500 tests, seed %d).", strings.Join(sides, ", "),
		numeral.Short(box.Radius), box.Draws, q.Seed)
	verdict, err := q.Verdict.Get(ctx)
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
