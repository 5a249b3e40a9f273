package central

import (
	"context"
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/pairs"
)

// Released is noise of a family as a single release of a run (accounting.Law): a query that a record moves by
// at most a sensitivity, either way.
type Released struct {
	Kind string // its name
	Setting
}

func (r Released) String() string {
	return fmt.Sprintf("%s noise at ε = %s", r.Kind, numeral.Short(r.Epsilon))
}

func (r Released) noise() (Noise, error) {
	kind, err := Find(r.Kind)
	if err != nil {
		return nil, err
	}
	return kind.New(r.Setting)
}

// Profile returns the profile of the guarantee, which holds for all moves.
func (r Released) Profile(context.Context) (func(epsilon float64) float64, error) {
	noise, err := r.noise()
	if err != nil {
		return nil, err
	}
	return noise.Guarantee().Delta, nil
}

// Cells returns the cells of the noise moved by the sensitivity, and of the noise in place.
func (r Released) Cells(_ context.Context, count int) ([]pairs.Cell, error) {
	noise, err := r.noise()
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: noise.Law(), By: 1}, noise.Law(), count), nil
}
