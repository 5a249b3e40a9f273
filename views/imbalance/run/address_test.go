package run

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/composition"
	"dpscope/mechanisms/privacy"
)

// The page at the address of a run asks about that run.
func TestAddressIsOfTheRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 3))
	for range 2000 {
		r := composition.Run{Sigma: math.Exp(4*rng.Float64() - 2), Delta: math.Exp(-20 * rng.Float64()), Claimed: math.Floor(20 * rng.Float64()), Dropped: rng.IntN(2) == 0,
			Drawn: composition.Drawings[rng.IntN(len(composition.Drawings))], Neighbours: []privacy.Neighbours{privacy.OneZeroed, privacy.OneAdded, privacy.OneReplaced}[rng.IntN(3)]}
		r.Delta = math.Min(r.Delta, 0.9)
		if rng.IntN(2) == 0 && r.Drawn != composition.Weighted {
			r.Rate = rng.Float64()
		} else {
			r.Records = 1 + math.Floor(1e5*rng.Float64())
			r.Batch = 1 + math.Floor(r.Records*rng.Float64())
		}
		if r.Drawn == composition.Weighted {
			r.Chance = rng.Float64()
		}
		if r.Epochs = 1 + math.Floor(20*rng.Float64()); rng.IntN(2) == 0 {
			r.Epochs, r.Steps = 0, r.Epochs
		}
		_, query, _ := strings.Cut(Address(r), "?")
		v, err := asDrawn.Setting(query)
		if err != nil {
			t.Fatalf("%s: %v", Address(r), err)
		}
		q, err := askDrawn(context.Background(), v)
		if err != nil || q.Run != r {
			t.Errorf("%s asks about %+v, not %+v: %v", Address(r), q.Run, r, err)
		}
	}
}
