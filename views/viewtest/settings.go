package viewtest

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"dpscope/engine/param"
	"dpscope/views/view"
)

// Setting is what an oracle sees: the values of the controls, by their address keys, and
// whose number is asked of a family.
type Setting struct {
	param.Values
	Member string // of the family: "pm"; empty for a reading
	view   view.View
	seed   uint64
}

// Number is the value of a slider.
func (s Setting) Number(key string) float64 {
	for _, p := range s.view.All() {
		if p.Name == key {
			return s.Get(p)
		}
	}
	panic(s.view.Name + " has no slider " + key)
}

// Option is the name of what is picked.
func (s Setting) Option(key string) string {
	for _, c := range s.view.Choices {
		if c.Key() == key {
			return s.Picked(c).Name
		}
	}
	panic(s.view.Name + " has no choice " + key)
}

// Text is what a text says.
func (s Setting) Text(key string) string {
	for _, t := range s.view.Texts {
		if t.Name == key {
			return s.Word(t)
		}
	}
	panic(s.view.Name + " has no text " + key)
}

// Address reproduces the setting.
func (s Setting) Address() string { return s.view.Address(s.Values) }

// Rand is a source of random numbers that is the same at every call.
func (s Setting) Rand() *rand.Rand { return rand.New(rand.NewPCG(s.seed, 2)) }

// Shared makes a computation that several oracles need once a setting.
func Shared[T any](of func(Setting) T) func(Setting) T {
	address, last := "", *new(T)
	return func(s Setting) T {
		if s.Address() != address {
			address, last = s.Address(), of(s)
		}
		return last
	}
}

// draw is the random setting of a number: choices and words are uniform; one slider in
// five is at an end, one in five at any notch, and the others anywhere on their scale.
func draw(v view.View, s Suite, number int) Setting {
	hash := fnv.New64a()
	hash.Write([]byte(v.Name))
	seed := hash.Sum64() + uint64(number)
	rng := rand.New(rand.NewPCG(seed, 1))
	var values param.Values
	for _, c := range v.Choices {
		options := c.Options()
		values = values.Picking(c, options[rng.IntN(len(options))].Name)
	}
	for _, t := range v.Texts {
		if words := s.Words[t.Name]; len(words) > 0 {
			values = values.Writing(t, words[rng.IntN(len(words))])
		}
	}
	for _, p := range v.Sliders(values) {
		values = v.With(values, p, place(p, s.Wide, rng))
	}
	if s.Easy != nil {
		values = s.Easy(values)
	}
	return Setting{Values: values, view: v, seed: seed}
}

// place is a random value of a slider.
func place(p param.Param, wide bool, rng *rand.Rand) float64 {
	kind, at := rng.IntN(5), p.At(rng.Float64())
	switch {
	case kind == 0:
		all := ends(p, wide)
		return all[rng.IntN(len(all))]
	case kind == 1 || p.Check(at) != nil:
		return p.Snap(at)
	}
	return at
}

// ends are those of the slider, of all that an address may say where they are wanted too,
// and the word for zero.
func ends(p param.Param, wide bool) []float64 {
	low, high := p.Travel()
	all := []float64{low, high}
	if wide {
		all = append(all, p.Min, p.Max)
	}
	if p.Zero != "" {
		all = append(all, 0)
	}
	all = slices.DeleteFunc(all, func(x float64) bool { return p.Check(x) != nil })
	if len(all) == 0 { // both are open
		all = []float64{p.Snap(p.At(0.01)), p.Snap(p.At(0.99))}
	}
	return all
}
