package proof

import (
	"testing"

	"dpscope/engine/work"
)

// What goes wrong on another core is met by the guard of whoever asked.
func TestAPanicInParallelIsAFault(t *testing.T) {
	_, err := work.Recover(func() (any, error) {
		inParallel(t.Context(), 1000, 1_000_000, &backward{}, func(i int, _ *backward) {
			if i == 7 {
				panic("oops")
			}
		})
		return nil, nil
	})
	if err == nil {
		t.Error("no error")
	}
}
