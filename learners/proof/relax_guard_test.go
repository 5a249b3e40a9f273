package proof

import (
	"testing"

	"dpscope/engine/work"
)

// A panic on another core reaches the guard of the caller.
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
