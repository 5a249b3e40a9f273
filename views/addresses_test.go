package views

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// A full address keeps its meaning when the opening changes, and a short one keeps it under the same opening; the held setting
// comes along.
func TestAddressesMeanTheirSettings(t *testing.T) {
	effort.ForNumbers(t)
	for _, v := range All {
		rng := rand.New(rand.NewPCG(1, uint64(len(v.Name))))
		for range effort.Scale(30, 100, 1000) {
			at, opening := randomSetting(v, rng), asUsual(v, randomSetting(v, rng).Alone())
			whole, short := v.Encode(at), v.Short(at, v.Opening())
			for query, from := range map[string]param.Values{whole: opening, short: v.Opening()} {
				if got, err := v.Over(from, query); err != nil || !same(v, got, at) {
					t.Fatalf("%s?%s\nover   %s\nmeans  %s, %v\nand is %s", v.Name, query, v.Encode(from), v.Encode(got), err, whole)
				}
			}
			if _, got, err := Open(v.Address(at)); err != nil || !same(v, got, at) {
				t.Fatalf("%s opens as %s, %v", v.Address(at), v.Encode(got), err)
			}
			if _, got, err := Open(v.ShortAddress(at)); err != nil || !same(v, got, at) {
				t.Fatalf("%s is short for %s, %v, and not for %s", v.ShortAddress(at), v.Encode(got), err, whole)
			}
			if (short == "") != same(v, at, v.Opening()) {
				t.Fatalf("%s is short for %s", v.ShortAddress(at), whole)
			}
		}
	}
}

// same reports whether two settings, and their held ones, are equal.
func same(v view.View, a, b param.Values) bool {
	heldA, holdsA := a.Held()
	heldB, holdsB := b.Held()
	return v.Same(a, b) && holdsA == holdsB && (!holdsA || v.Same(heldA, heldB))
}

// asUsual returns a setting that a view may open with: controls that full addresses leave out are at their defaults.
func asUsual(v view.View, at param.Values) param.Values {
	for _, c := range v.Choices {
		if slices.Contains(v.AsNeeded, c.Key()) {
			at = at.Picking(c, c.Options()[0].Name)
		}
	}
	for _, text := range v.Texts {
		if slices.Contains(v.AsNeeded, text.Name) || text.Default == "" {
			at = at.Writing(text, text.Default)
		}
	}
	return at
}

// randomSetting sets every control of a view, and holds another setting in one case of four.
func randomSetting(v view.View, rng *rand.Rand) param.Values {
	at := randomAlone(v, v.Opening(), rng)
	switch rng.IntN(8) {
	case 0:
		return at.Holding(randomAlone(v, v.Opening(), rng))
	case 1:
		return at.Holding(randomAlone(v, at, rng))
	}
	return at
}

// randomAlone moves about half of the controls.
func randomAlone(v view.View, at param.Values, rng *rand.Rand) param.Values {
	at = at.Alone()
	for _, c := range v.Choices {
		if options := c.Options(); rng.IntN(2) == 0 {
			at = at.Picking(c, options[rng.IntN(len(options))].Name)
		}
	}
	for _, text := range v.Texts {
		words := []string{"", text.Default, "a b.csv", "stroke-logistic", "0.5,0.25", "age"}
		if text.Among != nil {
			words = append(words, text.Among[rng.IntN(len(text.Among))].Name)
		}
		if word, err := text.Read(words[rng.IntN(len(words))]); err == nil && rng.IntN(2) == 0 {
			at = at.Writing(text, word)
		}
	}
	for _, p := range v.All() { // those of other options too
		if x := p.At(rng.Float64()); p.Check(x) == nil && rng.IntN(2) == 0 {
			at = at.With(p, x)
		}
	}
	return at
}

// A short address changes the opening only in what it says, in what its words reset, and in the options that its controls
// belong to.
func TestSparseAddressesMeanTheOpening(t *testing.T) {
	for _, v := range All {
		rng := rand.New(rand.NewPCG(2, uint64(len(v.Name))))
		for range effort.Scale(30, 100, 1000) {
			at := randomAlone(v, v.Opening(), rng)
			query, said := somePairs(v.Encode(at), rng)
			got, err := v.Setting(query)
			if err != nil {
				if text := err.Error(); !strings.Contains(text, " means nothing ") || !strings.HasSuffix(text, " would work") {
					t.Fatalf("%s?%s: %v", v.Name, query, err)
				}
				continue
			}
			opening := v.Opening()
			for _, text := range v.Texts {
				if said[text.Name] {
					opening = reset(v, opening, text.Resets)
				}
			}
			for _, c := range v.Choices {
				fits := slices.ContainsFunc(param.Offered(c, got), func(o param.Option) bool { return o.Name == opening.Picked(c).Name })
				if want := opening.Picked(c).Name; !said[c.Key()] && fits && got.Picked(c).Name != want && !brought(v, c, got.Picked(c).Name, said) {
					t.Fatalf("%s?%s picks %s=%s, and opens with %s", v.Name, query, c.Key(), got.Picked(c).Name, want)
				} else if said[c.Key()] && got.Picked(c).Name != at.Picked(c).Name {
					t.Fatalf("%s?%s picks %s=%s", v.Name, query, c.Key(), got.Picked(c).Name)
				}
			}
			for _, text := range v.Texts {
				want := opening.Word(text)
				if said[text.Name] {
					want = at.Word(text)
				}
				if got.Word(text) != want {
					t.Fatalf("%s?%s has %s=%s, want %s", v.Name, query, text.Name, got.Word(text), want)
				}
			}
			for _, p := range v.All() {
				want := opening.Get(p)
				if said[p.Name] {
					want = at.Get(p)
				}
				if got.Get(p) != want {
					t.Fatalf("%s?%s has %s=%g, want %g", v.Name, query, p.Name, got.Get(p), want)
				}
			}
		}
	}
}

// somePairs returns some pairs of a query, in any order.
func somePairs(query string, rng *rand.Rand) (some string, said map[string]bool) {
	pairs := strings.Split(query, "&")
	rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	pairs = pairs[:rng.IntN(len(pairs)+1)]
	said = map[string]bool{}
	for _, p := range pairs {
		key, _, _ := strings.Cut(p, "=")
		said[key] = true
	}
	return strings.Join(pairs, "&"), said
}

// reset returns a setting with some controls at their default.
func reset(v view.View, at param.Values, names []string) param.Values {
	for _, text := range v.Texts {
		if slices.Contains(names, text.Name) {
			at = at.Writing(param.Text{Name: text.Name}, text.Default)
		}
	}
	for _, p := range v.All() {
		if slices.Contains(names, p.Name) {
			at = at.With(p, p.Default)
		}
	}
	return at
}

// brought reports whether a control of the address has a meaning only with this option of a choice.
func brought(v view.View, c param.Choice, option string, said map[string]bool) bool {
	is := c.Key() + "=" + option
	for _, d := range v.Choices {
		if said[d.Key()] && d.BelongsTo() == is {
			return true
		}
	}
	for _, text := range v.Texts {
		if said[text.Name] && text.Of == is {
			return true
		}
	}
	for _, p := range v.Params {
		if said[p.Name] && p.Of == is {
			return true
		}
	}
	for _, o := range c.Options() {
		for _, p := range o.Params {
			if o.Name == option && said[p.Name] {
				return true
			}
		}
	}
	return false
}

// No view opens with values that full addresses leave out: of rarely needed controls, empty words, and a held setting.
func TestOpeningsLeaveOutWhatAddressesDo(t *testing.T) {
	for _, v := range All {
		opening := v.Opening()
		if _, holds := opening.Held(); holds || !v.Same(opening, asUsual(v, opening)) {
			t.Errorf("%s opens with %s, and addresses that are whole would not say otherwise", v.Name, v.Encode(opening))
		}
		if first, err := v.Preset(v.Presets[0].Name); err != nil || !first.Equal(opening) {
			t.Errorf("%s opens with %s, and its first preset is %s, %v", v.Name, v.Encode(opening), v.Encode(first), err)
		}
	}
}

// A preset is the same setting by itself and over the opening, so that it stays when the opening or the controls change.
func TestPresetsStandByThemselves(t *testing.T) {
	for _, v := range All {
		for _, p := range v.Presets {
			alone, err := v.Parse(p.Query)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := v.Preset(p.Name); err != nil || !same(v, got, alone) {
				t.Errorf("%s?preset=%s is %s, %v, and by itself %s", v.Name, p.Name, v.Encode(got), err, v.Encode(alone))
			}
		}
	}
}

// FuzzOpen opens addresses: a refusal takes one line, and an opened address has the same meaning in full and in short form.
func FuzzOpen(f *testing.F) {
	for _, v := range All {
		f.Add(v.Address(v.Opening()))
	}
	for _, s := range []string{"", "?", "concentration?", "concentration?from=0.1&hold.neighbour=0.2", "concentration?from=0.1&neighbour=0.2",
		"noise?pieces=-1:1,1:1&hold.beta=0.1", "population?preset=groups&data=a.csv", "compare?stand-out=&preset=&hold.stand-out=pm"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		v, at, err := Open(address)
		if err != nil {
			if text := err.Error(); len(text) > 600 || strings.Contains(text, "\n") {
				t.Errorf("%q: a message of %d bytes", address, len(text))
			}
			return
		}
		for _, again := range []string{v.Address(at), v.ShortAddress(at)} {
			if _, got, err := Open(again); err != nil || !same(v, got, at) {
				t.Errorf("%q is written %s, which is %s, %v", address, again, v.Address(got), err)
			}
		}
	})
}

// Every view has one place, and a unique label that fits in a row of names.
func TestPlaces(t *testing.T) {
	const longest = 20
	named := map[string]string{}
	for _, v := range All {
		for _, name := range []string{v.Name, v.Label} {
			if other, taken := named[name]; taken && other != v.Name {
				t.Errorf("%q names %s and %s", name, other, v.Name)
			}
			named[name] = v.Name
		}
		if n := len([]rune(v.Label)); n == 0 || n > longest {
			t.Errorf("%s has the label %q", v.Name, v.Label)
		}
	}
	for _, tab := range Tabs {
		if list := In(tab.Name); len(list) == 0 || list[0].More {
			t.Errorf("%s begins with no main view", tab.Name)
		}
	}
}
