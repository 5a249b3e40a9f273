package privacy

import (
	"math"
	"testing"

	"dpscope/engine/param"
)

// The limits as the definition of the scale prints them, and both sides of each.
func TestHints(t *testing.T) {
	printed := []struct {
		title          string
		right, epsilon float64 // below which it is said
	}{{"almost nothing", .55, .201}, {"a faint hint", .65, .619}, {"a clear hint", .80, 1.39}, {"a strong hint", .95, 2.94}}
	all := Hints()
	if last := HintOf(1); len(all) != len(printed)+1 || last != all[len(printed)] || last.Title != "nearly everything" {
		t.Fatalf("the last is %q of %d", last.Title, len(all))
	}
	slider := param.Param{Words: Words}
	for i, want := range printed {
		h, next := all[i], all[i+1]
		if math.Abs(next.Epsilon()/want.epsilon-1) > 0.003 {
			t.Errorf("%q ends at ε = %v, want %v", h.Title, next.Epsilon(), want.epsilon)
		}
		if e := math.Exp(next.Epsilon()); math.Abs(e/(1+e)-want.right) > 1e-15 {
			t.Errorf("at ε = %v a guess is right %v of the time, want %v", next.Epsilon(), e/(1+e), want.right)
		}
		if before, at := HintOf(math.Nextafter(want.right, 0)), HintOf(want.right); h.Title != want.title || before != h || at != next {
			t.Errorf("%v is %q and just below it %q, want %q", want.right, at.Title, before.Title, want.title)
		}
		limit := next.Epsilon()
		if before, at := slider.Word(limit*(1-1e-9)), slider.Word(limit); before != want.title || at != next.Title {
			t.Errorf("ε = %v is %q and just below it %q", limit, at, before)
		}
	}
	bare := param.Param{}
	if got := slider.Word(0) + ", " + slider.Word(math.Inf(1)) + bare.Word(1); got != "almost nothing, nearly everything" {
		t.Errorf("the ends are %s", got)
	}
}
