package model

import (
	"fmt"
	"math"

	"dpscope/learners/modelfile"
)

// Training is what was spent on each record in training, as whoever trained says: one pair (ε, δ), or
// the steps of DP-SGD. The zero value says nothing.
type Training struct {
	Epsilon, Delta     float64
	Sigma, Rate, Steps float64 // of noise, in clips; of the records that a step sees; above 0 for DP-SGD
}

// Descends reports whether it is DP-SGD.
func (t Training) Descends() bool { return t.Steps > 0 }

// training reads it.
func (o file) training(m *Model) error {
	if !o.Has("training") {
		return nil
	}
	in, err := modelfile.NewObject(o.Raw("training"))
	if err != nil {
		return fmt.Errorf("training: %w", err)
	}
	t := &m.Training
	keys := []string{"epsilon", "delta"}
	descends := in.Has("steps") || in.Has("noise_multiplier")
	if descends {
		keys = []string{"noise_multiplier", "sampling_rate", "steps"}
	}
	if err := in.Only(keys...); err != nil {
		return fmt.Errorf("training: %w", err)
	}
	into := map[string]*float64{"epsilon": &t.Epsilon, "delta": &t.Delta, "noise_multiplier": &t.Sigma, "sampling_rate": &t.Rate, "steps": &t.Steps}
	for _, key := range keys {
		if err := in.Need(key, into[key]); err != nil {
			return fmt.Errorf("training: %w", err)
		}
	}
	return t.check(descends)
}

// check refuses what no training spends, and numbers that nobody can account for.
func (t Training) check(descends bool) error {
	type bound struct {
		name         string
		v, low, high float64
	}
	bounds := []bound{{"epsilon", t.Epsilon, 1e-6, 1500}, {"delta", t.Delta, 0, 0.499}}
	if descends {
		bounds = []bound{{"noise_multiplier", t.Sigma, 0.01, 1e4}, {"sampling_rate", t.Rate, 0, 1}, {"steps", t.Steps, 1, 1e9}}
	}
	for _, b := range bounds {
		if !(b.v >= b.low && b.v <= b.high) {
			return fmt.Errorf("training: %s = %g is outside [%g, %g]", b.name, b.v, b.low, b.high)
		}
	}
	if t.Steps != math.Trunc(t.Steps) {
		return fmt.Errorf("training: steps = %g; a whole number would work", t.Steps)
	}
	return nil
}

func (t Training) members() modelfile.Members {
	if t.Descends() {
		return modelfile.Members{}.Add("noise_multiplier", t.Sigma).Add("sampling_rate", t.Rate).Add("steps", t.Steps)
	}
	return modelfile.Members{}.Add("epsilon", t.Epsilon).Add("delta", t.Delta)
}
