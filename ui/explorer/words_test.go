package explorer

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Some numbers are written as words in use; beside a difference the number itself is written.
func TestWritten(t *testing.T) {
	was := known.Exactly(0.5)
	for _, c := range []struct {
		answer engine.Reading
		want   string
	}{
		{engine.Reading{Known: known.Exactly(0.715)}, "0.715"},
		{engine.Reading{Known: known.Exactly(0.715), DisplayText: "71.5 years"}, "71.5 years"},
		{engine.Reading{Known: known.Exactly(0.715), DisplayText: "71.5 years", Held: &was}, "0.715"},
		{engine.Reading{Known: known.Named("pm", "Piecewise (PM)")}, "Piecewise (PM)"},
		{engine.Reading{Known: known.Nothing("no")}, "none: no"},
	} {
		if got, _ := Written(c.answer); got != c.want {
			t.Errorf("%v is written %q, want %q", c.answer.Known, got, c.want)
		}
	}
}
