package risk

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/audit"
	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
)

// sheetOf returns the page of an address.
func sheetOf(ctx context.Context, query string) (engine.Sheet, error) {
	values, err := Attack.Parse(query)
	if err != nil {
		return engine.Sheet{}, err
	}
	page, err := Attack.Ask(ctx, values)
	if err != nil {
		return engine.Sheet{}, err
	}
	return page.Sheet(ctx, func(engine.Sheet) {})
}

// The page of runs gives the audit's bound from below, refutes or proves nothing, and calls nothing private.
func TestAttackOfRuns(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<20)
	var b strings.Builder
	b.WriteString("in,score\n")
	for i := range 2000 {
		b.WriteString(fmt.Sprintf("%d,%d\n", i%2, (i%2)^(i/2%5)/4)) // a fifth is turned round: e^ε = 4
	}
	file := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	runs, err := audit.Read(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := runs.Of(audit.Question{Delta: 0.01, Confidence: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	for promise, first := range map[string]string{"0.5": "Refuted: ", "1.4": "Not refuted, which proves nothing: "} {
		sheet, err := sheetOf(ctx, "of=runs&file="+file+"&delta=0.01&confidence=0.9&floor=1e-10&epsilon="+promise)
		if err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprint(sheet.Lead); !strings.Contains(text, first) || strings.Contains(text, "private") || strings.Contains(text, "at most") {
			t.Errorf("ε = %s: it says %s", promise, text)
		}
		shown := map[string]float64{"epsilon-shown": want.Epsilon, "advantage": want.Advantage, "mu": want.Mu, "right": (1 + want.Advantage) / 2}
		for _, a := range sheet.Readings {
			v, has := shown[a.Name]
			if has && (a.Known.Basis != known.ConfidentAtLeast || a.Known.Value < v-1e-12 || a.Known.Value > v+1e-12) {
				t.Errorf("%s is %v, %v; the audit has %v", a.Name, a.Known.Value, a.Known.Basis, v)
			}
			if a.Known.Basis.Upper() || a.Known.Basis == known.Between {
				t.Errorf("%s is bounded from above, by runs: %+v", a.Name, a.Known)
			}
			delete(shown, a.Name)
		}
		if len(shown) > 0 {
			t.Errorf("there is no %v", shown)
		}
	}
	ties := filepath.Join(t.TempDir(), "ties.csv")
	if err := os.WriteFile(ties, []byte("in,score\n"+strings.Repeat("1,0.5\n0,0.5\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if sheet, err := sheetOf(ctx, "of=runs&file="+ties); err != nil || !strings.Contains(fmt.Sprint(sheet.Lead), "Nothing is shown") {
		t.Errorf("%v, %v", sheet.Lead, err)
	}
	if _, err := sheetOf(work.With(t.Context(), &work.Session{}), "of=runs&file="+file); err == nil || !strings.Contains(err.Error(), "no files") {
		t.Errorf("a session without files: %v", err)
	}
}

// A private model's page states the spending in its file; a file without that is refused.
func TestAttackOfModel(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<22)
	folder := t.TempDir()
	file := func(name, training string) string {
		path := filepath.Join(folder, name)
		text := `{"format":"dpscope-classifier/1","kind":"linear","features":["a"],"coef":[1],"intercept":0` + training + "}"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for training, like := range map[string]string{
		`,"training":{"epsilon":1,"delta":0.05}`:                                "of=claim&epsilon=1&delta=0.05",
		`,"training":{"noise_multiplier":1.1,"sampling_rate":0.01,"steps":100}`: "of=training&drawn=poisson&neighbours=left-out&sigma=1.1&rate=0.01&steps=100&delta=1e-5",
	} {
		got, err := sheetOf(ctx, "of=model&delta=1e-5&model="+file("m.json", training))
		if err != nil {
			t.Fatal(err)
		}
		want, err := sheetOf(ctx, like)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range want.Readings {
			if b := got.Readings[i]; a.Key != b.Key || a.Known != b.Known {
				t.Errorf("%s: %s is %+v, want %+v", training, b.Key, b.Known, a.Known)
			}
		}
		os.Remove(filepath.Join(folder, "m.json"))
	}
	const own = `,"normalisation":{"a":{"offset":1,"divisor":98,"from_data":true}}`
	for name, training := range map[string]string{
		"scales.json": own + `,"training":{"epsilon":1,"delta":0,"neighbours":"one record replaced by another"}`,
		"lists.json":  `,"training":{"epsilon":1,"delta":0,"neighbours":"one record replaced by another","from_data":["scale of a"]}`,
	} {
		sheet, err := sheetOf(ctx, "of=model&model="+file(name, training))
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]known.Value{}
		for _, a := range sheet.Readings {
			values[a.Name] = a.Known
		}
		for reading, want := range map[string]float64{"found": 1, "right": 1, "advantage": 1, "epsilon-at-delta": math.Inf(1), "right-weights": 1 / (1 + math.Exp(-1)), "epsilon-weights": 1} {
			if v := values[reading]; v.Basis != known.Exact || !(math.Abs(v.Value-want) < 1e-12 || v.Value == want) {
				t.Errorf("%s: %s is %+v, want %v", name, reading, v, want)
			}
		}
		lead := sheet.Lead
		if !strings.Contains(lead.Warning, "no ε covers scale of a") || !strings.Contains(lead.Price.String(), "An attacker may always be right about which of two records is in the table; by the weights alone, at most 73.1 %") ||
			!strings.Contains(sheet.Provenance.Text, "(scale of a); of the weights alone, ε = 1.00 (one record replaced by another)") || !sheet.Provenance.Warning {
			t.Errorf("%s: %+v, %+v", name, lead, sheet.Provenance)
		}
	}
	for training, says := range map[string]string{
		`"neighbours":"one record replaced by another"`: "of the records trained on are found",
		`"neighbours":"one record added or removed"`:    "of those who took part are found",
	} {
		sheet, err := sheetOf(ctx, "of=model&model="+file("n.json", `,"training":{"epsilon":1,"delta":0,`+training+"}"))
		if err != nil || !strings.Contains(sheet.Lead.Answer.String(), says) {
			t.Errorf("%s: %+v, %v", training, sheet.Lead, err)
		}
		os.Remove(filepath.Join(folder, "n.json"))
	}
	for query, says := range map[string]string{
		"of=model&model=" + file("plain.json", ""): "does not say what its training spent",
		"of=model&model=stroke-forest":             "does not say what its training spent",
		"of=model":                                 "names no file",
		"of=model&model=" + folder + "/none.json":  "no such file",
	} {
		if _, err := sheetOf(ctx, query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", query, err)
		}
	}
}
