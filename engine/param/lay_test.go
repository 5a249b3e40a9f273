package param

import (
	"strings"
	"testing"
)

// screen has a control of each way to belong.
var screen = func() Form {
	option := func(name string, params ...Param) Kind[int] {
		return Kind[int]{Name: name, Title: name, Params: params}
	}
	unit := func(name string, usual float64) Param { return Param{Name: name, Max: 1, Default: usual} }
	bins := Param{Name: "bins", Max: 100, Default: 10}
	width := unit("width", 0.5)
	width.Of = "query=real"
	return Form{
		Choices: []Choice{
			Menu[int]{Name: "mechanism", Kinds: []Kind[int]{option("laplace"), option("pm"), option("krr", bins), option("exponential", bins)}},
			Menu[int]{Name: "show", Kinds: []Kind[int]{option("window", unit("x", 0.5), unit("from", 0.2)), option("neighbour", unit("x", 0.5), unit("other", 0.7))}},
			Menu[int]{Name: "query", Kinds: []Kind[int]{option("real"), option("count")}},
			Menu[int]{Name: "atom", Of: "query=real", Kinds: []Kind[int]{option("off"), option("on")}},
			Menu[int]{Name: "sure", Kinds: []Kind[int]{option("no"), option("yes")}},
		},
		Texts: []Text{{Name: "model", Default: "forest", Resets: []string{"record", "scale"}}, {Name: "record", Default: "first"},
			{Name: "price", Of: "atom=on", Default: "low"}},
		Params:   []Param{unit("epsilon", 1), unit("scale", 0), width},
		AsNeeded: []string{"sure"},
	}.Indexed()
}()

const screenOpens = "mechanism=pm&show=neighbour&query=count&model=tree&record=third&x=0.3&other=0.7&epsilon=0.9&scale=0.8"

// An address keeps the values of the setting below it where it says nothing, and brings along what its own values need.
func TestOver(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"", screenOpens},
		{"epsilon=0.4", "mechanism=pm&show=neighbour&query=count&model=tree&record=third&x=0.3&other=0.7&epsilon=0.4&scale=0.8"},
		{"from=0.1", "mechanism=pm&show=window&query=count&model=tree&record=third&x=0.3&from=0.1&epsilon=0.9&scale=0.8"},
		{"show=window", "mechanism=pm&show=window&query=count&model=tree&record=third&x=0.3&from=0.2&epsilon=0.9&scale=0.8"},
		{"x=0.6", "mechanism=pm&show=neighbour&query=count&model=tree&record=third&x=0.6&other=0.7&epsilon=0.9&scale=0.8"},
		{"bins=4&mechanism=krr", "mechanism=krr&show=neighbour&query=count&model=tree&record=third&bins=4&x=0.3&other=0.7&epsilon=0.9&scale=0.8"},
		{"width=0.1", "mechanism=pm&show=neighbour&query=real&atom=off&model=tree&record=third&x=0.3&other=0.7&epsilon=0.9&scale=0.8&width=0.1"},
		{"atom=on", "mechanism=pm&show=neighbour&query=real&atom=on&model=tree&record=third&price=low&x=0.3&other=0.7&epsilon=0.9&scale=0.8&width=0.5"},
		{"price=high", "mechanism=pm&show=neighbour&query=real&atom=on&model=tree&record=third&price=high&x=0.3&other=0.7&epsilon=0.9&scale=0.8&width=0.5"},
		{"model=net", "mechanism=pm&show=neighbour&query=count&model=net&record=first&x=0.3&other=0.7&epsilon=0.9&scale=0"},
		{"model=tree", "mechanism=pm&show=neighbour&query=count&model=tree&record=first&x=0.3&other=0.7&epsilon=0.9&scale=0"},
		{"scale=0.6&model=net", "mechanism=pm&show=neighbour&query=count&model=net&record=first&x=0.3&other=0.7&epsilon=0.9&scale=0.6"},
		{"hold.epsilon=0.2", screenOpens + "&hold.epsilon=0.2"},
		{"hold.from=0.2", screenOpens + "&hold.show=window&hold.from=0.2"},
		{"hold.model=net&x=0.1", "mechanism=pm&show=neighbour&query=count&model=tree&record=third&x=0.1&other=0.7&epsilon=0.9&scale=0.8&hold.model=net"},
	} {
		opening, err := screen.Parse(screenOpens)
		if err != nil {
			t.Fatal(err)
		}
		v, err := screen.Over(opening, c.query)
		if err != nil || screen.Encode(v) != c.want {
			t.Errorf("%q is %s, %v, want %s", c.query, screen.Encode(v), err, c.want)
		}
	}
}

// A setting that is held stays as far from the present one as it was.
func TestOverWhatHolds(t *testing.T) {
	from, err := screen.Parse(screenOpens + "&hold.epsilon=0.2")
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"":                         "hold.epsilon=0.2",
		"epsilon=0.5&x=0.1":        "hold.epsilon=0.2",
		"hold.x=0.1":               "hold.x=0.1&hold.epsilon=0.2",
		"hold.epsilon=0.3":         "hold.epsilon=0.3",
		"mechanism=krr&bins=3":     "hold.epsilon=0.2",
		"hold.mechanism=krr&x=0.5": "hold.mechanism=krr&hold.bins=10&hold.epsilon=0.2",
	} {
		v, err := screen.Over(from, query)
		if got := strings.TrimPrefix(screen.Encode(v), screen.Encode(v.Alone())+"&"); err != nil || got != want {
			t.Errorf("%q holds %s, %v, want %s", query, got, err, want)
		}
	}
}

func TestWhatCannotBeSaidTogether(t *testing.T) {
	for query, want := range map[string]string{
		"from=0.1&other=0.2":            "from belongs to show=window, and other to show=neighbour; one of the two would work",
		"hold.from=0.1&hold.other=0.2":  "from belongs to show=window, and other to show=neighbour; one of the two would work",
		"bins=5":                        "bins = 5 means nothing with mechanism=pm; mechanism=krr or exponential would work",
		"epsilon=0.1&epsilon=0.1":       "epsilon is given twice; once would work",
		"model=a&model=a":               "model is given twice; once would work",
		"hold.x=0.1&x=0.1&hold.x=0.1":   "hold.x is given twice; once would work",
		"show=windows":                  `show = "windows" is not known; nearest: window, neighbour`,
		"hold.epsilonn=0.1":             `control = "epsilonn" is not known; nearest: epsilon, show, price`,
		"other=0.2&hold.show=window&x=": `x = "" is not a number; 0.5 would work`,
	} {
		opening, err := screen.Parse(screenOpens)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := screen.Over(opening, query); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", query, err, want)
		}
	}
}

// The short form says how an address differs from the opening, and no more.
func TestShort(t *testing.T) {
	opening, err := screen.Parse(screenOpens)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"", ""},
		{"model=tree&record=third&scale=0.8", ""},
		{"x=0.3&epsilon=0.4", "epsilon=0.4"},
		{"from=0.2", "show=window"},
		{"from=0.1", "show=window&from=0.1"},
		{"model=net", "model=net"},
		{"model=net&record=third", "model=net&record=third"},
		{"record=first", "record=first"},
		{"model=net&scale=0.8&sure=yes", "sure=yes&model=net&scale=0.8"},
		{"atom=on", "query=real&atom=on"},
		{"x=0.1&hold.x=0.2", "x=0.1&hold.x=0.2"},
	} {
		v, err := screen.Over(opening, c.query)
		if got := screen.Short(v, opening); err != nil || got != c.want {
			t.Errorf("%q is %s for short, %v, want %s", c.query, got, err, c.want)
		}
	}
}

// A setting is the same whatever is set that does not matter.
func TestSame(t *testing.T) {
	v, err := screen.Parse(screenOpens)
	if err != nil {
		t.Fatal(err)
	}
	from, _ := screen.find("from")
	epsilon, _ := screen.find("epsilon")
	if hidden := v.With(from, 0.9); !screen.Same(v, hidden) || v.Equal(hidden) {
		t.Error("a control of another option tells settings apart")
	}
	if screen.Same(v, v.With(epsilon, 0.1)) || screen.Same(v, v.Picking(screen.Choices[1], "window")) || screen.Same(v, v.Picking(screen.Choices[4], "yes")) {
		t.Error("settings that differ are the same")
	}
}

// A control that does not apply is refused, even if the address names the option that disables it: the error says what is
// picked and what would work with the rest of the address.
func TestControlsOfOtherOptionsAreRefused(t *testing.T) {
	for query, want := range map[string]string{
		"show=window&other=0.2":                       "other = 0.2 means nothing with show=window; show=neighbour would work",
		"query=count&atom=on":                         "atom = on means nothing with query=count; query=real would work",
		"query=count&atom=on&price=high":              "atom = on means nothing with query=count; query=real would work",
		"query=count&price=high":                      "price = high means nothing with query=count; query=real would work",
		"query=real&atom=off&price=high":              "price = high means nothing with atom=off; atom=on would work",
		"mechanism=pm&bins=5":                         "bins = 5 means nothing with mechanism=pm; mechanism=krr or exponential would work",
		"mechanism=krr&hold.bins=5":                   "",
		"mechanism=pm&hold.bins=5":                    "hold.bins = 5 means nothing with hold.mechanism=pm; hold.mechanism=krr or exponential would work",
		"mechanism=krr&bins=5&hold.mechanism=pm":      "",
		"mechanism=krr&hold.mechanism=pm&hold.bins=5": "hold.bins = 5 means nothing with hold.mechanism=pm; hold.mechanism=krr or exponential would work",
		"sure=no": "",
	} {
		opening, err := screen.Parse(screenOpens)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := screen.Over(opening, query); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, want %q", query, err, want)
		}
	}
}

// A control may belong to several options of a menu, and an option may fit some settings only: it is neither picked nor
// written where it does not, and refused there.
func TestOptionsThatFit(t *testing.T) {
	asks := Menu[int]{Name: "asks", Kinds: []Kind[int]{{Name: "yes-no"}, {Name: "options"}, {Name: "number"}}}
	number := func(v Values) bool { return v.Picked(asks).Name == "number" }
	counts := func(v Values) bool { return !number(v) }
	by := Menu[int]{Name: "by", Of: "asks=options,number", Kinds: []Kind[int]{{Name: "coin", Fits: counts}, {Name: "bit", Fits: number}, {Name: "any"}}}
	f := Form{Choices: []Choice{asks, by}, Params: []Param{{Name: "share", Max: 1, Of: "asks=yes-no,options"}}}.Indexed()
	for query, want := range map[string]string{
		"":                       "asks=yes-no&share=0",
		"asks=options":           "asks=options&by=coin&share=0",
		"asks=number":            "asks=number&by=bit",
		"asks=number&by=any":     "asks=number&by=any",
		"asks=options&share=1":   "asks=options&by=coin&share=1",
		"by=bit":                 "by = bit means nothing with asks=yes-no; asks=number would work",
		"by=any":                 "by = any means nothing with asks=yes-no; asks=options or number would work",
		"asks=number&by=coin":    "by = coin means nothing with asks=number; asks=options would work",
		"asks=number&share=0.5":  "share = 0.5 means nothing with asks=number; asks=yes-no or options would work",
		"asks=options&by=number": `by = "number" is not known; nearest: bit, coin, any`,
	} {
		v, err := f.Parse(query)
		got := f.Encode(v)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is %s, want %s", query, got, want)
		}
	}
	v, err := f.Parse("asks=options&by=coin")
	if err != nil {
		t.Fatal(err)
	}
	if v = v.Picking(asks, "number"); v.Picked(by).Name != "bit" || len(Offered(by, v)) != 2 {
		t.Errorf("%s of %v is picked where the one that was does not fit", v.Picked(by).Name, Offered(by, v))
	}
}

// Where several choices would enable a control, the error offers the one with which the rest of the address still has a
// meaning.
func TestRefusalKeepsWhatIsSaid(t *testing.T) {
	option := func(name string, params ...Param) Kind[int] {
		return Kind[int]{Name: name, Title: name, Params: params}
	}
	times := Param{Name: "times", Max: 100, Default: 1}
	f := Form{Choices: []Choice{
		Menu[int]{Name: "of", Kinds: []Kind[int]{option("steps"), option("mechanism"), option("noise")}},
		Menu[int]{Name: "noise", Of: "of=noise", Kinds: []Kind[int]{option("laplace", times), option("best")}},
		Menu[int]{Name: "pair", Of: "of=mechanism", Kinds: []Kind[int]{option("worst", times), option("features")}},
	}, Params: []Param{{Name: "price", Max: 1, Of: "noise=best"}}}.Indexed()
	f.Idle = func(key string, v Values) bool { return key == "price" && v.Get(times) > 5 }
	for query, want := range map[string]string{
		"pair=features&times=2":       "times = 2 means nothing with pair=features; pair=worst would work",
		"times=2":                     "times = 2 means nothing with of=steps; of=mechanism or noise would work",
		"noise=best&times=2":          "times = 2 means nothing with noise=best; noise=laplace would work",
		"of=steps&noise=best&price=1": "noise = best means nothing with of=steps; of=noise would work",
		"of=steps&price=1":            "price = 1 means nothing with of=steps; of=noise would work",
	} {
		if _, err := f.Parse(query); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", query, err, want)
		}
	}
	v, err := f.Parse("of=noise&noise=laplace&times=9")
	if err != nil {
		t.Fatal(err)
	}
	const want = "price = 1 means nothing here; leaving it out would work"
	if _, err := f.Over(v, "noise=best&price=1"); err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}
