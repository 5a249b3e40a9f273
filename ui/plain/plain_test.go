package plain

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/mechanism"
	"dpscope/views/pages"
	"dpscope/views/view"
)

func TestTell(t *testing.T) {
	v := mechanism.Concentration
	at := slices.IndexFunc(v.Presets, func(p view.Preset) bool { return p.Name == "paper-pm" })
	lines := Tell(opened(t, v, v.Presets[at]).Scene())
	for _, want := range []string{
		"How close does a private answer land?", "Yes: 85.3 % of answers land between 0.20 and 0.80 (target 80 %); ε = 1.39 would have been enough.", "lands in the window: 85.3 %", "actual ε: 2.00, of 2.00 stated",
		"mechanism: Piecewise (PM)", "budget: ε = 2.00, from 0.0100 to 20.0; by itself it allows a strong hint",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("it does not tell %q:\n%s", want, strings.Join(lines, "\n"))
		}
	}
}

// opened opens a view at one of its presets, with the page computed before.
func opened(t *testing.T, v view.View, p view.Preset) *explorer.Explorer {
	t.Helper()
	values, err := v.Parse(p.Query)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := pages.Of(v.Name, p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e := explorer.New(explorer.Session{Context: t.Context(), Clock: explorer.TimeOfDay}, v, values)
	e.Present(sheet, nil)
	return e
}

// Each answer and each control of every page is told on a line of its own, in words.
func TestEveryPageIsTold(t *testing.T) {
	for _, v := range views.All {
		for i, p := range v.Presets {
			if i > 0 && !effort.Check() {
				break
			}
			s := opened(t, v, p).Scene()
			lines := Tell(s)
			for _, a := range engine.StandingAlone(s.Readings()) {
				if strings.HasPrefix(a.Heading(), "…") {
					t.Errorf("%s?preset=%s tells %q, which leans on nothing", v.Name, p.Name, a.Heading())
				}
				begins := func(line string) bool { return strings.HasPrefix(line, a.Heading()+": ") }
				if !slices.ContainsFunc(lines, begins) {
					t.Errorf("%s?preset=%s does not tell %q:\n%s", v.Name, p.Name, a.Heading(), strings.Join(lines, "\n"))
				}
			}
			for _, line := range lines {
				for _, odd := range []string{"NaN", "%!", "<nil>", "  ", "\n"} {
					if strings.Contains(line, odd) {
						t.Errorf("%s?preset=%s tells %q", v.Name, p.Name, line)
					}
				}
			}
		}
	}
}

// The signs of a page are told in words.
func TestCertaintyIsTold(t *testing.T) {
	for _, c := range []struct {
		value known.Value
		want  string
	}{
		{known.OrMore(0.5), "share: at least 50.0 %"},
		{known.Sampled(0.89, 0.881, 0.899, 0.95), "share: about 89.0 %, between 88.1 % and 89.9 %"},
		{known.Printed(0.8), "share: in the paper 80.0 %"},
		{known.Named("pm", "Piecewise (PM)").As(known.Estimate), "share: Piecewise (PM), by an estimate"},
		{known.Named("pm", "Piecewise (PM)"), "share: Piecewise (PM)"},
		{known.Nothing("no record is left"), "share: none: no record is left"},
	} {
		if got := Answer(engine.Reading{Label: "share", Style: numeral.Percent, Known: c.value}); got != c.want {
			t.Errorf("%+v is told as %q, want %q", c.value, got, c.want)
		}
	}
}

// Texts with and without a full stop at the end are told alike, and a question gets none.
func TestSentencesEndOnce(t *testing.T) {
	for text, want := range map[string]string{
		"Declared public: the clip R":  "Of whom: Declared public: the clip R.",
		"Declared public: the clip R.": "Of whom: Declared public: the clip R.",
		"Who counts?":                  "Of whom: Who counts?",
	} {
		s := explorer.Scene{Drawn: true}
		s.Sheet.Provenance.Text = text
		if lines := Tell(s); !slices.Contains(lines, want) {
			t.Errorf("%q is told as\n%s", text, strings.Join(lines, "\n"))
		}
	}
}
