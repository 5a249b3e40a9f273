package viewtest

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// Setting is what an oracle sees: the values of the controls, by their address keys, and the requested member of a family.
type Setting struct {
	param.Values
	Member  string           // of the family: "pm"; empty for a reading
	Answers []engine.Reading // all answers of the view there
	view    view.View
	sliders map[string]param.Param                       // by their address keys
	seed    uint64                                       // of this setting of this view alone
	sheet   func(v view.View, query string) engine.Sheet // in the session that answered
}

// Number returns the value of a slider.
func (s Setting) Number(key string) float64 {
	p, found := s.sliders[key]
	if !found {
		panic(s.view.Name + " has no slider " + key)
	}
	return s.Get(p)
}

// Option returns the name of the picked option.
func (s Setting) Option(key string) string {
	for _, c := range s.view.Choices {
		if c.Key() == key {
			return s.Picked(c).Name
		}
	}
	panic(s.view.Name + " has no choice " + key)
}

// Text returns the value of a text.
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

// Sheet draws the page of a query, for oracles that judge what a page draws beside its answers. It reuses the results computed
// for these.
func (s Setting) Sheet(v view.View, query string) engine.Sheet { return s.sheet(v, query) }

// Rand returns a source of random numbers that is the same at every call.
func (s Setting) Rand() *rand.Rand { return rand.New(rand.NewPCG(s.seed, 2)) }

// Shared makes a computation that several oracles need once a setting. Two sides of one view have the same seeds, so the
// address tells settings apart.
func Shared[T any](of func(Setting) T) func(Setting) T {
	at, last := "", *new(T)
	return func(s Setting) T {
		if address := s.Address(); address != at {
			at, last = address, of(s)
		}
		return last
	}
}

// Memory holds results of oracles by all that they depend on: several readings of a setting ask for the same.
type Memory[K comparable, V any] struct{ known map[K]V }

// Of returns the known result of a key, or computes it.
func (m *Memory[K, V]) Of(key K, compute func() V) V {
	if v, found := m.known[key]; found {
		return v
	}
	if m.known == nil {
		m.known = map[K]V{}
	}
	v := compute()
	m.known[key] = v
	return v
}

// Anywhere returns a random setting of a view, including ends of what addresses may say; the same number gives the same one.
func Anywhere(v view.View, number int) param.Values {
	s := Suite{Wide: true}
	for _, t := range v.Texts {
		if t.Among != nil {
			s.Words = map[string][]string{t.Name: sets(t)}
		}
	}
	return draw(v, s, number).Values
}

// sets returns some words of a text that names members: none, each alone, and two together.
func sets(t param.Text) []string {
	words := []string{""}
	for i, o := range t.Among {
		words = append(words, o.Name, o.Name+","+t.Among[(i+3)%len(t.Among)].Name)
	}
	return words
}

// draw returns the random setting of a number: choices and words are uniform, except options that take minutes; one slider in
// five is at an end, one in five at any notch, and the others anywhere on their scale.
func draw(v view.View, s Suite, number int) Setting {
	hash := fnv.New64a()
	hash.Write([]byte(v.Name))
	seed := hash.Sum64() + uint64(number)
	rng := rand.New(rand.NewPCG(seed, 1))
	var values param.Values
	for _, c := range v.Choices {
		options := slices.DeleteFunc(param.Offered(c, values), func(o param.Option) bool { return o.Lasting })
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
	sliders := map[string]param.Param{}
	for _, p := range v.All() {
		sliders[p.Name] = p
	}
	return Setting{Values: values, view: v, sliders: sliders, seed: seed}
}

// place returns a random value of a slider.
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

// ends returns the ends of the slider, on request those of all that an address may say too, and the word for zero.
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
