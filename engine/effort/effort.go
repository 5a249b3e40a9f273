// Package effort says, for tests, how many cases they try. Only tests import it.
//
// An ordinary run tries a few of what takes long, so that it is repeated gladly;
// with DPSCOPE_TESTS=check, as .ci/run has it, tests try what is worth minutes, and
// with DPSCOPE_TESTS=all every case, however long that takes.
package effort

import (
	"os"
	"testing"
)

// Check reports whether what the whole check tries is to be tried: by it, or by a run
// of all.
func Check() bool { return All() || os.Getenv("DPSCOPE_TESTS") == "check" }

// All reports whether tests are to try every case.
func All() bool { return os.Getenv("DPSCOPE_TESTS") == "all" }

// Scale is how many cases an ordinary run tries, the whole check, or a run of all.
func Scale(few, check, all int) int {
	switch {
	case All():
		return all
	case Check():
		return check
	}
	return few
}

// Sample reports whether case number i is tried: one in so many by an ordinary run and
// by the whole check, or every one when all are asked for. Of nested loops every choice
// is met if no loop's length has a divisor in common with that number.
func Sample(i, few, check int) bool { return i%Scale(few, check, 1) == 0 }

// ForNumbers leaves a test to the ordinary run where -short is given, as it is under
// the race detector: what is computed by one goroutine after another is the same there,
// ten times slower.
func ForNumbers(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("numbers of one goroutine: go test without -short runs this, the race detector has nothing to find in it")
	}
}

// Unwatched leaves a test to the runs without the race detector, -short among them: it computes for
// seconds in one goroutine, which that makes minutes.
func Unwatched(t testing.TB) {
	t.Helper()
	if watched {
		t.Skip("seconds of one goroutine: go test without -race runs this, the race detector has nothing to find in it")
	}
}

// ForPages is the same as ForNumbers of what draws pages that another test shows to the race
// detector.
func ForPages(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("pages that TestScreens and TestPresets draw too: go test without -short runs this")
	}
}

// ForCheck leaves a test of seconds to the whole check.
func ForCheck(t testing.TB) {
	t.Helper()
	if !Check() {
		t.Skip("takes seconds: .ci/run tries this, and DPSCOPE_TESTS=check go test")
	}
}
