package tree

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// A forest that exceeds any limit of a file is refused by a count above the limit.
func TestHardlyTooLargeForest(t *testing.T) {
	for _, numbers := range []int{modelfile.MaxNumbers + 1, 17_000_000, 17_000_001, 20_999_999} {
		var large *proof.TooLargeError
		if err := (RandomForest{}).tooLarge(&Tree{NumClasses: 100}, numbers); !errors.As(err, &large) || large.Count <= large.Most {
			t.Errorf("%d numbers: %v", numbers, err)
		}
	}
}

// Trees of 4,000 records of 100 classes without a pattern have half a million numbers each: a hundred of them are refused after the
// first, forty as soon as those that are grown are too many, and ten are a forest.
func TestForestOfManyClassesIsRefused(t *testing.T) {
	const records, classes = 4000, 100
	rng := rand.New(rand.NewPCG(22, 5))
	d := table.Data{Features: []table.Feature{{Name: "a"}, {Name: "b"}}}
	for c := range classes {
		d.ClassNames = append(d.ClassNames, fmt.Sprint(c))
	}
	for i := range records {
		d.X, d.Y, d.Rows = append(d.X, rng.Float64(), rng.Float64()), append(d.Y, i%classes), append(d.Rows, i)
	}
	for trees, refused := range map[int]bool{100: true, 40: true, 10: false} {
		_, err := RandomForest{Trees: trees, Depth: 512}.Fit(t.Context(), d, rng)
		var large *proof.TooLargeError
		if errors.As(err, &large) != refused {
			t.Errorf("%d trees: %v", trees, err)
		}
	}
}
