package param

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/numeral"
)

var (
	epsilon = Param{Name: "epsilon", Symbol: "ε", Min: 1e-6, Max: 1500, Low: 0.01, High: 20, Default: 2, Scale: Log}
	place   = Param{Name: "x", Symbol: "x", Min: 0, Max: 1, Default: 0.5, Fine: 0.01, Coarse: 0.1}
	goal    = Param{Name: "target", Symbol: "t", Min: 0, Max: 1, Open: true, Default: 0.8, Fine: 0.01, Coarse: 0.1, Style: numeral.Percent}
	people  = Param{Name: "n", Symbol: "n", Unit: "people", Min: 1, Max: 1e12, Default: 100, Scale: Count}
	all     = []Param{epsilon, place, goal, people}
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		p    Param
		text string
		want float64
		says string // of the error; empty: none
	}{
		{epsilon, "2", 2, ""},
		{epsilon, "1e-6", 1e-6, ""},
		{epsilon, "0", 0, "epsilon = 0 is outside [1e-6, 1500]"},
		{epsilon, "1e400", 0, "epsilon = 1e400 is outside"},
		{epsilon, "-1e400", 0, "is outside"},
		{epsilon, "NaN", 0, "is outside"},
		{epsilon, "Inf", 0, "is outside"},
		{epsilon, "", 0, `epsilon = "" is not a number; 2 would work`},
		{epsilon, "2 apples", 0, "is not a number"},
		{epsilon, strings.Repeat("9", 1<<20), 0, "..."},
		{goal, "0", 0, "outside (0, 1)"},
		{goal, "1", 0, "outside (0, 1)"},
		{place, "256/60,000", 256. / 60_000, ""},
		{place, "1/0", 0, "x = 1/0 is outside [0, 1]"},
		{place, "0/0", 0, "is outside"},
		{place, "3/2", 0, "x = 3/2 is outside [0, 1]"},
		{place, "1/", 0, "is not a number"},
		{people, "100/4", 0, "is not a number"},
		{people, "2.5", 0, "is not a whole number; 2 or 3 would work"},
		{people, "1e12", 1e12, ""},
	} {
		got, err := c.p.Read(c.text)
		switch {
		case c.says == "" && (err != nil || got != c.want):
			t.Errorf("%s: Read(%q) = %g, %v", c.p.Name, c.text, got, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 200):
			t.Errorf("%s: Read(%.40q) gives %v", c.p.Name, c.text, err)
		}
	}
	_, err := epsilon.Read("3e3")
	var outside *RangeError
	if !errors.As(err, &outside) || outside.Value != 3000 {
		t.Errorf("Read(3e3) gives %v", err)
	}
}

// An end that is outside is refused, and every way to say the range says so.
func TestEndsThatAreOutside(t *testing.T) {
	for _, c := range []struct {
		p         Param
		low, high bool // that end is inside
		refusal   string
		words     string
	}{
		{Param{Name: "delta", Max: 1}, true, true, "delta = 2 is outside [0, 1]", "from 0 to 1"},
		{Param{Name: "delta", Max: 1, Open: true}, false, false, "delta = 2 is outside (0, 1)", "above 0 and below 1"},
		{Param{Name: "delta", Max: 1, OpenLow: true}, false, true, "delta = 2 is outside (0, 1]", "above 0, up to 1"},
		{Param{Name: "delta", Max: 1, OpenHigh: true}, true, false, "delta = 2 is outside [0, 1)", "from 0 to below 1"},
	} {
		if low, high := c.p.Check(0) == nil, c.p.Check(1) == nil; low != c.low || high != c.high || c.p.Check(0.5) != nil {
			t.Errorf("%s: 0 is inside: %t, 1: %t, 0.5: %v", c.words, low, high, c.p.Check(0.5))
		}
		if err := c.p.Check(2); err == nil || err.Error() != c.refusal || c.p.Within() != c.words {
			t.Errorf("%v, %q; want %q, %q", err, c.p.Within(), c.refusal, c.words)
		}
	}
}

// A step back undoes a step forth, wherever on the lattice, and steps stay in
// the slider's range.
func TestStepBackUndoesStepForth(t *testing.T) {
	for _, p := range all {
		low, high := p.Travel()
		for _, coarse := range []bool{false, true} {
			v := p.Step(p.Step(low, +1, coarse), 0, coarse)
			for steps := 0; ; steps++ {
				next := p.Step(v, +1, coarse)
				if next == v {
					break
				}
				if back := p.Step(next, -1, coarse); back != v && next < high {
					t.Fatalf("%s: from %v up to %v, but down to %v", p.Name, v, next, back)
				}
				if next < low || next > high || p.Check(next) != nil {
					t.Fatalf("%s: step to %v", p.Name, next)
				}
				v = next
				if steps > 10000 {
					t.Fatalf("%s: no end", p.Name)
				}
			}
		}
	}
}

func TestStep(t *testing.T) {
	for _, c := range []struct {
		p      Param
		v      float64
		steps  int
		coarse bool
		want   float64
	}{
		{epsilon, 2, 1, false, 2.1},
		{epsilon, 2, 1, true, 5},
		{epsilon, 2, -1, false, 1.9},
		{epsilon, 1, -1, false, 0.99},
		{epsilon, 9.9, 1, false, 10},
		{epsilon, 1.386294, 1, false, 1.4},
		{epsilon, 20, 1, false, 20},
		{epsilon, 1000, 1, false, 1100},
		{epsilon, 1000, -1, true, 500},
		{place, 0.3, 1, false, 0.31},
		{place, 0.29, 1, true, 0.3},
		{place, 0, -1, false, 0},
		{goal, 0.99, 1, false, 0.99},
		{goal, 0.8, 20, false, 0.8},
		{people, 100, 1, false, 110},
		{people, 100, -1, false, 99},
		{people, 7, 1, false, 8},
		{people, 9, 1, true, 10},
	} {
		if got := c.p.Step(c.v, c.steps, c.coarse); got != c.want {
			t.Errorf("%s: Step(%v, %d, %v) = %v, want %v", c.p.Name, c.v, c.steps, c.coarse, got, c.want)
		}
	}
}

func TestPositionInvertsAt(t *testing.T) {
	for _, p := range []Param{epsilon, place, goal} {
		for i := range 101 {
			at := float64(i) / 100
			if got := p.Position(p.At(at)); math.Abs(got-at) > 1e-12 {
				t.Errorf("%s: Position(At(%g)) = %g", p.Name, at, got)
			}
		}
	}
	if got := epsilon.Position(1000); got != 1 {
		t.Errorf("a value beyond the slider stands at %g, not at its end", got)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		p    Param
		v    float64
		want string
	}{{epsilon, 2, "2.00"}, {place, 0.5, "0.50"}, {place, 0.12345, "0.123"}, {goal, 0.8, "80 %"}, {goal, 0.9999, "99.99 %"}, {people, 1e6, "1,000,000"}} {
		if got := c.p.Text(c.v); got != c.want {
			t.Errorf("%s: Text(%v) = %q, want %q", c.p.Name, c.v, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"laplace", "laplace-clamped", "gaussian", "pm", "sw", "krr"}
	for name, want := range map[string]string{"laplas": "laplace", "gausian": "gaussian", "PM": "pm", "clamped": "laplace-clamped", "kr": "krr"} {
		if got := Nearest(name, known, 1)[0]; got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	if got := Nearest(strings.Repeat("x", 1<<20), known, 3); len(got) != 3 {
		t.Errorf("a long name has %d neighbours", len(got))
	}
}

type dish struct{ salt float64 }

var (
	salt  = Param{Name: "salt", Symbol: "s", Min: 0, Max: 10, Default: 1}
	soups = Menu[dish]{Name: "soup", Kinds: []Kind[dish]{
		{Name: "clear", Title: "Clear", New: func(Values) (dish, error) { return dish{}, nil }},
		{Name: "thick", Title: "Thick", Params: []Param{salt}, New: func(v Values) (dish, error) { return dish{v.Get(salt)}, nil }},
	}}
	guest = Text{Name: "guest", Default: "anyone"}
	form  = Form{Choices: []Choice{soups}, Texts: []Text{guest}, Params: all}
)

func TestFormSlidersFollowTheChoice(t *testing.T) {
	v, err := form.Parse("soup=thick&salt=3")
	if err != nil {
		t.Fatal(err)
	}
	if got := form.Sliders(v)[0].Name; got != "salt" {
		t.Errorf("the first slider is %s", got)
	}
	if d, err := soups.New(v); err != nil || d.salt != 3 {
		t.Errorf("New gives %v, %v", d, err)
	}
	thin := v.Picking(soups, "clear")
	if got := form.Sliders(thin)[0].Name; got != "epsilon" {
		t.Errorf("without salt the first slider is %s", got)
	}
	if got := form.Encode(thin); strings.Contains(got, "salt") {
		t.Errorf("Encode gives %s", got)
	}
	if back := thin.Picking(soups, "thick"); back.Get(salt) != 3 {
		t.Error("the salt is forgotten when another soup is tried")
	}
}

func TestParseErrors(t *testing.T) {
	for query, says := range map[string]string{
		"soup=thin":           "soup = \"thin\" is not known; nearest: thick",
		"sup=thick":           "control = \"sup\" is not known; nearest: soup",
		"epsilon":             "\"epsilon\" has no value",
		"epsilon=1&epsilon=1": "epsilon is given twice",
		"guest=%zz":           "is not an address",
		"epsilon=2000":        "epsilon = 2000 is outside [1e-6, 1500]",
		"=":                   "control = \"\" is not known",
	} {
		if _, err := form.Parse(query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%q) gives %v, want %q", query, err, says)
		}
	}
}

// Exact returns the shorter of two ways to write a number, which is read back.
func TestExact(t *testing.T) {
	for v, want := range map[float64]string{1500: "1500", 1e-6: "1e-6", 1000001: "1000001", 1e6: "1e6", 1.5e300: "1.5e300", 123456789: "123456789", 0.1: "0.1", -2e7: "-2e7"} {
		if got := epsilon.Exact(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

// A plus sign is itself, as exponents have it.
func TestParsePlus(t *testing.T) {
	v, err := form.Parse("epsilon=1.5e+2&guest=a+b%20c%2Bd")
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Get(epsilon); got != 150 {
		t.Errorf("epsilon = %v", got)
	}
	if got := v.Word(guest); got != "a+b c+d" {
		t.Errorf("guest = %q", got)
	}
}

// Encode and Parse are inverse on every setting that the form can show.
func TestEncodeParse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "a b", "ä&=%+#", "dir/file.csv", "0.5,0.25", "\x1b[31m\n", "名前"}
	for range 2000 {
		v := Values{}.Picking(soups, []string{"clear", "thick"}[rng.IntN(2)]).Writing(guest, words[rng.IntN(len(words))])
		for _, p := range form.Sliders(v) {
			low, high := p.Min, p.Max
			x := low + rng.Float64()*(high-low)
			if p.Scale == Count {
				x = math.Round(x)
			}
			if p.Check(x) == nil {
				v = v.With(p, x)
			} else {
				v = v.With(p, p.Default)
			}
		}
		query := form.Encode(v)
		got, err := form.Parse(query)
		if err != nil || !got.Equal(v) {
			t.Fatalf("%s: %v", query, err)
		}
		if again := form.Encode(got); again != query {
			t.Fatalf("%s became %s", query, again)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "soup=thick&salt=3&epsilon=2", "guest=%41", "&&", "a=b=c", "epsilon=1e400", "x=0x1p-2", "n=1e12", "soup=clear&hold.soup=thick&hold.salt=3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		v, err := form.Parse(query)
		if err != nil {
			if len(err.Error()) > 600 || strings.Contains(err.Error(), "\n") {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		for _, p := range form.All() {
			if err := p.Check(v.Get(p)); err != nil {
				t.Errorf("%q let through %v", query, err)
			}
		}
		again, err := form.Parse(form.Encode(v))
		if err != nil {
			t.Fatalf("%q: its own address gives %v", query, err)
		}
		for _, p := range form.Sliders(v) {
			if again.Get(p) != v.Get(p) {
				t.Errorf("%q: %s became %v", query, p.Format(v.Get(p)), again.Get(p))
			}
		}
		if again.Word(guest) != v.Word(guest) || again.Picked(soups).Name != v.Picked(soups).Name {
			t.Errorf("%q: the words changed", query)
		}
	})
}

// A quantity that is written −0 is 0: answers never differ by a sign of nothing.
func TestNoMinusZero(t *testing.T) {
	for _, text := range []string{"-0", "-0.0", "-1e-400"} {
		v, err := Param{Name: "epsilon", Max: 1}.Read(text)
		if err != nil || math.Signbit(v) {
			t.Errorf("%s is read as %g, %v", text, v, err)
		}
	}
}

// The ends of a range push one another; a far end stays.
func TestEndsPushOneAnother(t *testing.T) {
	from := Param{Name: "from", Min: -5, Max: 6, Default: 0.2, Above: "to"}
	to := Param{Name: "to", Min: -5, Max: 6, Default: 0.8}
	other := Param{Name: "x", Min: 0, Max: 1, Default: 0.5}
	f := Form{Params: []Param{from, to, other}}
	for _, c := range []struct {
		moved    Param
		x        float64
		from, to float64
	}{{from, 0.5, 0.5, 0.8}, {from, 0.9, 0.9, 0.9}, {to, 0.1, 0.1, 0.1}, {to, 0.3, 0.2, 0.3}, {other, 0, 0.2, 0.8}} {
		v := f.With(Values{}, c.moved, c.x)
		if v.Get(from) != c.from || v.Get(to) != c.to || v.Get(c.moved) != c.x {
			t.Errorf("%s = %g leaves [%g, %g], want [%g, %g]", c.moved.Name, c.x, v.Get(from), v.Get(to), c.from, c.to)
		}
	}
}

// Controls of a file are shown once a file is named, and neither shown nor written before.
func TestTextsWithAFile(t *testing.T) {
	f := Form{Texts: []Text{{Name: "data", Default: "gauss2"}, {Name: "test", With: "data"}}}
	for query, want := range map[string]struct {
		address string
		shown   int
	}{
		"":                      {"data=gauss2", 1},
		"data=a.csv":            {"data=a.csv", 2},
		"data=a.csv&test=b.csv": {"data=a.csv&test=b.csv", 2},
	} {
		v, err := f.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, texts := f.Needed(v); f.Encode(v) != want.address || len(texts) != want.shown {
			t.Errorf("%q is written %q, %d shown", query, f.Encode(v), len(texts))
		}
	}
	if _, err := f.Parse("test=b.csv"); err == nil || err.Error() != "test = b.csv means nothing without data; data=FILE would work" {
		t.Errorf("without a file: %v", err)
	}
}

// Settings for one file do not carry over to the next.
func TestAFileResetsWhatWasSaidOfAnother(t *testing.T) {
	data := Text{Name: "data", Default: "mixture", Resets: []string{"label", "ratio"}}
	f := Form{Texts: []Text{data, {Name: "label"}}, Params: []Param{{Name: "ratio", Max: 100}, {Name: "epsilon", Max: 10, Default: 1}}}
	before, err := f.Parse("data=a.csv&label=y&ratio=9&epsilon=2")
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Encode(before.Writing(data, "b.csv")); got != "data=b.csv&ratio=0&epsilon=2" {
		t.Errorf("after another file: %s", got)
	}
	for _, v := range []Values{before, before.Writing(data, "a.csv")} {
		if got := f.Encode(v); got != "data=a.csv&label=y&ratio=9&epsilon=2" {
			t.Errorf("of the same file: %s", got)
		}
	}
}

// A rarely needed control is neither shown nor written unless it is set, and can always be set.
func TestAsNeeded(t *testing.T) {
	scale := Menu[int]{Name: "values", Kinds: []Kind[int]{{Name: "scaled"}, {Name: "raw"}}}
	f := Form{Choices: []Choice{scale}, Texts: []Text{{Name: "data", Default: "synthetic"}, {Name: "record"}}, AsNeeded: []string{"data", "values"}}
	for query, want := range map[string]struct {
		address string
		shown   int
	}{
		"":                              {"", 1},
		"data=synthetic&values=scaled":  {"", 1},
		"record=line:2&data=people.csv": {"data=people.csv&record=line:2", 2},
		"values=raw&record=line:2":      {"values=raw&record=line:2", 2},
	} {
		v, err := f.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		choices, texts := f.Needed(v)
		if got := f.Encode(v); got != want.address || len(choices)+len(texts) != want.shown {
			t.Errorf("%q is written %q, %d shown", query, got, len(choices)+len(texts))
		}
	}
}

// A choice or a slider without a meaning for the picked option is neither shown nor written; its value is kept.
func TestControlsBelongToAnOption(t *testing.T) {
	option := func(name string) Kind[int] { return Kind[int]{Name: name, Title: name} }
	f := Form{
		Choices: []Choice{Menu[int]{Name: "query", Kinds: []Kind[int]{option("real"), option("count")}}, Menu[int]{Name: "atom", Of: "query=real", Kinds: []Kind[int]{option("off"), option("on")}}},
		Params:  []Param{{Name: "epsilon", Max: 1, Default: 1}, {Name: "width", Max: 1, Of: "query=real"}},
	}
	const whole = "query=real&atom=on&epsilon=1&width=0.5"
	real, err := f.Parse(whole)
	if err != nil || f.Encode(real) != whole {
		t.Fatalf("%s is written %s, %v", whole, f.Encode(real), err)
	}
	count := real.Picking(f.Choices[0], "count")
	if got := f.Encode(count); got != "query=count&epsilon=1" {
		t.Errorf("of a count is written %s", got)
	}
	if again := count.Picking(f.Choices[0], "real"); f.Encode(again) != whole {
		t.Errorf("a count, then a real number: %s", f.Encode(again))
	}
}

// A slider for made-up data is neither shown nor written beside a file, and returns without it.
func TestControlsGoWithAText(t *testing.T) {
	data := Text{Name: "data", Default: "mixture"}
	f := Form{Texts: []Text{data}, Params: []Param{{Name: "epsilon", Max: 1, Default: 1}, {Name: "separation", Max: 10, Default: 4, Without: "data"}}}
	v, err := f.Parse("separation=5")
	if err != nil {
		t.Fatal(err)
	}
	v = v.Writing(data, "a.csv")
	if got := f.Encode(v); got != "data=a.csv&epsilon=1" || len(f.Sliders(v)) != 1 {
		t.Errorf("%q is written, %d sliders", got, len(f.Sliders(v)))
	}
	if got := f.Encode(v.Writing(data, "mixture")); got != "data=mixture&epsilon=1&separation=5" {
		t.Errorf("%q is written without the file", got)
	}
	const want = "separation = 5 means nothing with data=a.csv; data=mixture would work"
	if _, err := f.Parse("data=a.csv&separation=5"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A unit agrees with the number before it.
func TestFormat(t *testing.T) {
	patience := Param{Symbol: "P", Unit: "epochs", Max: 100, Scale: Count, Zero: "endless"}
	for v, want := range map[float64]string{0: "P = endless", 1: "P = 1 epoch", 20: "P = 20 epochs"} {
		if got := patience.Format(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
}

// For plain options Chosen returns what New makes; an unknown word picks the first, as Picked does.
func TestChosen(t *testing.T) {
	plain := func(x int) func(Values) (int, error) { return func(Values) (int, error) { return x, nil } }
	m := Menu[int]{Name: "size", Kinds: []Kind[int]{{Name: "small", New: plain(1)}, {Name: "large", New: plain(2)}}}
	for word, want := range map[string]int{"small": 1, "large": 2, "huge": 1} {
		if got := m.Chosen(Values{}.Picking(m, word)); got != want {
			t.Errorf("%s: %d, want %d", word, got, want)
		}
	}
	if got := m.Chosen(Values{}); got != 1 {
		t.Errorf("left out: %d", got)
	}
}
