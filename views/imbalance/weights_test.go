package imbalance

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// What is drawn is a share with some measures and with others is not; so are its
// number and its interval.
func TestMethodsAreSpokenOfAsTheirMeasure(t *testing.T) {
	method, _ := standing.At(engine.Key{Name: "standing", Member: "weighted"})
	for _, m := range measured {
		want := numeral.Percent
		if m.name == "auc" || m.name == "mcc" {
			want = numeral.Plain
		}
		if got := method.Styled(weights{measure: m}); got != want {
			t.Errorf("%s is written in style %d, want %d", m.name, got, want)
		}
	}
}
