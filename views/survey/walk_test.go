package survey

import (
	"context"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
)

// Solving the margin for ε or n finds the page's own reading for the target, or says why there is none.
func TestSolvingIsWhatThePageSays(t *testing.T) {
	ctx := context.Background()
	margin := engine.Key{Name: "margin-of-error"}
	for _, query := range []string{
		"epsilon=1&n=2000&true-share=0.3&target=0.03", "trust=office&target=0.021", "asked=everyone&target=0.05", "asks=number&target=0.05",
		"asks=options&k=100&epsilon=2&n=20000&true-share=0.1&target=0.02", "target=0.019", "target=0.02", "asks=options&protocol=oue&target=0.0201",
		"trust=office&noise=analytic-gaussian&delta=1e-6&target=0.021", "epsilon=0", "n=1&target=0.001",
	} {
		v, err := View.Over(View.Opening(), query)
		if err != nil {
			t.Fatal(err)
		}
		for unknown, reading := range map[string]string{"epsilon": "epsilon-required", "n": "n-required"} {
			want, err := View.Value(ctx, v, engine.Key{Name: reading})
			if err != nil {
				t.Fatal(err)
			}
			i := 0
			for sliders := View.Sliders(v); sliders[i].Name != unknown; {
				i++
			}
			got, err := engine.Solve(ctx, engine.Search{Unknown: View.Sliders(v)[i], Goal: known.Lower, Target: v.Get(target), Walk: View.Walk(v, margin, unknown),
				Answer: func(ctx context.Context, x float64) (float64, error) {
					m, err := View.Value(ctx, v.With(param.Param{Name: unknown}, x), margin)
					return m.Number(), err
				}})
			switch {
			case want.Missing() && (err == nil || err.Error() != want.None):
				t.Errorf("%s: solving for %s says %v, and the page %q", query, unknown, err, want.None)
			case !want.Missing() && (err != nil || got.Value != want.Value || !(got.Reading <= v.Get(target)) || !got.Walked):
				t.Errorf("%s: solving for %s gives %+v, %v, and the page says %g", query, unknown, got, err, want.Value)
			}
		}
	}
	v, err := View.Over(View.Opening(), "asks=options&protocol=response&k=10&epsilon=2&n=20000&true-share=0.1")
	if err != nil {
		t.Fatal(err)
	}
	last, walks, err := View.Walk(v, margin, "k")(ctx, 0.03)
	if err != nil || !walks || !last.Lesser || last.At.Missing() {
		t.Errorf("the greatest k: %+v, %v, %v", last, walks, err)
	}
	if _, walks, _ := View.Walk(v, margin, "confidence")(ctx, 0.03); walks {
		t.Error("a walk is declared for the confidence")
	}
}
