package explorer

import (
	"errors"
	"fmt"
	"testing"

	"dpscope/engine/classroom"
)

// A page without answers says that nobody gave one, or why there is none.
func TestUntold(t *testing.T) {
	nobody := fmt.Errorf("file: %w", classroom.NobodyError{Class: "Maths"})
	for _, c := range []struct {
		trouble error
		want    string
	}{
		{nobody, "Nobody in class Maths has answered yet."},
		{errors.New("ε = 0 is outside"), "There is no answer at this setting: ε = 0 is outside."},
		{errors.New("it ends."), "There is no answer at this setting: it ends."},
	} {
		if got := (Scene{Trouble: c.trouble}).Untold(); got != c.want {
			t.Errorf("%v is told as %q", c.trouble, got)
		}
	}
}
