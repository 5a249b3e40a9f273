package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/audit"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// tell writes the verdict; a refuted promise is an error.
func (a audited) tell(out io.Writer, asJSON bool) error {
	text := []byte(a.words())
	if asJSON {
		var err error
		if text, err = a.object(); err != nil {
			return err
		}
	}
	if _, err := out.Write(text); err != nil {
		return fmt.Errorf("the audit cannot be written: %w", err)
	}
	if a.refuted() {
		return errors.New("refuted: " + a.verdict())
	}
	return nil
}

func (a audited) refuted() bool { return a.promised && a.result.Refutes(a.Epsilon) }

// verdict returns the answer in one sentence.
func (a audited) verdict() string {
	r := a.result
	sure := fmt.Sprintf("with %.6g %% confidence", 100*a.Confidence)
	switch found := fmt.Sprintf("ε ≥ %s at δ = %s %s", least(r.Epsilon), numeral.Exact(a.Delta), sure); {
	case len(r.Events) == 0:
		return "all scores are the same: they tell nothing apart, and refute nothing"
	case !a.promised:
		return found
	case a.refuted():
		return found + fmt.Sprintf(", where ε = %s was stated", numeral.Exact(a.Epsilon))
	default:
		return found + fmt.Sprintf(", and ε = %s was stated: not refuted, and this proves nothing", numeral.Exact(a.Epsilon))
	}
}

// words returns the verdict and its evidence, one line each.
func (a audited) words() string {
	r := a.result
	var b strings.Builder
	if a.refuted() {
		b.WriteString("refuted: ")
	}
	fmt.Fprintln(&b, a.verdict())
	if len(r.Events) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "advantage ≥ %s, μ ≥ %s; at most ε = %s could be shown by as many runs\n", least(r.Advantage), least(r.Mu),
		numeral.Up.Short(r.Attainable))
	for _, e := range r.Events {
		fmt.Fprintf(&b, "tested: %s %.6g, in %d of %d runs with the record and %d of %d without\n", side(e), e.Threshold, e.NamedIn, e.In,
			e.NamedOut, e.Out)
	}
	return b.String()
}

// side says on which side of its threshold a test names a run.
func side(e audit.Event) string {
	if e.Below {
		return "score ≤"
	}
	return "score >"
}

// least writes a lower bound.
func least(v float64) string {
	if v == 0 {
		return "0"
	}
	return numeral.Down.Short(v)
}

// object returns the audit as JSON.
func (a audited) object() ([]byte, error) {
	type bound struct {
		Value float64 `json:"value"`
		Basis string  `json:"basis"`
	}
	type test struct {
		Threshold any     `json:"threshold"`
		Named     string  `json:"named"`
		NamedIn   int64   `json:"namedIn"`
		In        int64   `json:"in"`
		NamedOut  int64   `json:"namedOut"`
		Out       int64   `json:"out"`
		TPR       float64 `json:"tprAtLeast"`
		FPR       float64 `json:"fprAtMost"`
	}
	r := a.result
	tests := []test{}
	for _, e := range r.Events {
		t := test{e.Threshold, "above", e.NamedIn, e.In, e.NamedOut, e.Out, e.TPR, e.FPR}
		if e.Below {
			t.Named = "up to"
		}
		if math.IsInf(e.Threshold, 0) { // JSON has no infinity
			t.Threshold = engine.Digits(e.Threshold)
		}
		tests = append(tests, t)
	}
	atLeast := func(v float64) bound { return bound{v, known.OrMore(v).With(a.Confidence).How()} }
	var promised, refuted any
	if a.promised {
		promised, refuted = a.Epsilon, a.refuted()
	}
	text, err := json.MarshalIndent(struct {
		Of         string  `json:"of"`
		Verdict    string  `json:"verdict"`
		Promised   any     `json:"promised"`
		Refuted    any     `json:"refuted"`
		Delta      float64 `json:"delta"`
		Confidence float64 `json:"confidence"`
		In         int64   `json:"in"`
		Out        int64   `json:"out"`
		Epsilon    bound   `json:"epsilon"`
		Advantage  bound   `json:"advantage"`
		Mu         bound   `json:"mu"`
		Attainable float64 `json:"epsilonAttainable"`
		Tests      []test  `json:"tests"`
	}{a.of, a.verdict(), promised, refuted, a.Delta, a.Confidence, a.in, a.out, atLeast(r.Epsilon), atLeast(r.Advantage), atLeast(r.Mu),
		r.Attainable, tests}, "", " ")
	return append(text, '\n'), err
}
