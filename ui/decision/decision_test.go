package decision

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/ui/report"
	"dpscope/views"
	"dpscope/views/pages"
	"dpscope/views/viewtest"
)

var program = engine.Program{Version: "1.2.3", Commit: "1a2b3c4d5e6f", Date: "2026-11-25"}

// compute fills a page.
func compute(ctx context.Context, p *report.Page) (err error) {
	if p.Sheet, err = p.View.Sheet(ctx, p.Values, func(engine.Sheet) {}); err != nil {
		return err
	}
	p.Files, err = report.Digests(ctx, p.View, p.Values, p.Sheet.Defaults)
	return err
}

func checker(data ...string) *Checker {
	return &Checker{Program: program, Compute: compute, Data: data}
}

// decided returns a decision on a page.
func decided(t *testing.T, p report.Page, by, because string) Decision {
	t.Helper()
	d, err := Made{Page: p, Program: program, By: by, Because: because}.Decision()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// opened computes the page of an address.
func opened(t *testing.T, address string) report.Page {
	t.Helper()
	v, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	p := report.Page{View: v, Values: values}
	if err := compute(worktest.Shared(), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// text writes a file.
func text(t *testing.T, list ...Decision) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, list); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readOf reads a file of one decision.
func readOf(t *testing.T, data []byte) Read {
	t.Helper()
	list, err := Parse(data, program.Version)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// checked reads a file of one decision and checks it.
func checked(t *testing.T, data []byte, files ...string) Finding {
	t.Helper()
	f, err := checker(files...).Check(worktest.Shared(), readOf(t, data))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every recorded page survives a file as it was, whatever people write beside it.
func TestPagesSurviveAFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"Ada", "<b>&\u2028", "名前 \"x\"", "a\\b", "=1+1", "\u202e", "\x1b[31m", "ε ≤ 1"}
	number := 0
	for _, v := range views.All {
		for _, preset := range v.Presets {
			if number++; !effort.Sample(number, 5, 1) {
				continue
			}
			values, err := v.Preset(preset.Name)
			if err != nil {
				t.Fatal(err)
			}
			sheet, err := pages.Of(v.Name, preset.Name)
			if err != nil {
				t.Fatal(err)
			}
			d := decided(t, report.Page{View: v, Values: values, Sheet: sheet}, words[rng.IntN(len(words))], words[rng.IntN(len(words))])
			if r := readOf(t, text(t, d)); r.Changed || !reflect.DeepEqual(r.Decision, d) {
				t.Errorf("%s?preset=%s is read as another decision, changed %v", v.Name, preset.Name, r.Changed)
			}
		}
	}
}

// quick lists views that answer in milliseconds at every setting.
var quick = []string{"survey", "concentration", "flips", "success", "losses"}

// Random settings are decided on and read again as their pages are; some are computed again.
func TestRoundTrips(t *testing.T) {
	effort.Unwatched(t)
	trips, empty := 0, 0
	for i := range effort.Scale(60, 500, 10_000) {
		v, err := views.Find(quick[i%len(quick)])
		if err != nil {
			t.Fatal(err)
		}
		p := report.Page{View: v, Values: viewtest.Anywhere(v, i)}
		if err := compute(worktest.Shared(), &p); err != nil { // as what cannot be calibrated
			empty++
			continue
		}
		data := text(t, decided(t, p, "Ada", fmt.Sprint(i)))
		if r := readOf(t, data); r.Changed || len(differences(r.Decision, p, nil)) > 0 {
			t.Errorf("%s: changed %v, %v", v.Address(p.Values), r.Changed, differences(r.Decision, p, nil))
		}
		if trips++; trips%7 != 0 {
			continue
		}
		if f := checked(t, data); f.Verdict != Same || len(f.Differences) > 0 {
			t.Errorf("%s: %v, %q, %v", v.Address(p.Values), f.Verdict, f.Reasons, f.Differences)
		}
	}
	if trips < 9*empty {
		t.Errorf("%d settings were decided on, and %d had no page", trips, empty)
	}
}

// A decision with any one field changed is refused or known as changed. Where an answer, a digest or the question was changed
// and the decision's own digest made anew, its page gives it away.
func TestMutationsAreCaught(t *testing.T) {
	var all []report.Page // of numbers, words, bounds, estimates and models
	for _, address := range []string{"survey", "concentration?mechanism=gaussian&epsilon=1", "flips?n=20", "run?drawn=shuffled", "losses",
		"utility?classifier=stroke-forest"} {
		all = append(all, opened(t, address))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	refused, changed, forged := 0, 0, 0
	for i := range effort.Scale(600, 2000, 10_000) {
		page := all[i%len(all)]
		mutated, what := mutate(t, rng, text(t, decided(t, page, "Ada", "enough")))
		list, err := Parse(mutated, program.Version)
		if err != nil {
			refused++
			continue
		}
		if changed++; !list[0].Changed {
			t.Errorf("%s is not seen to be another:\n%s", what, mutated)
		}
		if !strings.HasPrefix(what, "readings.") && !strings.HasPrefix(what, "files.") && what != "question" || list[0].Newer != "" {
			continue
		}
		d, err := list[0].sealed()
		if err != nil {
			t.Fatal(err)
		}
		if r := readOf(t, text(t, d)); r.Changed || len(differences(r.Decision, page, nil)) == 0 {
			t.Errorf("%s with a new digest is not seen to be another:\n%s", what, mutated)
		}
		forged++
	}
	t.Logf("%d were refused, %d changed, %d of them with a new digest", refused, changed, forged)
	if refused == 0 || forged < changed/2 {
		t.Errorf("%d were refused, %d changed, %d of them with a new digest", refused, changed, forged)
	}
}

// A changed decision, and one of a newer version, are told by checking too.
func TestVerdictsOfChanged(t *testing.T) {
	data := string(text(t, decided(t, opened(t, "flips?n=20"), "Ada", "enough")))
	newer := program
	newer.Version = "1.10.0"
	made, err := Made{Page: opened(t, "flips?n=20"), Program: newer, By: "Ada", Because: "enough"}.Decision()
	if err != nil {
		t.Fatal(err)
	}
	moved := decided(t, opened(t, "flips?n=20"), "Ada", "enough")
	moved.Address = strings.Replace(moved.Address, "flips?", "coins?", 1)
	if moved, err = moved.sealed(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		data    string
		verdict Verdict
		says    string
	}{
		{data, Same, "readings are as recorded"},
		{strings.Replace(data, "enough", "too little", 1), Differs, "it was changed after it was written"},
		{strings.Replace(data, "n=20", "n=21", 1), Differs, "it was changed after it was written"},
		{strings.Replace(data, `"1.2.3"`, `"1.3.0"`, 1), Differs, "it was changed after it was written"},
		{string(text(t, made)), CannotBeTold, "dpscope 1.10.0 made it, and this is 1.2.3"},
		{string(text(t, moved)), CannotBeTold, "its address does not open in this version"},
	} {
		if f := checked(t, []byte(c.data)); f.Verdict != c.verdict || !strings.Contains(strings.Join(f.Reasons, "; "), c.says) {
			t.Errorf("%v, %q; want %v, %s", f.Verdict, f.Reasons, c.verdict, c.says)
		}
	}
}

// leaf is a value in JSON: its place and how it is set.
type leaf struct {
	place string
	value any
	set   func(any)
}

// leaves lists the values below v.
func leaves(place string, v any, set func(any)) (all []leaf) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w := v[name]
			all = append(all, leaves(strings.TrimPrefix(place+"."+name, "."), w, func(to any) { v[name] = to })...)
		}
	case []any:
		for i, w := range v {
			all = append(all, leaves(place, w, func(to any) { v[i] = to })...)
		}
	default:
		all = append(all, leaf{place, v, set})
	}
	return all
}

// mutate changes one value of a file of one decision to another of the same kind.
func mutate(t *testing.T, rng *rand.Rand, data []byte) (mutated []byte, what string) {
	t.Helper()
	var root map[string][]any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	all := leaves("", root["decisions"][0], nil)
	l := all[rng.IntN(len(all))]
	switch v := l.value.(type) {
	case float64:
		l.set(otherNumber(rng, v))
	case string:
		l.set(otherWord(rng, v))
	default:
		l.set(rng.Float64())
	}
	mutated, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return mutated, l.place
}

func otherNumber(rng *rand.Rand, v float64) float64 {
	switch rng.IntN(3) {
	case 0:
		return v + max(1, math.Abs(v))*1e-6
	case 1:
		return -v - 1
	}
	return v*(1+1e-7)*float64(1+rng.IntN(2)) + 1e-9
}

// otherWord changes, drops or adds a letter.
func otherWord(rng *rand.Rand, word string) string {
	letters := []rune(word)
	if len(letters) == 0 {
		return "x"
	}
	i := rng.IntN(len(letters))
	switch rng.IntN(3) {
	case 0:
		return string(letters[:i]) + string(letters[i+1:])
	case 1:
		return string(letters[:i]) + "7" + string(letters[i:])
	}
	letters[i]++
	return string(letters)
}
