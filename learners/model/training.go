package model

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/numeral"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/mechanisms/privacy"
)

// Training states the spending on each record in training, as its trainer declares it: a pair (ε, δ), or the
// steps of DP-SGD. The zero value says nothing.
type Training struct {
	Epsilon, Delta     float64            // for DP-SGD 0 if only the steps are given
	Sigma, Rate, Steps float64            // of noise, in clips; of the records that a step sees; above 0 for DP-SGD
	Neighbours         privacy.Neighbours // OneAdded or OneReplaced; otherwise unknown
	Public             []string           // declared facts
	FromData           []string           // facts taken from the records; no ε covers them
}

// neighbours names the relations as files do.
var neighbours = map[privacy.Neighbours]string{privacy.OneAdded: "one record added or removed",
	privacy.OneReplaced: "one record replaced by another"}

// Descends reports whether it is DP-SGD.
func (t Training) Descends() bool { return t.Steps > 0 }

// Said reports whether anything is said.
func (t Training) Said() bool { return t.Epsilon > 0 || t.Descends() }

// String returns the spending, within a sentence.
func (t Training) String() string {
	text := ""
	switch {
	case t.Epsilon > 0 && t.Delta > 0:
		text = fmt.Sprintf("ε = %s, δ = %s", numeral.Short(t.Epsilon), numeral.Short(t.Delta))
	case t.Epsilon > 0:
		text = "ε = " + numeral.Short(t.Epsilon)
	case t.Descends():
		text = fmt.Sprintf("%s noisy steps, σ = %s, q = %s", numeral.Count(t.Steps), numeral.Short(t.Sigma), numeral.Short(t.Rate))
	}
	if word := neighbours[t.Neighbours]; word != "" {
		text += " (" + word + ")"
	}
	return text
}

// training reads it.
func (o file) training(m *Model) error {
	if !o.Has("training") {
		return nil
	}
	in, err := modelfile.NewObject(o.Raw("training"))
	if err == nil {
		err = m.Training.read(in)
	}
	if err != nil {
		return fmt.Errorf("training: %w", err)
	}
	return nil
}

func (t *Training) read(in *modelfile.Object) error {
	keys := []string{"epsilon", "delta"}
	descends := in.Has("steps") || in.Has("noise_multiplier")
	if descends {
		keys = []string{"noise_multiplier", "sampling_rate", "steps"}
		if in.Has("epsilon") || in.Has("delta") {
			keys = append(keys, "epsilon", "delta")
		}
	}
	if err := in.Only(append(keys, "neighbours", "public", "from_data")...); err != nil {
		return err
	}
	into := map[string]*float64{"epsilon": &t.Epsilon, "delta": &t.Delta, "noise_multiplier": &t.Sigma, "sampling_rate": &t.Rate,
		"steps": &t.Steps}
	for _, key := range keys {
		if err := in.Need(key, into[key]); err != nil {
			return err
		}
	}
	const most = 1000
	word := ""
	if err := errors.Join(in.May("neighbours", &word), in.May("public", &t.Public, most), in.May("from_data", &t.FromData, most)); err != nil {
		return err
	}
	if in.Has("neighbours") {
		for relation, name := range neighbours {
			if name == word {
				t.Neighbours = relation
			}
		}
		if t.Neighbours == 0 {
			return fmt.Errorf("neighbours = %s is not known; %q or %q would work", source.Quote(word), neighbours[privacy.OneAdded],
				neighbours[privacy.OneReplaced])
		}
		if descends && t.Neighbours != privacy.OneAdded {
			return fmt.Errorf("neighbours of steps on records drawn by coins are %q", neighbours[privacy.OneAdded])
		}
	}
	for _, list := range [][]string{t.Public, t.FromData} {
		for i, line := range list {
			list[i] = source.Clean(line, source.MaxNote)
		}
	}
	return t.check(descends, len(keys) != 3)
}

// check refuses impossible spendings, and numbers that cannot be accounted for.
func (t Training) check(descends, claims bool) error {
	type bound struct {
		name         string
		v, low, high float64
	}
	var bounds []bound
	if claims {
		bounds = []bound{{"epsilon", t.Epsilon, 1e-6, 1500}, {"delta", t.Delta, 0, 0.499}}
	}
	if descends {
		bounds = append(bounds, []bound{{"noise_multiplier", t.Sigma, 0.01, 1e9}, {"sampling_rate", t.Rate, 0, 1}, {"steps", t.Steps, 1, 1e9}}...)
	}
	for _, b := range bounds {
		if !(b.v >= b.low && b.v <= b.high) {
			return fmt.Errorf("%s = %g is outside [%g, %g]", b.name, b.v, b.low, b.high)
		}
	}
	if t.Steps != math.Trunc(t.Steps) {
		return fmt.Errorf("steps = %g; a whole number would work", t.Steps)
	}
	return nil
}

func (t Training) members() (m modelfile.Members) {
	if t.Descends() {
		m = m.Add("noise_multiplier", t.Sigma).Add("sampling_rate", t.Rate).Add("steps", t.Steps)
	}
	if t.Epsilon > 0 {
		m = m.Add("epsilon", t.Epsilon).Add("delta", t.Delta)
	}
	if word := neighbours[t.Neighbours]; word != "" {
		m = m.Add("neighbours", word)
	}
	if t.Public != nil {
		m = m.Add("public", t.Public)
	}
	if t.FromData != nil {
		m = m.Add("from_data", t.FromData)
	}
	return m
}

// Uncovered lists facts about the records of a private training that no ε covers: those that its file states,
// and each scale that it marks as taken from the data.
func (m *Model) Uncovered() []string {
	if !m.Training.Said() {
		return nil
	}
	lines := slices.Clone(m.Training.FromData)
	for _, line := range told("scale of ", scaled(m.Features, true)) {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
